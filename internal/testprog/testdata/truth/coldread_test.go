// What is only needed when something fails is made by every call that goes well.

package truth

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

var errCold = errors.New("cold")

//go:noinline
func coldText(name string, n int) error {
	where := name + "/" + "entry" // heap: concat 1 // says: read only on paths that end in an error or panic (line 18) // says: make it where it is read, in line 18
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
	var c coldConfig // heap: passed 1 // says: only on a path that ends in an error or panic // says: copy c on that path, before line 32
	c.a = n
	if n < 0 {
		return fmt.Errorf("bad %v", &c)
	}
	return nil
}

// coldMaybe returns what another function says, which may be that nothing failed.
//
//go:noinline
func coldMaybe(w io.Writer, n int) error {
	var b [64]byte // heap: unknown-callee 1 // says: and may keep it (line 44) | call a concrete type
	switch {
	case n > 0:
		return coldFlush(w.Write(b[:n]))
	}
	return nil
}

func coldFlush(_ int, err error) error { return err }

// coldBoth hands a pointer out where it does not fail, too.
//
//go:noinline
func coldBoth(n int, hook func(*coldConfig)) (*coldConfig, error) {
	var c coldConfig // heap: unknown-callee 1 // says: that line is on a path that ends in an error or panic, and
	if c.a = n; n < 0 {
		hook(&c)
		return nil, errCold
	}
	return &c, nil
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
		_ = coldMaybe(io.Discard, 1)
		_, _ = coldBoth(1, func(*coldConfig) {})
		_, _ = warmText("a name that is longer than the buffer on the stack", 1)
	}
}
