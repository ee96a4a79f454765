package verify

import (
	"context"
	"runtime"

	"github.com/unheap/unheap/internal/overlay"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/retype"
)

// A result holds for the build that is measured. For other systems, a 32-bit processor and the build tags of its
// folder, the changed package is only type-checked: compiling the standard library for each would take minutes.

// startOthers starts to find out, in a goroutine, for which other builds the package type-checks unchanged, with what
// was kept in other packages in place.
func (j *judge) startOthers(ctx context.Context) {
	ready := make(chan []retype.Build, 1)
	j.others = ready
	base, err := j.overlay(nil)
	if err != nil {
		base = nil // the build reports this error
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

// typechecks returns a failure that names the first other build for which the package type-checks without the files
// but not with the files, or nil.
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
			return &failure{outcome: record.BuildFail, reason: b.String() + ": " + j.relative(err.Error())}, nil
		}
	}
	return nil, nil
}
