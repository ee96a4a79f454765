package presize

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// Inputs of the benchmarks: variables, so that no length is a constant.
var (
	ints   = make([]int, 100)
	groups = [][]int{ints[:40], ints[:10], ints[:50]}
	lines  = strings.Fields(strings.Repeat("a-word-of-sixteen ", 60))
	users  = usersOf(lines)
	team   = &Team{users}
	teams  = []Group{{lines[:30]}, {lines[:5]}, {lines[:25]}}
	words  = wordsOf(lines)
	keys   = keysOf(100)
	people = usersOf(keys)
)

// Results of the benchmarks go here.
var (
	intSink    []int
	rowSink    [][]int
	stringSink []string
	textSink   string
	byteSink   []byte
	report     Report
	indexSink  map[string]int
	userSink   map[string]User
	setSink    map[string]bool
	emptySink  map[string]struct{}
)

func usersOf(names []string) []User {
	var list []User
	for i, n := range names {
		list = append(list, User{n, i%2 == 0})
	}
	return list
}

func wordsOf(list []string) map[int]string {
	m := make(map[int]string)
	for i, s := range list {
		m[i] = s
	}
	return m
}

func keysOf(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%044d", i)
	}
	return list
}

func twice(v int) string { return lines[v%len(lines)] }

// A check compares what a case and the version by hand make of one input with
// what they should make of it.
type check struct {
	name            string
	got, hand, want any
}

func checks() []check {
	small := []User{{"ann", true}, {"bob", false}, {"eve", true}}
	idle := []User{{"bob", false}}
	var r, h, none, handNone Report
	C01Assign(&r, map[int]string{0: "x", 1: "y"})
	handC01Assign(&h, map[int]string{0: "x", 1: "y"})
	C01Assign(&none, nil)
	handC01Assign(&handNone, nil)
	return []check{
		{"C01", C01([]int{1, 2}), handC01([]int{1, 2}), []int{3, 6}},
		{"C01 of nothing", C01([]int{}), handC01([]int{}), []int(nil)},
		{"C01Method", (&Team{small}).C01Method(), (&Team{small}).handC01Method(), []string{"ann", "bob", "eve"}},
		{"C01Method of nothing", (&Team{}).C01Method(), (&Team{}).handC01Method(), []string{}},
		{"C01Generic", C01Generic([]int{0, 1}, twice), handC01Generic([]int{0, 1}, twice), lines[:2]},
		{"C01Generic of nothing", C01Generic(nil, twice), handC01Generic(nil, twice), []string(nil)},
		{"C01Filter", C01Filter(small), handC01Filter(small), []string{"ann", "eve"}},
		{"C01Filter of idle", C01Filter(idle), handC01Filter(idle), []string(nil)},
		{"C01Nested", C01Nested([][]int{{1, 9}, {}, {7}}, 5), handC01Nested([][]int{{1, 9}, {}, {7}}, 5), [][]int{{1, 5}, nil, {5}}},
		{"C01Assign", r, h, Report{[]string{"x", "y"}}},
		{"C01Assign of nothing", none, handNone, Report{}},
		{"C02", C02([][]int{{1}, nil, {2, 3}}), handC02([][]int{{1}, nil, {2, 3}}), []int{1, 2, 3}},
		{"C02 of empty ones", C02([][]int{{}, nil}), handC02([][]int{{}, nil}), []int(nil)},
		{"C02Field", C02Field(teams[:2]), handC02Field(teams[:2]), append(lines[:30:30], lines[:5]...)},
		{"C02Field of nothing", C02Field([]Group{{}}), handC02Field([]Group{{}}), []string(nil)},
		{"C02Generic", C02Generic([]int{1}, []int{2}), handC02Generic([]int{1}, []int{2}), []int{1, 2}},
		{"C02Generic of nothing", C02Generic[int](), handC02Generic[int](), []int{}},
		{"C02b", C02b([][]int{{1}, {2, 3}}), handC02b([][]int{{1}, {2, 3}}), []int{1, 2, 3}},
		{"C02b of empty ones", C02b([][]int{{}}), handC02b([][]int{{}}), []int(nil)},
		{"C02bField", C02bField([]Group{{[]string{" a", "b "}}, {}}), handC02bField([]Group{{[]string{" a", "b "}}, {}}), []string{"a", "b"}},
		{"C19", C19([]string{"a", ""}), handC19([]string{"a", ""}), "a\n\n"},
		{"C19Bytes", C19Bytes([]string{"a", "b"}), handC19Bytes([]string{"a", "b"}), []byte("> a> b")},
		{"C19Bytes of nothing", C19Bytes(nil), handC19Bytes(nil), []byte(nil)},
		{"C19b", C19b([]string{"a", "b"}), handC19b([]string{"a", "b"}), "a, b, "},
		{"C19bMethod", (&Team{small}).C19bMethod("+"), (&Team{small}).handC19bMethod("+"), "ann+bob+eve"},
		{"C21", C21([]string{"a", "b", "a"}), handC21([]string{"a", "b", "a"}), map[string]int{"a": 2, "b": 1}},
		{"C21 of nothing", C21(nil), handC21(nil), map[string]int{}},
		{"C21Literal", C21Literal(idle), handC21Literal(idle), map[string]User{"bob": idle[0]}},
		{"C21b", C21b([]string{"a"}), handC21b([]string{"a"}), map[string]bool{"a": true}},
		{"C21bGeneric", C21bGeneric([]int{4, 4}), handC21bGeneric([]int{4, 4}), map[int]struct{}{4: {}}},
	}
}

func TestCases(t *testing.T) {
	for _, c := range checks() {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s: got %#v, want %#v", c.name, c.got, c.want)
		}
		if !reflect.DeepEqual(c.hand, c.want) {
			t.Errorf("%s by hand: got %#v, want %#v", c.name, c.hand, c.want)
		}
	}
}

// TestRowsApart holds that appending to one row does not write into the next.
func TestRowsApart(t *testing.T) {
	for name, nested := range map[string]func([][]int, int) [][]int{"C01Nested": C01Nested, "by hand": handC01Nested} {
		rows := nested([][]int{{1}, {2}}, 5)
		_ = append(rows[0], 9)
		if rows[1][0] != 2 {
			t.Errorf("%s: rows share memory", name)
		}
	}
}
