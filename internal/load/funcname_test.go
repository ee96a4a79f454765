package load

import "go/ast"

// functionAt returns the linker's name of the function around the innermost node of path; empty if there is none.
func (p *Program) functionAt(file *File, path []ast.Node) string {
	for i, node := range path {
		decl, ok := node.(*ast.FuncDecl)
		if !ok {
			continue
		}
		namer := newNamer(declName(file.Package, decl))
		ast.Inspect(decl, func(n ast.Node) bool {
			namer.visit(n, file.Package.Info)
			return true
		})
		if closure := namer.innermost(path[:i]); closure != "" {
			return closure
		}
		return namer.name
	}
	return p.initClosure(file, path)
}

// initClosure names a function literal in a package-level declaration.
func (p *Program) initClosure(file *File, path []ast.Node) string {
	namer := newNamer(initName(file.Package))
	for _, decl := range file.Syntax.Decls {
		if gen, ok := decl.(*ast.GenDecl); ok {
			ast.Inspect(gen, func(n ast.Node) bool {
				namer.visit(n, file.Package.Info)
				return true
			})
		}
	}
	return namer.innermost(path)
}

// innermost returns the name of the innermost function literal of path, or of the range-over-func loop whose body
// path goes through; empty if there is neither.
func (n *namer) innermost(path []ast.Node) string {
	for i, node := range path {
		loop, ok := node.(*ast.RangeStmt)
		if ok && (i == 0 || path[i-1] != loop.Body) {
			continue
		}
		if name := n.closures[node]; name != "" {
			return name
		}
	}
	return ""
}
