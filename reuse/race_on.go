//go:build race

package reuse

import (
	"runtime"
	"unsafe"
)

// Whatever a pool synchronizes for itself, the race detector takes for
// synchronization of its users: two goroutines that share a counter without a
// lock, and take values from one pool, would never be reported. So everything
// of ours between quiet and loud makes no edge, as in sync.Pool, and what it
// shares is touched by functions marked go:norace alone. A user's function
// must never be called in between.

func quiet() { runtime.RaceDisable() }
func loud()  { runtime.RaceEnable() }

// released and acquired make the one edge that there is: from the Put of a
// value to the Get that hands out the same memory again.

func released(p unsafe.Pointer) { runtime.RaceReleaseMerge(p) }
func acquired(p unsafe.Pointer) { runtime.RaceAcquire(p) }

// written tells the detector that the first of n bytes at p are written: it
// takes a microsecond for each 100 of them.
func written(p unsafe.Pointer, n int) { runtime.RaceWriteRange(p, min(n, 4<<10)) }
