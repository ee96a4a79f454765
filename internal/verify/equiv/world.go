package equiv

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/rewrite"
)

// A world knows what the functions of a package touch beyond their arguments and results. It follows calls by name,
// through the functions and package variables of the package itself.
type world struct {
	info  *types.Info
	types *types.Package
	nodes map[types.Object]ast.Node // declarations of functions and of variables with a value
}

func newWorld(p Package) *world {
	w := &world{info: p.Info, types: p.Types, nodes: make(map[types.Object]ast.Node)}
	for _, f := range p.Files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				w.nodes[p.Info.Defs[d.Name]] = d
			case *ast.GenDecl:
				if d.Tok != token.VAR {
					continue
				}
				for _, s := range d.Specs {
					for _, name := range s.(*ast.ValueSpec).Names { // a var declaration has no other specs
						w.nodes[p.Info.Defs[name]] = s
					}
				}
			}
		}
	}
	return w
}

// A touch is an interaction of a function with the world outside: something that it changes or learns.
type touch struct {
	what string // "writes files"
	by   string // "os.RemoveAll", "os.RemoveAll in clean"
	// changes is set if the world differs afterwards, so that the function must not be called with made-up arguments.
	changes bool
}

func (t touch) String() string { return fmt.Sprintf("%s (%s)", t.what, t.by) }

// of returns what a declaration touches: preferably something that it changes, otherwise something that it depends
// on; nil if nothing was found.
func (w *world) of(decl *ast.FuncDecl) *touch {
	var found *touch
	seen := map[ast.Node]bool{decl: true}
	for front := []ast.Node{decl}; len(front) > 0; front = front[1:] {
		for n := range ast.Preorder(front[0]) {
			if _, ok := n.(*ast.GoStmt); ok {
				found = worse(found, &touch{what: "starts goroutines", by: "go statement" + in(front[0], decl)})
			}
			id, ok := n.(*ast.Ident)
			if !ok || w.info.Uses[id] == nil {
				continue
			}
			obj := w.info.Uses[id]
			if fn, ok := obj.(*types.Func); ok {
				obj = fn.Origin()
			}
			if node := w.nodes[obj]; node != nil && !seen[node] {
				seen[node] = true
				front = append(front, node)
			}
			if t := touchOf(obj); t != nil && obj.Pkg() != w.types {
				t.by += in(front[0], decl)
				found = worse(found, t)
			}
		}
	}
	return found
}

// Touches says what a function of the package touches beyond its arguments, as far as calls by name lead: "reads the
// clock (time.Now in age)"; empty for nothing.
func Touches(p Package, name string) string {
	d := declared(p)[name]
	if d == nil {
		return ""
	}
	if t := newWorld(p).of(d.decl); t != nil {
		return t.String()
	}
	return ""
}

// worse returns the touch that is worse, a change of the world; the first if both are alike.
func worse(a, b *touch) *touch {
	if a == nil || b.changes && !a.changes {
		return b
	}
	return a
}

// in names the function or variable that a touch is in, if it is not the declaration asked.
func in(node ast.Node, asked *ast.FuncDecl) string {
	switch d := node.(type) {
	case *ast.FuncDecl:
		if d != asked {
			return " in " + rewrite.FuncName(d)
		}
	case *ast.ValueSpec:
		return " in " + d.Names[0].Name
	}
	return ""
}

// touches are functions of the standard library, by import path, and what they do. A name that ends in * is a prefix,
// and methods are "Type.Name".
var touches = []struct {
	path, names, what string
	changes           bool
}{
	{"os", "Remove* Rename WriteFile Create* OpenFile Mkdir* Chmod Chown Lchown Chtimes Symlink Link Truncate CopyFS File.Truncate File.Chmod Root.Remove* Root.Create Root.OpenFile Root.Mkdir* Root.Rename Root.WriteFile", "writes files", true},
	{"os", "Chdir Setenv Unsetenv Clearenv", "changes the environment", true},
	{"os", "StartProcess Process.Kill Process.Signal", "starts or ends processes", true},
	{"io/ioutil", "WriteFile TempFile TempDir", "writes files", true},
	{"os/exec", "Command*", "starts processes", true},
	{"os/signal", "*", "catches signals", true},
	{"syscall", "*", "makes system calls", true},
	{"golang.org/x/sys/unix", "*", "makes system calls", true},
	{"golang.org/x/sys/windows", "*", "makes system calls", true},
	{"net", "Dial* Listen* Lookup* Dialer.* Resolver.* ListenConfig.*", "uses the network", true},
	{"net/http", "Get Head Post* ListenAndServe* Serve ServeTLS Client.* Server.* Transport.*", "uses the network", true},
	{"net/smtp", "*", "uses the network", true},
	{"net/rpc", "Dial* Accept", "uses the network", true},
	{"plugin", "Open", "loads code", true},
	{"time", "Now Since Until", "reads the clock", false},
	{"time", "Sleep After AfterFunc NewTimer NewTicker Tick", "waits for time to pass", false},
	{"math/rand", "*", "uses random numbers", false},
	{"math/rand/v2", "*", "uses random numbers", false},
	{"crypto/rand", "*", "uses random numbers", false},
	{"os", "Getenv LookupEnv Environ ExpandEnv Getwd Hostname Getpid Getppid UserHomeDir UserCacheDir", "reads the environment", false},
	{"os", "Open ReadFile ReadDir Stat Lstat Readlink", "reads files", false},
	{"io/ioutil", "ReadFile ReadDir", "reads files", false},
	{"runtime", "NumGoroutine", "looks at goroutines", false},
}

// touchOf says how a function of the standard library touches the world; nil if nothing is known. Only functions, and
// the methods in the list, count.
func touchOf(obj types.Object) *touch {
	fn, ok := obj.(*types.Func)
	if !ok || fn.Pkg() == nil {
		return nil
	}
	name := fn.Name()
	recv := receiver(fn)
	if recv != "" {
		name = strings.TrimPrefix(recv, "*") + "." + name
	}
	for _, t := range touches {
		if t.path != fn.Pkg().Path() || recv != "" && t.names == "*" {
			continue
		}
		if slices.ContainsFunc(strings.Fields(t.names), func(want string) bool {
			prefix, any := strings.CutSuffix(want, "*")
			return name == want || any && strings.HasPrefix(name, prefix) && strings.Contains(prefix, ".") == (recv != "")
		}) {
			return &touch{what: t.what, by: fn.Pkg().Name() + "." + name, changes: t.changes}
		}
	}
	return nil
}
