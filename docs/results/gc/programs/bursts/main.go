// Bursts builds, ten times, something of 48 MiB, works on it and forgets it: what a job does
// that takes one file after another. So many MiB are allocated in all.
package main

import (
	"os"
	"strconv"
)

type record struct {
	key   string
	next  *record
	field [4]int
}

func main() {
	mib, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	total := 0
	for range 10 {
		var first *record
		for i := range 48 << 20 / 72 {
			first = &record{key: strconv.Itoa(i + 1000), next: first}
		}
		for range mib << 20 / 10 / 2048 {
			total += len(scratch(first))
		}
		first = nil
	}
	if total == 0 {
		panic("nothing done")
	}
}

//go:noinline
func scratch(r *record) []int {
	work := make([]int, 256)
	for i := range work {
		if r == nil {
			break
		}
		work[i] = r.field[i%4] + len(r.key)
		r = r.next
	}
	return work
}
