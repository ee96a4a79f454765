package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// markdown renders everything that was measured.
func (r results) markdown(quick bool) string {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	p("# reuse: what was measured\n\n")
	p("Written by the program in `reuse/bench`; every figure is from one run of\n\n    cd reuse/bench && GOWORK=off go run . -rounds=%d\n\n", r.rounds)
	p("%s\n\n", r.machine)
	if quick {
		p("**A short run (`-quick`): the figures show that the harness works, nothing else.**\n\n")
	}
	p("%s", howToRead)
	if clockNote != "" {
		p("**%s.**\n\n", clockNote)
	}
	r.targets(p)
	p("## Workloads\n\n")
	for _, w := range workloads() {
		if rows, ok := r.rows[w.name]; ok {
			w.table(p, rows)
		}
		if rows, ok := r.rows[w.name+withPGO]; ok {
			w.name += withPGO
			w.title += ", built with a profile of itself"
			w.table(p, rows)
		}
	}
	if r.bursts != nil {
		burstTable(p, r.bursts)
	}
	if r.wastes != nil {
		wasteTable(p, r.wastes)
	}
	if r.plain != nil {
		r.misuse(p)
	}
	absentTable(p)
	return b.String()
}

var howToRead = fmt.Sprintf(`Cost is %s. A round runs every contender once, in random order, each in a fresh and warmed
session; *ratio* is the median over the rounds of cost divided by the cost of the row marked 1.00 in the same round, with the quartiles in
brackets, and *cost* the median by itself. B/op and allocs/op are means over all rounds, collections and refills included.
Memory is measured apart: *handed* is the capacity handed out per byte asked for; *peak* the most that was reachable, in callers' hands and
in the pool, just after a collection; *after* what the pool still kept two collections after everything had been given back. Both are per
byte of the most that was asked for at one time, over 64 stops at the same places of the same sequence of requests, and the least of three
such passes. Where little is asked for, the pool's own few hundred bytes show.
Rows of this project are bold.

`, clockName)

// table prints one workload, cheapest contender first.
func (w workload) table(p func(string, ...any), rows []row) {
	p("### %s (`%s`)\n\n", w.title, w.name)
	p("One operation: %s. %d rounds.", w.op, len(rows[0].Ns))
	if w.note != "" {
		p(" %s", w.note)
	}
	p("\n\n| | ratio | cost | B/op | allocs/op | handed | peak | after |\n")
	p("|---|--:|--:|--:|--:|--:|--:|--:|\n")
	ref := find(rows, w.ref)
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b row) int {
		_, x, _ := quartiles(ratios(a, ref))
		_, y, _ := quartiles(ratios(b, ref))
		return cmp.Compare(x, y)
	})
	for _, x := range sorted {
		_, med, _ := quartiles(x.Ns)
		handed := "–"
		if x.Handed > 0 {
			handed = figure(x.Handed)
		}
		p("| %s | %s | %s | %s | %s | %s | %s | %s |\n", bold(x.Kind, x.Name), spread(ratios(x, ref)), duration(med),
			size(x.BytesPerOp), count(x.AllocsPerOp), handed, figure(x.Peak), figure(x.After))
	}
	p("\n")
}

func burstTable(p func(string, ...any), rows []burstRow) {
	p("### A burst, then small buffers (`%s`)\n\n", partBurst)
	p("Eight buffers of 16 MiB are used once; then only buffers of 1 KiB, four at a time, with a collection after every 2000. ")
	p("Reachable memory above what there was before, in MiB; *gone* is the first collection that found less than %d MiB.\n\n", burstGone>>20)
	p("| | GC 1 | GC 2 | GC 5 | GC 20 | GC %d | idle, 2 GCs | gone |\n", burstRounds)
	p("|---|--:|--:|--:|--:|--:|--:|--:|\n")
	mib := func(n int64) string { return fmt.Sprintf("%.1f", float64(max(n, 0))/(1<<20)) }
	for _, r := range rows {
		gone := "never"
		if g := r.gone(); g > 0 {
			gone = fmt.Sprintf("GC %d", g)
		}
		p("| %s | %s | %s | %s | %s | %s | %s | %s |\n", bold(r.Kind, r.Name),
			mib(r.Kept[0]), mib(r.Kept[1]), mib(r.Kept[4]), mib(r.Kept[19]), mib(r.Kept[burstRounds-1]), mib(r.Idle), gone)
	}
	p("\n")
}

// find returns the row of that name. There is one, as the names are those of the workload that made the rows.
func find(rows []row, name string) row {
	return rows[slices.IndexFunc(rows, func(r row) bool { return r.Name == name })]
}

func bold(k kind, name string) string {
	if k == ours {
		return "**" + name + "**"
	}
	return name
}

// spread prints the median with the quartiles.
func spread(v []float64) string {
	q1, med, q3 := quartiles(v)
	return fmt.Sprintf("%s [%s–%s]", figure(med), figure(q1), figure(q3))
}

// figure prints three digits or so.
func figure(v float64) string {
	switch {
	case v >= 99.5:
		return fmt.Sprintf("%.0f", v)
	case v >= 9.95:
		return fmt.Sprintf("%.1f", v)
	default:
		return fmt.Sprintf("%.2f", v)
	}
}

// duration prints nanoseconds with a unit.
func duration(ns float64) string {
	switch {
	case ns >= 1e6:
		return figure(ns/1e6) + " ms"
	case ns >= 1e3:
		return figure(ns/1e3) + " µs"
	}
	return fmt.Sprintf("%.1f ns", ns)
}

// size prints bytes with a unit.
func size(n float64) string {
	switch {
	case n >= 1<<20:
		return figure(n/(1<<20)) + " MiB"
	case n >= 10<<10:
		return figure(n/(1<<10)) + " KiB"
	}
	return fmt.Sprintf("%.0f", n)
}

// count prints allocations per operation; two decimals hide what a parallel loop's own goroutines cost.
func count(n float64) string {
	if n < .005 {
		return "0"
	}
	return figure(n)
}
