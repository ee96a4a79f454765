// Two programs hold the same 64 MiB. One allocates 40 times as much as the
// other. How often does each collect its garbage?
//
// Run it: go run rate.go
package main

import (
	"fmt"
	"runtime"
	"runtime/metrics"
)

const (
	live  = 64 << 20
	block = 64 << 10
)

var (
	held [][]byte
	last []byte
)

func main() {
	for range live / block {
		held = append(held, make([]byte, block))
	}
	runtime.GC()
	fmt.Println("garbage   cycles   predicted: garbage / (goal - live)")
	for _, total := range []int{256 << 20, 40 * 256 << 20} {
		observed, room := cycles(total)
		fmt.Printf("%5d MiB %6d %8.0f\n", total>>20, observed, float64(total)/room)
	}
	runtime.KeepAlive(held)
}

// cycles allocates total bytes of garbage. It returns the collections
// meanwhile, and how many bytes there were between two of them: the goal that
// GOGC sets, less what was live.
func cycles(total int) (observed uint64, room float64) {
	sample := []metrics.Sample{
		{Name: "/gc/cycles/total:gc-cycles"}, {Name: "/gc/heap/goal:bytes"}, {Name: "/gc/heap/live:bytes"},
	}
	metrics.Read(sample)
	before := sample[0].Value.Uint64()
	n := total / block
	for range n {
		last = make([]byte, block)
		metrics.Read(sample)
		room += float64(sample[1].Value.Uint64()-sample[2].Value.Uint64()) / float64(n)
	}
	return sample[0].Value.Uint64() - before, room
}
