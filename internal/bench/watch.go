package bench

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// A timeoutError says that a workload took too long.
type timeoutError struct{ after time.Duration }

func (e *timeoutError) Error() string { return fmt.Sprintf("timed out after %v", e.after) }

// pollInterval is how often the journal of a running process is looked at. It
// bounds the lag of the progress shown and the error of a timeout.
const pollInterval = 100 * time.Millisecond

// watch runs a test binary, tells its progress, and ends it when one workload
// takes longer than the timeout. Progress shows in the journal or, where there
// is none, in the output. A process that hangs is asked for its goroutines.
func (x *Binary) watch(ctx context.Context, cmd gocmd.Command, journal string, timeout time.Duration) (gocmd.Output, error) {
	if timeout == 0 {
		timeout = defaultTimeout
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	clock := time.AfterFunc(timeout, func() { cancel(&timeoutError{timeout}) })
	defer clock.Stop()
	moved := func(begun string) {
		clock.Reset(timeout)
		if begun != "" {
			x.bench.opts.Progress(record.Progress{Stage: "run", Text: begun})
		}
	}
	cmd.Dump = true
	if journal == "" {
		cmd.Line = func(line string) {
			if begun := begins(line); begun != "" {
				moved(begun)
			}
		}
		return cmd.Run(ctx)
	}
	stop := follow(journal, moved)
	defer stop()
	return cmd.Run(ctx)
}

// follow calls moved whenever something was written to the journal, with the
// name of the workload that began last, if one did. The function it returns
// ends that and waits for it.
func follow(journal string, moved func(begun string)) (stop func()) {
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		f := &follower{name: journal}
		defer f.close()
		tick := time.NewTicker(pollInterval)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if begun, some := f.poll(); some {
				moved(begun)
			}
		}
	}()
	return func() {
		close(done)
		<-stopped
	}
}

// A follower reads a journal while it is being written.
type follower struct {
	name    string
	file    *os.File
	pending []byte // a line begun
}

// poll returns the name of the workload that began last since the last call,
// if any, and whether anything was written since.
func (f *follower) poll() (begun string, moved bool) {
	if f.file == nil {
		file, err := os.Open(f.name)
		if err != nil {
			return "", false // not yet there
		}
		f.file = file
	}
	// What cannot be read now is read at the end, by exact.Read.
	text, _ := io.ReadAll(f.file)
	if len(text) == 0 {
		return "", false
	}
	f.pending = append(f.pending, text...)
	for {
		line, rest, whole := bytes.Cut(f.pending, []byte("\n"))
		if !whole {
			break
		}
		if name, ok := bytes.CutPrefix(line, []byte("B ")); ok {
			if name, err := strconv.Unquote(string(name)); err == nil {
				begun = name
			}
		}
		f.pending = rest
	}
	f.pending = bytes.Clone(f.pending)
	return begun, true
}

func (f *follower) close() {
	if f.file != nil {
		f.file.Close()
	}
}
