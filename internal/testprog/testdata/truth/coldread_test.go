// What is only needed when something fails is made by every call that goes well.

package truth

import (
	"errors"
	"fmt"
	"testing"
)

var errCold = errors.New("cold")

//go:noinline
func coldText(name string, n int) error {
	where := name + "/" + "entry" // heap: concat 1 // says: read only on paths that end in an error or panic (line 17) // says: make it where it is read, in line 17
	if n < 0 {
		return fmt.Errorf("%s: %w", where, errCold)
	}
	return nil
}

type coldConfig struct{ a, b int }

// coldPointer hands a pointer to fmt only when it fails.
//
//go:noinline
func coldPointer(n int) error {
	var c coldConfig // heap: passed 1 // says: only on a path that ends in an error or panic // says: copy c on that path, before line 31
	c.a = n
	if n < 0 {
		return fmt.Errorf("bad %v", &c)
	}
	return nil
}

// warmText is read where nothing fails, too.
//
//go:noinline
func warmText(name string, n int) (int, error) {
	where := name + "/" + "entry" // heap: concat 1 // says: append to a buffer
	if n < 0 {
		return 0, fmt.Errorf("%s: %w", where, errCold)
	}
	return len(where), nil
}

func BenchmarkColdRead(b *testing.B) {
	for b.Loop() {
		_ = coldText("a name that is longer than the buffer on the stack", 1)
		_ = coldPointer(1)
		_, _ = warmText("a name that is longer than the buffer on the stack", 1)
	}
}
