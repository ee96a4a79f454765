package rewrite

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// A Hunk is a run of lines of the old version, Start to End, from 0 and exclusive, and what
// stands in their place in the new one.
type Hunk struct {
	Start, End int
	New        []string // lines with their ends
}

// Hunks are the runs of lines in which two versions of a text differ, in order.
func Hunks(old, now []byte) (hunks []Hunk) {
	for _, e := range udiff.Lines(string(old), string(now)) {
		start := bytes.Count(old[:e.Start], []byte("\n"))
		gone := slices.Collect(strings.Lines(string(old[e.Start:e.End])))
		hunks = append(hunks, Hunk{Start: start, End: start + len(gone), New: slices.Collect(strings.Lines(e.New))})
	}
	return hunks
}

// around is how many lines a unified diff shows around what changed.
const around = 3

// Unified is the unified diff of two versions of a file, empty if they are equal. The printer of
// go-udiff counts the lines between two runs of one hunk for the old version alone.
func Unified(name string, old, now []byte) string {
	lines, hunks := slices.Collect(strings.Lines(string(old))), Hunks(old, now)
	if len(hunks) == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "--- a/%s\n+++ b/%s\n", name, name)
	more := 0 // lines that the new version has beyond the old one, above
	for len(hunks) > 0 {
		var body strings.Builder
		put := func(sign string, lines []string) {
			for _, line := range lines {
				body.WriteString(sign + line)
				if !strings.HasSuffix(line, "\n") {
					body.WriteString("\n\\ No newline at end of file\n")
				}
			}
		}
		from, above := max(hunks[0].Start-around, 0), more
		at := from
		for first := true; len(hunks) > 0 && (first || hunks[0].Start <= at+2*around); first = false {
			h := hunks[0]
			put(" ", lines[at:h.Start])
			put("-", lines[h.Start:h.End])
			put("+", h.New)
			at, more, hunks = h.End, more+len(h.New)-(h.End-h.Start), hunks[1:]
		}
		to := min(at+around, len(lines))
		put(" ", lines[at:to])
		fmt.Fprintf(&out, "@@ -%s +%s @@\n%s", lineRange(from, to), lineRange(from+above, to+more), body.String())
	}
	return out.String()
}

// lineRange is how a unified diff names lines: the first, from 1, and how many; of none the one above.
func lineRange(from, to int) string {
	if from == to {
		return fmt.Sprintf("%d,0", from)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}
