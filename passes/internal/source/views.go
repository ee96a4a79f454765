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
	own, _, _ := strings.Cut(pkg.Path(), "/")
	seen := make(map[*types.Package]bool)
	var visit func(pkg *types.Package) bool
	visit = func(pkg *types.Package) bool {
		if seen[pkg] {
			return false
		}
		seen[pkg] = true
		first, _, _ := strings.Cut(pkg.Path(), "/")
		ours := first == own || strings.Contains(first, ".")
		return ours && slices.Contains(pkg.Imports(), types.Unsafe) || slices.ContainsFunc(pkg.Imports(), visit)
	}
	return visit(pkg)
}
