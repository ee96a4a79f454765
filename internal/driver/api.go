package driver

import (
	"go/types"
	"strings"

	"golang.org/x/exp/apidiff"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/verify/equiv"
)

// enterAPI notes how the exported API of the changed packages differs, incompatible changes first. Internal packages
// are included: they have users within the module.
func (t *trial) enterAPI() {
	var breaks, adds []string
	for _, pkg := range t.both() {
		old, oldWhy := describePackage(t.old, pkg.path)
		now, nowWhy := describePackage(t.now, pkg.path)
		if oldWhy+nowWhy != "" {
			continue
		}
		for _, c := range apidiff.Changes(old.Types, now.Types).Changes {
			switch {
			case ofTests(c.Message, old, t.old) || ofTests(c.Message, now, t.now):
			case c.Compatible:
				adds = append(adds, c.Message)
			default:
				breaks = append(breaks, c.Message)
			}
		}
	}
	c := &t.proof.Changed
	c.API, c.Incompatible = append(breaks, adds...), len(breaks)
}

// ofTests reports whether a message such as "T.M: added" is about something that a test file declares.
func ofTests(message string, p *equiv.Package, program *load.Program) bool {
	name := strings.TrimLeft(message, "(*")
	if i := strings.IndexAny(name, ".:)"); i >= 0 {
		name = name[:i]
	}
	obj := types.Object(p.Types.Scope().Lookup(name))
	return obj != nil && strings.HasSuffix(program.Fset.Position(obj.Pos()).Filename, "_test.go")
}
