package rewrite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// A likeness is what candidates have in common that may be one.
type likeness struct {
	rewrite, pkg, form, caveats string
	class                       record.Class
}

// forms stands between the forms of places that are one candidate although theirs differ.
const forms = "; "

// A joint is a candidate, and those that it was made of.
type joint struct {
	record.Candidate
	parts []joint
}

// joined makes one candidate of those on one line, of those of one form in one function, of these one of
// those in one file, and of these one of those in functions of the same name in other files; and one of
// what a rule has left in one function, in whatever words. A reader who finds half a line, one branch of a
// switch, one of two methods, or the method of one of two types rewritten asks why the next one is not. They
// are judged together, so that one that no workload runs is retained with one that pays. What is
// joined over functions or forms keeps its parts, and what is joined over files keeps those of each file.
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

// whole is the candidate with the number of its places in its message, and its parts if they are of
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

// join makes one of the candidates that look alike, by what is asked of their forms, and are within the same.
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
		if len(c.parts) == 1 { // it found none that looks alike
			some[i] = c.parts[0]
		}
	}
	return some
}

// Namesakes reports whether functions of a and b have the same name, as methods of different types do that
// are written like one another.
func Namesakes(a, b record.Candidate) bool {
	name := func(function string) string { return function[strings.LastIndexByte(function, '.')+1:] }
	return slices.ContainsFunc(a.Functions, func(f string) bool {
		return slices.ContainsFunc(b.Functions, func(g string) bool { return name(f) == name(g) })
	})
}
