package verify

import "slices"

// partition splits items into those that hold together and those that do not.
//
// try reports whether a set holds. It is called on growing sets: the items known to hold, and some new ones. All
// items are tried at once first, so that the number of calls grows with the failures and not with the items: 1
// without a failure, about 2·f·log₂(n/f) with f of them. An item that holds only without an earlier item is given up,
// so items should come with the most promising first.
//
// suspect returns those items of a failing set that its failure points at: they are tried after the others. Where it
// returns none or all, the set is halved.
//
// fails maps a failed item to what try returned for the smallest set it failed in. An error of try ends the search
// and is returned with what is known so far.
func partition[T, F any](items []T, index func(T) int, try func(set []T) (*F, error), suspect func(set []T, f *F) []T) (holds []T, fails map[int]F, err error) {
	fails = make(map[int]F)
	// grow adds to holds what holds of set. known is what try has returned for both together, nil if it was not asked.
	var grow func(set []T, known *F) error
	grow = func(set []T, known *F) error {
		if len(set) == 0 {
			return nil
		}
		failure := known
		if known == nil || len(set) == 1 { // asked again before one item is blamed: the first answer may have been chance
			var err error
			if failure, err = try(slices.Concat(holds, set)); err != nil {
				return err
			}
		}
		switch {
		case failure == nil:
			holds = append(holds, set...)
			return nil
		case len(set) == 1:
			fails[index(set[0])] = *failure
			return nil
		}
		first, last := set[:len(set)/2], set[len(set)/2:]
		if suspects := suspect(set, failure); 0 < len(suspects) && len(suspects) < len(set) {
			among := func(item T) bool {
				return slices.ContainsFunc(suspects, func(s T) bool { return index(s) == index(item) })
			}
			first, last = slices.DeleteFunc(slices.Clone(set), among), suspects
		}
		held := len(holds) + len(first)
		if err := grow(first, nil); err != nil {
			return err
		}
		if len(holds) < held {
			failure = nil // the rest is tried without what has failed
		}
		return grow(last, failure)
	}
	err = grow(items, nil)
	return holds, fails, err
}
