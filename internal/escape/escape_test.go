package escape

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

var (
	update   = flag.Bool("update", false, "rewrite the expected decisions in testdata")
	rerecord = flag.Bool("record", false, "record the logs in testdata again, each with the toolchain named below")
)

// toolchains say which release made the logs of each folder of testdata.
var toolchains = map[string]string{"go1.25": "go1.25.9", "go1.26": "go1.26.8", "go1.27": "go1.27.1"}

// TestRecorded reads the log of each supported release of testdata/fixture.txtar,
// which has one function for each construct on which the compiler speaks.
func TestRecorded(t *testing.T) {
	for release, toolchain := range toolchains {
		t.Run(release, func(t *testing.T) {
			file := filepath.Join("testdata", release, "fixture.txtar")
			if *rerecord {
				recordLog(t, file, toolchain)
			}
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			log, err := Parse(bytes.NewReader(ar.Files[0].Data), Options{Rel: fixtureRel})
			if err != nil {
				t.Fatal(err)
			}
			got := render(log)
			if *update {
				ar.Files = append(ar.Files[:1], txtar.File{Name: "decisions", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(ar.Files[1].Data), got); diff != "" {
				t.Errorf("decisions differ (-want +got):\n%s", diff)
			}
		})
	}
}

// fixtureRel is the rule of record.Position for the logs in testdata.
func fixtureRel(_, file string) string {
	if f, ok := strings.CutPrefix(file, "/goroot/src/"); ok {
		return f
	}
	return path.Clean(file)
}

// render prints one decision a line, with what moves its value at each step.
func render(log *Log) string {
	var b strings.Builder
	for _, d := range log.Decisions {
		variant := ""
		if d.Test {
			variant = " [test]"
		}
		fmt.Fprintf(&b, "%s%s %s %s", d.Package, variant, d.Pos, d.Kind)
		for _, f := range []struct{ name, value string }{
			{"in", d.Function}, {"expr", d.Expr}, {"reason", d.Reason}, {"inlined", strings.Join(d.Inlined, ", ")},
		} {
			if f.value != "" {
				fmt.Fprintf(&b, " %s=%q", f.name, f.value)
			}
		}
		for _, s := range d.Flow {
			fmt.Fprintf(&b, " → %s (%s)", s.Dst, s.Why)
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "not understood: %d %s\n", log.Unknown, log.Sample)
	return b.String()
}

// recordLog compiles the fixture and keeps what the compiler said of it, with
// the folder of the toolchain replaced, and without the generated main package,
// which is the longest part and read by nobody.
func recordLog(t *testing.T, file, toolchain string) {
	t.Helper()
	dir := fixture(t)
	env := []string{"GOTOOLCHAIN=" + toolchain, "GOWORK=off"}
	root, err := gocmd.Command{Args: []string{"env", "GOROOT"}, Dir: dir, Env: env}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"list", "-export", "-f=", "-test", "-gcflags=-m=2", "./..."}
	out, err := gocmd.Command{Args: args, Dir: dir, Env: env}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(out.Stderr), strings.TrimSpace(string(root.Stdout)), "/goroot")
	var kept strings.Builder
	for _, section := range strings.SplitAfter(text, "\n# ") {
		if !strings.HasPrefix(section, "example.com/fix.test\n") {
			kept.WriteString(section)
		}
	}
	ar := &txtar.Archive{
		Comment: []byte("The log of ../fixture.txtar by " + toolchain + "; go test -record -update makes it again.\n"),
		Files:   []txtar.File{{Name: "log", Data: []byte(kept.String())}, {Name: "decisions"}},
	}
	if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
		t.Fatal(err)
	}
}

// fixture writes the program of testdata to a folder.
func fixture(t *testing.T) string {
	t.Helper()
	ar, err := txtar.ParseFile("testdata/fixture.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range ar.Files {
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFlow(t *testing.T) {
	const log = `# example.com/p [example.com/p.test]
./a.go:3:9: "a (b) at c" escapes to heap in (*T).f:
./a.go:3:9:   flow: {storage for ... argument} ← &{storage for "a (b) at c"}:
./a.go:3:9:     from "a (b) at c" (spill) at ./a.go:3:9
./a.go:3:9:     from ... argument (slice-literal-element) at ../q/b.go:7
./a.go:3:9:   flow: {heap} ← **x:
./a.go:3:9: "a (b) at c" escapes to heap
`
	want := []record.Decision{{
		Kind: record.Escapes, Package: "example.com/p", Test: true, Function: "(*T).f",
		Pos: record.Position{File: "/m/p/a.go", Line: 3, Column: 9}, Expr: `"a (b) at c"`,
		Flow: []record.Step{
			{
				Dst: "{storage for ... argument}", Src: `&{storage for "a (b) at c"}`, Expr: `"a (b) at c"`, Why: "spill",
				Pos: record.Position{File: "/m/p/a.go", Line: 3, Column: 9},
			},
			{
				Dst: "{storage for ... argument}", Src: `&{storage for "a (b) at c"}`, Expr: "... argument",
				Why: "slice-literal-element", Pos: record.Position{File: "/m/q/b.go", Line: 7},
			},
			{Dst: "{heap}", Src: "**x", Pos: record.Position{File: "/m/p/a.go", Line: 3, Column: 9}},
		},
	}}
	got, err := Parse(strings.NewReader(log), Options{Dir: filepath.FromSlash("/m/p")})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.Decisions); diff != "" {
		t.Errorf("decisions differ (-want +got):\n%s", diff)
	}
}

// TestRel hands files to the caller's rule: joined to the directory of the
// build unless they were trimmed, each once for a package.
func TestRel(t *testing.T) {
	const log = "# p\nq/a.go:1:2: moved to heap: x\nq/a.go:2:2: moved to heap: y\n# r\nq/a.go:1:2: moved to heap: x\n"
	for _, trimmed := range []bool{false, true} {
		var got []string
		rel := func(pkg, file string) string {
			got = append(got, pkg+" "+filepath.ToSlash(file))
			return "rel.go"
		}
		parsed, err := Parse(strings.NewReader(log), Options{Dir: filepath.FromSlash("/m"), Trimmed: trimmed, Rel: rel})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"p /m/q/a.go", "r /m/q/a.go"}
		if trimmed {
			want = []string{"p q/a.go", "r q/a.go"}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("trimmed %v: Rel is called with (-want +got):\n%s", trimmed, diff)
		}
		if got := parsed.Decisions[0].Pos.File; got != "rel.go" {
			t.Errorf("file %q, want that of Rel", got)
		}
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		name, log string
		want      string // as render, or the error after "error: "
	}{
		{
			"several flows, one verdict",
			"# p\na.go:1:2: x escapes to heap in F[int]:\na.go:1:2:   flow: {heap} ← &x:\na.go:1:2:     from &x (assign) at a.go:1:5\n" +
				"a.go:1:2: x escapes to heap in F[string]:\na.go:1:2:   flow: {heap} ← &x:\na.go:1:2:     from &x (assign) at a.go:1:5\n" +
				"a.go:1:2: moved to heap: x\n",
			"p a.go:1:2 moved in=\"F[int]\" expr=\"x\" → {heap} (assign)\np a.go:1:2 moved in=\"F[string]\" expr=\"x\" → {heap} (assign)\nnot understood: 0 \n",
		},
		{
			"without flows",
			"# p\na.go:1:2: append escapes to heap\na.go:1:2: append escapes to heap\n",
			"p a.go:1:2 escapes expr=\"append\"\nnot understood: 0 \n",
		},
		{
			"the verdict names a constant",
			"# p\na.go:1:2: msg escapes to heap in F:\na.go:1:2:   flow: {heap} ← &{storage for msg}:\na.go:1:2:     from msg (spill) at a.go:1:2\n" +
				"a.go:1:2: \"nil\" escapes to heap\n",
			"p a.go:1:2 escapes in=\"F\" expr=\"\\\"nil\\\"\" → {heap} (spill)\nnot understood: 0 \n",
		},
		{
			"test variant beside the plain one",
			"# p [p.test]\na.go:1:2: moved to heap: x\n# p\na.go:1:2: moved to heap: x\n# p.test\n_testmain.go:3:4: moved to heap: y\n",
			"p a.go:1:2 moved expr=\"x\"\np [test] a.go:1:2 moved expr=\"x\"\nnot understood: 0 \n",
		},
		{
			"compiled for two test binaries",
			"# p [p.test]\na.go:1:2: moved to heap: x\n# p [q.test]\na.go:1:2: moved to heap: x\n",
			"p [test] a.go:1:2 moved expr=\"x\"\nnot understood: 0 \n",
		},
		{
			"the closure of a go statement has no verdict",
			"# p\na.go:1:2: func literal escapes to heap in F:\na.go:1:2:   flow: {heap} ← &{storage for func literal}:\na.go:1:2:     from func literal (spill) at a.go:1:2\n" +
				"a.go:1:2: x escapes to heap\n",
			"p a.go:1:2 escapes in=\"F\" expr=\"func literal\" → {heap} (spill)\np a.go:1:2 escapes expr=\"x\"\nnot understood: 0 \n",
		},
		{
			"two calls inlined on a line",
			"# p\na.go:1:5: inlining call to q.Box\na.go:1:9: inlining call to q.Box\na.go:1:5: q.n escapes to heap\na.go:1:7: n escapes to heap\na.go:1:9: ... argument does not escape\n",
			"p a.go:1:5 escapes expr=\"q.n\" inlined=\"q.Box\"\np a.go:1:5 inlines-call expr=\"q.Box\"\np a.go:1:7 escapes expr=\"n\"\n" +
				"p a.go:1:9 inlines-call expr=\"q.Box\"\np a.go:1:9 stays expr=\"... argument\"\nnot understood: 0 \n",
		},
		{
			"a range over a function is not a call in parentheses",
			"# p\na.go:1:2: inlining call to F-range1\na.go:1:2: moved to heap: #state1\n",
			"p a.go:1:2 inlines-call expr=\"F-range1\"\np a.go:1:2 moved expr=\"#state1\"\nnot understood: 0 \n",
		},
		{
			"windows",
			"# p\r\nC:\\m\\a.go:1:2: moved to heap: x\r\n",
			"p C:\\m\\a.go:1:2 moved expr=\"x\"\nnot understood: 0 \n",
		},
		{
			"an unknown wording is counted",
			"# p\na.go:1:2: moved to heap: x\na.go:2:2: x goes to the heap\ngo: downloading something\n",
			"p a.go:1:2 moved expr=\"x\"\nnot understood: 2 a.go:2:2: x goes to the heap\n",
		},
		{
			"nothing but unknown wording",
			"# p\na.go:2:2: x goes to the heap\n",
			`error: no line of the compiler log is understood, the first is "a.go:2:2: x goes to the heap"`,
		},
		{"no log", "", "error: the compiler log is empty"},
		{"a header alone", "# p\n", "error: the compiler log is empty"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got string
			if log, err := Parse(strings.NewReader(tt.log), Options{}); err != nil {
				got = "error: " + err.Error()
			} else {
				got = render(log)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("Parse differs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCheck asks the toolchain of the test itself.
func TestCheck(t *testing.T) {
	if err := Check(t.Context(), ""); err != nil {
		t.Error(err)
	}
}

// What held once is not asked again of the same toolchain; what failed is.
func TestCheckOnce(t *testing.T) {
	kept := t.TempDir()
	if err := CheckOnce(t.Context(), "", kept, "go1 here"); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", "")
	if err := CheckOnce(t.Context(), "", kept, "go1 here"); err != nil {
		t.Errorf("asked again: %v", err)
	}
	for range 2 {
		if err := CheckOnce(t.Context(), "", kept, "go2 here"); err == nil {
			t.Error("another toolchain is not asked")
		}
	}
}

// TestCheckWording changes one word of a log that Check accepts.
func TestCheckWording(t *testing.T) {
	const log = `# command-line-arguments
k.go:5:6: can inline escapes with cost 2 as: func(*int) *T { return &T{...} }
k.go:7:6: can inline moved with cost 2 as: func() *int { return &x }
k.go:15:6: cannot inline named: marked go:noinline
k.go:5:31: &T{...} escapes to heap in escapes:
k.go:5:31:   flow: ~r0 ← &{storage for &T{...}}:
k.go:5:31:     from &T{...} (spill) at k.go:5:31
k.go:5:14: parameter p leaks to {heap} for escapes with derefs=0:
k.go:5:14:   flow: {heap} ← p:
k.go:5:14: leaking param: p
k.go:5:31: &T{...} escapes to heap
k.go:8:2: x escapes to heap in moved:
k.go:8:2:   flow: ~r0 ← &x:
k.go:8:2:     from &x (address-of) at k.go:9:9
k.go:8:2: moved to heap: x
k.go:12:35: make([]int, 4) does not escape
k.go:16:2: s escapes to heap in named:
k.go:16:2:   flow: ~r0 ← &s:
k.go:16:2:     from &s (address-of) at k.go:17:9
k.go:16:2: moved to heap: s
`
	check := func(text string) error {
		parsed, err := Parse(strings.NewReader(text), Options{})
		if err != nil {
			return err
		}
		return checkKnown(parsed)
	}
	if err := check(log); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"moved to heap", "does not escape", "leaking param", "flow:", " in moved:", "cannot inline"} {
		if check(strings.ReplaceAll(log, word, "goes elsewhere")) == nil {
			t.Errorf("a log without %q is accepted", word)
		}
	}
}

// TestLoad compiles the fixture with the toolchain of the test, its test
// variants and one dependency.
func TestLoad(t *testing.T) {
	opts := LoadOptions{
		Options:  Options{Dir: fixture(t)},
		Packages: []string{".", "example.com/fix/dep", "errors"},
		Test:     true,
		Env:      []string{"GOWORK=off", "GOFLAGS="},
	}
	log, err := Load(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"errors", "errors_test", "example.com/fix", "example.com/fix/dep", "example.com/fix_test"}
	if diff := cmp.Diff(want, log.Packages); diff != "" {
		t.Errorf("packages differ (-want +got):\n%s", diff)
	}
	opts.Packages = []string{"example.com/fix/missing"}
	var failure *gocmd.Error
	if _, err := Load(t.Context(), opts); !errors.As(err, &failure) {
		t.Errorf("a package that is not there: error %v, want one of the go command", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Load(cancelled, opts); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

// FuzzParse holds the parser to what its callers rely on, for any text.
func FuzzParse(f *testing.F) {
	for release := range toolchains {
		ar, err := txtar.ParseFile(filepath.Join("testdata", release, "fixture.txtar"))
		if err != nil {
			f.Fatal(err)
		}
		for _, line := range bytes.SplitAfter(ar.Files[0].Data, []byte("\n"))[:40] {
			f.Add(string(line))
		}
		f.Add(string(ar.Files[0].Data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		log, err := Parse(strings.NewReader(text), Options{})
		if err != nil {
			return
		}
		seen := make(map[string]bool)
		for i, d := range log.Decisions {
			if d.Kind == "" || d.Pos.File == "" {
				t.Errorf("decision without kind or file: %+v", d)
			}
			if i > 0 && compare(log.Decisions[i-1], d) > 0 {
				t.Errorf("decision %d is out of order", i)
			}
			if d.Kind != record.Escapes && d.Kind != record.Moved && d.Kind != record.Leaks && d.Flow != nil {
				t.Errorf("a flow where none can be: %+v", d)
			}
			key := fmt.Sprint(d.Package, d.Test, d.Pos, d.Kind, d.Expr, "\x00", d.Function, "\x00", d.Reason)
			if seen[key] {
				t.Errorf("decision twice: %+v", d)
			}
			seen[key] = true
		}
	})
}

func BenchmarkParse(b *testing.B) {
	ar, err := txtar.ParseFile("testdata/go1.26/fixture.txtar")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(ar.Files[0].Data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(bytes.NewReader(ar.Files[0].Data), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
