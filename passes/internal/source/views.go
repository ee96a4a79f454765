package source

import (
	"go/types"
	"slices"
	"strings"
)

// Views reports whether a string may be a view of bytes that change: the package, or one
// that it depends on and that is not of the standard library, imports unsafe. What was a
// copy of a string must stay one then.
func (p *Package) Views() bool { return p.views() }

func mayView(pkg *types.Package) bool {
	own := pkg
	seen := make(map[*types.Package]bool)
	var visit func(pkg *types.Package) bool
	visit = func(pkg *types.Package) bool {
		if seen[pkg] {
			return false
		}
		seen[pkg] = true
		return !standard(pkg, own) && slices.Contains(pkg.Imports(), types.Unsafe) || slices.ContainsFunc(pkg.Imports(), visit)
	}
	return visit(pkg)
}

// standard reports whether pkg is one of the standard library that own, perhaps a part of
// it too, sees from outside.
func standard(pkg, own *types.Package) bool {
	first, _, _ := strings.Cut(pkg.Path(), "/")
	ours, _, _ := strings.Cut(own.Path(), "/")
	return first != ours && !strings.Contains(first, ".")
}
