package main

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/passes"
)

// results are the results that the page shows.
type results struct {
	options
	targets []target
	took    time.Duration
}

// add adds the counts of o.
func (n *count) add(o count) {
	n.Findings += o.Findings
	n.Safe += o.Safe
	n.Review += o.Review
	n.Circular += o.Circular
	n.Alone += o.Alone
	n.Together += o.Together
	n.Again += o.Again
}

// total sums the counts of a pass over all targets.
func (r *results) total(pass string) (sum count) {
	for _, t := range r.targets {
		if n := t.Passes[pass]; n != nil {
			sum.add(*n)
		}
	}
	return sum
}

// sum returns the sum of the counts of all passes.
func (t *target) sum() (sum count) {
	for _, n := range t.Passes {
		sum.add(*n)
	}
	return sum
}

func (r *results) write(w io.Writer) {
	version, _ := exec.Command("go", "env", "GOVERSION").Output() // for the heading only
	fmt.Fprintf(w, "# harm: what the passes break\n\n")
	fmt.Fprintf(w, "Made by `go run ./docs/results/harm > docs/results/harm.md` with %s on %s/%s, %d CPUs, shared with other work, in %.0f minutes.\n",
		bytes.TrimSpace(version), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), r.took.Minutes())
	fmt.Fprintf(w, "Nothing is measured here and no fix is left out because it does not pay: every fix that a pass offers for the\n")
	fmt.Fprintf(w, "standard library and for %d modules is applied, *safe* and *review*, far from where `unheap fix` would try it.\n", len(r.targets)-1)
	fmt.Fprintf(w, "Fixes for one text are applied one after the other, in sets without a conflict, as `unheap fix` does.\n\n")
	r.writeTotals(w)
	r.writePasses(w)
	r.writeTargets(w)
	r.writeBuilds(w)
	r.writeFailures(w)
	r.writeTests(w)
	fmt.Fprintf(w, "\n%s", differences)
}

// differences is a text on how the proposals differ from those of an earlier page, by kind.
//
//go:embed differences.md
var differences string

func (r *results) writeTotals(w io.Writer) {
	var n count
	var packages, ran, tests, bad, review int
	for i := range r.targets {
		t := &r.targets[i]
		n.add(t.sum())
		packages += t.Packages
		ran += len(t.Tests)
		for _, x := range t.Tests {
			tests += x.Passed
			b, v := x.broken()
			bad += b
			review += v
		}
	}
	fixes := n.Safe + n.Review
	row := func(what, promise, measured string) { fmt.Fprintf(w, "| %s | %s | %s |\n", what, promise, measured) }
	row("what", "promise", "measured")
	row("---", "---", "---")
	row("packages looked at, standard library and modules", "", fmt.Sprint(packages))
	row("fixes", "", fmt.Sprintf("%d *safe*, %d *review*", n.Safe, n.Review))
	row("fixes that type-check alone", "all", fmt.Sprintf("%d of %d", n.Alone, fixes))
	row("fixes that type-check together with others", "all", fmt.Sprintf("%d of %d", n.Together, fixes))
	row("proposals of a pass in its own result", "0", fmt.Sprint(n.Again))
	row("packages whose tests ran", "", fmt.Sprint(ran))
	row("*safe* fixes that fail a test", "0", fmt.Sprint(bad))
	row("*review* fixes that fail a test, listed below", "", fmt.Sprint(review))
	row("tests that pass with all fixes in place", "", fmt.Sprint(tests))
	fmt.Fprintln(w)
	if n.Circular > 0 {
		fmt.Fprintf(w, "%d fixes for the standard library were left out: they import a package that is built on the one they change.\n", n.Circular)
		fmt.Fprintf(w, "No code outside of it can meet that.\n\n")
	}
}

// broken counts the fixes that fail a test.
func (t *tested) broken() (safe, review int) {
	for _, f := range t.Culprit {
		if strings.HasPrefix(f.Class, "review") {
			review++
		} else {
			safe++
		}
	}
	return safe, review
}

func (r *results) writePasses(w io.Writer) {
	fmt.Fprintf(w, "## By pass\n\n")
	fmt.Fprintf(w, "Findings without a fix are reports. Each fix is applied alone, then with others.\n\n")
	fmt.Fprintf(w, "| pass | findings | *safe* fixes | *review* fixes | type-check alone | type-check together | again in the result |\n|---|--:|--:|--:|--:|--:|--:|\n")
	for _, a := range passes.Suite {
		n := r.total(a.Name())
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d |\n", a.Name(), n.Findings, n.Safe, n.Review, n.Alone, n.Together, n.Again)
	}
	fmt.Fprintln(w)
}

func (r *results) writeTargets(w io.Writer) {
	fmt.Fprintf(w, "## By module\n\n")
	fmt.Fprintf(w, "*Sets* is how many sets without a conflict hold all fixes.\n\n")
	fmt.Fprintf(w, "| module | packages | with a fix | *safe* fixes | *review* fixes | alone | together | sets | again | packages tested | *safe* fails | *review* fails |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for i := range r.targets {
		t := &r.targets[i]
		n := t.sum()
		bad, review := 0, 0
		for _, x := range t.Tests {
			b, v := x.broken()
			bad += b
			review += v
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n", t.Name, t.Packages, t.Changed, n.Safe, n.Review,
			n.Alone, n.Together, t.Rounds, n.Again, len(t.Tests), bad, review)
	}
	fmt.Fprintln(w)
	for _, t := range r.targets {
		for _, left := range t.Left {
			fmt.Fprintf(w, "- left out of %s, as it does not compile here: %s\n", t.Name, left)
		}
	}
	fmt.Fprintf(w, "- left out of std: what the runtime is made of (`go list -deps runtime`), which is compiled by rules of its own\n\n")
}

// writeBuilds writes how many fixes type-check in builds that the passes did not see.
func (r *results) writeBuilds(w io.Writer) {
	fmt.Fprintf(w, "## By build\n\n")
	fmt.Fprintf(w, "Fixes that were found on %s/%s, in the files that another build has too. A package that does not type-check unchanged\n", runtime.GOOS, runtime.GOARCH)
	fmt.Fprintf(w, "in a build is not counted there.\n\n")
	fmt.Fprintf(w, "| build | targets | packages | fixes | type-check alone | type-check together |\n|---|--:|--:|--:|--:|--:|\n")
	sums, targets := make(map[string]held), make(map[string]int)
	for _, t := range r.targets {
		for name, h := range t.Builds {
			s := sums[name]
			sums[name] = held{s.Packages + h.Packages, s.Fixes + h.Fixes, s.Alone + h.Alone, s.Together + h.Together}
			targets[name]++
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sums)) {
		h := sums[name]
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d |\n", name, targets[name], h.Packages, h.Fixes, h.Alone, h.Together)
	}
	fmt.Fprintln(w)
}

// writeFailures lists all failures.
func (r *results) writeFailures(w io.Writer) {
	fmt.Fprintf(w, "## What does not hold\n\n")
	var rows []failure
	for _, t := range r.targets {
		for _, f := range t.Failures {
			f.Where = cmp.Or(f.Where, t.Name)
			rows = append(rows, f)
		}
		for _, x := range t.Tests {
			rows = append(rows, x.Culprit...)
		}
	}
	if len(rows) == 0 {
		fmt.Fprintf(w, "Nothing.\n\n")
		return
	}
	slices.SortStableFunc(rows, func(a, b failure) int { return cmp.Compare(b.Class, a.Class) })
	fmt.Fprintf(w, "A test that fails with a *review* fix is what its caveat warns of.\n\n")
	fmt.Fprintf(w, "| where | pass | class | what | why |\n|---|---|---|---|---|\n")
	for _, f := range rows {
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", cell(f.Where), f.Pass, cell(f.Class), cell(f.What), cell(f.Reason))
	}
	fmt.Fprintln(w)
}

// cell returns text in a form that fits a cell of a table.
func cell(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(text)
}

func (r *results) writeTests(w io.Writer) {
	fmt.Fprintf(w, "## Tests\n\n")
	fmt.Fprintf(w, "`go test -short` with all fixes of the whole module in place; where a test fails, again with the *safe* ones, and without any.\n")
	fmt.Fprintf(w, "A test that fails without changes does not count. Of the standard library ")
	switch {
	case r.packages != nil:
		fmt.Fprintf(w, "these packages were asked for")
	case r.sample == 0:
		fmt.Fprintf(w, "every package with a fix is tested")
	default:
		fmt.Fprintf(w, "a sample of %d packages is tested (seed %d)", r.sample, r.seed)
	}
	fmt.Fprintf(w, ".\n\n| package | *safe* fixes | *review* fixes | tests that pass | fail unchanged too |\n|---|--:|--:|--:|--:|\n")
	for _, t := range r.targets {
		for _, x := range t.Tests {
			fmt.Fprintf(w, "| %s | %d | %d | %d | %d |\n", x.Package, x.Safe, x.Review, x.Passed, x.Failing)
		}
	}
}
