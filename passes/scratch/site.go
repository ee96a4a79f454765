package scratch

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A kind says how memory is kept, and made ready for the next call.
type kind int

const (
	array  kind = iota // var v [8]byte, make([]byte, 8)
	sized              // make([]byte, n)
	grown              // var v []T, make([]T, 0, n)
	buffer             // bytes.Buffer
	table              // a map
	digest             // sha256.New()
)

// An object may grow by plainArray bytes, and with a caveat by maxArray.
const (
	plainArray = 1 << 10
	maxArray   = 1 << 16
)

// A site is the declaration of memory in a method.
type site struct {
	*rule.Run
	d      source.Decl
	kind   kind
	method *ast.FuncDecl
	fn     *types.Func
	recv   *types.Var
	object *object

	elem types.Type // of an array or slice
	len  int64      // of an array
	// size is the length of a slice, or the capacity it begins with; nil for none.
	size ast.Expr
	// alone: an array that cannot be a part of a larger one.
	alone bool
	// body are the statements behind the declaration, up to the last that uses the memory.
	body []ast.Stmt
	// keeps is the last statement that may give the variable another array, nil for none.
	keeps ast.Stmt
	// taken: the object has no memory while the method uses it, which may be called again meanwhile.
	taken bool
	// together says which calls are not at work at once, by one of the keys.
	together map[string]bool
	// doubt: code that is not known may order them in time nevertheless.
	doubt bool
	// clean: all of the memory is written before it is read.
	clean   bool
	caveats []rule.Caveat
}

// recognise matches the declaration of memory in a method, which the compiler does not keep on the
// stack.
func recognise(r *rule.Run, d source.Decl, known map[string]*object) (*site, bool) {
	s := &site{Run: r, d: d}
	if d.HasComment() || d.Type != nil && d.Value != nil || source.InLoop(d.Cur) || !s.receives() || len(d.Rest) == 0 {
		return nil, false
	}
	ok := false
	if d.Value == nil {
		ok = s.declared()
	} else {
		ok = s.made(ast.Unparen(d.Value))
	}
	if !ok || !s.uses() {
		return nil, false
	}
	s.object, ok = objectOf(r, s.recv, known)
	return s, ok
}

// receives notes the object that the declaration works for: the receiver of the method around it.
func (s *site) receives() bool {
	for fn := range s.d.Cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		decl, ok := fn.Node().(*ast.FuncDecl)
		if !ok && runsOnce(fn) {
			continue
		}
		if !ok {
			return false
		}
		s.method = decl
		s.fn, _ = s.Info.Defs[decl.Name].(*types.Func)
		break
	}
	if s.fn == nil {
		return false
	}
	s.recv = s.fn.Signature().Recv()
	return s.recv != nil && s.recv.Name() != "" && s.recv.Name() != "_" && source.IsA[*types.Pointer](s.recv.Type()) && !s.Jumps(s.d.Stmt.Pos())
}

// runsOnce reports whether the literal at cur is called where it stands, in no loop, as a block is run.
func runsOnce(cur inspector.Cursor) bool {
	fun := source.Parens(cur)
	return fun.ParentEdgeKind() == edge.CallExpr_Fun && !source.RunsLater(fun.Parent()) && !source.InLoop(fun.Parent())
}

// declared recognises var v T.
func (s *site) declared() bool {
	t := s.d.Var.Type()
	if source.IsBuffer(t) {
		s.kind = buffer
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Array:
		return s.isArray(t.Elem(), t.Len())
	case *types.Slice:
		s.kind, s.elem = grown, t.Elem()
		return true
	}
	return false
}

// isArray notes an array of numbers, of a length for which there is room in an object.
func (s *site) isArray(elem types.Type, n int64) bool {
	size, ok := s.Pkg.Sizeof(elem)
	s.kind, s.elem, s.len = array, elem, n
	for inner, ok := elem.Underlying().(*types.Array); ok; inner, ok = elem.Underlying().(*types.Array) {
		elem = inner.Elem()
	}
	basic, isBasic := elem.Underlying().(*types.Basic)
	return ok && isBasic && basic.Info()&types.IsNumeric != 0 && 0 < n && n <= maxArray && n*size <= maxArray
}

// made recognises v := value.
func (s *site) made(value ast.Expr) bool {
	if typ, lit, ok := source.NewOf(s.Info, value); ok {
		s.kind = buffer
		return (lit == nil || len(lit.Elts) == 0) && source.IsBuffer(s.Info.TypeOf(typ))
	}
	switch e := value.(type) {
	case *ast.CompositeLit:
		if len(e.Elts) > 0 {
			return false
		}
		if source.IsA[*types.Map](s.d.Var.Type()) {
			s.kind = table
			return true
		}
		return s.declared()
	case *ast.CallExpr:
		if source.IsBuiltin(s.Info, e, "make") {
			return s.makes(e)
		}
		s.kind = digest
		return stdlib.Of(source.Func(s.Info, e)).Resets == "digest" && len(e.Args) == 0
	}
	return false
}

// makes recognises make(T, …).
func (s *site) makes(call *ast.CallExpr) bool {
	switch t := s.d.Var.Type().Underlying().(type) {
	case *types.Map:
		s.kind = table
		return len(call.Args) == 1 || effect.Pure(s.Info, call.Args[1]) // the hint is for the first one
	case *types.Slice:
		s.elem = t.Elem()
		if zero, ok := source.IntConst(s.Info, call.Args[1]); ok && zero == 0 {
			s.kind = grown
			if len(call.Args) == 3 && s.Info.Types[call.Args[2]].Value == nil {
				s.size = call.Args[2]
			}
			return true
		}
		if n, ok := source.IntConst(s.Info, call.Args[1]); ok && len(call.Args) == 2 {
			return s.isArray(t.Elem(), n)
		}
		s.kind, s.size = sized, call.Args[1]
		return len(call.Args) == 2 && s.Info.Types[call.Args[1]].Value == nil
	}
	return false
}

// uses notes the statements that use the memory, and reports whether there are any.
func (s *site) uses() bool {
	uses := s.Pkg.Uses(s.d.Var)
	s.body = s.d.Rest[:1+slices.IndexFunc(s.d.Rest, func(stmt ast.Stmt) bool {
		return len(uses) > 0 && source.Contains(stmt, uses[len(uses)-1].Node())
	})]
	return len(s.body) > 0
}

// check requires that nothing keeps the memory, that nobody else uses it meanwhile, and that the
// type may have a field for it. Of memory that something keeps it is only said so where the rest holds.
func (s *site) check() bool {
	k := s.checker()
	kept := !k.All()
	if !kept && s.kind == array && (!k.Escapes || !s.slices()) {
		return false // on the stack already, or of another shape
	}
	why := s.elsewhere()
	switch {
	case kept && why != "":
		return false
	case kept:
		why = s.d.Var.Name() + " may be retained, or told from a new one, by " + k.Retains()
	case why == "":
		why = s.apart(k)
	}
	if why != "" {
		return s.refuse(why)
	}
	s.followed()
	s.ready()
	return s.clean || s.clears()
}

// elsewhere says what of the type, or of other code, stands against it, "" for nothing.
func (s *site) elsewhere() string {
	if len(s.Pkg.Writes(s.recv)) > 0 {
		return s.recv.Name() + " is set anew"
	}
	if s.object.refused != "" {
		return s.object.refused
	}
	if s.drops() {
		return s.fn.Name() + " sets all of " + s.recv.Name() + " anew"
	}
	if !s.Means(s.recv, s.d.Stmt.Pos()) {
		return s.recv.Name() + " is something else here"
	}
	if s.replaced() {
		return "what " + s.fn.Name() + " calls may set all of " + an(s.object.named.Obj().Name()) + " anew"
	}
	if s.mayBeNil() {
		return s.recv.Name() + " may be nil"
	}
	return cmp.Or(s.unwanted(), s.single(), s.undisturbed())
}

// mayBeNil reports whether the method asks for a receiver that is nil, and may come to the declaration
// with one.
func (s *site) mayBeNil() bool {
	return !flow.NonNilAt(s.Pkg, s.recv, s.d.Cur) && slices.ContainsFunc(s.Pkg.Uses(s.recv), func(use inspector.Cursor) bool {
		return source.ComparedWithNil(s.Info, use)
	})
}

// drops reports whether the method gives its object another value, without what the fields had.
func (s *site) drops() bool {
	return slices.ContainsFunc(s.Pkg.Uses(s.recv), func(use inspector.Cursor) bool {
		use = source.Parens(use)
		return use.ParentEdgeKind() == edge.StarExpr_X && source.Parens(use.Parent()).ParentEdgeKind() == edge.AssignStmt_Lhs
	})
}

// replaced reports whether an object of the type may get another value, with the memory of that, while
// this one is in use.
func (s *site) replaced() bool {
	places := factsOf(s.Pkg).replaced[s.object.named]
	return slices.ContainsFunc(s.body, func(stmt ast.Stmt) bool {
		reached := effect.ReachedFrom(s.Pkg, stmt)
		return slices.ContainsFunc(places, func(at inspector.Cursor) bool {
			for fn := range at.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
				decl, ok := fn.Node().(*ast.FuncDecl)
				if !ok {
					return true // who calls a literal is not followed
				}
				fn, _ := s.Info.Defs[decl.Name].(*types.Func)
				return reached[fn] || source.Contains(stmt, at.Node())
			}
			return false
		})
	})
}

// apart says what stands against it of the variable itself, or of copies of the object, "" for nothing.
func (s *site) apart(k *retain.Checker) string {
	s.caveats = append(s.caveats, k.Caveats()...)
	s.grows()
	name := s.d.Var.Name()
	if !s.returnable() {
		return "nothing runs behind the statement that " + name + " grows in"
	}
	if s.keeps != nil && !s.Means(s.recv, s.keeps.End()) {
		return s.recv.Name() + " is something else where " + name + " has grown"
	}
	if !s.sizable() {
		return "the size " + s.Text(s.size) + " is no int that can be repeated"
	}
	if s.kind == array {
		if size, _ := s.Pkg.Sizeof(types.NewArray(s.elem, s.len)); size > plainArray {
			s.caveats = append(s.caveats, rule.Retention.Caveat(fmt.Sprintf("each %s is %d bytes larger", s.object.named.Obj().Name(), size)))
		}
		return ""
	}
	if at := s.object.copies(); at != "" {
		return "a copy may share the memory of " + name + ": " + at
	}
	return ""
}

func (s *site) refuse(why string) bool { return s.Refuse(s.d.Node(), why) }

// checker judges the uses of the variable.
func (s *site) checker() *retain.Checker {
	k := &retain.Checker{Pkg: s.Pkg, Var: s.d.Var, Trusting: s.kind == array}
	switch s.kind {
	case array:
		k.Kind, k.Fixed = retain.FullSlice, true
		if source.IsA[*types.Array](s.d.Var.Type()) {
			k.Kind = retain.Large
		}
	case sized:
		k.Kind = retain.FullSlice
	case grown:
		k.Kind = retain.EmptySlice
	case buffer:
		k.Kind = retain.Buffer
	case table:
		k.Kind = retain.Table
	case digest:
		k.Kind = retain.Digest
	}
	return k
}

// slices reports whether each use of an array means the same of a slice of it, and notes whether the
// slice may have room behind its end.
func (s *site) slices() bool {
	for _, use := range s.Pkg.Uses(s.d.Var) {
		use = source.Parens(use)
		switch use.ParentEdgeKind() {
		case edge.IndexExpr_X:
		case edge.SliceExpr_X:
			e := use.Parent().Node().(*ast.SliceExpr)
			s.alone = s.alone || e.High != nil && s.Info.Types[e.High].Value == nil || e.Max != nil
		case edge.RangeStmt_X:
			v := use.Parent().Node().(*ast.RangeStmt).Value
			if v != nil && !source.IsBlank(v) && source.IsA[*types.Array](s.d.Var.Type()) {
				return false // of a copy
			}
		case edge.CallExpr_Args:
			call := use.Parent().Node().(*ast.CallExpr)
			s.alone = s.alone || source.IsBuiltin(s.Info, call, "cap")
			if source.IsA[*types.Array](s.d.Var.Type()) && s.inConstant(use) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// inConstant reports whether the length of the array at cur has to be a constant.
func (s *site) inConstant(cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.ArrayType)(nil), (*ast.GenDecl)(nil), (*ast.CaseClause)(nil), (*ast.FuncDecl)(nil), (*ast.BinaryExpr)(nil), (*ast.CallExpr)(nil)) {
		switch n := c.Node().(type) {
		case *ast.ArrayType, *ast.CaseClause:
			return true
		case *ast.GenDecl:
			return n.Tok == token.CONST
		case *ast.FuncDecl:
			return false
		case *ast.BinaryExpr, *ast.CallExpr:
			if n != cur.Parent().Node() && s.Info.Types[n.(ast.Expr)].Value != nil {
				return true // a constant of another type, perhaps
			}
		}
	}
	return false
}

// grows notes the last statement in which the variable may get another array.
func (s *site) grows() {
	if s.kind != grown && s.kind != sized {
		return
	}
	if s.taken {
		s.keeps = s.body[len(s.body)-1]
		return
	}
	for _, use := range s.Pkg.Writes(s.d.Var) {
		for _, stmt := range s.body {
			if source.Contains(stmt, use.Node()) && (s.keeps == nil || s.keeps.Pos() < stmt.Pos()) {
				s.keeps = stmt
			}
		}
	}
}

// returnable reports whether a statement may follow the one in which the variable grows.
func (s *site) returnable() bool {
	if s.keeps == nil || s.keeps != s.d.Rest[len(s.d.Rest)-1] {
		return true
	}
	loop, isLoop := s.keeps.(*ast.ForStmt)
	return !source.Has[*ast.ReturnStmt](s.keeps) && !source.Has[*ast.BranchStmt](s.keeps) && !(isLoop && loop.Cond == nil)
}

// undisturbed requires that nothing that runs while the memory is in use comes to the method again,
// and notes what is not known, unless a lock keeps it away.
func (s *site) undisturbed() string {
	for _, stmt := range s.body {
		if effect.ReachedFrom(s.Pkg, stmt)[s.fn] {
			if s.taken = s.takeable(); s.taken {
				break
			}
			return "what " + s.fn.Name() + " calls may come to call it again"
		}
	}
	locked := false
	for k := range s.together {
		locked = locked || strings.HasPrefix(k, "lock ")
	}
	of := " of the same " + s.object.named.Obj().Name()
	switch {
	case locked:
	case s.taken:
		s.caveats = append(s.caveats, rule.Contract.Caveat("nothing that "+s.fn.Name()+" calls may let another goroutine into "+s.fn.Name()+of))
	case effect.Of(s.Pkg, s.body...).Unknown():
		s.caveats = append(s.caveats, rule.Contract.Caveat("nothing that "+s.fn.Name()+" calls may come back to it"+of+", or let another goroutine do so"))
	case s.doubt:
		s.caveats = append(s.caveats, rule.Contract.Caveat("nothing that "+s.fn.Name()+" or its caller calls may let another goroutine into "+s.fn.Name()+of))
	}
	return ""
}

// takeable reports whether the memory may be out of the object while it is in use: it is a slice, and only
// errors leave the method before it has been put back.
func (s *site) takeable() bool {
	return (s.kind == grown || s.kind == sized) && s.Universe(s.d.Stmt.Pos(), "nil") &&
		!slices.ContainsFunc(s.body, func(stmt ast.Stmt) bool { return flow.Leaves(s.Info, stmt) })
}

// followed adds the caveat of a receiver that may be nil, and is not followed before something else
// is done.
func (s *site) followed() {
	next := flow.Heads(s.Info, s.d.Rest[0])
	if !flow.NonNilAt(s.Pkg, s.recv, s.d.Cur) && !slices.ContainsFunc(next, func(head ast.Node) bool { return flow.Follows(s.Info, head, s.recv) }) {
		s.caveats = append(s.caveats, rule.LatePanic.Caveat("a nil "+s.recv.Name()+" panics earlier"))
	}
}

// ready notes whether all of the memory is written before it is read, and what stays reachable.
func (s *site) ready() {
	name := s.object.named.Obj().Name()
	switch s.kind {
	case array, sized:
		if s.clean = s.filled(); s.clean {
			s.caveats = append(s.caveats, rule.Contents.Caveat("a Read that looks at what it is given sees bytes of an earlier call"))
		} else {
			s.clean = s.put() || s.Pkg.SetsAll(s.body, s.d.Var)
		}
	default:
		s.clean = true
	}
	if s.kind != array && s.kind != digest {
		s.caveats = append(s.caveats, rule.Largest(an(name), "call", s.kind == table))
	}
	holds := s.elem != nil && retain.Holds(s.elem)
	if m, ok := s.d.Var.Type().Underlying().(*types.Map); ok {
		holds = retain.Holds(m.Key()) || retain.Holds(m.Elem())
	}
	if holds {
		s.caveats = append(s.caveats, rule.Retention.Caveat("elements of an earlier call stay reachable until they are overwritten"))
	}
	if s.size != nil && !source.NotNegative(s.Info, s.size) {
		how := " panics in other words"
		if s.kind == grown && (s.droppable() || !s.AtLeast("go1.21")) {
			how = " panics no more"
		}
		s.caveats = append(s.caveats, rule.LatePanic.Caveat("a negative "+s.Text(s.size)+how))
	}
}

// clears requires that memory can be cleared.
func (s *site) clears() bool {
	_, ok := s.Clear(s.d.Stmt.Pos(), "", s.cleared())
	return ok
}

// cleared is the type of what is cleared: of a slice of an array, for an array.
func (s *site) cleared() types.Type {
	if array, ok := s.d.Var.Type().Underlying().(*types.Array); ok {
		return types.NewSlice(array.Elem())
	}
	return s.d.Var.Type()
}

// sizable requires that a size may stand where it is needed several times.
func (s *site) sizable() bool {
	if s.size == nil {
		return true
	}
	isInt := types.Identical(s.Info.TypeOf(s.size), types.Typ[types.Int])
	return isInt && (s.kind != grown || effect.Pure(s.Info, s.size))
}

// repeats reports whether the size may stand several times.
func (s *site) repeats() bool {
	if x, ok := source.LenOf(s.Info, s.size); ok {
		return effect.Total(s.Info, x)
	}
	return source.IsPath(s.size)
}

// first returns the first statement that uses the memory, and its place among those behind the declaration.
func (s *site) first() (ast.Stmt, int) {
	i := slices.IndexFunc(s.body, func(stmt ast.Stmt) bool { return s.Pkg.Mentions(stmt, s.d.Var) > 0 })
	return s.body[i], i
}

// put reports whether the first statement that uses the memory, an array, writes all of it.
//
//	binary.BigEndian.PutUint32(v, n)
func (s *site) put() bool {
	stmt, _ := s.first()
	expr, ok := stmt.(*ast.ExprStmt)
	if !ok || s.kind != array || s.Pkg.Mentions(stmt, s.d.Var) != 1 {
		return false
	}
	call, ok := expr.X.(*ast.CallExpr)
	if !ok || len(call.Args) != 2 || !s.isWhole(call.Args[0]) {
		return false
	}
	fn := source.Func(s.Info, call)
	width := map[string]int64{"PutUint16": 2, "PutUint32": 4, "PutUint64": 8}
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "encoding/binary" && width[fn.Name()] == s.len && !types.IsInterface(fn.Signature().Recv().Type())
}

// filled reports whether the first use of the memory reads into all of it, and nothing uses it where
// that fails.
//
//	if _, err := io.ReadFull(r, v[:]); err != nil { return err }
//	n, err := io.ReadFull(r, v)
//	if err != nil { return err }
func (s *site) filled() bool {
	read, i := s.first()
	branch := ast.Stmt(nil)
	if asks, ok := read.(*ast.IfStmt); ok && asks.Init != nil {
		read, branch = asks.Init, asks
	} else if i+1 < len(s.d.Rest) {
		branch = s.d.Rest[i+1]
	}
	assign, isAssign := read.(*ast.AssignStmt)
	failed, asks := branch.(*ast.IfStmt)
	if !isAssign || len(assign.Lhs) != 2 || s.Pkg.Mentions(read, s.d.Var) != 1 || !asks || failed != s.body[i] && failed.Init != nil {
		return false
	}
	call, ok := source.CallTo(s.Info, assign.Rhs[0], "io", "ReadFull")
	if !ok || !s.isWhole(call.Args[1]) || !flow.OnError(s.Info, failed) || !flow.Ends(s.Info, failed.Body) || s.Pkg.Mentions(failed.Body, s.d.Var) > 0 {
		return false
	}
	err, ok := s.Pkg.LocalVar(ast.Unparen(failed.Cond).(*ast.BinaryExpr).X)
	return ok && s.Pkg.Is(assign.Lhs[1], err)
}

// isWhole reports whether e is v or v[:].
func (s *site) isWhole(e ast.Expr) bool {
	if part, ok := ast.Unparen(e).(*ast.SliceExpr); ok {
		return part.Low == nil && part.High == nil && s.Pkg.Is(part.X, s.d.Var)
	}
	return s.Pkg.Is(e, s.d.Var)
}

// common reports whether two methods are not at work at once, and leaves in the set what says so.
func common(set, other map[string]bool) map[string]bool {
	both := maps.Clone(set)
	maps.DeleteFunc(both, func(k string, _ bool) bool { return !other[k] })
	return both
}
