package mechanism

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/typefact"
)

// again returns the remedy for a value that its function needs only while it runs: to make it less often. It advises
// a pool if goroutines may run the function at the same time. It is empty if the code shows that something retains
// the value, or a part of it, when the function has returned, as with a function that has to return a new value each
// time.
func (f *facts) again() string {
	if f.src.file == nil || f.shared() {
		return ""
	}
	return f.againOf(f.variable())
}

// againOf is again for the variable v of the function; v is nil for a value without a variable.
func (f *facts) againOf(v types.Object) string {
	loop := loopAround(f.path)
	if v == nil || loop == nil || !inside(v.Pos(), loop) || f.assigns(func(left, right ast.Expr) bool {
		to := f.src.root(left)
		return to != nil && !inside(to.Pos(), loop) && f.src.leadsTo(right, v)
	}) {
		return "take it from a sync.Pool"
	}
	if f.sizedIn(loop) {
		return "keep one for all rounds of the loop, and make a longer one only where it is too short"
	}
	return "make it once, before the loop"
}

// sizedIn reports whether the site makes a slice whose length depends on variables of a loop.
func (f *facts) sizedIn(loop *ast.BlockStmt) bool {
	call, _ := f.src.call(f.site.Pos)
	if f.site.Kind != record.PointMakeSlice || call == nil {
		return false
	}
	return slices.ContainsFunc(call.Args[1:], func(size ast.Expr) bool {
		return exists(size, func(id *ast.Ident) bool {
			used := f.src.info.Uses[id]
			return used != nil && inside(used.Pos(), loop)
		})
	})
}

// shared reports whether anything may have the value of the site when the site's function has returned. Functions to
// which the value is passed are not looked at, although a function may retain the value; the reason says so.
func (f *facts) shared() bool {
	if v := f.variable(); v != nil {
		return f.handsOut(v)
	}
	for i, n := range f.path {
		switch n := n.(type) {
		case *ast.CallExpr:
			if i > 0 && slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return e == f.path[i-1] }) {
				return false // just an argument
			}
		case *ast.CompositeLit:
			if !f.made(n) {
				return true
			}
		case *ast.ReturnStmt, *ast.SendStmt, *ast.AssignStmt, *ast.ValueSpec:
			return true
		case ast.Stmt:
			return false
		}
	}
	return true
}

// variable returns the local variable that the site is, or to which its value or a pointer to it is assigned; nil if
// there is none.
func (f *facts) variable() types.Object {
	if f.src.file == nil {
		return nil
	}
	if f.site.Kind == record.PointVariable {
		return f.src.declaredAt(f.site.Pos)
	}
	id, ok := f.target().(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := f.src.info.ObjectOf(id).(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() == v.Pkg().Scope() {
		return nil
	}
	return v
}

// target returns the expression to which the value of the site, or a pointer to it, is assigned; nil if there is
// none.
func (f *facts) target() ast.Expr {
	for i, n := range f.path {
		switch n := n.(type) {
		case *ast.AssignStmt, *ast.ValueSpec:
			if i == 0 {
				return nil
			}
			if assign, ok := n.(*ast.AssignStmt); ok && len(assign.Rhs) == 1 && len(assign.Lhs) > 1 {
				return assign.Lhs[0] // the first of several results
			}
			return assignedTo(f.path[i-1:])
		case ast.Stmt, *ast.FuncLit:
			return nil
		case *ast.CallExpr, *ast.CompositeLit:
			if i > 0 && !f.made(n) {
				return nil // the value is part of a larger one
			}
		}
	}
	return nil
}

// made reports whether a node is the expression of the site; the path may begin at a node within it.
func (f *facts) made(n ast.Node) bool {
	p := f.src.pos(f.site.Pos)
	switch n := n.(type) {
	case *ast.CallExpr:
		return n.Lparen == p
	case *ast.CompositeLit:
		return n.Lbrace == p || n.Pos() == p || n.Pos() == p+1 // &T{}
	}
	return false
}

// handsOut reports whether the function around the site returns, sends or stores what v holds or leads to, or whether
// a function literal may do so. Functions that it calls with v may retain it all the same.
func (f *facts) handsOut(v types.Object) bool {
	around := function(f.path)
	if around == nil || v == nil {
		return false
	}
	if namesResult(f.path, v.Name()) {
		return true
	}
	return f.src.handsOut(around, v, nil)
}

func (s source) handsOut(around ast.Node, v types.Object, seen []types.Object) bool {
	if slices.Contains(seen, v) || len(seen) > 8 {
		return len(seen) > 8
	}
	seen = append(seen, v)
	is := func(e ast.Expr) bool { return s.leadsTo(e, v) }
	leaves := func(left, right ast.Expr) bool {
		id, local := ast.Unparen(left).(*ast.Ident)
		if !is(right) || local && id.Name == "_" {
			return false
		}
		to := s.root(left)
		w, isVar := to.(*types.Var)
		return to != v && (!isVar || w.IsField() || w.Pkg() == nil || w.Parent() == w.Pkg().Scope() || !inside(w.Pos(), around) || s.handsOut(around, w, seen))
	}
	return exists(around, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			return slices.ContainsFunc(n.Results, is)
		case *ast.CompositeLit:
			return slices.ContainsFunc(n.Elts, is)
		case *ast.KeyValueExpr:
			return is(n.Value)
		case *ast.SendStmt:
			return is(n.Value)
		case *ast.GoStmt:
			return slices.ContainsFunc(n.Call.Args, is)
		case *ast.CallExpr:
			return s.callsBuiltin(n, "append") && !n.Ellipsis.IsValid() && slices.ContainsFunc(n.Args[1:], is)
		case *ast.FuncLit:
			return n != around && s.outlivesWith(n, around, v)
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if leaves(left, n.Rhs[min(i, len(n.Rhs)-1)]) {
					return true
				}
			}
		case *ast.ValueSpec:
			for i, right := range n.Values {
				if len(n.Names) == len(n.Values) && leaves(n.Names[i], right) {
					return true
				}
			}
		}
		return false
	})
}

// outlivesWith reports whether a function literal uses v and is not just called or deferred on the spot.
func (s source) outlivesWith(lit *ast.FuncLit, around ast.Node, v types.Object) bool {
	if !s.mentions(lit, v) || inside(v.Pos(), lit) {
		return false
	}
	started := exists(around, func(statement *ast.GoStmt) bool { return ast.Unparen(statement.Call.Fun) == lit })
	return started || !exists(around, func(call *ast.CallExpr) bool { return ast.Unparen(call.Fun) == lit })
}

// leadsTo reports whether an expression may refer to what v holds or leads to: it is v itself, its address, a part of
// it with pointers, or the result of a function for one of these.
func (s source) leadsTo(e ast.Expr, v types.Object) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.info.ObjectOf(e) == v
	case *ast.UnaryExpr:
		return e.Op == token.AND && (s.leadsTo(e.X, v) || s.within(e.X, v))
	case *ast.SliceExpr:
		return s.leadsTo(e.X, v) || s.within(e.X, v)
	case *ast.SelectorExpr:
		return s.pointers(e) && s.leadsTo(e.X, v)
	case *ast.TypeAssertExpr:
		return s.leadsTo(e.X, v)
	case *ast.CallExpr:
		return s.madeOf(e, v)
	}
	return false
}

// within reports whether an expression is v, or a part of v or of what it points to.
func (s source) within(e ast.Expr, v types.Object) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.info.ObjectOf(e) == v
	case *ast.SelectorExpr:
		return s.within(e.X, v)
	case *ast.IndexExpr:
		return s.within(e.X, v)
	case *ast.StarExpr:
		return s.within(e.X, v)
	}
	return false
}

// madeOf reports whether the result of a call may lead to v: the result has pointers, and the receiver or an argument
// leads to v. A string that a conversion of bytes or a package of copying makes is a copy.
func (s source) madeOf(call *ast.CallExpr, v types.Object) bool {
	kind, obj := s.callee(call)
	t := s.info.TypeOf(call)
	switch {
	case t == nil || !s.pointers(call):
		return false
	case kind == conversionCall && isString(t):
		return isString(s.info.TypeOf(call.Args[0])) && s.leadsTo(call.Args[0], v)
	case kind == builtinCall:
		return obj.Name() == "append" && len(call.Args) > 0 && s.leadsTo(call.Args[0], v)
	case isString(t) && obj != nil && obj.Pkg() != nil && slices.Contains(copying, obj.Pkg().Path()):
		return false
	}
	if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && (s.leadsTo(sel.X, v) || s.within(sel.X, v)) {
		return true
	}
	return slices.ContainsFunc(call.Args, func(e ast.Expr) bool { return s.leadsTo(e, v) && s.pointers(e) })
}

// copying are packages whose functions return strings that share no memory with the bytes they are given.
var copying = []string{"bytes", "strconv", "fmt", "encoding/hex", "encoding/base64"}

// pointers reports whether the type of an expression contains pointers to writable memory. An error is taken to
// contain none.
func (s source) pointers(e ast.Expr) bool {
	t := s.info.TypeOf(e)
	if t == nil {
		return true
	}
	if tuple, ok := t.(*types.Tuple); ok {
		for v := range tuple.Variables() {
			if !isErrorType(v.Type()) && typefact.HasPointers(v.Type()) {
				return true
			}
		}
		return false
	}
	return !isErrorType(t) && typefact.HasPointers(t)
}

func isErrorType(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func isString(t types.Type) bool {
	return underlies[*types.Basic](t) && t.Underlying().(*types.Basic).Info()&types.IsString != 0
}

// place returns the variable or field that an expression is; nil if it is neither.
func (s source) place(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return s.info.ObjectOf(e)
	case *ast.SelectorExpr:
		return s.info.Uses[e.Sel]
	}
	return nil
}

// filesOf returns the files in which an object may be used: the file for a local variable, and otherwise all files of
// the package.
func (s source) filesOf(place types.Object) []*ast.File {
	v, isVar := place.(*types.Var)
	if isVar && !v.IsField() && (v.Pkg() == nil || v.Parent() != v.Pkg().Scope()) {
		return []*ast.File{s.file}
	}
	return s.files()
}

// A habit is how code reuses a variable or field.
type habit struct {
	emptied bool // a slice is cut to [:0], or a map is cleared
	batch   bool // pieces are cut off its front, one after the other
}

// habits looks for reuse of a place in all code that may refer to it.
func (s source) habits(place types.Object) (h habit) {
	if place == nil {
		return h
	}
	cut := func(left, right ast.Expr) {
		slice, ok := ast.Unparen(right).(*ast.SliceExpr)
		if !ok || s.place(left) != place || isString(s.info.TypeOf(left)) {
			return
		}
		switch {
		case slice.Low != nil && !s.zero(slice.Low):
			h.batch = h.batch || s.place(slice.X) == place
		case slice.High != nil && s.zero(slice.High):
			h.emptied = true
		}
	}
	for _, file := range s.filesOf(place) {
		for left, right := range assignments(file) {
			cut(left, right)
		}
		for n := range each[ast.Node](file) {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok {
					cut(key, n.Value)
				}
			case *ast.CallExpr:
				h.emptied = h.emptied || s.calledWith(n, "clear") == place
			case *ast.RangeStmt:
				if s.place(n.X) == place && len(n.Body.List) == 1 {
					statement, _ := n.Body.List[0].(*ast.ExprStmt)
					h.emptied = h.emptied || statement != nil && s.calledWith(statement.X, "delete") == place
				}
			}
		}
	}
	return h
}

// calledWith returns the variable or field that is the first argument of a call of the builtin function with that
// name; nil for other expressions.
func (s source) calledWith(e ast.Expr, builtin string) types.Object {
	call, ok := e.(*ast.CallExpr)
	if !ok || !s.callsBuiltin(call, builtin) || len(call.Args) == 0 {
		return nil
	}
	return s.place(call.Args[0])
}

// callsBuiltin reports whether a call is one of the builtin function with that name.
func (s source) callsBuiltin(call *ast.CallExpr, name string) bool {
	kind, obj := s.callee(call)
	return kind == builtinCall && obj.Name() == name
}

// elsewhere returns the expression that an enclosing if takes, where it exists, in place of what the site makes;
// empty if there is none.
func (f *facts) elsewhere() string {
	target := f.target()
	if target == nil || f.src.place(target) == nil {
		return ""
	}
	place := f.src.place(target)
	for i, n := range f.path {
		branch, ok := n.(*ast.IfStmt)
		if _, isFunc := n.(*ast.FuncLit); isFunc {
			return ""
		}
		if !ok || i == 0 {
			continue
		}
		var taken string
		switch cond, _ := ast.Unparen(branch.Cond).(*ast.BinaryExpr); {
		case f.path[i-1] == branch.Else:
			taken = f.src.takenIn(branch.Body, place)
		case f.path[i-1] != branch.Body:
		case branch.Else != nil:
			taken = f.src.takenIn(branch.Else, place)
		case cond != nil && cond.Op == token.EQL && f.src.info.Types[cond.Y].IsNil() && f.src.place(cond.X) == place:
			taken = f.src.takenIn(function(f.path), place)
		}
		if taken != "" {
			return taken
		}
	}
	return ""
}

// takenIn returns the variable or field that a part of a function assigns to place; empty if there is none.
func (s source) takenIn(part ast.Node, place types.Object) string {
	for left, right := range assignments(part) {
		if _, isVar := s.place(right).(*types.Var); isVar && s.place(left) == place {
			return types.ExprString(right)
		}
	}
	return ""
}

// tooSmall reports whether an enclosing condition asks for a capacity: what is at the site is made only if an
// existing slice has too little room.
func (f *facts) tooSmall() bool {
	for i, n := range f.path {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.IfStmt:
			if i == 0 || f.path[i-1] == n.Cond || f.path[i-1] == n.Init {
				continue
			}
			if exists(n.Cond, func(call *ast.CallExpr) bool { return f.src.callsBuiltin(call, "cap") }) {
				return true
			}
		}
	}
	return false
}

// keptBy reports whether the function of the package that a call calls, or a function literal in a variable, hands
// out an argument for which is is true.
func (s source) keptBy(call *ast.CallExpr, is func(ast.Expr) bool) bool {
	_, obj := s.callee(call)
	if obj == nil {
		return false
	}
	keeps := func(fn ast.Node) bool {
		typ, _ := parts(fn)
		params := names(typ.Params)
		for i, arg := range call.Args {
			if len(params) == 0 || !is(arg) {
				continue
			}
			if param := s.info.Defs[params[min(i, len(params)-1)]]; param != nil && s.handsOut(fn, param, nil) {
				return true
			}
		}
		return false
	}
	for _, file := range s.filesOf(obj) {
		for left, right := range assignments(file) {
			if lit, ok := ast.Unparen(right).(*ast.FuncLit); ok && s.place(left) == obj && keeps(lit) {
				return true
			}
		}
	}
	fn := s.declared(obj)
	return fn != nil && fn.Body != nil && keeps(fn)
}
