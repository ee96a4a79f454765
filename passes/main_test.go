package passes_test

import (
	"os"
	"runtime/debug"
	"testing"

	"github.com/unheap/unheap/passes/internal/goroot"
)

// TestMain lets the heap grow, since most of it is what is known of all dependencies: that
// saves a third of the time.
func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	goroot.Main(m)
}
