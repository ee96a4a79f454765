package rewrite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// A likeness is what candidates must have in common to be joined into one.
type likeness struct {
	rewrite, pkg, form, caveats string
	class                       record.Class
}

// forms separates the forms in Candidate.Form of a candidate that was joined from places of different forms.
const forms = "; "

// A joint is a candidate, and the candidates that it was joined from.
type joint struct {
	record.Candidate
	parts []joint
}

// joined joins candidates of one rule that a reader expects to be changed together, in this order: all on one line;
// those of one form in one function; these in one file; these in functions of the same name in other files; and
// whatever the rule has left in one function, of any form. A reader who finds half a line, one branch of a switch,
// one of two methods, or the method of one of two types rewritten asks why the next one is not. Joined candidates are
// judged together, so that one that no workload runs is kept with one that pays. A candidate joined from several
// functions or forms has these as Parts, and one joined from several files has a part for each file.
func joined(all []record.Candidate) (some []record.Candidate) {
	joints := make([]joint, len(all))
	for i, c := range all {
		joints[i] = joint{Candidate: c}
	}
	joints = join(joints, func(string) string { return "" }, func(a, b record.Candidate) bool {
		return a.Pos.File == b.Pos.File && a.Pos.Line == b.Pos.Line
	})
	for _, within := range []func(a, b record.Candidate) bool{
		func(a, b record.Candidate) bool { return a.Pos.File == b.Pos.File && a.Functions[0] == b.Functions[0] },
		func(a, b record.Candidate) bool { return a.Pos.File == b.Pos.File },
		Namesakes,
	} {
		joints = join(joints, func(form string) string { return form }, within)
	}
	joints = join(joints, func(string) string { return "" }, func(a, b record.Candidate) bool {
		return a.Pos.File == b.Pos.File && len(a.Functions) == 1 && slices.Equal(a.Functions, b.Functions)
	})
	for _, c := range joints {
		some = append(some, c.whole())
	}
	return some
}

// whole returns the candidate with the number of its places added to its message, and with Parts if these are of
// several functions or forms.
func (c joint) whole() record.Candidate {
	if c.Places > 1 {
		c.Message += fmt.Sprintf(", in %d places", c.Places)
	}
	if len(c.Functions) > 1 || strings.Contains(c.Form, forms) {
		for _, part := range c.parts {
			c.Parts = append(c.Parts, part.whole())
		}
	}
	return c.Candidate
}

// join joins candidates that are alike, with forms compared as form returns them, and for which within is true.
func join(all []joint, form func(string) string, within func(a, b record.Candidate) bool) (some []joint) {
	firsts := make(map[likeness][]int) // indices into some
	for _, c := range all {
		if c.Form == "" || c.parts == nil && len(c.Functions) != 1 {
			some = append(some, c)
			continue
		}
		of := likeness{c.Rewrite, c.Package, form(c.Form), fmt.Sprint(c.Caveats), c.Class}
		i := slices.IndexFunc(firsts[of], func(k int) bool {
			return within(some[k].Candidate, c.Candidate) && !Conflicts(some[k].Candidate, c.Candidate)
		})
		if i < 0 {
			firsts[of] = append(firsts[of], len(some))
			c.parts = []joint{c}
			some = append(some, c)
			continue
		}
		first := &some[firsts[of][i]]
		first.Places = max(first.Places, 1) + max(c.Places, 1)
		first.parts = append(first.parts, c)
		if first.Form != c.Form {
			first.Form += forms + c.Form
		}
		first.Edits = append(slices.Clip(first.Edits), c.Edits...)
		first.Undeclared = append(slices.Clip(first.Undeclared), c.Undeclared...)
		first.Functions = slices.Compact(slices.Sorted(slices.Values(append(slices.Clip(first.Functions), c.Functions...))))
	}
	for i, c := range some {
		if len(c.parts) == 1 { // nothing was joined to it
			some[i] = c.parts[0]
		}
	}
	return some
}

// Namesakes reports whether a function of a and one of b have the same name, as methods of different types do that
// are written after one pattern.
func Namesakes(a, b record.Candidate) bool {
	name := func(function string) string { return function[strings.LastIndexByte(function, '.')+1:] }
	return slices.ContainsFunc(a.Functions, func(f string) bool {
		return slices.ContainsFunc(b.Functions, func(g string) bool { return name(f) == name(g) })
	})
}
