// A matrix as a slice of rows is one object for the rows and one for each of
// them. One array, cut into rows, needs two.

package truth

import "testing"

var matrixTotal int

//go:noinline
func matrixRows(n int) [][]float64 {
	m := make([][]float64, n) // heap: returned 1
	for i := range m {
		m[i] = make([]float64, n) // heap: stored 4
	}
	return m
}

//go:noinline
func matrixBlock(n int) [][]float64 {
	cells := make([]float64, n*n) // heap: stored 1
	m := make([][]float64, n)     // heap: returned 1
	for i := range m {
		m[i] = cells[i*n : (i+1)*n : (i+1)*n]
	}
	return m
}

func BenchmarkMatrix(b *testing.B) {
	for b.Loop() {
		matrixTotal += len(matrixRows(4))
		matrixTotal += len(matrixBlock(4))
	}
}
