package sink

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A value is what is known about an expression that changes nothing.
type value struct {
	vars      map[*types.Var]bool // local variables whose values it reads
	followed  map[*types.Var]bool // of these, pointers that must not be nil
	memory    bool                // reads what others may write: elements, globals, fields behind pointers
	allocates bool                // may take memory from the heap
	panics    bool                // may panic, other than by following a pointer
	methods   bool                // fmt may call methods of its operands
}

// value reads an expression, nil for a zero value. ok is false if it may change
// something, or is not understood.
func (s *sinker) value(e ast.Expr) (v value, ok bool) {
	r := reading{sinker: s, value: value{vars: map[*types.Var]bool{}, followed: map[*types.Var]bool{}}}
	ok = e == nil || r.expr(e)
	return r.value, ok
}

// A reading is the walk over one expression. Its methods report whether they
// understand what they are given, and add to the value.
type reading struct {
	*sinker
	value
}

func (r *reading) all(list []ast.Expr) bool {
	for _, e := range list {
		if !r.expr(e) {
			return false
		}
	}
	return true
}

func (r *reading) expr(e ast.Expr) bool {
	e = ast.Unparen(e)
	if tv := r.info.Types[e]; tv.Value != nil || tv.IsType() || tv.IsNil() {
		return true
	}
	switch e := e.(type) {
	case *ast.Ident:
		return r.name(e)
	case *ast.BinaryExpr:
		return r.binary(e) && r.expr(e.X) && r.expr(e.Y)
	case *ast.UnaryExpr:
		return r.unary(e)
	case *ast.CompositeLit:
		return r.literal(e)
	case *ast.FuncLit:
		r.allocates = r.allocates || r.captures(e)
		return true // its body runs when it is called, with the variables as they are then
	case *ast.SelectorExpr:
		return r.selector(e)
	case *ast.StarExpr:
		return r.follow(e.X)
	case *ast.IndexExpr:
		return r.index(e)
	case *ast.SliceExpr:
		return r.slice(e)
	case *ast.CallExpr:
		return r.call(e)
	}
	return false
}

func (r *reading) name(id *ast.Ident) bool {
	switch r.info.Uses[id].(type) {
	case *types.Func:
		return true
	case *types.Var:
		if v, ok := r.pkg.LocalVar(id); ok {
			r.read(v)
		} else {
			r.memory = true
		}
		return true
	}
	return false
}

func (r *reading) read(v *types.Var) {
	if r.vars != nil {
		r.vars[v] = true
	}
}

// follow reads what the pointer e points to.
func (r *reading) follow(e ast.Expr) bool {
	r.memory = true
	v, ok := r.pkg.LocalVar(e)
	if !ok {
		r.panics = true
		return r.expr(e)
	}
	r.read(v)
	if r.followed != nil {
		r.followed[v] = true
	}
	return true
}

func (r *reading) binary(e *ast.BinaryExpr) bool {
	x, ok := r.info.TypeOf(e.X).Underlying().(*types.Basic)
	switch e.Op {
	case token.EQL, token.NEQ:
		_, pointer := r.info.TypeOf(e.X).Underlying().(*types.Pointer)
		return ok || pointer || r.info.Types[e.Y].IsNil() || r.info.Types[e.X].IsNil()
	case token.QUO, token.REM:
		r.panics = r.panics || r.info.Types[e.Y].Value == nil && ok && x.Info()&types.IsInteger != 0
	case token.SHL, token.SHR:
		r.panics = r.panics || r.info.Types[e.Y].Value == nil
	case token.ADD:
		r.allocates = r.allocates || ok && x.Info()&types.IsString != 0
	}
	return ok
}

func (r *reading) unary(e *ast.UnaryExpr) bool {
	switch e.Op {
	case token.ARROW:
		return false
	case token.AND:
		switch x := ast.Unparen(e.X).(type) {
		case *ast.CompositeLit:
			r.allocates = true
			return r.literal(x)
		default:
			_, isLocal := r.pkg.LocalVar(e.X)
			return isLocal // where a variable is does not change
		}
	}
	return r.expr(e.X)
}

// literal reads a composite literal. The keys of a map must be such as can be
// compared without a panic.
func (r *reading) literal(e *ast.CompositeLit) bool {
	t := source.Core(r.info.TypeOf(e))
	if p, ok := t.(*types.Pointer); ok {
		t = source.Core(p.Elem()) // &T, left out inside of another literal
		r.allocates = true
	}
	keyed := false
	switch t := t.(type) {
	case *types.Map:
		if _, ok := t.Key().Underlying().(*types.Basic); !ok {
			return false
		}
		r.allocates, keyed = true, true
	case *types.Slice:
		r.allocates = r.allocates || len(e.Elts) > 0
	case *types.Struct, *types.Array:
	default:
		return false
	}
	for _, elt := range e.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if keyed && !r.expr(kv.Key) {
				return false
			}
			elt = kv.Value
		}
		if !r.expr(elt) {
			return false
		}
	}
	return true
}

// captures reports whether the function literal mentions variables from around it.
func (r *reading) captures(lit *ast.FuncLit) bool {
	for n := range ast.Preorder(lit.Body) {
		id, ok := n.(*ast.Ident)
		if !ok || r.info.Uses[id] == nil {
			continue
		}
		if v, ok := r.pkg.LocalVar(id); ok && !(lit.Pos() <= v.Pos() && v.Pos() < lit.End()) {
			return true
		}
	}
	return false
}

func (r *reading) selector(e *ast.SelectorExpr) bool {
	sel := r.info.Selections[e]
	if sel == nil { // of another package
		_, isVar := r.info.Uses[e.Sel].(*types.Var)
		r.memory = r.memory || isVar
		return true
	}
	if sel.Kind() != types.FieldVal {
		return false
	}
	if !sel.Indirect() {
		return r.expr(e.X)
	}
	if _, isPtr := source.Core(r.info.TypeOf(e.X)).(*types.Pointer); isPtr && len(sel.Index()) == 1 {
		return r.follow(e.X)
	}
	r.memory, r.panics = true, true // an embedded pointer
	return r.expr(e.X)
}

func (r *reading) index(e *ast.IndexExpr) bool {
	switch t := source.Core(r.info.TypeOf(e.X)).(type) {
	case *types.Map:
		if _, ok := t.Key().Underlying().(*types.Basic); !ok {
			return false
		}
		r.memory = true
	case *types.Basic:
		r.panics = true
	case *types.Array:
		r.panics = r.panics || r.info.Types[e.Index].Value == nil
	case *types.Slice, *types.Pointer:
		r.memory, r.panics = true, true
	default:
		return false
	}
	return r.expr(e.X) && r.expr(e.Index)
}

// slice reads x[i:j], which looks at the bounds of x, not at its elements.
func (r *reading) slice(e *ast.SliceExpr) bool {
	switch source.Core(r.info.TypeOf(e.X)).(type) {
	case *types.Basic, *types.Slice:
	default:
		return false // takes the address of an array
	}
	for _, i := range []ast.Expr{e.Low, e.High, e.Max} {
		if i == nil {
			continue
		}
		if n, ok := source.IntConst(r.info, i); !ok || n != 0 {
			r.panics = true
		}
		if !r.expr(i) {
			return false
		}
	}
	return r.expr(e.X)
}

func (r *reading) call(call *ast.CallExpr) bool {
	switch {
	case source.IsConversion(r.info, call):
		return r.conversion(call) && r.all(call.Args)
	case r.info.Types[call.Fun].IsBuiltin():
		return r.builtin(call)
	case call.Ellipsis.IsValid():
		return false
	}
	for _, arg := range call.Args {
		if _, isTuple := r.info.TypeOf(arg).(*types.Tuple); isTuple {
			return false
		}
	}
	fn, ok := typeutil.Callee(r.info, call).(*types.Func)
	if !ok || fn.Pkg() == nil {
		return false
	}
	name := fn.Pkg().Path() + "." + stdlib.FuncName(fn.Origin())
	if formats[name] {
		r.allocates = true
		return r.format(call, name)
	}
	kind, ok := known[name]
	if !ok || !r.receiver(call, fn) {
		return false
	}
	r.allocates = r.allocates || kind&makes != 0
	r.memory = r.memory || kind&copies != 0
	r.panics = r.panics || kind&picky != 0 && !r.accepted(name, call.Args[len(call.Args)-1])
	for _, arg := range call.Args {
		t := r.info.TypeOf(arg)
		_, basic := t.Underlying().(*types.Basic)
		r.memory = r.memory || !basic
		if !basic && !concrete(t) {
			return false
		}
	}
	return r.all(call.Args)
}

// accepted reports whether the number is one for which the function does not panic.
func (r *reading) accepted(name string, arg ast.Expr) bool {
	n, ok := source.IntConst(r.info, arg)
	switch name {
	case "strings.Repeat":
		return ok && 0 <= n && n < 1<<20
	case "strconv.FormatFloat":
		return ok && (n == 32 || n == 64)
	}
	return ok && 2 <= n && n <= 36 // a base
}

// concrete reports whether values of type t bring no methods that could be called.
func concrete(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Slice, *types.Map:
		return true
	case *types.Basic:
		return t.Kind() != types.UnsafePointer
	}
	return false
}

// receiver reads x of a method call x.M(…).
func (r *reading) receiver(call *ast.CallExpr, fn *types.Func) bool {
	recv := fn.Signature().Recv()
	if recv == nil {
		return true
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || r.info.Selections[sel] == nil || len(r.info.Selections[sel].Index()) != 1 || r.info.Selections[sel].Kind() != types.MethodVal {
		return false
	}
	_, wantPtr := types.Unalias(recv.Type()).(*types.Pointer)
	_, isPtr := types.Unalias(r.info.TypeOf(sel.X)).Underlying().(*types.Pointer)
	_, basic := recv.Type().Underlying().(*types.Basic)
	r.memory = r.memory || !basic
	if wantPtr && isPtr && stdlib.FuncName(fn) == "Buffer.String" || !isPtr {
		return r.expr(sel.X) // a nil Buffer has a text
	}
	return r.follow(sel.X) // *x is copied, or the method looks into it
}

func (r *reading) conversion(call *ast.CallExpr) bool {
	to, from := r.info.TypeOf(call), r.info.TypeOf(call.Args[0])
	if _, isParam := types.Unalias(to).(*types.TypeParam); types.IsInterface(to) && !isParam {
		r.allocates = true
		return true
	}
	switch target := source.Core(to).(type) {
	case *types.Basic:
		switch source := source.Core(from).(type) {
		case *types.Basic:
			r.allocates = r.allocates || target.Info()&types.IsString != 0 && source.Info()&types.IsInteger != 0
			return target.Kind() != types.UnsafePointer && source.Kind() != types.UnsafePointer
		case *types.Slice:
			r.allocates, r.memory = true, true
			return true
		}
		return false
	case *types.Slice:
		_, isText := source.Core(from).(*types.Basic)
		r.allocates = r.allocates || isText
		return isText || types.Identical(target, source.Core(from))
	case *types.Interface:
		return false // a type parameter of several types
	}
	return types.Identical(source.Core(to), source.Core(from))
}

func (r *reading) builtin(call *ast.CallExpr) bool {
	switch {
	case source.IsBuiltin(r.info, call, "min", "max", "real", "imag", "complex"):
	case source.IsBuiltin(r.info, call, "len", "cap"):
		switch source.Core(r.info.TypeOf(call.Args[0])).(type) {
		case *types.Basic, *types.Slice, *types.Array:
		case *types.Chan:
			return false // others send and receive
		default:
			r.memory = true
		}
	case source.IsBuiltin(r.info, call, "new"):
		r.allocates = true
	case source.IsBuiltin(r.info, call, "make"):
		r.allocates = true
		r.panics = r.panics || !r.isSize(call.Args[1:])
	case source.IsBuiltin(r.info, call, "append"):
		r.allocates, r.memory = true, true
		return len(call.Args) == 2 && r.isEmpty(call.Args[0]) && r.expr(call.Args[1])
	default:
		return false
	}
	return r.all(call.Args)
}

// isSize reports whether make does not panic for the sizes: each is a length, and
// that of the slice not above its capacity.
func (r *reading) isSize(sizes []ast.Expr) bool {
	for _, size := range sizes {
		if !r.isLen(size) {
			return false
		}
	}
	if len(sizes) < 2 || r.info.Types[sizes[1]].Value != nil && r.info.Types[sizes[0]].Value != nil {
		return true
	}
	n, ok := source.IntConst(r.info, sizes[0])
	return ok && n == 0
}

// isLen reports whether e is the length of something whose elements take at least a
// byte each, a constant that is not negative, or a sum of these.
func (r *reading) isLen(e ast.Expr) bool {
	if r.info.Types[e].Value != nil {
		n, ok := source.IntConst(r.info, e)
		return ok && n >= 0
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return e.Op == token.ADD && r.isLen(e.X) && r.isLen(e.Y)
	case *ast.CallExpr:
		if !source.IsBuiltin(r.info, e, "len", "cap") {
			return false
		}
		t := source.Core(r.info.TypeOf(e.Args[0]))
		s, ok := t.(*types.Slice)
		if !ok {
			return !types.IsInterface(t)
		}
		size, ok := r.pkg.Sizeof(s.Elem())
		return ok && size > 0
	}
	return false
}

// isEmpty recognises []T(nil) and []T{}, to which append makes a copy.
func (r *reading) isEmpty(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return source.IsConversion(r.info, e) && r.info.Types[e.Args[0]].IsNil()
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	}
	return false
}

// dereferenced reports whether v is followed as a pointer before d on every way to
// it, or first thing behind it, so that it is not nil, or panics there as well.
func (s *sinker) dereferenced(v *types.Var, d decl) bool {
	if len(s.pkg.Writes(v)) > 0 {
		return false
	}
	for c := d.Cur; ; c = c.Parent() {
		for _, n := range s.certain(c) {
			if s.follows(n, v) {
				return true
			}
		}
		if _, isFunc := c.Node().(*ast.FuncDecl); isFunc || c.Node() == s.file.Syntax {
			break
		}
	}
	list, i, _ := source.StmtList(d.Cur)
	if i+1 == len(list) {
		return false
	}
	next, ok := list[i+1].(*ast.IfStmt)
	return ok && next.Init == nil && s.quiet([]ast.Node{next.Cond}) && s.follows(next.Cond, v)
}

// certain lists what has run when c does: the statements before it in its list, of
// those with a body only the head, and the heads around it.
func (s *sinker) certain(c inspector.Cursor) []ast.Node {
	var nodes []ast.Node
	if list, i, ok := stmtList(c); ok {
		for _, stmt := range list[:i] {
			switch stmt := stmt.(type) {
			case *ast.IfStmt:
				if stmt.Init != nil {
					nodes = append(nodes, stmt.Init)
				}
				nodes = append(nodes, stmt.Cond)
			case *ast.SwitchStmt:
				if stmt.Init == nil && stmt.Tag != nil {
					nodes = append(nodes, stmt.Tag)
				}
			case *ast.RangeStmt:
				switch source.Core(s.info.TypeOf(stmt.X)).(type) {
				case *types.Array, *types.Pointer: // need not be evaluated
				default:
					nodes = append(nodes, stmt.X)
				}
			case *ast.AssignStmt, *ast.ExprStmt, *ast.DeclStmt, *ast.SendStmt, *ast.IncDecStmt:
				nodes = append(nodes, stmt)
			}
		}
	}
	if parent, ok := c.Parent().Node().(*ast.IfStmt); ok && c.Node() != parent.Init && c.Node() != parent.Cond {
		nodes = append(nodes, parent.Cond)
	}
	return nodes
}

// follows reports whether evaluating n follows the pointer v in any case.
func (s *sinker) follows(n ast.Node, v *types.Var) bool {
	found := false
	ast.Inspect(n, func(m ast.Node) bool {
		if e, ok := m.(ast.Expr); ok && s.info.Types[e].Value != nil {
			return false // the length of an array is not looked up
		}
		switch m := m.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if m.Op == token.LAND || m.Op == token.LOR {
				found = found || s.follows(m.X, v)
				return false
			}
		case *ast.UnaryExpr:
			if m.Op == token.AND {
				return false // &v.f may be no more than a sum
			}
		case *ast.SelectorExpr:
			sel := s.info.Selections[m]
			if x, ok := s.pkg.LocalVar(m.X); ok && x == v && sel != nil && sel.Kind() == types.FieldVal && sel.Indirect() && len(sel.Index()) == 1 {
				found = true
			}
		case *ast.StarExpr:
			x, ok := s.pkg.LocalVar(m.X)
			found = found || ok && x == v
		}
		return !found
	})
	return found
}
