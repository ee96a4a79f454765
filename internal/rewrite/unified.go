package rewrite

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// A Hunk replaces the lines [Start, End) of the old version, counted from 0, by New.
type Hunk struct {
	Start, End int
	New        []string // each with its line ending
}

// last is the last line of the old version that the hunk replaces, from 1, or the line that it inserts lines in front of.
func (h Hunk) last() int { return max(h.End, h.Start+1) }

// Hunks are the runs of lines in which two versions of a text differ, in order.
func Hunks(old, now []byte) (hunks []Hunk) {
	for _, e := range udiff.Lines(string(old), string(now)) {
		start := bytes.Count(old[:e.Start], []byte("\n"))
		gone := slices.Collect(strings.Lines(string(old[e.Start:e.End])))
		hunks = append(hunks, Hunk{Start: start, End: start + len(gone), New: slices.Collect(strings.Lines(e.New))})
	}
	return hunks
}

// Origin returns what a line of the new version, from 1, was in the old one, where hunks are between the versions: the same
// line, or, if a hunk has put it there, the lines [from, to] that this hunk replaces.
func Origin(hunks []Hunk, line int) (from, to int, replaced bool) {
	for _, h := range hunks {
		if line <= h.Start {
			break
		}
		if line <= h.Start+len(h.New) {
			return h.Start + 1, h.last(), true
		}
		line += h.End - h.Start - len(h.New)
	}
	return line, line, false
}

// With returns the old version of a text with some of the hunks applied, given in order.
func With(old []byte, hunks []Hunk) []byte {
	lines := strings.SplitAfter(string(old), "\n")
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

// around is the number of unchanged lines that a unified diff shows around a change.
const around = 3

// Unified is the unified diff of two versions of a file, empty if they are equal. It is written here since the
// printer of go-udiff counts the lines between two changes of one hunk for the old version only.
func Unified(name string, old, now []byte) string {
	lines, hunks := slices.Collect(strings.Lines(string(old))), Hunks(old, now)
	if len(hunks) == 0 {
		return ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "--- a/%s\n+++ b/%s\n", name, name)
	more := 0 // lines that the new version has more than the old one, so far
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

// lineRange writes lines as a unified diff does: the first, from 1, and their number; for no lines, the line above.
func lineRange(from, to int) string {
	if from == to {
		return fmt.Sprintf("%d,0", from)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}
