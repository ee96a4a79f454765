package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"
)

// Interfaced reports whether the package, generated files included, converts a value of a type that
// is asked for to an interface, or instantiates generic code with the type: from there on any code
// may look at the value, as fmt does. Conversions of interfaces do not count. For a range that
// assigns to variables, the type asked for is that of the list.
func (p *Package) Interfaced(is func(types.Type) bool) bool {
	if len(p.Files) == 0 {
		return false
	}
	c := converted{pkg: p, is: is}
	for cur := range p.Files[0].Cursor.Parent().Preorder() {
		if c.node(cur) {
			return true
		}
	}
	return false
}

// A converted looks for conversions to interfaces.
type converted struct {
	pkg *Package
	is  func(types.Type) bool
}

// to reports whether e is converted by giving it to a place of type t.
func (c converted) to(t types.Type, e ast.Expr) bool {
	return c.becomes(t, c.pkg.Info.TypeOf(e))
}

func (c converted) becomes(t, from types.Type) bool {
	return t != nil && from != nil && types.IsInterface(t) && !types.IsInterface(from) && c.is(from)
}

// isInterface reports whether e, which may be nil or _, is a variable of interface type.
func (c converted) isInterface(e ast.Expr) bool {
	return e != nil && !IsBlank(e) && types.IsInterface(c.pkg.Info.TypeOf(e))
}

func (c converted) node(cur inspector.Cursor) bool {
	info := c.pkg.Info
	switch n := cur.Node().(type) {
	case *ast.CallExpr:
		return c.call(n)
	case *ast.AssignStmt:
		return c.any(n.Rhs, func(i int) types.Type { return info.TypeOf(n.Lhs[i]) })
	case *ast.ValueSpec:
		return n.Type != nil && c.any(n.Values, func(int) types.Type { return info.TypeOf(n.Type) })
	case *ast.ReturnStmt:
		return c.result(cur, n)
	case *ast.CompositeLit:
		return c.literal(n)
	case *ast.SendStmt:
		ch, ok := Core(info.TypeOf(n.Chan)).(*types.Chan)
		return ok && c.to(ch.Elem(), n.Value)
	case *ast.IndexExpr:
		m, ok := underlying(info, n.X).(*types.Map)
		return ok && c.to(m.Key(), n.Index)
	case *ast.BinaryExpr:
		return c.to(info.TypeOf(n.X), n.Y) || c.to(info.TypeOf(n.Y), n.X)
	case *ast.RangeStmt:
		return n.Tok == token.ASSIGN && (c.isInterface(n.Key) || c.isInterface(n.Value)) && c.is(info.TypeOf(n.X))
	case *ast.SwitchStmt:
		return n.Tag != nil && c.cases(n)
	case *ast.Ident:
		for t := range info.Instances[n].TypeArgs.Types() {
			if c.is(t) {
				return true
			}
		}
	}
	return false
}

// any reports whether a value of the expressions is converted, where place returns the type of the place
// for the i-th value. One expression may have several values.
func (c converted) any(exprs []ast.Expr, place func(i int) types.Type) bool {
	i := 0
	for _, e := range exprs {
		values := []types.Type{c.pkg.Info.TypeOf(e)}
		if list, isTuple := values[0].(*types.Tuple); isTuple {
			values = nil
			for v := range list.Variables() {
				values = append(values, v.Type())
			}
		}
		for _, t := range values {
			if c.becomes(place(i), t) {
				return true
			}
			i++
		}
	}
	return false
}

// call reports whether a call converts an argument, or is itself a conversion to an interface.
func (c converted) call(call *ast.CallExpr) bool {
	info := c.pkg.Info
	if IsConversion(info, call) {
		return c.to(info.TypeOf(call), call.Args[0])
	}
	if IsBuiltin(info, call, "append") {
		list, ok := Core(info.TypeOf(call)).(*types.Slice)
		return ok && slices.ContainsFunc(call.Args[1:], func(e ast.Expr) bool { return c.to(list.Elem(), e) })
	}
	if IsBuiltin(info, call, "panic", "print", "println") {
		return slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return c.to(types.Universe.Lookup("any").Type(), e) })
	}
	sig, ok := info.TypeOf(call.Fun).Underlying().(*types.Signature)
	return ok && !IsBuiltin(info, call) && c.any(call.Args, func(i int) types.Type { return ParamType(sig, i, call.Ellipsis.IsValid()) })
}

// ParamType returns the type of the parameter for the i-th argument, nil if there is none.
func ParamType(sig *types.Signature, i int, spread bool) types.Type {
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 && !spread {
		return sig.Params().At(n - 1).Type().(*types.Slice).Elem()
	}
	if i >= n {
		return nil
	}
	return sig.Params().At(i).Type()
}

// result reports whether a return statement converts.
func (c converted) result(cur inspector.Cursor, ret *ast.ReturnStmt) bool {
	fn, ok := EnclosingFunc(cur)
	if !ok {
		return false
	}
	var sig *types.Signature
	switch fn := fn.Node().(type) {
	case *ast.FuncDecl:
		sig = c.pkg.Info.Defs[fn.Name].(*types.Func).Signature()
	case *ast.FuncLit:
		sig, _ = c.pkg.Info.TypeOf(fn).(*types.Signature)
	}
	return c.any(ret.Results, func(i int) types.Type { return sig.Results().At(i).Type() })
}

// literal reports whether a composite literal converts a key or an element.
func (c converted) literal(lit *ast.CompositeLit) bool {
	t := c.pkg.Info.TypeOf(lit)
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	for i, e := range lit.Elts {
		pair, keyed := e.(*ast.KeyValueExpr)
		if keyed {
			e = pair.Value
		}
		var elem types.Type
		switch t := Core(t).(type) {
		case *types.Struct:
			if keyed {
				elem = c.pkg.Info.TypeOf(pair.Key)
			} else {
				elem = t.Field(i).Type()
			}
		case *types.Map:
			elem = t.Elem()
			if keyed && c.to(t.Key(), pair.Key) {
				return true
			}
		case interface{ Elem() types.Type }:
			elem = t.Elem()
		}
		if c.to(elem, e) {
			return true
		}
	}
	return false
}

// cases reports whether a switch converts, to compare a case with its tag.
func (c converted) cases(s *ast.SwitchStmt) bool {
	tag := c.pkg.Info.TypeOf(s.Tag)
	for _, clause := range s.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			if c.to(tag, e) || c.to(c.pkg.Info.TypeOf(e), s.Tag) {
				return true
			}
		}
	}
	return false
}
