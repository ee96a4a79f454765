package brief

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/unheap/unheap/internal/record"
)

var update = flag.Bool("update", false, "write the golden files")

// recorded reads a run that package text has.
func recorded(t *testing.T, name string) *Run {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "text", "testdata", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := new(Run)
	if err := record.Decode(f, r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGolden(t *testing.T) {
	decoder, causes := recorded(t, "decoder"), recorded(t, "causes")
	largest := decoder.causes()[0].sites[0]
	for name, got := range map[string]string{
		"decoder": decoder.Lines(Budget), "decoder-short": decoder.Lines(400), "causes": causes.Lines(Budget),
		"show": decoder.Show(largest), "nothing": recorded(t, "nothing").Lines(Budget), "packages": recorded(t, "packages").Lines(Budget),
	} {
		golden := filepath.Join("testdata", name+".txt")
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
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestBudget: whatever the budget, it is kept, but for the first line, and all is counted.
func TestBudget(t *testing.T) {
	r := recorded(t, "decoder")
	all := strings.Count(r.Lines(1<<20), "\n")
	for budget := 500; budget < 5000; budget += 137 {
		text := r.Lines(budget)
		if len(text) > budget {
			t.Errorf("%d bytes of %d", len(text), budget)
		}
		if n := strings.Count(text, "\n"); n < all && !strings.Contains(text, "\n+ ") {
			t.Errorf("budget %d: %d lines of %d, and nothing is said of the rest", budget, n, all)
		}
	}
}

// TestTogether: what one rewrite takes away at one line is one cause.
func TestTogether(t *testing.T) {
	site := func(id string, line int, rewrite string) *record.Site {
		return &record.Site{
			ID: id, Pos: record.Position{File: "p.go", Line: line}, Mechanism: "boxing", Rewrite: rewrite, Remedy: "say it",
			Usage: []record.Usage{{Workload: "BenchmarkP", Objects: 1, Bytes: 16}},
		}
	}
	r := &Run{record.Collected{
		Workloads: []*record.Workload{{Name: "BenchmarkP", Kind: record.KindBenchmark, Ops: 1}},
		Sites:     []*record.Site{site("a", 3, "format"), site("b", 3, "format"), site("c", 3, ""), site("d", 4, "format"), site("e", 3, "")},
	}}
	var sizes []int
	for _, c := range r.causes() {
		sizes = append(sizes, len(c.sites))
	}
	if diff := cmp.Diff([]int{2, 1, 1, 1}, sizes); diff != "" {
		t.Errorf("sites of the causes (-want +got):\n%s", diff)
	}
}

// TestBackground: what the runtime allocates for itself is counted behind the causes, and has
// no line of its own, whatever share of the cost is its.
func TestBackground(t *testing.T) {
	r := recorded(t, "decoder")
	lines := strings.Split(r.Lines(1<<20), "\n")
	site := *r.causes()[0].sites[0]
	site.ID, site.Cause, site.Mechanism, site.Way = "os/exec.Start", "", "callee", record.WayNone
	r.Sites = append(r.Sites, &site)
	got := strings.Split(r.Lines(1<<20), "\n")
	if len(got) != len(lines)+1 || !strings.HasPrefix(got[len(got)-2], "+ 1 causes ") {
		t.Errorf("%d lines became\n%s", len(lines), strings.Join(got, "\n"))
	}
}

// TestProblems: many problems leave room for the causes, and are counted.
func TestProblems(t *testing.T) {
	r := recorded(t, "decoder")
	for range 50 {
		r.Problems = append(r.Problems, &record.Problem{Package: "example.com/p", Text: strings.Repeat("no such file ", 20)})
	}
	text := r.Lines(Budget)
	if len(text) > Budget || !strings.Contains(text, " more packages have problems\n") || !strings.Contains(text, "/op ") {
		t.Errorf("%d bytes:\n%s", len(text), text)
	}
}

// TestLookup: each name that is shown means its site, and a name of none or of several is an
// error that says so.
func TestLookup(t *testing.T) {
	r := recorded(t, "decoder")
	for id, name := range r.names() {
		if s, err := r.Lookup(name); err != nil || s.ID != id {
			t.Errorf("%s is %v, %v; want %s", name, s, err, id)
		}
	}
	if _, err := r.Lookup("zzz"); err == nil || !strings.Contains(err.Error(), `no site of the last run is called "zzz"`) {
		t.Error(err)
	}
}

// TestSince says what a site was and is, and nothing of what is as it was.
func TestSince(t *testing.T) {
	old, now := recorded(t, "decoder"), recorded(t, "decoder")
	if got := now.Since(old, Budget); got != "nothing has changed since the last run\n" {
		t.Errorf("of equal runs: %s", got)
	}
	gone := now.causes()[0].sites[0]
	now.Sites = append([]*record.Site(nil), now.Sites...)
	for i, s := range now.Sites {
		if s == gone {
			now.Sites = append(now.Sites[:i], now.Sites[i+1:]...)
			break
		}
	}
	got := now.Since(old, Budget)
	if want := old.names()[gone.ID] + " "; !strings.HasPrefix(got, want) || !strings.Contains(got, " → 0 ") || strings.Count(got, "\n") != 1 {
		t.Errorf("got %s", got)
	}
}
