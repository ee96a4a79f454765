package proxybuf_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"

	"github.com/unheap/unheap/reuse"
	"github.com/unheap/unheap/reuse/proxybuf"
)

// TestReverseProxy: what comes through a proxy is what was sent, from several
// goroutines, and every buffer is given back.
func TestReverseProxy(t *testing.T) {
	body := bytes.Repeat([]byte("0123456789"), 30_000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write(body) }))
	defer server.Close()
	target, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for name, pool := range map[string]proxybuf.Pool{"shared": {}, "own": {Bytes: &reuse.Bytes{}}} {
		if pool.Bytes != nil {
			reuse.CheckLeaks(t, pool.Bytes)
		}
		proxy := httputil.NewSingleHostReverseProxy(target)
		proxy.BufferPool = pool
		front := httptest.NewServer(proxy)
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for range 5 {
					resp, err := http.Get(front.URL)
					if err != nil {
						t.Error(err)
						return
					}
					got, err := io.ReadAll(resp.Body)
					resp.Body.Close()
					if err != nil || !bytes.Equal(got, body) {
						t.Errorf("%s: %d bytes through the proxy, %v", name, len(got), err)
					}
				}
			})
		}
		wg.Wait()
		front.Close()
	}
}
