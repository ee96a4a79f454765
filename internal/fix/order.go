package fix

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// Number sorts the kept verdicts to the front, those that save most first, numbers them from 1, and sets the diff of
// each to the change that it makes with those before it in place. So the diffs can be applied one after the other, or
// all with one "git apply". source returns the original text of a file.
func Number(verdicts []record.Verdict, source func(file string) ([]byte, error)) error {
	rank := func(v *record.Verdict) int {
		if v.Outcome == record.Kept {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(verdicts, func(a, b record.Verdict) int {
		x, y := a.Saved(), b.Saved()
		return cmp.Or(cmp.Compare(rank(&a), rank(&b)), cmp.Compare(y.AllocsPerOp, x.AllocsPerOp), cmp.Compare(y.BytesPerOp, x.BytesPerOp))
	})
	now := make(map[string][]byte) // the texts with the candidates so far
	var before []record.Candidate
	for i := range verdicts {
		v := &verdicts[i]
		if v.Outcome != record.Kept {
			break
		}
		v.Number = i + 1
		before = append(before, v.Candidate)
		files, err := rewrite.Apply(source, within(before, v.Candidate.Edits)...)
		if err != nil {
			return err
		}
		var text strings.Builder
		for _, name := range slices.Sorted(maps.Keys(files)) {
			old, ok := now[name]
			if !ok {
				if old, err = source(name); err != nil {
					return err
				}
			}
			text.WriteString(rewrite.Unified(name, old, files[name]))
			now[name] = files[name]
		}
		v.Diff = text.String()
	}
	return nil
}

// within returns the candidates with only their edits to files that edits change; those left without any are omitted.
func within(all []record.Candidate, edits []record.Edit) []record.Candidate {
	var some []record.Candidate
	for _, c := range all {
		c.Edits = slices.DeleteFunc(slices.Clone(c.Edits), func(e record.Edit) bool {
			return !slices.ContainsFunc(edits, func(f record.Edit) bool { return f.File == e.File })
		})
		if len(c.Edits) > 0 {
			some = append(some, c)
		}
	}
	return some
}

// Select returns the kept candidates for a list of numbers and ranges such as "2", "4-6" or "1,3". An empty list
// selects all.
func Select(verdicts []record.Verdict, list []string) ([]record.Candidate, error) {
	byNumber := make(map[int]record.Candidate)
	for _, v := range verdicts {
		if v.Outcome == record.Kept && v.Number > 0 {
			byNumber[v.Number] = v.Candidate
		}
	}
	if len(byNumber) == 0 {
		return nil, fmt.Errorf("no rewrite of this run held")
	}
	wanted := make(map[int]bool)
	for _, part := range strings.Split(strings.Join(list, ","), ",") {
		first, last, ok := bounds(part)
		if len(list) == 0 {
			first, last, ok = 1, slices.Max(slices.Collect(maps.Keys(byNumber))), true
		}
		if !ok {
			return nil, fmt.Errorf("%q is no number of a rewrite, and no range such as 2-4", part)
		}
		for n := first; n <= last; n++ {
			if _, ok := byNumber[n]; !ok {
				return nil, fmt.Errorf("there is no rewrite %d: this run has 1 to %d", n, len(byNumber))
			}
			wanted[n] = true
		}
	}
	var chosen []record.Candidate
	for _, n := range slices.Sorted(maps.Keys(wanted)) {
		chosen = append(chosen, byNumber[n])
	}
	return chosen, nil
}

// bounds parses "3" and "3-5".
func bounds(text string) (first, last int, ok bool) {
	from, to, isRange := strings.Cut(strings.TrimSpace(text), "-")
	first, err := strconv.Atoi(from)
	if err != nil || first < 1 {
		return 0, 0, false
	}
	if !isRange {
		return first, first, true
	}
	last, err = strconv.Atoi(to)
	return first, last, err == nil && last >= first
}

// Sum is the checksum by which a record remembers the content of a file.
func Sum(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Changed returns the names of the files whose sum has changed, in the order of files. read returns the present
// content of a file.
func Changed(files []record.FileSum, read func(name string) ([]byte, error)) []string {
	var changed []string
	for _, f := range files {
		if text, err := read(f.Name); err != nil || Sum(text) != f.SHA256 {
			changed = append(changed, f.Name)
		}
	}
	return changed
}
