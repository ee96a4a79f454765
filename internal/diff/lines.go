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
