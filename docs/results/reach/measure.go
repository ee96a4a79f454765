package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"log"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"

	"github.com/unheap/unheap/docs/results/internal/cases"
	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

const (
	benchtime = "100x"
	rounds    = 3
	benchTime = 3 * time.Minute // for all benchmarks of the changed packages, with their build
	fixTime   = 5 * time.Minute // for a run of fix, from when the package has been built
)

// A share is how much of what a commit took out of a benchmark fix takes out of it at the parent.
// Costs are medians of three runs.
type share struct {
	Benchmark string `json:"benchmark"`
	Package   string `json:"package"`
	Before    cost   `json:"before"`
	People    cost   `json:"people"`
	Safe      cost   `json:"safe"`
	Review    cost   `json:"review"`
	Kept      []said `json:"kept,omitempty"` // of the run with -review
}

// A cost is what one operation allocates.
type cost struct {
	Allocs float64 `json:"allocs"`
	Bytes  float64 `json:"bytes"`
}

// cut is the logarithm of how many times fewer objects there are than before. One is added to
// both, so that none at all is a number too.
func (c cost) cut(before cost) float64 { return math.Log((before.Allocs + 1) / (c.Allocs + 1)) }

// A runs is what the runs of one benchmark allocated.
type runs struct{ allocs, bytes []float64 }

func (r runs) median() cost {
	slices.Sort(r.allocs)
	slices.Sort(r.bytes)
	return cost{r.allocs[len(r.allocs)/2], r.bytes[len(r.bytes)/2]}
}

// A workshop is a revision of a commit's repository in a folder of its own.
type workshop struct {
	*commit
	dir string // of the module
}

// measure looks for the benchmark of the changed packages of which a commit cuts most, and asks
// fix for the same at the parent.
func (r *runner) measure(ctx context.Context, c commit) (*share, error) {
	repo, err := cases.Repository(r.repos, c.Repo)
	if err != nil {
		return nil, err
	}
	parent, err := cases.Checkout(repo, c.Parent)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(parent)
	child, err := cases.Checkout(repo, c.Child)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(child)
	old, young := workshop{&c, filepath.Join(parent, c.Module)}, workshop{&c, filepath.Join(child, c.Module)}
	one, err := old.target(ctx, young, parent, child)
	if err != nil {
		return nil, err
	}
	if one.Review, one.Kept, err = old.fixed(ctx, r.unheap, one, "-review"); err != nil {
		return nil, err
	}
	switch {
	case len(one.Kept) == 0:
		one.Safe = one.Before
	case !slices.ContainsFunc(one.Kept, func(s said) bool { return s.Class != record.Safe }):
		one.Safe = one.Review
	case safe(one.Kept):
		if _, err := cases.Git("-C", parent, "checkout", "-q", "--", "*.go", ":!*_test.go"); err != nil {
			return nil, err
		}
		one.Safe, _, err = old.fixed(ctx, r.unheap, one)
	default:
		one.Safe = one.Before
	}
	return one, err
}

// target is the benchmark of which the commit cuts most, or that of the list, with what it costs
// before and after. Its text is the same on both sides: that of the child, or that of the parent
// where the child's tests do not build with the parent's code.
func (old workshop) target(ctx context.Context, young workshop, parent, child string) (*share, error) {
	if old.Bench != "" {
		if err := errors.Join(copyFiles(old.Overlay, child, parent), remove(old.Removed, parent, child)); err != nil {
			return nil, err
		}
	}
	after, err := young.benchmarks(ctx, cmp.Or(old.Bench, "."))
	if err != nil {
		return nil, fmt.Errorf("at the child: %v", err)
	}
	if len(after) == 0 {
		return nil, errors.New("no benchmark in the changed packages")
	}
	if old.Bench == "" {
		if err := old.tests(child, parent); err != nil {
			return nil, err
		}
	}
	before, err := old.benchmarks(ctx, cmp.Or(old.Bench, "."))
	if err != nil && old.Bench == "" { // they need what the commit adds
		before, after, err = old.ownTests(ctx, young, parent, child)
	}
	if err != nil {
		return nil, fmt.Errorf("at the parent: %v", err)
	}
	var best *share
	for _, key := range slices.Sorted(maps.Keys(before)) {
		pkg, name, _ := strings.Cut(key, " ")
		a, b := after[key], before[key]
		if a == nil || len(a.allocs) < rounds || len(b.allocs) < rounds {
			continue
		}
		if old.Bench == "" && slices.Max(a.allocs) >= slices.Min(b.allocs) || old.Bench != "" && name != old.Name {
			continue
		}
		one := &share{Benchmark: name, Package: pkg, Before: b.median(), People: a.median()}
		if one.People.cut(one.Before) > 0 && (best == nil || one.People.cut(one.Before) > best.People.cut(best.Before)) {
			best = one
		}
	}
	if best == nil {
		return nil, errors.New("no benchmark of the changed packages allocates fewer objects in each of three runs")
	}
	return best, nil
}

// ownTests runs the benchmarks of the parent on both sides.
func (old workshop) ownTests(ctx context.Context, young workshop, parent, child string) (before, after map[string]*runs, err error) {
	if _, err := cases.Git("-C", parent, "checkout", "-q", "--", "."); err != nil {
		return nil, nil, err
	}
	if _, err := cases.Git("-C", parent, "clean", "-q", "-d", "-f"); err != nil {
		return nil, nil, err
	}
	if before, err = old.benchmarks(ctx, "."); err != nil {
		return nil, nil, err
	}
	if err := young.tests(parent, child); err != nil {
		return nil, nil, err
	}
	if after, err = young.benchmarks(ctx, "."); err != nil {
		err = fmt.Errorf("the child with the parent's tests: %v", err)
	}
	return before, after, err
}

// tests gives the changed packages in one checkout the tests of another, and no others.
func (w workshop) tests(from, to string) error {
	for _, p := range w.Packages {
		theirs, err := testFiles(from, p)
		if err != nil {
			return err
		}
		own, err := testFiles(to, p)
		if err != nil {
			return err
		}
		if err := errors.Join(remove(own, to), copyFiles(theirs, from, to)); err != nil {
			return err
		}
	}
	return nil
}

// testFiles are those of a package, by their names in the checkout.
func testFiles(dir, pkg string) (names []string, err error) {
	files, err := filepath.Glob(filepath.Join(dir, pkg, "*_test.go"))
	for _, file := range files {
		names = append(names, filepath.Join(pkg, filepath.Base(file)))
	}
	return names, err
}

func copyFiles(names []string, from, to string) error {
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

func remove(names []string, dirs ...string) error {
	for _, dir := range dirs {
		for _, name := range names {
			if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// benchmarks runs those that match in the changed packages, a few times each. The keys are
// "import/path BenchmarkName". Where one fails, or benchTime is over, the others count.
func (w workshop) benchmarks(ctx context.Context, pattern string) (map[string]*runs, error) {
	ctx, cancel := context.WithTimeout(ctx, benchTime)
	defer cancel()
	args := []string{"test", "-run=^$", "-bench=" + pattern, "-benchmem", "-benchtime=" + cmp.Or(w.Time, benchtime),
		fmt.Sprintf("-count=%d", rounds), "-cpu=2", "-vet=off"}
	out, err := gocmd.Command{Dir: w.dir, Env: w.env(w.dir), Args: append(args, w.patterns()...)}.Run(ctx)
	all := make(map[string]*runs)
	in := benchfmt.NewReader(bytes.NewReader(out.Stdout), "")
	for in.Scan() {
		result, ok := in.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		key := result.GetConfig("pkg") + " Benchmark" + strings.TrimSuffix(string(result.Name.Full()), "-2")
		if all[key] == nil {
			all[key] = new(runs)
		}
		allocs, _ := result.Value("allocs/op")
		size, _ := result.Value("B/op")
		all[key].allocs, all[key].bytes = append(all[key].allocs, allocs), append(all[key].bytes, size)
	}
	if len(all) == 0 && err != nil {
		return nil, fmt.Errorf("go test: %v: %s", err, lastLines(out.Stdout))
	}
	return all, in.Err()
}

func lastLines(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strings.Join(lines[max(len(lines)-4, 0):], "; ")
}

// fixed runs fix on the package of the benchmark, and the benchmark once more.
func (w workshop) fixed(ctx context.Context, unheap string, one *share, flags ...string) (cost, []said, error) {
	pattern := cmp.Or(w.Bench, bench.Exactly(one.Benchmark))
	args := append([]string{"fix", "-w", "-format=json", "-max-time=" + fixTime.String(), "-bench=" + pattern, "-benchtime=" + cmp.Or(w.Time, benchtime)}, flags...)
	out, err := gocmd.Command{Path: unheap, Dir: w.dir, Env: w.env(w.dir), Args: append(args, one.Package)}.Run(ctx)
	if err != nil {
		return cost{}, nil, fmt.Errorf("unheap fix: %v: %s", err, lastLines(out.Stderr))
	}
	var kept keeper
	if err := record.Decode(bytes.NewReader(out.Stdout), &kept); err != nil {
		return cost{}, nil, err
	}
	if len(kept.said) == 0 {
		return one.Before, nil, nil
	}
	all, err := w.benchmarks(ctx, pattern)
	if err != nil {
		return cost{}, nil, err
	}
	runs := all[one.Package+" "+one.Benchmark]
	if runs == nil {
		return cost{}, nil, fmt.Errorf("%s does not run after fix", one.Benchmark)
	}
	return runs.median(), kept.said, nil
}

// A keeper collects what a run of fix kept.
type keeper struct {
	record.Ignore
	said []said
}

func (k *keeper) Verdict(v *record.Verdict) error {
	if v.Outcome == record.Kept {
		c := v.Candidate
		k.said = append(k.said, said{c.Rewrite, c.Class, fmt.Sprintf("%s:%d", path.Clean(c.Pos.File), c.Pos.Line)})
	}
	return nil
}

// measureAll measures commits and prints their table.
func (r *runner) measureAll(ctx context.Context, commits []commit) error {
	fmt.Printf("| commit | benchmark | before | people | *safe* | with *review* | share, *safe* | share | kept |\n|---|---|--:|--:|--:|--:|--:|--:|---|\n")
	for _, c := range commits {
		one, err := r.measured.Ask(c.ID+" "+r.build, func() (*share, error) {
			ctx, cancel := context.WithTimeoutCause(ctx, r.limit, fmt.Errorf("not done after %v", r.limit))
			defer cancel()
			one, err := r.measure(ctx, c)
			if err != nil {
				return nil, cause(ctx, err)
			}
			return one, nil
		})
		if err != nil || ctx.Err() != nil {
			return err
		}
		log.Print(c, " ", one.Error)
		if s := one.Value; s != nil {
			s.print(c)
		}
	}
	return nil
}

// print writes one row. What fix reaches beyond the people's counts as theirs.
func (s *share) print(c commit) {
	people := s.People.cut(s.Before)
	part := func(of cost) string {
		return fmt.Sprintf("%.0f %%", 100*min(max(of.cut(s.Before)/people, 0), 1))
	}
	one := func(c cost) string { return fmt.Sprintf("%.0f / %.0f", c.Allocs, c.Bytes) }
	var kept []string
	for _, k := range s.Kept {
		kept = append(kept, k.name())
	}
	fmt.Printf("| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", c.ID, strings.TrimPrefix(s.Benchmark, "Benchmark"),
		one(s.Before), one(s.People), one(s.Safe), one(s.Review), part(s.Safe), part(s.Review), tally(kept))
}
