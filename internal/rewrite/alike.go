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

// forms separates the forms in Candidate.Form of a candidate that was joined from places of different forms, and what its
// Message says of them.
const forms = "; "

// A joint is a candidate, and the candidates that it was joined from: its parts, and those that are parts of a rival.
type joint struct {
	record.Candidate
	parts, shared []joint
}

// joined joins candidates of one rule that a reader expects to be changed together, in this order: all on one line;
// those of one form in one function; these in one file; these in functions of the same name in other files; and
// whatever the rule has left in one function, of any form. A reader who finds half a line, one branch of a switch,
// one of two methods, or the method of one of two types rewritten asks why the next one is not. Joined candidates are
// judged together, so that one that no workload runs is kept with one that pays. Where there are several fixes for one
// place, each is joined with the other places, as one of them alone would be preferred for leaving these out. A candidate
// joined from several functions or forms has these as Parts, and one joined from several files has a part for each file.
// What two candidates were joined from is a part of the first.
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
		func(a, b record.Candidate) bool { return !a.Local && a.Pos.File == b.Pos.File },
		func(a, b record.Candidate) bool { return !a.Local && Namesakes(a, b) },
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
// several functions or forms, or not all that it was joined from.
func (c joint) whole() record.Candidate {
	if c.Places > 1 {
		c.Message = brief(c.Message) + inPlaces(c.Places)
	}
	if len(c.Functions) > 1 || strings.Contains(c.Form, forms) || c.shared != nil {
		for _, part := range c.parts {
			c.Parts = append(c.Parts, part.whole())
		}
	}
	return c.Candidate
}

// Join returns one candidate that makes the changes of all, in the order of their places, with these as its Parts and
// Of. They must be of one rule and package, and must not conflict.
func Join(all []record.Candidate) record.Candidate {
	all = slices.SortedFunc(slices.Values(all), func(a, b record.Candidate) int { return a.Pos.Compare(b.Pos) })
	var whole joint
	ids := make([]string, len(all))
	for i, c := range all {
		ids[i] = c.ID
		part := joint{Candidate: c}
		part.Message = strings.TrimSuffix(c.Message, inPlaces(c.Places))
		if i == 0 {
			whole = part
		} else {
			whole.add(part)
		}
	}
	whole.ID, whole.Of, whole.Parts = strings.Join(ids, "+"), ids, all
	whole.Message = brief(whole.Message) + inPlaces(whole.Places)
	return whole.Candidate
}

// brief returns a message with its first parts.
func brief(message string) string {
	const most = 3
	parts := strings.Split(message, forms)
	if len(parts) <= most {
		return message
	}
	return strings.Join(parts[:most], forms) + forms + "and more"
}

// inPlaces is what a message says of the number of places.
func inPlaces(n int) string { return fmt.Sprintf(", in %d places", n) }

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
			some = append(some, joint{Candidate: c.Candidate, parts: []joint{c}})
			continue
		}
		first := &some[firsts[of][i]]
		first.parts = append(first.parts, c)
		first.add(c)
	}
	for _, alike := range firsts {
		for n, k := range alike {
			for _, rival := range alike[:n] {
				if within(some[rival].Candidate, some[k].Candidate) && Conflicts(some[rival].Candidate, some[k].Candidate) {
					some[k].share(some[rival])
				}
			}
		}
	}
	for i, c := range some {
		if len(c.parts) == 1 && c.shared == nil { // nothing was joined to it
			some[i] = c.parts[0]
		}
	}
	return some
}

// add adds to c what another candidate does.
func (c *joint) add(other joint) {
	c.Places = max(c.Places, 1) + max(other.Places, 1)
	if c.Form != other.Form {
		c.Form += forms + other.Form
	}
	for message := range strings.SplitSeq(other.Message, forms) {
		if !slices.Contains(strings.Split(c.Message, forms), message) {
			c.Message += forms + message
		}
	}
	c.Edits = append(slices.Clip(c.Edits), other.Edits...)
	c.Undeclared = append(slices.Clip(c.Undeclared), other.Undeclared...)
	c.Functions = slices.Compact(slices.Sorted(slices.Values(append(slices.Clip(c.Functions), other.Functions...))))
}

// share joins the parts of a rival to c that it can be applied with, all in the order of their places.
func (c *joint) share(rival joint) {
	for _, part := range rival.parts {
		if Conflicts(c.Candidate, part.Candidate) {
			continue
		}
		c.shared = append(c.shared, part)
		all := slices.Concat(c.parts, c.shared)
		slices.SortStableFunc(all, func(a, b joint) int { return a.Pos.Compare(b.Pos) })
		c.Candidate = all[0].Candidate
		for _, next := range all[1:] {
			c.add(next)
		}
	}
}

// Namesakes reports whether a function of a and one of b have the same name, as methods of different types do that
// are written after one pattern.
func Namesakes(a, b record.Candidate) bool {
	name := func(function string) string { return function[strings.LastIndexByte(function, '.')+1:] }
	return slices.ContainsFunc(a.Functions, func(f string) bool {
		return slices.ContainsFunc(b.Functions, func(g string) bool { return name(f) == name(g) })
	})
}
