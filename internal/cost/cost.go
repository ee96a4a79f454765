// Package cost estimates the time that an allocation takes, so that sites can
// be ranked by one number.
//
// Invariant: an estimate only ever orders a report. Objects and bytes are
// exact and shown beside it; no verdict is built on it.
//
// Model: an object costs what mallocgc takes for a block of its size (finding
// a slot, clearing the memory), which grows with the size and is more where
// the block has pointers. On top, each byte brings the next collection closer:
// with GOGC=100 every allocated byte pays for marking one byte that lives, and
// for sweeping itself. So malloc time follows objects, and GC time bytes.
//
// What the model blurs: cache misses of the program, contention between
// threads, page faults of a growing heap, GOGC other than 100, heaps whose
// live objects are denser or sparser in pointers than the one measured, and
// the difference between the Go release that built this program and the
// user's. All sites of a report are blurred alike.
package cost

import (
	"math"
	"strings"
)

// A Model holds the cost of allocations on one machine.
type Model struct {
	// GoVersion and Arch are those of the program that measured.
	GoVersion string `json:"go_version"`
	Arch      string `json:"arch"`
	// Noscan and Scan have the cost of one object without and with pointers, by block size, ascending in both fields.
	Noscan []Point `json:"noscan"`
	Scan   []Point `json:"scan"`
	// MarkPerByte and SweepPerByte are the cost in nanoseconds of a byte that survives a collection and of one that
	// does not.
	MarkPerByte  float64 `json:"mark_ns_per_byte"`
	SweepPerByte float64 `json:"sweep_ns_per_byte"`
}

// A Point is the cost of allocating one block of a given size.
type Point struct {
	Block int64   `json:"block"` // bytes
	Ns    float64 `json:"ns"`
}

// Object returns the time in nanoseconds of allocating one block of that many bytes, without the garbage collection
// that it causes later.
func (m *Model) Object(block float64, pointers bool) float64 {
	if pointers {
		return interpolate(m.Scan, block)
	}
	return interpolate(m.Noscan, block)
}

// Estimate returns the time in nanoseconds of allocating objects blocks with bytes bytes in all, garbage collection
// included. Both may be fractions, as they are per operation. Blocks of different sizes are taken at their mean, so a
// caller that knows the sizes should call Estimate once for each.
func (m *Model) Estimate(objects, bytes float64, pointers bool) float64 {
	if objects <= 0 {
		return 0
	}
	return objects*m.Object(bytes/objects, pointers) + bytes*(m.MarkPerByte+m.SweepPerByte)
}

// interpolate is linear between points, constant below the first, and continues with the last slope beyond the last.
func interpolate(points []Point, block float64) float64 {
	if len(points) == 0 || math.IsNaN(block) {
		return 0
	}
	if len(points) == 1 || block <= float64(points[0].Block) {
		return points[0].Ns
	}
	i := 1
	for i < len(points)-1 && block > float64(points[i].Block) {
		i++
	}
	a, b := points[i-1], points[i]
	slope := (b.Ns - a.Ns) / float64(b.Block-a.Block)
	return a.Ns + slope*(block-float64(a.Block))
}

// noscanPrimitives are runtime functions that allocate bytes or runes, whatever their type is.
var noscanPrimitives = []string{
	"runtime.slicebytetostring", "runtime.slicerunetostring", "runtime.intstring",
	"runtime.stringtoslicebyte", "runtime.stringtoslicerune",
	"runtime.concatstring", "runtime.concatbyte", "runtime.rawstring", "runtime.rawbyteslice",
	"runtime.rawruneslice", "runtime.convT16", "runtime.convT32", "runtime.convT64",
}

// Pointers reports whether what a runtime function allocates may hold pointers, as far as its name and that of the
// type tell. If they do not tell, it returns true, which leads to the higher cost.
func Pointers(primitive, typ string) bool {
	for _, name := range noscanPrimitives {
		if strings.HasPrefix(primitive, name) {
			return false
		}
	}
	return !basic(typ)
}

// basic reports whether typ is a number or an array of numbers: "[4]uint8".
func basic(typ string) bool {
	for strings.HasPrefix(typ, "[") && !strings.HasPrefix(typ, "[]") {
		_, elem, ok := strings.Cut(typ, "]")
		if !ok {
			return false
		}
		typ = elem
	}
	switch typ {
	case "bool", "byte", "rune", "uintptr",
		"int", "int8", "int16", "int32", "int64",
		"uint", "uint8", "uint16", "uint32", "uint64",
		"float32", "float64", "complex64", "complex128":
		return true
	}
	return false
}
