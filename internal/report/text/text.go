// Package text renders a run for people: what allocates, how often, why, and what to do first.
//
// Invariant: the text is a function of the messages and the [Options] alone. Every figure has a unit, and the report
// says over what it was measured and whether it is exact, an interval or an estimate.
//
// Model: all messages are collected, and the report is written when the handler is closed. It goes from the general
// to the particular: what went wrong, what to do first in three lines, the workloads with their totals, the sites
// ranked by their share, with sites of one cause as one row, then folded sites as one line per kind. A site that
// several benchmarks reach is one row: "1..4 allocs/op" is the least and the most among them, so that every figure is
// that of some benchmark.
//
// What the model blurs: shares over several benchmarks refer to one operation of each (see [record.Shares]), and long
// lists are cut; Verbose shows them whole.
package text

import (
	"cmp"
	"io"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/report/proof"
)

// Options say how to render. The zero value is a report of 100 columns without
// colour, ranked by estimated cost.
type Options struct {
	// Width is the number of columns; 0 means 100, and less than 72 counts
	// as 72, below which tables do not fit.
	Width int
	// Color turns on ANSI colour.
	Color bool
	// Sort is the lens that ranks sites; empty means record.ByCost.
	Sort record.Lens
	// Verbose folds nothing away.
	Verbose bool
	// List shows the source line by line in place of the table of sites.
	List bool
	// Top is the largest number of sites shown in full; 0 means all with at least 1 % of the quantity that they are
	// ranked by.
	Top int
	// Shown, if not nil, reports whether the reader has seen the diff of the candidate with an ID already. It is not
	// shown again then.
	Shown func(id string) bool
}

// New returns a Handler that writes a report to w when it is closed.
func New(w io.Writer, o Options) record.Handler {
	o.Width = cmp.Or(o.Width, 100)
	o.Width = max(o.Width, leastWidth)
	o.Sort = cmp.Or(o.Sort, record.ByCost)
	return &handler{w: w, options: o}
}

// leastWidth is the width below which tables do not fit.
const leastWidth = 72

// A handler collects messages, and writes the report when it is closed.
type handler struct {
	record.Collected
	options Options
	w       io.Writer
	proofs  int // number of proofs written
}

// A run is what has been collected. Its messages are not modified.
type run struct {
	Options
	*record.Config
	record.Collected

	// Indexes, set by index.
	own      map[string]bool // folders of the main module
	byName   map[workloadName]*record.Workload
	inuse    bool // whether a site has figures of memory in use
	packages int  // number of packages with workloads
}

func (h *handler) run() *run {
	r := &run{Options: h.options, Config: cmp.Or(h.Head, &record.Config{}), Collected: h.Collected}
	r.index()
	return r
}

// Proof is written at once, as a report of its own.
func (h *handler) Proof(m *record.Proof) error {
	h.proofs++
	_, err := io.WriteString(h.w, proof.Text(m))
	return err
}

// Close writes the report.
func (h *handler) Close() error {
	if h.proofs > 0 {
		return nil // a run of prove has no measurements of its own
	}
	r := h.run()
	p := &page{width: r.Width, color: r.Color}
	r.render(p)
	_, err := io.WriteString(h.w, p.String())
	return err
}

func (r *run) render(p *page) {
	r.renderAlert(p)
	if len(r.Tunings) > 0 {
		for _, t := range r.Tunings {
			r.renderTuning(p, t)
		}
		return
	}
	if !r.fixes() {
		r.renderProblems(p)
	}
	rows := r.rank()
	if !r.fixes() && !r.List {
		r.renderFirst(p, rows)
	}
	for _, c := range r.CPUs {
		r.renderCPU(p, c)
	}
	r.renderWorkloads(p)
	switch {
	case r.fixes():
		r.renderFix(p)
	case r.List:
		r.renderList(p)
	default:
		r.renderSites(p, rows)
	}
	if r.fixes() {
		r.renderProblems(p)
	}
	if p.Len() == 0 {
		p.line("nothing was measured")
	}
}

// fixes reports whether the run was one of fix, even if that found nothing to try.
func (r *run) fixes() bool {
	return len(r.Verdicts) > 0 || len(r.Candidates) > 0 || len(r.Command) > 0 && r.Command[0] == "fix"
}
