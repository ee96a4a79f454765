package mechanism

import (
	"cmp"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// What is advised can be done where it is printed: empty is what is said in general.
func TestAdvised(t *testing.T) {
	const (
		copied  = "nothing where the original or the copy changes while both are in use; elsewhere hand on the original"
		carried = "pass what it carries as parameters, where its type may have them"
		anew    = "declare it before the loop, where nothing refers to it any more when the next round sets it"
	)
	made := record.Site{Kind: record.PointMakeSlice, Primitive: "runtime.mallocgc"}
	appended := record.Site{Kind: record.PointAppend, Primitive: "runtime.growslice"}
	variable := record.Site{Kind: record.PointVariable}
	closure := record.Site{Kind: record.PointClosure}
	bytes := record.Site{Kind: record.PointConvert, Primitive: "runtime.stringtoslicebyte"}
	text := record.Site{Kind: record.PointConvert, Primitive: "runtime.slicebytetostring"}
	literal := record.Site{Kind: record.PointMapLiteral}
	call := func(callee string) record.Site { return record.Site{Kind: record.PointCall, Callee: callee} }
	const outlives = "moved x | p <- &x: p = &x (assign)"
	for _, tt := range []struct {
		code string
		site record.Site
		heap string
		want string
	}{
		{"func f(s []int) []int { d := make/*@*/([]int, len(s)); copy(d, s); return d }", made, "", copied + ", or append to a slice of the caller"},
		{"func f(s []int, g func([]int)) { d := make/*@*/([]int, len(s)); copy(d, s); g(d) }", made, "", copied},
		{"type t struct{ s []int }; func f(x *t) { x.s = append/*@*/([]int(nil), x.s...) }", appended, "", "the original is used for something else: copies that are kept equally long can be cut from one larger array"},
		{"type l struct{}; func (l) Clone(m map[int]int) map[int]int; func f(maps l, m map[int]int) map[int]int { return maps.Clone/*@*/(m) }", call("maps.Clone[...]"), "", "copy it only where one of the two changes while the other is in use"},

		{"func f(v reflect.Value) any { p := reflect.New/*@*/(v.Type()); return p.Interface() }", call("reflect.New"), "", advice["reflect.New"]},
		{"func f(v reflect.Value) { v.Set(reflect.New/*@*/(v.Type().Elem())) }", call("reflect.New"), "", "nothing: what a value is set to must be somewhere"},
		{"func f(v reflect.Value) { p := reflect.New/*@*/(v.Type().Elem()); v.Set(p) }", call("reflect.New"), "", "nothing: what a value is set to must be somewhere"},
		{"func f(v reflect.Value, n int) { v.Set(reflect.MakeSlice/*@*/(v.Type(), n, n)) }", call("reflect.MakeSlice"), "", "nothing: what a value is set to must be somewhere"},
		{"func f(t reflect.Type, n int) reflect.Value { return reflect.MakeSlice/*@*/(t, n, n) }", call("reflect.MakeSlice"), "", knownRemedy},
		{"func f(v reflect.Value) { p := reflect.New/*@*/(v.Type().Elem()).Elem(); v.Set(p.Addr()) }", call("reflect.New"), "", "nothing: what a value is set to must be somewhere"},
		{"func f(v reflect.Value) { p := reflect.New/*@*/(v.Type().Elem()).Elem(); v.Set(p) }", call("reflect.New"), "", knownRemedy},
		{"func f(v reflect.Value) any { return v.Addr/*@*/().Interface() }", call("reflect.Value.Addr"), "", "nothing: reflect makes the type of a pointer once, and keeps it"},
		{"func f(v reflect.Value) any { return reflect.New/*@*/(v.Type().Elem()).Interface() }", call("reflect.New"), "", knownRemedy},
		{"func f(v reflect.Value, g func(any, any)) { p := reflect.New/*@*/(v.Type()); g(p.Interface(), v) }", call("reflect.New"), "", knownRemedy},
		{"func f(v reflect.Value, g []func(any)) { for _, g := range g { p := reflect.New/*@*/(v.Type()).Interface(); g(p); v.Set(v) } }", call("reflect.New"), "", "make one before the loop, and SetZero it in each round, where nobody keeps it"},
		{"func f(n int, t reflect.Type) any { a := reflect.ArrayOf(n, t); return reflect.New/*@*/(a).Interface() }", call("reflect.New"), "", arrayRemedy},
		{"func f(n int, t reflect.Type) any { return reflect.New(reflect.ArrayOf/*@*/(n, t)).Interface() }", call("reflect.ArrayOf"), "", arrayRemedy},
		{"func f(v reflect.Value) any { return v.Interface/*@*/() }", call("reflect.Value.Interface"), "", "Addr().Interface() copies nothing, where a pointer to it will do"},
		{"func f(v reflect.Value, g func(any)) { g(v.Interface/*@*/()) }", call("reflect.Value.Interface"), "", "ask the reflect.Value itself (Kind, IsZero, Int, String), without Interface; Addr().Interface() copies nothing, where a pointer to it will do"},
		{"func f(v reflect.Value) []int { return v.Interface/*@*/().([]int) }", call("reflect.Value.Interface"), "", "assert Addr().Interface() to a pointer to the type, which copies nothing"},
		{"func f(v reflect.Value) error { return v.Interface/*@*/().(error) }", call("reflect.Value.Interface"), "", ""},

		{"type l int; func (l) MarshalText() ([]byte, error) { return []byte(/*@*/\"a\"), nil }", bytes, "", "MarshalText has to return bytes: whoever needs the text gets it without a copy from a method that returns the string"},
		{"func f(s string) []byte { return []byte(/*@*/s) }", bytes, "", "return the string, where the caller needs no bytes, or append to a slice of his"},
		{"type u interface{ UnmarshalText([]byte) error }; func f(s string, x u) { x.UnmarshalText([]byte(/*@*/s)) }", bytes, "", "append to a buffer that exists, where UnmarshalText does not keep it"},
		{"type w interface{ Write([]byte) (int, error); WriteString(string) (int, error) }; func f(s string, x w) { x.Write([]byte(/*@*/s)) }", bytes, "", "use WriteString, which takes the string"},
		{"type w interface{ Write([]byte) (int, error) }; func f(s string, x w) { x.Write([]byte(/*@*/s)) }", bytes, "", "use io.WriteString, where what is written to has such a method, or append to a buffer that exists"},
		{"func g([]byte); func f(s string) { g([]byte(/*@*/s)) }", bytes, "", "let g take the string, or append to a buffer that exists"},
		{"type b []byte; func f(s string) any { return b(/*@*/s) }", bytes, "", "the result is an interface: keep what was made before, where texts repeat"},
		{"type l []byte; func (b l) String() string { return string(/*@*/b) }", text, "", "String has to return a string: take it from where it is one, or build it in a strings.Builder, which copies nothing in the end"},
		{"func f(b []byte) any { return string(/*@*/b) }", text, "", "the result is an interface of a string: cut many that are kept equally long from one, or keep those that repeat"},
		{"func f(b []byte, v reflect.Value) { v.SetString(string(/*@*/b)) }", text, "", "SetString takes a string: keep those that repeat, and look them up by m[string(b)], which copies nothing"},
		{"type w interface{ Write([]byte); WriteString(string) }; func f(b []byte, x w) { x.WriteString(string(/*@*/b)) }", text, "", "use Write, which takes the bytes"},
		{"func g(string); func f(b []byte) { g(string(/*@*/b)) }", text, "", "let g take the bytes, where it keeps no string"},
		{"func f(b []byte) string { return string(/*@*/b) }", text, "escapes string(b) | ~r0 <- s: return s (return)", "the text is the result: return the bytes, or append to a slice of the caller, where he needs no string"},

		{"func f(s []int) (p *int) { for _, /*@*/x := range s { if x > 0 { p = &x } }; return p }", variable, outlives, "return the value instead of a pointer, or let the caller pass in where it goes, for callers that share no pointer to it"},
		{"func f(s []int) { var p *int; for i := range s { /*@*/x := s[i]; p = &x }; _ = p }", variable, outlives, ""},
		{"func f(s []int) { var p *int; for i := range s { /*@*/x := s[i]; x++; p = &x }; _ = p }", variable, outlives, "keep the value instead of a pointer, or make all of them in one array before the loop"},
		{"func f(m map[int]int) { var p *int; for _, /*@*/x := range m { p = &x }; _ = p }", variable, outlives, "keep the value instead of a pointer, or make all of them in one array before the loop"},
		{"type t struct{ n int }; func f(o *t) { var p *t; for i := range 3 { /*@*/x := *o; x.n = i; p = &x }; _ = p }", variable, "moved x | p <- &x: g(&x) (call parameter)", anew},

		{"func f(n int) func() int { return /*@*/func() int { return n } }", closure, "escapes func literal | ~r0 <- &{storage for func literal}: return func literal (return)", carried + ", or make it once, where what it carries stays the same"},
		{"func f(n int, g func(func() int)) { for range 3 { g(/*@*/func() int { return n }) } }", closure, "", "make it once, before the loop"},
		{"func f(b *testing.B, n int) { b.Cleanup(/*@*/func() { println(n) }) }", closure, "", measuring},
		{"func f(g func(func() int)) { for i := range 3 { g(/*@*/func() int { return i }) } }", closure, "", carried},

		{"func f() map[int]int { return map[int]int/*@*/{1: 2} }", literal, "escapes map[int]int{...} | ~r0 <- m: return m (return)", "the map is handed out: make it once, where its entries are always the same and nobody changes it, or keep a few entries in a slice"},
		{"func f() reflect.Map { return reflect.Map/*@*/{1: 2} }", literal, "escapes reflect.Map{...} | ~r0 <- m: return m (return)", "the map is handed out: make it once, where its entries are always the same and nobody changes it"},
		{"func f(n int) map[int]int { return map[int]int/*@*/{1: n} }", literal, "escapes map[int]int{...} | ~r0 <- m: return m (return)", "the map is handed out: keep a few entries in a slice"},
		{"func f(n int) reflect.Map { return reflect.Map/*@*/{1: n} }", literal, "escapes map[int]int{...} | ~r0 <- m: return m (return)", "the map is handed out: keep it and change its entries, where whoever has it needs it no longer"},
		{"func f(g func(map[int]int)) { g(map[int]int/*@*/{1: 2}) }", literal, "escapes map[int]int{...} | {heap} <- m: g(map[int]int{...}) (call parameter)", "make it once, where its entries are always the same and nobody changes it"},
		{"func h() int; func f(g func(map[int]int)) { g(map[int]int/*@*/{1: h()}) }", literal, "escapes map[int]int{...} | {heap} <- m: g(map[int]int{...}) (call parameter)", "keep it and change its entries, where whoever has it needs it no longer"},
		{"func f() reflect.Map { return reflect.Map/*@*/{} }", literal, "escapes reflect.Map{} | ~r0 <- m: return m (return)", "the map is handed out: make it where the first entry is put in, if all who put one in are yours"},
	} {
		src, pos := check(t, "package p\n\nimport (\"reflect\"; \"testing\")\n\nvar _ reflect.Type; var _ testing.B\n\n"+tt.code+"\n")
		s := tt.site
		s.Pos, s.Match = pos, record.Measured
		if tt.heap != "" {
			s.Decisions = []record.Decision{decision(tt.heap, pos)}
		}
		explain(&s, src, nil)
		m, _ := Lookup(s.Mechanism)
		want := cmp.Or(tt.want, m.Remedy)
		if s.Remedy != want {
			t.Errorf("%s\n got %s: %s\nwant %s", tt.code, s.Mechanism, s.Remedy, want)
		}
	}
}
