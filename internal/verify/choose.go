package verify

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// rival is the index of the first of set that may not stand beside c, or -1: the two edit
// the same text, or one of them leaves the other nothing to save.
func (j *judge) rival(set []record.Candidate, c record.Candidate) int {
	return slices.IndexFunc(set, func(other record.Candidate) bool {
		return rewrite.Conflicts(other, c) || j.suffices[pair{other.ID, c.ID}] || j.suffices[pair{c.ID, other.ID}]
	})
}

// A pair are two candidates, by their IDs.
type pair struct{ first, second string }

// superfluous notes of two candidates for the same functions that the first saves by itself
// all that the whole set saves in them. Candidates that change other functions as well as
// the first does are not looked at.
func (j *judge) superfluous(mixed []record.Candidate, counted map[string]*counts, together *counts) {
	for _, c := range mixed {
		for _, other := range mixed {
			within := !slices.ContainsFunc(other.Functions, func(f string) bool { return !slices.Contains(c.Functions, f) })
			alone := counted[c.ID].workloads != nil // or it does not build without the others
			if c.ID != other.ID && within && alone && !j.less(c.Functions, together, counted[c.ID]) {
				j.suffices[pair{c.ID, other.ID}] = true
			}
		}
	}
}

// less reports whether functions allocate less in one count than in another, in a workload.
func (j *judge) less(functions []string, in, than *counts) bool {
	for name := range j.before.workloads {
		if in.of(functions, name).below(than.of(functions, name)) {
			return true
		}
	}
	return false
}

// choose takes, of candidates that conflict and all hold, those that together
// save most: objects first, then those of the lowest price, then the safe ones, then bytes.
func (j *judge) choose(gained []record.Candidate) []record.Candidate {
	bestFirst := func(a, b record.Candidate) int { return j.worth(b).compare(j.worth(a)) }
	var chosen []record.Candidate
	for _, group := range j.entangled(gained) {
		slices.SortStableFunc(group, bestFirst)
		chosen = append(chosen, j.best(group)...)
	}
	slices.SortStableFunc(chosen, bestFirst)
	return chosen
}

// refuseRivals refuses what is proven and stands back for something that stands.
func (j *judge) refuseRivals() {
	for _, c := range j.proven {
		i := j.rival(j.standing, c)
		if i < 0 || contains(j.standing, c) {
			continue
		}
		why := "edits the same text"
		switch {
		case !rewrite.Conflicts(j.standing[i], c):
			why = "leaves it nothing to save"
		case !rewrite.Overlap(j.standing[i], c):
			why = "declares a name of it otherwise"
		}
		j.refuse(c, failure{record.NoGain, fmt.Sprintf("%s at %s %s and is preferred", j.standing[i].Rewrite, j.standing[i].Pos, why)})
	}
}

// entangled divides candidates into groups, so that no two of different ones are rivals.
func (j *judge) entangled(all []record.Candidate) (groups [][]record.Candidate) {
	for _, c := range all {
		group := []record.Candidate{c}
		groups = slices.DeleteFunc(groups, func(g []record.Candidate) bool {
			if j.rival(g, c) < 0 {
				return false
			}
			group = append(slices.Clone(g), group...)
			return true
		})
		groups = append(groups, group)
	}
	return groups
}

// mostEntangled is the largest group of which every part is tried: 65,536 parts are
// compared in milliseconds. Of a larger one each is taken that stands in the way of
// none that is worth more.
const mostEntangled = 16

// best is the part of a group, sorted by worth, that is without rivals and worth
// most; of equal ones the one with the first candidates.
func (j *judge) best(group []record.Candidate) (best []record.Candidate) {
	if len(group) > mostEntangled {
		return rewrite.Groups(group, func(set []record.Candidate, c record.Candidate) bool { return j.rival(set, c) >= 0 })[0]
	}
	var most worth
	var try func(set []record.Candidate, sum worth, rest []record.Candidate)
	try = func(set []record.Candidate, sum worth, rest []record.Candidate) {
		if len(rest) == 0 {
			if j.full(set, group) && (best == nil || sum.compare(most) > 0) {
				best, most = slices.Clone(set), sum
			}
			return
		}
		if j.rival(set, rest[0]) < 0 {
			try(append(set, rest[0]), sum.plus(j.worth(rest[0])), rest[1:])
		}
		try(set, sum, rest[1:])
	}
	try(nil, worth{}, group)
	return best
}

// full reports whether every candidate of a group is in the set or a rival of one that is.
func (j *judge) full(set, group []record.Candidate) bool {
	return !slices.ContainsFunc(group, func(c record.Candidate) bool {
		in := slices.ContainsFunc(set, func(d record.Candidate) bool { return d.ID == c.ID })
		return !in && j.rival(set, c) < 0
	})
}

// A worth is by what candidates are compared.
type worth struct {
	objects float64
	review  int // how many are of that class
	price   int
	bytes   float64
}

func (j *judge) worth(c record.Candidate) worth {
	w := worth{objects: j.saving(c).objects, price: j.price(c), bytes: j.saving(c).bytes}
	if c.Class == record.Review {
		w.review = 1
	}
	return w
}

func (w worth) plus(v worth) worth {
	return worth{w.objects + v.objects, w.review + v.review, w.price + v.price, w.bytes + v.bytes}
}

func (w worth) compare(v worth) int {
	return cmp.Or(cmp.Compare(w.objects, v.objects), cmp.Compare(v.price, w.price), cmp.Compare(v.review, w.review), cmp.Compare(w.bytes, v.bytes))
}

// saving is what c takes away from one operation of each workload, summed.
func (j *judge) saving(c record.Candidate) (sum amount) {
	for _, m := range j.verdicts[c.ID].Comparisons {
		sum.objects += m.Before.AllocsPerOp - m.After.AllocsPerOp
		sum.bytes += m.Before.BytesPerOp - m.After.BytesPerOp
	}
	return sum
}

// apart puts the parts of those candidates of live that did not hold in their place and returns them, but
// those of which something that is proven changes the same text in another way.
func (j *judge) apart(live []record.Candidate) (parts []record.Candidate) {
	var all []record.Candidate
	for _, c := range j.Candidates {
		var own []record.Candidate
		if contains(live, c) && j.verdicts[c.ID].Outcome != record.NotReached {
			own = j.open(c.Parts)
		}
		if len(own) == 0 {
			all = append(all, c)
			continue
		}
		for _, part := range own {
			j.wholes[part.ID] = c
		}
		all, parts = append(all, own...), append(parts, own...)
		delete(j.verdicts, c.ID)
	}
	j.Candidates = all
	j.expect(parts)
	return parts
}

// open are those of parts of which nothing that is proven changes the same text in another way, or the parts
// of these.
func (j *judge) open(parts []record.Candidate) (some []record.Candidate) {
	for _, part := range parts {
		if slices.ContainsFunc(j.proven, func(d record.Candidate) bool { return d.Rewrite == part.Rewrite && rewrite.Overlap(part, d) }) {
			some = append(some, j.open(part.Parts)...)
		} else {
			some = append(some, part)
		}
	}
	return some
}
