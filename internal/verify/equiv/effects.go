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

// An effects is what a function does, itself or in functions of its package that it calls by name, that no comparison
// of calls sees.
type effects struct {
	changes  map[string]bool // names of changed package variables
	mentions map[string]bool // names of changed and of read package variables
	locks    bool            // whether it takes a lock of package sync
	shares   bool            // whether it uses sync/atomic or a sync.Map on state other than its own
	guards   bool            // whether it uses anything of sync or sync/atomic
	ends     bool            // whether it registers a finalizer or a cleanup
}

func (w *world) effects(decl *ast.FuncDecl) *effects {
	e := &effects{changes: make(map[string]bool), mentions: make(map[string]bool)}
	seen := map[ast.Node]bool{decl: true}
	for front := []ast.Node{decl}; len(front) > 0; front = front[1:] {
		for n := range ast.Preorder(front[0]) {
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
		}
	}
	return e
}

// enter notes the effects of a called function of the standard library.
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

// sharesState reports whether a call in a function is one of sync/atomic, or of a sync.Map, on something other than a
// local variable of the function.
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

// byPointer reports whether a selector is a method with a pointer receiver, which may change what it is called on.
func (w *world) byPointer(sel *ast.SelectorExpr) bool {
	fn, ok := w.info.Uses[sel.Sel].(*types.Func)
	return ok && strings.HasPrefix(receiver(fn), "*")
}

// change enters the package variable that an expression is a part of.
func (w *world) change(x ast.Expr, e *effects) {
	if v := w.root(x); v != nil && v.Pkg() == w.types && v.Parent() == w.types.Scope() {
		e.changes[v.Name()] = true
	}
}

// root returns the variable that an expression is a part of, or that leads to it; nil for none.
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

// Lost describes an effect of the old version of a function that the new one does not have, and that no comparison of
// calls shows: a change to a package variable that other code can see, or taking a lock. It is empty if there is
// none.
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

// Narrows returns a conversion, in the new version of a function only, from a 64-bit type to one that has 32 bits on
// other processors; empty if there is none. No comparison on a 64-bit processor sees its effect.
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

// narrowed returns the conversions of a non-constant 64-bit value to a type of the processor's word size in a
// function, and, if the function returns 64 bits, the calls that parse a number of that size.
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
	for n := range ast.Preorder(decl) {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) == 0 {
			continue
		}
		to, from := p.Info.Types[call.Fun], p.Info.Types[call.Args[0]]
		converts := to.IsType() && from.Type != nil && from.Value == nil && basic(to.Type, types.Int, types.Uint, types.Uintptr) && is64(from.Type)
		if converts || wide && readsInt(p.Info, call) {
			texts = append(texts, types.ExprString(call))
		}
	}
	return texts
}

// readsInt reports whether a call of package strconv parses a number of the processor's word size.
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

// isPool reports whether t is a sync.Pool, whose values are made anew if they are gone.
func isPool(t types.Type) bool {
	return strings.TrimPrefix(types.TypeString(t, nil), "*") == "sync.Pool"
}

// reader says which code, other than the function but, sees a package variable; empty if none does.
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

// looked maps methods that packages of the standard library look for behind an interface to these packages.
var looked = map[string]string{
	"String": "fmt", "GoString": "fmt", "Format": "fmt", "Error": "fmt", "Scan": "fmt and database/sql", "Value": "database/sql",
	"MarshalJSON": "encoding/json", "UnmarshalJSON": "encoding/json", "MarshalText": "encoders", "UnmarshalText": "decoders", "AppendText": "encoders",
	"MarshalBinary": "encoders", "UnmarshalBinary": "decoders", "AppendBinary": "encoders", "MarshalXML": "encoding/xml", "UnmarshalXML": "encoding/xml",
	"Is": "errors", "As": "errors", "Unwrap": "errors", "WriteTo": "io.Copy", "ReadFrom": "io.Copy", "WriteString": "io.WriteString", "IsZero": "encoding/json", "LogValue": "log/slog",
}

// LookedFor says which package looks for a method, without naming it in a call, if both versions have the method's
// type; empty if none does.
func LookedFor(old, now Package, name string) string {
	recv, method, isMethod := strings.Cut(strings.Trim(strings.ReplaceAll(name, ")", ""), "(*"), ".")
	if !isMethod || old.Types.Scope().Lookup(recv) == nil || now.Types.Scope().Lookup(recv) == nil {
		return ""
	}
	return looked[method]
}

// setUp returns the package variables that the init functions of a package mention.
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
