package verify

import (
	"bytes"
	"context"
	"fmt"
	"go/token"
	"os"
	"path"
	"path/filepath"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// A block is a piece of code that is run as a whole, as "go tool cover" has it, in lines
// and columns from 1.
type block struct {
	line, column, endLine, endColumn int
	ran                              bool
}

// reached finds out which of the lines that candidates change the package's own tests run,
// for those of which a function could not be compared. The tests are run unchanged: a line
// that is changed has the place of the one that was there.
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
	dir, remove, err := gocmd.MkdirTemp("verify")
	if err != nil {
		return err
	}
	defer remove()
	files, err := j.overlay(nil)
	if err != nil {
		return err
	}
	name := filepath.Join(dir, "cover.out")
	if _, err = j.goTest(ctx, files, []string{"-coverprofile=" + name, j.Package}, nil); err != nil {
		return err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil // it is not known what the tests reach, and the verdict says no more
	}
	blocks := readCover(text)
	for _, c := range doubted {
		if j.verdicts[c.ID].Reach, err = j.reach(c, blocks); err != nil {
			return err
		}
	}
	return nil
}

// readCover reads a cover profile: the blocks of each file, by its base name.
//
//	example.com/m/p/p.go:7.24,9.3 2 1
func readCover(text []byte) map[string][]block {
	return readCoverBy(text, func(file string) string { return path.Base(file) })
}

// readCoverBy reads a cover profile: the blocks of each file, by a name that is made of its
// import path.
func readCoverBy(text []byte, named func(file string) string) map[string][]block {
	blocks := make(map[string][]block)
	for line := range bytes.Lines(text) {
		file, rest, ok := bytes.Cut(line, []byte(".go:"))
		var b block
		var statements, count int
		if n, _ := fmt.Sscanf(string(rest), "%d.%d,%d.%d %d %d", &b.line, &b.column, &b.endLine, &b.endColumn, &statements, &count); !ok || n != 6 {
			continue
		}
		b.ran = count > 0
		name := named(string(file) + ".go")
		blocks[name] = append(blocks[name], b)
	}
	return blocks
}

// reach counts the lines of code that the edits of c change, and those that were run.
// What is inserted counts as the line that it is put in.
func (j *judge) reach(c record.Candidate, blocks map[string][]block) (record.Part, error) {
	lines := make(map[token.Position]bool) // file and line, to whether it was run
	for _, e := range c.Edits {
		text, err := j.Source(e.File)
		if err != nil {
			return record.Part{}, err
		}
		f := token.NewFileSet().AddFile(e.File, -1, len(text))
		f.SetLinesForContent(text)
		start, end := f.Position(f.Pos(e.Start)), f.Position(f.Pos(e.End))
		for _, b := range blocks[path.Base(e.File)] {
			for line := max(start.Line, b.line); line <= min(end.Line, b.endLine); line++ {
				if line == b.line && line == end.Line && end.Column < b.column || line == b.endLine && line == start.Line && start.Column > b.endColumn {
					continue
				}
				at := token.Position{Filename: e.File, Line: line}
				ran, seen := lines[at]
				lines[at] = b.ran && (ran || !seen)
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
