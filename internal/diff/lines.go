package diff

import (
	"bytes"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/rewrite"
)

// Changed returns the lines of the new version that are not in the old one, numbered from 1, sorted. Where lines were
// only removed, it is the line that follows them.
func (f File) Changed() (lines []int) {
	if f.New == nil {
		return nil
	}
	all := len(slices.Collect(strings.Lines(string(f.New))))
	shift := 0
	for _, h := range f.hunks() {
		at := h.Start + shift
		for i := range max(len(h.New), min(1, all-at)) {
			lines = append(lines, at+i+1)
		}
		shift += len(h.New) - (h.End - h.Start)
	}
	return slices.Compact(lines)
}

// Unified returns the file's unified diff; empty if the file is not text.
func (f File) Unified() string {
	if f.binary() {
		return ""
	}
	return rewrite.Unified(f.Name, f.Old, f.New)
}

// Hunks returns the runs of lines that differ, in order; nil if one version does not have the file.
func (f File) Hunks() []rewrite.Hunk {
	if f.Old == nil || f.New == nil {
		return nil
	}
	return f.hunks()
}

// hunks returns the runs of lines that differ. A missing version counts as an empty one.
func (f File) hunks() []rewrite.Hunk {
	if f.binary() {
		return nil
	}
	return rewrite.Hunks(f.Old, f.New)
}

func (f File) binary() bool {
	return bytes.IndexByte(f.Old, 0) >= 0 || bytes.IndexByte(f.New, 0) >= 0
}
