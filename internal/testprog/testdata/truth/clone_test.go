// A copy that is asked for costs one object, however it is written.

package truth

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"
)

var (
	cloneInts  []int
	clonePtrs  []*int
	cloneBytes []byte
	cloneText  string
	cloneMap   map[int]int
	cloneSrc   = make([]int, 100)
	cloneFrom  = make([]*int, 100)
	cloneRaw   = []byte("some bytes that are long enough to matter")
	cloneStr   = string(cloneRaw)
	cloneTable = map[int]int{1: 1, 2: 2, 3: 3}
)

//go:noinline
func cloneAppend() {
	cloneInts = append([]int(nil), cloneSrc...) // heap: clone 1
}

//go:noinline
func cloneLibrary() {
	cloneInts = slices.Clone(cloneSrc)  // heap: clone 1
	cloneBytes = bytes.Clone(cloneRaw)  // heap: clone 1
	cloneText = strings.Clone(cloneStr) // heap: clone 1
	cloneMap = maps.Clone(cloneTable)   // heap: clone 2
	cloneInts = slices.Concat(cloneSrc) // heap: clone 1
}

//go:noinline
func cloneMakeCopy() {
	d := make([]int, len(cloneSrc)) // heap: clone 1
	copy(d, cloneSrc)
	cloneInts = d
}

//go:noinline
func cloneMakeCopyPointers() {
	d := make([]*int, len(cloneFrom)) // heap: clone 1
	copy(d, cloneFrom)
	clonePtrs = d
}

func BenchmarkClone(b *testing.B) {
	for b.Loop() {
		cloneAppend()
		cloneLibrary()
		cloneMakeCopy()
		cloneMakeCopyPointers()
	}
}
