package text

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// renderCPU writes whether allocation is the problem at all, then what the time was spent on, then the user's lines
// that spend it.
func (r *run) renderCPU(p *page, c *record.CPU) {
	memory := c.Alloc + c.Assist + c.Background + c.Sweep
	share := part(float64(memory), float64(c.Total))
	p.gap()
	if c.Samples > 0 && c.Samples < fewSamples {
		p.para(0, bold, fmt.Sprintf("Too short to tell: %s of the CPU time is in allocation and GC, in %s only%s. Run longer: -benchtime=10s.",
			percent(share), plural(int(c.Samples), "sample"), strings.TrimSuffix(within(share, c.Samples), fmt.Sprintf(", n=%s samples]", record.Count(c.Samples)))+"]"))
	} else {
		p.para(0, bold, fmt.Sprintf("Allocation and GC take %s of the CPU time%s: %s.",
			percent(share), within(share, c.Samples), cpuVerdict(share)))
	}
	p.para(2, dim, cpuSource(c))
	p.gap()
	r.cpuSplit(c).write(p)
	r.renderCPULines(p, c)
}

// fewSamples is the number of samples below which no verdict is given: the interval of a share of 10 % is wider than
// the share.
const fewSamples = 100

// cpuVerdict says what a share of the CPU time means. The bounds are a convention, not a measurement: below 5 %,
// removing every allocation would not be noticed; from 20 % on, few other changes gain as much.
func cpuVerdict(share float64) string {
	switch {
	case share < 0.05:
		return "allocation is not what makes this program slow; look at the rest first"
	case share < 0.20:
		return "removing allocations can win this much at most; the rest weighs more"
	}
	return "allocation is worth working on"
}

// within is the 95 % interval of a share of n samples (Wilson 1927), which is valid near 0 and 1, too. Samples of one
// profile are taken as independent.
func within(share float64, n int64) string {
	if n <= 0 {
		return " (number of samples unknown)"
	}
	const z = 1.96
	f := float64(n)
	mid := (share + z*z/(2*f)) / (1 + z*z/f)
	half := z * math.Sqrt(share*(1-share)/f+z*z/(4*f*f)) / (1 + z*z/f)
	return fmt.Sprintf(" [%s..%s, n=%s samples]", percent(max(0, mid-half)), percent(min(1, mid+half)), record.Count(n))
}

func cpuSource(c *record.CPU) string {
	text := duration(float64(c.Total)) + " of CPU time"
	if c.Source != "" {
		text += " in " + c.Source
	}
	return text
}

func (r *run) cpuSplit(c *record.CPU) *grid {
	g := newGrid(cells("CPU time", "share", "spent on"), 2)
	for _, row := range []struct {
		ns   int64
		what string
	}{
		{c.Alloc, "allocating: mallocgc and below"},
		{c.Assist, "GC assist: marking that allocating goroutines are made to do"},
		{c.Background, "GC in the background: mark workers"},
		{c.Sweep, "sweeping and returning memory"},
		{c.Rest, "everything else"},
	} {
		g.add(cells(duration(float64(row.ns)), percent(part(float64(row.ns), float64(c.Total))), row.what))
	}
	return g
}

// renderCPULines shows the lines that spend time on allocation, largest first.
func (r *run) renderCPULines(p *page, c *record.CPU) {
	lines := filter(c.Lines, func(l record.CPULine) bool { return l.Alloc+l.Assist > 0 })
	if len(lines) == 0 {
		return
	}
	limit := r.cpuLimit(c, lines)
	g := newGrid(cells("alloc", "assist", "rest", "alloc+assist", "place"), 4, 5)
	for _, l := range lines[:limit] {
		share := part(float64(l.Alloc+l.Assist), float64(c.Total))
		g.add([]cell{
			{text: duration(float64(l.Alloc))}, {text: duration(float64(l.Assist))}, {text: duration(float64(l.Rest))},
			{percent(share), heat(share)}, {r.place(l.Pos), bold}, {text: l.Function},
		})
	}
	g.shrink(5, p.width-2)
	p.gap()
	g.write(p)
	if rest := lines[limit:]; len(rest) > 0 {
		var sum int64
		for _, l := range rest {
			sum += l.Alloc + l.Assist
		}
		p.para(2, dim, fmt.Sprintf("and %s with %s together (-v lists them)", plural(len(rest), "more line"), duration(float64(sum))))
	}
}

// cpuLimit is how many lines are shown: those above the share cold, and at least one.
func (r *run) cpuLimit(c *record.CPU, lines []record.CPULine) int {
	n := len(lines)
	isCold := func(l record.CPULine) bool { return float64(l.Alloc+l.Assist) < cold*float64(c.Total) }
	if first := slices.IndexFunc(lines, isCold); first >= 0 && !r.Verbose {
		n = max(1, first)
	}
	if r.Top > 0 {
		n = min(n, r.Top)
	}
	return n
}
