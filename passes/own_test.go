package passes_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
	"github.com/unheap/unheap/passes/own"
)

// TestOwn rewrites a corpus by a user's pairs of functions: what stands in the place of a
// match must type-check, alone, with all others, and nothing is to be done again.
func TestOwn(t *testing.T) {
	dir, err := filepath.Abs("own/testdata/corpus")
	if err != nil {
		t.Fatal(err)
	}
	prog, problems, err := load.Load(t.Context(), load.Options{Dir: dir, Patterns: []string{"."}})
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	p := prog.Packages()[0]
	src := own.Source{Fset: prog.Fset, File: p.Files[0].Syntax, Types: p.Types, Info: p.Info, Sizes: p.Sizes, ReadFile: os.ReadFile}
	for _, f := range p.Files {
		src.Files = append(src.Files, f.Syntax)
	}
	pairs, err := own.Read(src)
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		pairs = pairs[:1]
	}
	list := shorter
	if *longFlag {
		list = short
	}
	c := newCorpus(t, list)
	found := make(map[string]int)
	for _, pkg := range c.packages {
		var all []record.Candidate
		for _, pair := range pairs {
			fixes := c.pass(t, pkg, pair.Rule(pair.Class()))
			for _, fix := range fixes {
				found[pair.Before] += max(fix.Places, 1) // matches of one pair in a file are one rewrite
			}
			all = append(all, fixes...)
		}
		for _, set := range rewrite.Disjoint(all) {
			if _, err := c.version(pkg, set...); err != nil {
				t.Errorf("%s: all fixes of all pairs: %v", pkg.Path, err)
			}
		}
	}
	if testing.Short() {
		return
	}
	total := 0
	for _, pair := range pairs {
		t.Logf("%-14s %4d places", pair.Before, found[pair.Before])
		total += found[pair.Before]
	}
	if total < 100 {
		t.Errorf("%d places of the corpus match: too few to say anything", total)
	}
}
