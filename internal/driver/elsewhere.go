package driver

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/unheap/unheap/internal/retype"
)

// An elsewhere searches for another build, for example for another system, in which a changed package type-checks
// without the change and not with it. It runs concurrently with everything that is not timed.
type elsewhere struct {
	cancel context.CancelFunc
	done   chan struct{}
	broken string // the error and the build it is for; empty if none was found. Valid when done is closed
}

// startElsewhere starts the search.
func (t *trial) startElsewhere(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	e := &elsewhere{cancel: cancel, done: make(chan struct{})}
	t.elsewhere = e
	go func() {
		defer close(e.done)
		e.broken = t.brokenElsewhere(ctx)
	}()
}

// builds waits for the end of the search, so that the timings which follow have the processors for themselves.
func (t *trial) builds(ctx context.Context) error {
	select {
	case <-t.elsewhere.done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// brokenElsewhere returns the first error of type-checking a changed package for another system, for a 32-bit
// processor or with a tag used in its folder, if the old version has none there.
func (t *trial) brokenElsewhere(ctx context.Context) string {
	now := retype.NewOthers(t.newModule(), nil, t.buildFlags())
	old := t.input.Others
	for _, pkg := range t.both() {
		for _, b := range retype.BuildsOf(t.newDir(pkg.path), runtime.GOOS, runtime.GOARCH, retype.TagsOf(t.buildFlags())) {
			err := now.Check(ctx, b, pkg.path, nil)
			if err == nil || old.Check(ctx, b, pkg.path, nil) != nil {
				continue
			}
			if ctx.Err() != nil {
				return ""
			}
			said := strings.ReplaceAll(firstLine(err), t.change.New+string(filepath.Separator), "")
			return fmt.Sprintf("%s type-checks for %s without the change, and not with it: %s", pkg.path, b, said)
		}
	}
	return ""
}
