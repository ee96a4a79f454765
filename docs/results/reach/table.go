package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/unheap/unheap/docs/results/internal/cases"
	"github.com/unheap/unheap/internal/record"
)

// A table holds the results of one batch.
type table struct {
	batch int
	build string
	rows  []row
}

type row struct {
	commit
	finding cases.Finding[reach]
}

func (t *table) add(c commit, one cases.Finding[reach]) { t.rows = append(t.rows, row{c, one}) }

// count returns the number of commits in the batch for which holds is true, and their share of the commits examined.
func (t *table) count(of int, holds func(r *reach) bool) string {
	n := 0
	for _, row := range t.rows {
		if r := row.finding.Value; r != nil && holds(r) {
			n++
		}
	}
	return fmt.Sprintf("%d (%.0f %%)", n, 100*float64(n)/float64(max(of, 1)))
}

func safe(list []said) bool {
	return slices.ContainsFunc(list, func(s said) bool { return s.Class == record.Safe })
}

func (t *table) print() {
	fmt.Printf("## Batch %d, rules of %s\n\n", t.batch, t.build)
	repos := make(map[string]bool)
	var loaded, hunks, touched, fixes int
	for _, row := range t.rows {
		repos[row.Repo] = true
		if r := row.finding.Value; r != nil {
			loaded++
			hunks += r.Hunks
			touched += r.Touched
			fixes += r.Fixes
		}
	}
	fmt.Printf("| what | commits |\n|---|--:|\n")
	fmt.Printf("| in the batch, of %d repositories | %d |\n", len(repos), len(t.rows))
	fmt.Printf("| examined | %d |\n", loaded)
	fmt.Printf("| a proposal edits a changed line | %s |\n", t.count(loaded, func(r *reach) bool { return len(r.OnLine) > 0 }))
	fmt.Printf("| of these a *safe* one | %s |\n", t.count(loaded, func(r *reach) bool { return safe(r.OnLine) }))
	fmt.Printf("| none does, but one edits another line of a changed function | %s |\n", t.count(loaded, func(r *reach) bool { return len(r.OnLine) == 0 && len(r.Beside) > 0 }))
	fmt.Printf("| neither, but a rule recognised a changed line and refused | %s |\n", t.count(loaded, func(r *reach) bool {
		return len(r.OnLine)+len(r.Beside) == 0 && len(r.Refused) > 0
	}))
	fmt.Printf("| no rule says anything there | %s |\n\n", t.count(loaded, func(r *reach) bool { return len(r.OnLine)+len(r.Beside)+len(r.Refused) == 0 }))
	fmt.Printf("%d of %d changed hunks of code are touched. In all of the changed packages the rules propose %d rewrites.\n\n", touched, hunks, fixes)
	t.printRules()
	t.printRefusals()
	t.printCommits()
}

// printRules prints how often each rule had a proposal or refusal.
func (t *table) printRules() {
	type sum struct{ safe, review, beside, refused, commits int }
	sums := make(map[string]*sum)
	of := func(rule string) *sum {
		if sums[rule] == nil {
			sums[rule] = new(sum)
		}
		return sums[rule]
	}
	for _, row := range t.rows {
		r := row.finding.Value
		if r == nil {
			continue
		}
		here := make(map[string]bool)
		for _, s := range r.OnLine {
			here[s.Rewrite] = true
			if s.Class == record.Safe {
				of(s.Rewrite).safe++
			} else {
				of(s.Rewrite).review++
			}
		}
		for _, s := range r.Beside {
			of(s.Rewrite).beside++
		}
		for _, s := range r.Refused {
			of(s.Rewrite).refused++
		}
		for rule := range here {
			of(rule).commits++
		}
	}
	fmt.Printf("| rule | commits with a proposal on a changed line | *safe* proposals | *review* | elsewhere in the function | refusals on a changed line |\n|---|--:|--:|--:|--:|--:|\n")
	for _, rule := range slices.SortedFunc(maps.Keys(sums), func(a, b string) int {
		if d := sums[b].commits - sums[a].commits; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	}) {
		s := sums[rule]
		fmt.Printf("| %s | %d | %d | %d | %d | %d |\n", rule, s.commits, s.safe, s.review, s.beside, s.refused)
	}
	fmt.Println()
}

// printRefusals prints the conditions that refused, without the names in them, sorted by number of commits.
func (t *table) printRefusals() {
	counts := make(map[string]int)
	for _, row := range t.rows {
		if row.finding.Value == nil {
			continue
		}
		here := make(map[string]bool)
		for _, s := range row.finding.Value.Refused {
			here[s.Rewrite+" | "+cases.Cell(s.Condition)] = true
		}
		for key := range here {
			counts[key]++
		}
	}
	if len(counts) == 0 {
		return
	}
	fmt.Printf("Refusals on changed lines:\n\n| rule | condition | commits |\n|---|---|--:|\n")
	for _, key := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		if d := counts[b] - counts[a]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	}) {
		fmt.Printf("| %s | %d |\n", key, counts[key])
	}
	fmt.Println()
}

// whyNot returns the kind of the problem because of which a commit was not examined.
func whyNot(problem string) string {
	switch {
	case strings.Contains(problem, "not done after"):
		return cases.Cell(problem)
	case strings.Contains(problem, "no changed code is built here") && !strings.Contains(problem, "with its tests: "):
		return "of another build"
	case strings.Contains(problem, "list packages"):
		return "its module, or one that it requires, cannot be loaded"
	}
	return "does not type-check here"
}

// printCommits prints a row for each commit.
func (t *table) printCommits() {
	fmt.Printf("| commit | date | hunks | touched | on a changed line | elsewhere in the function | refused on a changed line |\n|---|---|--:|--:|---|---|---|\n")
	for _, row := range t.rows {
		r := row.finding.Value
		if r == nil {
			fmt.Printf("| %s | %s | | | not examined: %s | | |\n", row.ID, row.Date, whyNot(row.finding.Error))
			continue
		}
		var on, beside, no []string
		for _, s := range r.OnLine {
			on = append(on, s.name())
		}
		for _, s := range r.Beside {
			beside = append(beside, s.name())
		}
		for _, s := range r.Refused {
			no = append(no, s.Rewrite)
		}
		fmt.Printf("| %s | %s | %d | %d | %s | %s | %s |\n", row.ID, row.Date, r.Hunks, r.Touched, tally(on), tally(beside), tally(no))
	}
	fmt.Println()
}

func (s said) name() string {
	if s.Class == record.Safe {
		return s.Rewrite
	}
	return s.Rewrite + "?"
}

// tally returns names with their counts, "block 2, presize".
func tally(names []string) string {
	counts := make(map[string]int)
	for _, name := range names {
		counts[name]++
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if counts[name] > 1 {
			name = fmt.Sprintf("%s %d", name, counts[name])
		}
		out = append(out, name)
	}
	return strings.Join(out, ", ")
}
