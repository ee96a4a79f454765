// Limited keeps a cache that grows to 40 MiB of blocks without pointers and is then
// replaced entry by entry: what runs in a container that is not much larger. So many MiB
// are allocated.
package main

import (
	"hash/fnv"
	"os"
	"strconv"
)

func main() {
	mib, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	cache := make(map[uint64][]byte)
	h := fnv.New64a()
	for i := range mib << 20 / 2048 {
		key := uint64(i*7919) % 20_000
		block := make([]byte, 2048)
		copy(block, strconv.Itoa(i))
		h.Write(block[:64])
		cache[key] = block
	}
	if h.Sum64() == 0 || len(cache) == 0 {
		panic("nothing cached")
	}
}
