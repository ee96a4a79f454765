package source

import (
	"go/types"
	"slices"
	"strings"
)

// Other packages are known by their types, without bodies. What their files show without types
// is read here. The functions of the standard library are in the table of package stdlib.

// A folderKey is the key of [Package.folder] for [Package.Once].
type folderKey struct{ dir string }

// folder returns what the Go files of a folder say, tests left out; nil if the folder, or one of
// the files, cannot be read.
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

// imports reports whether is holds for a package that pkg imports, directly or through others.
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

// standard reports whether pkgPath is in the standard library, and not in the same folder of
// GOROOT/src as the package own.
func standard(pkgPath, own string) bool {
	first, _, _ := strings.Cut(pkgPath, "/")
	ours, _, _ := strings.Cut(own, "/")
	return first != ours && !strings.Contains(first, ".")
}
