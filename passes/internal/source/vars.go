package source

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// Shifts reports whether e contains a shift like 1 << n, of a constant by a variable, whose type
// depends on where e stands: it may be int in one place and int64 in another, which differ on
// 32-bit systems. Operands of calls do not count.
func Shifts(info *types.Info, e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			return false // its operands have types of their own
		case *ast.BinaryExpr:
			shift := n.Op == token.SHL || n.Op == token.SHR
			found = found || shift && info.Types[n].Value == nil && info.Types[n.X].Value != nil
		}
		return true
	})
	return found
}

// underlying returns the underlying type of e, types.Typ[types.Invalid] if e has no type.
func underlying(info *types.Info, e ast.Expr) types.Type {
	if t := info.TypeOf(e); t != nil {
		return t.Underlying()
	}
	return types.Typ[types.Invalid]
}

// IsConversion reports whether call is a conversion T(x).
func IsConversion(info *types.Info, call *ast.CallExpr) bool { return info.Types[call.Fun].IsType() }

// IsBuiltin reports whether call calls one of the named builtin functions, or any if
// none is named.
func IsBuiltin(info *types.Info, call *ast.CallExpr, names ...string) bool {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return false
	}
	b, ok := info.Uses[id].(*types.Builtin)
	return ok && (len(names) == 0 || slices.Contains(names, b.Name()))
}

// CallTo returns e as a call of one of the package-level functions of pkgpath, or of its methods,
// by names like "Type.Name" (pointer receivers included). ok is false for other expressions, and
// for calls f(x...), calls f(g()) where g has several results, and promoted methods.
func CallTo(info *types.Info, e ast.Expr, pkgpath string, names ...string) (*ast.CallExpr, bool) {
	call, ok := CallOf(info, e, pkgpath, names...)
	if !ok || call.Ellipsis.IsValid() || !ownArgs(info, call) || promoted(info, call) {
		return nil, false
	}
	return call, true
}

// CallOf is [CallTo] that accepts all forms of calls.
func CallOf(info *types.Info, e ast.Expr, pkgpath string, names ...string) (*ast.CallExpr, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return nil, false
	}
	fn := Func(info, call)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != pkgpath || !slices.Contains(names, stdlib.FuncName(fn)) {
		return nil, false
	}
	return call, true
}

// Func returns the function or method that is called, which may be a method of an interface; nil
// for a function value, a builtin or a conversion.
func Func(info *types.Info, call *ast.CallExpr) *types.Func {
	fn, _ := typeutil.Callee(info, call).(*types.Func)
	return fn
}

// promoted reports whether the method comes from an embedded field: the type around the field may
// declare other methods.
func promoted(info *types.Info, call *ast.CallExpr) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && info.Selections[sel] != nil && len(info.Selections[sel].Index()) > 1
}

// ownArgs reports whether the arguments are not the results of a single call f(g()).
func ownArgs(info *types.Info, call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return true
	}
	return !IsA[*types.Tuple](info.TypeOf(call.Args[0]))
}

// Receiver returns x of a call x.M(…) of a method or of a field, nil for other calls.
func Receiver(info *types.Info, call *ast.CallExpr) ast.Expr {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || info.Selections[sel] == nil {
		return nil
	}
	return sel.X
}

// Parameter returns the function that a call names, as it is declared, and the parameter that the argument i becomes, or
// the receiver if i is below zero; nil if there is none for this argument alone, or a method is called as T.M(x).
func Parameter(info *types.Info, call *ast.CallExpr, i int) (fn *types.Func, param *types.Var) {
	fn = typeutil.StaticCallee(info, call)
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	method := info.Selections[sel]
	if fn == nil || !ownArgs(info, call) || method != nil && method.Kind() == types.MethodExpr {
		return nil, nil
	}
	fn = fn.Origin()
	sig := fn.Signature()
	fixed := sig.Params().Len()
	if sig.Variadic() && !call.Ellipsis.IsValid() {
		fixed--
	}
	switch {
	case i < 0:
		return fn, sig.Recv()
	case i >= fixed:
		return nil, nil
	}
	return fn, sig.Params().At(i)
}

// StringConst returns the value of a constant string expression, false for other expressions.
func StringConst(info *types.Info, e ast.Expr) (string, bool) {
	if v := info.Types[e].Value; v != nil && v.Kind() == constant.String {
		return constant.StringVal(v), true
	}
	return "", false
}

// Characters returns the text of a literal of bytes that are written as characters of ASCII, []byte{'=', '\n'}; false for
// other expressions.
func Characters(info *types.Info, e ast.Expr) (text string, ok bool) {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	if !ok || len(lit.Elts) == 0 || !IsBytes(info.TypeOf(lit)) {
		return "", false
	}
	for _, elt := range lit.Elts {
		c, isLit := elt.(*ast.BasicLit)
		n, _ := IntConst(info, elt)
		if !isLit || c.Kind != token.CHAR || n >= utf8.RuneSelf {
			return "", false
		}
		text += string(rune(n))
	}
	return text, true
}

// IntConst returns the value of a constant integer expression, false for other expressions and for
// values that do not fit an int64.
func IntConst(info *types.Info, e ast.Expr) (int64, bool) {
	if v := info.Types[e].Value; v != nil && v.Kind() == constant.Int {
		return constant.Int64Val(v)
	}
	return 0, false
}

// IsNamed reports whether t, or what it points to, is the type name of pkgpath.
func IsNamed(t types.Type, pkgpath, name string) bool {
	named, ok := types.Unalias(typefact.Pointee(t)).(*types.Named)
	return ok && named.Obj().Name() == name && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == pkgpath
}

// IsBuffer reports whether t is bytes.Buffer itself, not a pointer.
func IsBuffer(t types.Type) bool { return !IsA[*types.Pointer](t) && IsNamed(t, "bytes", "Buffer") }

// IsString reports whether t is string itself.
func IsString(t types.Type) bool { return types.Identical(t, types.Typ[types.String]) }

// IsBytes reports whether t is []byte itself.
func IsBytes(t types.Type) bool {
	s, ok := types.Unalias(t).(*types.Slice)
	return ok && types.Identical(s.Elem(), types.Typ[types.Byte])
}

// LocalVar returns the variable that e names if it is local to a function, parameters and named
// results included.
func (p *Package) LocalVar(e ast.Expr) (*types.Var, bool) {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return nil, false
	}
	v, ok := p.Info.ObjectOf(id).(*types.Var)
	if !ok || v.IsField() || v.Parent() == nil || v.Parent() == p.Types.Scope() || v.Pkg() != p.Types {
		return nil, false
	}
	return v, true
}

// Captured reports whether v can be reached by other means than its name in the function that
// declares it: a function literal mentions v ([Package.InLiteral]), or its address is taken, also
// by a method with a pointer receiver or by slicing an array.
func (p *Package) Captured(v *types.Var) bool {
	return p.InLiteral(v) || slices.ContainsFunc(p.uses[v], p.Addressed)
}

// InLiteral reports whether a function literal mentions v that does not declare it. A literal that
// is called once, where it stands, and has all uses of v does not count: it could declare v.
func (p *Package) InLiteral(v *types.Var) bool {
	return slices.ContainsFunc(p.uses[v], func(use inspector.Cursor) bool { return p.inLiteral(v, use) })
}

// WrittenAround reports whether v is only written by assignments in the function that declares it, and cur is in that function,
// function literals in it aside.
func (p *Package) WrittenAround(v *types.Var, cur inspector.Cursor) bool {
	return !p.inLiteral(v, cur) && !slices.ContainsFunc(p.Writes(v), func(use inspector.Cursor) bool { return p.Addressed(use) || p.inLiteral(v, use) })
}

func (p *Package) inLiteral(v *types.Var, use inspector.Cursor) bool {
	for lit := range use.Enclosing((*ast.FuncLit)(nil)) {
		if n := lit.Node(); !(n.Pos() <= v.Pos() && v.Pos() < n.End()) && !p.holdsAll(lit, v) {
			return true
		}
	}
	return false
}

// holdsAll reports whether the function literal at lit is called once, where it stands, and has all
// uses of v, so that it could declare v.
func (p *Package) holdsAll(lit inspector.Cursor, v *types.Var) bool {
	fun := Parens(lit)
	if fun.ParentEdgeKind() != edge.CallExpr_Fun || RunsLater(fun.Parent()) || v.Kind() == types.ResultVar || p.Mentions(lit.Node(), v) != len(p.uses[v]) {
		return false
	}
	f := p.FileOf(lit.Node())
	return f != nil && !f.Jumps(lit.Node().Pos()) && !LoopSince(lit, v.Pos()) && !p.counts(v)
}

// counts reports whether a for statement declares v in its head, so that the value goes on from
// iteration to iteration.
func (p *Package) counts(v *types.Var) bool {
	def, ok := p.defs[v]
	return ok && def.Parent().ParentEdgeKind() == edge.ForStmt_Init
}

// Addressed reports whether the use of a variable at cur takes its address, or that of a part.
func (p *Package) Addressed(cur inspector.Cursor) bool {
	for {
		cur = Parens(cur)
		switch parent := cur.Parent().Node().(type) {
		case *ast.UnaryExpr:
			return parent.Op == token.AND
		case *ast.SliceExpr:
			return IsA[*types.Array](underlying(p.Info, parent.X)) && cur.ParentEdgeKind() == edge.SliceExpr_X
		case *ast.IndexExpr:
			if !IsA[*types.Array](underlying(p.Info, parent.X)) || cur.ParentEdgeKind() != edge.IndexExpr_X {
				return false
			}
		case *ast.SelectorExpr:
			sel := p.Info.Selections[parent]
			if sel == nil || sel.Kind() == types.FieldVal && sel.Indirect() {
				return false
			}
			if sel.Kind() != types.FieldVal {
				return takesPointer(sel)
			}
		default:
			return false
		}
		cur = cur.Parent() // a part of the variable: ask about the whole expression
	}
}

// takesPointer reports whether the method selection x.M passes &x implicitly.
func takesPointer(sel *types.Selection) bool {
	fn, ok := sel.Obj().(*types.Func)
	if !ok {
		return false
	}
	return IsA[*types.Pointer](fn.Signature().Recv().Type()) && !IsA[*types.Pointer](sel.Recv())
}

// Writes returns the uses of v that assign to it, or to a part of it, or take its address. A part
// is what the variable itself holds: a field of a struct, an element of an array.
func (p *Package) Writes(v *types.Var) []inspector.Cursor {
	var writes []inspector.Cursor
	for _, cur := range p.uses[v] {
		if p.Changes(cur) {
			writes = append(writes, cur)
		}
	}
	return writes
}

// Changes reports whether the use of a variable at cur is one of its [Package.Writes].
func (p *Package) Changes(cur inspector.Cursor) bool { return p.Addressed(cur) || p.assigned(cur) }

// WrittenIn reports whether v is written between start and end.
func (p *Package) WrittenIn(v *types.Var, start, end token.Pos) bool {
	return slices.ContainsFunc(p.Writes(v), func(cur inspector.Cursor) bool { return start <= cur.Node().Pos() && cur.Node().Pos() < end })
}

// assigned reports whether the use at cur is, or begins, the target of an assignment that changes
// the variable itself.
func (p *Package) assigned(cur inspector.Cursor) bool {
	for {
		cur = Parens(cur)
		switch cur.ParentEdgeKind() {
		case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
			return true
		case edge.SelectorExpr_X:
			sel := p.Info.Selections[cur.Parent().Node().(*ast.SelectorExpr)]
			if sel == nil || sel.Kind() != types.FieldVal || sel.Indirect() {
				return false
			}
		case edge.IndexExpr_X:
			if !IsA[*types.Array](underlying(p.Info, cur.Node().(ast.Expr))) {
				return false
			}
		default:
			return false
		}
		cur = cur.Parent()
	}
}

// Parametric reports whether t is a type parameter, or contains one.
func Parametric(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return true
	case *types.Named:
		for arg := range t.TypeArgs().Types() {
			if Parametric(arg) {
				return true
			}
		}
	case *types.Map:
		return Parametric(t.Key()) || Parametric(t.Elem())
	case interface{ Elem() types.Type }: // *types.Pointer, *types.Slice, *types.Array, *types.Chan
		return Parametric(t.Elem())
	case *types.Struct:
		return typefact.AnyField(t, Parametric)
	case *types.Tuple:
		for v := range t.Variables() {
			if Parametric(v.Type()) {
				return true
			}
		}
	case *types.Signature:
		return Parametric(t.Params()) || Parametric(t.Results())
	case *types.Interface:
		for m := range t.Methods() {
			if Parametric(m.Type()) {
				return true
			}
		}
	}
	return false
}

// Core returns [typefact.Core] of t, the constraint for a type parameter that has none.
func Core(t types.Type) types.Type {
	if core := typefact.Core(t); core != nil {
		return core
	}
	return t.Underlying()
}

// Jumps reports whether the top-level declaration around pos contains a goto. With a goto, a
// statement need not run before the one below it, and no variable may be declared between the goto
// and its label.
func (f *File) Jumps(pos token.Pos) bool {
	decl := f.DeclAt(pos)
	if decl == nil {
		return false
	}
	return Any(decl, func(b *ast.BranchStmt) bool { return b.Tok == token.GOTO })
}

// IsIO reports whether fn is a method with the name and signature of that of io.Writer, io.Reader
// or io.StringWriter. fn may be nil.
func IsIO(fn *types.Func) bool {
	if fn == nil || !slices.Contains([]string{"Write", "Read", "WriteString"}, fn.Name()) {
		return false
	}
	takes, sig := IsBytes, fn.Signature()
	if fn.Name() == "WriteString" {
		takes = IsString
	}
	return sig.Recv() != nil && sig.Params().Len() == 1 && sig.Results().Len() == 2 && !sig.Variadic() && takes(sig.Params().At(0).Type()) &&
		types.Identical(sig.Results().At(0).Type(), types.Typ[types.Int]) && types.Identical(sig.Results().At(1).Type(), ErrorType)
}

// ErrorType is the predeclared type error.
var ErrorType = types.Universe.Lookup("error").Type()

// IsError reports whether t has the methods of error.
func IsError(t types.Type) bool {
	return types.Implements(t, ErrorType.Underlying().(*types.Interface))
}

// Needs reports whether the function would not compile without a statement or expression: code has a use of a label, or
// of a variable that is declared outside of it and read nowhere else, other than those that go, too.
func (pkg *Package) Needs(code ast.Node, gone ...*types.Var) bool {
	for n := range ast.Preorder(code) {
		switch n := n.(type) {
		case *ast.BranchStmt:
			if n.Label != nil {
				return true
			}
		case *ast.Ident:
			v, isVar := pkg.LocalVar(n)
			read := func(use inspector.Cursor) bool {
				return !Contains(code, use.Node()) && use.ParentEdgeKind() != edge.AssignStmt_Lhs
			}
			if isVar && !slices.Contains(gone, v) && (v.Pos() < code.Pos() || v.Pos() > code.End()) && !slices.ContainsFunc(pkg.Uses(v), read) {
				return true
			}
		}
	}
	return false
}
