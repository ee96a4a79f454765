package hoist

import (
	"fmt"
	"testing"
)

// Inputs and results of the benchmarks.
var (
	word     = "abcdefgh12"
	markup   = "a < b, b > c"
	lines    = []string{"key1=value", "key=value", "key2=", "", "other", "key3=value", "key4", "key5=a", "k", "key6=value"}
	log      = &Log{lines}
	sink     string
	boolSink bool
	bools    []bool
	intSink  int
	errSink  error
)

func TestCases(t *testing.T) {
	for _, c := range []struct {
		name            string
		got, hand, want any
	}{
		{"C08", C08(word), handC08(word), true},
		{"C08 of none", C08("12"), handC08("12"), false},
		{"C08Method", log.C08Method(), log.handC08Method(), "1"},
		{"C08Replacer", C08Replacer(markup), handC08Replacer(markup), "a &lt; b, b &gt; c"},
		{"C08b", C08b(lines), handC08b(lines), 5},
		{"C08bLoop", C08bLoop(lines[:3]), handC08bLoop(lines[:3]), []bool{true, true, false}},
		{"C17", C17(-1), handC17(-1), "hoist: negative"},
		{"C17 of none", C17(0), handC17(0), nil},
		{"C17Method", second(log.C17Method(99)), second(log.handC17Method(99)), "hoist: no such line"},
		{"C17Method of none", second(log.C17Method(0)), second(log.handC17Method(0)), nil},
		{"C17b", C17b(101), handC17b(101), "hoist: too many"},
	} {
		if got, hand, want := fmt.Sprint(c.got), fmt.Sprint(c.hand), fmt.Sprint(c.want); got != want || hand != want {
			t.Errorf("%s: got %s, by hand %s, want %s", c.name, got, hand, want)
		}
	}
}

func second(_ string, err error) error { return err }
