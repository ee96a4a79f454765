package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// rival returns the index of the first candidate of set that c cannot be kept together with, or -1: both edit the
// same text, one makes the edits of the other, or one leaves the other nothing to save.
func (j *judge) rival(set []record.Candidate, c record.Candidate) int {
	return slices.IndexFunc(set, func(other record.Candidate) bool {
		return rewrite.Conflicts(other, c) || rewrite.Covers(other, c) || rewrite.Covers(c, other) || j.suffices[pair{other.ID, c.ID}] || j.suffices[pair{c.ID, other.ID}]
	})
}

// A pair is two candidates, by ID.
type pair struct{ first, second string }

// superfluous notes the pairs of candidates in which the first alone saves, in its functions, all that the whole set
// saves. Pairs in which the second changes functions that the first does not are left out.
func (j *judge) superfluous(mixed []record.Candidate, counted map[string]*counts, together *counts) {
	for _, c := range mixed {
		for _, other := range mixed {
			within := !slices.ContainsFunc(other.Functions, func(f string) bool { return !slices.Contains(c.Functions, f) })
			alone := counted[c.ID].workloads != nil // false if c does not build without the others
			if c.ID != other.ID && within && alone && !j.less(c.Functions, together, counted[c.ID]) {
				j.suffices[pair{c.ID, other.ID}] = true
			}
		}
	}
}

// less reports whether functions allocate less in one count than in another, in at least one workload.
func (j *judge) less(functions []string, in, than *counts) bool {
	for name := range j.before.workloads {
		if in.of(functions, name).below(than.of(functions, name)) {
			return true
		}
	}
	return false
}

// choose resolves conflicts between candidates that all hold: it returns the compatible candidates that together save
// most, by objects to three digits, then the lowest price, then the fewest of class review, then bytes.
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

// refuseRivals refuses the proven candidates that are rivals of a standing one.
func (j *judge) refuseRivals() {
	for _, c := range j.proven {
		i := j.rival(j.standing, c)
		if i < 0 || contains(j.standing, c) {
			continue
		}
		why := "edits the same text"
		switch {
		case rewrite.Covers(j.standing[i], c):
			why = "makes the same edits, and more,"
		case !rewrite.Conflicts(j.standing[i], c):
			why = "leaves it nothing to save"
		case !rewrite.Overlap(j.standing[i], c):
			why = "declares a name of it otherwise"
		}
		j.refuse(c, failure{outcome: record.NoGain, reason: fmt.Sprintf("%s at %s %s and is preferred", j.standing[i].Rewrite, j.standing[i].Pos, why)})
	}
}

// entangled divides candidates into groups such that rivals are always in one group.
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

// mostEntangled is the size of the largest group of which every subset is tried: 65,536 subsets are compared in
// milliseconds. In a larger group, candidates are taken in the order of their worth, unless a rival was taken before.
const mostEntangled = 16

// best returns the subset without rivals that is worth most, of a group sorted by worth; of equal subsets, the one
// with the first candidates.
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

// full reports whether every candidate of a group is in set or a rival of a candidate in set.
func (j *judge) full(set, group []record.Candidate) bool {
	return !slices.ContainsFunc(group, func(c record.Candidate) bool {
		return !contains(set, c) && j.rival(set, c) < 0
	})
}

// A worth is what candidates, or sets of them, are compared by.
type worth struct {
	objects float64
	review  int // number of candidates of class review
	price   int
	bytes   float64
}

// worth is what c is worth; a whole saves at least as many objects as its parts, although counts may vary.
func (j *judge) worth(c record.Candidate) worth {
	var parts amount
	for _, part := range c.Parts {
		if j.verdicts[part.ID] != nil {
			parts.objects += j.saving(part).objects
		}
	}
	w := worth{objects: max(j.saving(c).objects, parts.objects), price: j.price(c), bytes: j.saving(c).bytes}
	if c.Class == record.Review {
		w.review = 1
	}
	return w
}

// worthOf is what a set is worth.
func (j *judge) worthOf(set []record.Candidate) (sum worth) {
	for _, c := range set {
		sum = sum.plus(j.worth(c))
	}
	return sum
}

func (w worth) plus(v worth) worth {
	return worth{w.objects + v.objects, w.review + v.review, w.price + v.price, w.bytes + v.bytes}
}

func (w worth) compare(v worth) int {
	return cmp.Or(cmp.Compare(rounded(w.objects), rounded(v.objects)), cmp.Compare(v.price, w.price), cmp.Compare(v.review, w.review), cmp.Compare(w.bytes, v.bytes))
}

// rounded has the first three digits of n. Two counts of one program may differ in the others.
func rounded(n float64) float64 {
	n, err := strconv.ParseFloat(strconv.FormatFloat(n, 'e', 2, 64), 64)
	if err != nil {
		panic(err) // it is formatted as it is parsed
	}
	return n
}

// saving is what c saves in one operation of each workload, summed.
func (j *judge) saving(c record.Candidate) (sum amount) {
	for _, m := range j.verdicts[c.ID].Comparisons {
		sum.objects += m.Before.AllocsPerOp - m.After.AllocsPerOp
		sum.bytes += m.Before.BytesPerOp - m.After.BytesPerOp
	}
	return sum
}

// apart replaces each candidate of live that did not hold by its parts, and returns the parts. A part whose text a
// proven candidate of the same rewrite already changes is replaced by its own parts.
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

// open returns parts, with each part whose text a proven candidate of the same rewrite changes replaced by its own
// parts, recursively.
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
