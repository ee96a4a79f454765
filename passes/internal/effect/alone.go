package effect

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// Alone returns the evidence that the statement at cur, in a method with the receiver recv, and
// rest, which follows it, never run twice at once for one object: the parts of the object that each
// call writes as well, so that two calls at once are a data race already, and the locks of the
// object that each call holds until it ends. A method that is not exported has the evidence that
// all of its callers share. Methods with evidence in common do not run at once either. The keys of
// by are paths from recv.
//
//	d.n++                   d.mu.Lock()
//	…                       defer d.mu.Unlock()
//
// A write counts only if nothing in the method, or in callers that write, synchronizes with another
// goroutine: that would order the writes, and not what is done behind them. doubt says that they
// run unknown code, which might.
func Alone(pkg *source.Package, cur inspector.Cursor, recv *types.Var, rest []ast.Stmt) (by map[string]bool, doubt bool) {
	a := loner{pkg: pkg, recv: recv, found: make(map[string]bool)}
	a.around(cur, rest)
	return a.found, a.doubt
}

// A loner collects the evidence of one method.
type loner struct {
	pkg   *source.Package
	recv  *types.Var
	found map[string]bool
	doubt bool
	depth int // of calls
}

// maxAlone is how many calls are followed, to callees and to callers.
const maxAlone = 3

func (a *loner) around(cur inspector.Cursor, rest []ast.Stmt) {
	decl, ok := declOf(cur)
	if !ok {
		return
	}
	a.locks(decl.Body, cur.Node().Pos(), rest)
	if Meets(a.pkg, decl.Body) {
		return
	}
	a.doubt = Of(a.pkg, decl.Body).Unknown()
	for c := cur; c.Node() != decl; c = c.Parent() {
		if list, i, inList := source.StmtList(c); inList {
			for _, s := range list[:i] {
				a.always(s)
			}
		}
		if s, isStmt := c.Parent().Node().(ast.Stmt); isStmt && c.Parent().Node() != decl.Body {
			a.head(s)
		}
	}
	a.list(rest)
	a.callers(decl)
}

// declOf returns the function around cur, false in a function literal.
func declOf(cur inspector.Cursor) (*ast.FuncDecl, bool) {
	for fn := range cur.Enclosing((*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		decl, ok := fn.Node().(*ast.FuncDecl)
		return decl, ok
	}
	return nil, false
}

// Meets reports whether the nodes may synchronize with another goroutine, as far as the package
// shows, by anything in packages sync and sync/atomic, too.
func Meets[N ast.Node](pkg *source.Package, nodes ...N) bool {
	if Of(pkg, nodes...).Waits {
		return true
	}
	synchronize := synchronizing(pkg)
	for _, n := range nodes {
		if slices.ContainsFunc(Mentions(pkg, n), synchronizes) {
			return true
		}
		for fn := range ReachedFrom(pkg, n) {
			if synchronize[fn] {
				return true
			}
		}
	}
	return false
}

// synchronizes reports whether fn is a function or method of package sync or sync/atomic.
func synchronizes(fn *types.Func) bool {
	return fn.Pkg() != nil && (fn.Pkg().Path() == "sync" || fn.Pkg().Path() == "sync/atomic")
}

type synchronizingKey struct{}

// synchronizing returns the functions of the package that mention one for which synchronizes holds.
func synchronizing(pkg *source.Package) map[*types.Func]bool {
	return pkg.Once(synchronizingKey{}, func() any {
		all := make(map[*types.Func]bool)
		for fn, body := range declared(pkg) {
			if slices.ContainsFunc(Mentions(pkg, body), synchronizes) {
				all[fn] = true
			}
		}
		return all
	}).(map[*types.Func]bool)
}

// locks records a lock that a statement of the body takes in front of pos, and that only a deferred
// call gives back.
func (a *loner) locks(body *ast.BlockStmt, pos token.Pos, rest []ast.Stmt) {
	if Meets(a.pkg, rest...) {
		return
	}
	taken := ""
	for _, s := range body.List {
		if s.Pos() >= pos {
			return
		}
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); ok {
				taken = a.lock(call, "Lock")
			}
		case *ast.DeferStmt:
			if taken != "" && a.lock(s.Call, "Unlock") == taken && a.count(body, taken) == 2 {
				a.found["lock "+taken] = true
			}
		}
	}
}

// lock returns the path of the mutex, in a field of the receiver, whose method the call calls; ""
// for other calls.
func (a *loner) lock(call *ast.CallExpr, method string) string {
	fn := source.Func(a.pkg.Info, call)
	if fn == nil || fn.Name() != method || fn.Pkg() == nil || fn.Pkg().Path() != "sync" || types.IsInterface(fn.Signature().Recv().Type()) {
		return "" // a sync.Locker may be for readers, or do nothing
	}
	sel := selector(call)
	if sel == nil || len(a.pkg.Info.Selections[sel].Index()) > 1 {
		return ""
	}
	path, _ := a.path(sel.X)
	return path
}

// count returns how often the body mentions the field at the path.
func (a *loner) count(body *ast.BlockStmt, path string) (n int) {
	for e := range source.Nodes[ast.Expr](body) {
		if p, isPath := a.path(e); isPath && p == path {
			n++
		}
	}
	return n
}

// list records what statements always do, up to the first one that may leave the list.
func (a *loner) list(stmts []ast.Stmt) {
	for _, s := range stmts {
		a.always(s)
		if leaves(a.pkg, s) {
			return
		}
	}
}

// leaves reports whether the statement may leave the list that it stands in.
func leaves(pkg *source.Package, s ast.Stmt) bool {
	return source.AnyOwn(s, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			return true
		case *ast.CallExpr:
			return source.IsBuiltin(pkg.Info, n, "panic") || stdlib.Of(source.Func(pkg.Info, n)).Never
		}
		return false
	})
}

// always records what a statement does whenever it runs.
func (a *loner) always(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, e := range s.Rhs {
			a.expr(e)
		}
		for _, lhs := range s.Lhs {
			a.expr(lhs)
			if s.Tok != token.DEFINE {
				a.store(lhs)
			}
		}
	case *ast.IncDecStmt:
		a.store(s.X)
	case *ast.ExprStmt:
		a.expr(s.X)
	case *ast.ReturnStmt:
		for _, e := range s.Results {
			a.expr(e)
		}
	case *ast.DeclStmt:
		for spec := range source.Nodes[*ast.ValueSpec](s) {
			for _, e := range spec.Values {
				a.expr(e)
			}
		}
	case *ast.BlockStmt:
		a.list(s.List)
	default:
		a.head(s)
	}
}

// head records what a statement does before the statements in it.
func (a *loner) head(s ast.Stmt) {
	var init ast.Stmt
	var first ast.Expr
	switch s := s.(type) {
	case *ast.IfStmt:
		init, first = s.Init, s.Cond
	case *ast.ForStmt:
		init, first = s.Init, s.Cond
	case *ast.SwitchStmt:
		init, first = s.Init, s.Tag
	case *ast.TypeSwitchStmt:
		init = s.Init
	case *ast.RangeStmt:
		first = s.X
	}
	if init != nil {
		a.always(init)
	}
	if first != nil {
		a.expr(first)
	}
}

// expr records what the calls do that evaluating e always makes.
func (a *loner) expr(e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.BinaryExpr:
			if n.Op == token.LAND || n.Op == token.LOR {
				a.expr(n.X)
				return false
			}
		case *ast.CallExpr:
			a.call(n)
		}
		return true
	})
}

// store records that e is written.
func (a *loner) store(e ast.Expr) {
	if index, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
		path, ok := a.path(index.X)
		if ok && isMap(a.pkg.Info.TypeOf(index.X)) {
			a.found[path+"[]"] = true // a map is not written twice at once, whatever the keys
		} else if i, isConst := source.IntConst(a.pkg.Info, index.Index); ok && isConst {
			a.found[path+"["+strconv.FormatInt(i, 10)+"]"] = true
		}
		return
	}
	if path, ok := a.path(e); ok && path != "" {
		a.found[path] = true
	}
}

// path returns the fields that lead from the receiver to e; false if e does not begin there.
func (a *loner) path(e ast.Expr) (string, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return "", a.pkg.Info.Uses[e] == a.recv
	case *ast.SelectorExpr:
		if sel := a.pkg.Info.Selections[e]; sel == nil || sel.Kind() != types.FieldVal {
			return "", false
		}
		path, ok := a.path(e.X)
		return path + "." + e.Sel.Name, ok
	}
	return "", false
}

// call records what a call writes of the receiver: by a method of the package, or of a reader,
// writer or buffer of the library, which no two goroutines may use at once.
func (a *loner) call(call *ast.CallExpr) {
	info := a.pkg.Info
	if source.IsBuiltin(info, call, "delete", "clear") {
		if path, ok := a.path(call.Args[0]); ok && isMap(info.TypeOf(call.Args[0])) {
			a.found[path+"[]"] = true
		}
		return
	}
	fn := source.Func(info, call)
	if fn == nil {
		return
	}
	if path, ok := a.puts(call, fn); ok {
		a.found[path+"[0]"] = true
	}
	of := source.Receiver(info, call)
	if fn.Pkg() != nil && fn.Pkg().Path() == "io" && fn.Name() == "ReadFull" {
		of = call.Args[0]
	}
	if of == nil {
		return
	}
	path, ok := a.path(of)
	if sel := a.pkg.Info.Selections[selector(call)]; !ok || sel != nil && len(sel.Index()) > 1 {
		return
	}
	if changesItself(info.TypeOf(of), fn) {
		a.found[path+"()"] = true
		return
	}
	body := a.pkg.FuncBody(fn)
	recv := fn.Origin().Signature().Recv()
	if body == nil || recv == nil || a.depth == maxAlone || !source.IsA[*types.Pointer](recv.Type()) || len(a.pkg.Writes(recv)) > 0 {
		return
	}
	inner := loner{pkg: a.pkg, recv: recv, found: make(map[string]bool), depth: a.depth + 1}
	inner.list(body.List)
	for k := range inner.found {
		a.found[path+k] = true
	}
}

// puts returns the path to an array or slice whose first elements the call writes.
//
//	binary.BigEndian.PutUint32(d.head[:], n)
func (a *loner) puts(call *ast.CallExpr, fn *types.Func) (string, bool) {
	if fn.Pkg() == nil || fn.Pkg().Path() != "encoding/binary" || !strings.HasPrefix(fn.Name(), "PutUint") || len(call.Args) != 2 {
		return "", false
	}
	part, ok := ast.Unparen(call.Args[0]).(*ast.SliceExpr)
	if !ok {
		return a.path(call.Args[0])
	}
	if part.Low != nil {
		return "", false
	}
	return a.path(part.X)
}

// selector returns the function x.f of the call x.f(…), nil for other calls.
func selector(call *ast.CallExpr) *ast.SelectorExpr {
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	return sel
}

// changesItself reports whether fn, a method of t or a function that is called with a t, surely
// writes a field of the value without synchronization: t is a buffer of package bytes or bufio.
func changesItself(t types.Type, fn *types.Func) bool {
	known := stdlib.TypeOf(t)
	if known.Path != "bufio" && !(known.Path == "bytes" && known.Name == "Buffer") {
		return false
	}
	switch name := fn.Name(); name {
	case "Read", "ReadFull", "ReadByte", "ReadRune", "Discard", "ReadString", "ReadBytes", "Next", "Reset":
		return true
	default:
		return name == "WriteByte" || name == "WriteRune" // other writes may be empty
	}
}

// callers records what all callers of a method do, if it is not exported and each calls it on its
// own receiver, or on a field of that.
func (a *loner) callers(decl *ast.FuncDecl) {
	fn, _ := a.pkg.Info.Defs[decl.Name].(*types.Func)
	if fn == nil || fn.Exported() || a.depth == maxAlone || len(a.pkg.Uses(fn)) == 0 || a.pkg.InInterface(fn) {
		return
	}
	if others := a.pkg.OtherBuilds(); others == nil || others[fn.Name()] {
		return // may have other callers
	}
	var common map[string]bool
	for _, use := range a.pkg.Uses(fn) {
		found, doubt := a.caller(use)
		a.doubt = a.doubt || doubt
		if common == nil {
			common = found
		}
		maps.DeleteFunc(common, func(k string, _ bool) bool { return !found[k] })
		if len(common) == 0 {
			return // the callers of the callers are many
		}
	}
	maps.Copy(a.found, common)
}

// caller returns the evidence for the call of the method at use, by paths from the receiver of the
// call.
func (a *loner) caller(use inspector.Cursor) (found map[string]bool, doubt bool) {
	found = make(map[string]bool)
	sel, isSel := use.Parent().Node().(*ast.SelectorExpr)
	call, isCall := source.Called(use.Parent())
	decl, isDecl := declOf(use)
	if !isSel || !isCall || !isDecl || decl.Recv == nil || len(decl.Recv.List[0].Names) == 0 || source.RunsLater(call) {
		return found, false
	}
	recv, _ := a.pkg.Info.Defs[decl.Recv.List[0].Names[0]].(*types.Var)
	stmt, inList := source.EnclosingStmt(call)
	if recv == nil || !inList || !source.IsA[*types.Pointer](recv.Type()) || len(a.pkg.Writes(recv)) > 0 {
		return found, false
	}
	outer := loner{pkg: a.pkg, recv: recv, found: make(map[string]bool), depth: a.depth + 1}
	path, ok := outer.path(sel.X)
	ok = ok && len(a.pkg.Info.Selections[sel].Index()) == 1
	if list, i, inList := source.StmtList(stmt); ok && inList {
		outer.around(stmt, list[i:])
	}
	for k := range outer.found {
		if rest, ok := strings.CutPrefix(k, path+"."); ok {
			found["."+rest] = true
		} else if path == "" {
			found[k] = true // a lock
		}
	}
	return found, outer.doubt
}
