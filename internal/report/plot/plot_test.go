package plot

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

var tuning = record.Tuning{
	Workload: "<b>&", Rate: "a rate", Current: record.GCSetting{GOGC: 100}, Advised: record.GCSetting{GOGC: 200, Limit: 90 << 20},
	Memory: 100 << 20, MemoryFrom: "cgroup v2", Warnings: []string{"a warning"}, Why: []string{"a reason"},
	Grid: []record.GCPrediction{
		{Setting: record.GCSetting{GOGC: 100}, Cycles: 10, CPU: 100, GCCPU: 40, PeakHeap: 30 << 20, PeakMemory: 40 << 20},
		{Setting: record.GCSetting{GOGC: 200, Limit: 90 << 20}, Cycles: 5, CPU: 80, GCCPU: 20, PeakHeap: 50 << 20, PeakMemory: 120 << 20},
	},
	Runs: []record.GCPair{{Measured: record.GCRun{Setting: record.GCSetting{GOGC: 100}, Cycles: 11, CPU: 101, GCCPU: 42, PeakHeap: 31 << 20, PeakMemory: 42 << 20}}},
}

func render(t *testing.T, svg bool, all ...*record.Tuning) (string, error) {
	t.Helper()
	var b strings.Builder
	h := New(&b, svg)
	if err := h.Config(&record.Config{GoVersion: "go1.26"}); err != nil {
		t.Fatal(err)
	}
	for _, x := range all {
		if err := h.Tuning(x); err != nil {
			t.Fatal(err)
		}
	}
	err := h.Close()
	return b.String(), err
}

// TestDrawing looks for every point and text, and that nothing of the program's can be
// more than text.
func TestDrawing(t *testing.T) {
	svg, err := render(t, true, &tuning)
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("no XML: %v", err)
		}
	}
	page, err := render(t, false, &tuning)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"today: predicted, GOGC=100: 40 MiB, 40 %", "advised: predicted, GOGC=200 GOMEMLIMIT=90MiB: 120 MiB, 25 %",
		"measured, GOGC=100: 42 MiB, 41.6 %", "100 MiB (cgroup v2)", ">today: GOGC=100<", ">advised: GOGC=200 GOMEMLIMIT=90MiB<",
	} {
		if !strings.Contains(svg, want) || !strings.Contains(page, want) {
			t.Errorf("%q is not in both:\n%s", want, svg)
		}
	}
	if strings.Contains(page, "<b>") || !strings.Contains(page, "&lt;b&gt;&amp;") || !strings.Contains(page, "a warning") || !strings.Contains(page, "a reason") || !strings.Contains(page, "advised: GOGC=200 GOMEMLIMIT=90MiB for 100 MiB (cgroup v2)") || !strings.Contains(page, "0 B are live") {
		t.Errorf("the page:\n%s", page)
	}
}

// TestPlain draws collections and heaps where nothing else is known.
func TestPlain(t *testing.T) {
	plain := record.Tuning{Grid: []record.GCPrediction{{Setting: record.GCSetting{GOGC: 100}, Cycles: 12, PeakHeap: 8 << 20}}}
	svg, err := render(t, true, &plain)
	if err != nil || !strings.Contains(svg, "GOGC=100: 8 MiB, 12 collections") || !strings.Contains(svg, ">collections<") {
		t.Errorf("%v\n%s", err, svg)
	}
	if _, err := render(t, true); err == nil {
		t.Error("no error for a record without a tuning")
	}
}

// TestScale draws heaps of 100 KiB and of 20 GiB: no point is "0 MiB", no two ticks of an axis
// say the same.
func TestScale(t *testing.T) {
	for size, want := range map[int64]string{100 << 10: "100 KiB", 20 << 30: "20 GiB"} {
		tiny := record.Tuning{Grid: []record.GCPrediction{{Setting: record.GCSetting{GOGC: 100}, Cycles: 3, CPU: 1e9, GCCPU: 2e4, PeakHeap: size}}}
		svg, err := render(t, true, &tiny)
		if err != nil || !strings.Contains(svg, "GOGC=100: "+want+", 0.002 %") {
			t.Errorf("%v\n%s", err, svg)
		}
		d := draw(&tiny)
		for _, ticks := range [][]tick{d.XTicks, d.YTicks} {
			seen := map[string]bool{}
			for _, tick := range ticks {
				if seen[tick.Text] {
					t.Errorf("%s: two ticks say %s", want, tick.Text)
				}
				seen[tick.Text] = true
			}
		}
	}
}
