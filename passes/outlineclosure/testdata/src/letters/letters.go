package letters

import (
	"fmt"
	"os"
)

func üben(a, b int) func() int {
	for i := range b {
		fmt.Fprintln(os.Stderr, a, i)
		fmt.Fprintln(os.Stderr, i)
		a += i
	}
	return func() int { // want `the function that üben returns is on the heap`
		a++
		return a
	}
}

func use() { fmt.Println(üben(1, 2)()) }
