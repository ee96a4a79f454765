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
	guards   bool            // it uses anything of sync or sync/atomic
}

func (w *world) effects(decl *ast.FuncDecl) effects {
	e := effects{changes: make(map[string]bool), mentions: make(map[string]bool)}
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
				if fn.Pkg() != nil && (fn.Pkg().Path() == "sync" || fn.Pkg().Path() == "sync/atomic") {
					e.guards, e.locks = true, e.locks || fn.Name() == "Lock" || fn.Name() == "RLock"
				}
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
func (w *world) change(x ast.Expr, e effects) {
	for {
		switch at := ast.Unparen(x).(type) {
		case *ast.SelectorExpr:
			x = at.X
		case *ast.IndexExpr:
			x = at.X
		case *ast.StarExpr:
			x = at.X
		case *ast.Ident:
			if v, ok := w.info.Uses[at].(*types.Var); ok && v.Pkg() == w.types && v.Parent() == w.types.Scope() {
				e.changes[v.Name()] = true
			}
			return
		default:
			return
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
	if before.locks && !after.guards {
		return "does no longer take a lock, and no comparison calls it from several goroutines on the same value"
	}
	return ""
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
