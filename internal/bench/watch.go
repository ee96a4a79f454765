package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/unheap/unheap/internal/exact"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// A timeoutError says that a workload took too long.
type timeoutError struct{ after time.Duration }

func (e *timeoutError) Error() string { return fmt.Sprintf("timed out after %v", e.after) }

// A clock ends a process when nothing moves for too long.
type clock struct {
	x     *Binary
	timer *time.Timer
	after time.Duration
}

// watch runs a test binary, tells its progress, and ends it when one workload
// takes longer than the timeout. Progress shows in the output. A process that
// hangs is asked for its goroutines.
func (x *Binary) watch(ctx context.Context, cmd gocmd.Command, timeout time.Duration) (gocmd.Output, error) {
	return x.watched(ctx, timeout, func(ctx context.Context, c *clock) (gocmd.Output, error) {
		cmd.Dump = true
		cmd.Line = func(line string) {
			if begun := begins(line); begun != "" {
				c.timer.Reset(c.after)
				c.begun(begun)
			}
		}
		return cmd.Run(ctx)
	})
}

func (x *Binary) watched(ctx context.Context, timeout time.Duration, run func(context.Context, *clock) (gocmd.Output, error)) (gocmd.Output, error) {
	if timeout == 0 {
		timeout = defaultTimeout
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	timer := time.AfterFunc(timeout, func() { cancel(&timeoutError{timeout}) })
	defer timer.Stop()
	return run(ctx, &clock{x, timer, timeout})
}

// begun tells which workload runs.
func (c *clock) begun(name string) {
	c.x.bench.opts.Progress(record.Progress{Stage: "run", Text: name})
}

// follow runs a test binary of the counting runtime and reads its journal
// through a pipe, as it is written: nothing of it is kept but what end keeps.
// The journal is nil when none could be read; the last error says why.
func (x *Binary) follow(ctx context.Context, cmd gocmd.Command, timeout time.Duration, end func(*exact.Journal, *exact.Workload)) (j *exact.Journal, out gocmd.Output, err, unread error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, out, nil, err
	}
	defer r.Close()
	out, err = x.watched(ctx, timeout, func(ctx context.Context, c *clock) (gocmd.Output, error) {
		done := make(chan struct{})
		in := &journalReader{file: r, clock: c}
		go func() {
			defer close(done)
			j, unread = exact.Read(in, exact.Listener{Begin: c.begun, End: end})
			if unread != nil {
				_, _ = io.Copy(io.Discard, r) // the process is not to wait for a reader
			}
		}()
		cmd.Dump = true
		cmd.Files = []*os.File{w}
		cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d:3", exact.EnvJournal, os.Getpid()))
		out, err := cmd.Run(ctx)
		in.drain(done, gocmd.Grace)
		return out, err
	})
	return j, out, err, unread
}

// A journalReader lets the clock run while it waits for a process, and not while
// what the process wrote is being read.
type journalReader struct {
	file    *os.File
	clock   *clock
	reads   atomic.Int64
	waiting atomic.Bool
}

func (r *journalReader) Read(p []byte) (int, error) {
	r.reads.Add(1)
	r.waiting.Store(true)
	r.clock.timer.Reset(r.clock.after)
	n, err := r.file.Read(p)
	if err == nil { // a process that has closed its journal may go on
		r.clock.timer.Stop()
	}
	r.waiting.Store(false)
	if errors.Is(err, os.ErrClosed) {
		err = io.EOF // by drain
	}
	return n, err
}

// drain waits until all is read that a process wrote, which has ended. Somebody
// else may hold the other end of the pipe, a process that left the group: it
// writes nothing, and when no read has ended between two looks, none will.
func (r *journalReader) drain(done <-chan struct{}, look time.Duration) {
	last := int64(-1)
	for {
		select {
		case <-done:
			return
		case <-time.After(look):
		}
		now := r.reads.Load()
		if r.waiting.Load() && now == last {
			r.file.Close()
		}
		last = now
	}
}
