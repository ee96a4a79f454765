package split

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"regexp/syntax"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A found is a variable that holds the result of FindStringSubmatch.
type found struct {
	source.Decl
	call   *ast.CallExpr
	groups []bool // for each group of the expression, whether it is part of each match; nil if it is not known
	text   string // the text that is searched, as source text
}

// minGroups is the number of groups, without the whole match, from which FindStringSubmatch makes a slice of positions
// beside the slice of texts.
const minGroups = 2

// submatches asks for the positions of groups, and cuts the groups from the text where they are used.
//
//	m := re.FindStringSubmatch(s)          if len(m) != 3 {     m[1]           m[2] == ""
//	------------------------------------   ----------------     -----------    ------------
//	m := re.FindStringSubmatchIndex(s)     if m == nil {        s[m[2]:m[3]]   m[4] == m[5]
func (p *splitter) submatches(cur inspector.Cursor) {
	call, ok := source.CallTo(p.Info, cur.Node().(*ast.CallExpr), "regexp", "Regexp.FindStringSubmatch")
	if !ok || p.HasComment(call.Pos(), call.End()) || p.Jumps(call.Pos()) || p.Info.Types[call.Args[0]].Value != nil {
		return
	}
	d, ok := p.DeclWith(cur)
	if !ok || d.Type != nil || d.HasComment() || len(p.Pkg.Writes(d.Var)) > 0 || p.Pkg.InLiteral(d.Var) {
		return
	}
	m := found{Decl: d, call: call, groups: p.groups(source.Receiver(p.Info, call))}
	if m.groups != nil && len(m.groups) <= minGroups {
		return // fewer groups beside the whole match: the rewrite would make as many slices
	}
	sel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	edits, cuts, odd := p.cutAll(m, call.Args[0], source.IsPath(call.Args[0]))
	if odd == nil {
		edits = append(edits, source.Insert(sel.Sel.End(), "Index"))
	} else if edits, cuts, odd = p.cutAll(m, nil, effect.Pure(p.Info, sel.X) && !d.Grouped()); odd == nil {
		text := p.Fresh(d.Stmt.Pos(), "text", "input", "line")
		head, fits := d.Statements(text+" := "+p.Text(call.Args[0]), d.Var.Name()+" := "+p.Between(call.Pos(), sel.Sel.End())+"Index("+text+")")
		if !fits {
			return
		}
		for i := range edits {
			edits[i].NewText = bytes.ReplaceAll(edits[i].NewText, []byte(unnamed), []byte(text))
		}
		edits = append(edits, head...)
	}
	switch {
	case odd != nil && p.gatherGroups(m, cur):
	case odd != nil && m.groups == nil:
		p.Refuse(call, "nothing says which groups of the expression are part of each match")
	case odd != nil:
		p.Refuse(call, "more than positions tell is done with "+p.shown(*odd))
	case cuts:
		p.Report(rule.Finding{
			At:      call,
			Message: "FindStringSubmatch makes texts that can be cut where they are used",
			Title:   "Cut the groups by their positions",
			Edits:   edits,
		})
	}
}

// gatherGroups appends the groups to a slice on the stack, if the list stays in the function. All uses of the list
// stay as they are, but that the result is no longer nil if nothing matches. It reports whether it does.
//
//	m := re.FindStringSubmatch(s)                                               m == nil
//	------------------------------------------------------------------------    -----------
//	m := make([]string, 0, 4)                                                   len(m) == 0
//	for loc := re.FindStringSubmatchIndex(s); len(loc) > 0; loc = loc[2:] {
//		group := ""
//		if loc[0] >= 0 {
//			group = s[loc[0]:loc[1]]
//		}
//		m = append(m, group)
//	}
func (p *splitter) gatherGroups(m found, cur inspector.Cursor) bool {
	n := int64(len(m.groups))
	if expected := int64(p.expected(site{}, m.Decl)); m.groups == nil && expected > minGroups {
		n = max(expected, usualParts)
	}
	edits, ok := p.staysHere(m)
	sel := ast.Unparen(m.call.Fun).(*ast.SelectorExpr)
	if n == 0 || !ok || m.Grouped() || !effect.Pure(p.Info, sel.X) || source.NamesIn(m.call)[m.Var.Name()] || effect.Room(p.Pkg, cur, int(n)*stringBytes) < int(n)*stringBytes || !p.Universe(m.Node().Pos(), "make", "string", "append", "len") {
		return false
	}
	find := p.Between(m.call.Pos(), sel.Sel.End())
	head, ok := p.instead(m.Decl, p.gathering(m, find, n, false))
	if !ok {
		return true
	}
	fix := rule.Finding{
		At:      m.call,
		Message: "FindStringSubmatch makes a list that stays in the function",
		Title:   "Gather the groups on the stack",
		Edits:   append(slices.Clip(edits), head...),
	}
	p.Report(fix)
	if (m.groups == nil || slices.Contains(m.groups, false)) && p.AtLeast("go1.21") && p.Universe(m.Node().Pos(), "max") {
		head, _ = p.instead(m.Decl, p.gathering(m, find, n, true))
		fix.Edits, fix.Class = append(slices.Clip(edits), head...), rule.Review(rule.Retention.Caveat("who keeps a group that is not part of the match keeps the text"))
		p.Offer(fix)
	}
	return true
}

// gathering returns the statements that declare the list, and append the groups to it. find is the method. In the short form
// a group that is not part of the match is the first zero bytes of the text.
//
//	m = append(m, s[max(loc[0], 0):max(loc[1], 0)])
func (p *splitter) gathering(m found, find string, n int64, short bool) (lines []string) {
	list, of := m.Var.Name(), p.Text(m.call.Args[0])
	inner := func(base string) string {
		if base == list || source.NamesIn(m.call)[base] {
			return p.Fresh(m.Node().Pos(), base)
		}
		return base
	}
	loc, group := inner("loc"), inner("group")
	if !source.IsPath(m.call.Args[0]) {
		text := p.Fresh(m.Node().Pos(), "text", "input", "line")
		lines, of = append(lines, text+" := "+of), text
	}
	lines = append(lines, list+" := make([]string, 0, "+strconv.FormatInt(n, 10)+")",
		"for "+loc+" := "+find+"Index("+of+"); len("+loc+") > 0; "+loc+" = "+loc+"[2:] {")
	cut := of + "[" + loc + "[0]:" + loc + "[1]]"
	if short {
		cut = of + "[max(" + loc + "[0], 0):max(" + loc + "[1], 0)]"
	}
	if short || m.groups != nil && !slices.Contains(m.groups, false) {
		return append(lines, "\t"+list+" = append("+list+", "+cut+")", "}")
	}
	return append(lines, "\t"+group+` := ""`, "\tif "+loc+"[0] >= 0 {", "\t\t"+group+" = "+cut, "\t}",
		"\t"+list+" = append("+list+", "+group+")", "}")
}

// staysHere reports whether the list of groups does not leave the function, and returns the edits for its comparisons with nil.
func (p *splitter) staysHere(m found) (edits []source.TextEdit, ok bool) {
	k := &retain.Checker{Pkg: p.Pkg, Var: m.Var, Kind: retain.EmptySlice}
	for _, use := range p.Pkg.Uses(m.Var) {
		use = source.Parens(use)
		cmp, isCmp := use.Parent().Node().(*ast.BinaryExpr)
		switch {
		case !isCmp:
			if !k.Lets(use) {
				return nil, false
			}
		case p.HasComment(cmp.Pos(), cmp.End()):
			return nil, false
		case cmp.Op == token.EQL:
			edits = append(edits, source.ReplaceNode(cmp, "len("+m.Var.Name()+") == 0"))
		default:
			edits = append(edits, source.ReplaceNode(cmp, "len("+m.Var.Name()+") > 0"))
		}
	}
	return edits, true
}

// unnamed stands for the text in edits until it has a name.
const unnamed = "\x00"

// cutAll returns the edits for all uses of the matches, and whether a group is cut. odd is a use for which there is no
// edit, nil if there is none. The groups are cut from arg, or, if that is nil, from a variable that has no name yet. may is
// false if neither is possible.
func (p *splitter) cutAll(m found, arg ast.Expr, may bool) (all []source.TextEdit, cuts bool, odd *inspector.Cursor) {
	if m.text = unnamed; arg != nil {
		m.text = p.Text(arg)
	}
	for _, use := range p.Pkg.Uses(m.Var) {
		edits, cut, ok := p.group(m, source.Parens(use), arg)
		if !ok || !may {
			return nil, false, &use
		}
		all, cuts = append(all, edits...), cuts || cut
	}
	return all, cuts, nil
}

// shown returns the expression around a use, as source text.
func (p *splitter) shown(use inspector.Cursor) string {
	if e, ok := source.Parens(use).Parent().Node().(ast.Expr); ok {
		return p.Text(e)
	}
	return p.Text(use.Node())
}

// stays reports whether the searched text is unchanged at a use. A nil arg is a variable of its own, which nothing changes.
func (p *splitter) stays(m found, cur inspector.Cursor, arg ast.Expr) bool {
	return arg == nil || effect.StableBetween(p.Pkg, arg, m.Node().Pos(), p.comesBack(cur, m.Stmt))
}

// group returns the edits for one use of the matches. cut says that a group is cut. ok is false if the positions do not
// suffice for the use, or the text may have changed.
func (p *splitter) group(m found, cur inspector.Cursor, arg ast.Expr) (edits []source.TextEdit, cut, ok bool) {
	switch parent := cur.Parent().Node().(type) {
	case *ast.BinaryExpr:
		return nil, false, source.ComparedWithNil(p.Info, cur)
	case *ast.CallExpr:
		edits, ok = p.howMany(m, cur)
		return edits, false, ok
	case *ast.IndexExpr:
		k, isConst := source.IntConst(p.Info, parent.Index)
		if !isConst || !p.stays(m, cur, arg) || k < 0 || int(k) >= len(m.groups) || cur.ParentEdgeKind() != edge.IndexExpr_X || p.Pkg.Changes(cur.Parent()) || p.HasComment(parent.Pos(), parent.End()) {
			return nil, false, false
		}
		if p.lengthsAt(cur, m.Var, 1|1<<len(m.groups)) != 1<<len(m.groups) || arg != nil && !p.Visible(arg, parent.Pos()) {
			return nil, false, false
		}
		edit, ok := p.cutGroup(m, cur.Parent(), k)
		return []source.TextEdit{edit}, true, ok
	}
	return nil, false, false
}

// cutGroup returns the edit that cuts the group k. ok is false if the group is not part of each match, unless only its
// length is used: both positions of a missing group are -1.
//
//	m[1]             m[2] == ""       len(m[0])
//	------------     ------------     -----------
//	s[m[2]:m[3]]     m[4] == m[5]     m[1] - m[0]
func (p *splitter) cutGroup(m found, cur inspector.Cursor, k int64) (edit source.TextEdit, ok bool) {
	at := func(i int64) string { return m.Var.Name() + "[" + strconv.FormatInt(i, 10) + "]" }
	outer := source.Parens(cur)
	cmp, isCmp := outer.Parent().Node().(*ast.BinaryExpr)
	if isCmp && (cmp.Op == token.EQL || cmp.Op == token.NEQ) && cmp.X == outer.Node() && p.isEmpty(cmp.Y) && !p.HasComment(cmp.Pos(), cmp.End()) {
		return source.ReplaceNode(cmp, at(2*k)+" "+cmp.Op.String()+" "+at(2*k+1)), true
	}
	if p.Pkg.Asks(outer, "len") {
		return source.ReplaceNode(outer.Parent().Node(), p.operand(outer.Parent(), at(2*k+1)+" - "+at(2*k))), true
	}
	return source.ReplaceNode(cur.Node(), m.text+"["+at(2*k)+":"+at(2*k+1)+"]"), m.groups[k]
}

// howMany returns the edits for a comparison of len(m), which is 0 without a match, and the number of groups otherwise. ok is
// false if the comparison does not tell the two apart.
//
//	len(m) == 0     len(m) < 3
//	-----------     ----------
//	                m == nil
func (p *splitter) howMany(m found, cur inspector.Cursor) (edits []source.TextEdit, ok bool) {
	cmp, isCmp := source.Parens(cur.Parent()).Parent().Node().(*ast.BinaryExpr)
	if !isCmp || !p.Pkg.Asks(cur, "len") {
		return nil, false
	}
	all := lengths(1) | 1<<min(len(m.groups), maxLength)
	if m.groups == nil {
		all = ^lengths(0)
	}
	number, isConst := source.IntConst(p.Info, cmp.Y)
	set := p.where(cmp, m.Var, true) & all
	switch {
	case isConst && number == 0:
		return nil, true
	case m.groups == nil || !p.Universe(cmp.Pos(), "nil") || p.HasComment(cmp.Pos(), cmp.End()):
		return nil, false
	case set == 1:
		return []source.TextEdit{source.ReplaceNode(cmp, m.Var.Name()+" == nil")}, true
	case set == all&^1:
		return []source.TextEdit{source.ReplaceNode(cmp, m.Var.Name()+" != nil")}, true
	}
	return nil, false
}

// groups returns, for each group of an expression, whether it is part of each match, the whole match first. It is nil if
// the expression is not known.
func (p *splitter) groups(re ast.Expr) (all []bool) {
	id, ok := ast.Unparen(re).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := p.Info.Uses[id].(*types.Var)
	called := func(use inspector.Cursor) bool { return source.Parens(use).ParentEdgeKind() == edge.SelectorExpr_X }
	if !ok || v.Exported() && v.Parent() == p.Pkg.Types.Scope() || !p.Pkg.Every(v, called) || !p.Pkg.Same(v, p.Syntax) {
		return nil
	}
	value, ok := p.Pkg.Initial(v)
	if !ok || value == nil {
		return nil
	}
	call, ok := source.CallTo(p.Info, value, "regexp", "MustCompile")
	if !ok {
		return nil
	}
	text, isConst := source.StringConst(p.Info, call.Args[0])
	parsed, err := syntax.Parse(text, syntax.Perl)
	if !isConst || err != nil {
		return nil
	}
	all = make([]bool, parsed.MaxCap()+1)
	all[0] = true
	mark(parsed, all)
	return all
}

// mark marks the groups that are part of each match of the expression.
func mark(re *syntax.Regexp, all []bool) {
	switch re.Op {
	case syntax.OpCapture:
		all[re.Cap] = true
	case syntax.OpConcat, syntax.OpPlus:
	case syntax.OpRepeat:
		if re.Min == 0 {
			return
		}
	default:
		return
	}
	for _, sub := range re.Sub {
		mark(sub, all)
	}
}
