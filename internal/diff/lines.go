package diff

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Changed are the lines of the new version, from 1, that are not in the old one, sorted.
// Where lines only went, the one that took their place counts.
func (f File) Changed() (lines []int) {
	if f.New == nil {
		return nil
	}
	at, gone := 0, false
	for _, line := range hunkLines(f.Unified()) {
		switch {
		case strings.HasPrefix(line, "@@ "):
			var old, n, start, m int
			fmt.Sscanf(line, "@@ -%d,%d +%d,%d", &old, &n, &start, &m)
			at, gone = start, false
		case strings.HasPrefix(line, "+"):
			lines = append(lines, at)
			at, gone = at+1, false
		case strings.HasPrefix(line, "-"):
			gone = true
		default:
			if gone {
				lines = append(lines, at)
			}
			at, gone = at+1, false
		}
	}
	return slices.Compact(lines)
}

// hunkLines are the lines of a unified diff behind its header.
func hunkLines(text []byte) []string {
	all := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	return all[min(len(all), 3):]
}

// Unified is the file's unified diff, empty if it is not text.
func (f File) Unified() []byte {
	if bytes.IndexByte(f.Old, 0) >= 0 || bytes.IndexByte(f.New, 0) >= 0 {
		return nil
	}
	return diff.Diff("a/"+f.Name, f.Old, "b/"+f.Name, f.New)
}

// A Hunk is a run of lines of the old version, Start to End, from 0 and exclusive, and what
// stands in their place in the new one.
type Hunk struct {
	Start, End int
	New        []string // lines with their ends
}

// Hunks are the runs of lines in which both versions of a file differ, in order; nil if one
// version is missing.
func (f File) Hunks() (hunks []Hunk) {
	if f.Old == nil || f.New == nil {
		return nil
	}
	at, open := 0, false
	for _, line := range hunkLines(f.Unified()) {
		if strings.HasPrefix(line, "@@ ") {
			fmt.Sscanf(line, "@@ -%d,", &at)
			at, open = max(at-1, 0), false
			continue
		}
		changed := strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-")
		if changed && !open {
			hunks = append(hunks, Hunk{Start: at, End: at})
		}
		open = changed
		switch {
		case strings.HasPrefix(line, "+"):
			h := &hunks[len(hunks)-1]
			h.New = append(h.New, line[1:]+"\n")
		case strings.HasPrefix(line, "-"):
			hunks[len(hunks)-1].End++
			at++
		case !strings.HasPrefix(line, `\`):
			at++
		}
	}
	return hunks
}

// With is the old version with some of the hunks, in their order.
func (f File) With(hunks []Hunk) []byte {
	lines := strings.SplitAfter(string(f.Old), "\n")
	var out strings.Builder
	at := 0
	for _, h := range hunks {
		out.WriteString(strings.Join(lines[at:h.Start], ""))
		out.WriteString(strings.Join(h.New, ""))
		at = h.End
	}
	out.WriteString(strings.Join(lines[at:], ""))
	return []byte(out.String())
}
