package text

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// subjectWidth is the longest subject line of a commit that git's own tools show whole.
const subjectWidth = 72

// CommitMessage returns the message of a commit that holds rewrites which were kept in the run of c: what the
// rewrites save and where, then the proof of each as in the report. sites are the sites that the run measured.
func CommitMessage(kept []*record.Verdict, sites []*record.Site, c *record.Config) string {
	p := &page{width: leastWidth}
	r := &run{Config: c, Collected: record.Collected{Sites: sites}}
	p.line(subject(kept))
	for _, v := range kept {
		p.gap()
		p.line(p.paint(plain, fmt.Sprintf("%s  %s  %s", r.place(v.Candidate.Pos), v.Candidate.Rewrite, v.Candidate.Class)))
		r.renderProof(p, v, kept)
	}
	p.gap()
	p.para(0, plain, fmt.Sprintf("Proven by unheap %s with %s on %s/%s.", c.Unheap, c.GoVersion, c.GOOS, c.GOARCH))
	return p.String()
}

// subject returns the first line: the folder, the largest saving, and as many names of changed functions as fit.
func subject(kept []*record.Verdict) string {
	first := &kept[0].Candidate
	folder := path.Dir(first.Pos.File)
	if folder == "." {
		folder = path.Base(first.Package)
	}
	saved := kept[0].Saved()
	for _, v := range kept[1:] {
		if s := v.Saved(); cmp.Compare(s.AllocsPerOp, saved.AllocsPerOp) > 0 {
			saved = s
		}
	}
	what := figure(saved.AllocsPerOp) + " allocs/op"
	if saved.AllocsPerOp <= 0 {
		what = figure(saved.BytesPerOp) + " B/op"
	}
	line, between := fmt.Sprintf("%s: save %s", folder, what), " in "
	for _, v := range kept {
		for _, name := range v.Candidate.Functions {
			if len(line)+len(between)+len(name) > subjectWidth {
				return line
			}
			line, between = line+between+name, ", "
		}
	}
	return strings.TrimSpace(line)
}
