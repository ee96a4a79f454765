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

// TestInterfaced checks which statements convert a *T to an interface.
func TestInterfaced(t *testing.T) {
	for body, want := range map[string]bool{
		"x = p":                                 true,
		"x = any(p)":                            true,
		"x = x":                                 false,
		"q := p; q.n++":                         false,
		"var y any = p; _ = y":                  true,
		"var y, z any = pair(); _, _ = y, z":    true,
		"n, x := pair(); _, _ = n, x":           true,
		"n, y := pair(); _, _ = n, y":           false,
		"take(1, p)":                            true,
		"take(pair())":                          true,
		"take(1)":                               false,
		"x = []any{p}":                          true,
		"x = map[string]any{\"a\": p}":          true,
		"_ = x == p":                            true,
		"_ = p == nil":                          false,
		"panic(p)":                              true,
		"func() any { return p }()":             true,
		"func() (any, any) { return pair() }()": true,
		"func() *T { return p }()":              false,
		"generic(p)":                            true,
	} {
		p := packageOf(t, `package a

type T struct{ n int }

func pair() (int, *T)      { return 0, nil }
func take(int, ...any)     {}
func generic[E any](E)     {}

func _(p *T, x any) { `+body+` }
`)
		pointer := types.NewPointer(p.Types.Scope().Lookup("T").Type())
		got := p.Interfaced(func(t types.Type) bool { return types.Identical(t, pointer) })
		if got != want {
			t.Errorf("%s: Interfaced is %v", body, got)
		}
	}
}
