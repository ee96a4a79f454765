package rewrite

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// Combine returns one candidate with the effect of applying first, and then seconds to the result. seconds are what
// the rules of the barred candidates, which conflict with first, offer in that result. The edits are to the texts of
// source. ok is false if the effect cannot be written as edits of these, or if seconds change nothing.
func Combine(source func(file string) ([]byte, error), first record.Candidate, barred, seconds []record.Candidate) (c record.Candidate, ok bool) {
	once, err := Apply(source, first)
	if err != nil {
		return c, false
	}
	twice, err := Apply(func(file string) ([]byte, error) {
		if text, changed := once[file]; changed {
			return text, nil
		}
		return source(file)
	}, seconds...)
	if err != nil {
		return c, false
	}
	for file, text := range once {
		if twice[file] == nil {
			twice[file] = text
		}
	}
	c = behind(first, seconds)
	parts := first.Edits
	for _, b := range barred {
		if slices.ContainsFunc(seconds, func(second record.Candidate) bool {
			return second.Rewrite == b.Rewrite && intersect(second.Functions, b.Functions)
		}) {
			c.Of, c.Undeclared = append(c.Of, b.ID), slices.Concat(c.Undeclared, b.Undeclared)
			parts = slices.Concat(parts, b.Edits)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(twice)) {
		old, err := source(file)
		if err != nil {
			return c, false
		}
		c.Edits = append(c.Edits, between(file, old, twice[file], parts)...)
	}
	made, err := Apply(source, c)
	return c, err == nil && same(made, twice) && !same(twice, once)
}

// behind is first with the messages, caveats and functions of seconds added, but without edits.
func behind(first record.Candidate, seconds []record.Candidate) record.Candidate {
	c := first
	c.Of, c.Form, c.Parts, c.Edits = []string{first.ID}, "", nil, nil
	c.Caveats, c.Functions = slices.Clone(first.Caveats), slices.Clone(first.Functions)
	for _, second := range seconds {
		c.ID += "+" + second.ID
		c.Functions = append(c.Functions, second.Functions...)
		c.Message = saying(c.Message, strings.ToLower(second.Message[:1])+second.Message[1:])
		if second.Class == record.Review {
			c.Class = record.Review
		}
		for _, caveat := range second.Caveats {
			if !slices.Contains(c.Caveats, caveat) {
				c.Caveats = append(c.Caveats, caveat)
			}
		}
	}
	slices.Sort(c.Functions)
	c.Functions = slices.Compact(c.Functions)
	return c
}

// saying returns a message that says text, too: what it says already is said once, with the number of all places.
func saying(message, text string) string {
	parts := strings.Split(message, forms)
	what, n := placesOf(text)
	for i, part := range parts {
		if also, m := placesOf(part); also == what {
			parts[i] = what + inPlaces(n+m)
			return strings.Join(parts, forms)
		}
	}
	return message + forms + text
}

// placesOf returns a part of a message without the number of places, and that number.
func placesOf(part string) (what string, n int) {
	what, number, _ := strings.Cut(part, ", in ")
	if _, err := fmt.Sscanf(number, "%d places", &n); err != nil {
		return part, 1
	}
	return what, n
}

// same reports whether every file of b has the same text in a.
func same(a, b map[string][]byte) bool {
	for file, text := range b {
		if !bytes.Equal(a[file], text) {
			return false
		}
	}
	return true
}

// between returns edits that turn the version old of a file into now. Up to the end of the imports it returns the
// edits of parts as they are, so that another candidate may add the same imports.
func between(file string, old, now []byte, parts []record.Edit) (edits []record.Edit) {
	head := imports(old)
	for _, e := range parts {
		if e.File == file && e.Start <= head && !slices.Contains(edits, e) {
			edits = append(edits, e)
		}
	}
	var starts []int // offsets of the lines, and of the end
	at := 0
	for line := range strings.Lines(string(old)) {
		starts = append(starts, at)
		at += len(line)
	}
	starts = append(starts, at)
	for _, h := range Hunks(old, now) {
		if start := starts[h.Start]; start > head {
			edits = append(edits, record.Edit{File: file, Start: start, End: starts[h.End], New: strings.Join(h.New, "")})
		}
	}
	return edits
}

// imports returns the offset of the end of the imports of a file or, without any, of the package clause.
func imports(text []byte) int {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", text, parser.ImportsOnly)
	if err != nil {
		return 0
	}
	end := f.Name.End()
	for _, d := range f.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			end = max(end, d.End())
		}
	}
	return int(end - f.FileStart)
}
