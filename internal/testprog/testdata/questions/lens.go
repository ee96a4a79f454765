// The garbage collector takes too much CPU. Which column of the profile leads
// to the cause: inuse_space, alloc_space or alloc_objects?
//
// Run it: go run lens.go
package main

import (
	"fmt"
	"runtime"
	"time"
)

const total = 1 << 30

var (
	held = make([]byte, 32<<20) // a steady heap, as a service has
	last []byte
)

func main() {
	fmt.Println("1 GiB of garbage in …   objects  cycles    time   in use at the end")
	for _, size := range []int{16, 4 << 10, 1 << 20} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		start := time.Now()
		for range total / size {
			last = make([]byte, size)
		}
		elapsed := time.Since(start)
		runtime.ReadMemStats(&after)
		runtime.GC()
		var end runtime.MemStats
		runtime.ReadMemStats(&end)
		fmt.Printf("%8d bytes each %12d  %6d %6dms  %d KiB\n",
			size, after.Mallocs-before.Mallocs, after.NumGC-before.NumGC, elapsed.Milliseconds(), end.HeapAlloc>>10)
	}
	runtime.KeepAlive(held)
}
