package heap

import (
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// newobject is what the compiler calls for a single object.
const newobject = "runtime.newobject"

// pushed are functions of the runtime that allocate and carry the name of
// another package: the go:linkname directives of package runtime, Go 1.25 to
// 1.27.
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

// roots begin every goroutine, or stand where a stack was switched. They call
// what allocates and ask for nothing themselves.
var roots = map[string]bool{
	"runtime.goexit": true, "runtime.main": true, "runtime.mcall": true, "runtime.mstart": true,
	"runtime.mstart0": true, "runtime.mstart1": true, "runtime.rt0_go": true, "runtime.systemstack": true,
	"runtime.morestack": true, "runtime.newstack": true, "runtime.schedule": true,
}

// Primitive returns the function of the runtime that user or library code
// called to get its memory: the outermost of the n frames of the runtime at
// the leaf side of a full stack. It is empty, and n is 0, when there is none:
// the stack comes from a stock profile, or the compiler called an allocator
// that leaves no frame. A stack of the runtime alone, as of a goroutine that
// is being made, yields its outermost function that is not the goroutine's
// root.
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

// ofRuntime reports whether a function is part of the allocator's side of a
// stack. Packages like runtime/pprof are libraries.
func ofRuntime(function string) bool {
	return strings.HasPrefix(function, "runtime.") || strings.HasPrefix(function, "internal/runtime/") || pushed[function]
}

// normal gives the entry points of the allocator the name by which older
// releases call them: since Go 1.27 the compiler calls a function for each
// size class instead of newobject. A far call on arm64 goes through a
// trampoline of the linker, and newproc does its work in a closure.
func normal(function string) string {
	function, _, _ = strings.Cut(function, "-tramp")
	function, _, _ = strings.Cut(function, ".func")
	if strings.HasPrefix(function, "runtime.mallocgcSmall") || strings.HasPrefix(function, "runtime.mallocgcTiny") {
		return newobject
	}
	return function
}
