package bench

import (
	"cmp"
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

// A clock ends a process that makes no progress for too long.
type clock struct {
	x     *Binary
	timer *time.Timer
	after time.Duration
}

// watch runs a test binary, reports its progress, and ends it if one workload takes longer than the timeout. Progress
// is read from the output. A process that hangs is made to print its goroutines.
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
	timeout = cmp.Or(timeout, defaultTimeout)
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

// follow runs a test binary of the counting runtime and reads its journal through a pipe while it is written; only
// what the function end stores is retained. The journal is nil if none could be read; the last error says why.
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
				_, _ = io.Copy(io.Discard, r) // so that the process does not block
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

// A journalReader reads the journal of a process. It stops the clock while the journal is being evaluated, so that
// only the time of the process counts.
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
	if err == nil { // after the end of its journal a process may still run
		r.clock.timer.Stop()
	}
	r.waiting.Store(false)
	if errors.Is(err, os.ErrClosed) {
		err = io.EOF // closed by drain
	}
	return n, err
}

// drain waits until everything is read that a process, which has ended, wrote. A process that left its group may
// still hold the other end of the pipe. It writes nothing, so if no read has ended between two looks, none will, and
// the pipe is closed.
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
