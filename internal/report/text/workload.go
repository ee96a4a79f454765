package text

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// shownWorkloads is how many rows of a package's table are shown; the rest is folded unless Verbose is set. A dozen
// rows can be taken in at a glance.
const shownWorkloads = 12

// renderAlert writes, at the top, why the report is incomplete.
func (r *run) renderAlert(p *page) {
	var alerts []string
	switch {
	case r.End != nil && r.End.Interrupted:
		alerts = append(alerts, "interrupted: these are the figures known by then")
	case r.End == nil && len(r.Workloads) > 0 && len(r.Verdicts) == 0:
		alerts = append(alerts, "incomplete: the record ends before the run did")
	}
	if n := len(r.failed()); n > 0 {
		alerts = append(alerts, plural(n, "workload")+" failed, and "+pick(n, "has", "have")+" no figures"+r.atEnd())
	}
	if n := len(r.Problems); n > 0 {
		alerts = append(alerts, plural(n, "problem")+r.atEnd())
	}
	if len(alerts) > 0 {
		p.para(0, yellow, strings.Join(alerts, "; "))
	}
}

// atEnd says where problems are listed if that is not right below, as in a report of fix.
func (r *run) atEnd() string {
	if r.fixes() {
		return " (at the end)"
	}
	return ""
}

func (r *run) failed() []*record.Workload {
	return filter(r.Workloads, func(w *record.Workload) bool { return w.Failure != "" })
}

func filter[T any](all []T, keep func(T) bool) []T {
	var kept []T
	for _, x := range all {
		if keep(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// renderWorkloads writes a table for each package, in the order of the run.
func (r *run) renderWorkloads(p *page) {
	var packages []string
	byPackage := map[string][]*record.Workload{}
	for _, w := range r.Workloads {
		if w.Failure != "" {
			continue
		}
		if byPackage[w.Package] == nil {
			packages = append(packages, w.Package)
		}
		byPackage[w.Package] = append(byPackage[w.Package], w)
	}
	if r.fixes() && len(packages) > tabledPackages && !r.Verbose {
		ran := filter(r.Workloads, func(w *record.Workload) bool { return w.Failure == "" })
		p.gap()
		p.line(p.paint(bold, plural(len(packages), "package")), p.paint(dim, "  "+r.describe(ran)+" (-v shows what each allocates)"))
		return
	}
	for _, pkg := range packages {
		p.gap()
		r.renderPackage(p, pkg, byPackage[pkg])
	}
}

// tabledPackages is the largest number of packages for which a report of fix has tables of workloads. With more
// packages, only the changed ones are of interest, and these are listed below.
const tabledPackages = 3

func (r *run) renderPackage(p *page, pkg string, ws []*record.Workload) {
	if pkg == "" { // a profile from outside belongs to a program, not to a package
		pkg = "profile"
	}
	p.line(p.paint(bold, pkg), p.paint(dim, "  "+r.describe(ws)))
	busy := filter(ws, func(w *record.Workload) bool { return w.Objects > 0 || w.FirstObjects > 0 || w.Missing != 0 })
	shown, folded := r.foldWorkloads(busy)
	if len(shown) > 0 {
		g := r.workloadGrid(shown, p.width-2)
		g.write(p)
		if len(g.dropped) > 0 {
			p.para(2, green, "accounted for: every object of each of these, exact")
		}
	}
	if len(folded) > 0 {
		p.para(2, dim, foldedWorkloads(folded))
	}
	p.para(2, yellow, r.dependOnN(ws))
	if idle := len(ws) - len(busy); idle > 0 {
		names := workloadNames(filter(ws, func(w *record.Workload) bool { return !slices.Contains(busy, w) }))
		p.para(2, plain, fmt.Sprintf("no allocation, exact: %s", r.some(names, 3)))
	}
}

// describe says how the figures of a package were measured.
func (r *run) describe(ws []*record.Workload) string {
	parts := []string{plural(len(ws), string(ws[0].Kind))}
	if ws[0].Kind == record.KindTest {
		parts[0] += ", " + runs(ws) + " (there is no benchmark)"
	}
	if r.GoVersion != "" {
		parts = append(parts, strings.TrimSpace(r.GoVersion+" "+r.GOOS+"/"+r.GOARCH))
	}
	return strings.Join(parts, ", ")
}

// runs says how often tests have run: once if the stock profile counts them, or if none of them is quick.
func runs(ws []*record.Workload) string {
	if slices.ContainsFunc(ws, warm) {
		return "each run twice, and the first call apart"
	}
	return "each run once"
}

// warm reports whether the first operation was counted separately.
func warm(w *record.Workload) bool { return w.FirstObjects > 0 }

// foldWorkloads selects the workloads that allocate most objects per operation, in the order of the run.
func (r *run) foldWorkloads(ws []*record.Workload) (shown, folded []*record.Workload) {
	if r.Verbose || len(ws) <= shownWorkloads {
		return ws, nil
	}
	byObjects := slices.Clone(ws)
	slices.SortStableFunc(byObjects, func(a, b *record.Workload) int {
		return cmp.Compare(b.PerOp(b.Objects), a.PerOp(a.Objects))
	})
	top := byObjects[:shownWorkloads-1]
	for _, w := range ws {
		if slices.Contains(top, w) {
			shown = append(shown, w)
		} else {
			folded = append(folded, w)
		}
	}
	return shown, folded
}

// foldedWorkloads is the line for the folded benchmarks.
func foldedWorkloads(ws []*record.Workload) string {
	var objects []float64
	exact := 0
	for _, w := range ws {
		objects = append(objects, w.PerOp(w.Objects))
		if w.Exact && w.Missing == 0 {
			exact++
		}
	}
	unit, _ := units(ws[0].Kind)
	return fmt.Sprintf("and %s more with %s %s each, %d of them accounted for exactly (-v lists them)",
		record.Count(len(ws)), span(objects), unit, exact)
}

func workloadNames(ws []*record.Workload) []string {
	var names []string
	for _, w := range ws {
		names = append(names, shortName(w.Name))
	}
	return names
}

// shortName leaves out what the heading of the column already says.
func shortName(name string) string {
	if short, ok := strings.CutPrefix(name, "Benchmark"); ok && short != "" && short[0] != '/' {
		return short
	}
	return name
}

// label names a workload outside of its table: with the last element of its package if there are several packages.
func (r *run) label(w *record.Workload) string {
	if r.packages < 2 {
		return shortName(w.Name)
	}
	return path.Base(w.Package) + "." + shortName(w.Name)
}

// units returns the headings of objects and bytes for a kind of workload.
func units(kind record.WorkloadKind) (objects, bytes string) {
	switch kind {
	case record.KindTest:
		return "allocs/run", "B/run"
	case record.KindProfile:
		return "objects", "bytes"
	}
	return "allocs/op", "B/op"
}

func (r *run) workloadGrid(ws []*record.Workload, width int) *grid {
	objects, bytes := units(ws[0].Kind)
	counted := slices.ContainsFunc(ws, func(w *record.Workload) bool { return w.Kind == record.KindBenchmark })
	rows := make([][]cell, len(ws))
	var heading []cell
	column := func(title string, of func(*record.Workload) cell) {
		heading = append(heading, cell{text: title})
		for i, w := range ws {
			rows[i] = append(rows[i], of(w))
		}
	}
	column(string(ws[0].Kind), func(w *record.Workload) cell { return cell{text: shortName(w.Name)} })
	column(objects, func(w *record.Workload) cell { return cell{figure(w.PerOp(w.Objects)), bold} })
	column(bytes, func(w *record.Workload) cell { return cell{text: figure(w.PerOp(w.Bytes))} })
	if counted {
		column("n", func(w *record.Workload) cell { return cell{text: record.Count(w.Ops)} })
	}
	if counted || slices.ContainsFunc(ws, warm) {
		column("first call", func(w *record.Workload) cell { return cell{text: firstCall(w)} })
	}
	account := len(heading)
	column("accounted for", accounted)
	if slices.ContainsFunc(ws, func(w *record.Workload) bool { return len(w.NsPerOp) > 0 }) {
		column("time/op, 95 % interval", func(w *record.Workload) cell { return cell{text: timing(w.NsPerOp)} })
	}
	g := newGrid(heading, 0, account, account+1)
	for _, row := range rows {
		g.add(row)
	}
	if g.width() > width && !slices.ContainsFunc(ws, func(w *record.Workload) bool { return w.Missing != 0 || !w.Exact }) {
		g.drop(account) // one line says the same for all
	}
	g.shrink(0, width)
	return g
}

// firstCall is what the first operation allocated, which no average shows.
func firstCall(w *record.Workload) string {
	if w.Kind == record.KindTest && !warm(w) {
		return "ran once"
	}
	if float64(w.FirstObjects) == w.PerOp(w.Objects) && float64(w.FirstBytes) == w.PerOp(w.Bytes) {
		return "the same"
	}
	return fmt.Sprintf("%s, %s B", plural(int(w.FirstObjects), "alloc"), record.Count(w.FirstBytes))
}

// accounted says how much of what MemStats counted the sites add up to.
func accounted(w *record.Workload) cell {
	if w.Kind == record.KindProfile && !w.Exact {
		return cell{text: "sampled"}
	}
	c := cell{fmt.Sprintf("%s of %s", figure(w.PerOp(w.Objects-w.Missing)), figure(w.PerOp(w.Objects))), green}
	if w.Missing != 0 {
		c.style = yellow
	}
	if w.Exact {
		c.text += ", exact"
	}
	return c
}
