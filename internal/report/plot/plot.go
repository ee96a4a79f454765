// Package plot draws the result of unheap gc: memory against the CPU time of the collector, predicted and measured.
//
// Invariant: the file is complete, without scripts or references to other files, and is a function of the messages
// alone.
//
// Model: one drawing for each tuning. A line joins the predictions for one GOMEMLIMIT, by GOGC; dots are runs, a ring
// is today's setting, a full circle the advice. Every point has its figures as a title, which browsers show under the
// pointer.
//
// What it blurs: without a known CPU time, the axis shows collections instead; without known memory, the peak heap.
package plot

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

//go:embed plot.tmpl
var text string

var page = template.Must(template.New("plot").Parse(text))

// New returns a Handler that, when it is closed, writes an HTML page to w or, if svg is set, just the drawing.
func New(w io.Writer, svg bool) record.Handler { return &handler{w: w, svg: svg} }

type handler struct {
	record.Ignore
	w       io.Writer
	svg     bool
	config  record.Config
	tunings []*record.Tuning
}

func (h *handler) Config(m *record.Config) error { h.config = *m; return nil }
func (h *handler) Tuning(m *record.Tuning) error { h.tunings = append(h.tunings, m); return nil }

// Close writes the drawings.
func (h *handler) Close() error {
	if len(h.tunings) == 0 {
		return fmt.Errorf("the record has nothing of the garbage collector: html and svg are formats of unheap gc")
	}
	var drawings []drawing
	for _, t := range h.tunings {
		drawings = append(drawings, draw(t))
	}
	name, data := "page", any(map[string]any{"Config": h.config, "Drawings": drawings})
	if h.svg {
		name, data = "svg", drawings[0]
	}
	var buf bytes.Buffer
	if err := page.ExecuteTemplate(&buf, name, data); err != nil {
		return err
	}
	_, err := h.w.Write(buf.Bytes())
	return err
}

// A drawing is a tuning in the units of the picture.
type drawing struct {
	*record.Tuning
	Width, Height            float64
	Left, Right, Top, Bottom float64 // edges of the area between the axes
	XTicks, YTicks           []tick
	XLabel, YLabel           string
	Lines                    []string // points of a polyline
	Predicted, Measured      []mark
	Today, Advised, Memory   *mark
}

type tick struct {
	At   float64
	Text string
}

type mark struct {
	X, Y float64
	Text string
}

// draw computes the coordinates of everything in a drawing.
func draw(t *record.Tuning) drawing {
	d := drawing{Tuning: t, Width: 760, Height: 420, Left: 70, Right: 740, Top: 20, Bottom: 360}
	share := len(t.Grid) > 0 && t.Grid[0].CPU > 0
	d.XLabel, d.YLabel = "memory, MiB", "collections"
	if share {
		d.YLabel = "CPU time of the collector, %"
	}
	var most, highest float64
	see := func(x, y float64) { most, highest = max(most, x), max(highest, y) }
	for _, p := range t.Grid {
		see(predicted(p, share))
	}
	for _, p := range slices.Concat(t.Runs, t.Checked) {
		see(measured(p.Measured, share))
	}
	memory := float64(t.Memory) / (1 << 20)
	if memory < 1.5*most { // otherwise the line of the limit would leave no room for the points
		most = max(most, memory)
	}
	const margin = 1.05
	x := axis{margin * most, d.Left, d.Right}
	y := axis{margin * highest, d.Bottom, d.Top}
	d.XTicks, d.YTicks = x.ticks(), y.ticks()
	at := func(px, py float64, what string) mark { return mark{x.at(px), y.at(py), what} }

	points := map[int64][]string{}
	var limits []int64
	for _, p := range t.Grid {
		px, py := predicted(p, share)
		m := at(px, py, figures("predicted", p.Setting, px, py, share))
		d.Predicted = append(d.Predicted, m)
		if points[p.Setting.Limit] == nil {
			limits = append(limits, p.Setting.Limit)
		}
		points[p.Setting.Limit] = append(points[p.Setting.Limit], fmt.Sprintf("%.1f,%.1f", m.X, m.Y))
		switch p.Setting {
		case t.Advised:
			d.Advised = &m
		case t.Current:
			d.Today = &m
		}
	}
	for _, l := range limits {
		d.Lines = append(d.Lines, strings.Join(points[l], " "))
	}
	for _, p := range slices.Concat(t.Runs, t.Checked) {
		px, py := measured(p.Measured, share)
		d.Measured = append(d.Measured, at(px, py, figures("measured", p.Measured.Setting, px, py, share)))
	}
	if t.Memory > 0 && memory <= x.most {
		m := at(memory, 0, t.MemoryText())
		d.Memory = &m
	}
	return d
}

// figures is the title of a point at x, in MiB, and y.
func figures(what string, s record.GCSetting, x, y float64, share bool) string {
	text := fmt.Sprintf("%s, %v: %s, ", what, s, record.Size(int64(x*(1<<20))))
	if share {
		return text + strconv.FormatFloat(y, 'g', 3, 64) + " %"
	}
	return text + fmt.Sprintf("%.0f collections", y)
}

// Advice is the advised setting in words; empty for none.
func (d drawing) Advice() string {
	if d.Tuning.Advised == (record.GCSetting{}) {
		return ""
	}
	return d.Tuning.Advised.String()
}

// predicted are the coordinates of a prediction.
func predicted(p record.GCPrediction, share bool) (x, y float64) {
	x = float64(p.Space()) / (1 << 20)
	if !share {
		return x, p.Cycles
	}
	return x, 100 * p.Share()
}

// measured are the coordinates of a run.
func measured(r record.GCRun, share bool) (x, y float64) {
	x = float64(max(r.Space(), r.PeakHeap)) / (1 << 20)
	if !share {
		return x, float64(r.Cycles)
	}
	return x, 100 * float64(r.GCCPU) / float64(max(r.CPU, 1))
}

// An axis maps 0 to from, and most to to.
type axis struct{ most, from, to float64 }

func (a axis) at(v float64) float64 {
	if a.most == 0 {
		return a.from
	}
	return a.from + min(v/a.most, 1)*(a.to-a.from)
}

// ticks returns four to ten ticks, at multiples of 1, 2 or 5 times a power of ten.
func (a axis) ticks() (all []tick) {
	if a.most <= 0 {
		return []tick{{a.from, "0"}}
	}
	unit := math.Pow(10, math.Floor(math.Log10(a.most)))
	step := unit
	for _, by := range []float64{1, 2, 5} {
		if a.most/(unit/by) >= 4 {
			step = unit / by
			break
		}
	}
	decimals := max(0, -int(math.Floor(math.Log10(step)+1e-9)))
	for v := 0.0; v <= a.most*1.0001; v += step {
		all = append(all, tick{a.at(v), strconv.FormatFloat(v, 'f', decimals, 64)})
	}
	return all
}
