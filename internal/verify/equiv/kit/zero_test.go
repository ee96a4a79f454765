package kit

import (
	"reflect"
	"testing"
	"time"
)

// A reply is part of what sets its field: no function returns one.
type reply struct{ to []*int }

func first(r *reply) int { return *append(r.to, nil)[0] }

func firstOrNone(r *reply) int {
	if r == nil || len(r.to) == 0 {
		return 0
	}
	return *r.to[0]
}

func one(*reply) int { return 1 }

func two(*reply) int { return 2 }

// TestZeroReceiver: that the old version dereferences nil where the receiver was never begun is
// in doubt, and no other difference is.
func TestZeroReceiver(t *testing.T) {
	made := Maker{Type: reflect.TypeFor[reply]()}
	begun := Maker{Type: made.Type, Funcs: []any{func() *reply { return new(reply) }}}
	limits := Limits{Inputs: 100, Time: 20 * time.Second, Call: 10 * time.Second, Reachable: true}
	defer SetMakers()
	for _, tt := range []struct {
		name    string
		maker   Maker
		c       Case
		inDoubt bool
	}{
		{"never begun", made, Case{Name: "(*Reply).First", Old: first, New: firstOrNone}, true},
		{"begun", begun, Case{Name: "(*Reply).First", Old: first, New: firstOrNone}, false},
		{"no receiver", made, Case{Name: "First", Old: first, New: firstOrNone}, false},
		{"the new version", made, Case{Name: "(*Reply).First", Old: firstOrNone, New: first}, false},
		{"a result", made, Case{Name: "(*Reply).First", Old: one, New: two}, false},
	} {
		SetMakers(tt.maker)
		if r := tt.c.run(t.Output(), limits); (r.Differs == "") != tt.inDoubt || (r.Doubt != "") != tt.inDoubt {
			t.Errorf("%s: differs %q, doubt %q", tt.name, r.Differs, r.Doubt)
		}
	}
}

// TestBreaksDown: what is behind the first difference does not count.
func TestBreaksDown(t *testing.T) {
	for _, tt := range []struct {
		old, now outcome
		want     bool
	}{
		{outcome{after: "panic runtime error: nil pointer"}, outcome{after: "results 0"}, true},
		{outcome{after: "panic runtime error: out of range"}, outcome{after: "results 0"}, false},
		{outcome{after: "results 0"}, outcome{after: "panic runtime error: nil pointer"}, false},
		{outcome{observed: "\nthen Size panics"}, outcome{observed: "\nthen Size returns 0"}, true},
		{outcome{observed: "\nthen Len returns 1\nthen Size panics"}, outcome{observed: "\nthen Len returns 2\nthen Size returns 0"}, false},
		{outcome{after: "results 1", observed: "\nthen Size panics"}, outcome{after: "results 2", observed: "\nthen Size panics"}, false},
		{outcome{observed: "\nthen Name returns \"it panics\""}, outcome{observed: "\nthen Name returns \"\""}, false},
	} {
		if got := breaksDown(tt.old, tt.now); got != tt.want {
			t.Errorf("%q%q, %q%q: %t", tt.old.after, tt.old.observed, tt.now.after, tt.now.observed, got)
		}
	}
}
