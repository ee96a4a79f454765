//go:build go1.25

package kit

import (
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

const (
	// leftCalls is the number of calls after which goroutines are counted, leftWait the time in which goroutines that
	// are still running may end.
	leftCalls = 32
	leftWait  = 300 * time.Millisecond
)

// leaves describes goroutines that the new version leaves running if the old one leaves none; empty otherwise.
func (c Case) leaves(limits Limits, kept []seen) string {
	kept = kept[:min(len(kept), leftCalls)]
	if len(kept) == 0 {
		return ""
	}
	running := func(f any) int {
		before := runtime.NumGoroutine()
		for _, s := range kept {
			call(f, s.in, limits.Call)
		}
		left := runtime.NumGoroutine() - before
		for until := time.Now().Add(leftWait); left > 0 && time.Now().Before(until); left = runtime.NumGoroutine() - before {
			time.Sleep(time.Millisecond)
		}
		return left
	}
	if now := running(c.New); now < len(kept)/2 || running(c.Old) > 0 {
		return ""
	}
	return fmt.Sprintf("leaves goroutines running, the old version leaves none: after %d calls", len(kept))
}

// retained returns how many bytes the results of both versions keep alive, on average over kept.
func (c Case) retained(kept []seen) (bytes [2]int64) {
	if reflect.TypeOf(c.Old).NumOut() == 0 || len(kept) == 0 {
		return bytes
	}
	for i, f := range []any{c.Old, c.New} {
		held := make([][]reflect.Value, 0, len(kept))
		before := live()
		for _, s := range kept {
			p := prepare(f, s.in)
			p.run()
			held = append(held, p.results)
		}
		bytes[i] = max(live()-before, 0) / int64(len(kept))
		runtime.KeepAlive(held)
	}
	return bytes
}

// live is the number of bytes of reachable objects.
func live() int64 {
	runtime.GC()
	runtime.GC() // the second collection frees what pools hold
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// comparing is the name of the function that is being compared, nil during inputs with huge numbers; comparingOld is
// the address of the code of its old version.
var (
	comparing    atomic.Pointer[string]
	comparingOld atomic.Uintptr
)

// comparingFrames is set if the function that is being compared looks at the stack.
var comparingFrames atomic.Bool

// begin sets the function that is compared from now on.
func (c Case) begin() {
	comparing.Store(&c.Name)
	comparingFrames.Store(c.LooksAtFrames)
	if v := reflect.ValueOf(c.Old); v.Kind() == reflect.Func {
		comparingOld.Store(v.Pointer())
	}
}

// mostMemory is how much memory a comparison may take, in bytes: generated numbers may be used as lengths.
const mostMemory = 2 << 30

// watch ends the process if it takes too much memory, and reports that of the function being compared. stop ends the
// watch.
func watch(w io.Writer) (stop func()) {
	done := make(chan struct{})
	go func() {
		taken := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for tick := time.Tick(20 * time.Millisecond); ; {
			select {
			case <-done:
				return
			case <-tick:
			}
			if metrics.Read(taken); taken[0].Value.Uint64() > mostMemory {
				if name := comparing.Load(); name != nil {
					Result{Name: *name, Skipped: fmt.Sprintf("on some input it takes more than %d MiB", mostMemory>>20)}.write(w, "")
				}
				os.Exit(1)
			}
		}
	}()
	return func() { close(done) }
}
