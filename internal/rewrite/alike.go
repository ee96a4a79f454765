package rewrite

import (
	"fmt"
	"slices"

	"github.com/unheap/unheap/internal/record"
)

// A likeness is what candidates have in common that may be one.
type likeness struct {
	rewrite, file, function, form, caveats string
	class                                  record.Class
}

// A joint is a candidate with the number of its places, and those that it was made of.
type joint struct {
	record.Candidate
	places int
	parts  []joint
}

// joined makes one candidate of those of one form in one function, and of these one of those in one
// file: a reader who finds one branch of a switch, or one of two methods, rewritten asks why the next
// one, in the same words, is not. They are judged together, so that one that no workload runs is
// retained with one that pays. What is joined over functions keeps its parts.
func joined(all []record.Candidate) (some []record.Candidate) {
	single := make([]joint, len(all))
	for i, c := range all {
		single[i] = joint{Candidate: c, places: 1}
	}
	inFunction := join(single, func(c record.Candidate) string { return c.Functions[0] })
	for _, c := range join(inFunction, func(record.Candidate) string { return "" }) {
		if len(c.Functions) > 1 {
			for _, part := range c.parts {
				c.Parts = append(c.Parts, part.titled())
			}
		}
		some = append(some, c.titled())
	}
	return some
}

// titled is the candidate with the number of its places in its message.
func (c joint) titled() record.Candidate {
	if c.places > 1 {
		c.Message += fmt.Sprintf(", in %d places", c.places)
	}
	return c.Candidate
}

// join makes one of the candidates of one function each that look alike and are within the same.
func join(all []joint, within func(record.Candidate) string) (some []joint) {
	firsts := make(map[likeness]int) // indices into some
	for _, c := range all {
		if c.Form == "" || len(c.Functions) != 1 {
			some = append(some, c)
			continue
		}
		of := likeness{c.Rewrite, c.Pos.File, within(c.Candidate), c.Form, fmt.Sprint(c.Caveats), c.Class}
		k, ok := firsts[of]
		if !ok || Conflicts(some[k].Candidate, c.Candidate) {
			firsts[of] = len(some)
			own := c
			own.parts = nil
			c.parts = []joint{own}
			some = append(some, c)
			continue
		}
		first := &some[k]
		first.places += c.places
		first.parts = append(first.parts, c)
		first.Edits = append(slices.Clip(first.Edits), c.Edits...)
		first.Undeclares = append(slices.Clip(first.Undeclares), c.Undeclares...)
		first.Functions = slices.Compact(slices.Sorted(slices.Values(append(slices.Clip(first.Functions), c.Functions...))))
	}
	return some
}
