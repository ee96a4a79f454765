package driver

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/unheap/unheap/internal/retype"
)

// An elsewhere is the search for a build, other than the one of the run, for which a changed
// package type-checks without the change and not with it. It goes on beside everything else that
// is not timed.
type elsewhere struct {
	cancel context.CancelFunc
	done   chan struct{}
	broken string // what does not type-check, and for which build; empty for nothing
}

// startElsewhere begins the search.
func (t *trial) startElsewhere(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	e := &elsewhere{cancel: cancel, done: make(chan struct{})}
	t.elsewhere = e
	go func() {
		defer close(e.done)
		e.broken = t.brokenElsewhere(ctx)
	}()
}

// stop ends the search, and waits until it has ended.
func (e *elsewhere) stop() {
	if e != nil {
		e.cancel()
		<-e.done
	}
}

// builds waits for the end of the search: what is timed wants the processors for itself.
func (t *trial) builds(ctx context.Context) error {
	select {
	case <-t.elsewhere.done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// brokenElsewhere says what does not type-check for another system, for a processor of 32 bits or
// with a tag of its folder, where the old version does.
func (t *trial) brokenElsewhere(ctx context.Context) string {
	now := retype.NewOthers(t.newModule(), nil, t.buildFlags())
	old := t.input.Others
	for _, pkg := range t.packages {
		if !pkg.is || !pkg.was {
			continue
		}
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
