package verify

import (
	"context"
	"slices"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

func contains(set []record.Candidate, c record.Candidate) bool {
	return slices.ContainsFunc(set, func(d record.Candidate) bool { return d.ID == c.ID })
}

func (j *judge) stands(c record.Candidate) bool { return contains(j.standing, c) }

// stand makes set the standing set, and tells Standing if the set has changed.
func (j *judge) stand(set []record.Candidate) {
	if key(set) == key(j.standing) {
		return
	}
	j.enterUsers(set)
	for _, c := range set {
		v := j.verdicts[c.ID]
		if !j.stands(c) && len(v.Comparisons) > 0 && v.Comparisons[0].Time.Samples == 0 {
			v.Untimed = notTimed
		}
	}
	j.standing = slices.Clone(set)
	if j.Standing != nil {
		j.Standing(j.report())
	}
}

// report returns the verdicts as they are known now, in the order of the candidates; the standing ones are Kept.
func (j *judge) report() []record.Verdict {
	all := make([]record.Verdict, len(j.Candidates))
	for i, c := range j.Candidates {
		v := *j.verdicts[c.ID]
		v.Comparisons = slices.Clone(v.Comparisons)
		if v.Outcome == record.Kept || v.Outcome == record.NotReached {
			v.Outcome = record.NotReached
			if j.stands(c) {
				v.Outcome, v.Reason = record.Kept, ""
			}
		}
		if _, made := j.diffs[c.ID]; !made {
			j.diffs[c.ID], _ = j.diff(c) // a candidate that cannot be applied has no diff
		}
		v.Diff = j.diffs[c.ID]
		all[i] = v
	}
	return all
}

// establish chooses among the proven candidates, runs the tests of the package and of its importers with the chosen
// ones in place, and makes those that pass the standing set. If a candidate fails, its rivals get their chance.
func (j *judge) establish(ctx context.Context) error {
	for {
		chosen := j.choose(j.proven)
		kept, err := j.hold(ctx, chosen)
		if err != nil {
			return err
		}
		if j.Partial {
			j.stand(kept)
		}
		if kept, err = j.users(ctx, kept); err != nil {
			return err
		}
		j.stand(kept)
		if len(kept) == len(chosen) {
			return nil
		}
	}
}

// shrink removes the refused candidates from proven and from the standing set. A standing candidate that shares a
// function with a removed one goes as well, since it has been tested only together with that.
func (j *judge) shrink() {
	refused := func(c record.Candidate) bool { return j.verdicts[c.ID].Outcome != record.NotReached }
	j.proven = slices.DeleteFunc(j.proven, refused)
	var gone, left []record.Candidate
	for _, c := range j.standing {
		if refused(c) {
			gone = append(gone, c)
		} else {
			left = append(left, c)
		}
	}
	j.stand(independent(left, gone))
}

// testedPart is the part of set that the package's own tests have passed with: all candidates that were in place,
// except those that share a function with a further candidate that was in place.
func (j *judge) testedPart(set []record.Candidate) []record.Candidate {
	tested := j.passed[j.Package]
	var in, others []record.Candidate
	for _, c := range j.Candidates {
		switch was := slices.Contains(splitKey(tested), c.ID); {
		case was && contains(set, c):
			in = append(in, c)
		case was:
			others = append(others, c)
		}
	}
	return independent(in, others)
}

// independent returns the candidates of set that share no function with others.
func independent(set, others []record.Candidate) []record.Candidate {
	return slices.DeleteFunc(slices.Clone(set), func(c record.Candidate) bool { return sharesFunction(c, others) })
}

// after is the counting run with the standing set in place, and with the changed files; nil if that set was not
// counted.
func (j *judge) after() *Counted {
	run := j.counted[key(j.standing)]
	if run == nil || len(j.standing) == 0 {
		return nil
	}
	files, err := rewrite.Apply(j.Source, slices.Concat(j.Base, j.standing)...)
	if err != nil {
		return nil
	}
	run.Files = files
	return run
}
