package proxybuf_test

import (
	"bytes"
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"
	"time"

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

// A witness is a BufferPool that notes what is out, and writes to what it was
// given back before anybody else has it.
type witness struct {
	t    *testing.T
	pool proxybuf.Pool

	mu   sync.Mutex
	out  map[*byte]int
	gets int
}

func (w *witness) Get() []byte {
	b := w.pool.Get()
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, twice := w.out[&b[0]]; twice || len(b) < 32<<10 {
		w.t.Errorf("Get: %d bytes, out already: %v", len(b), twice)
	}
	w.out[&b[0]] = len(b)
	w.gets++
	return b
}

func (w *witness) Put(b []byte) {
	w.mu.Lock()
	if n := w.out[&b[0]]; n != len(b) {
		w.t.Errorf("Put of %d bytes that Get returned as %d", len(b), n)
	}
	delete(w.out, &b[0])
	w.mu.Unlock()
	for i := range b {
		b[i] = '!'
	}
	w.pool.Put(b)
}

// TestWaysOut: however a response ends, each buffer comes back, once and as it
// was taken, and what the client got before has nothing of later users.
func TestWaysOut(t *testing.T) {
	part := bytes.Repeat([]byte("0123456789abcdef"), 5000)
	send := func(w http.ResponseWriter) {
		w.Write(part)
		w.(http.Flusher).Flush()
	}
	for name, serve := range map[string]http.HandlerFunc{
		"empty":    func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusNoContent) },
		"short":    func(w http.ResponseWriter, r *http.Request) { w.Write(part[:10]) },
		"streamed": func(w http.ResponseWriter, r *http.Request) { send(w); send(w) },
		"trailer": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Trailer", "T")
			send(w)
			w.Header().Set("T", "1")
		},
		"broken off": func(w http.ResponseWriter, r *http.Request) { send(w); panic(http.ErrAbortHandler) },
		"given up by the client": func(w http.ResponseWriter, r *http.Request) {
			send(w)
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(serve)
			defer server.Close()
			target, err := url.Parse(server.URL)
			if err != nil {
				t.Fatal(err)
			}
			w := &witness{t: t, pool: proxybuf.Pool{Bytes: new(reuse.Bytes)}, out: make(map[*byte]int)}
			reuse.CheckLeaks(t, w.pool.Bytes)
			proxy := httputil.NewSingleHostReverseProxy(target)
			proxy.BufferPool = w
			proxy.ErrorLog = log.New(io.Discard, "", 0)
			front := httptest.NewServer(proxy)
			const requests = 5
			for range requests {
				fetch(t, front.URL, part)
			}
			front.Close() // waits for the handlers
			if len(w.out) > 0 || w.gets != requests {
				t.Errorf("%d of %d buffers are still out", len(w.out), w.gets)
			}
		})
	}
}

// fetch reads some of what url sends, which is part again and again.
func fetch(t *testing.T, url string, part []byte) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	for range 2 {
		got := make([]byte, len(part))
		n, err := io.ReadFull(resp.Body, got)
		if !bytes.Equal(got[:n], part[:n]) {
			t.Errorf("%d bytes came through, not the ones that were sent", n)
		}
		if err != nil || resp.ContentLength < 0 {
			return // also one who has enough of a stream
		}
	}
}
