package rewrite

import (
	"testing"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/passes"
)

// TestFill holds which room is offered for what was seen: by how often each size was given.
func TestFill(t *testing.T) {
	const kib = 1 << 10
	type rungs map[int64]int64 // objects by size
	for _, tt := range []struct {
		name          string
		unit          int64
		isMap         bool
		seen          []rungs // of a workload each, of 100 operations
		capacity      int64   // 0: nothing is offered
		p50, p90, p99 int64
	}{
		{"all agree", 16, false, []rungs{{16: 100, 32: 100, 64: 100, 128: 100, 256: 100}}, 16, 16, 16, 16},
		{"most", 16, false, []rungs{{64: 100, 128: 100, 256: 40, 512: 5}}, 16, 8, 16, 32},
		{"few are large", 16, false, []rungs{{64: 100, 128: 100, 256: 10, 512: 10, kib: 10, 2 * kib: 10, 4 * kib: 10}}, 8, 8, 8, 256},
		{"nothing grows twice", 8, false, []rungs{{64: 100}}, 0, 0, 0, 0},
		{"too little", 8, false, []rungs{{8: 100, 16: 100, 32: 100}}, 0, 0, 0, 0},
		{"too much", 8, false, []rungs{{64 * kib: 10, 128 * kib: 10}}, 0, 0, 0, 0},
		{"more bytes than growth", 8, false, []rungs{{64: 100, 128: 11, 256: 11, 512: 11, kib: 11, 2 * kib: 11}}, 0, 0, 0, 0},
		{"fewer bytes than growth", 8, false, []rungs{{64: 100, 128: 90, 256: 90, 512: 11, kib: 11, 2 * kib: 11}}, 32, 32, 256, 256},
		{"each workload counts alike", 8, false, []rungs{{64: 100, 128: 100, 256: 100}, {64: 10000, 128: 10000, 256: 10000, 512: 10000}}, 64, 64, 64, 64},
		{"odd capacities", 40, false, []rungs{{160: 100, 320: 100, 640: 100, 1280: 100, 2680: 100}}, 64, 67, 67, 67},
		{"grows by a quarter", 8, false, []rungs{{2 * kib: 10, 4 * kib: 10, 6784: 10}}, 768, 848, 848, 848},
		{"a map", 200, true, []rungs{{200: 100, 400: 100, 800: 100}}, 24, 28, 28, 28},
		{"a map of one group", 200, true, []rungs{{200: 100}}, 0, 0, 0, 0},
		{"a text", 1, false, []rungs{{8: 100, 16: 90, 24: 10, 48: 100, 96: 100}}, 96, 96, 96, 96},
	} {
		pos := record.Position{File: "m.go", Line: 3, Column: 9}
		o := Open{
			Candidate: record.Candidate{Package: "m", Message: "room for " + passes.Hole, Edits: []record.Edit{{New: "make(T, " + passes.Hole + ")"}}},
			grows:     []record.Position{pos}, unit: tt.unit, isMap: tt.isMap,
		}
		site := record.Site{ID: "m.F: append(x, y)", Package: "m", Pos: pos}
		elsewhere := record.Site{ID: "m.F: append(z, y)", Package: "m", Pos: record.Position{File: "m.go", Line: 3, Column: 1}}
		var workloads []record.Workload
		for i, seen := range tt.seen {
			w := record.Workload{Name: string(rune('A' + i)), Package: "m", Ops: 100}
			usage := record.Usage{Workload: w.Name, Package: w.Package}
			for size, n := range seen {
				usage.Growth = append(usage.Growth, record.Rung{Size: size, Objects: n, Bytes: n * size})
			}
			usage.Growth = record.Ladder(usage.Growth)
			workloads, site.Usage = append(workloads, w), append(site.Usage, usage)
			usage.Growth = []record.Rung{{Size: 1 << 20, Objects: 1e6, Bytes: 1e6 << 20}}
			elsewhere.Usage = append(elsewhere.Usage, usage)
		}
		c, ok := o.Fill(workloads, []record.Site{elsewhere, site})
		if ok != (tt.capacity > 0) {
			t.Errorf("%s: offered %+v", tt.name, c.Observed)
		}
		if !ok {
			continue
		}
		got := *c.Observed
		if got.Waste <= 0 || got.Waste >= 1 {
			t.Errorf("%s: waste %v", tt.name, got.Waste)
		}
		got.Waste = 0
		if want := (record.Observed{Capacity: tt.capacity, P50: tt.p50, P90: tt.p90, P99: tt.p99}); got != want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, want)
		}
		if len(c.Sites) != 1 || c.Sites[0] != site.ID {
			t.Errorf("%s: sites %q", tt.name, c.Sites)
		}
	}
}
