// Bursts builds, forty times, something of 16 MiB, works on it and forgets it: what a job does
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

const bursts = 40

func main() {
	mib, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	total := 0
	for range bursts {
		var first *record
		for i := range 16 << 20 / 72 {
			first = &record{key: strconv.Itoa(i + 1000), next: first}
		}
		for range mib << 20 / bursts / 2048 {
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
