// The compiler reserves stack space when it builds the program. For a make
// whose size is only known at run time it reserves 32 bytes; more comes from
// the heap, though the slice never leaves the function.

package truth

import "testing"

var (
	sizeFour  = 4
	sizeFive  = 5
	sizeTotal int
)

//go:noinline
func sizeSum(s []int) int { return len(s) + cap(s) }

//go:noinline
func sizeBig(n int) {
	s := make([]int, n) // heap: variable-size 1
	sizeTotal += sizeSum(s)
}

//go:noinline
func sizeCapacity(n int) {
	s := make([]int, 0, n) // heap: variable-size 1
	sizeTotal += sizeSum(s)
}

//go:noinline
func sizeSmall(n int) {
	s := make([]int, n) // heap: none
	sizeTotal += sizeSum(s)
}

//go:noinline
func sizeConstant() {
	const n = 100
	s := make([]int, n) // heap: none
	sizeTotal += sizeSum(s)
}

func BenchmarkVariableSize(b *testing.B) {
	for b.Loop() {
		sizeBig(sizeFive)
		sizeCapacity(sizeFive)
		sizeSmall(sizeFour)
		sizeConstant()
	}
}
