package size

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"math/bits"
	"slices"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/source"
)

// Most returns the largest value that an integer can have, and reports whether the integer is known to be neither larger nor
// negative, whatever the program is given. A parameter is as large as the callers of its function can make it, and a
// result as large as the arguments can.
//
//	64*eta    int(b)&3 + 1    n := 16; if long { n = 32 }    n := between(1, 4)    rand.Intn(8)
func Most(pkg *source.Package, n ast.Expr) (int64, bool) {
	m := most{pkg: pkg, open: make(map[*types.Var]bool), given: make(map[*types.Var]ast.Expr), within: make(map[types.Object]bool), left: 200}
	if f := pkg.FileOf(n); f != nil {
		if decl, ok := f.DeclAt(n.Pos()).(*ast.FuncDecl); ok {
			m.within[pkg.Info.Defs[decl.Name]] = true
		}
	}
	return m.of(n)
}

// A most looks for the largest values of integers.
type most struct {
	pkg   *source.Package
	open  map[*types.Var]bool     // variables whose largest value is being looked for
	given map[*types.Var]ast.Expr // the arguments of the calls whose results are looked at, by parameter
	// within are the functions of these calls, and the one that the integer stands in: each of them has one frame.
	within map[types.Object]bool
	left   int // how many expressions it looks at before it gives up
}

// of is [Most] of an expression.
func (m *most) of(n ast.Expr) (int64, bool) {
	n = ast.Unparen(n)
	m.left--
	if k, isConst := source.IntConst(m.pkg.Info, n); isConst {
		return k, 0 <= k && k <= math.MaxInt32
	}
	limit, unsigned, ok := largest32(m.pkg.Info.TypeOf(n))
	if !ok {
		return 0, false
	}
	if m.left >= 0 {
		if k, ok := m.value(n); ok && k <= limit {
			return k, true
		}
	}
	return limit, unsigned && limit <= math.MaxUint16 // the operation may wrap around
}

// largest32 returns the largest value of a type of integers or, if that is less, of an int of 32 bits.
func largest32(t types.Type) (limit int64, unsigned, ok bool) {
	basic, ok := t.Underlying().(*types.Basic)
	if !ok {
		return 0, false, false
	}
	switch basic.Kind() {
	case types.Int8:
		limit = math.MaxInt8
	case types.Uint8:
		limit = math.MaxUint8
	case types.Int16:
		limit = math.MaxInt16
	case types.Uint16:
		limit = math.MaxUint16
	default:
		limit = math.MaxInt32
	}
	return limit, basic.Info()&types.IsUnsigned != 0, basic.Info()&types.IsInteger != 0
}

// value is [Most] by what an expression computes, before the result is cut to the size of its type.
func (m *most) value(n ast.Expr) (int64, bool) {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return m.computed(n)
	case *ast.CallExpr:
		switch {
		case source.IsConversion(m.pkg.Info, n):
			return m.of(n.Args[0])
		case source.IsBuiltin(m.pkg.Info, n, "min"):
			return m.least(n.Args)
		}
		return m.result(n)
	case *ast.Ident:
		if v, ok := m.pkg.LocalVar(n); ok {
			return m.variable(v)
		}
	}
	return 0, false
}

// least is [Most] of the smallest of some integers, of which one is known not to be larger.
func (m *most) least(of []ast.Expr) (least int64, ok bool) {
	for _, e := range of {
		k, bounded := m.of(e)
		if !bounded && !notNegative(m.pkg, e) {
			return 0, false
		}
		if bounded && (!ok || k < least) {
			least, ok = k, true
		}
	}
	return least, ok
}

// computed is [most.value] of x op y.
func (m *most) computed(n *ast.BinaryExpr) (int64, bool) {
	x, okX := m.of(n.X)
	y, okY := m.of(n.Y)
	_, isConst := source.IntConst(m.pkg.Info, n.Y)
	switch {
	case n.Op == token.AND && okX && okY:
		return min(x, y), true
	case (n.Op == token.AND || n.Op == token.AND_NOT) && okX:
		return x, true // no bit is set that x cannot have
	case n.Op == token.AND && okY:
		return y, true
	case !okX || !okY || x > math.MaxInt32 || y > math.MaxInt32:
		return 0, false
	}
	switch n.Op {
	case token.ADD:
		return x + y, true
	case token.MUL:
		return x * y, true
	case token.OR, token.XOR:
		return 1<<bits.Len64(uint64(x|y)) - 1, true
	case token.SHL:
		return x << min(y, 31), y < 31
	case token.QUO, token.SHR:
		return x, true // at most, of numbers that are not negative
	case token.REM:
		if isConst {
			return min(x, y-1), y > 0
		}
		return x, true
	}
	return 0, false
}

// variable is [Most] of a variable: of all that is ever assigned to it.
func (m *most) variable(v *types.Var) (largest int64, ok bool) {
	if m.open[v] || m.pkg.Captured(v) {
		return 0, false
	}
	m.open[v] = true
	defer delete(m.open, v)
	if v.Kind() == types.ParamVar && m.given[v] == nil { // what callers give it is of other frames
		given := m.given
		m.given = make(map[*types.Var]ast.Expr)
		defer func() { m.given = given }()
	}
	values, ok := m.assigned(v)
	for _, value := range values {
		k, bounded := m.of(value)
		if !bounded {
			return 0, false
		}
		largest = max(largest, k)
	}
	return largest, ok
}

// assigned returns the values that a variable is ever given besides zero, by its declaration or its callers, and by assignments.
func (m *most) assigned(v *types.Var) (values []ast.Expr, ok bool) {
	switch v.Kind() {
	case types.LocalVar:
		first, declared := m.pkg.Initial(v)
		if !declared {
			return nil, false
		}
		if first != nil {
			values = append(values, first)
		}
	case types.ParamVar:
		if arg := m.given[v]; arg != nil {
			values = append(values, arg)
		} else if values, ok = m.arguments(v); !ok {
			return nil, false
		}
	default:
		return nil, false
	}
	for _, w := range m.pkg.Writes(v) {
		cur := source.Parens(w)
		s, isAssign := cur.Parent().Node().(*ast.AssignStmt)
		if !isAssign || s.Tok != token.ASSIGN && s.Tok != token.DEFINE || len(s.Lhs) != len(s.Rhs) {
			return nil, false
		}
		_, i := cur.ParentEdge()
		values = append(values, s.Rhs[i])
	}
	return values, true
}

// result is [Most] of the result of a call of a function that draws a number, or of a function of the package: of what it
// returns, given the arguments.
func (m *most) result(call *ast.CallExpr) (largest int64, ok bool) {
	fn, param := source.Parameter(m.pkg.Info, call, 0)
	if param == nil {
		return 0, false
	}
	if path := fn.Pkg().Path(); (path == "math/rand" || path == "math/rand/v2") && fn.Signature().Recv() == nil {
		k, ok := m.upper(call.Args[0])
		return max(k-1, 0), ok && slices.Contains(drawn, fn.Name()) // below its argument; it panics unless that is above zero
	}
	t, ok := inline.Declared(m.pkg, fn)
	results := fn.Signature().Results()
	if !ok || m.within[fn] || t.Generic() || t.Body() != t.Decl.Body || results.Len() != 1 || results.At(0).Name() != "" || fn.Signature().Variadic() {
		return 0, false
	}
	m.within[fn] = true
	defer delete(m.within, fn)
	for i, arg := range call.Args {
		if _, v := source.Parameter(m.pkg.Info, call, i); v != nil {
			m.given[v] = arg
			defer delete(m.given, v)
		}
	}
	for _, r := range t.Returns() {
		k, bounded := m.of(r.Values[0])
		if !bounded {
			return 0, false
		}
		largest = max(largest, k)
	}
	return largest, true
}

// drawn are the functions of math/rand and its second version that return a number below their argument.
var drawn = []string{"Intn", "Int31n", "Int63n", "IntN", "Int32N", "Int64N", "UintN", "Uint32N", "Uint64N"}

// upper is [Most] of an integer that may be negative, too.
func (m *most) upper(n ast.Expr) (int64, bool) {
	minus, ok := ast.Unparen(n).(*ast.BinaryExpr)
	if _, unsigned, _ := largest32(m.pkg.Info.TypeOf(n)); !ok || minus.Op != token.SUB || unsigned { // below zero it wraps around
		return m.of(n)
	}
	x, okX := m.of(minus.X)
	y, okY := m.of(minus.Y)
	if !okX || !okY {
		return 0, false
	}
	arg := minus.Y
	for v, isVar := m.pkg.LocalVar(arg); isVar && m.given[v] != nil && len(m.pkg.Writes(v)) == 0; v, isVar = m.pkg.LocalVar(arg) {
		arg = m.given[v]
	}
	if _, isConst := source.IntConst(m.pkg.Info, arg); !isConst {
		y = 0 // it may be less than that
	}
	return x - y, true
}

// arguments returns what the callers of a function give its parameter. ok is false if not all of them are known.
func (m *most) arguments(v *types.Var) (values []ast.Expr, ok bool) {
	def, _ := m.pkg.Def(v)
	outer, _ := source.EnclosingFunc(def)
	decl, isDecl := outer.Node().(*ast.FuncDecl)
	if !isDecl {
		return nil, false
	}
	obj, _ := m.pkg.Info.Defs[decl.Name].(*types.Func)
	fn, ok := inline.Declared(m.pkg, obj)
	if !ok || obj.Signature().Variadic() {
		return nil, false
	}
	params := obj.Signature().Params()
	calls, ok := fn.Calls()
	for _, call := range calls {
		args := call.Node().(*ast.CallExpr).Args
		if len(args) != params.Len() { // f(g()), where g has several results
			return nil, false
		}
		values = append(values, args[slices.Index(slices.Collect(params.Variables()), v)])
	}
	return values, ok
}
