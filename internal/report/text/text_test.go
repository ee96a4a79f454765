package text

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/term"
)

var update = flag.Bool("update", false, "write the golden files")

// render renders a recorded run of testdata.
func render(t *testing.T, file string, o Options) string {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", file+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var b bytes.Buffer
	if err := record.Decode(f, New(&b, o)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var reports = []struct {
	golden, record string
	options        Options
}{
	{"decoder", "decoder", Options{}},
	{"decoder-narrow", "decoder", Options{Width: 72}},
	{"decoder-color", "decoder", Options{Color: true, Top: 3}},
	{"decoder-verbose", "decoder", Options{Verbose: true}},
	{"decoder-bytes", "decoder", Options{Sort: record.ByBytes, Top: 1}},
	{"decoder-list", "decoder", Options{List: true}},
	{"stock", "stock", Options{}},
	{"profile", "profile", Options{Sort: record.ByBytes}},
	{"profile-list", "profile", Options{List: true}},
	{"causes", "causes", Options{}},
	{"causes-narrow", "causes", Options{Width: 72}},
	{"causes-wide", "causes", Options{Width: 140}},
	{"causes-verbose", "causes", Options{Verbose: true}},
	{"profile-inuse", "profile-inuse", Options{}},
	{"profile-by-inuse", "profile-inuse", Options{Sort: record.ByInuse}},
	{"cpu", "cpu", Options{}},
	{"cpu-short", "cpu-short", Options{}},
	{"cpu-quiet", "cpu-quiet", Options{}},
	{"problems", "problems", Options{}},
	{"tests", "tests", Options{}},
	{"packages", "packages", Options{}},
	{"wide", "wide", Options{}},
	{"nothing", "nothing", Options{}},
	{"empty", "empty", Options{}},
	{"fix-nothing", "fix-nothing", Options{}},
	{"fix", "fix", Options{}},
	{"fix-color", "fix", Options{Color: true}},
	{"fix-shown", "fix", Options{Shown: func(id string) bool { return strings.HasPrefix(id, "presize") }}},
	{"gc", "gc", Options{Width: 140}},
	{"gc-narrow", "gc", Options{}},
}

func TestGolden(t *testing.T) {
	for _, tt := range reports {
		got := render(t, tt.record, tt.options)
		golden := filepath.Join("testdata", tt.golden+".txt")
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.golden, diff)
		}
	}
}

var sgr = regexp.MustCompile("\x1b\\[[0-9]+m")

// Whatever the options, a line is no wider than asked for, unless it is
// someone else's: a diff, a program's output, source, or a single long word.
func TestWidth(t *testing.T) {
	for _, tt := range reports {
		if tt.options.List || strings.HasPrefix(tt.golden, "fix") {
			continue
		}
		width := 100
		if tt.options.Width > 0 {
			width = tt.options.Width
		}
		for line := range strings.Lines(render(t, tt.record, tt.options)) {
			line = sgr.ReplaceAllString(strings.TrimSuffix(line, "\n"), "")
			if term.Width(line) > width {
				t.Errorf("%s: %d columns of %d: %s", tt.golden, term.Width(line), width, line)
			}
		}
	}
}

// Colour adds escapes and nothing else.
func TestColorIsDecoration(t *testing.T) {
	for _, tt := range reports {
		o := tt.options
		o.Color = false
		want := render(t, tt.record, o)
		o.Color = true
		if got := sgr.ReplaceAllString(render(t, tt.record, o), ""); got != want {
			t.Errorf("%s: with colour removed (-want +got):\n%s", tt.golden, cmp.Diff(want, got))
		}
	}
}

// A report is a function of the record without its progress, and rendering
// the same record again gives the same bytes.
func TestProgressIsNoResult(t *testing.T) {
	for _, tt := range reports {
		f, err := os.Open(filepath.Join("testdata", tt.record+".jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var b bytes.Buffer
		if err := record.Decode(f, chatter{New(&b, tt.options)}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(render(t, tt.record, tt.options), b.String()); diff != "" {
			t.Errorf("%s: with progress (-without +with):\n%s", tt.golden, diff)
		}
	}
}

// chatter reports progress around every site.
type chatter struct{ record.Handler }

func (c chatter) Site(s *record.Site) error {
	if err := c.Progress(&record.Progress{Stage: "join", Text: s.ID}); err != nil {
		return err
	}
	return c.Handler.Site(s)
}

// The figures of the table add up to those of the benchmark, whatever is
// folded away.
func TestColumnAddsUp(t *testing.T) {
	for _, top := range []int{0, 1, 2, 5} {
		r := decode(t, "decoder", Options{Top: top})
		for _, w := range r.Workloads {
			sum := 0.0
			f := r.fold(r.rank())
			for _, rw := range slices.Concat(f.shown, f.rest, f.tests) {
				for _, c := range rw.reach {
					if c.workload == w {
						sum += c.objects
					}
				}
			}
			if want := w.PerOp(w.Objects - w.Missing); sum < want-1e-9 || sum > want+1e-9 {
				t.Errorf("top %d: the sites of %s add up to %v, want %v", top, w.Name, sum, want)
			}
		}
	}
}

func decode(t *testing.T, file string, o Options) *run {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", file+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	h := New(&bytes.Buffer{}, o).(*handler)
	if err := record.Decode(f, h); err != nil {
		t.Fatal(err)
	}
	return h.run()
}

// Whatever a record holds, rendering it neither fails nor lets a control
// character through: a diff keeps its tabs, nothing else.
func FuzzRender(f *testing.F) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, stream string) {
		for _, o := range []Options{{}, {Verbose: true, List: true, Width: 1}, {Top: 1, Sort: record.ByBytes}} {
			var b bytes.Buffer
			if record.Decode(strings.NewReader(stream), New(&b, o)) != nil {
				return
			}
			for line := range strings.Lines(b.String()) {
				line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", " ")
				if term.Clean(line) != line {
					t.Errorf("%+v: control characters in %q", o, line)
				}
			}
		}
	})
}

func BenchmarkRender(b *testing.B) {
	for _, n := range []int{100, 10000} {
		b.Run(fmt.Sprintf("sites=%d", n), func(b *testing.B) {
			w := &record.Workload{Package: "p", Name: "BenchmarkX", Kind: record.KindBenchmark, Ops: 1, Objects: int64(n)}
			for b.Loop() {
				h := New(io.Discard, Options{Verbose: true})
				if err := h.Workload(w); err != nil {
					b.Fatal(err)
				}
				for i := range n {
					s := &record.Site{
						ID: fmt.Sprint(i), Pos: record.Position{File: "p/p.go", Line: i + 1, Column: 2}, Package: "p", Match: record.Measured,
						Mechanism: "append-growth", Why: "append has no room left and moves the elements to a larger array.",
						Usage: []record.Usage{{Package: "p", Workload: "BenchmarkX", Objects: 1, Bytes: 64, Requested: 50, Cost: float64(i)}},
					}
					if err := h.Site(s); err != nil {
						b.Fatal(err)
					}
				}
				if err := h.Close(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
