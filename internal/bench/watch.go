package bench

import (
	"context"
	"fmt"
	"io"
	"os"
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
				c.moved(begun)
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

// moved says that the process goes on, with the workload of that name if it is
// not empty.
func (c *clock) moved(begun string) {
	c.timer.Reset(c.after)
	if begun != "" {
		c.x.bench.opts.Progress(record.Progress{Stage: "run", Text: begun})
	}
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
		go func() {
			defer close(done)
			j, unread = exact.Read(&movingReader{r, c}, exact.Listener{Begin: c.moved, End: end})
			if unread != nil {
				_, _ = io.Copy(io.Discard, r) // the process is not to wait for a reader
			}
		}()
		cmd.Dump = true
		cmd.Files = []*os.File{w}
		cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d:3", exact.EnvJournal, os.Getpid()))
		out, err := cmd.Run(ctx)
		<-done
		return out, err
	})
	return j, out, err, unread
}

// A movingReader tells the clock that a process goes on whenever it has written
// something, and that it was not to blame for the time its reader took.
type movingReader struct {
	io.Reader
	clock *clock
}

func (r *movingReader) Read(p []byte) (int, error) {
	r.clock.moved("")
	n, err := r.Reader.Read(p)
	r.clock.moved("")
	return n, err
}
