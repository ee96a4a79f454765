// What does make([]int, 0, n) save against var s []int?
//
// Run it: go run presize.go
package main

import "fmt"

const n = 10000

func main() {
	fmt.Println("              arrays   elements copied")
	grow("var s []int", nil)
	grow("make(…, 0, n)", make([]int, 0, n))
}

// grow appends n elements and counts how often the array behind s changes.
func grow(what string, s []int) {
	arrays, copied := 0, 0
	if cap(s) > 0 {
		arrays = 1 // by make
	}
	for i := range n {
		if len(s) == cap(s) {
			arrays++
			copied += len(s)
		}
		s = append(s, i)
	}
	fmt.Printf("%-13s %6d %17d\n", what, arrays, copied)
}
