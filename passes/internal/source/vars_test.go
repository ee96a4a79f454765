package source

import (
	"go/types"
	"strings"
	"testing"
)

const literals = `package a

func use(...any) {}

func _(list []int) (result int) {
	var own, ownDeep, shared, looped, deferred, started, stored, twice int
	func() { own++; use(own) }()
	func() { func() { ownDeep++ }() }()
	func() { shared++ }()
	use(shared)
	for range list {
		func() { looped++ }()
	}
	defer func() { deferred++ }()
	go func() { started++ }()
	f := func() { stored++ }
	f()
	func() { twice++ }()
	func() { twice++ }()
	func() { result++ }()
	for counted := 0; ; {
		func() { counted++ }()
	}
	for ownElement := range list {
		func() { use(ownElement) }()
	}
	return 1
}

func _() {
again:
	var jumped int
	func() { jumped++ }()
	goto again
}
`

// TestInLiteral checks that a literal which runs once, where it stands, does not share the
// variables that nothing else mentions.
func TestInLiteral(t *testing.T) {
	p := packageOf(t, literals)
	for id, obj := range p.Info.Defs {
		v, ok := obj.(*types.Var)
		if !ok || len(p.Uses(v)) == 0 || id.Name == "f" || id.Name == "list" {
			continue
		}
		if got, want := p.InLiteral(v), !strings.HasPrefix(id.Name, "own"); got != want {
			t.Errorf("%s: in a literal: %v", id.Name, got)
		}
	}
}
