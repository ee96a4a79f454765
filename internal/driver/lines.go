package driver

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/record"
)

// packageLines is a table that is printed while packages are measured: with many packages the user sees within
// seconds what the first ones allocate, long before the report, which has to wait for the last.
type packageLines struct {
	w     io.Writer // nil for none
	width int       // width of the longest import path
	begun bool
}

// line prints the line of one package: how many workloads ran, what the costliest of them allocates, and which site
// causes most of the cost.
func (m *measurement) line(path string, run *bench.Run) error {
	l := &m.lines
	if l.w == nil {
		return nil
	}
	sites := m.fresh.Result(run.Workloads, nil).Sites
	if !l.begun {
		l.begun = true
		for name := range m.named() {
			l.width = max(l.width, len(name))
		}
		if _, err := fmt.Fprintf(l.w, "%-*s  workloads  most allocs  hottest place\n", l.width, "package"); err != nil {
			return err
		}
	}
	ran, most := 0, 0.0
	for _, w := range run.Workloads {
		if w.Failure == "" {
			ran++
			most = max(most, w.PerOp(w.Objects))
		}
	}
	_, err := fmt.Fprintf(l.w, "%-*s  %9d  %11s  %s\n", l.width, path, ran, number(most), m.hottest(sites, run.Workloads))
	return err
}

// longest is the largest length, in characters, to which an expression is shown.
const longest = 40

// hottest names the site with the largest part of the estimated cost.
func (m *measurement) hottest(sites []record.Site, workloads []record.Workload) string {
	sum := 0.0
	for i := range sites {
		m.estimate(&sites[i], workloads)
		sum += sites[i].Cost
	}
	if sum == 0 {
		return "-"
	}
	s := slices.MaxFunc(sites, func(a, b record.Site) int { return cmp.Compare(a.Cost, b.Cost) }) // the first of equal ones
	what, rest, _ := strings.Cut(cmp.Or(s.Expr, s.Callee), "\n")
	if r := []rune(what); rest != "" || len(r) > longest {
		what = string(r[:min(len(r), longest)]) + "…"
	}
	if what != "" {
		what = " " + what
	}
	return fmt.Sprintf("%s%s (%.0f %%)", s.Pos, what, 100*s.Cost/sum)
}

// number writes objects per operation with at most two digits behind the point.
func number(n float64) string {
	text := strconv.FormatFloat(n, 'f', 2, 64)
	return strings.TrimRight(strings.TrimRight(text, "0"), ".")
}

// end separates the lines from the report.
func (l *packageLines) end() error {
	if !l.begun {
		return nil
	}
	_, err := fmt.Fprintln(l.w)
	return err
}
