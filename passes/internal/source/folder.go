package source

import (
	"go/types"
	"slices"
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
		names, ok := goFiles(dir)
		files := []*sourceFile{}
		for _, name := range names {
			f := readFile(name)
			ok = ok && f != nil
			files = append(files, f)
		}
		if !ok {
			files = nil
		}
		return files
	}).([]*sourceFile)
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

// standard reports whether a path is that of a package of the standard library that own,
// perhaps a part of it too, sees from outside.
func standard(pkgPath, own string) bool {
	first, _, _ := strings.Cut(pkgPath, "/")
	ours, _, _ := strings.Cut(own, "/")
	return first != ours && !strings.Contains(first, ".")
}
