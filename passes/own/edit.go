package own

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// A writer writes the body of after with the names and expressions of one place of the code.
type writer struct {
	*site
	m        *match
	pos      token.Pos // of the place in the code
	fillings []filling
	names    map[types.Object]string // names in the code: of variables of after, and of parameters that are hoisted
	imports  []source.TextEdit
	lent     map[string]bool // names that variables of after have been given
	said     map[string]bool // predeclared names that after uses
	head     bool            // the place is in the head of a statement
	why      string          // why after cannot be written; empty if it can
}

func (s *site) writer(m *match, pos token.Pos, fillings []filling) *writer {
	return &writer{site: s, m: m, pos: pos, fillings: fillings, names: make(map[types.Object]string), lent: make(map[string]bool), said: make(map[string]bool)}
}

func (w *writer) after() *body { return w.pair.after }

// text returns the source of a node of after, as it is to stand in the code.
func (w *writer) text(n ast.Node) string {
	a := w.after()
	var b strings.Builder
	at := n.Pos()
	own := func(end token.Pos) string {
		text := a.file.Between(at, end)
		if strings.Contains(text, "`") {
			return text // the lines of a raw string must not be indented
		}
		return strings.ReplaceAll(text, "\n"+a.file.Indent(n.Pos()), "\n"+w.Indent(w.pos))
	}
	put := func(n ast.Node, text string) {
		b.WriteString(own(n.Pos()) + text)
		at = n.End()
	}
	cur, _ := a.file.Cursor.FindNode(n)
	for c := range cur.Preorder((*ast.SelectorExpr)(nil), (*ast.Ident)(nil)) {
		if c.Node().Pos() < at {
			continue // a part of a node that has been replaced
		}
		switch n := c.Node().(type) {
		case *ast.SelectorExpr:
			if id, obj := objectOf(a.Info, n); id != nil {
				put(n, w.global(obj))
			}
		case *ast.Ident:
			if text, ok := w.ident(c, n); ok {
				put(n, text)
			}
		}
	}
	b.WriteString(own(n.End()))
	return b.String()
}

// ident returns the text that replaces an identifier of after; ok is false where the identifier stays.
func (w *writer) ident(cur inspector.Cursor, id *ast.Ident) (text string, ok bool) {
	a := w.after()
	obj := a.Info.ObjectOf(id)
	if id.Name == "_" || obj == nil || cur.ParentEdgeKind() == edge.SelectorExpr_Sel {
		return "", false
	}
	if name, ok := w.names[obj]; ok {
		return name, true
	}
	switch v := obj.(type) {
	case *types.Var:
		if v.IsField() {
			return "", false
		}
		if i := a.hole(v); i >= 0 {
			return w.filled(cur, i), true
		}
		if a.local(v) {
			w.names[v] = w.lend(v)
			return w.names[v], true
		}
	case *types.Func:
		if v.Signature().Recv() != nil {
			return "", false
		}
	case *types.TypeName:
		if t, ok := types.Unalias(v.Type()).(*types.TypeParam); ok {
			if text = w.typeArg(t); cur.ParentEdgeKind() == edge.CallExpr_Fun {
				text = grouped(text)
			}
			return text, true
		}
	}
	if obj.Parent() == types.Universe {
		w.said[id.Name] = true
		if !w.Universe(w.pos, id.Name) {
			w.refuse(id.Name + " means something else here")
		}
		return "", false
	}
	return w.global(obj), true
}

// lend returns a name for a variable of after: that of the variable of the code that corresponds to a variable of
// before of the same name, since it is removed, or else a name that is not in use.
func (w *writer) lend(v *types.Var) string {
	for old, gone := range w.m.vars {
		if old.Name() == v.Name() && !w.lent[gone.Name()] {
			w.lent[gone.Name()] = true
			return gone.Name()
		}
	}
	return w.fresh(v)
}

// fresh returns a name for a variable of after that is not in use in the code.
func (w *writer) fresh(v *types.Var) string {
	name := w.Fresh(w.pos, v.Name())
	w.lent[name] = true
	return name
}

func (w *writer) refuse(why string) string {
	if w.why == "" {
		w.why = why
	}
	return "_"
}

// typeArg returns the type of the code that a type parameter of after stands for.
func (w *writer) typeArg(t *types.TypeParam) string {
	text, ok := w.TypeText(w.m.args[w.m.sig.TypeParams().At(t.Index())], w.pos)
	if !ok {
		return w.refuse("the type that " + t.Obj().Name() + " stands for cannot be written here")
	}
	return text
}

// global returns an object of a package as it is written in the code: its name, with a qualifier where it needs one.
func (w *writer) global(obj types.Object) string {
	if obj.Pkg().Path() == w.File.Pkg.Types.Path() {
		w.said[obj.Name()] = true
		if !w.Declares(w.pos, obj.Name()) {
			return w.refuse(obj.Name() + " means something else here")
		}
		return obj.Name()
	}
	if !obj.Exported() {
		return w.refuse(w.pair.After + " uses " + obj.Name() + ", which " + obj.Pkg().Path() + " does not export")
	}
	qualifier, edits, ok := w.ImportNamed(obj.Pkg().Path(), obj.Pkg().Name(), obj.Name(), w.pos)
	if !ok || w.imported(obj.Pkg(), make(map[*types.Package]bool)) {
		return w.refuse(obj.Pkg().Path() + " cannot be imported here")
	}
	w.imports = append(w.imports, edits...)
	if name, ok := strings.CutSuffix(qualifier, "."); ok {
		w.said[name] = true
	} else {
		w.said[obj.Name()] = true
	}
	return qualifier + obj.Name()
}

// imported reports whether pkg imports the package of the code, directly or not, as far as is known.
func (w *writer) imported(pkg *types.Package, seen map[*types.Package]bool) bool {
	if seen[pkg] {
		return false
	}
	seen[pkg] = true
	for _, imp := range pkg.Imports() {
		if imp.Path() == w.File.Pkg.Types.Path() || w.imported(imp, seen) {
			return true
		}
	}
	return false
}

// filled returns the text that replaces parameter i of after at cur: the expression that fills it, converted if it
// would not have the parameter's type there, and in parentheses where the operator around it binds more tightly.
func (w *writer) filled(cur inspector.Cursor, i int) string {
	f := w.fillings[i]
	text, t := w.Text(f.Expr), w.after().sig.Params().At(i).Type()
	if w.m.receives[i] {
		if source.Parens(cur).ParentEdgeKind() == edge.SelectorExpr_X {
			return text
		}
		return "&" + text
	}
	if ref, ok := f.Expr.(*ast.UnaryExpr); ok && ref.Op == token.AND && !source.Has[*ast.CompositeLit](ref.X) && source.Parens(cur).ParentEdgeKind() == edge.SelectorExpr_X {
		return w.Text(ref.X) // as (&x).M() is x.M()
	}
	if w.exact(i) || w.passed(cur, t) || w.plain(cur, i, t) || w.called(cur, t) {
		bare := w.head && isBare(cur) && shows(f.Expr)
		if (bare || needsParens(f.Expr, source.Parens(cur))) && source.Parens(cur) == cur {
			return "(" + text + ")"
		}
		return text
	}
	return w.converted(w.parameterType(i), text)
}

// isBare reports whether the place in after at cur is in no parentheses.
func isBare(cur inspector.Cursor) bool {
	for c := range cur.Enclosing() {
		switch c.ParentEdgeKind() {
		case edge.CallExpr_Args, edge.ParenExpr_X:
			return false
		}
	}
	return true
}

// shows reports whether e contains a composite literal that is not in parentheses.
func shows(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			found = true
		case *ast.CallExpr:
			found = found || shows(n.Fun)
			return false
		case *ast.ParenExpr, *ast.FuncLit:
			return false
		}
		return !found
	})
	return found
}

// exact reports whether the expression that fills parameter i has the parameter's type, whatever is around it.
func (w *writer) exact(i int) bool {
	e := w.fillings[i].Expr
	tv := w.Info.Types[e]
	if _, obj := objectOf(w.Info, e); obj != nil && tv.Value != nil {
		return w.m.args.unify(w.m.sig.Params().At(i).Type(), obj.Type()) // a typed constant
	}
	return tv.Value == nil && !tv.IsNil() && !source.Shifts(w.Info, e) && w.m.args.unify(w.m.sig.Params().At(i).Type(), types.Default(tv.Type))
}

// passed reports whether the place in after at cur is assigned to type t: as the argument of a function with a
// parameter of that type, or as the value of an entry of a map with such elements.
func (w *writer) passed(cur inspector.Cursor, t types.Type) bool {
	call := source.ArgumentOf(cur)
	info := w.after().Info
	if source.Parens(cur).ParentEdgeKind() == edge.KeyValueExpr_Value {
		lit, _ := source.Parens(cur).Parent().Parent().Node().(ast.Expr)
		m, ok := source.Core(info.TypeOf(lit)).(*types.Map)
		return ok && types.Identical(m.Elem(), t)
	}
	if call == nil || source.IsConversion(info, call) || info.Types[call.Fun].IsBuiltin() {
		return false
	}
	sig, ok := source.Core(info.TypeOf(call.Fun)).(*types.Signature)
	_, at := source.Parens(cur).ParentEdge()
	return ok && sig.TypeParams() == nil && types.Identical(parameter(sig, at, call.Ellipsis.IsValid()), t)
}

// called reports whether the place in after at cur is an operand of type t, an interface, whose method is called. The
// expression that fills it has that method, too.
func (w *writer) called(cur inspector.Cursor, t types.Type) bool {
	sel := source.Parens(cur).Parent()
	return isInterface(t) && source.Parens(cur).ParentEdgeKind() == edge.SelectorExpr_X && source.Parens(sel).ParentEdgeKind() == edge.CallExpr_Fun
}

// plain reports whether a constant has the type t without a conversion, and is no operand of an operator that would
// make it a constant of another type.
func (w *writer) plain(cur inspector.Cursor, i int, t types.Type) bool {
	if w.Info.Types[w.fillings[i].Expr].Value == nil {
		return false
	}
	if source.IsString(t) || types.Identical(t, types.Typ[types.Bool]) {
		return true
	}
	switch source.Parens(cur).Parent().Node().(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr:
		return false
	}
	return types.Identical(t, types.Typ[types.Int]) && types.Identical(types.Default(w.Info.TypeOf(w.fillings[i].Expr)), t)
}

// parameterType returns the type of parameter i of after, as it is written in the code.
func (w *writer) parameterType(i int) string {
	for _, field := range w.after().decl.Type.Params.List {
		if i -= len(field.Names); i < 0 {
			if dots, ok := field.Type.(*ast.Ellipsis); ok {
				return "[]" + w.text(dots.Elt)
			}
			return w.text(field.Type)
		}
	}
	return w.refuse("a parameter has no type")
}

func (w *writer) converted(typ, text string) string { return grouped(typ) + "(" + text + ")" }

// grouped returns a type in the form that it needs in front of the operand of a conversion.
func grouped(typ string) string {
	for _, begins := range []string{"*", "func", "<-", "chan"} {
		if strings.HasPrefix(typ, begins) {
			return "(" + typ + ")"
		}
	}
	return typ
}

// needsParens reports whether the expression e must be in parentheses if it replaces the expression at cur.
func needsParens(e ast.Expr, cur inspector.Cursor) bool {
	e = ast.Unparen(e)
	prec := token.HighestPrec
	switch e := e.(type) {
	case *ast.BinaryExpr:
		prec = e.Op.Precedence()
	case *ast.UnaryExpr, *ast.StarExpr:
		prec = token.UnaryPrec
	case *ast.FuncLit:
		return cur.ParentEdgeKind() == edge.CallExpr_Fun || cur.ParentEdgeKind() == edge.ExprStmt_X
	default:
		return false
	}
	switch cur.ParentEdgeKind() {
	case edge.BinaryExpr_X:
		return prec < cur.Parent().Node().(*ast.BinaryExpr).Op.Precedence()
	case edge.BinaryExpr_Y:
		return prec <= cur.Parent().Node().(*ast.BinaryExpr).Op.Precedence()
	case edge.UnaryExpr_X, edge.StarExpr_X:
		return prec < token.UnaryPrec
	case edge.SelectorExpr_X, edge.IndexExpr_X, edge.IndexListExpr_X, edge.SliceExpr_X, edge.CallExpr_Fun, edge.TypeAssertExpr_X:
		return true
	}
	return false
}

// result returns the text of result i of after, converted if it does not have the result's type by itself.
func (w *writer) result(i int) string {
	a := w.after()
	e := a.results[i]
	text := w.text(e)
	tv := a.Info.Types[e]
	t := a.sig.Results().At(min(i, a.sig.Results().Len()-1)).Type()
	plain := tv.Value != nil && (source.IsString(t) || types.Identical(t, types.Typ[types.Bool]) || types.Identical(t, types.Typ[types.Int]))
	if (tv.Value != nil || tv.IsNil()) && !plain || source.Shifts(a.Info, e) {
		for _, field := range a.decl.Type.Results.List { // results of pairs have no names
			if i--; i < 0 {
				return w.converted(w.text(field.Type), text)
			}
		}
	}
	return text
}

// value returns the text of the result of after, to replace the expression at cur.
func (w *writer) value(cur inspector.Cursor) string {
	w.head = inHead(cur)
	text, root := w.result(0), w.root()
	if w.m.negated {
		text, root = w.negated(text, root)
	}
	if needsParens(root, cur) || inHead(cur) && source.Has[*ast.CompositeLit](root) {
		return "(" + text + ")"
	}
	return text
}

// negated returns the negation of the result of after, and the expression that it is.
func (w *writer) negated(text string, root ast.Expr) (string, ast.Expr) {
	switch e := root.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return strings.TrimPrefix(text, "!"), ast.Unparen(e.X)
		}
	case *ast.BinaryExpr:
		if op := opposite[e.Op]; op != 0 {
			return w.text(e.X) + " " + op.String() + " " + w.text(e.Y), root
		}
		text = "(" + text + ")"
	}
	return "!" + text, &ast.UnaryExpr{Op: token.NOT, X: root}
}

// root returns the expression that after returns or, if that is a parameter, the expression that fills it.
func (w *writer) root() ast.Expr {
	e := ast.Unparen(w.after().results[0])
	if v, ok := w.after().LocalVar(e); ok {
		if i := w.after().hole(v); i >= 0 && w.names[v] == "" {
			return w.fillings[i].Expr
		}
	}
	return e
}

// hoist returns lines that declare variables for the expressions that fill the parameters in list.
func (w *writer) hoist(list []int) (lines []string) {
	for _, i := range list {
		v := w.after().sig.Params().At(i)
		name, text := w.fresh(v), w.Text(w.fillings[i].Expr)
		switch {
		case w.m.receives[i]:
			text = "&" + text
		case !w.exact(i):
			text = w.converted(w.parameterType(i), text)
		}
		w.names[v] = name
		lines = append(lines, name+" := "+text)
	}
	return lines
}

// statements returns the statements of after, with the comments above them.
func (w *writer) statements() (lines []string) {
	a := w.after()
	at := a.decl.Body.Lbrace + 1
	for _, s := range a.stmts {
		if gap := strings.TrimSpace(a.file.Between(at, s.Pos())); strings.HasPrefix(gap, "//") || strings.HasPrefix(gap, "/*") {
			for line := range strings.Lines(gap) {
				lines = append(lines, strings.TrimSpace(line))
			}
		}
		lines = append(lines, w.text(s))
		at = s.End()
	}
	return lines
}
