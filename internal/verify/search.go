package verify

import "slices"

// partition splits items into those that hold together and those that do not.
//
// try reports whether a set holds. It is called on growing sets: the items known to hold, and some new ones. All
// items are tried at once first, so that the number of calls grows with the failures and not with the items: 1
// without a failure, about 2·f·log₂(n/f) with f of them. An item that holds only without an earlier item is given up,
// so items should come with the most promising first.
//
// fails maps a failed item to what try returned for the smallest set it failed in. An error of try ends the search
// and is returned with what is known so far.
func partition[T, F any](items []T, index func(T) int, try func(set []T) (*F, error)) (holds []T, fails map[int]F, err error) {
	fails = make(map[int]F)
	var grow func(set []T) error
	grow = func(set []T) error {
		if len(set) == 0 {
			return nil
		}
		failure, err := try(slices.Concat(holds, set))
		switch {
		case err != nil:
			return err
		case failure == nil:
			holds = append(holds, set...)
			return nil
		case len(set) == 1:
			fails[index(set[0])] = *failure
			return nil
		}
		half := len(set) / 2
		if err := grow(set[:half]); err != nil {
			return err
		}
		return grow(set[half:])
	}
	err = grow(items)
	return holds, fails, err
}
