package own

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"

	"github.com/unheap/unheap/passes/internal/source"
)

// A match is the comparison of the body of before with code.
type match struct {
	*body              // the body of before
	code  *source.File // the file with the code
	args  typeArgs
	holes [][]ast.Expr // for each parameter, the expressions that fill it, one for each of its uses
	// receives has the parameters of a pointer type whose argument is the address of what fills them: a variable whose
	// methods the code calls.
	receives map[int]bool
	vars     map[*types.Var]*types.Var // from local variables of the body to those of the code
	// through are the declarations of those variables of the code that stand for their values.
	through []source.Decl
	nodes   []corresponding
	// negated says that the code compares by != where the body compares by ==, or the other way round.
	negated bool
}

// A corresponding is a pair of nodes of the body and of the code that match.
type corresponding struct{ body, code ast.Node }

func newMatch(b *body, code *source.File) *match {
	return &match{body: b, code: code, args: make(typeArgs), holes: make([][]ast.Expr, b.sig.Params().Len()), vars: make(map[*types.Var]*types.Var), receives: make(map[int]bool)}
}

// root reports whether the result of the body, or its negation if it is a comparison by == or !=, matches an
// expression of the code.
func (m *match) root(s ast.Expr) bool {
	p := m.resolve(m.results[0])
	compare, ok := p.(*ast.BinaryExpr)
	code, ok2 := s.(*ast.BinaryExpr)
	if !ok || !ok2 || opposite[compare.Op] == 0 || m.operator(code) != opposite[compare.Op] {
		return m.expr(p, s)
	}
	m.negated = true
	m.nodes = append(m.nodes, corresponding{compare, code})
	return m.expr(compare.X, code.X) && m.expr(compare.Y, code.Y)
}

// operator returns the operator of a comparison of the code: that a length is more than 0 says that it is not 0.
func (m *match) operator(compare *ast.BinaryExpr) token.Token {
	_, isLen := source.LenOf(m.info(), compare.X)
	if n, isConst := source.IntConst(m.info(), compare.Y); isLen && compare.Op == token.GTR && isConst && n == 0 {
		return token.NEQ
	}
	return compare.Op
}

// opposite has, for == and !=, the operator of the negation.
var opposite = map[token.Token]token.Token{token.EQL: token.NEQ, token.NEQ: token.EQL}

// info is the type information of the code.
func (m *match) info() *types.Info { return m.code.Pkg.Info }

// resolve returns e without parentheses and conversions to the type that the operand has, and with a variable that
// stands for its value replaced by that value.
func (b *body) resolve(e ast.Expr) ast.Expr {
	e = strip(b.Info, e)
	if v, ok := b.LocalVar(e); ok && b.inlined[v] != nil {
		return b.resolve(b.inlined[v])
	}
	return e
}

// strip returns e without parentheses and conversions to the type that the operand has. It keeps conversions of
// floating-point numbers, which round.
func strip(info *types.Info, e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	call, ok := e.(*ast.CallExpr)
	if !ok || !source.IsConversion(info, call) || info.Types[e].Value != nil {
		return e
	}
	from := info.Types[call.Args[0]]
	if from.Value != nil || from.IsNil() || !types.Identical(from.Type, info.TypeOf(e)) || types.IsInterface(from.Type) {
		return e
	}
	if b, ok := source.Core(from.Type).(*types.Basic); ok && b.Info()&(types.IsFloat|types.IsComplex) != 0 {
		return e
	}
	return strip(info, call.Args[0])
}

// expr reports whether the expression p of the body matches s of the code.
func (m *match) expr(p, s ast.Expr) bool {
	if p == nil || s == nil {
		return p == nil && s == nil
	}
	p = m.resolve(p)
	if i, ok := m.isHole(p); ok {
		return m.fill(p, i, ast.Unparen(s), m.args.unify(m.sig.Params().At(i).Type(), typeOf(m.info(), s)))
	}
	s = strip(m.info(), s)
	pt, st := m.Info.Types[p], m.info().Types[s]
	switch {
	case pt.IsType():
		return st.IsType() && m.args.unify(pt.Type, st.Type)
	case pt.Value != nil || st.Value != nil:
		return pt.Value != nil && st.Value != nil && m.constant(pt, st)
	case pt.IsNil() || st.IsNil():
		return pt.IsNil() && st.IsNil()
	}
	m.nodes = append(m.nodes, corresponding{p, s})
	if v, ok := m.LocalVar(p); ok {
		return m.variable(v, s)
	}
	pid, pobj := objectOf(m.Info, p)
	sid, sobj := objectOf(m.info(), s)
	if pobj != nil && sobj != nil && same(pobj, sobj) {
		return m.args.all(orEmpty(m.Info.Instances[pid].TypeArgs), orEmpty(m.info().Instances[sid].TypeArgs))
	}
	if pobj != nil {
		return false
	}
	if sid != nil {
		value, ok := m.see(s)
		return ok && m.expr(p, value)
	}
	if reflect.TypeOf(p) != reflect.TypeOf(s) {
		return false
	}
	switch p := p.(type) {
	case *ast.SelectorExpr:
		return m.selector(p, s.(*ast.SelectorExpr))
	case *ast.CallExpr:
		return m.call(p, s.(*ast.CallExpr))
	case *ast.FuncLit:
		s := s.(*ast.FuncLit)
		return m.parts(p.Type, s.Type) && m.stmt(p.Body, s.Body)
	case *ast.CompositeLit:
		if !m.args.unify(m.Info.TypeOf(p), m.info().TypeOf(s)) {
			return false
		}
		return m.lists(reflect.ValueOf(p.Elts), reflect.ValueOf(s.(*ast.CompositeLit).Elts))
	}
	return m.parts(p, s)
}

func orEmpty(l *types.TypeList) *types.TypeList {
	if l == nil {
		return new(types.TypeList)
	}
	return l
}

func (m *match) isHole(e ast.Expr) (int, bool) {
	v, ok := m.LocalVar(e)
	if !ok {
		return 0, false
	}
	i := m.hole(v)
	return i, i >= 0
}

// fill notes that the expression e of the code fills parameter i at its use p. It returns false if e is not the same
// as what filled an earlier use, or if ok is false.
func (m *match) fill(p ast.Expr, i int, e ast.Expr, ok bool) bool {
	if lit, isLit := e.(*ast.CompositeLit); isLit && lit.Type == nil {
		return false // without its type it can only be a part of another literal
	}
	if !ok || m.info().Types[e].IsType() {
		return false
	}
	if len(m.holes[i]) > 0 {
		twin := newMatch(&body{Package: m.code.Pkg, sig: types.NewSignatureType(nil, nil, nil, nil, nil, false), decl: noBody, inlined: map[*types.Var]ast.Expr{}}, m.code)
		if !twin.expr(m.holes[i][0], e) || len(twin.through) > 0 {
			return false
		}
	}
	m.holes[i] = append(m.holes[i], e)
	m.nodes = append(m.nodes, corresponding{p, e})
	return true
}

// typeOf returns the type of e or, for an untyped expression such as a comparison, the type of a variable that is
// declared with it.
func typeOf(info *types.Info, e ast.Expr) types.Type { return types.Default(info.TypeOf(e)) }

// noBody is the declaration of an empty function. No name is declared in it.
var noBody = &ast.FuncDecl{Name: ast.NewIdent("_"), Type: &ast.FuncType{Params: new(ast.FieldList)}, Body: new(ast.BlockStmt)}

func (m *match) constant(p, s types.TypeAndValue) bool {
	if p.Value.Kind() != s.Value.Kind() || !constant.Compare(p.Value, token.EQL, s.Value) {
		return false
	}
	return isUntyped(p.Type) || isUntyped(s.Type) || m.args.unify(p.Type, s.Type)
}

// variable reports whether s is the variable of the code that corresponds to v, a variable of the body.
func (m *match) variable(v *types.Var, s ast.Expr) bool {
	w, ok := m.code.Pkg.LocalVar(s)
	if !ok {
		return false
	}
	if !m.local(v) {
		return v == w
	}
	return m.vars[v] == w
}

// declare makes the variable s of the code correspond to the variable p of the body. It returns false if their types
// differ, or if s corresponds to another variable.
func (m *match) declare(p, s *ast.Ident) bool {
	v, ok := m.Info.Defs[p].(*types.Var)
	w, ok2 := m.info().Defs[s].(*types.Var)
	if !ok || !ok2 {
		return p.Name == "_" && s.Name == "_"
	}
	for _, other := range m.vars {
		if other == w {
			return false
		}
	}
	m.vars[v] = w
	return m.args.unify(v.Type(), w.Type())
}

// see returns the value that a local variable of the code stands for, if it is declared by a statement of its own,
// used once, and never changed. Whether the value may be computed later is checked by moves, when the match is
// complete.
func (m *match) see(e ast.Expr) (ast.Expr, bool) {
	v, ok := m.code.Pkg.LocalVar(e)
	if !ok || len(m.code.Pkg.Uses(v)) != 1 || m.code.Pkg.Captured(v) || len(m.code.Pkg.Writes(v)) > 0 {
		return nil, false
	}
	d, ok := m.code.DeclOf(v)
	if !ok || !d.Typed() || source.LoopSince(m.code.Pkg.Uses(v)[0], v.Pos()) {
		return nil, false
	}
	if _, _, inList := source.StmtList(d.Cur); !inList {
		return nil, false
	}
	m.through = append(m.through, d)
	return d.Value, true
}

func (m *match) selector(p, s *ast.SelectorExpr) bool {
	ps, ss := m.Info.Selections[p], m.info().Selections[s]
	if i, ok := m.receiver(p, s); ok {
		return same(ps.Obj(), ss.Obj()) && m.fill(p.X, i, ast.Unparen(s.X), true)
	}
	return ps != nil && ss != nil && ps.Kind() == ss.Kind() && same(ps.Obj(), ss.Obj()) && len(ps.Index()) == len(ss.Index()) && m.expr(p.X, s.X)
}

// receiver returns the parameter of a pointer type whose method p calls, if s calls the method of a variable that the
// pointer may point to.
//
//	func before(buf *bytes.Buffer) bool { return buf.Len() == 0 }     var b bytes.Buffer
//	                                                                  if b.Len() == 0 {
func (m *match) receiver(p, s *ast.SelectorExpr) (i int, ok bool) {
	ps, ss := m.Info.Selections[p], m.info().Selections[s]
	if i, ok = m.isHole(m.resolve(p.X)); !ok || ps == nil || ss == nil || ps.Kind() != types.MethodVal || ss.Kind() != types.MethodVal {
		return 0, false
	}
	pointer, ok := types.Unalias(m.sig.Params().At(i).Type()).(*types.Pointer)
	if !ok || len(ps.Index()) != len(ss.Index()) || !m.args.unify(pointer.Elem(), ss.Recv()) || !m.stands(s.X) {
		return 0, false
	}
	m.receives[i] = true
	return i, true
}

// stands reports whether e has the same address whenever it is evaluated: it is a variable, a field of one, or a field
// of what one points to.
func (m *match) stands(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		_, ok := m.code.Pkg.LocalVar(e)
		return ok
	case *ast.SelectorExpr:
		sel := m.info().Selections[e]
		if sel == nil || sel.Kind() != types.FieldVal || len(sel.Index()) > 1 {
			return false
		}
		if sel.Indirect() {
			v, ok := m.code.Pkg.LocalVar(e.X)
			return ok && !m.code.Pkg.Captured(v) && len(m.code.Pkg.Writes(v)) == 0
		}
		return m.stands(e.X)
	}
	return false
}

// call compares calls. An argument that fills a parameter may have another type than the parameter if the callee's
// parameter has the same type as before's: passing converts the argument to it in either case.
func (m *match) call(p, s *ast.CallExpr) bool {
	if p.Ellipsis.IsValid() != s.Ellipsis.IsValid() || len(p.Args) != len(s.Args) || !m.expr(p.Fun, s.Fun) {
		return false
	}
	sig, _ := source.Core(m.Info.TypeOf(p.Fun)).(*types.Signature)
	if source.IsConversion(m.Info, p) || m.Info.Types[p.Fun].IsBuiltin() {
		sig = nil
	}
	for i := range p.Args {
		arg := m.resolve(p.Args[i])
		hole, ok := m.isHole(arg)
		if !ok || sig == nil || !types.Identical(parameter(sig, i, p.Ellipsis.IsValid()), m.sig.Params().At(hole).Type()) {
			if !m.expr(p.Args[i], s.Args[i]) {
				return false
			}
			continue
		}
		t := typeOf(m.info(), s.Args[i])
		if _, isTuple := t.(*types.Tuple); isTuple || !m.fill(arg, hole, ast.Unparen(s.Args[i]), m.args.takes(m.sig.Params().At(hole).Type(), t)) {
			return false
		}
	}
	return true
}

// parameter returns the type of the parameter that argument i of a call is assigned to; spread says that the call has
// "...".
func parameter(sig *types.Signature, i int, spread bool) types.Type {
	last := sig.Params().Len() - 1
	if !sig.Variadic() || i < last {
		return sig.Params().At(i).Type()
	}
	t := sig.Params().At(last).Type()
	if slice, ok := t.(*types.Slice); ok && !spread {
		return slice.Elem()
	}
	return t
}

// stmt reports whether the statement p of the body matches s of the code.
func (m *match) stmt(p, s ast.Stmt) bool {
	if p == nil || s == nil {
		return p == nil && s == nil
	}
	m.nodes = append(m.nodes, corresponding{p, s})
	_, pname, pvalue, ok := declared(m.Info, p)
	_, sname, svalue, ok2 := declared(m.info(), s)
	if ok && ok2 {
		return m.expr(pvalue, svalue) && m.declare(pname, sname)
	}
	return !ok && !ok2 && reflect.TypeOf(p) == reflect.TypeOf(s) && m.parts(p, s)
}

func (m *match) stmts(p, s []ast.Stmt) bool {
	return m.lists(reflect.ValueOf(p), reflect.ValueOf(s))
}

// node reports whether the node p of the body, of any kind, matches the node s of the code.
func (m *match) node(p, s ast.Node) bool {
	switch p := p.(type) {
	case *ast.Ident:
		if m.Info.Defs[p] != nil || p.Name == "_" {
			s, ok := s.(*ast.Ident)
			return ok && m.declare(p, s)
		}
		s, ok := s.(ast.Expr)
		return ok && m.expr(p, s)
	case ast.Expr:
		s, ok := s.(ast.Expr)
		return ok && m.expr(p, s)
	case ast.Stmt:
		s, ok := s.(ast.Stmt)
		return ok && m.stmt(p, s)
	}
	return reflect.TypeOf(p) == reflect.TypeOf(s) && m.parts(p, s)
}

// parts compares the fields of two nodes of one kind. Positions do not matter, except where only a position shows
// something: the form of a loop, and which bounds a slice expression has.
func (m *match) parts(p, s ast.Node) bool {
	if lit, ok := p.(*ast.KeyValueExpr); ok && m.isField(lit.Key) {
		key, ok := s.(*ast.KeyValueExpr).Key.(*ast.Ident)
		return ok && key.Name == lit.Key.(*ast.Ident).Name && m.node(lit.Value, s.(*ast.KeyValueExpr).Value)
	}
	pv, sv := reflect.ValueOf(p).Elem(), reflect.ValueOf(s).Elem()
	for i := range pv.NumField() {
		if name := pv.Type().Field(i).Name; name == "Obj" || name == "Scope" { // the parser's resolution of names
			continue
		}
		switch x := pv.Field(i).Interface().(type) {
		case token.Pos, *ast.CommentGroup:
		case token.Token, string, bool, ast.ChanDir:
			if x != sv.Field(i).Interface() {
				return false
			}
		default:
			if !m.value(pv.Field(i), sv.Field(i)) {
				return false
			}
		}
	}
	return true
}

// isField reports whether e is the name of a field as a key in a composite literal.
func (m *match) isField(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	v, ok := m.Info.Uses[id].(*types.Var)
	return ok && v.IsField()
}

// value compares the values of fields: nodes, or lists of nodes.
func (m *match) value(p, s reflect.Value) bool {
	if p.Kind() == reflect.Slice {
		return m.lists(p, s)
	}
	if p.IsNil() || s.IsNil() {
		return p.IsNil() && s.IsNil()
	}
	return m.node(p.Interface().(ast.Node), s.Interface().(ast.Node))
}

func (m *match) lists(p, s reflect.Value) bool {
	if p.Len() != s.Len() {
		return false
	}
	for i := range p.Len() {
		if !m.value(p.Index(i), s.Index(i)) {
			return false
		}
	}
	return true
}
