// Service keeps a small heap and allocates so many MiB at a high rate in two goroutines:
// what a server does that decodes, answers and forgets.
package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strconv"
	"sync"
)

type order struct {
	ID    int               `json:"id"`
	Name  string            `json:"name"`
	Lines []line            `json:"lines"`
	Tags  map[string]string `json:"tags"`
}

type line struct {
	Article string  `json:"article"`
	Price   float64 `json:"price"`
}

var text = []byte(`{"id":7,"name":"a customer of some years","lines":[{"article":"first","price":1.5},{"article":"second","price":20}],"tags":{"from":"web","to":"store"}}`)

// cache is what stays: 20,000 answers.
type cache struct {
	mu  sync.Mutex
	all [20_000][]byte
}

// serve allocates about 2.3 KiB.
func (c *cache) serve(i int) {
	var o order
	if err := json.Unmarshal(text, &o); err != nil {
		panic(err)
	}
	o.ID = i
	var out bytes.Buffer
	if err := json.NewEncoder(&out).Encode(&o); err != nil {
		panic(err)
	}
	c.mu.Lock()
	c.all[i*7919%len(c.all)] = out.Bytes()
	c.mu.Unlock()
}

func main() {
	mib, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	var c cache
	var wg sync.WaitGroup
	n := mib << 20 / 2300
	for part := range 2 {
		wg.Go(func() {
			for i := part; i < n; i += 2 {
				c.serve(i)
			}
		})
	}
	wg.Wait()
}
