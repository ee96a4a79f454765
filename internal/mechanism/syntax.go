package mechanism

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/typefact"
)

// A source is a type-checked file of the user's. The methods of the zero source find nothing.
type source struct {
	name string // as in record.Position
	fset *token.FileSet
	file *ast.File
	info *types.Info
	// sizes are the sizes on the target platform.
	sizes types.Sizes
	pkg   *load.Package
	// own reports whether a package is the user's; nil without a program.
	own func(pkg string) bool
	// others returns another file of the program, the zero source if there is none; nil if there is only this file.
	others func(name string) source
}

// of returns the source of the file of a position, which may be another file if code was inlined there.
func (s source) of(pos record.Position) source {
	if s.others == nil || pos.File == s.name {
		return s
	}
	return s.others(pos.File)
}

// at returns the nodes around a position in the file, innermost first; nil if the position is not in it.
func (s source) at(pos record.Position) []ast.Node {
	p := s.pos(pos)
	if !p.IsValid() {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(s.file, p, p)
	return path
}

func (s source) pos(pos record.Position) token.Pos {
	if s.file == nil || pos.File != s.name || pos.Line == 0 {
		return token.NoPos
	}
	f := s.fset.File(s.file.FileStart)
	if pos.Line > f.LineCount() {
		return token.NoPos
	}
	p := f.LineStart(pos.Line)
	if pos.Column > 0 {
		p += token.Pos(pos.Column - 1)
	}
	if p > s.file.FileEnd {
		return token.NoPos
	}
	return p
}

// inner returns the innermost node of type T of a path, and the path from that node outward.
func inner[T ast.Node](path []ast.Node) (node T, rest []ast.Node, ok bool) {
	for i, n := range path {
		if node, ok := n.(T); ok {
			return node, path[i:], true
		}
	}
	return node, nil, false
}

// call returns the call whose opening parenthesis is at pos: that is the compiler's position of a call, conversion,
// make, new or append.
func (s source) call(pos record.Position) (*ast.CallExpr, []ast.Node) {
	path := s.at(pos)
	p := s.pos(pos)
	for i, n := range path {
		if call, ok := n.(*ast.CallExpr); ok && call.Lparen == p {
			return call, path[i:]
		}
	}
	return nil, nil
}

// A callee is the kind of what a call calls.
type callee int

const (
	staticCall  callee = iota // a function or method that the compiler can look into
	dynamicCall               // of a function value
	interfaceCall
	parameterCall // of a method of a type parameter
	builtinCall
	conversionCall
)

func (s source) callee(call *ast.CallExpr) (callee, types.Object) {
	if s.info.Types[call.Fun].IsType() {
		return conversionCall, nil
	}
	switch obj := typeutil.Callee(s.info, call).(type) {
	case *types.Builtin:
		return builtinCall, obj
	case *types.Func:
		return s.method(obj, call.Fun), obj
	case *types.Var:
		return dynamicCall, obj
	}
	return dynamicCall, nil
}

// method distinguishes methods of interfaces and of type parameters from others.
func (s source) method(f *types.Func, fun ast.Expr) callee {
	recv := f.Signature().Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return staticCall
	}
	if sel, ok := ast.Unparen(fun).(*ast.SelectorExpr); ok {
		if _, ok := types.Unalias(s.info.TypeOf(sel.X)).(*types.TypeParam); ok {
			return parameterCall
		}
	}
	return interfaceCall
}

// name returns the full name of a called function: "sync.(*Pool).Put",
// "append"; empty when it is not known.
func name(obj types.Object) string {
	f, ok := obj.(*types.Func)
	switch {
	case obj == nil:
		return ""
	case !ok || f.Pkg() == nil || strings.HasPrefix(typefact.FuncName(f, ""), "."):
		return obj.Name()
	}
	return f.Pkg().Path() + "." + typefact.FuncName(f, "")
}

// iteration reports whether the variable declared at the innermost node of a path is declared by a for statement: for
// i := …, for k, v := range ….
func iteration(path []ast.Node) bool {
	if len(path) < 2 {
		return false
	}
	if loop, ok := path[1].(*ast.RangeStmt); ok {
		return path[0] == loop.Key || path[0] == loop.Value
	}
	if assign, ok := path[1].(*ast.AssignStmt); ok && len(path) > 2 {
		loop, ok := path[2].(*ast.ForStmt)
		return ok && loop.Init == assign
	}
	return false
}

// function returns the function whose body a path is in: an *ast.FuncDecl, an
// *ast.FuncLit, or nil.
func function(path []ast.Node) ast.Node {
	for i, n := range path {
		switch f := n.(type) {
		case *ast.FuncLit:
			if i > 0 && path[i-1] == f.Body {
				return f
			}
		case *ast.FuncDecl:
			return f
		}
	}
	return nil
}

// each yields the nodes of type T in a part of the syntax, in the order of the source; none if the part is nil, like
// the function around the initializer of a package variable.
func each[T ast.Node](part ast.Node) iter.Seq[T] {
	return func(yield func(T) bool) {
		if part == nil {
			return
		}
		for n := range ast.Preorder(part) {
			if n, ok := n.(T); ok && !yield(n) {
				return
			}
		}
	}
}

// exists reports whether is returns true for a node of type T in a part of the syntax, which may be nil.
func exists[T ast.Node](part ast.Node, is func(T) bool) bool {
	for n := range each[T](part) {
		if is(n) {
			return true
		}
	}
	return false
}

// assignments yields both sides of the assignments in a part of the syntax, except of those with several results of
// one call.
func assignments(part ast.Node) iter.Seq2[ast.Expr, ast.Expr] {
	return func(yield func(left, right ast.Expr) bool) {
		for assign := range each[*ast.AssignStmt](part) {
			for i, right := range assign.Rhs {
				if len(assign.Lhs) == len(assign.Rhs) && !yield(assign.Lhs[i], right) {
					return
				}
			}
		}
	}
}

// returns yields the return statements of a function, without those of the function literals in it.
func returns(fn ast.Node) iter.Seq[*ast.ReturnStmt] {
	return func(yield func(*ast.ReturnStmt) bool) {
		if fn == nil {
			return
		}
		goes := true
		ast.Inspect(fn, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				return goes && n == fn
			case *ast.ReturnStmt:
				goes = goes && yield(n)
			}
			return goes
		})
	}
}

// returned reports whether a function, which may be nil, returns an expression for which is returns true.
func returned(fn ast.Node, is func(ast.Expr) bool) bool {
	for ret := range returns(fn) {
		if slices.ContainsFunc(ret.Results, is) {
			return true
		}
	}
	return false
}

// parts returns the type and the body of a function; nil for other nodes.
func parts(fn ast.Node) (*ast.FuncType, *ast.BlockStmt) {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return fn.Type, fn.Body
	case *ast.FuncLit:
		return fn.Type, fn.Body
	}
	return nil, nil
}

// names returns the names in a list of parameters or results, which may be nil.
func names(list *ast.FieldList) (all []*ast.Ident) {
	if list != nil {
		for _, field := range list.List {
			all = append(all, field.Names...)
		}
	}
	return all
}

// underlies reports whether the underlying type of t is a T. It is false for nil.
func underlies[T types.Type](t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(T)
	return ok
}

// functionAround names the function around a path.
func functionAround(path []ast.Node) string {
	switch f := function(path).(type) {
	case *ast.FuncDecl:
		return f.Name.Name
	case *ast.FuncLit:
		return "a function literal"
	}
	return "its function"
}

// namesResult reports whether name is a named result of the function around a path.
func namesResult(path []ast.Node, name string) bool {
	typ, _ := parts(function(path))
	return typ != nil && slices.ContainsFunc(names(typ.Results), func(id *ast.Ident) bool { return id.Name == name })
}

// looped reports whether a path is within the body of a loop of its function.
func looped(path []ast.Node) bool { return loopAround(path) != nil }

// loopAround returns the body of the innermost loop around a path, within its function; nil if there is none.
func loopAround(path []ast.Node) *ast.BlockStmt {
	for i, n := range path {
		var body *ast.BlockStmt
		switch n := n.(type) {
		case *ast.FuncLit:
			if i > 0 && path[i-1] == n.Body {
				return nil
			}
		case *ast.ForStmt:
			body = n.Body
		case *ast.RangeStmt:
			body = n.Body
		}
		if body != nil && i > 0 && path[i-1] == body {
			return body
		}
	}
	return nil
}

// jumps reports whether a function has a goto, which may turn any code into a loop; true for nil, about which nothing
// is known.
func jumps(around ast.Node) bool {
	return around == nil || exists(around, func(branch *ast.BranchStmt) bool { return branch.Tok == token.GOTO })
}

// outsideLoop reports whether the path is in a loop, and the same function declares a variable with that name outside
// of the loop.
func (s source) outsideLoop(path []ast.Node, name string) bool {
	loop := innerLoop(path)
	return loop != nil && exists(function(path), func(id *ast.Ident) bool {
		return id.Name == name && s.info.Defs[id] != nil && !inside(id.Pos(), loop)
	})
}

// innerLoop returns the innermost loop of a path, which may be in its head; nil if there is none.
func innerLoop(path []ast.Node) ast.Node {
	for _, n := range path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return n
		}
	}
	return nil
}

// rangeFunc returns the range-over-func loop whose body a path is in, without a function literal in between.
func (s source) rangeFunc(path []ast.Node) *ast.RangeStmt {
	for _, n := range path {
		switch loop := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return nil
		case *ast.RangeStmt:
			if underlies[*types.Signature](s.info.TypeOf(loop.X)) {
				return loop
			}
		}
	}
	return nil
}

// argument returns the call that has the expression at the start of a path as an argument.
func (s source) argument(path []ast.Node) *ast.CallExpr {
	for i, n := range path {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			if _, ok := n.(ast.Expr); !ok {
				return nil
			}
			continue
		}
		if i > 0 && slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return arg == path[i-1] }) {
			return call
		}
	}
	return nil
}

// calledBy reports whether the function literal at the start of a path is called by a statement of type S: go or
// defer.
func calledBy[S ast.Stmt](path []ast.Node) bool {
	lit, rest, ok := inner[*ast.FuncLit](path)
	if !ok || len(rest) < 3 {
		return false
	}
	call, ok := rest[1].(*ast.CallExpr)
	_, is := rest[2].(S)
	return ok && call.Fun == lit && is
}

// emptySlice reports whether e is a slice without capacity: []T(nil), []T{}, s[:0:0], nil.
func (s source) emptySlice(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return len(e.Elts) == 0
	case *ast.CallExpr:
		if kind, _ := s.callee(e); kind != conversionCall || len(e.Args) != 1 {
			return false
		}
		return s.info.Types[e.Args[0]].IsNil()
	case *ast.SliceExpr:
		return e.Slice3 && s.zero(e.Max)
	}
	return false
}

func (s source) zero(e ast.Expr) bool {
	v := s.info.Types[e].Value
	return v != nil && v.Kind() == constant.Int && constant.Sign(v) == 0
}

// poolNew reports whether a path is within the function literal that is the New of a sync.Pool.
func (s source) poolNew(path []ast.Node) bool {
	lit, ok := function(path).(*ast.FuncLit) // not the code that makes the literal
	if !ok {
		return false
	}
	_, rest, _ := inner[*ast.FuncLit](path)
	switch parent := rest[1].(type) {
	case *ast.KeyValueExpr:
		composite, ok := rest[2].(*ast.CompositeLit) // the key's parent is the literal
		key, isName := parent.Key.(*ast.Ident)
		return ok && isName && key.Name == "New" && s.isPool(s.info.TypeOf(composite))
	case *ast.AssignStmt:
		for i, right := range parent.Rhs {
			if sel, ok := parent.Lhs[i].(*ast.SelectorExpr); ok && right == lit && sel.Sel.Name == "New" {
				return s.isPool(s.info.TypeOf(sel.X))
			}
		}
	}
	return false
}

func (s source) isPool(t types.Type) bool {
	if t == nil {
		return false
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return types.TypeString(types.Unalias(t), nil) == "sync.Pool"
}

// largeSlot is the size of a key or value, in bytes, above which a map stores it outside of its table:
// abi.MapMaxKeyBytes and MapMaxElemBytes.
const largeSlot = 128

// mapEntry returns the type of the map that the assignment at the start of a path inserts into; nil if it inserts
// into none.
func (s source) mapEntry(path []ast.Node) *types.Map {
	index, _, ok := inner[*ast.IndexExpr](path)
	if !ok || !underlies[*types.Map](s.info.TypeOf(index.X)) {
		return nil
	}
	return s.info.TypeOf(index.X).Underlying().(*types.Map)
}
