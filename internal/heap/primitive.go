package heap

import (
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// newobject is the function that the compiler calls for a single object.
const newobject = "runtime.newobject"

// pushed are functions of the runtime that allocate and whose names have another package, by a go:linkname directive
// in package runtime, in Go 1.25 to 1.27.
var pushed = map[string]bool{
	"arena.runtime_arena_newArena":          true,
	"internal/bytealg.MakeNoZero":           true,
	"internal/godebug.registerMetric":       true,
	"internal/poll.runtime_Semacquire":      true,
	"internal/reflectlite.unsafe_New":       true,
	"internal/sync.runtime_SemacquireMutex": true,
	"internal/synctest.associate":           true,
	"internal/syscall/unix.gostring":        true,
	"maps.clone":                            true,
	"os.runtime_args":                       true,
	"reflect.growslice":                     true,
	"reflect.makechan":                      true,
	"reflect.makemap":                       true,
	"reflect.mapassign0":                    true,
	"reflect.mapassign_faststr0":            true,
	"reflect.rselect":                       true,
	"reflect.unsafe_New":                    true,
	"reflect.unsafe_NewArray":               true,
	"runtime/debug.readGCStats":             true,
	"runtime/metrics.runtime_readMetrics":   true,
	"runtime/pprof.readProfile":             true,
	"sync.runtime_Semacquire":               true,
	"sync.runtime_SemacquireRWMutex":        true,
	"sync.runtime_SemacquireRWMutexR":       true,
	"sync.runtime_SemacquireWaitGroup":      true,
	"sync.runtime_notifyListWait":           true,
	"syscall.runtime_envs":                  true,
	"time.newTimer":                         true,
	"weak.runtime_registerWeakPointer":      true,
}

// roots are functions at the start of every goroutine, or where the stack was switched. They call functions that
// allocate but do not allocate themselves.
var roots = map[string]bool{
	"runtime.goexit": true, "runtime.main": true, "runtime.mcall": true, "runtime.mstart": true,
	"runtime.mstart0": true, "runtime.mstart1": true, "runtime.rt0_go": true, "runtime.systemstack": true,
	"runtime.morestack": true, "runtime.newstack": true, "runtime.schedule": true,
}

// Primitive returns the function of the runtime that user or library code called to allocate: the outermost of the n
// frames of the runtime at the leaf end of a full stack. If there is none, because the stack comes from a stock
// profile or the compiler called a function that has no frame, primitive is empty and n is 0. For a stack with frames
// of the runtime alone, such as that of a goroutine being made, it is the outermost function that is not a root of the
// goroutine.
func Primitive(stack []record.Frame) (primitive string, n int) {
	for n < len(stack) && ofRuntime(stack[n].Function) {
		n++
	}
	if n == 0 {
		return "", 0
	}
	outer := n - 1
	if n == len(stack) {
		for outer > 0 && roots[stack[outer].Function] {
			outer--
		}
	}
	return normal(stack[outer].Function), n
}

// ofRuntime reports whether a function may be one of the allocator's frames in a stack. Packages like runtime/pprof
// count as libraries.
func ofRuntime(function string) bool {
	return strings.HasPrefix(function, "runtime.") || strings.HasPrefix(function, "internal/runtime/") || pushed[function]
}

// normal returns the name by which older releases call an entry point of the allocator: since Go 1.27 the compiler
// calls a function for each size class instead of newobject. A far call on arm64 goes through a trampoline of the
// linker, and newproc does its work in a closure.
func normal(function string) string {
	function, _, _ = strings.Cut(function, "-tramp")
	function, _, _ = strings.Cut(function, ".func")
	if strings.HasPrefix(function, "runtime.mallocgcSmall") || strings.HasPrefix(function, "runtime.mallocgcTiny") {
		return newobject
	}
	return function
}
