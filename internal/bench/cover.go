package bench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// A Block is a run of statements that are executed together, and the number of times that they were.
type Block struct {
	File               string // import path and base name
	Line, Column       int    // of its start
	EndLine, EndColumn int    // just after its last character
	Times              int64
}

// Cover builds the test binary of a package once more, to count how often each block of the packages over runs; test
// files have no blocks. It counts no objects, as other code is compiled.
func (b *Bench) Cover(ctx context.Context, importPath, dir string, over []string) (*Binary, error) {
	b.opts.Progress(record.Progress{Stage: "build", Text: importPath + " (how often paths run)"})
	x, err := b.binary(importPath, dir)
	if err != nil {
		return nil, err
	}
	flags := append([]string{"-covermode=atomic", "-coverpkg=" + strings.Join(over, ",")}, b.flags(nil)...)
	said, err := x.compile(ctx, b.opts.Overlay, b.opts.Env, flags)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, b.buildError(importPath, said, err)
	}
	return x, nil
}

// Paths returns the blocks that ops operations of one workload run, sorted by place, in a binary that Cover has
// built. The workload is run for ops and for twice as many operations, and the difference taken, so that the set-up
// cancels out. For a test, an operation is a run other than the first. A benchmark should have at least two
// operations.
func (x *Binary) Paths(ctx context.Context, sel Select, name string, ops int64) ([]Block, error) {
	few, err := x.blocks(ctx, sel, name, ops)
	if err != nil {
		return nil, err
	}
	more, err := x.blocks(ctx, sel, name, 2*ops)
	if err != nil {
		return nil, err
	}
	for i := range more {
		j, ok := slices.BinarySearchFunc(few, more[i], compareBlocks)
		if ok {
			more[i].Times = max(0, more[i].Times-few[j].Times)
		}
	}
	return more, nil
}

// blocks runs a workload for ops operations and returns the blocks, sorted by place.
func (x *Binary) blocks(ctx context.Context, sel Select, name string, ops int64) ([]Block, error) {
	sel = sel.only(name)
	file := filepath.Join(filepath.Dir(x.Path), "cover.out")
	args := append(sel.arguments(nil), "-test.coverprofile="+file)
	if sel.Bench != "" {
		args = append(args, fmt.Sprintf("-test.benchtime=%dx", ops))
	} else {
		args = append(args, fmt.Sprintf("-test.count=%d", ops))
	}
	limit := cmp.Or(sel.Timeout, defaultTimeout)
	within, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("timed out after %v", limit))
	defer cancel()
	out, err := x.command(args, nil).Run(within)
	var ended *gocmd.Error
	switch {
	case errors.As(err, &ended) && ended.Code == 1: // as testing ends
		return nil, &exitError{name + " failed", lastWords(out), err}
	case err != nil:
		return nil, &exitError{name + " " + describe(err, out), lastWords(out), err}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return ReadBlocks(text), nil
}

// ReadBlocks reads a cover profile, of lines "path/file.go:1.2,3.4 5 6": the last number
// is how often it ran. What is no such line is left out. The blocks are sorted.
func ReadBlocks(text []byte) []Block {
	var blocks []Block
	for line := range bytes.Lines(text) {
		file, rest, ok := strings.Cut(string(line), ".go:")
		b := Block{File: file + ".go"}
		var statements int
		if n, _ := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &b.Line, &b.Column, &b.EndLine, &b.EndColumn, &statements, &b.Times); ok && n == 6 {
			blocks = append(blocks, b)
		}
	}
	slices.SortFunc(blocks, compareBlocks)
	return blocks
}

func compareBlocks(a, b Block) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.EndLine, b.EndLine), cmp.Compare(a.EndColumn, b.EndColumn))
}
