package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// hand returns the count of the version written by hand. A probe, and a mistake such as C10, has none.
func (r *results) hand(c caseFunc) (count, bool) {
	n, ok := r.before.counts["Hand"+c.Name]
	return n, ok
}

// old returns the count before the rewrite.
func (r *results) old(c caseFunc) count {
	n, _ := r.before.of(c)
	return n
}

// winnable returns the cases whose versions by hand make fewer objects.
func (r *results) winnable() []caseFunc {
	return r.filter(func(c caseFunc) bool {
		hand, ok := r.hand(c)
		return ok && hand.allocs < r.old(c).allocs
	})
}

// lighter returns the cases whose versions by hand only take fewer bytes.
func (r *results) lighter() []caseFunc {
	return r.filter(func(c caseFunc) bool {
		hand, ok := r.hand(c)
		return ok && hand.allocs == r.old(c).allocs && hand.bytes < r.old(c).bytes
	})
}

// stale returns the cases whose versions by hand save nothing.
func (r *results) stale() []caseFunc {
	return r.filter(func(c caseFunc) bool {
		hand, ok := r.hand(c)
		return ok && hand.allocs >= r.old(c).allocs && hand.bytes >= r.old(c).bytes
	})
}

func (r *results) probes() []caseFunc {
	return r.filter(func(c caseFunc) bool { return c.probe() })
}

func (r *results) filter(keep func(caseFunc) bool) []caseFunc {
	var list []caseFunc
	for _, c := range r.cases {
		if keep(c) {
			list = append(list, c)
		}
	}
	return list
}

// after returns the count in a copy. For a package that does not build it is the count before, as its user would undo
// the rewrite.
func (r *results) after(s state, c caseFunc) count {
	if n, ok := s.of(c); ok {
		return n
	}
	return r.old(c)
}

// sum returns the sum of allocs/op over the cases in list.
func (r *results) sum(s state, list []caseFunc) (total int64) {
	for _, c := range list {
		total += r.after(s, c).allocs
	}
	return total
}

func (r *results) sumHand(list []caseFunc) (total int64) {
	for _, c := range list {
		n, _ := r.hand(c)
		total += n.allocs
	}
	return total
}

// reduced returns how many cases in list make fewer objects in a copy.
func (r *results) reduced(s state, list []caseFunc) (n int) {
	for _, c := range list {
		if r.after(s, c).allocs < r.old(c).allocs {
			n++
		}
	}
	return n
}

func (r *results) write(w io.Writer) {
	version, _ := exec.Command("go", "env", "GOVERSION").Output() // for the heading only
	fmt.Fprintf(w, "# fix: what becomes of the classic cases\n\n")
	fmt.Fprintf(w, "Made by `go run ./docs/results/fix > docs/results/fix.md` with %s on %s/%s, %d CPUs, shared with other work.\n",
		bytes.TrimSpace(version), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	fmt.Fprintf(w, "The cases are in [examples/classics](../../examples/classics): 42 problems in %d shapes, and four probes.\n", len(r.cases)-len(r.probes()))
	fmt.Fprintf(w, "Counts are allocs/op as `go test -benchmem -benchtime=%s %s` prints them, of a copy that the tool has rewritten;\n", operations, runs)
	fmt.Fprintf(w, "the smallest of three; what a pool needs once is divided by the operations and rounded down.\n\n")
	fmt.Fprintf(w, "What the rewrites break in code of others is in [harm.md](harm.md); what they reach where people took\n")
	fmt.Fprintf(w, "allocations out by hand, in [corpus.md](corpus.md).\n\n")
	r.writeTargets(w)
	r.writeCases(w)
	r.writeRest(w)
	r.writeDropped(w)
	r.writePeers(w)
	r.writeCost(w)
}

func (r *results) writeTargets(w io.Writer) {
	win := r.winnable()
	before, hand := r.sum(r.before, win), r.sumHand(win)
	row := func(what, target, measured string) { fmt.Fprintf(w, "| %s | %s | %s |\n", what, target, measured) }
	sum := func(f fixed, limit float64) string {
		n := r.sum(f.state, win)
		ratio := float64(n) / float64(hand)
		return fmt.Sprintf("%d, %.2f × (%s)", n, ratio, met(ratio <= limit))
	}
	judged := func(text string, ok bool) string { return text + " (" + met(ok) + ")" }
	advice, probes := r.adviceText(r.review.changed), r.probeText(r.review.changed)
	broken := packages(r.safe.state) + "; with *review* " + packages(r.review.state)
	added := kept(r.again.verdicts)
	row("what", "target", "measured")
	row("---", "---", "---")
	row(fmt.Sprintf("allocs/op of the %d shapes that can lose one, summed, as written", len(win)), "", fmt.Sprint(before))
	row("the same by hand", "", fmt.Sprint(hand))
	row("the same after `unheap fix -w`", "≤ 1.5 × by hand", sum(r.safe, 1.5))
	row("the same after `unheap fix -w -review`", "≤ 1.1 × by hand", sum(r.review, 1.1))
	row("the same after `-w`, of the shapes that no *review* rewrite helps further", "≤ 1.5 × by hand", r.safeText())
	row("the same after a second `-review` run on that", "the same", sum(r.again, 1.1))
	row("shapes that lose an allocation, *safe*", "", fmt.Sprintf("%d of %d", r.reduced(r.safe.state, win), len(win)))
	row("shapes that lose an allocation, with *review*", "all", fmt.Sprintf("%d of %d (%s)", r.reduced(r.review.state, win), len(win), met(r.reduced(r.review.state, win) == len(win))))
	row("shapes that can lose bytes only, and lose some", "", r.lightText())
	row("rewrites that the second run wants to add", "0", judged(fmt.Sprint(added), added == 0))
	row("stale advice given", "none", judged(advice, strings.HasPrefix(advice, "none")))
	row("probes changed", "none", judged(probes, strings.HasPrefix(probes, "none")))
	row("packages that do not build or whose tests fail after it", "none", judged(broken, broken == "none; with *review* none"))
	row("wrong rewrites refused by the comparison of old and new alone", "≥ 90 %", r.mutant+" (`go "+strings.Join(mutantTest, " ")+"`)")
	if len(r.cost) == 2 {
		ratio := r.cost[1].took.Seconds() / r.cost[0].took.Seconds()
		row("thirty candidates in one package, against one", "≤ 6 × the time", fmt.Sprintf("%.1f × (%s)", ratio, met(ratio <= 6)))
	}
	if r.kill != nil {
		row("a kill -9 of a whole run at a random moment, half of them while it writes", "never a broken file", r.kill.text())
	}
	if r.review.changed["Snapshot"] {
		fmt.Fprintf(w, "\nSnapshot changes with *review*, into the same copy made once, and its test passes.\n")
	}
	fmt.Fprintf(w, "\nKills of the step that replaces one file: `go test -run=TestKilled ./internal/atomicfile`. The two runs above took %.0f s and %.0f s.\n\n", r.safe.took.Seconds(), r.review.took.Seconds())
}

// safeText returns the sum after -w over the cases for which -review has nothing better: what the safe class itself
// leaves.
func (r *results) safeText() string {
	own := slices.DeleteFunc(r.winnable(), func(c caseFunc) bool {
		return r.after(r.review.state, c).allocs < r.after(r.safe.state, c).allocs
	})
	n, hand := r.sum(r.safe.state, own), r.sumHand(own)
	ratio := float64(n) / float64(hand)
	return fmt.Sprintf("%d of %d shapes: %d, by hand %d, %.2f × (%s)", len(own), len(r.winnable()), n, hand, ratio, met(ratio <= 1.5))
}

// lightText names the cases that take fewer bytes after -review.
func (r *results) lightText() string {
	lost := make(map[string]bool)
	for _, c := range r.lighter() {
		lost[c.Name] = r.after(r.review.state, c).bytes < r.old(c).bytes
	}
	return among(r.lighter(), lost)
}

func met(ok bool) string {
	if ok {
		return "met"
	}
	return "**missed**"
}

func kept(verdicts []record.Verdict) (n int) {
	for _, v := range verdicts {
		if v.Outcome == record.Kept {
			n++
		}
	}
	return n
}

func packages(s state) string {
	var list []string
	for _, p := range s.broken {
		list = append(list, p+" does not build")
	}
	for _, p := range s.red {
		list = append(list, p+" fails its tests")
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, ", ")
}

func (r *results) adviceText(changed map[string]bool) string {
	return among(r.stale(), changed)
}

func (r *results) probeText(changed map[string]bool) string {
	return among(r.probes(), changed)
}

// among lists the cases that are in the set.
func among(list []caseFunc, set map[string]bool) string {
	var names []string
	for _, c := range list {
		if set[c.Name] {
			names = append(names, c.Name)
		}
	}
	if names == nil {
		return fmt.Sprintf("none of %d", len(list))
	}
	return fmt.Sprintf("%s (%d of %d)", strings.Join(names, ", "), len(names), len(list))
}

func (r *results) writeCases(w io.Writer) {
	fmt.Fprintf(w, "## The cases\n\nA number under another tool is allocs/op after its rewrite; R: it reports something in the function and rewrites nothing; ✗: what it wrote does\nnot build; (red): the package's tests fail with it. A rewrite in brackets is of the class *review*.\n\n")
	fmt.Fprintf(w, "| case | before | safe | review | by hand | what held |")
	for _, p := range r.peers {
		fmt.Fprintf(w, " %s |", p.Name)
	}
	fmt.Fprintf(w, "\n|---|--:|--:|--:|--:|---|%s\n", strings.Repeat("--:|", len(r.peers)))
	for _, c := range r.cases {
		hand := "–"
		if n, ok := r.hand(c); ok {
			hand = fmt.Sprint(n.allocs)
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %s | %s |", c.Name, r.old(c).allocs, r.after(r.safe.state, c).allocs, r.after(r.review.state, c).allocs, hand, r.held(c))
		for _, p := range r.peers {
			fmt.Fprintf(w, " %s |", p.cell(c))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
}

// cell returns what a peer did with a case.
func (p *peerResult) cell(c caseFunc) string {
	n, ok := p.of(c)
	switch {
	case p.changed[c.Name] && !ok:
		return "✗"
	case p.changed[c.Name] && slices.Contains(p.red, c.Package):
		return fmt.Sprintf("%d (red)", n.allocs)
	case p.changed[c.Name]:
		return fmt.Sprint(n.allocs)
	case p.reported[c.Name]:
		return "R"
	}
	return ""
}

// about reports whether one of a candidate's functions is c, or a function that only the file of c has.
func about(c caseFunc, v record.Candidate) bool {
	for _, f := range v.Functions {
		if f[strings.LastIndexByte(f, '.')+1:] == c.Name {
			return true
		}
	}
	return false
}

// changes reports whether a verdict is about c: by the function's name, or by
// the benchmark that it changed.
func changes(c caseFunc, v record.Verdict) bool {
	return about(c, v.Candidate) || slices.ContainsFunc(v.Comparisons, func(m record.Comparison) bool {
		return m.Workload == "Benchmark"+c.Name
	})
}

// held names the rewrites that were kept, those of class review in brackets, and those that are only reported.
func (r *results) held(c caseFunc) string {
	var names []string
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, v := range r.safe.verdicts {
		if v.Outcome == record.Kept && changes(c, v) {
			add(v.Candidate.Rewrite)
		}
	}
	for _, v := range r.review.verdicts {
		if v.Outcome == record.Kept && v.Candidate.Class == record.Review && changes(c, v) {
			add("(" + v.Candidate.Rewrite + ")")
		}
	}
	for _, report := range r.review.reports {
		if about(c, report) {
			add("reported: " + report.Rewrite)
		}
	}
	return strings.Join(names, ", ")
}

// writeRest writes, for every case that is above its optimum, what is left and what fix says about it.
func (r *results) writeRest(w io.Writer) {
	fmt.Fprintf(w, "## What is left, and why\n\nAfter `-review`: each place that still allocates, with what `unheap fix` says of it. A second candidate for the same text counts as dropped.\n\n")
	fmt.Fprintf(w, "| case | is | by hand | why |\n|---|--:|--:|---|\n")
	for _, c := range r.winnable() {
		hand, _ := r.hand(c)
		now := r.after(r.review.state, c)
		if now.allocs <= hand.allocs {
			continue
		}
		fmt.Fprintf(w, "| %s | %d | %d | %s |\n", c.Name, now.allocs, hand.allocs, cell(strings.Join(r.why(c), "; ")))
	}
	fmt.Fprintln(w)
}

// why returns what was tried for a case and what remains.
func (r *results) why(c caseFunc) []string {
	var list []string
	add := func(s string) {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for _, v := range r.review.verdicts {
		if v.Outcome != record.Kept && changes(c, v) {
			add(fmt.Sprintf("%s dropped, %s: %s", v.Candidate.Rewrite, v.Outcome, v.Reason))
		}
	}
	for _, s := range r.again.sites {
		if !s.Test && slices.ContainsFunc(s.Usage, func(u record.Usage) bool { return u.Workload == "Benchmark"+c.Name && u.Objects > 0 }) {
			add(s.Mechanism + ": " + cmp.Or(s.NotFixed, s.Remedy))
		}
	}
	return list
}

// writeDropped lists the candidates that were not kept, with the reason.
func (r *results) writeDropped(w io.Writer) {
	fmt.Fprintf(w, "## What was tried and dropped\n\n| rewrite | class | where | verdict | reason |\n|---|---|---|---|---|\n")
	for _, v := range r.review.verdicts {
		if v.Outcome != record.Kept {
			fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", v.Candidate.Rewrite, v.Candidate.Class, strings.Join(v.Candidate.Functions, ", "), v.Outcome, cell(v.Reason))
		}
	}
	for _, text := range slices.Concat(r.safe.problems, r.review.problems) {
		fmt.Fprintf(w, "| | | | problem | %s |\n", cell(text))
	}
	fmt.Fprintln(w)
}

// cell prepares text for a table: one line, of limited length.
func cell(text string) string {
	const limit = 300
	text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
	if r := []rune(text); len(r) > limit {
		text = string(r[:limit]) + "…"
	}
	return text
}

func (r *results) writePeers(w io.Writer) {
	if len(r.peers) == 0 {
		return
	}
	win := r.winnable()
	fmt.Fprintf(w, "## The tools\n\nSum: allocs/op over the %d shapes that can lose one, %d as written, %d by hand; packages that no longer build are counted as they were.\n\n",
		len(win), r.sum(r.before, win), r.sumHand(win))
	fmt.Fprintf(w, "| tool | functions rewritten | reduced | sum | reported | does not build, fails tests | rewrote where nothing can be won | reported there | probes rewritten | probes reported |\n|---|--:|--:|--:|--:|---|---|---|---|---|\n")
	line := func(name string, s state, changed, reported map[string]bool) {
		n, m := 0, 0
		for _, c := range win {
			if changed[c.Name] {
				n++
			}
			if reported[c.Name] {
				m++
			}
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %s | %s | %s | %s | %s |\n", name, n, r.reduced(s, win), r.sum(s, win), m, packages(s),
			r.adviceText(changed), r.adviceText(reported), r.probeText(changed), r.probeText(reported))
	}
	line("unheap fix", r.safe.state, r.safe.changed, nil)
	line("unheap fix -review", r.review.state, r.review.changed, nil)
	for _, p := range r.peers {
		if p.missing != "" {
			fmt.Fprintf(w, "| %s | could not be run: %s | | | | | | | | |\n", p.Name, cell(p.missing))
			continue
		}
		line(p.Name, p.state, p.changed, p.reported)
	}
	fmt.Fprintln(w)
	for _, p := range r.peers {
		how := "comes with Go"
		if p.Install != "" {
			how = p.Install
		}
		fmt.Fprintf(w, "- %s: %s; rewrites by %s, reports by %s.\n", p.Name, how, words(p.Fix), words(p.Report))
	}
	fmt.Fprintf(w, "\ngo-perfguard, the ancestor of all of this, does not run on Go 1.26 and is not in the table.\n\n")
}

func words(args []string) string {
	if args == nil {
		return "nothing"
	}
	return "`" + strings.Join(args, " ") + "`"
}

func (r *results) writeCost(w io.Writer) {
	if len(r.cost) == 0 {
		return
	}
	fmt.Fprintf(w, "## What it costs\n\n`unheap fix` of a generated package of functions that append without capacity, each with a benchmark and a test;\nsingle runs with warm caches, profile and verification included.\n\n| candidates | kept | seconds |\n|--:|--:|--:|\n")
	for _, c := range r.cost {
		fmt.Fprintf(w, "| %d | %d | %.1f |\n", c.candidates, c.kept, c.took.Seconds())
	}
}
