package text

import (
	"math"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// renderTuning writes whether the allocation rate is what to work on, then the advice and its check, then the runs it
// rests on.
func (r *run) renderTuning(p *page, t *record.Tuning) {
	p.gap()
	p.para(0, bold, t.Workload+": "+t.Rate)
	if seen := t.Seen(); seen != "" {
		p.para(2, plain, seen)
	}
	for _, w := range t.Warnings {
		p.para(0, bold, "warning: "+w)
	}
	renderCuts(p, t, r.place)
	renderAdvice(p, t)
	if len(t.Checked) > 0 {
		p.gap()
		p.line("run again, measured / predicted:")
		writePairs(p, t.Checked...)
	}
	p.gap()
	p.line("predicted:")
	g := newGrid(cells("GOGC", "GOMEMLIMIT", "collections", "GC", "CPU time", "peak heap", "memory", ""), 7)
	var same []string
	for _, x := range t.Grid {
		if x.Setting != t.Advised && unlimited(t.Grid, x) {
			gogc, _ := x.Setting.Values()
			same = append(same, gogc)
			continue
		}
		gogc, limit := settingCells(x.Setting)
		g.add(cells(gogc, limit, rounded(x.Cycles), gcShare(x.GCCPU, x.CPU), known(x.CPU), size(x.PeakHeap), size(x.PeakMemory), remark(t, x)))
	}
	g.write(p)
	if len(same) > 0 {
		p.para(2, plain, "With the limit the same is predicted at GOGC "+some(same, 12)+" as without it.")
	}
	p.gap()
	p.line("runs that this rests on, measured / predicted:")
	writePairs(p, t.Runs...)
}

// unlimited reports whether a prediction is the same, to the shown precision, without its limit.
func unlimited(grid []record.GCPrediction, x record.GCPrediction) bool {
	near := func(a, b float64) bool { return math.Abs(a-b) <= 0.01*max(a, b) }
	return x.Setting.Limit > 0 && slices.ContainsFunc(grid, func(y record.GCPrediction) bool {
		return y.Setting == record.GCSetting{GOGC: x.Setting.GOGC} && x.Thrashes == y.Thrashes && rounded(x.Cycles) == rounded(y.Cycles) &&
			near(float64(x.CPU), float64(y.CPU)) && near(float64(x.PeakHeap), float64(y.PeakHeap)) && near(float64(x.PeakMemory), float64(y.PeakMemory))
	})
}

// handful is a number of collections too small to say what fewer would cost.
const handful = 10

// renderCuts shows how much work the collector would have without the sites that allocate most.
func renderCuts(p *page, t *record.Tuning, place func(record.Position) string) {
	if len(t.Cuts) == 0 {
		return
	}
	p.gap()
	p.line("what allocates most, and the collector without it:")
	g := newGrid(cells("of the bytes", "GC CPU saved", "place", "function"), 2, 3)
	var now record.GCPrediction
	for _, x := range t.Grid {
		if x.Setting == t.Current {
			now = x
		}
	}
	for _, c := range t.Cuts {
		saved := "-"
		if now.GCCPU > 0 && now.Cycles >= handful {
			saved = percent(max(0, 1-float64(c.Predicted.GCCPU)/float64(now.GCCPU)))
		}
		g.add(cells(percent(c.Bytes), saved, place(c.Pos), c.Function))
	}
	g.shrink(3, p.width-2)
	g.write(p)
}

// renderAdvice shows the advised setting, and why.
func renderAdvice(p *page, t *record.Tuning) {
	if t.Advised == (record.GCSetting{}) {
		return
	}
	p.gap()
	text := "advised: " + t.Advised.String()
	if t.Memory > 0 {
		text += " for " + t.MemoryText()
	}
	p.para(0, bold, text)
	for _, why := range t.Why {
		p.para(2, plain, why)
	}
}

// writePairs writes runs beside their predictions. On a narrow page it drops columns, beginning with the last three,
// which have no predictions: the part of the CPU time in which allocating goroutines had to mark, the longest stop of
// the world, and how long goroutines waited for a processor.
func writePairs(p *page, pairs ...record.GCPair) {
	g := newGrid(cells("GOGC", "GOMEMLIMIT", "collections", "GC", "CPU time", "peak heap", "memory", "by assists", "longest pause", "wait, p99"))
	for _, x := range pairs {
		g.add(pairRow(x))
	}
	for _, column := range []int{9, 8, 7, 4, 6} {
		if g.width() > p.width-2 {
			g.drop(column)
		}
	}
	g.write(p)
}

// pairRow is the row of a run and its prediction.
func pairRow(x record.GCPair) []cell {
	m, q := x.Measured, x.Predicted
	gogc, limit := settingCells(m.Setting)
	return cells(gogc, limit,
		both(record.Count(m.Cycles), rounded(q.Cycles)),
		both(gcShare(m.GCCPU, m.CPU), gcShare(q.GCCPU, q.CPU)),
		both(known(m.CPU), known(q.CPU)),
		both(size(m.PeakHeap), size(q.PeakHeap)),
		both(size(m.Space()), size(q.PeakMemory)),
		gcShare(m.Assist, m.CPU), known(m.MaxPause), known(m.Latency))
}

func both(measured, predicted string) string { return measured + " / " + predicted }

// known formats nanoseconds; "-" for 0, which means not known.
func known(ns int64) string {
	if ns == 0 {
		return "-"
	}
	return duration(float64(ns))
}

// settingCells are the two columns of a setting.
func settingCells(s record.GCSetting) (gogc, limit string) {
	gogc, limit = s.Values()
	if s.Limit == 0 {
		limit = "-"
	}
	return gogc, limit
}

func rounded(x float64) string { return record.Count(int64(math.Round(x))) }

// gcShare is the collector's share of the CPU time; "-" if it is not known.
func gcShare(gc, all int64) string {
	if gc == 0 || all == 0 {
		return "-"
	}
	return percent(float64(gc) / float64(all))
}

// size formats bytes; "-" for 0, which means not known.
func size(n int64) string {
	if n == 0 {
		return "-"
	}
	return record.Size(n)
}

// remark marks rows of the grid.
func remark(t *record.Tuning, x record.GCPrediction) string {
	var marks []string
	if x.Setting == t.Current {
		marks = append(marks, "today")
	}
	if x.Setting == t.Advised {
		marks = append(marks, "advised")
	}
	if x.Thrashes {
		marks = append(marks, "thrashes")
	}
	if t.Memory > 0 && x.PeakMemory > t.Memory {
		marks = append(marks, "does not fit")
	}
	return strings.Join(marks, ", ")
}
