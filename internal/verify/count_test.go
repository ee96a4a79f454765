package verify

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/unheap/unheap/internal/record"
)

func TestDeclared(t *testing.T) {
	tests := map[string]string{
		"example.com/p.F":                       "example.com/p.F",
		"example.com/p.F.func1":                 "example.com/p.F",
		"example.com/p.F.func1.2":               "example.com/p.F",
		"example.com/p.F.gowrap1":               "example.com/p.F",
		"example.com/p.F-range1":                "example.com/p.F",
		"example.com/p.F[...].func2":            "example.com/p.F",
		"example.com/p.T.M":                     "example.com/p.T.M",
		"example.com/p.(*T).M":                  "example.com/p.(*T).M",
		"example.com/p.(*T[...]).M.func1":       "example.com/p.(*T).M",
		"example.com/p.(*T).M-range2.func1":     "example.com/p.(*T).M",
		"example.com/p.init.0":                  "example.com/p.init",
		"example.com/p.init.func1":              "example.com/p.init",
		"gopkg.in/yaml%2ev3.(*decoder).mapping": "gopkg.in/yaml.v3.(*decoder).mapping",
		"strings.Split":                         "strings.Split",
		"example.com/m.v2/p.F":                  "example.com/m.v2/p.F",
	}
	for symbol, want := range tests {
		if got := declared(symbol); got != want {
			t.Errorf("declared(%s) = %s, want %s", symbol, got, want)
		}
	}
}

func TestReadEvents(t *testing.T) {
	output := `{"Action":"start","Package":"p"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"fail","Package":"p"}
# q
{"Action":"output","Package":"q","Output":"panic: x\n"}
{"Action":"fail","Package":"q"}
{"Action":"pass","Package":"r"}
`
	want := newTested()
	want.failed, want.passed = map[string]string{"p.TestB": "p", "q": "q"}, map[string]bool{"p.TestA": true, "r": true}
	want.tests, want.events, want.inPackage = 1, 7, map[string]bool{"p": true}
	got := newTested()
	for line := range strings.Lines(output) {
		got.read(line)
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(tested{})); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if _, ok := newTested().read("go: no such package\n"); ok {
		t.Error("plain text is an event")
	}
}

// TestReadUnbuilt: a package that does not build says so, in the words of the compiler.
func TestReadUnbuilt(t *testing.T) {
	got := newTested()
	for line := range strings.Lines(`{"ImportPath":"p [p.test]","Action":"build-output","Output":"# p [p.test]\n"}
{"ImportPath":"p [p.test]","Action":"build-output","Output":"/tmp/unheap-tmp-1/verify-1/0000_p.go:3:4: undefined: x\n"}
{"ImportPath":"p [p.test]","Action":"build-fail"}
{"Action":"start","Package":"p"}
{"Action":"fail","Package":"p","Elapsed":0,"FailedBuild":"p [p.test]"}
`) {
		got.read(line)
	}
	if got.unbuilt["p"] != "p.go:3:4: undefined: x" || got.failed["p"] != "p" {
		t.Errorf("unbuilt %v, failed %v", got.unbuilt, got.failed)
	}
}

func TestInlined(t *testing.T) {
	files := map[string][]string{"(*T).M": {"p/m.go"}, "F": {"p/f.go"}, "T.V": {"p/v.go"}}
	tests := []struct{ symbol, file, want string }{
		{"example.com/q.Caller.(*T).M.func2", "/home/x/p/m.go", "(*T).M"},
		{"example.com/p.BenchmarkM.(*T).M.func1.2", "example.com/p/m.go", "(*T).M"},
		{"example.com/q.Caller.T.V.func1", "/home/x/p/v.go", "T.V"},
		{"example.com/q.Caller.F.func1", "/home/x/p/f.go", "F"},
		{"example.com/q.(*S).Caller.F.func1-range1", "/home/x/p/f.go", "F"},
		{"example.com/q.Caller.F.func1", "/home/x/q/f.go", ""},  // another F
		{"example.com/q.Caller.(*T).M", "/home/x/p/m.go", ""},   // no closure
		{"example.com/q.Caller.G.func1", "/home/x/p/f.go", ""},  // did not change
		{"example.com/q.Caller.F.func1", "/home/x/xp/f.go", ""}, // another folder
		{"func1", "/home/x/p/f.go", ""},
	}
	for _, test := range tests {
		if got := inlined(test.symbol, test.file, files); got != test.want {
			t.Errorf("inlined(%s, %s) = %q, want %q", test.symbol, test.file, got, test.want)
		}
	}
}

// TestScope: of some of the candidates that were counted together, only benchmarks are counted in which their functions
// allocate, before or after; once, unless a count varies. Tests are counted all, since one may make what others find.
func TestScope(t *testing.T) {
	same := func(n float64) spread { return spread{amount{n, n, n}, amount{n, n, n}} }
	varies := spread{amount{4, 4, 4}, amount{6, 6, 6}}
	of := func(f, g, h, both spread) *counts {
		return &counts{
			workloads: map[string]spread{"BenchmarkF": {}, "BenchmarkG": {}, "BenchmarkH": {}, "BenchmarkBoth": {}},
			runs:      map[string]int{"BenchmarkF": 2, "BenchmarkG": 2, "BenchmarkH": 2, "BenchmarkBoth": 2},
			functions: map[string]map[string]spread{
				"F": {"BenchmarkF": f, "BenchmarkBoth": both}, "G": {"BenchmarkG": g, "BenchmarkBoth": both}, "H": {"BenchmarkH": h},
			},
		}
	}
	before, together := of(same(9), same(9), varies, same(2)), of(same(3), same(0), varies, same(0))
	set := func(functions ...string) []record.Candidate { return []record.Candidate{{Functions: functions}} }
	tests := []struct {
		bench     string
		functions []string
		want      scope
		unsettled []string
	}{
		{".", []string{"F"}, scope{[]string{"BenchmarkBoth", "BenchmarkF"}, 1}, nil},
		{".", []string{"G", "F"}, scope{[]string{"BenchmarkBoth", "BenchmarkF", "BenchmarkG"}, 1}, nil},
		{".", []string{"H"}, scope{[]string{"BenchmarkH"}, 2}, []string{"BenchmarkH"}},
		{"", []string{"F"}, scope{nil, 1}, nil},
		{"", []string{"H"}, scope{nil, 2}, []string{"BenchmarkH"}},
	}
	for _, tt := range tests {
		j := &judge{before: before, Input: Input{Bench: tt.bench}}
		if got := j.scopeOf(set(tt.functions...), together); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%v: scope %v, want %v", tt.functions, got, tt.want)
		}
		if got := j.unsettled(set(tt.functions...), together); !slices.Equal(got, tt.unsettled) {
			t.Errorf("%v: unsettled %v, want %v", tt.functions, got, tt.unsettled)
		}
	}
	if plain := (spread{amount{100, 0, 0}, amount{102, 0, 0}}); !plain.apart(same(70)) || plain.apart(same(85)) || plain.apart(plain) {
		t.Error("apart asks for ten times the difference between runs")
	}
}
