package scratch_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/scratch"
)

func Test(t *testing.T) { passtest.Run(t, scratch.Rule) }

type decoder struct {
	r    io.Reader
	n    int
	kept [8]byte
}

//go:noinline
func (d *decoder) anew() error {
	var hdr [8]byte
	_, err := io.ReadFull(d.r, hdr[:])
	d.n += int(hdr[0])
	return err
}

//go:noinline
func (d *decoder) again() error {
	hdr := d.kept[:]
	_, err := io.ReadFull(d.r, hdr)
	d.n += int(hdr[0])
	return err
}

// TestCompiler holds the toolchain to the fact of the package comment: what an interface is lent is
// on the heap. If the first method makes no object any more, the rewrite has become superfluous.
func TestCompiler(t *testing.T) {
	text := bytes.NewReader(make([]byte, 1<<20))
	d := &decoder{r: text}
	if n := testing.AllocsPerRun(100, func() { _ = d.anew() }); n != 1 {
		t.Errorf("%v objects with an array of the method, want 1", n)
	}
	if n := testing.AllocsPerRun(100, func() { _ = d.again() }); n != 0 {
		t.Errorf("%v objects with an array of the object, want 0", n)
	}
}
