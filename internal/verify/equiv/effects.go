package equiv

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// An effects is what a function does to what no comparison sees, itself or in what it calls
// by name in its package.
type effects struct {
	changes  map[string]bool // package variables, by name
	mentions map[string]bool // those and the ones that it reads
	locks    bool            // it takes a lock of package sync
	shares   bool            // it changes or reads, as several goroutines may, what is not its own
	guards   bool            // it uses anything of sync or sync/atomic
	ends     bool            // it has something done when a value is no longer reachable
}

func (w *world) effects(decl *ast.FuncDecl) *effects {
	e := &effects{changes: make(map[string]bool), mentions: make(map[string]bool)}
	seen := map[ast.Node]bool{decl: true}
	for front := []ast.Node{decl}; len(front) > 0; front = front[1:] {
		ast.Inspect(front[0], func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for _, to := range n.Lhs {
					w.change(to, e)
				}
			case *ast.IncDecStmt:
				w.change(n.X, e)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					w.change(n.X, e)
				}
			case *ast.CallExpr:
				e.shares = e.shares || w.sharesState(n, front[0])
				if sel, ok := n.Fun.(*ast.SelectorExpr); ok && w.byPointer(sel) {
					w.change(sel.X, e)
				}
			case *ast.Ident:
				obj := w.info.Uses[n]
				if v, ok := obj.(*types.Var); ok && v.Pkg() == w.types && v.Parent() == w.types.Scope() {
					e.mentions[v.Name()] = true
				}
				fn, ok := obj.(*types.Func)
				if !ok {
					break
				}
				e.enter(fn)
				if node := w.nodes[fn.Origin()]; node != nil && !seen[node] {
					seen[node] = true
					front = append(front, node)
				}
			}
			return true
		})
	}
	return e
}

// enter notes what a function of the standard library does that is called.
func (e *effects) enter(fn *types.Func) {
	if fn.Pkg() == nil {
		return
	}
	switch fn.Pkg().Path() {
	case "sync", "sync/atomic":
		e.guards, e.locks = true, e.locks || fn.Name() == "Lock" || fn.Name() == "RLock"
	case "runtime":
		e.ends = e.ends || fn.Name() == "SetFinalizer" || fn.Name() == "AddCleanup"
	}
}

// sharesState reports whether a call, within a function, is one of sync/atomic, or of a
// sync.Map, on something that is no variable of the function's own.
func (w *world) sharesState(call *ast.CallExpr, within ast.Node) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := w.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil {
		return false
	}
	on := sel.X
	switch recv := fn.Signature().Recv(); {
	case fn.Pkg().Path() == "sync/atomic" && recv == nil && len(call.Args) > 0:
		on = call.Args[0]
	case fn.Pkg().Path() == "sync/atomic" && recv != nil:
	case recv != nil && types.TypeString(recv.Type(), nil) == "*sync.Map":
	default:
		return false
	}
	v := w.root(on)
	decl, isFunc := within.(*ast.FuncDecl)
	return v != nil && !(isFunc && decl.Body != nil && decl.Body.Pos() <= v.Pos() && v.Pos() < decl.Body.End())
}

// byPointer reports whether a selector is a method that may change what it is called on.
func (w *world) byPointer(sel *ast.SelectorExpr) bool {
	fn, ok := w.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Signature().Recv() == nil {
		return false
	}
	_, pointer := types.Unalias(fn.Signature().Recv().Type()).(*types.Pointer)
	return pointer
}

// change enters the package variable of which an expression is a part.
func (w *world) change(x ast.Expr, e *effects) {
	if v := w.root(x); v != nil && v.Pkg() == w.types && v.Parent() == w.types.Scope() {
		e.changes[v.Name()] = true
	}
}

// root is the variable of which an expression is a part, or points to a part; nil for none.
func (w *world) root(x ast.Expr) *types.Var {
	for {
		switch at := ast.Unparen(x).(type) {
		case *ast.SelectorExpr:
			x = at.X
		case *ast.IndexExpr:
			x = at.X
		case *ast.StarExpr:
			x = at.X
		case *ast.UnaryExpr:
			x = at.X
		case *ast.Ident:
			v, _ := w.info.Uses[at].(*types.Var)
			return v
		default:
			return nil
		}
	}
}

// Lost says what a function did that no comparison of calls shows, and does no longer: it
// changed a package variable that somebody else can see, or took a lock. Empty for nothing.
func Lost(old, now Package, name string) string {
	was, is := declared(old)[name], declared(now)[name]
	if was == nil || is == nil {
		return ""
	}
	w := newWorld(now)
	before, after := newWorld(old).effects(was.decl), w.effects(is.decl)
	for _, v := range slices.Sorted(maps.Keys(before.changes)) {
		if obj, ok := now.Types.Scope().Lookup(v).(*types.Var); ok && !after.mentions[v] && !isPool(obj.Type()) {
			if reader := w.reader(obj, is.decl); reader != "" {
				return fmt.Sprintf("does no longer change %s, which %s", v, reader)
			}
		}
	}
	switch {
	case before.locks && !after.guards:
		return "does no longer take a lock, and no comparison calls it from several goroutines on the same value"
	case before.shares && !after.guards:
		return "does no longer use package sync or sync/atomic, and no comparison calls it from several goroutines on the same value"
	case before.ends && !after.ends:
		return "does no longer have anything done when a value is no longer reachable, which no comparison sees"
	}
	return ""
}

// Narrows says what the new version of a function converts from a type of 64 bits to one that has
// 32 on other processors, and the old one does not; empty for nothing. No comparison on a
// processor of 64 bits sees that.
func Narrows(old, now Package, name string) string {
	is := declared(now)[name]
	if is == nil {
		return ""
	}
	was := make(map[string]int)
	if d := declared(old)[name]; d != nil {
		for _, text := range narrowed(old, d.decl) {
			was[text]++
		}
	}
	for _, text := range narrowed(now, is.decl) {
		if was[text]--; was[text] < 0 {
			return text
		}
	}
	return ""
}

// narrowed are the conversions in a function of what is no constant, from 64 bits to the size of
// the processor, and where one that returns 64 bits reads a number of that size.
func narrowed(p Package, decl *ast.FuncDecl) (texts []string) {
	basic := func(t types.Type, kinds ...types.BasicKind) bool {
		b, ok := t.Underlying().(*types.Basic)
		return ok && slices.Contains(kinds, b.Kind())
	}
	is64 := func(t types.Type) bool { return basic(t, types.Int64, types.Uint64) }
	wide := false
	if fn, ok := p.Info.Defs[decl.Name].(*types.Func); ok {
		for v := range fn.Signature().Results().Variables() {
			wide = wide || is64(v.Type())
		}
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		to, from := p.Info.Types[call.Fun], p.Info.Types[call.Args[0]]
		converts := to.IsType() && from.Type != nil && from.Value == nil && basic(to.Type, types.Int, types.Uint, types.Uintptr) && is64(from.Type)
		if converts || wide && readsInt(p.Info, call) {
			texts = append(texts, types.ExprString(call))
		}
		return true
	})
	return texts
}

// readsInt reports whether a call of package strconv reads a number of the size of the processor.
func readsInt(info *types.Info, call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "strconv" {
		return false
	}
	switch fn.Name() {
	case "Atoi":
		return true
	case "ParseInt", "ParseUint":
		size := info.Types[call.Args[len(call.Args)-1]].Value
		return size != nil && size.ExactString() == "0"
	}
	return false
}

// isPool reports whether values that are not there are made anew.
func isPool(t types.Type) bool {
	return strings.TrimPrefix(types.TypeString(t, nil), "*") == "sync.Pool"
}

// reader says who else sees a package variable; empty if nobody does.
func (w *world) reader(v *types.Var, but *ast.FuncDecl) string {
	if v.Exported() {
		return "is exported"
	}
	var names []string
	for obj, node := range w.nodes {
		if decl, ok := node.(*ast.FuncDecl); ok && decl != but && w.effects(decl).mentions[v.Name()] {
			names = append(names, obj.Name())
		}
	}
	if len(names) == 0 {
		return ""
	}
	return slices.Min(names) + " reads"
}

// looked are methods that packages of the standard library look for behind an interface, and
// who does.
var looked = map[string]string{
	"String": "fmt", "GoString": "fmt", "Format": "fmt", "Error": "fmt", "Scan": "fmt and database/sql", "Value": "database/sql",
	"MarshalJSON": "encoding/json", "UnmarshalJSON": "encoding/json", "MarshalText": "encoders", "UnmarshalText": "decoders", "AppendText": "encoders",
	"MarshalBinary": "encoders", "UnmarshalBinary": "decoders", "AppendBinary": "encoders", "MarshalXML": "encoding/xml", "UnmarshalXML": "encoding/xml",
	"Is": "errors", "As": "errors", "Unwrap": "errors", "WriteTo": "io.Copy", "ReadFrom": "io.Copy", "WriteString": "io.WriteString", "IsZero": "encoding/json", "LogValue": "log/slog",
}

// LookedFor says by whom a method is called without its name, that a type of both versions
// has in one of them only; empty if it is none.
func LookedFor(old, now Package, name string) string {
	recv, method, isMethod := strings.Cut(strings.Trim(strings.ReplaceAll(name, ")", ""), "(*"), ".")
	if !isMethod || old.Types.Scope().Lookup(recv) == nil || now.Types.Scope().Lookup(recv) == nil {
		return ""
	}
	return looked[method]
}

// setUp are the package variables that the functions init of a package mention.
func setUp(p Package) (all []types.Object) {
	w := newWorld(p)
	names := make(map[string]bool)
	for _, f := range p.Files {
		for _, d := range f.Decls {
			if decl, ok := d.(*ast.FuncDecl); ok && decl.Recv == nil && decl.Name.Name == "init" {
				maps.Copy(names, w.effects(decl).mentions)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		all = append(all, p.Types.Scope().Lookup(name))
	}
	return all
}
