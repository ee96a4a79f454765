package load

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/typefact"
)

// initName is the function that initialises package-level variables.
func initName(pkg *Package) string { return record.SymbolPath(pkg.Path) + ".init" }

// declName returns "p.F", "p.T.M", "p.(*T).M", with [...] for type parameters;
// "p.init.0" and so on for the functions named init.
func declName(pkg *Package, decl *ast.FuncDecl) string {
	if decl.Recv == nil && decl.Name.Name == "init" {
		return fmt.Sprintf("%s.%d", initName(pkg), initIndex(pkg, decl))
	}
	obj, ok := pkg.Info.Defs[decl.Name].(*types.Func)
	if !ok {
		return record.SymbolPath(pkg.Path) + "." + decl.Name.Name
	}
	return record.SymbolPath(pkg.Path) + "." + typefact.FuncName(obj, "[...]")
}

// initIndex counts the functions named init before decl, in the order in which
// the compiler is given the files.
func initIndex(pkg *Package, decl *ast.FuncDecl) int {
	n := 0
	for _, file := range pkg.Files {
		for _, other := range file.Syntax.Decls {
			fn, ok := other.(*ast.FuncDecl)
			switch {
			case !ok:
			case fn == decl:
				return n
			case fn.Recv == nil && fn.Name.Name == "init":
				n++
			}
		}
	}
	return n
}

// A namer names the function literals of one declaration, in source order: F.func1, F.func1.1 for a literal in a
// literal, F-range1 for the body of a range-over-func loop. Literals in such a body are numbered as if they were
// outside it.
type namer struct {
	name     string
	closures map[ast.Node]string // *ast.FuncLit and *ast.RangeStmt
	stack    []scope
}

// scope is a function whose literals are being counted.
type scope struct {
	node            ast.Node // nil for the declaration
	name            string
	literals, loops int
}

func newNamer(name string) *namer {
	return &namer{
		name:     name,
		closures: make(map[ast.Node]string),
		stack:    []scope{{name: name}},
	}
}

// visit must be called with the nodes of the declaration in source order.
func (n *namer) visit(node ast.Node, info *types.Info) {
	if node == nil {
		return
	}
	outer := &n.stack[len(n.stack)-1]
	for outer.node != nil && node.Pos() >= outer.node.End() {
		n.stack = n.stack[:len(n.stack)-1]
		outer = &n.stack[len(n.stack)-1]
	}
	switch node := node.(type) {
	case *ast.FuncLit:
		outer.literals++
		sep := ".func"
		if outer.node != nil {
			sep = "."
		}
		name := fmt.Sprintf("%s%s%d", outer.name, sep, outer.literals)
		n.closures[node] = name
		n.stack = append(n.stack, scope{node: node, name: name})
	case *ast.RangeStmt:
		if isFunc(info.TypeOf(node.X)) {
			outer.loops++
			n.closures[node] = fmt.Sprintf("%s-range%d", outer.name, outer.loops)
			// Literals within are counted and named by the outer function.
		}
	}
}

// isFunc reports whether a loop over a value of type t is a range-over-func loop.
func isFunc(t types.Type) bool {
	_, ok := typefact.Core(t).(*types.Signature)
	return ok
}
