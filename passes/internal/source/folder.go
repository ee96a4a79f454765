package source

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Of other packages there are types and no bodies. What their files show without types is
// asked here: of those outside of the standard library, whose functions are in a table.

// A folderKey is that of what [Package.Once] keeps of a folder.
type folderKey struct{ dir string }

// folder returns what is known of the Go files of a folder, tests left out; nil if it, or
// one of them, cannot be read.
func (p *Package) folder(dir string) []*sourceFile {
	return p.Once(folderKey{dir}, func() any {
		var none []*sourceFile
		entries, err := os.ReadDir(dir)
		if err != nil {
			return none
		}
		files := []*sourceFile{}
		for _, e := range entries {
			if filepath.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
				continue
			}
			f := readFile(filepath.Join(dir, e.Name()))
			if f == nil {
				return none
			}
			files = append(files, f)
		}
		return files
	}).([]*sourceFile)
}

// some reports whether a file of the package holds, or the folder cannot be read. A package
// without declarations has no folder, and does nothing.
func (p *Package) some(pkg *types.Package, holds func(*sourceFile) bool) bool {
	for _, name := range pkg.Scope().Names() {
		if pos := pkg.Scope().Lookup(name).Pos(); pos.IsValid() {
			files := p.folder(filepath.Dir(p.fileName(pos)))
			return files == nil || slices.ContainsFunc(files, holds)
		}
	}
	return false
}

// LooksAtFrames reports whether functions of another package may look at the frames of
// their callers: its files, or those of a package that it imports, call runtime.Caller.
func (p *Package) LooksAtFrames(pkg *types.Package) bool {
	frames := func(pkg *types.Package) bool {
		return !standard(pkg, p.Types) && p.some(pkg, func(f *sourceFile) bool { return f.frames })
	}
	return frames(pkg) || !standard(pkg, p.Types) && slices.ContainsFunc(pkg.Imports(), frames)
}

// Keeps reports whether fn, a method of another package, is seen to keep the slice that it
// is given.
func (p *Package) Keeps(fn *types.Func) bool {
	recv := fn.Signature().Recv().Type()
	if ptr, ok := recv.(*types.Pointer); ok {
		recv = ptr.Elem()
	}
	named, ok := types.Unalias(recv).(*types.Named)
	return ok && !standard(fn.Pkg(), p.Types) && p.some(fn.Pkg(), func(f *sourceFile) bool {
		return slices.Contains(f.keepers, named.Obj().Name()+"."+fn.Name())
	})
}

type keepersKey struct{}

// HasKeepers reports whether a package of the same module that this one imports, if through
// others, has a method Write or Read that is seen to keep the slice that it is given.
func (p *Package) HasKeepers() bool {
	return p.Once(keepersKey{}, func() any {
		return imports(p.Types, func(pkg *types.Package) bool {
			return root(pkg) == root(p.Types) && p.some(pkg, func(f *sourceFile) bool { return len(f.keepers) > 0 })
		})
	}).(bool)
}

// imports reports whether a package that pkg imports, if through others, is of a kind.
func imports(pkg *types.Package, is func(*types.Package) bool) bool {
	seen := make(map[*types.Package]bool)
	var visit func(pkg *types.Package) bool
	visit = func(pkg *types.Package) bool {
		return slices.ContainsFunc(pkg.Imports(), func(imp *types.Package) bool {
			first := !seen[imp]
			seen[imp] = true
			return first && (is(imp) || visit(imp))
		})
	}
	return visit(pkg)
}

// root returns the first two elements of the path of a package, which those of a module have
// in common, or the first, if it is no domain.
func root(pkg *types.Package) string {
	parts := strings.Split(pkg.Path(), "/")
	if !strings.Contains(parts[0], ".") {
		return parts[0]
	}
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// callsCaller reports whether a file mentions what looks at the frames of callers.
func callsCaller(syntax *ast.File) bool {
	name := ""
	for _, spec := range syntax.Imports {
		if path, _ := strconv.Unquote(spec.Path.Value); path == "runtime" {
			name = "runtime"
			if spec.Name != nil {
				name = spec.Name.Name
			}
		}
	}
	if name == "" {
		return false
	}
	for n := range ast.Preorder(syntax) {
		if sel, ok := n.(*ast.SelectorExpr); ok && (sel.Sel.Name == "Caller" || sel.Sel.Name == "Callers") {
			if id, ok := sel.X.(*ast.Ident); ok && id.Name == name {
				return true
			}
		}
	}
	return false
}

// keepersOf returns the methods Write and Read of a file that are seen to keep the slice
// they are given, as "T.Write".
func keepersOf(syntax *ast.File) (names []string) {
	for _, d := range syntax.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || fn.Name.Name != "Write" && fn.Name.Name != "Read" || fn.Type.Params.NumFields() != 1 {
			continue
		}
		recv := receiverOf(fn)
		if params := fn.Type.Params.List[0].Names; recv != "" && len(params) == 1 && keeps(fn.Body, params[0].Name) {
			names = append(names, recv+"."+fn.Name.Name)
		}
	}
	return names
}

// receiverOf returns the name of the type that fn is a method of, "" for a function.
func receiverOf(fn *ast.FuncDecl) string {
	if fn.Recv.NumFields() == 1 {
		for id := range Idents(fn.Recv.List[0].Type) {
			return id.Name // other names are type parameters
		}
	}
	return ""
}

// keeps reports whether a body stores the slice of that name, or a part of it, in a field
// or an element, or sends it.
func keeps(body *ast.BlockStmt, name string) bool {
	is := func(e ast.Expr) bool {
		for {
			switch x := ast.Unparen(e).(type) {
			case *ast.SliceExpr:
				e = x.X
			case *ast.Ident:
				return x.Name == name
			default:
				return false
			}
		}
	}
	for n := range ast.Preorder(body) {
		kept := false
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, e := range n.Rhs {
				_, isName := ast.Unparen(n.Lhs[i]).(*ast.Ident)
				kept = kept || len(n.Lhs) == len(n.Rhs) && !isName && is(e)
			}
		case *ast.SendStmt:
			kept = is(n.Value)
		case *ast.KeyValueExpr:
			kept = is(n.Value)
		case *ast.CompositeLit:
			kept = slices.ContainsFunc(n.Elts, is)
		case *ast.CallExpr:
			id, ok := ast.Unparen(n.Fun).(*ast.Ident)
			kept = ok && id.Name == "append" && !n.Ellipsis.IsValid() && len(n.Args) > 1 && slices.ContainsFunc(n.Args[1:], is)
		}
		if kept {
			return true
		}
	}
	return false
}

// Views reports whether a string may be a view of bytes that change: the package, or one
// that it depends on and that is not of the standard library, imports unsafe. What was a
// copy of a string must stay one then.
func (p *Package) Views() bool {
	return p.Once(viewsKey{}, func() any {
		views := func(pkg *types.Package) bool {
			return !standard(pkg, p.Types) && slices.Contains(pkg.Imports(), types.Unsafe)
		}
		return views(p.Types) || imports(p.Types, views)
	}).(bool)
}

type viewsKey struct{}

// standard reports whether pkg is one of the standard library that own, perhaps a part of
// it too, sees from outside.
func standard(pkg, own *types.Package) bool {
	first, _, _ := strings.Cut(pkg.Path(), "/")
	ours, _, _ := strings.Cut(own.Path(), "/")
	return first != ours && !strings.Contains(first, ".")
}
