// Stacks keeps 5,000 goroutines with deep stacks, which the collector scans as it scans the
// heap, and allocates so many MiB.
package main

import (
	"os"
	"strconv"
	"sync"
)

// wait uses about 4 KiB of stack and waits on it.
//
//go:noinline
func wait(depth int, ready *sync.WaitGroup, done <-chan struct{}) byte {
	var room [256]byte
	room[depth] = 1
	if depth > 0 {
		return room[depth] + wait(depth-1, ready, done)
	}
	ready.Done()
	<-done
	return room[0]
}

// fill makes a block with one object in it.
//
//go:noinline
func fill(i int) []*[64]byte {
	block := make([]*[64]byte, 1024)
	block[i%1024] = new([64]byte)
	return block
}

func main() {
	mib, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	var ready sync.WaitGroup
	done := make(chan struct{})
	for range 5000 {
		ready.Add(1)
		go wait(10, &ready, done)
	}
	ready.Wait()
	sum := 0
	for i := range mib << 20 / 8192 {
		block := fill(i)
		for range 12 { // the work on it
			for _, p := range block {
				if p != nil {
					sum++
				}
			}
		}
	}
	close(done)
	if sum == 0 {
		panic("nothing done")
	}
}
