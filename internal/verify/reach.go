package verify

import (
	"context"
	"go/token"
	"os"
	"path"
	"path/filepath"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// reached finds out how many of the changed lines the package's own tests run, for candidates with a function that
// could not be compared. The unchanged package is tested: each changed line is looked up by its place there.
func (j *judge) reached(ctx context.Context, set []record.Candidate) error {
	var doubted []record.Candidate
	for _, c := range set {
		if v := j.verdicts[c.ID]; v.NoEquivalence != "" && v.Reach.Total == 0 {
			doubted = append(doubted, c)
		}
	}
	if len(doubted) == 0 {
		return nil
	}
	text, _, err := j.cover(ctx, nil, j.Package)
	if text == nil {
		return err // without an error it is unknown: the verdict says nothing about it
	}
	blocks := bench.ReadBlocks(text)
	for _, c := range doubted {
		if j.verdicts[c.ID].Reach, err = j.reach(c, blocks); err != nil {
			return err
		}
	}
	return nil
}

// cover runs go test with args and returns the cover profile, nil if there is none.
func (j *judge) cover(ctx context.Context, set []record.Candidate, args ...string) (profile []byte, got *tested, err error) {
	dir, remove, err := gocmd.MkdirTemp("verify")
	if err != nil {
		return nil, nil, err
	}
	defer remove()
	files, err := j.overlay(set)
	if err != nil {
		return nil, nil, err
	}
	name := filepath.Join(dir, "cover.out")
	if got, err = j.goTest(ctx, files, append([]string{"-coverprofile=" + name}, args...), nil); err != nil {
		return nil, nil, err
	}
	profile, _ = os.ReadFile(name) // no profile if nothing ran
	return profile, got, nil
}

// reach counts the lines of code that the edits of c change, and those of them that were run. Inserted lines count as
// the line at which they are inserted.
func (j *judge) reach(c record.Candidate, blocks []bench.Block) (record.Part, error) {
	lines := make(map[token.Position]bool) // whether a line of a file was run
	for _, e := range c.Edits {
		text, err := j.Source(e.File)
		if err != nil {
			return record.Part{}, err
		}
		f := token.NewFileSet().AddFile(e.File, -1, len(text))
		f.SetLinesForContent(text)
		start, end := f.Position(f.Pos(e.Start)), f.Position(f.Pos(e.End))
		for _, b := range blocks {
			if path.Base(b.File) != path.Base(e.File) {
				continue
			}
			for line := max(start.Line, b.Line); line <= min(end.Line, b.EndLine); line++ {
				if line == b.Line && line == end.Line && end.Column < b.Column || line == b.EndLine && line == start.Line && start.Column > b.EndColumn {
					continue
				}
				at := token.Position{Filename: e.File, Line: line}
				ran, seen := lines[at]
				lines[at] = b.Times > 0 && (ran || !seen)
			}
		}
	}
	part := record.Part{Total: len(lines)}
	for _, ran := range lines {
		if ran {
			part.Done++
		}
	}
	return part, nil
}
