package site

import (
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// noise are functions of package runtime and of package sync that now and then allocate for their own needs, in the
// name of whichever function is running.
var noise = map[string]bool{
	"runtime.malg":                      true, // the descriptor of a goroutine
	"runtime.allgadd":                   true, // the list of all goroutines grows
	"runtime.allocm":                    true, // the descriptor of a thread
	"runtime.acquireSudog":              true, // a goroutine waits on a channel or lock
	"runtime.gcBgMarkStartWorkers":      true,
	"runtime.gcBgMarkWorker":            true,
	"runtime.gcStart":                   true,
	"runtime.buildTypeAssertCache":      true,
	"runtime.buildInterfaceSwitchCache": true,
	"runtime.itabAdd":                   true, // the table of itabs grows
	"runtime.procresize":                true,
	"runtime.ensureSigM":                true,
	"runtime.newProfBuf":                true,
	"sync.(*Pool).pinSlow":              true, // a pool learns of a P
}

// noiseIn returns the outermost of the noise functions among frames; empty if there is none.
func noiseIn(frames []record.Frame) string {
	for i := len(frames) - 1; i >= 0; i-- {
		if noise[frames[i].Function] {
			return frames[i].Function
		}
	}
	return ""
}

// outermost returns the index of the frame that best says on whose behalf a stack without a frame of the user's ran:
// the outermost one outside the runtime and the generated main package of a test or, without one, the outermost.
func outermost(stack []record.Frame) int {
	for i := len(stack) - 1; i >= 0; i-- {
		f := &stack[i]
		if !isRuntime(f) && f.File != "" && !strings.HasSuffix(f.File, "_testmain.go") {
			return i
		}
	}
	return len(stack) - 1
}
