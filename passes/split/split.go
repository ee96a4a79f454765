// Package split defines an analyzer that takes strings apart without a slice.
//
// Invariant: every part that was used is the same, an index that was out of range
// still panics, and separators and strings are evaluated as often as before.
//
// Model: the uses of the result of strings.Split decide. If only the
// first part, some parts, the last part, their number or their sequence is used,
// another function gives exactly that. If a list of a few parts is used in other ways, but
// stays in the function, it fits on the stack.
//
// What it blurs: nothing; a list with any other use is left alone.
//
// # Analyzer split
//
// split: use strings.Cut, Count, LastIndex and SplitSeq where no slice is needed
//
//	return strings.Split(s, "@")[0]         =>   before, _, _ := strings.Cut(s, "@")
//	                                             return before
//
//	kv := strings.SplitN(s, "=", 2)         =>   before, after, ok := strings.Cut(s, "=")
//	if len(kv) == 2 { use(kv[0], kv[1]) }        if ok { use(before, after) }
//
//	if !strings.Contains(s, "=") { return } =>   if !strings.Contains(s, "=") { return }
//	use(strings.SplitN(s, "=", 2)[1])            _, after, _ := strings.Cut(s, "=")
//	                                             use(after)
//
//	kv := strings.SplitN(s, "=", 2)         =>   i := strings.Index(s, "=")
//	if len(kv) == 2 { use(kv[0], kv[1]) }        if i >= 0 { use(s[:i], s[i+1:]) } // before go1.18
//
//	kv := strings.SplitN(s, "=", 2)         =>   key, value, ok := strings.Cut(s, "=")
//	if len(kv) != 2 { return }                   if !ok { return }
//	key := strings.TrimSpace(kv[0])              key = strings.TrimSpace(key)
//	value := kv[1]
//
//	v := strings.Split(s, ".")              =>   first, rest, _ := strings.Cut(s, ".")
//	                                             second, third, ok := strings.Cut(rest, ".")
//	if len(v) != 3 { return }                    if !ok || strings.Contains(third, ".") { return }
//
//	parts := strings.Split(s, "/")          =>   return s[strings.LastIndex(s, "/")+1:]
//	return parts[len(parts)-1]
//
//	tags := strings.Split(s, ",")           =>   name, rest, ok := strings.Cut(s, ",")
//	name := tags[0]                              for ok {
//	for _, tag := range tags[1:] { … }                   var tag string
//	                                                     tag, rest, ok = strings.Cut(rest, ",")
//	                                                     …
//
//	kv := strings.Split(s, ":")             =>   key, value, _ := strings.Cut(s, ":")
//	key := kv[0]
//	value := strings.Join(kv[1:], ":")
//
//	names := strings.Split(s, ".")          =>   i := strings.LastIndex(s, ".")
//	dir := strings.Join(                         dir := s[:max(i, 0)]
//		names[:len(names)-1], ".")
//
//	parts := strings.Split(f.name, "/")     =>   last := f.name[strings.LastIndex(f.name, "/")+1:]
//	use(parts[len(parts)-1])                     use(last)
//
//	n := len(strings.Split(s, ","))         =>   n := strings.Count(s, ",")+1
//	if len(strings.Split(s, ",")) > 1 {     =>   if strings.Contains(s, ",") {
//
//	for i, p := range strings.Split(s, ",") { … }
//	                                        =>   i := -1
//	                                             for p := range strings.SplitSeq(s, ",") { i++; … }
//
//	for _, w := range strings.FieldsFunc(s, unicode.IsSpace) { … }
//	                                        =>   for w := range strings.FieldsFuncSeq(s, unicode.IsSpace) { … }
//
//	parts := strings.Split(s, ",")          =>   n := make([]int, 0, strings.Count(s, ",")+1)
//	n := make([]int, 0, len(parts))              for p := range strings.SplitSeq(s, ",") { … }
//	for _, p := range parts { … }
//
//	parts := strings.Split(s, ":")          =>   n := strings.Count(s, ":") + 1
//	switch len(parts) {                          before, after, _ := strings.Cut(s, ":")
//	case 2:                                      switch n {
//		use(parts[0], parts[1])              case 2:
//	                                                     use(before, after)
//
//	kv := strings.SplitN(s, ":", 3)         =>   before, after, ok := strings.Cut(s, ":")
//	if len(kv) != 2 {                            if !ok || strings.Contains(after, ":") {
//		return fmt.Errorf("bad: %v", kv)             return fmt.Errorf("bad: %v", strings.SplitN(s, ":", 3))
//	}                                            }
//
//	f := strings.Fields(s)                  =>   f := make([]string, 0, 16)
//	n := f[2]                                    for field := range strings.FieldsSeq(s) {
//	                                                     f = append(f, field)
//	                                             }
//	                                             n := f[2]
//
//	f := bytes.SplitN(b, []byte{'='}, 2)    =>   before, after, ok := bytes.Cut(b, []byte{'='})
//	if len(f) != 2 { return }                    if !ok { return }
//
//	kv := strings.SplitN(s, "=", 2)         =>   key, value, ok := strings.Cut(s, "=")
//	if len(kv) == 2 { pairs[kv[0]] = kv[1] }     if ok { pairs[key] = value }
//
//	kv := strings.SplitN(s, "=", 2)         =>   key, value, _ := strings.Cut(s, "=")
//	if len(kv) == 1 { pairs[kv[0]] = "" }        pairs[key] = value
//	else { pairs[kv[0]] = kv[1] }
//
//	m := re.FindStringSubmatch(s)           =>   m := re.FindStringSubmatchIndex(s)
//	if m == nil { return }                       if m == nil { return }
//	use(m[1], m[2])                              use(s[m[2]:m[3]], s[m[4]:m[5]])
//
//	m := re.FindStringSubmatch(s)           =>   m := make([]string, 0, 4)
//	if m == nil { return }                       for loc := re.FindStringSubmatchIndex(s); len(loc) > 0; loc = loc[2:] {
//	use(m[1], m[2], m[3])                                group := ""
//	                                                     if loc[0] >= 0 { group = s[loc[0]:loc[1]] }
//	                                                     m = append(m, group)
//	                                             }
//	                                             if len(m) == 0 { return }
//	                                             use(m[1], m[2], m[3])
//
// Conditions, all of the safe class:
//   - the separator is a constant and not empty: Split(s, "") gives characters;
//   - a part behind the first is cut only where it is known to exist, so that no panic of an index
//     out of range is lost: by the comparisons of the number of parts, and the cases of a switch, that
//     lead there, by Contains, Index or Count of the text in front of the call, or because a formatted number has one
//     point at most; and only out of the
//     first four parts;
//   - a comparison of the number of parts that always has the same result, since there is at least one part, is removed
//     with the list, and so is an if statement that never runs, unless a label or a variable would become unused; of one
//     that always runs the statements stay, if they declare nothing;
//   - in a branch that returns, or goes on to the next iteration, the whole list is made again, if the text is the same
//     there and nothing else in the branch uses the list behind it;
//   - a list is gathered on the stack only if nothing outside of the function sees it, or its capacity, and nothing
//     retains it, and a constant index or comparison shows that few parts are expected; a function that may call itself
//     gets room for 8 parts;
//   - before go1.18, which has no Cut, the first part, two parts, or one after the other are taken, with Index;
//     two are cut where they are used if the separator is known to exist there and the string is a local
//     variable that is not written in between;
//   - a part gets the name that the code gives it, if nothing else has that name in between, and
//     no comment is about the statement that does so; if all have one, or a destination, a part gets the name of
//     the variable or field that it is assigned to, or of what it is in a map, and if that is free in the block;
//   - the last part, and the sum of those in front of it, are taken only with a separator that cannot begin within
//     itself; the part is cut where it is used if the separator is a byte, or known to exist, and the string is a local
//     variable that is not written in between; max needs go1.21;
//   - the sum of all parts behind some, with the same separator, is the rest of the text; they are ranged over by one
//     loop without an index, which does not run again, and behind whose beginning nothing asks for their number;
//   - the index of a loop is neither assigned nor captured, and its name is free
//     around the loop; SplitSeq needs go1.24, before that the parts are cut; the function
//     passed to FieldsFunc reads only its argument and unchanged values, and has no side effect;
//   - parts in a variable are ranged over by one loop, which stands in no loop that
//     begins behind their declaration, and otherwise only counted, outside of loops; nothing captures
//     them, and the string gets a name if it is no local variable, or is written in between;
//   - groups of a regular expression are cut by their positions if there are at least two beside the whole match. The
//     expression is a constant, in a variable that nothing sets; a group is part of each match, or only compared with the empty
//     string; the matches are known to exist, are set once, and used in no function literal; the string is a variable or field
//     that is not written in between, or gets a name. Or the
//     list of groups stays in the function, nothing retains it, and it is gathered on the stack;
//   - a new statement goes before another one only if that evaluates nothing with
//     a side effect first.
//
// Class review, for parts of bytes: "who appends to a part writes into the text behind it".
// Another form for groups: "who keeps a group that is not part of the match keeps the text".
//
// Left to x/tools: x := strings.Split(s, sep)[0] (stringscut), range over Split
// without the index, also right behind the declaration of the parts (stringsseq), from
// go1.24 on. Of bytes.Split, whose parts have no spare capacity, so that
// appending to one does not write into the next, only parts in a variable are cut.
package split

import (
	"cmp"
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

//go:embed split.go
var docText string

// Rule is the split rewrite.
var Rule = rule.New("split", docText, run, "split", "regexp")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.CallExpr)(nil)) {
		p := &splitter{r}
		if s, ok := p.recognise(cur); ok {
			p.rewrite(s)
		}
		p.submatches(cur)
	}
}

type splitter struct{ *rule.Run }

// A site is one call of Split, SplitN or Fields.
type site struct {
	cur   inspector.Cursor
	call  *ast.CallExpr
	name  string // "Split", "SplitN", "Fields" or "FieldsFunc"
	bytes bool   // of package bytes, Split or SplitN
	sep   string // constant and not empty; "" for fields
	limit int64  // of SplitN, -1 if none
	q     string // "strings."
	text  string // the name of the string, if it has to get one
}

// recognise recognises a call of Split, SplitN, Fields or FieldsFunc with a constant separator and limit.
func (p *splitter) recognise(cur inspector.Cursor) (site, bool) {
	s := site{cur: source.Parens(cur), call: cur.Node().(*ast.CallExpr), limit: -1}
	call, ok := source.CallTo(p.Info, s.call, "strings", "Split", "SplitN", "Fields", "FieldsFunc")
	if !ok {
		call, s.bytes = source.CallTo(p.Info, s.call, "bytes", "Split", "SplitN")
		ok = s.bytes && p.hasCut()
	}
	if !ok || p.HasComment(call.Pos(), call.End()) || p.Jumps(call.Pos()) {
		return site{}, false
	}
	if s.q, s.name, ok = p.Qualified(call, "Cut", "Contains", "Count", "Index", "LastIndex", "SplitSeq", "FieldsSeq", "FieldsFuncSeq"); !ok {
		return site{}, p.Refuse(call, "a function of the package has another name here")
	}
	switch {
	case s.name == "Fields":
		return s, true
	case s.name == "FieldsFunc":
		return s, effect.Timeless(p.Pkg, call.Args[1]) || p.Refuse(call, "how often the function runs, and when, may be noticed")
	}
	if s.sep, ok = p.separator(call.Args[1]); !ok || s.sep == "" {
		return site{}, p.Refuse(call, "the separator may be empty")
	}
	if s.name == "SplitN" {
		var isConst bool
		s.limit, isConst = source.IntConst(p.Info, call.Args[2])
		ok = ok && isConst && (s.limit < 0 || s.limit >= 2)
	}
	return s, ok
}

// separator returns the value of a constant separator: "=", []byte("="), []byte{'='}.
func (p *splitter) separator(e ast.Expr) (sep string, ok bool) {
	switch lit := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if source.IsConversion(p.Info, lit) {
			e = lit.Args[0]
		}
	case *ast.CompositeLit:
		for _, elt := range lit.Elts {
			c, isConst := source.IntConst(p.Info, elt)
			if !isConst {
				return "", false
			}
			sep += string([]byte{byte(c)})
		}
		return sep, true
	}
	return source.StringConst(p.Info, e)
}

// rewrite looks for the rewrite that fits the use of the result.
func (p *splitter) rewrite(s site) {
	parent := s.cur.Parent().Node()
	if d, ok := p.DeclWith(s.cur); s.bytes {
		if ok && !d.HasComment() && len(p.Pkg.Uses(d.Var)) > 0 && len(p.Pkg.Writes(d.Var)) == 0 {
			_ = p.parts(s, d) || p.counted(s, d)
		}
		return
	}
	switch s.cur.ParentEdgeKind() {
	case edge.IndexExpr_X:
		p.first(s, parent.(*ast.IndexExpr))
	case edge.CallExpr_Args:
		p.count(s, parent.(*ast.CallExpr))
	case edge.RangeStmt_X:
		p.sequence(s, parent.(*ast.RangeStmt))
	default:
		if d, ok := p.DeclWith(s.cur); ok {
			p.variable(s, d)
		}
	}
}

// cut returns the call of Cut that replaces the site.
func (p *splitter) cut(s site) string { return s.q + "Cut(" + p.args(s) + ")" }

// args returns the string and the separator, as source text.
func (p *splitter) args(s site) string {
	return p.text(s) + p.Between(s.call.Args[0].End(), s.call.Args[min(1, len(s.call.Args)-1)].End())
}

// text returns the string, as source text.
func (p *splitter) text(s site) string { return cmp.Or(s.text, p.Text(s.call.Args[0])) }

// report reports a slice of parts that is not needed. Those look alike that become the same words: for one title there
// are several loops.
func (p *splitter) report(s site, title string, edits ...source.TextEdit) {
	var words []string
	for _, e := range edits {
		words = append(words, strings.Fields(string(e.NewText))...)
	}
	p.Report(rule.Finding{
		At:      s.call,
		Message: s.q + s.name + " makes a slice that is not needed",
		Title:   title,
		Class:   p.class(s),
		Edits:   edits,
		Form:    fmt.Sprintf("%s%q", title, words),
	})
}

// class is review if something may append to a part of bytes: a part of Cut has capacity, which is the text behind it,
// and a part of Split has none.
func (p *splitter) class(s site) rule.Class {
	d, ok := p.DeclWith(s.cur)
	if !s.bytes || ok && p.Pkg.Every(d.Var, func(use inspector.Cursor) bool { return p.hidesRoom(d.Var, source.Parens(use).Parent()) }) {
		return rule.Safe
	}
	return rule.Review(rule.Sharing.Caveat("who appends to a part writes into the text behind it"))
}

// hidesRoom reports whether nothing sees the spare capacity of the slice at cur, which is v or a part of it.
func (p *splitter) hidesRoom(v *types.Var, cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	if e, ok := cur.Node().(ast.Expr); ok && source.IsA[*types.Basic](p.Info.TypeOf(e)) || retain.BorrowedExact(p.Pkg, v, cur) {
		return true
	}
	switch kind, i := cur.ParentEdge(); kind {
	case edge.CallExpr_Args:
		return stdlib.Of(source.Func(p.Info, source.ArgumentOf(cur))).Part.Has(i) && p.hidesRoom(v, cur.Parent())
	case edge.AssignStmt_Rhs:
		assign := cur.Parent().Node().(*ast.AssignStmt)
		if assign.Tok != token.DEFINE || len(assign.Lhs) != len(assign.Rhs) {
			return false
		}
		w, isNew := p.Info.Defs[assign.Lhs[i].(*ast.Ident)].(*types.Var)
		return isNew && p.Pkg.Every(w, func(use inspector.Cursor) bool { return p.hidesRoom(w, use) })
	}
	return false
}

// first uses Cut for the first part.
//
//	                                    return strings.Split(s, "@")[0]
//	----------------------------------
//	before, _, _ := strings.Cut(s, "@")
//	                                    return before
func (p *splitter) first(s site, index *ast.IndexExpr) {
	i, ok := source.IntConst(p.Info, index.Index)
	if !ok {
		p.Refuse(s.call, "nothing shows which part is used")
		return
	}
	if i != 0 || s.sep == "" {
		p.nth(s, s.cur.Parent(), i)
		return
	}
	if p.HasComment(index.Pos(), index.End()) {
		return
	}
	outer := source.Parens(s.cur.Parent())
	if outer.ParentEdgeKind() == edge.AssignStmt_Rhs && p.assigned(s, outer.Parent()) {
		return
	}
	if p.Pkg.Changes(outer) {
		return // the element is assigned to, or its address taken
	}
	stmt, ok := effect.Lift(p.File, s.cur.Parent())
	if !ok || !effect.Undisturbed(p.File, s.cur.Parent(), stmt, s.call.Args...) {
		return
	}
	before := p.nameOf(stmt.Pos(), s.cur.Parent(), "before")
	p.report(s, "Take the first part with strings."+p.finder(),
		p.Before(stmt, p.cuts(s, stmt.Pos(), []string{before, "_"}, "_", 2)...), source.ReplaceNode(index, before))
}

// assigned rewrites x = strings.Split(s, sep)[0] as one statement. It reports
// whether nothing else should be tried.
//
//	x = strings.Split(s, sep)[0]
//	----------------------------
//	x, _, _ = strings.Cut(s, sep)
func (p *splitter) assigned(s site, stmt inspector.Cursor) bool {
	assign := stmt.Node().(*ast.AssignStmt)
	if len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return false
	}
	if _, isIdent := assign.Lhs[0].(*ast.Ident); !isIdent || assign.Tok != token.ASSIGN && assign.Tok != token.DEFINE {
		return false
	}
	if !p.hasCut() {
		return p.shortened(s, assign, stmt)
	}
	byTools := s.name == "Split" || s.limit == 2
	if assign.Tok == token.DEFINE && byTools {
		return true // stringscut of x/tools
	}
	if assign.Tok == token.ASSIGN && !source.IsString(p.Info.TypeOf(assign.Lhs[0])) {
		return true // in an assignment of three results each has to have the type of its variable
	}
	p.report(s, "Take the first part with strings.Cut",
		source.Insert(assign.Lhs[0].End(), ", _, _"), source.ReplaceNode(assign.Rhs[0], p.cut(s)))
	return true
}

// count uses Count for the number of parts.
//
//	len(strings.Split(s, ","))
//	--------------------------
//	strings.Count(s, ",")+1
func (p *splitter) count(s site, call *ast.CallExpr) {
	switch {
	case !source.IsBuiltin(p.Info, call, "len"):
		return
	case s.sep == "":
		p.words(s, s.cur.Parent())
		return
	case s.name == "SplitN":
		return
	}
	p.report(s, "Count the separators", p.compared(s, call))
}

// compared returns the edit that replaces the number of parts. A comparison with a literal becomes one of the
// number of separators, or a call of Contains.
//
//	len(strings.Split(s, ",")) < 3      len(strings.Split(s, ",")) > 1
//	------------------------------      ------------------------------
//	strings.Count(s, ",") < 2           strings.Contains(s, ",")
func (p *splitter) compared(s site, call *ast.CallExpr) source.TextEdit {
	cmp, ok := source.Parens(s.cur.Parent()).Parent().Node().(*ast.BinaryExpr)
	if !ok || ast.Unparen(cmp.X) != call || p.HasComment(cmp.Pos(), cmp.End()) {
		return source.ReplaceNode(call, p.separators(s, s.cur.Parent()))
	}
	number, isLit := cmp.Y.(*ast.BasicLit)
	n, err := 0, error(nil)
	if isLit {
		n, err = strconv.Atoi(number.Value)
	}
	if !isLit || err != nil || n < 1 {
		return source.ReplaceNode(call, p.separators(s, s.cur.Parent()))
	}
	contains, plain := s.q+"Contains("+p.args(s)+")", types.AssignableTo(p.Info.TypeOf(cmp), types.Typ[types.Bool])
	switch {
	case plain && (n == 1 && (cmp.Op == token.EQL || cmp.Op == token.LEQ) || n == 2 && cmp.Op == token.LSS):
		return source.ReplaceNode(cmp, "!"+contains)
	case plain && (n == 1 && (cmp.Op == token.NEQ || cmp.Op == token.GTR) || n == 2 && cmp.Op == token.GEQ):
		return source.ReplaceNode(cmp, contains)
	case cmp.Op.Precedence() == token.EQL.Precedence():
		return source.ReplaceNode(cmp, s.q+"Count("+p.args(s)+") "+cmp.Op.String()+" "+strconv.Itoa(n-1))
	}
	return source.ReplaceNode(call, p.separators(s, s.cur.Parent()))
}

// separators returns the number of parts as source text, for the place of the expression at cur.
func (p *splitter) separators(s site, cur inspector.Cursor) string {
	return p.operand(cur, s.q+"Count("+p.args(s)+") + 1")
}

// operand puts a sum into parentheses if the place of the expression at cur needs them.
func (p *splitter) operand(cur inspector.Cursor, text string) string {
	switch e := source.Parens(cur).Parent().Node().(type) {
	case *ast.BinaryExpr:
		if e.Op.Precedence() >= token.ADD.Precedence() {
			text = "(" + text + ")"
		}
	case *ast.UnaryExpr:
		text = "(" + text + ")"
	}
	return text
}

// sequence uses SplitSeq for a loop with an index, and FieldsFuncSeq for one without as well.
//
//	                                           for i, p := range strings.Split(s, ",") {
//	------------------------------------------
//	i := -1
//	for p := range strings.SplitSeq(s, ",") {
//	        i++
func (p *splitter) sequence(s site, loop *ast.RangeStmt) {
	key, ok := loop.Key.(*ast.Ident)
	value, ok2 := loop.Value.(*ast.Ident)
	if ok2 && s.name == "Split" && !p.AtLeast("go1.24") {
		p.inTurn(s, loop, key, value)
		return
	}
	if !ok || !ok2 || loop.Tok != token.DEFINE || value.Name == "_" || s.name == "SplitN" || !p.Has(s.call, "strings", "SplitSeq") {
		return
	}
	if p.HasComment(loop.Pos(), loop.Body.Lbrace) || effect.Frames(p.Pkg, loop.Body) {
		return
	}
	head := source.Replace(loop.For, loop.Body.Lbrace, "for "+value.Name+" := range "+s.q+s.name+"Seq("+p.args(s)+") ")
	if key.Name == "_" {
		if s.name == "FieldsFunc" { // stringsseq of x/tools does the others
			p.report(s, "Range over strings.FieldsFuncSeq", head)
		}
		return
	}
	i, ok := p.Info.Defs[key].(*types.Var)
	list := source.Labeled(s.cur.Parent())
	if _, _, inList := source.StmtList(list); !ok || !inList {
		return
	}
	if p.Pkg.Captured(i) || len(p.Pkg.Writes(i)) > 0 || source.UsedOutside(list, key.Name) {
		return // the index must be the same at the beginning of each iteration
	}
	if source.NamesIn(loop.X)[key.Name] || key.Name == s.name+"Seq" {
		return // the index would hide a name in the call
	}
	p.report(s, "Range over strings."+s.name+"Seq and count", p.Before(list.Node(), key.Name+" := -1"), head, p.Top(loop.Body, key.Name+"++"))
}

// inTurn uses Cut for a loop if the language has no SplitSeq.
func (p *splitter) inTurn(s site, loop *ast.RangeStmt, key, value *ast.Ident) {
	v, ok := p.Info.Defs[value].(*types.Var)
	if !ok || p.HasComment(loop.Pos(), loop.Body.Lbrace) {
		return // the value is _, or a variable declared outside of the loop
	}
	if p.Pkg.Captured(v) && !p.AtLeast("go1.22") || !p.cutsIn(s, loop.Body, value.Name) {
		return // a literal captures the only variable of all iterations, or a name means something else
	}
	var names, values, post string
	if key != nil && key.Name != "_" {
		i := p.Info.Defs[key].(*types.Var)
		if p.Pkg.Captured(i) || len(p.Pkg.Writes(i)) > 0 {
			return
		}
		names, values, post = key.Name+", ", "0, ", " "+key.Name+"++"
	}
	p.report(s, "Cut one part after the other", p.cutting(s, loop, loop.Body, value.Name, names, values, post)...)
}

// cutsIn reports whether the body may begin with the declaration of the part, and what cuts it means the same there.
func (p *splitter) cutsIn(s site, body *ast.BlockStmt, part string) bool {
	at := body.Lbrace + 1
	return p.Info.Scopes[body].Lookup(part) == nil && p.Visible(s.call, at) && p.Universe(at, "len", "true", "string")
}

// cutting returns the edits that make a loop cut one part after the other. names, values and post declare and
// count an index, or are empty.
//
//	for _, p := range strings.Split(s, ",") {
//	-----------------------------------------
//	for rest, more := s, true; more; {
//	        var p string
//	        p, rest, more = strings.Cut(rest, ",")
func (p *splitter) cutting(s site, loop ast.Stmt, body *ast.BlockStmt, part, names, values, post string) []source.TextEdit {
	t := p.turn(s, part, func(base string) string { return p.FreshIn(loop, base) })
	head := "for " + names + t.names + " := " + values + t.values + "; " + t.more + ";" + post + " "
	return []source.TextEdit{source.Replace(loop.Pos(), body.Lbrace, head), p.Top(body, t.lines...)}
}

// A turn is the text of a loop that cuts one part in each turn.
type turn struct {
	names, values, more string   // of the head
	lines               []string // that cut the part
}

// turn returns the text of a loop for the parts, which get the name part, or are passed over if it is empty. Before
// go1.18 they are found by their ends:
//
//	for rest, end := s, 0; end >= 0; {
//	        p := rest
//	        if end = strings.Index(rest, ","); end >= 0 {
//	                p, rest = rest[:end], rest[end+1:]
//	        }
func (p *splitter) turn(s site, part string, fresh func(string) string) turn {
	rest, text, sep := fresh("rest"), p.text(s), p.Text(s.call.Args[1])
	if p.hasCut() {
		more := fresh("more")
		lines := []string{"var " + part + " string", part + ", " + rest + ", " + more + " = " + s.q + "Cut(" + rest + ", " + sep + ")"}
		if part == "" {
			lines = []string{"_" + lines[1]}
		}
		return turn{rest + ", " + more, text + ", true", more, lines}
	}
	end := fresh("end")
	cut := rest + " = " + rest + "[" + end + "+" + p.width(s) + ":]"
	lines := []string{"if " + end + " = " + s.q + "Index(" + rest + ", " + sep + "); " + end + " >= 0 {", "\t" + cut, "}"}
	if part != "" {
		lines[1] = "\t" + part + ", " + rest + " = " + rest + "[:" + end + "], " + strings.TrimPrefix(cut, rest+" = ")
		lines = append([]string{part + " := " + rest}, lines...)
	}
	return turn{rest + ", " + end, text + ", 0", end + " >= 0", lines}
}
