package bench

import (
	"os"
	"testing"
	"time"

	"github.com/unheap/unheap/internal/exact"
)

// A journal ends with its process, also where somebody who writes nothing holds
// the pipe; what was written by then is read.
func TestDrain(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() // not before the end: this is the one who holds it
	timer := time.AfterFunc(time.Hour, func() {})
	in := &journalReader{file: r, clock: &clock{timer: timer, after: time.Hour}}
	if _, err := w.WriteString("H 1 \"go1.26.8\" 0 0\nB \"TestX\"\nW test \"TestX\" ok 1 1 0 0 0 0 0 0 0 5\n"); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var j *exact.Journal
	go func() {
		defer close(done)
		j, err = exact.Read(in, exact.Listener{})
	}()
	in.drain(done, 50*time.Millisecond)
	if err != nil || j.Ended != 1 || j.Complete {
		t.Errorf("journal %+v, %v", j, err)
	}
}
