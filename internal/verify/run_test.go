package verify

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// TestRun judges the candidates of testdata/run.txtar with everything that there is.
func TestRun(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs test binaries")
	}
	j, want := marked(t, "testdata/run.txtar")
	in := j.Input
	in.Users, in.Bench, in.Benchtime = []string{"example.com/m/r", "example.com/m/q"}, ".", "100x"
	in.Rel = func(_, file string) string {
		if rel, err := filepath.Rel(in.Root, file); err == nil && !strings.HasPrefix(rel, "..") {
			return filepath.ToSlash(rel)
		}
		return filepath.ToSlash(file)
	}
	tree, err := NewTree(t.Context(), []string{in.Root})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	in.Tree = tree
	var stood []string
	in.Standing = func(verdicts []record.Verdict) { stood = append(stood, key(kept(verdicts))) }
	result, err := Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range result.Verdicts {
		got := string(v.Outcome) + ": " + v.Reason
		if !regexp.MustCompile(want[v.Candidate.ID]).MatchString(got) {
			t.Errorf("%s: got %q, want %q", v.Candidate.ID, got, want[v.Candidate.ID])
		}
		if v.Outcome != record.Kept {
			continue
		}
		if v.Importers != (record.Part{Done: 2, Total: 2}) || v.Untimed != "" || v.Comparisons[0].Time.Samples == 0 || v.Tests == 0 || v.Diff == "" || v.Vet != 1 {
			t.Errorf("%s: %+v", v.Candidate.ID, v)
		}
		if want := []string{"example.com/m/r.TestB", "example.com/m/r.TestC"}; !slices.Equal(v.Red, want) {
			t.Errorf("%s: %v is red, want %v", v.Candidate.ID, v.Red, want)
		}
		if compared := v.NoEquivalence == ""; compared == (v.Candidate.ID == "callback") || !compared && v.Reach != (record.Part{Done: 1, Total: 1}) || v.WriteClass() != record.Safe {
			t.Errorf("%s: %q, reach %v, class %s", v.Candidate.ID, v.NoEquivalence, v.Reach, v.WriteClass())
		}
	}
	if last := key(kept(result.Verdicts)); len(stood) == 0 || stood[len(stood)-1] != last {
		t.Errorf("%q stood, and %q is kept", stood, last)
	}
	if _, err := os.Stat(filepath.Join(in.Root, "q", "made")); err == nil {
		t.Error("a test of an importer wrote into the user's tree")
	}
	checkAfter(t, result.After)
}

// checkAfter looks at the counting run with what is kept: Good makes one slice there.
func checkAfter(t *testing.T, after *Counted) {
	if after == nil {
		t.Fatal("no counting run with what is kept in place")
	}
	objects := int64(0)
	for _, a := range after.Allocs {
		in := slices.ContainsFunc(a.Stack, func(f record.Frame) bool { return f.Function == "example.com/m/p.Good" && f.File == "p/p.go" })
		if in && a.Workload == "BenchmarkGood" && a.Phase == record.PhaseSteady {
			objects += a.Objects
		}
	}
	i := slices.IndexFunc(after.Workloads, func(w record.Workload) bool { return w.Name == "BenchmarkGood" })
	if i < 0 || objects == 0 || objects != after.Workloads[i].Ops {
		t.Errorf("Good makes %d objects in workload %d", objects, i)
	}
	if text := string(after.Files["p/p.go"]); !strings.Contains(text, "out := make([]int, 0, len(src))") || strings.Contains(text, "too fast") {
		t.Errorf("the text with what is kept: %s", text)
	}
	if !strings.Contains(string(after.EscapeLog), "p/p.go") {
		t.Error("no compiler's log of it")
	}
}
