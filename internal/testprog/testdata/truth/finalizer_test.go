// A finalizer or cleanup needs its object on the heap, and makes a closure to
// call it.

package truth

import (
	"runtime"
	"testing"
)

type finalizerFile struct{ fd, mode, flags int }

func finalizerClose(f *finalizerFile) {}

func finalizerCleanup(fd int) {}

//go:noinline
func finalizerSet() {
	f := &finalizerFile{fd: 1} // heap: passed 1
	runtime.SetFinalizer(f, finalizerClose)
	runtime.SetFinalizer(f, nil)
}

//go:noinline
func finalizerAdd() {
	f := &finalizerFile{fd: 1}                         // heap: passed 1
	c := runtime.AddCleanup(f, finalizerCleanup, f.fd) // heap: finalizer any
	c.Stop()
}

func BenchmarkFinalizer(b *testing.B) {
	for b.Loop() {
		finalizerSet()
		finalizerAdd()
	}
}
