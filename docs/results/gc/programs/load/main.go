// Load asks an address so many times, in four goroutines, with as many connections.
package main

import (
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
)

func main() {
	n, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	http.DefaultTransport.(*http.Transport).MaxIdleConnsPerHost = 4
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range n / 4 {
				resp, err := http.Get(os.Args[1])
				if err != nil {
					panic(err)
				}
				_, _ = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
		})
	}
	wg.Wait()
}
