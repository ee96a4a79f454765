package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"os"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/typefact"
)

// A scanner finds the points of one file in a single walk. A point whose memory is allocated before its operands are
// evaluated (literals, closures, variables) is emitted when the walk enters its node, and a point whose memory is
// allocated afterwards (calls, conversions, concatenations) when the walk leaves its node, so that Order is the order
// of evaluation.
type scanner struct {
	p     *Program
	file  *File
	info  *types.Info
	src   []byte
	names map[ast.Node]string // of function literals and range-over-func loops
	moved map[types.Object]bool
	// targets maps each operand that is converted implicitly to an interface to the interface type.
	targets map[ast.Expr]types.Type
	// inner holds expressions that are part of another point: the operands of a chain of +, the literal behind &.
	inner map[ast.Node]bool
	stack []ast.Node // nodes that the walk is in, outermost first
	order int
	group map[ast.Node]int
	out   []record.Point
	// elsewhere are points that also run on other lines than their own.
	elsewhere []alias
	// deferred maps each function that the walk is in to its deferred calls, as indexes of out: they run where the
	// function returns.
	deferred map[ast.Node][]int
}

// An alias is a further line on which a point may appear in a stack: for a deferred call, where the function returns;
// for a map literal, where its elements are.
type alias struct {
	line  int
	point int // index of scanner.out
}

// scan returns the points of file in order of evaluation, and the other lines
// on which some of them run.
func (p *Program) scan(file *File) ([]record.Point, []alias) {
	src, err := file.Text, error(nil)
	if src == nil {
		src, err = os.ReadFile(file.Path)
	}
	if err != nil {
		src = nil // read error: points without text still have kinds
	}
	s := &scanner{
		p: p, file: file, info: file.Package.Info, src: src,
		names:    closureNames(file),
		moved:    movable(file),
		targets:  make(map[ast.Expr]types.Type),
		inner:    make(map[ast.Node]bool),
		group:    make(map[ast.Node]int),
		deferred: make(map[ast.Node][]int),
	}
	ast.Inspect(file.Syntax, func(n ast.Node) bool {
		if n != nil {
			s.enter(n)
			s.stack = append(s.stack, n)
			return true
		}
		last := len(s.stack) - 1
		n, s.stack = s.stack[last], s.stack[:last]
		s.leave(n)
		return true
	})
	return s.out, s.elsewhere
}

// closureNames names every function literal and range-over-func loop of file.
func closureNames(file *File) map[ast.Node]string {
	all := make(map[ast.Node]string)
	initial := newNamer(initName(file.Package))
	for _, decl := range file.Syntax.Decls {
		namer := initial
		if fn, ok := decl.(*ast.FuncDecl); ok {
			namer = newNamer(declName(file.Package, fn))
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			namer.visit(n, file.Package.Info)
			return true
		})
		maps.Copy(all, namer.closures)
	}
	return all
}

// enter emits points that are allocated before their operands are evaluated, and registers the conversions that a
// node implies for its operands.
func (s *scanner) enter(n ast.Node) {
	switch n := n.(type) {
	case *ast.Ident:
		s.variable(s.info.Defs[n], n.Pos())
	case *ast.CaseClause:
		s.variable(s.info.Implicits[n], caseVariable(n))
	case *ast.FuncLit:
		if captures(n, s.info) || s.inGeneric() {
			s.emit(n, n.Type.Func, record.Point{Kind: record.PointClosure, Primitives: objectPrimitives, Types: closureTypes})
		}
	case *ast.UnaryExpr:
		s.addrLiteral(n)
	case *ast.CompositeLit:
		s.literal(n)
		s.literalTargets(n)
	case *ast.CallExpr:
		s.callTargets(n)
	case *ast.ReturnStmt:
		s.returnTargets(n)
	case *ast.AssignStmt:
		s.assignTargets(n)
	case *ast.ValueSpec:
		s.specTargets(n)
	case *ast.SendStmt:
		if ch, ok := typefact.Core(s.info.TypeOf(n.Chan)).(*types.Chan); ok {
			s.target(n.Value, ch.Elem())
		}
	case *ast.IndexExpr:
		if m, ok := typefact.Core(s.info.TypeOf(n.X)).(*types.Map); ok {
			s.target(n.Index, m.Key())
		}
	case *ast.BinaryExpr:
		s.markChain(n)
	case *ast.RangeStmt:
		if isFunc(s.info.TypeOf(n.X)) {
			s.emit(n.X, n.For, record.Point{Kind: record.PointRangeFunc, Primitives: rangePrimitives})
		}
	}
}

// leave emits points that are allocated after their operands are evaluated.
func (s *scanner) leave(n ast.Node) {
	switch n := n.(type) {
	case *ast.CallExpr:
		s.call(n)
	case *ast.BinaryExpr:
		if s.isConcat(n) && !s.inner[n] {
			s.emit(n, n.OpPos, record.Point{Kind: record.PointConcat, Primitives: concatPrimitives})
		}
	case *ast.SelectorExpr:
		s.methodValue(n)
	case *ast.AssignStmt:
		s.assigned(n)
	case *ast.IncDecStmt:
		s.mapAssign(n.X)
	case *ast.ReturnStmt:
		s.returned(n)
		s.runDeferred(n.Return)
	case *ast.GoStmt:
		if s.wraps(n.Call) {
			s.emit(n, n.Go, record.Point{Kind: record.PointGo, Primitives: objectPrimitives, Types: closureTypes})
		}
	case *ast.DeferStmt:
		s.deferStmt(n)
		s.postpone(n)
	case *ast.BlockStmt:
		if around := s.around(); len(s.stack) > 0 && s.stack[len(s.stack)-1] == around {
			s.runDeferred(n.Rbrace)
		}
	}
	if e, ok := n.(ast.Expr); ok {
		if target := s.targets[e]; target != nil {
			s.box(e, target)
		}
	}
}

// emit completes point, of node, and appends it. pos is the position of the compiler's diagnostics about it.
func (s *scanner) emit(node ast.Node, pos token.Pos, point record.Point) {
	s.order++
	point.Pos = s.p.Position(s.file, pos)
	point.Package = s.file.Package.Path
	point.Function = s.function()
	if point.Expr == "" {
		point.Expr = s.text(node)
	}
	point.Test = s.file.Test
	point.Order = s.order
	point.Group = s.groupOf(node, point.Kind)
	s.out = append(s.out, point)
}

// alias records that a point may also run at pos.
func (s *scanner) alias(point int, pos token.Pos) {
	if line := s.p.Position(s.file, pos).Line; line != s.out[point].Pos.Line {
		s.elsewhere = append(s.elsewhere, alias{line, point})
	}
}

// inGeneric reports whether the walk is in a function with type parameters: there, closures capture at least the
// dictionary of the instance.
func (s *scanner) inGeneric() bool {
	for _, n := range s.stack {
		if decl, ok := n.(*ast.FuncDecl); ok {
			fn, ok := s.info.Defs[decl.Name].(*types.Func)
			return ok && (fn.Signature().TypeParams().Len() > 0 || fn.Signature().RecvTypeParams().Len() > 0)
		}
	}
	return false
}

// around returns the function declaration or literal that the walk is in.
func (s *scanner) around() ast.Node {
	for i := len(s.stack) - 1; i >= 0; i-- {
		switch s.stack[i].(type) {
		case *ast.FuncDecl, *ast.FuncLit:
			return s.stack[i]
		}
	}
	return nil
}

// postpone records the call of the defer statement that the walk leaves: it is the last point that was emitted,
// unless a function literal is deferred.
func (s *scanner) postpone(n *ast.DeferStmt) {
	last := len(s.out) - 1
	if last >= 0 && s.out[last].Kind == record.PointCall && s.out[last].Pos == s.p.Position(s.file, n.Call.Lparen) {
		s.deferred[s.around()] = append(s.deferred[s.around()], last)
	}
}

// runDeferred records that the calls deferred so far may run at pos.
func (s *scanner) runDeferred(pos token.Pos) {
	for _, point := range s.deferred[s.around()] {
		s.alias(point, pos)
	}
}

// function returns the name of the function that the walk is in.
func (s *scanner) function() string {
	for i := len(s.stack) - 1; i >= 0; i-- {
		switch n := s.stack[i].(type) {
		case *ast.FuncLit:
			return s.names[n]
		case *ast.RangeStmt:
			if name := s.names[n]; name != "" && i+1 < len(s.stack) && s.stack[i+1] == n.Body {
				return name
			}
		case *ast.FuncDecl:
			return declName(s.file.Package, n)
		}
	}
	return initName(s.file.Package)
}

// inLoop reports whether the walk is in the repeated part of a loop of the function.
func (s *scanner) inLoop() bool {
	for i := len(s.stack) - 2; i >= 0; i-- {
		switch n := s.stack[i].(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return false
		case *ast.ForStmt:
			if s.stack[i+1] != n.Init {
				return true
			}
		case *ast.RangeStmt:
			if s.stack[i+1] == n.Body {
				return true
			}
		}
	}
	return false
}

// groupOf returns the number of the innermost call or statement around node. Points of one group are evaluated from
// left to right, an outer literal before the literals in it. If several values are assigned, declared or returned
// together, each has a group of its own, since the compiler may begin with the last one; but the variables that are
// declared together come first, in their order.
func (s *scanner) groupOf(node ast.Node, kind record.PointKind) int {
	child := node
	for i := len(s.stack) - 1; i >= 0; i-- {
		around := s.stack[i]
		if around == node {
			continue
		}
		if _, stmt := around.(ast.Stmt); stmt && kind == record.PointVariable {
			return s.number(around, child, 1)
		}
		switch n := around.(type) {
		case *ast.AssignStmt:
			return s.number(n, child, len(n.Rhs))
		case *ast.ReturnStmt:
			return s.number(n, child, len(n.Results))
		case *ast.ValueSpec:
			return s.number(n, child, len(n.Values))
		case *ast.CallExpr, ast.Stmt, *ast.FuncDecl:
			return s.number(n, child, 1)
		}
		child = around
	}
	return 0
}

// number returns the number of the group of a list or, if the list has several values, of child, which is one of
// them.
func (s *scanner) number(list, child ast.Node, values int) int {
	if values > 1 {
		list = child
	}
	if s.group[list] == 0 {
		s.group[list] = len(s.group) + 1
	}
	return s.group[list]
}

// maxExpr is the maximal length of the text of a point, in runes: what fits beside a position and four figures on a
// line of 100 columns.
const maxExpr = 60

// text returns the source of node on one line.
func (s *scanner) text(node ast.Node) string {
	end := node.End()
	suffix := ""
	if lit, ok := node.(*ast.FuncLit); ok {
		end, suffix = lit.Body.Lbrace, "{…}"
	}
	tf := s.p.Fset.File(s.file.Syntax.FileStart)
	from, to := tf.Offset(node.Pos()), tf.Offset(end)
	if from > to || to > len(s.src) {
		return ""
	}
	runes := []rune(strings.Join(strings.Fields(string(s.src[from:to])+suffix), " "))
	if len(runes) > maxExpr {
		runes = append(runes[:maxExpr-1], '…')
	}
	return string(runes)
}

// columnPos returns the position that the compiler's diagnostics give for e.
func columnPos(e ast.Expr) token.Pos {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return columnPos(e.X)
	case *ast.CallExpr:
		return e.Lparen
	case *ast.SelectorExpr:
		return e.X.End() // the dot, whose position is not in the syntax tree
	case *ast.TypeAssertExpr:
		return e.X.End()
	case *ast.KeyValueExpr:
		return e.Colon
	case *ast.IndexExpr:
		return e.Lbrack
	case *ast.IndexListExpr:
		return e.Lbrack
	case *ast.SliceExpr:
		return e.Lbrack
	case *ast.CompositeLit:
		return e.Lbrace
	case *ast.BinaryExpr:
		return e.OpPos
	}
	return e.Pos()
}

// size returns the size in bytes of t; 0 if it depends on type arguments.
func (s *scanner) size(t types.Type) int64 {
	if s.file.Package.Sizes == nil || typeName(t) == "" || !typefact.Sized(t) {
		return 0
	}
	return s.file.Package.Sizes.Sizeof(t)
}

// oneType returns the only type name that a row for type t can have; nil for any.
func oneType(t types.Type) []string {
	if name := typeName(t); name != "" {
		return []string{name}
	}
	return nil
}

// caseVariable returns the position that the compiler gives to the variable of a type switch's case: that of the last
// name in the case's types.
func caseVariable(n *ast.CaseClause) token.Pos {
	if len(n.List) == 0 {
		return n.Case
	}
	pos := n.List[len(n.List)-1].Pos()
	ast.Inspect(n.List[len(n.List)-1], func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			pos = id.Pos()
		}
		return true
	})
	return pos
}

// variable emits a declared variable that is moved to the heap if its address leaves its frame.
func (s *scanner) variable(obj types.Object, pos token.Pos) {
	v, ok := obj.(*types.Var)
	if !ok || !s.moved[v] {
		return
	}
	point := record.Point{
		Kind: record.PointVariable, Expr: v.Name(), Primitives: variablePrimitives,
		Types: oneType(v.Type()), Size: s.size(v.Type()),
	}
	if point.Types != nil {
		point.Types = append(point.Types, "") // several small variables may share a block without a type
	}
	s.emit(ast.NewIdent(v.Name()), pos, point)
}

// addrLiteral emits &T{...}.
func (s *scanner) addrLiteral(n *ast.UnaryExpr) {
	lit, ok := ast.Unparen(n.X).(*ast.CompositeLit)
	if n.Op != token.AND || !ok {
		return
	}
	t := s.info.TypeOf(lit)
	if _, isStruct := typefact.Core(t).(*types.Struct); isStruct {
		s.inner[lit] = true
	}
	s.object(n, n.OpPos, record.PointAddrLiteral, t)
}

// object emits a point that allocates one value of type t.
func (s *scanner) object(node ast.Node, pos token.Pos, kind record.PointKind, t types.Type) {
	s.emit(node, pos, record.Point{Kind: kind, Primitives: objectPrimitives, Types: oneType(t), Size: s.size(t)})
}

// literal emits []T{...}, map[K]V{...} and the {...} of []*T{{...}}.
func (s *scanner) literal(n *ast.CompositeLit) {
	t := s.info.TypeOf(n)
	switch u := typefact.Core(t).(type) {
	case *types.Slice:
		array := types.NewArray(u.Elem(), literalLen(n, s.info))
		if array.Len() > 0 {
			s.object(n, n.Lbrace, record.PointSliceLiteral, array)
		}
	case *types.Map:
		s.emit(n, n.Lbrace, record.Point{Kind: record.PointMapLiteral, Primitives: mapLiteralPrimitives})
		for _, elt := range n.Elts {
			s.alias(len(s.out)-1, columnPos(elt))
		}
	case *types.Pointer: // elided &T
		s.object(n, n.Lbrace, record.PointAddrLiteral, u.Elem())
	}
}

// literalLen returns the length of a slice literal, which may have keys such as 5:.
func literalLen(n *ast.CompositeLit, info *types.Info) int64 {
	var next, length int64
	for _, elt := range n.Elts {
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			if index, ok := constInt(info, kv.Key); ok {
				next = index
			}
		}
		next++
		length = max(length, next)
	}
	return length
}

// call emits calls, conversions and the builtins that allocate.
func (s *scanner) call(n *ast.CallExpr) {
	fun := s.info.Types[n.Fun]
	switch {
	case fun.IsType():
		s.conversion(n, fun.Type)
		return
	case fun.IsBuiltin():
		s.builtin(n)
		return
	}
	s.variadic(n)
	if _, literal := ast.Unparen(n.Fun).(*ast.FuncLit); !literal {
		s.emit(n, n.Lparen, record.Point{Kind: record.PointCall, Callee: s.callee(n)})
	}
}

// callee returns the name of the called function in a stack. For a function of the user's, only a parameter that was
// moved to the heap is charged to the call, after inlining without a frame.
func (s *scanner) callee(n *ast.CallExpr) string {
	fn, ok := typeutil.Callee(s.info, n).(*types.Func)
	if !ok {
		return ""
	}
	fn = fn.Origin()
	if recv := fn.Signature().Recv(); fn.Pkg() == nil || recv != nil && dynamic(recv.Type()) {
		return "." + fn.Name()
	}
	return record.SymbolPath(fn.Pkg().Path()) + "." + typefact.FuncName(fn, "[...]")
}

// dynamic reports whether a method of t is looked up at run time.
func dynamic(t types.Type) bool {
	_, param := types.Unalias(t).(*types.TypeParam)
	return param || types.IsInterface(t)
}

// variadic emits the array for the variadic arguments.
func (s *scanner) variadic(n *ast.CallExpr) {
	sig, ok := typefact.Core(s.info.TypeOf(n.Fun)).(*types.Signature)
	if !ok || !sig.Variadic() || n.Ellipsis.IsValid() {
		return
	}
	fixed := sig.Params().Len() - 1
	extra := len(n.Args) - fixed
	if extra <= 0 {
		return
	}
	slice, ok := sig.Params().At(fixed).Type().(*types.Slice)
	if !ok {
		return
	}
	s.object(n, n.Lparen, record.PointVariadic, types.NewArray(slice.Elem(), int64(extra)))
}

// builtin emits make, new and append.
func (s *scanner) builtin(n *ast.CallExpr) {
	name := ""
	switch fun := ast.Unparen(n.Fun).(type) {
	case *ast.Ident:
		name = fun.Name
	case *ast.SelectorExpr:
		name = fun.Sel.Name // of package unsafe, where none allocates
	}
	switch name {
	case "new":
		if pointer, ok := s.info.TypeOf(n).Underlying().(*types.Pointer); ok {
			s.object(n, n.Lparen, record.PointNew, pointer.Elem())
		}
	case "make":
		s.made(n)
	case "append":
		s.appended(n)
	}
}

func (s *scanner) made(n *ast.CallExpr) {
	switch u := typefact.Core(s.info.TypeOf(n)).(type) {
	case *types.Slice:
		point := record.Point{Kind: record.PointMakeSlice, Primitives: makeSlicePrimitives, Types: oneType(u.Elem())}
		if point.Types != nil {
			point.Types = append(point.Types, "") // make and copy in one, if there are no pointers
		}
		if length, ok := constInt(s.info, n.Args[len(n.Args)-1]); ok {
			point.Size = length * s.size(u.Elem())
		}
		s.emit(n, n.Lparen, point)
	case *types.Map:
		s.emit(n, n.Lparen, record.Point{Kind: record.PointMakeMap, Primitives: makeMapPrimitives})
	case *types.Chan:
		s.emit(n, n.Lparen, record.Point{Kind: record.PointMakeChan, Primitives: makeChanPrimitives})
	}
}

func (s *scanner) appended(n *ast.CallExpr) {
	point := record.Point{Kind: record.PointAppend, Primitives: appendPrimitives}
	if slice, ok := typefact.Core(s.info.TypeOf(n)).(*types.Slice); ok {
		point.Types = s.growthTypes(slice.Elem())
	}
	if len(n.Args) > 1 {
		s.emit(n, n.Lparen, point)
	}
}

// growthTypes returns the type names that growslice can record; without pointers in the elements it records none.
func (s *scanner) growthTypes(elem types.Type) []string {
	switch name := typeName(elem); {
	case name == "":
		return nil
	case !typefact.HasPointers(elem):
		return []string{""}
	default:
		return []string{name}
	}
}

// conversion emits string(b), []byte(s) and so on; conversions into interfaces
// are boxes of their operand.
func (s *scanner) conversion(n *ast.CallExpr, to types.Type) {
	if len(n.Args) != 1 || s.info.Types[n].Value != nil {
		return
	}
	arg := n.Args[0]
	primitives := convertPrimitives(typefact.Core(to), typefact.Core(s.info.TypeOf(arg)))
	if primitives == nil {
		return
	}
	point := record.Point{Kind: record.PointConvert, Primitives: primitives}
	if constant := s.info.Types[arg].Value; constant != nil && constant.Kind() == stringKind {
		point.Primitives = append([]string{"runtime.newobject"}, primitives...)
	}
	s.emit(n, columnPos(arg), point)
}

// methodValue emits a method value: x.M that is not called.
func (s *scanner) methodValue(n *ast.SelectorExpr) {
	selection := s.info.Selections[n]
	if selection == nil || selection.Kind() != types.MethodVal || s.isCalled(n) {
		return
	}
	s.emit(n, n.X.End(), record.Point{Kind: record.PointMethodValue, Primitives: objectPrimitives, Types: methodValueTypes})
}

// isCalled reports whether e, which the walk has just left, is the function of a call.
func (s *scanner) isCalled(e ast.Expr) bool {
	for i := len(s.stack) - 1; i >= 0; i-- {
		switch around := s.stack[i].(type) {
		case *ast.ParenExpr, *ast.IndexExpr, *ast.IndexListExpr:
			continue
		case *ast.CallExpr:
			return around.Fun.Pos() <= e.Pos() && e.End() <= around.Fun.End()
		}
		return false
	}
	return false
}

// isConcat reports whether n concatenates strings at run time.
func (s *scanner) isConcat(n *ast.BinaryExpr) bool {
	tv := s.info.Types[n]
	return n.Op == token.ADD && tv.Value == nil && isString(tv.Type)
}

// markChain marks the operands of + that the compiler folds into one call.
func (s *scanner) markChain(n *ast.BinaryExpr) {
	if !s.isConcat(n) {
		return
	}
	for _, operand := range []ast.Expr{n.X, n.Y} {
		if b, ok := ast.Unparen(operand).(*ast.BinaryExpr); ok && s.isConcat(b) {
			s.inner[b] = true
		}
	}
}

// assigned emits s += x, and assignments to map entries.
func (s *scanner) assigned(n *ast.AssignStmt) {
	if n.Tok == token.ADD_ASSIGN && isString(s.info.TypeOf(n.Lhs[0])) {
		s.emit(n, n.TokPos, record.Point{Kind: record.PointConcatAssign, Primitives: concatPrimitives})
	}
	if n.Tok == token.DEFINE {
		return
	}
	for _, left := range n.Lhs {
		s.mapAssign(left)
	}
}

func (s *scanner) mapAssign(left ast.Expr) {
	index, ok := ast.Unparen(left).(*ast.IndexExpr)
	if !ok {
		return
	}
	if _, ok := typefact.Core(s.info.TypeOf(index.X)).(*types.Map); ok {
		s.emit(index, index.Lbrack, record.Point{Kind: record.PointMapAssign, Primitives: mapAssignPrimitives})
	}
}

// returned emits the copy of a slice that was built on the stack.
func (s *scanner) returned(n *ast.ReturnStmt) {
	results := s.signature().Results()
	for v := range results.Variables() {
		if _, ok := typefact.Core(v.Type()).(*types.Slice); ok {
			s.emit(n, n.Return, record.Point{Kind: record.PointReturn, Primitives: movePrimitives})
			return
		}
	}
}

// signature returns the signature of the function that the walk is in.
func (s *scanner) signature() *types.Signature {
	for i := len(s.stack) - 1; i >= 0; i-- {
		switch n := s.stack[i].(type) {
		case *ast.FuncLit:
			if sig, ok := s.info.TypeOf(n).(*types.Signature); ok {
				return sig
			}
		case *ast.FuncDecl:
			if fn, ok := s.info.Defs[n.Name].(*types.Func); ok {
				return fn.Signature()
			}
		}
	}
	return new(types.Signature)
}

// wraps reports whether go or defer needs a closure to carry the arguments of call: always, except for a function
// without parameters and results.
func (s *scanner) wraps(call *ast.CallExpr) bool {
	sig, ok := typefact.Core(s.info.TypeOf(call.Fun)).(*types.Signature)
	if !ok || sig.Params().Len() > 0 || sig.Results().Len() > 0 {
		return true
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return ok && s.info.Selections[sel] != nil
}

func (s *scanner) deferStmt(n *ast.DeferStmt) {
	point := record.Point{Kind: record.PointDefer, Primitives: deferPrimitives}
	if s.inLoop() && s.wraps(n.Call) {
		point.Primitives = append([]string{"runtime.newobject"}, deferPrimitives...)
	}
	s.emit(n, n.Defer, point)
}
