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
	benchTime = 3 * time.Minute // for all benchmarks of the changed packages, once these have been built
	fixTime   = 5 * time.Minute // for a run of fix, once the packages have been built
)

// A drop is the benchmark, of the changed packages, in which a commit saves most. Costs are medians of three runs.
type drop struct {
	Benchmark string `json:"benchmark"`
	Package   string `json:"package"`
	Before    cost   `json:"before"`
	People    cost   `json:"people"`
	OwnTests  bool   `json:"own_tests,omitempty"` // both sides were measured with the parent's tests, not the child's
}

// A share says how much of what a commit saves in a benchmark fix saves at the parent.
type share struct {
	drop
	Safe   cost   `json:"safe"`
	Review cost   `json:"review"`
	Kept   []said `json:"kept,omitempty"` // kept in the run with -review
}

// A cost holds the allocations of one operation.
type cost struct {
	Allocs float64 `json:"allocs"`
	Bytes  float64 `json:"bytes"`
}

// cut returns the logarithm of the factor by which the number of objects is smaller than before. One is added to both
// numbers, so that zero has a logarithm.
func (c cost) cut(before cost) float64 { return math.Log((before.Allocs + 1) / (c.Allocs + 1)) }

func (c cost) String() string { return fmt.Sprintf("%.0f / %.0f", c.Allocs, c.Bytes) }

// A runs holds the allocations in the runs of one benchmark.
type runs struct{ allocs, bytes []float64 }

func (r runs) median() cost {
	slices.Sort(r.allocs)
	slices.Sort(r.bytes)
	return cost{r.allocs[len(r.allocs)/2], r.bytes[len(r.bytes)/2]}
}

// A workshop is a checkout of a revision of a commit's repository.
type workshop struct {
	*commit
	root string // top of the checkout
}

// open checks a revision of a commit's repository out. The caller must remove the root.
func (r *runner) open(c *commit, rev string) (workshop, error) {
	repo, err := cases.Repository(r.repos, c.Repo)
	if err != nil {
		return workshop{}, err
	}
	root, err := cases.Checkout(repo, rev)
	return workshop{c, root}, err
}

// dir returns the folder of the module.
func (w workshop) dir() string { return filepath.Join(w.root, w.Module) }

// drop finds the benchmark of the changed packages in which a commit saves most.
func (r *runner) drop(ctx context.Context, c commit) (*drop, error) {
	old, err := r.open(&c, c.Parent)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(old.root)
	young, err := r.open(&c, c.Child)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(young.root)
	return old.target(ctx, young)
}

// measure runs fix at the parent, and returns how much of what the commit saves in a benchmark fix saves.
func (r *runner) measure(ctx context.Context, c commit, people *drop) (*share, error) {
	old, err := r.open(&c, c.Parent)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(old.root)
	if !people.OwnTests {
		young, err := r.open(&c, c.Child)
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(young.root)
		if err := old.testsOf(young); err != nil {
			return nil, err
		}
	}
	one := &share{drop: *people}
	if one.Review, one.Kept, err = old.fixed(ctx, r.unheap, people, "-review"); err != nil {
		return nil, err
	}
	switch {
	case len(one.Kept) == 0:
		one.Safe = one.Before
	case !slices.ContainsFunc(one.Kept, func(s said) bool { return s.Class != record.Safe }):
		one.Safe = one.Review
	case safe(one.Kept):
		if _, err := cases.Git("-C", old.root, "checkout", "-q", "--", "*.go", ":!*_test.go"); err != nil {
			return nil, err
		}
		one.Safe, _, err = old.fixed(ctx, r.unheap, people)
	default:
		one.Safe = one.Before
	}
	return one, err
}

// target returns the benchmark in which the commit saves most, or that of the list, with its cost before and after.
// Its source is the same on both sides: the child's or, if the child's tests do not build with the parent's code, the
// parent's.
func (old workshop) target(ctx context.Context, young workshop) (*drop, error) {
	if err := old.testsOf(young); err != nil {
		return nil, err
	}
	after, err := young.benchmarks(ctx, cmp.Or(old.Bench, "."))
	if err != nil {
		return nil, fmt.Errorf("at the child: %v", err)
	}
	if len(after) == 0 {
		return nil, errors.New("no benchmark in the changed packages")
	}
	before, err := old.benchmarks(ctx, cmp.Or(old.Bench, "."))
	own := err != nil && old.Bench == "" // the child's tests need code that the commit adds
	if own {
		before, after, err = old.ownTests(ctx, young)
	}
	if err != nil {
		return nil, fmt.Errorf("at the parent: %v", err)
	}
	var best *drop
	for _, key := range slices.Sorted(maps.Keys(before)) {
		pkg, name, _ := strings.Cut(key, " ")
		a, b := after[key], before[key]
		if a == nil || len(a.allocs) < rounds || len(b.allocs) < rounds {
			continue
		}
		if old.Bench == "" && slices.Max(a.allocs) >= slices.Min(b.allocs) || old.Bench != "" && name != old.Name {
			continue
		}
		one := &drop{name, pkg, b.median(), a.median(), own}
		if one.People.cut(one.Before) > 0 && (best == nil || one.People.cut(one.Before) > best.People.cut(best.Before)) {
			best = one
		}
	}
	if best == nil {
		return nil, errors.New("no benchmark of the changed packages allocates fewer objects in each of three runs")
	}
	return best, nil
}

// ownTests runs the parent's benchmarks on both sides.
func (old workshop) ownTests(ctx context.Context, young workshop) (before, after map[string]*runs, err error) {
	if _, err := cases.Git("-C", old.root, "checkout", "-q", "--", "."); err != nil {
		return nil, nil, err
	}
	if _, err := cases.Git("-C", old.root, "clean", "-q", "-d", "-f"); err != nil {
		return nil, nil, err
	}
	if before, err = old.benchmarks(ctx, "."); err != nil {
		return nil, nil, err
	}
	if err := young.testsOf(old); err != nil {
		return nil, nil, err
	}
	if after, err = young.benchmarks(ctx, "."); err != nil {
		err = fmt.Errorf("the child with the parent's tests: %v", err)
	}
	return before, after, err
}

// testsOf replaces the tests of the changed packages by those of another revision or, if the list says so, by those
// that it names.
func (w workshop) testsOf(other workshop) error {
	if w.Bench != "" {
		return errors.Join(copyFiles(w.Overlay, other.root, w.root), remove(w.Removed, w.root, other.root))
	}
	for _, p := range w.Packages {
		theirs, err := testFiles(other.root, p)
		if err != nil {
			return err
		}
		own, err := testFiles(w.root, p)
		if err != nil {
			return err
		}
		if err := errors.Join(remove(own, w.root), copyFiles(theirs, other.root, w.root)); err != nil {
			return err
		}
	}
	return nil
}

// testFiles returns the test files of a package, by their names in the checkout.
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

// benchmarks runs the benchmarks of the changed packages that match, a few times each. The keys are "import/path
// BenchmarkName". Benchmarks that fail, or that benchTime is too short for, are missing.
func (w workshop) benchmarks(ctx context.Context, pattern string) (map[string]*runs, error) {
	test := func(ctx context.Context, flags ...string) (gocmd.Output, error) {
		args := append([]string{"test", "-run=^$", "-vet=off"}, flags...)
		return gocmd.Command{Dir: w.dir(), Env: w.env(w.dir()), Args: append(args, w.patterns()...)}.Run(ctx)
	}
	if _, err := test(ctx); ctx.Err() != nil { // builds the tests; errors are reported below
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, benchTime)
	defer cancel()
	out, err := test(ctx, "-bench="+pattern, "-benchmem", "-benchtime="+cmp.Or(w.Time, benchtime), fmt.Sprintf("-count=%d", rounds), "-cpu=2")
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

// fixed runs fix on the package of the benchmark, and then the benchmark.
func (w workshop) fixed(ctx context.Context, unheap string, one *drop, flags ...string) (cost, []said, error) {
	pattern := cmp.Or(w.Bench, bench.Exactly(one.Benchmark))
	args := append([]string{"fix", "-w", "-format=json", "-max-time=" + fixTime.String(), "-bench=" + pattern, "-benchtime=" + cmp.Or(w.Time, benchtime)}, flags...)
	out, err := gocmd.Command{Path: unheap, Dir: w.dir(), Env: w.env(w.dir()), Args: append(args, one.Package)}.Run(ctx)
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

// A keeper collects the candidates that a run of fix kept.
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

// dropOf returns the drop of a commit, which does not depend on the build of unheap.
func (r *runner) dropOf(ctx context.Context, c commit) (cases.Finding[drop], error) {
	return r.dropped.Ask(c.ID+" people", func() (*drop, error) {
		ctx, cancel := r.limited(ctx)
		defer cancel()
		one, err := r.drop(ctx, c)
		if err != nil {
			return nil, cause(ctx, err)
		}
		return one, nil
	})
}

// dropAll prints the drops of commits.
func (r *runner) dropAll(ctx context.Context, commits []commit) error {
	fmt.Printf("| commit | benchmark | before | people |\n|---|---|--:|--:|\n")
	for _, c := range commits {
		one, err := r.dropOf(ctx, c)
		if err != nil || ctx.Err() != nil {
			return err
		}
		log.Print(c, " ", one.Error)
		if d := one.Value; d != nil {
			fmt.Printf("| %s | %s | %s | %s |\n", c.ID, strings.TrimPrefix(d.Benchmark, "Benchmark"), d.Before, d.People)
		}
	}
	return nil
}

// measureAll measures commits and prints their table.
func (r *runner) measureAll(ctx context.Context, commits []commit) error {
	fmt.Printf("| commit | benchmark | before | people | *safe* | with *review* | share, *safe* | share | kept |\n|---|---|--:|--:|--:|--:|--:|--:|---|\n")
	for _, c := range commits {
		people, err := r.dropOf(ctx, c)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if people.Value == nil {
			log.Print(c, " ", people.Error)
			continue
		}
		one, err := r.measured.Ask(c.ID+" "+r.build, func() (*share, error) {
			ctx, cancel := r.limited(ctx)
			defer cancel()
			one, err := r.measure(ctx, c, people.Value)
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

// print writes one row. If fix saves more than the commit, it counts as saving the same.
func (s *share) print(c commit) {
	people := s.People.cut(s.Before)
	part := func(of cost) string {
		return fmt.Sprintf("%.0f %%", 100*min(max(of.cut(s.Before)/people, 0), 1))
	}
	var kept []string
	for _, k := range s.Kept {
		kept = append(kept, k.name())
	}
	fmt.Printf("| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", c.ID, strings.TrimPrefix(s.Benchmark, "Benchmark"),
		s.Before, s.People, s.Safe, s.Review, part(s.Safe), part(s.Review), tally(kept))
}
