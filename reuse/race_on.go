//go:build race

package reuse

import (
	"runtime"
	"unsafe"
)

// The race detector takes whatever a pool synchronizes for itself for synchronization of its users: a race between two
// goroutines that take values from one pool would never be reported. So code of ours between quiet and loud makes no
// happens-before edge, as in sync.Pool, and the memory it shares is touched only by functions marked go:norace. No
// function of the user's may be called between quiet and loud.

func quiet() { runtime.RaceDisable() }
func loud()  { runtime.RaceEnable() }

// released and acquired make the only happens-before edge: from the Put of a value to the Get that hands out the same
// memory again.

func released(p unsafe.Pointer) { runtime.RaceReleaseMerge(p) }
func acquired(p unsafe.Pointer) { runtime.RaceAcquire(p) }

// written tells the race detector that n bytes at p are written, or the first 4096 of them: the call takes a
// microsecond for each 100 bytes.
func written(p unsafe.Pointer, n int) { runtime.RaceWriteRange(p, min(n, 4<<10)) }
