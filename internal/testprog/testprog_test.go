package testprog

import (
	"fmt"
	"strings"
	"testing"
)

func TestPrograms(t *testing.T) {
	programs, err := Programs()
	if err != nil {
		t.Fatal(err)
	}
	benchmarks := make(map[string]string)
	for _, p := range programs {
		if p.Doc == "" {
			t.Errorf("%s: no comment before the package clause", p.File())
		}
		if other, ok := benchmarks[p.Benchmark]; ok {
			t.Errorf("%s and %s have the same benchmark", p.File(), other)
		}
		benchmarks[p.Benchmark] = p.File()
		// Whatever the release, a wrong comment must not pass for none.
		expectations, err := p.Expect("go1.26")
		if err != nil {
			t.Error(err)
		}
		if want := strings.Count(p.Listing(), marker); want == 0 || len(expectations) == 0 {
			t.Errorf("%s: expects nothing", p.File())
		}
		if q, ok := Lookup(p.Name); !ok || q != p {
			t.Errorf("Lookup(%q) does not find the program", p.Name)
		}
	}
	if _, ok := Lookup("../truth/growth"); ok {
		t.Error("Lookup leaves its folder")
	}
}

func TestExpect(t *testing.T) {
	const source = `// heap: goroutine 1

package p

f(x) // heap: boxing 2, variadic 1
g()  // heap: none
h()  // heap: growth 0 (go1.25: 3)
i()  // heap: stored 1 48B
j()  // heap: encoding any
`
	for _, tt := range []struct{ release, want string }{
		{"go1.26", "0 goroutine 1 false -1; 5 boxing 2 false -1; 5 variadic 1 false -1; 6  0 false -1; 8 stored 1 false 48; 9 encoding 0 true -1; "},
		{"go1.25", "0 goroutine 1 false -1; 5 boxing 2 false -1; 5 variadic 1 false -1; 6  0 false -1; 7 growth 3 false -1; 8 stored 1 false 48; 9 encoding 0 true -1; "},
	} {
		expectations, err := Program{Source: source}.Expect(tt.release)
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, e := range expectations {
			fmt.Fprintf(&got, "%d %s %d %t %d; ", e.Line, e.Mechanism, e.Objects, e.Any, e.Bytes)
		}
		if got.String() != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.release, &got, tt.want)
		}
	}
}

func TestExpectErrors(t *testing.T) {
	for _, text := range []string{"", "stored", "stored one", "stored 1,boxing 1", "stored 1 48", "growth 0 (1.25: 3)", "growth  1"} {
		if _, err := (Program{Source: "// " + marker + text + "\n"}).Expect("go1.26"); err == nil {
			t.Errorf("%q passes for an expectation", text)
		}
	}
}

func TestExpectOlderRelease(t *testing.T) {
	p := Program{Source: "//go:build go1.26\n\nx() // heap: stored 1\n"}
	for release, want := range map[string]int{"go1.25": 0, "go1.26": 1, "go1.27": 1} {
		if got, err := p.Expect(release); err != nil || len(got) != want {
			t.Errorf("%s: %d expectations, %v; want %d", release, len(got), err, want)
		}
	}
}
