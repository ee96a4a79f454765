package verify

import (
	"context"
	"runtime"

	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/retype"
)

// A result holds for the build that is measured. That it is a Go program for another
// system, a 32-bit processor and with the build tags of its folder is checked by its types:
// to compile the standard library for each would take minutes.

// startOthers finds out, beside everything else, for which other builds the package
// type-checks as it is, with what was kept in others in place.
func (j *judge) startOthers(ctx context.Context) {
	ready := make(chan []retype.Build, 1)
	j.others = ready
	base, err := j.overlay(nil)
	if err != nil {
		base = nil // the build says so
	}
	go func() {
		var fine []retype.Build
		for _, b := range retype.BuildsOf(j.PackageDir, runtime.GOOS, runtime.GOARCH, retype.TagsOf(j.Flags)) {
			if j.Others.Check(ctx, b, j.Package, base) == nil {
				fine = append(fine, b)
			}
		}
		ready <- fine
	}()
}

// typechecks is a failure that names the first other build for which the package
// type-checks without the files and not with them, or nil.
func (j *judge) typechecks(ctx context.Context, files overlay.Set) (*failure, error) {
	if j.others == nil {
		return nil, nil
	}
	var builds []retype.Build
	select {
	case builds = <-j.others:
		j.others <- builds
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	for _, b := range builds {
		err := j.Others.Check(ctx, b, j.Package, files)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil {
			return &failure{record.BuildFail, b.String() + ": " + j.relative(err.Error())}, nil
		}
	}
	return nil, nil
}
