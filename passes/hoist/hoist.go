// Package hoist defines an analyzer that makes constant values once.
//
// Invariant: an expression that is moved has no side effect, cannot fail, and gives an
// equal value each time; no use of the value can change it.
//
// Model: a call with constant arguments moves to a package-level variable; a call or
// function literal that is the same in each iteration moves in front of the loop.
//
// What it blurs: when the work is done. A package-level variable is initialized
// when the program starts, even if the function is never called.
//
// # Analyzer hoist
//
// hoist: make regular expressions, replacers, templates, errors and invariants once
//
//	func valid(s string) bool {                   var validRE = regexp.MustCompile(`^\w+$`)
//		re := regexp.MustCompile(`^\w+$`)
//		return re.MatchString(s)         =>   func valid(s string) bool {
//	}                                                     return validRE.MatchString(s)
//	                                              }
//
//	wordsRegexp := regexp.MustCompile(`^\w+$`)  =>   var wordsRegexp = regexp.MustCompile(`^\w+$`)
//
//	func escape(s string) string {                var escapeReplacer = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
//		s = strings.ReplaceAll(s, "&", "&amp;")
//		s = strings.ReplaceAll(s, "<", "&lt;")   =>   func escape(s string) string {
//		return strings.ReplaceAll(s, ">", "&gt;")             return escapeReplacer.Replace(s)
//	}                                             }
//
//	for _, l := range lines {                     lower := strings.ToLower(q)
//		if strings.Contains(l, strings.ToLower(q)) {   =>   for _, l := range lines {
//	                                                      if strings.Contains(l, lower) {
//
// To package level: regexp.MustCompile, MustCompilePOSIX, MatchString, Match and MatchReader;
// strings.NewReplacer, also for three calls of strings.ReplaceAll or more; template.Must(template.New(…).Parse(…)) of text/template and
// html/template; map literals of more than 8 constants; errors.New, and fmt.Errorf
// without verbs; []byte("text") and []byte{'c'} given to Write; time.FixedZone. In front of a loop: calls of
// strings, strconv and path functions, and of fmt, that make a string; concatenations; bytes and characters of a text that
// are given to a function; function literals and method values given to a call, and literals that run in goroutines of their own.
//
// The variable is named after the local variable that had the value, after the function or after the words of the value, ends as
// others of its kind in the package do, and stands in their group, if the file has one. A variable of the package that has the value
// already is used in its place.
//
// Conditions of the safe class:
//   - all arguments are constants, and the regular expression compiles, the template
//     parses, the replacer has pairs: what cannot panic may run at any time;
//   - other names mean the same at package level; no comment is lost;
//   - the value is only used by methods that change nothing and that may be called
//     from several goroutines: not Longest, not Funcs or Parse, not as an argument or
//     result; a map is only indexed, ranged over and asked for its length;
//   - no initializer of a package-level variable can run the function in a way that the language does
//     not see: by a method called through an interface, by a loop over a function value, or by a
//     value with methods that is given to another package;
//   - of three texts or more that are replaced one after the other no two can overlap, and no
//     replacement, with the text beside it, can contain a text that is replaced later;
//   - the code may run more than once: it is not in init, nor in main outside of loops, nor at
//     package level already;
//   - in front of a loop: each iteration reaches the expression without a branch; there is no goto in the
//     function; fmt prints nothing whose methods could read more than the operand; operands are constants
//     or local variables that nothing captures and that the loop does not write, and neither read elements
//     nor ask for the length of a map;
//   - a function literal captures only variables that are declared before the loop, and at least one of them;
//   - the receiver of a method value is a local variable, not an interface; the method takes its address, or the
//     variable does not change and the method value follows no pointer to copy it;
//   - bytes or characters of a text are given to a function of the package that only looks at them and has a
//     fixed number of parameters, or to one of the library that neither retains nor changes them, and no
//     pointer to the text is nil in front of the loop.
//
// Errors of errors.New and fmt.Errorf with operands that are no constants move without these operands if nobody reads
// the error: it is the last result of a return of a function that is not exported, all of whose
// callers are known and drop the error or compare it with nil; the operands cannot fail, are basic values, bytes
// or errors, and are not the only use of a variable. Review if an operand is an error: "no method Error of err is called".
//
// Class review: "f must neither change nor keep what it is given", for bytes and characters given to other functions, and "what the
// loop calls must not change x.f", for the text that they are made of; "errors of different calls become equal", for errors, of
// which nobody can say where they are compared; "times of different calls become equal", for zones,
// likewise; "the writer must not change the bytes", for bytes; "an initializer might run f
// before the variable is set", where the condition on initializers fails.
//
// That the work is done when the program starts, even if the function is never called,
// is not a difference in behaviour, but a cost: it pays where the function is hot.
//
// Not proposed: constant slices, small maps and []byte("constant") that are only read
// where they stand, which need no heap; function literals given to slices, sort, strings and others that
// retain nothing; Write([]byte("constant")), which convert turns into WriteString;
// templates, regular expressions and replacers that are passed on or returned.
package hoist

import (
	"cmp"
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"text/template/parse"
	"unicode"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/verbs"
)

//go:embed hoist.go
var docText string

// Rule is the hoist rewrite.
var Rule = rule.New("hoist", docText, run, "closure", "method-value", "map", "error-value", "regexp", "text-result", "runes", "string-to-bytes")

func run(pass *rule.Pass) {
	made := make(map[string]variable)
	for r, cur := range pass.Nodes((*ast.CallExpr)(nil), (*ast.FuncLit)(nil), (*ast.CompositeLit)(nil), (*ast.BinaryExpr)(nil), (*ast.SelectorExpr)(nil)) {
		h := &hoister{r, made}
		switch n := cur.Node().(type) {
		case *ast.CompositeLit:
			h.table(cur, n)
			h.constantBytes(cur, n)
		case *ast.BinaryExpr:
			h.sum(cur, n)
		case *ast.FuncLit:
			h.closure(cur, n)
		case *ast.SelectorExpr:
			h.methodValue(cur, n)
		case *ast.CallExpr:
			h.global(cur, n)
			h.replaced(cur, n)
			h.matches(cur, n)
			h.unread(cur, n)
			h.invariant(cur, n)
			h.conversion(cur, n)
		}
	}
}

type hoister struct {
	*rule.Run
	made map[string]variable // by [value.shared]
}

// A variable is one that several places are given.
type variable struct {
	name    string
	declare []source.TextEdit // none for one that the package declares
}

// A value is an expression that gives an equal value each time.
type value struct {
	what    string // for the message
	title   string // what the fix does, followed by the name of the variable; "" for the usual title
	name    string // the name of the variable if it begins with err, otherwise its end, see [hoister.names]: RE
	says    string // a text whose words may name the variable
	methods string // the methods that may be called on the value, each between spaces; "" for any use
	class   rule.Class
	// before and after are put around the text that is moved.
	before, after string
	shared        string // what the value has in common with others that need no variable of their own; "" for nothing
}

// global moves a call with constant arguments to package level.
//
//	                               func f(s string) { re := regexp.MustCompile("x"); … re.MatchString(s) … }
//	------------------------------
//	var fRE = regexp.MustCompile("x")
//	                               func f(s string) { … fRE.MatchString(s) … }
func (h *hoister) global(cur inspector.Cursor, call *ast.CallExpr) {
	if source.IsConversion(h.Info, call) {
		h.constantBytes(cur, call)
		return
	}
	v, ok := h.value(cur, call)
	if !ok || !h.repeated(cur) {
		return
	}
	if !h.onlyMethods(cur, v.methods) {
		h.Refuse(call, v.what+" is used by more than methods that do not change it")
		return
	}
	if h.HasComment(call.Pos(), call.End()) {
		return
	}
	use := source.ReplaceNode(call, "\x00")
	if _, ok := source.CallTo(h.Info, call, "fmt", "Errorf"); ok {
		if q, edits, ok := h.Import("errors", "New", h.DeclAt(call.Pos()).Pos()); ok {
			v.before, v.after = q+"New(", ")"
			h.toPackage(cur, call.Args[0], v, use, edits...)
			return
		}
	}
	h.toPackage(cur, call, v, use)
}

// toPackage declares a variable with the value init in front of the function around cur, and
// puts the name of the variable in the place of \x00 in the edit use. more are further edits, of imports.
func (h *hoister) toPackage(cur inspector.Cursor, init ast.Expr, v value, use source.TextEdit, more ...source.TextEdit) {
	decl, fn := h.decl(cur)
	if decl == nil {
		return
	}
	text, ok := h.moved(init, decl.Pos())
	if !ok {
		return
	}
	h.declare(cur, decl, fn, v.before+text+v.after, v, use, more...)
}

// declare is [hoister.toPackage] for a value that is written as text at package level, in front of decl,
// the function called fn.
func (h *hoister) declare(cur inspector.Cursor, decl *ast.FuncDecl, fn, text string, v value, use source.TextEdit, more ...source.TextEdit) {
	key := v.shared
	if v.methods != "" {
		key = h.Fset.Position(decl.Pos()).Filename + " " + text
	}
	to, isThere := variable{name: h.same(v, text, decl)}, true
	if to.name == "" {
		to, isThere = h.made[key]
	} else {
		v.title = "Use the value of the variable "
	}
	d, moves := h.movable(cur, use, v)
	moves = moves && !(isThere && h.behind(d.Stmt) != "")
	telling := moves && !isThere && h.telling(d, v)
	switch {
	case telling:
		to.name = d.Var.Name()
	case !isThere:
		to.name = h.FreshGlobal(h.names(v, fn, d.Var)...)
	}
	uses := more
	if all := h.Pkg.Uses(d.Var); telling || moves && len(all) <= mostUses {
		text = strings.TrimSpace(text + " " + h.behind(d.Stmt))
		uses = append(uses, h.withoutLine(d.Stmt))
		for _, use := range all {
			if !telling {
				uses = append(uses, source.ReplaceNode(use.Node(), to.name))
			}
		}
	} else {
		use.NewText = []byte(strings.ReplaceAll(string(use.NewText), "\x00", to.name))
		uses = append(uses, use)
	}
	if !isThere {
		edit, ok := h.grouped(v, to.name, text)
		if !ok {
			edit = h.Above(decl.Pos(), "var "+to.name+" = "+text)
		}
		to.declare = []source.TextEdit{edit}
	}
	if key != "" && len(to.declare) > 0 {
		h.made[key] = to
	}
	h.Report(rule.Finding{
		At:      cur.Node(),
		Message: v.what + " is made anew in each call of " + fn,
		Title:   cmp.Or(v.title, "Make the value once, in the variable ") + to.name,
		Class:   v.class.And(h.order(decl)),
		Edits:   append(slices.Clip(to.declare), uses...),
		Form:    v.shared,
	})
}

// tellingName is the length from which the name of a local variable is taken to be clear at package
// level, too. Names like re and pattern are not, nor is the name of the kind, replacer.
const tellingName = 8

// telling reports whether the local variable of d can be declared at package level under its own name.
//
//	                                        func f(s string) { numberRE := regexp.MustCompile("x") … }
//	--------------------------------------
//	var numberRE = regexp.MustCompile("x")
//	                                        func f(s string) { … }
func (h *hoister) telling(d source.Decl, v value) bool {
	return v.methods != "" && !d.Var.Exported() && len(d.Var.Name()) >= tellingName && !strings.EqualFold(d.Var.Name(), v.name) && h.Promote(d.Var)
}

// mostUses is how many uses of a local variable get the name of the variable of the package: of more the diff would be longer.
const mostUses = 3

// movable returns the declaration of a local variable that only has the value at cur, which use replaces, and whose line can
// go when a variable of the package stands for it. A comment above it stays, if the next statement uses the variable.
//
//	tpl := template.Must(…)    tpl.Execute(w, data)
//	-----------------------    ---
//	                           fTemplate.Execute(w, data)
func (h *hoister) movable(cur inspector.Cursor, use source.TextEdit, v value) (source.Decl, bool) {
	d, ok := h.DeclWith(source.Parens(cur))
	if !ok || string(use.NewText) != "\x00" || !d.Typed() || len(h.Pkg.Writes(d.Var)) > 0 {
		return d, false
	}
	_, _, inList := source.StmtList(d.Cur)
	_, short := d.Stmt.(*ast.AssignStmt)
	behind := h.behind(d.Stmt)
	return d, short && inList && h.AloneOnLine(d.Stmt.Pos()) && (behind == "" || v.shared == "" && strings.HasPrefix(behind, "//")) &&
		!(h.described(d.Stmt) && h.Pkg.Mentions(d.Rest[0], d.Var) == 0)
}

// described reports whether a comment ends on the line above a statement: without the statement it would be about the next one.
func (h *hoister) described(stmt ast.Stmt) bool {
	line := func(pos token.Pos) int { return h.Fset.Position(pos).Line }
	return slices.ContainsFunc(h.Syntax.Comments, func(g *ast.CommentGroup) bool { return line(g.End())+1 == line(stmt.Pos()) })
}

// behind returns the text behind a statement on its last line: a comment, mostly.
func (h *hoister) behind(stmt ast.Stmt) string {
	return strings.TrimSpace(h.Between(stmt.End(), h.LineBelow(stmt.End())))
}

// withoutLine removes the lines of a statement, and a blank line below it if there is a blank line
// above it, too, or the block begins there.
func (h *hoister) withoutLine(stmt ast.Stmt) source.TextEdit {
	start, end := stmt.Pos()-token.Pos(len(h.Indent(stmt.Pos()))), h.LineBelow(stmt.End())
	above := strings.TrimRight(h.Between(h.DeclAt(stmt.Pos()).Pos(), start), " \t")
	if below := h.LineBelow(end); strings.TrimSpace(h.Between(end, below)) == "" && (strings.HasSuffix(above, "\n\n") || strings.HasSuffix(above, "{\n")) {
		end = below
	}
	return source.TextEdit{Pos: start, End: end}
}

// decl returns the function declaration around cur and its name.
func (h *hoister) decl(cur inspector.Cursor) (*ast.FuncDecl, string) {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		fd := c.Node().(*ast.FuncDecl)
		return fd, fd.Name.Name
	}
	return nil, "" // a function literal at package level, which has no name
}

// moved returns the text of e at pos, at package level. String constants that are not
// declared there are written out; ok is false if another name means something else there.
func (h *hoister) moved(e ast.Expr, pos token.Pos) (text string, ok bool) {
	var b strings.Builder
	at := e.Pos()
	for id := range h.Misread(e, pos) {
		value, isConst := source.StringConst(h.Info, id)
		if !isConst || !source.IsString(types.Default(h.Info.TypeOf(id))) {
			return "", false
		}
		b.WriteString(h.Between(at, id.Pos()) + verbs.Quote(value))
		at = id.End()
	}
	return b.String() + h.Between(at, e.End()), true
}

// onRegexp are the methods that leave a regular expression as it is.
const onRegexp = " Match MatchString MatchReader Find FindAll FindAllIndex FindAllString FindAllStringIndex FindAllStringSubmatch" +
	" FindAllStringSubmatchIndex FindAllSubmatch FindAllSubmatchIndex FindIndex FindReaderIndex FindReaderSubmatchIndex FindString" +
	" FindStringIndex FindStringSubmatch FindStringSubmatchIndex FindSubmatch FindSubmatchIndex LiteralPrefix NumSubexp" +
	" ReplaceAll ReplaceAllFunc ReplaceAllLiteral ReplaceAllLiteralString ReplaceAllString ReplaceAllStringFunc Split String" +
	" SubexpIndex Expand ExpandString "

// value recognises the calls that always make an equal value.
func (h *hoister) value(cur inspector.Cursor, call *ast.CallExpr) (value, bool) {
	is := func(pkg string, names ...string) bool {
		_, ok := source.CallTo(h.Info, call, pkg, names...)
		return ok
	}
	switch {
	case is("regexp", "MustCompile"):
		return value{what: "a regular expression", name: "RE", says: h.constantOf(call.Args[0]), methods: onRegexp}, h.compiles(call.Args[0], regexp.Compile)
	case is("regexp", "MustCompilePOSIX"):
		return value{what: "a regular expression", name: "RE", says: h.constantOf(call.Args[0]), methods: onRegexp}, h.compiles(call.Args[0], regexp.CompilePOSIX)
	case is("strings", "NewReplacer"):
		return value{what: "a replacer", name: "Replacer", methods: " Replace WriteString "}, h.pairs(call)
	case is("errors", "New"), is("fmt", "Errorf") && len(call.Args) == 1:
		text, isConst := h.constantText(call.Args[0])
		_, fn := h.decl(cur)
		v := constantError(text, fn)
		if _, isLit := ast.Unparen(call.Args[0]).(*ast.BasicLit); isLit {
			v.shared = h.Fset.Position(call.Pos()).Filename + " " + text
		}
		return v, isConst && (is("errors", "New") || !strings.Contains(text, "%"))
	case is("time", "FixedZone"):
		return value{what: "a time zone", name: "Zone", class: rule.Review(rule.Identity.Caveat("times of different calls become equal"))}, h.constants(call.Args)
	}
	return value{what: "a template", name: "Template", methods: " Execute ExecuteTemplate "}, h.template(call)
}

// constantBytes moves []byte("text") and []byte{'c'}, as the argument of a Write method.
//
//	                                   func f(h hash.Hash) { h.Write([]byte{0}) }
//	----------------------------------
//	var fBytes = []byte{0}
//	                                   func f(h hash.Hash) { h.Write(fBytes) }
func (h *hoister) constantBytes(cur inspector.Cursor, e ast.Expr) {
	if source.IsBytes(h.Info.TypeOf(e)) && h.written(cur, e) && h.holdsConstants(e) && h.repeated(cur) && !h.HasComment(e.Pos(), e.End()) {
		v := value{what: "a constant []byte", name: "Bytes", says: h.constantOf(e), class: rule.Review(rule.Contract.Caveat("the writer must not change the bytes"))}
		h.toPackage(cur, e, v, source.ReplaceNode(e, "\x00"))
	}
}

// constantOf returns the text that an expression, or what it converts, is made of: the name of a constant, or its value; "" if it is
// none.
func (h *hoister) constantOf(e ast.Expr) string {
	if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && len(call.Args) == 1 {
		e = call.Args[0]
	}
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok && len(lit.Elts) == 1 {
		e = lit.Elts[0]
	}
	if id, ok := ast.Unparen(e).(*ast.Ident); ok {
		return id.Name
	}
	text, _ := source.StringConst(h.Info, e)
	return text
}

// holdsConstants reports whether a conversion or a composite literal makes a non-empty []byte of constants.
func (h *hoister) holdsConstants(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.CallExpr:
		text, ok := source.StringConst(h.Info, e.Args[0])
		return ok && text != ""
	case *ast.CompositeLit:
		return e.Type != nil && len(e.Elts) > 0 && !slices.ContainsFunc(e.Elts, func(elt ast.Expr) bool {
			_, keyed := elt.(*ast.KeyValueExpr)
			return keyed || h.Info.Types[elt].Value == nil
		})
	}
	return false
}

// written reports whether e, which is at cur, is the argument of a Write method. If the type has a WriteString, too,
// e has to be other than a text, for which convert has the better rewrite, and the writer one that may keep it.
func (h *hoister) written(cur inspector.Cursor, e ast.Expr) bool {
	outer := source.ArgumentOf(cur)
	if outer == nil {
		return false
	}
	fn, ok := typeutil.Callee(h.Info, outer).(*types.Func)
	if !ok || fn.Name() != "Write" || len(outer.Args) != 1 || fn.Signature().Recv() == nil || fn.Signature().Results().Len() != 2 {
		return false
	}
	t := h.Info.TypeOf(source.Receiver(h.Info, outer))
	obj, _, _ := types.LookupFieldOrMethod(t, true, h.Pkg.Types, "WriteString")
	_, isLit := e.(*ast.CompositeLit)
	_, isText := source.Characters(h.Info, e)
	return obj == nil || isLit && !isText && (types.IsInterface(t) || source.IsNamed(t, "bufio", "Writer"))
}

// mostWords is the largest number of words of a text that become a name: more make a sentence.
const mostWords = 4

// constantError returns the value of an error with the given text. The variable is named after the
// first part of the text that has words, behind the last colon, or after the function fn if that part
// has more than mostWords.
func constantError(text, fn string) value {
	name := ""
	for part := range strings.FieldsFuncSeq(text[strings.LastIndex(text, ": ")+1:], func(r rune) bool { return strings.ContainsRune(",;.()[]{}:", r) }) {
		words := strings.FieldsFunc(part, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if len(words) > 0 && len(words) <= mostWords {
			for _, w := range words {
				name += inline.Capital(w)
			}
		}
		if len(words) > 0 {
			break
		}
	}
	return value{what: "a constant error", name: "err" + cmp.Or(name, inline.Capital(fn)), class: rule.Review(rule.Identity.Caveat("errors of different calls become equal"))}
}

// constantText returns the constant operands of a concatenation. Constants that other builds may
// declare otherwise, like runtime.GOOS, are left out of the text. ok is false if an operand is no constant.
func (h *hoister) constantText(e ast.Expr) (text string, ok bool) {
	for _, operand := range source.Operands(h.Info, e) {
		value, isKnown := source.StringConst(h.Info, operand)
		name, isName := ast.Unparen(operand).(*ast.SelectorExpr)
		if !isKnown && isName {
			_, isKnown = h.Info.Uses[name.Sel].(*types.Const)
		}
		if !isKnown {
			return "", false
		}
		text += value
	}
	return text, true
}

// compiles reports whether arg is a constant and a regular expression without errors.
func (h *hoister) compiles(arg ast.Expr, compile func(string) (*regexp.Regexp, error)) bool {
	text, ok := source.StringConst(h.Info, arg)
	if !ok {
		return false
	}
	_, err := compile(text)
	return err == nil
}

// pairs reports whether the arguments are constants, of an even number: NewReplacer
// panics otherwise.
func (h *hoister) pairs(call *ast.CallExpr) bool {
	return h.constants(call.Args) && len(call.Args) > 0 && len(call.Args)%2 == 0
}

func (h *hoister) constants(list []ast.Expr) bool {
	return !slices.ContainsFunc(list, func(e ast.Expr) bool { return h.Info.Types[e].Value == nil })
}

// builtins are the functions that every template has, see the section Functions of text/template.
var builtins = map[string]any{
	"and": 0, "or": 0, "not": 0, "len": 0, "index": 0, "slice": 0, "print": 0, "printf": 0, "println": 0, "html": 0,
	"js": 0, "urlquery": 0, "call": 0, "eq": 0, "ge": 0, "gt": 0, "le": 0, "lt": 0, "ne": 0,
}

// template recognises template.Must(template.New("name").Parse("text")).
func (h *hoister) template(call *ast.CallExpr) bool {
	for _, pkg := range []string{"text/template", "html/template"} {
		// CallTo refuses arguments like that of Must, a call with two results.
		if _, ok := source.CallOf(h.Info, call, pkg, "Must"); !ok || len(call.Args) != 1 {
			continue
		}
		parsed, ok := source.CallTo(h.Info, call.Args[0], pkg, "Template.Parse")
		if !ok {
			return false
		}
		made, ok := source.CallTo(h.Info, source.Receiver(h.Info, parsed), pkg, "New")
		if !ok {
			return false
		}
		name, isName := source.StringConst(h.Info, made.Args[0])
		text, isText := source.StringConst(h.Info, parsed.Args[0])
		if !isName || !isText {
			return false
		}
		_, err := parse.Parse(name, text, "", "", builtins)
		return err == nil
	}
	return false
}

// repeated reports whether the code at cur may run more than once.
func (h *hoister) repeated(cur inspector.Cursor) bool {
	if _, ok := source.EnclosingFunc(cur); !ok {
		return false // at package level already
	}
	_, fn := h.decl(cur)
	once := fn == "init" || fn == "main" && h.Pkg.Types.Name() == "main"
	return !once || source.InLoop(cur)
}

// onlyMethods reports whether all uses of the value at cur are calls of the listed methods.
func (h *hoister) onlyMethods(cur inspector.Cursor, methods string) bool {
	if methods == "" {
		return source.Parens(cur).ParentEdgeKind() != edge.ExprStmt_X
	}
	return h.used(cur, func(use inspector.Cursor) bool { return h.calls(use, methods) })
}

// used reports whether is holds for the value at cur, or for all uses of the local variable
// that is declared with it.
func (h *hoister) used(cur inspector.Cursor, is func(inspector.Cursor) bool) bool {
	cur = source.Parens(cur)
	if is(cur) {
		return true
	}
	d, ok := h.DeclWith(cur)
	return ok && d.Typed() && len(h.Pkg.Writes(d.Var)) == 0 && h.Pkg.Every(d.Var, is)
}

// calls reports whether a listed method is called on the expression at cur.
func (h *hoister) calls(cur inspector.Cursor, methods string) bool {
	if cur.ParentEdgeKind() != edge.SelectorExpr_X {
		return false
	}
	sel := cur.Parent()
	return source.Parens(sel).ParentEdgeKind() == edge.CallExpr_Fun &&
		strings.Contains(methods, " "+sel.Node().(*ast.SelectorExpr).Sel.Name+" ")
}

// matches compiles the pattern of regexp.MatchString and Match once.
//
//	ok, _ := regexp.MatchString("x", s)     return regexp.MatchString("x", s)
//	-----------------------------------     ---------------------------------
//	ok := fRE.MatchString(s)                return fRE.MatchString(s), nil
//
//	ok, err := regexp.MatchString("x", s)
//	if err != nil {
//		return err
//	}
//	-------------------------------------
//	ok := fRE.MatchString(s)
func (h *hoister) matches(cur inspector.Cursor, call *ast.CallExpr) {
	if _, ok := source.CallTo(h.Info, call, "regexp", "MatchString", "Match", "MatchReader"); !ok {
		return
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !h.compiles(call.Args[0], regexp.Compile) || !h.repeated(cur) {
		return
	}
	text := "\x00." + sel.Sel.Name + "(" + h.Text(call.Args[1]) + ")"
	use := source.ReplaceNode(call, text)
	var more []source.TextEdit
	switch parent := cur.Parent().Node().(type) {
	case *ast.ReturnStmt:
		use = source.ReplaceNode(call, text+", nil")
	case *ast.AssignStmt:
		if id, ok := parent.Lhs[1].(*ast.Ident); ok && id.Name == "_" {
			first := parent.Lhs[0]
			if blank, ok := first.(*ast.Ident); ok && blank.Name == "_" {
				return
			}
			use = source.Replace(first.End(), call.End(), " "+parent.Tok.String()+" "+text)
		} else if handles, tok, ok := h.handled(cur.Parent()); ok {
			use = source.Replace(parent.Lhs[0].End(), call.End(), " "+tok.String()+" "+text)
			more = append(more, h.File.Remove(handles))
		} else {
			use = source.ReplaceNode(call, text+", error(nil)")
		}
	default:
		return
	}
	decl, _ := h.decl(cur)
	if decl == nil || h.HasComment(use.Pos, use.End) || !h.Universe(call.Pos(), "nil", "error") || !h.Visible(sel.X, decl.Pos()) {
		return
	}
	compile := h.Text(sel.X) + ".MustCompile("
	h.toPackage(cur, call.Args[0], value{what: "a regular expression", name: "RE", says: h.constantOf(call.Args[0]), methods: onRegexp, before: compile, after: ")"}, use, more...)
}

// declaredAnew reports whether the first use of v behind pos, if there is one, is a statement of the same list as the one at
// cur that would declare v, with the same type, if that did not.
//
//	n, err := f()
func (h *hoister) declaredAnew(cur inspector.Cursor, v *types.Var, pos token.Pos) bool {
	uses := h.Pkg.Uses(v)
	i := slices.IndexFunc(uses, func(use inspector.Cursor) bool { return use.Node().Pos() >= pos })
	if i < 0 {
		return true
	}
	_, at := uses[i].ParentEdge()
	anew, ok := uses[i].Parent().Node().(*ast.AssignStmt)
	if !ok || uses[i].ParentEdgeKind() != edge.AssignStmt_Lhs || anew.Tok != token.DEFINE || uses[i].Parent().Parent() != cur.Parent() {
		return false
	}
	if len(anew.Rhs) == len(anew.Lhs) {
		return types.Identical(h.Info.TypeOf(anew.Rhs[at]), v.Type())
	}
	results, ok := h.Info.TypeOf(anew.Rhs[0]).(*types.Tuple)
	return ok && types.Identical(results.At(at).Type(), v.Type())
}

// handled returns the statement that only looks whether the second variable, which the statement at cur declares, is
// nil, where no other code needs the variable, so that both can go, and the token that assigns to the first one then.
func (h *hoister) handled(cur inspector.Cursor) (handles ast.Stmt, tok token.Token, ok bool) {
	s := cur.Node().(*ast.AssignStmt)
	next, ok := cur.NextSibling()
	if !ok || s.Tok != token.DEFINE {
		return nil, 0, false
	}
	test, isIf := next.Node().(*ast.IfStmt)
	v, declares := h.Info.Defs[s.Lhs[1].(*ast.Ident)].(*types.Var)
	if !isIf || !declares || test.Init != nil || test.Else != nil || h.HasComment(test.Pos(), test.End()) {
		return nil, 0, false
	}
	cond, isCond := ast.Unparen(test.Cond).(*ast.BinaryExpr)
	if !isCond || cond.Op != token.NEQ || !h.Info.Types[cond.Y].IsNil() || !h.Pkg.Is(cond.X, v) || source.IsBlank(s.Lhs[0]) || !h.declaredAnew(cur, v, test.End()) || h.Pkg.Needs(test, v) {
		return nil, 0, false
	}
	tok = token.ASSIGN
	if first, isIdent := s.Lhs[0].(*ast.Ident); isIdent && h.Info.Defs[first] != nil {
		tok = token.DEFINE
	}
	return test, tok, true
}

// group is the number of elements in the first group of a map (internal/abi.MapGroupSlots), which is on
// the stack if the map does not escape.
const group = 8

// table moves a map of constants that is only read.
//
//	                                   func f(s string) int { m := map[string]int{…}; return m[s] }
//	----------------------------------
//	var fMap = map[string]int{…}
//	                                   func f(s string) int { return fMap[s] }
func (h *hoister) table(cur inspector.Cursor, lit *ast.CompositeLit) {
	if !source.IsA[*types.Map](h.Info.TypeOf(lit)) || len(lit.Elts) <= group || lit.Type == nil {
		return
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok || h.Info.Types[kv.Key].Value == nil || !h.constant(kv.Value) {
			return
		}
	}
	if h.repeated(cur) && h.used(cur, h.Pkg.Looked) {
		// Comments inside the literal move with it.
		h.toPackage(cur, lit, value{what: "a map of constants", name: "Map"}, source.ReplaceNode(lit, "\x00"))
	}
}

// constant reports whether e is a constant, or a struct or array of constants.
func (h *hoister) constant(e ast.Expr) bool {
	if h.Info.Types[e].Value != nil {
		return true
	}
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok {
		return false
	}
	switch h.Info.TypeOf(lit).Underlying().(type) {
	case *types.Struct, *types.Array:
	default:
		return false // a reader of the map could change the elements
	}
	return !slices.ContainsFunc(source.Elements(lit), func(elt ast.Expr) bool { return !h.constant(elt) })
}
