package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/profile"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
)

func modcache(t *testing.T) string {
	t.Helper()
	env, err := gocmd.Env(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	return env.GOMODCACHE
}

func TestFailureText(t *testing.T) {
	const output = `goos: linux
BenchmarkA-2  	--- FAIL: BenchmarkA-2
    x_test.go:3: first
    	continued
BenchmarkB-2  	100	1 ns/op
--- FAIL: BenchmarkB/x=1
    x_test.go:9: second
--- FAIL: ExampleF (0.00s)
got:
1
want:
2
FAIL
`
	tests := []struct{ name, want string }{
		{"BenchmarkA", "BenchmarkA-2  	--- FAIL: BenchmarkA-2\n    x_test.go:3: first\n    	continued\n"},
		{"BenchmarkB/x=1", "--- FAIL: BenchmarkB/x=1\n    x_test.go:9: second\n"},
		{"BenchmarkB", ""},
		{"ExampleF", "--- FAIL: ExampleF (0.00s)\ngot:\n1\nwant:\n2\n"},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, Failed(output, test.name)); diff != "" {
			t.Errorf("%s: -want +got\n%s", test.name, diff)
		}
	}
}

// TestClip: what is kept of a long output begins and ends as the whole does,
// in whole lines.
func TestClip(t *testing.T) {
	var long strings.Builder
	long.WriteString("fatal error: the reason\n")
	for i := range 1000 {
		fmt.Fprintf(&long, "goroutine %d\n", i)
	}
	tests := []struct {
		name, text, head, tail string
		lines                  bool // every one is one of the text's
	}{
		{"short", "panic: x\n\tat y\n", "panic: x\n", "\tat y", true},
		{"long", long.String(), "fatal error: the reason\ngoroutine 0\n", "goroutine 999", true},
		{"one line", strings.Repeat("é", clipped), "éé", "éé", false},
		{"registers", "SIGQUIT: quit\nrax    0x1\nrbx    0x2\n", "SIGQUIT: quit", "quit", true},
	}
	for _, test := range tests {
		got := clip(test.text)
		if !strings.HasPrefix(got, test.head) || !strings.HasSuffix(got, test.tail) {
			t.Errorf("%s: got %.60q … %q", test.name, got, got[max(0, len(got)-60):])
		}
		if len(got) > clipped+40 || !utf8.ValidString(got) {
			t.Errorf("%s: %d bytes, valid UTF-8: %v", test.name, len(got), utf8.ValidString(got))
		}
		for line := range strings.Lines(got) {
			if test.lines && !strings.Contains("\n"+test.text, "\n"+line) && !strings.Contains(line, "left out") {
				t.Errorf("%s: %q is half a line", test.name, line)
			}
		}
	}
	words := lastWords(gocmd.Output{Stdout: []byte(strings.Repeat("log\n", clipped)), Stderr: []byte(long.String())})
	if !strings.Contains(words, "\nfatal error: the reason\n") {
		t.Error("the head of a fatal error is lost behind what was printed before")
	}
}

func TestPrinted(t *testing.T) {
	const output = `=== RUN   TestX
--- PASS: TestX (0.00s)
BenchmarkA
BenchmarkA-2     	     100	        71.02 ns/op	  12.5 MB/s	      48 B/op	       1 allocs/op
BenchmarkB/n-1-2 	       3	  1234567 ns/op
`
	want := []Sample{
		{Name: "TestX", N: 1},
		{Name: "BenchmarkA", N: 100, NsPerOp: 71.02, BytesPerOp: 48, AllocsPerOp: 1},
		{Name: "BenchmarkB/n-1", N: 3, NsPerOp: 1234567},
	}
	if diff := cmp.Diff(want, printed([]byte(output))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestFlags(t *testing.T) {
	tests := []struct {
		user, patterns, want []string
	}{
		{[]string{"-tags=x"}, nil, []string{"-ldflags=-w", "-tags=x"}},
		{[]string{"-gcflags=-l"}, nil, []string{"-ldflags=-w", "-gcflags=-l"}},
		{[]string{"-ldflags=-X=p.v=1"}, nil, []string{"-ldflags=-w -X=p.v=1"}},
		{[]string{"-ldflags=p=-X=p.v=1"}, nil, []string{"-ldflags=p=-X=p.v=1"}},
		{[]string{"-gcflags=all=-l", "-race"}, []string{"./..."}, []string{"-ldflags=-w", "-gcflags=./...=-m=2 -dwarf=false", "-gcflags=all=-l -m=2 -dwarf=false", "-race"}},
	}
	for _, test := range tests {
		b := &Bench{env: new(gocmd.Environment), opts: Options{Flags: test.user}}
		if diff := cmp.Diff(test.want, b.flags(test.patterns)); diff != "" {
			t.Errorf("-want +got\n%s", diff)
		}
	}
}

func TestSkip(t *testing.T) {
	over := []string{"BenchmarkA/x", "BenchmarkA", "BenchmarkB/n=1/a|b", "BenchmarkAB"}
	if got, want := skip(over), `^BenchmarkA$|^BenchmarkB$/^n=1$/^a\|b$|^BenchmarkAB$`; got != want {
		t.Errorf("skip(%q) = %s, want %s", over, got, want)
	}
}

func TestTakeOverlay(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"1.json": `{"Replace": {"a.go": ""}}`,
		"2.json": `{"Replace": {"b.go": "", "c.go": ""}}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := filepath.Join(dir, "c.go")
	o := Options{Dir: dir, Flags: []string{"-race", "--overlay=2.json", "-v"}, Overlay: overlay.Set{c: []byte("mine")}}
	if err := o.takeOverlay([]string{"-overlay=1.json", "-mod=mod"}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"-race", "-v"}, o.Flags); diff != "" {
		t.Errorf("flags: -want +got\n%s", diff)
	}
	if diff := cmp.Diff(overlay.Set{filepath.Join(dir, "b.go"): nil, c: []byte("mine")}, o.Overlay); diff != "" {
		t.Errorf("files: -want +got\n%s", diff)
	}
}

// A stack is a line, leaf first.
func TestBeneath(t *testing.T) {
	tests := []struct {
		stack string
		kind  record.WorkloadKind
		want  bool
	}{
		{"strings.Join m.BenchmarkX testing.(*B).runN testing.(*B).launch", record.KindBenchmark, true},
		{"testing.(*B).ResetTimer testing.(*B).runN testing.(*B).launch", record.KindBenchmark, false},
		{"compress/flate.NewWriter testing.(*M).writeProfiles main.main", record.KindBenchmark, false},
		{"runtime.allocm runtime.newm", record.KindBenchmark, false},
		{"m.TestX testing.tRunner", record.KindTest, true},
		{"fmt.Println m.ExampleX testing.runExample", record.KindTest, true},
		{"testing.newMatcher testing.runTests testing.(*M).Run", record.KindTest, false},
	}
	for _, test := range tests {
		s := new(profile.Sample)
		for _, name := range strings.Fields(test.stack) {
			s.Location = append(s.Location, &profile.Location{Line: []profile.Line{{Function: &profile.Function{Name: name}}}})
		}
		if got := beneath(s, test.kind); got != test.want {
			t.Errorf("%s: %v", test.stack, got)
		}
	}
}

// TestProven: what held is believed, of the same toolchain; what failed is
// tried again.
func TestProven(t *testing.T) {
	b := &Bench{env: &gocmd.Environment{GOVERSION: "go1.26.8"}}
	name := filepath.Join(t.TempDir(), "proof")
	if b.proven(name) {
		t.Error("a proof that is not there")
	}
	for _, test := range []struct {
		proof proof
		want  bool
	}{
		{proof{Go: "go1.26.8"}, true},
		{proof{Go: "go1.26.7"}, false},
		{proof{Go: "go1.26.8", Reason: "no space left on device"}, false},
	} {
		if b.keep(name, test.proof); b.proven(name) != test.want {
			t.Errorf("%+v: proven is %v", test.proof, !test.want)
		}
	}
}
