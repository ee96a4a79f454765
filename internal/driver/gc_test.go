package driver

import (
	"testing"

	"github.com/unheap/unheap/internal/gctune"
)

// environment has GOGC alone.
func environment(gogc string) func(string) string {
	return func(name string) string {
		if name == "GOGC" {
			return gogc
		}
		return ""
	}
}

// TestGOGC reads GOGC as the runtime does.
func TestGOGC(t *testing.T) {
	for text, want := range map[string]int{"": 100, "off": gctune.Off, "0": 0, "50": 50, "-1": gctune.Off, "-50": gctune.Off} {
		var f gcFlags
		if err := f.readEnvironment(environment(text)); err != nil || f.need.Current.GOGC != want {
			t.Errorf("GOGC=%s: got %d, %v; want %d", text, f.need.Current.GOGC, err, want)
		}
	}
	for _, text := range []string{"much", "5000000000"} {
		var f gcFlags
		if err := f.readEnvironment(environment(text)); err == nil {
			t.Errorf("GOGC=%s: got %d, want an error", text, f.need.Current.GOGC)
		}
	}
}
