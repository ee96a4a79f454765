package testprog

import (
	"bytes"
	"fmt"
	"go/version"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/escape"
	"github.com/unheap/unheap/internal/heap"
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/mechanism"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/site"
)

// toolchains names the go commands, separated as in PATH, on which the truth
// is to hold. Empty means the one in PATH.
const toolchains = "UNHEAP_TOOLCHAINS"

// The whole chain, from the test binary to the reason, says of every line of
// every program what the line says of itself, and no object is left over.
func TestTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a test binary")
	}
	list := filepath.SplitList(os.Getenv(toolchains))
	if len(list) == 0 {
		list = []string{""}
	}
	for _, goCommand := range list {
		t.Run(filepath.Base(filepath.Dir(filepath.Dir(goCommand))), func(t *testing.T) {
			if goCommand != "" {
				t.Setenv("PATH", filepath.Dir(goCommand)+string(filepath.ListSeparator)+os.Getenv("PATH"))
				t.Setenv("GOTOOLCHAIN", "local")
			}
			truthOf(t)
		})
	}
}

// truthOf runs all programs with the go command in PATH.
func truthOf(t *testing.T) {
	run := measure(t)
	release := version.Lang(run.version)
	programs, err := Programs()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		expectations, err := p.Expect(release)
		if err != nil {
			t.Error(err)
			continue
		}
		i := slices.IndexFunc(run.workloads, func(w record.Workload) bool { return w.Name == p.Benchmark })
		if i < 0 {
			if len(expectations) > 0 && (p.Library == "" || run.cgo) {
				t.Errorf("%s did not run", p.Benchmark)
			}
			continue
		}
		for _, text := range compare(p, expectations, run.workloads[i], run.sites) {
			t.Error(text)
		}
	}
}

// A measured is the whole chain on all programs.
type measured struct {
	version   string // "go1.26.8"
	cgo       bool   // there is a C compiler
	workloads []record.Workload
	sites     []record.Site
}

func measure(t *testing.T) measured {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteModule(dir); err != nil {
		t.Fatal(err)
	}
	program, problems, err := load.Load(t.Context(), load.Options{Dir: dir, Tests: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		t.Errorf("%v: %s", p.Pos, p.Text)
	}
	b, err := bench.Open(t.Context(), bench.Options{Dir: dir, EscapeLog: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if b.Counter() != "exact" {
		t.Fatalf("objects are not counted exactly: %s", b.Counter())
	}
	binary, err := b.Build(t.Context(), "truth", dir)
	if err != nil {
		t.Fatal(err)
	}
	run, err := binary.Profile(t.Context(), bench.Select{Bench: "."})
	if err != nil {
		t.Fatal(err)
	}
	allocs, err := heap.Convert(run.Profile, heap.Options{Rel: program.Rel, Own: program.Own, Binary: binary.Path})
	if err != nil {
		t.Fatal(err)
	}
	log, err := escape.Parse(bytes.NewReader(binary.EscapeLog), escape.Options{Dir: dir, Rel: program.Rel})
	if err != nil {
		t.Fatal(err)
	}
	joined := site.Join(site.Input{
		Allocs: allocs, Decisions: log.Decisions, Workloads: run.Workloads,
		Points: program.Points, Own: program.Own, Name: program.PackageName, Source: program.Source,
	})
	explain(t, dir, program, log.Decisions, joined.Sites)
	env := b.Environment()
	return measured{env.GOVERSION, env.CGO_ENABLED == "1", joined.Workloads, joined.Sites}
}

// explain gives each site its reason, with what the compiler says of the packages
// that values go on to.
func explain(t *testing.T, dir string, program *load.Program, decisions []record.Decision, sites []record.Site) {
	log := mechanism.NewLog(program, decisions)
	for {
		for i := range sites {
			mechanism.Explain(&sites[i], program, log)
		}
		missing := log.Missing()
		if len(missing) == 0 {
			mechanism.Link(sites, program, log)
			return
		}
		more, err := escape.Load(t.Context(), escape.LoadOptions{Options: escape.Options{Dir: dir, Rel: program.Rel}, Packages: missing})
		if err != nil {
			t.Fatal(err)
		}
		log.Add(more.Decisions, more.Dirs)
	}
}

// A cell is a line of a program and a reason.
type cell struct {
	line      int
	mechanism string
}

// An amount is per operation.
type amount struct{ objects, bytes float64 }

// noise is the number of objects per operation below which a place counts as
// free: what is made once in the lifetime of a program, spread over a run.
const noise = 0.03

// compare returns how what was measured differs from what is expected.
func compare(p Program, expectations []Expectation, w record.Workload, sites []record.Site) []string {
	var texts []string
	differ := func(line int, format string, args ...any) {
		file, _ := p.Expecting()
		texts = append(texts, fmt.Sprintf("%s:%d: ", file, line)+fmt.Sprintf(format, args...))
	}
	if w.Failure != "" || w.Missing != 0 {
		differ(0, "%d objects belong to no site; %s", w.Missing, w.Failure)
	}
	got, sum := measuredCells(p, w, sites)
	if sum != w.Objects-w.Missing {
		differ(0, "sites have %d objects, the workload %d", sum, w.Objects)
	}
	for _, e := range expectations {
		key := cell{e.Line, e.Mechanism}
		have := got[key]
		delete(got, key)
		switch {
		case e.Mechanism == "": // whatever is there is reported below
		case e.Any && have.objects < noise:
			differ(e.Line, "no %s, expected some", e.Mechanism)
		case !e.Any && (have.objects < float64(e.Objects)-noise || have.objects > float64(e.Objects)+noise):
			differ(e.Line, "%.2f %s, expected %d", have.objects, e.Mechanism, e.Objects)
		case e.Bytes >= 0 && (have.bytes < float64(e.Bytes)-1 || have.bytes > float64(e.Bytes)+1):
			differ(e.Line, "%.1f bytes of %s, expected %d", have.bytes, e.Mechanism, e.Bytes)
		}
		for _, words := range e.Says {
			if text := said(p, e, w, sites); !strings.Contains(text, words) {
				differ(e.Line, "%q is not in %q", words, text)
			}
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(got), func(a, b cell) int {
		return strings.Compare(fmt.Sprintf("%06d%s", a.line, a.mechanism), fmt.Sprintf("%06d%s", b.line, b.mechanism))
	}) {
		limit := noise
		if key.mechanism == mechanism.Runtime || key.mechanism == mechanism.Goroutine {
			limit = 0.5 // how often goroutines meet is up to the scheduler
		}
		if got[key].objects >= limit {
			differ(key.line, "%.2f %q, not expected", got[key].objects, key.mechanism)
		}
	}
	return texts
}

// said is all that is said of an expected line.
func said(p Program, e Expectation, w record.Workload, sites []record.Site) string {
	file, _ := p.Expecting()
	var texts []string
	for _, s := range sites {
		if s.Pos.File != file || s.Pos.Line != e.Line || s.Mechanism != e.Mechanism || len(s.Usage) == 0 || s.Usage[0].Workload != w.Name {
			continue
		}
		texts = append(texts, s.Why, s.Remedy, s.Cause, held(sites, &s))
		for _, step := range s.Chain {
			texts = append(texts, step.Text)
		}
	}
	return strings.Join(texts, " | ")
}

// held says in which lines sites are on the heap since s is.
func held(sites []record.Site, s *record.Site) string {
	all := make([]*record.Site, len(sites))
	for i := range sites {
		all[i] = &sites[i]
	}
	i := slices.IndexFunc(all, func(other *record.Site) bool { return other.ID == s.ID })
	var lines []string
	for _, other := range record.HeldBy(all, all[i]) {
		lines = append(lines, fmt.Sprint(other.Pos.Line))
	}
	return "holds " + strings.Join(lines, " ") + "."
}

// measuredCells sums sites by line and reason. Places outside of the program's
// file have line 0.
func measuredCells(p Program, w record.Workload, sites []record.Site) (map[cell]amount, int64) {
	got := make(map[cell]amount)
	var sum int64
	for _, s := range sites {
		for _, u := range s.Usage {
			if u.Workload != w.Name {
				continue
			}
			key := cell{s.Pos.Line, s.Mechanism}
			if file, _ := p.Expecting(); s.Pos.File != file {
				key.line = 0
			}
			a := got[key]
			a.objects += float64(u.Objects) / float64(w.Ops)
			a.bytes += float64(u.Bytes) / float64(w.Ops)
			got[key] = a
			sum += u.Objects
		}
	}
	return got, sum
}

// compare must see every way in which truth and measurement can differ.
func TestCompare(t *testing.T) {
	p := Program{Name: "p"}
	site := func(line int, mechanism string, objects, bytes int64) record.Site {
		return record.Site{
			Pos: record.Position{File: "p_test.go", Line: line}, Mechanism: mechanism,
			Usage: []record.Usage{{Workload: "B", Objects: objects, Bytes: bytes}},
		}
	}
	w := record.Workload{Name: "B", Ops: 100, Objects: 200}
	for _, tt := range []struct {
		name   string
		expect []Expectation
		w      record.Workload
		sites  []record.Site
		want   string
	}{
		{"equal", []Expectation{{Line: 1, Mechanism: "a", Objects: 2, Bytes: -1}}, w, []record.Site{site(1, "a", 200, 1600)}, ""},
		{"bytes", []Expectation{{Line: 1, Mechanism: "a", Objects: 2, Bytes: 48}}, w, []record.Site{site(1, "a", 200, 1600)}, "p_test.go:1: 16.0 bytes of a, expected 48"},
		{"number", []Expectation{{Line: 1, Mechanism: "a", Objects: 3, Bytes: -1}}, w, []record.Site{site(1, "a", 200, 0)}, "p_test.go:1: 2.00 a, expected 3"},
		{"reason", []Expectation{{Line: 1, Mechanism: "a", Objects: 2, Bytes: -1}}, w, []record.Site{site(1, "b", 200, 0)}, `p_test.go:1: 0.00 a, expected 2|p_test.go:1: 2.00 "b", not expected`},
		{"line", []Expectation{{Line: 1, Mechanism: "a", Objects: 2, Bytes: -1}}, w, []record.Site{site(2, "a", 200, 0)}, `p_test.go:1: 0.00 a, expected 2|p_test.go:2: 2.00 "a", not expected`},
		{"none", []Expectation{{Line: 1, Bytes: -1}}, w, []record.Site{site(1, "a", 200, 0)}, `p_test.go:1: 2.00 "a", not expected`},
		{"none of it", []Expectation{{Line: 1, Bytes: -1}}, record.Workload{Name: "B", Ops: 100}, nil, ""},
		{"any", []Expectation{{Line: 1, Mechanism: "a", Any: true, Bytes: -1}}, w, []record.Site{site(1, "a", 200, 0)}, ""},
		{"any of none", []Expectation{{Line: 1, Mechanism: "a", Any: true, Bytes: -1}}, record.Workload{Name: "B", Ops: 100}, nil, "p_test.go:1: no a, expected some"},
		{"sum", []Expectation{{Line: 1, Mechanism: "a", Objects: 1, Bytes: -1}}, w, []record.Site{site(1, "a", 100, 0)}, "p_test.go:0: sites have 100 objects, the workload 200"},
		{"missing", []Expectation{{Line: 1, Mechanism: "a", Objects: 1, Bytes: -1}}, record.Workload{Name: "B", Ops: 100, Objects: 200, Missing: 100}, []record.Site{site(1, "a", 100, 0)}, "p_test.go:0: 100 objects belong to no site; "},
		{"noise", nil, record.Workload{Name: "B", Ops: 100, Objects: 2}, []record.Site{site(1, "a", 2, 0)}, ""},
	} {
		if got := strings.Join(compare(p, tt.expect, tt.w, tt.sites), "|"); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}
