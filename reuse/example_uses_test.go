package reuse_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/unheap/unheap/reuse"
)

// bodies is one for the program. A BufferPool learns from its traffic, and what
// is idle in one is of no use to another: one per connection would learn
// nothing and keep much. The same holds for a Bytes.
var bodies = reuse.BufferPool{Name: "bodies"}

// JSON goes into a pooled buffer first, so that an error can still become a
// status and the length is known.
func ExampleBufferPool_json() {
	handler := func(w http.ResponseWriter, r *http.Request) {
		b := bodies.Get()
		defer bodies.Put(b)
		if err := json.NewEncoder(b).Encode(map[string]int{"answer": 42}); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(b.Len()))
		b.WriteTo(w)
	}
	w := httptest.NewRecorder()
	handler(w, httptest.NewRequest("GET", "/", nil))
	fmt.Print(w.Header().Get("Content-Length"), " ", w.Body)
	// Output: 14 {"answer":42}
}

// A slice of a Buffer's bytes is good until the next write. What must live
// longer is copied, or detached for good.
func ExampleBuffer_Detach() {
	b := bodies.Get()
	b.WriteString("kept")
	kept := b.Detach() // the array is ours now, and never another user's
	b.WriteString("and on we go, with another array")
	bodies.Put(b)
	fmt.Printf("%s\n", kept)
	// Output: kept
}

// lines is a bufio.Writer that lets go of what it wrote to.
type lines struct{ *bufio.Writer }

var writers = reuse.Pool[lines]{
	Init:  func(l *lines) { l.Writer = bufio.NewWriterSize(nil, 4096) },
	Reset: func(l *lines) bool { l.Writer.Reset(nil); return true },
}

// A bufio.Writer of 4 KiB for each file that is written.
func ExamplePool_bufio() {
	w := writers.Get()
	defer writers.Put(w)
	w.Writer.Reset(os.Stdout)
	fmt.Fprintln(w, "one line")
	if err := w.Flush(); err != nil { // before Put, which would lose it
		fmt.Println(err)
	}
	// Output: one line
}

// counts is a map that is cleared, which keeps its room. A map never shrinks,
// so one that has grown large is not kept.
type counts struct{ m map[string]int }

var counters = reuse.Pool[counts]{
	Init: func(c *counts) { c.m = make(map[string]int, 16) },
	Reset: func(c *counts) (keep bool) {
		keep = len(c.m) <= 1000
		clear(c.m)
		return keep
	},
}

// A map for the words of each text.
func ExamplePool_map() {
	c := counters.Get()
	defer counters.Put(c)
	for _, word := range strings.Fields("to be or not to be") {
		c.m[word]++
	}
	fmt.Println(len(c.m), c.m["be"])
	// Output: 4 2
}

// A recorder is a ResponseWriter that remembers the status.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

var recorders reuse.Pool[recorder] // without a Reset: cleared by Put

// A wrapper for each request. Its Put is safe once the handler has returned; a
// handler that leaves the writer to a goroutine must not be wrapped so.
func ExamplePool_responseWriter() {
	logged := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			rec := recorders.Get()
			defer recorders.Put(rec)
			rec.ResponseWriter, rec.status = w, http.StatusOK
			next.ServeHTTP(rec, r)
			fmt.Println(r.URL.Path, rec.status)
		})
	}
	handler := logged(http.NotFoundHandler())
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/nothing", nil))
	// Output: /nothing 404
}

// A logger's event is finished by whoever calls Msg, and some call it twice. A
// Handle notices, also when another goroutine has the event again.
func ExampleHandle() {
	type event struct{ text []byte }
	events := reuse.Pool[event]{Reset: func(e *event) bool {
		e.text = e.text[:0]
		return cap(e.text) <= 64<<10
	}}
	first := events.Handle()
	first.Value().text = append(first.Value().text, "hello"...)
	first.Put()

	second := events.Handle() // perhaps in the same memory
	defer second.Put()
	defer func() { fmt.Println(recover()) }()
	first.Put()
	// Output: reuse: Pool[reuse_test.event]: value Put twice
}

// Rows of a result: a slice of structs, appended to.
func ExampleSlices() {
	type row struct{ key, value string }
	var results reuse.Slices[row]
	rows := results.Get(0)
	defer results.Put(rows)
	for _, key := range []string{"a", "b"} {
		*rows = append(*rows, row{key, "1"})
	}
	fmt.Println(*rows)
	// Output: [{a 1} {b 1}]
}

// A worker with a handle of its own on the frames of all.
func ExampleBytes_Local() {
	var frames reuse.Bytes
	mine := frames.Local()
	defer mine.Close()
	for range 3 {
		b := mine.Get(1000)
		n, _ := io.ReadFull(strings.NewReader("a frame"), b[:7])
		fmt.Println(n)
		mine.Put(b)
	}
	// Output:
	// 7
	// 7
	// 7
}
