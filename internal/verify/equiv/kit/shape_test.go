//go:build go1.25

package kit

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// oldLogger and newLogger are two versions of one package, whose values share a package
// variable with what was logged before.
func oldLogger(log *string) (read any, maker Maker) {
	type logger struct{ log *string }
	f := func() *logger { return &logger{log} }
	return func(l *logger) string { return "it was " + *l.log }, Maker{Type: reflect.TypeFor[logger](), Funcs: []any{f}}
}

func newLogger(log *string) (read any, maker Maker) {
	type logger struct{ log *string }
	f := func() *logger { return &logger{log} }
	return func(l *logger) string { return "it was " + *l.log }, Maker{Type: reflect.TypeFor[logger](), Funcs: []any{f}}
}

func otherLogger(log *string) (read any, maker Maker) {
	type logger struct {
		log  *string
		seen int
	}
	f := func() *logger { return &logger{log, 1} }
	return func(l *logger) string { return "it was " + *l.log }, Maker{Type: reflect.TypeFor[logger](), Funcs: []any{f}}
}

// TestHistory: what each version's own package variables have seen is no difference of the
// functions that show it.
func TestHistory(t *testing.T) {
	defer SetMakers()
	before, after := "logged at noon", "logged a second later"
	for _, tt := range []struct {
		version func(*string) (any, Maker)
		log     *string
		differs bool
		inDoubt bool
	}{
		{newLogger, &before, false, false},
		{newLogger, &after, false, true},
		{otherLogger, &after, true, false}, // another type: its text says nothing
	} {
		old, maker := oldLogger(&before)
		now, other := tt.version(tt.log)
		SetMakers(maker, other)
		limits := Limits{Inputs: 60, Time: 20 * time.Second, Call: 10 * time.Second}
		limits.Reachable = true
		r := Case{Name: "Logger.Read", Old: old, New: now}.run(new(strings.Builder), limits)
		if (r.Differs != "") != tt.differs || (r.Doubt != "") != tt.inDoubt {
			t.Errorf("differs %q, doubt %q", r.Differs, r.Doubt)
		}
	}
}

// TestLongArguments: nobody reads a megabyte of an argument.
func TestLongArguments(t *testing.T) {
	o := outcome{before: strings.Repeat("é", maxShown)}
	if got := o.on(); len(got) > maxShown+40 || !strings.HasSuffix(got, "… and 1500 bytes more") {
		t.Errorf("%d bytes: %s", len(got), got[max(0, len(got)-40):])
	}
	long := strings.Repeat("x", maxDump)
	if a, b := shorten(long+" 0x123456789a"), shorten(long+" 0xa987654321"); a != b {
		t.Error("an address behind what is shown counts")
	}
}
