package reuseprom_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/unheap/unheap/reuse"
	"github.com/unheap/unheap/reuse/reuseprom"
)

// A fixed source has the statistics it is made of.
type fixed reuse.Stats

func (f fixed) Stats() reuse.Stats { return reuse.Stats(f) }

func Example() {
	// In a program these are pools, and Write is called by the handler of /metrics.
	reuseprom.Write(os.Stdout,
		fixed{Name: "bodies", Hits: 6400, Misses: 12, Held: 32768, High: 65536},
		fixed{Name: `odd "name"`, Drops: 1})
	// Output:
	// # HELP reuse_hits_total Gets served from idle values, in lots of 64 per value.
	// # TYPE reuse_hits_total counter
	// reuse_hits_total{name="bodies"} 6400
	// reuse_hits_total{name="odd \"name\""} 0
	// # HELP reuse_misses_total Gets that allocated.
	// # TYPE reuse_misses_total counter
	// reuse_misses_total{name="bodies"} 12
	// reuse_misses_total{name="odd \"name\""} 0
	// # HELP reuse_steals_total Hits served by a larger size class.
	// # TYPE reuse_steals_total counter
	// reuse_steals_total{name="bodies"} 0
	// reuse_steals_total{name="odd \"name\""} 0
	// # HELP reuse_drops_total Puts that kept nothing.
	// # TYPE reuse_drops_total counter
	// reuse_drops_total{name="bodies"} 0
	// reuse_drops_total{name="odd \"name\""} 1
	// # HELP reuse_leaked_total Values taken and never put, an estimate.
	// # TYPE reuse_leaked_total counter
	// reuse_leaked_total{name="bodies"} 0
	// reuse_leaked_total{name="odd \"name\""} 0
	// # HELP reuse_held_bytes Bytes held.
	// # TYPE reuse_held_bytes gauge
	// reuse_held_bytes{name="bodies"} 32768
	// reuse_held_bytes{name="odd \"name\""} 0
	// # HELP reuse_high_bytes Most bytes held so far.
	// # TYPE reuse_high_bytes gauge
	// reuse_high_bytes{name="bodies"} 65536
	// reuse_high_bytes{name="odd \"name\""} 0
}

func TestWritePools(t *testing.T) {
	bufs, pool := &reuse.Bytes{Name: "b"}, &reuse.Pool[[4]int]{}
	bufs.Get(1)
	var out strings.Builder
	if err := reuseprom.Write(&out, bufs, pool); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"reuse_misses_total{name=\"b\"} 1\n", "reuse_misses_total{name=\"Pool[[4]int]\"} 0\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

type full struct{ left int }

var errFull = errors.New("full")

func (w *full) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteError(t *testing.T) {
	for left := range 200 {
		if err := reuseprom.Write(&full{left}, &reuse.Bytes{}); err != errFull {
			t.Fatalf("with room for %d bytes: %v", left, err)
		}
	}
}
