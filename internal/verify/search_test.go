package verify

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
)

func TestPartition(t *testing.T) {
	tests := []struct {
		n        int
		bad      []int    // fail whatever they stand with
		pairs    [][2]int // fail together
		suspects []int    // those that each failure points at
		holds    int
		calls    int // at most
	}{
		{n: 0, holds: 0, calls: 0},
		{n: 1, holds: 1, calls: 1},
		{n: 30, holds: 30, calls: 1},
		{n: 1, bad: []int{0}, holds: 0, calls: 1},
		{n: 32, bad: []int{17}, holds: 31, calls: 11},
		{n: 32, bad: []int{0, 31}, holds: 30, calls: 21},
		{n: 8, pairs: [][2]int{{2, 5}}, holds: 7, calls: 7},
		{n: 4, bad: []int{0, 1, 2, 3}, holds: 0, calls: 7},
		{n: 32, bad: []int{17}, suspects: []int{17}, holds: 31, calls: 3},
		{n: 32, bad: []int{17}, suspects: []int{3, 17}, holds: 31, calls: 4},
		{n: 32, bad: []int{17, 20}, suspects: []int{17, 20}, holds: 30, calls: 4},
		{n: 32, bad: []int{17}, suspects: []int{3}, holds: 31, calls: 12},
	}
	for i, tt := range tests {
		items := make([]int, tt.n)
		for k := range items {
			items[k] = k
		}
		calls := 0
		try := func(set []int) (*string, error) {
			calls++
			for _, p := range tt.pairs {
				if slices.Contains(set, p[0]) && slices.Contains(set, p[1]) {
					return new(fmt.Sprint(p)), nil
				}
			}
			for _, b := range tt.bad {
				if slices.Contains(set, b) {
					return new(fmt.Sprint(b)), nil
				}
			}
			return nil, nil
		}
		holds, fails, err := partition(items, func(k int) int { return k }, try, func(set []int, _ *string) []int { return among(set, tt.suspects) })
		if err != nil || len(holds) != tt.holds || len(fails) != tt.n-tt.holds || calls > tt.calls {
			t.Errorf("%d: %v hold, %v fail, %v after %d calls; want %d and at most %d calls", i, holds, fails, err, calls, tt.holds, tt.calls)
		}
		for _, b := range tt.bad {
			if fails[b] != fmt.Sprint(b) {
				t.Errorf("%d: %d failed because of %q", i, b, fails[b])
			}
		}
		for _, p := range tt.pairs {
			if _, ok := fails[p[1]]; !ok {
				t.Errorf("%d: of %v the earlier one should stay, %v failed", i, p, slices.Sorted(maps.Keys(fails)))
			}
		}
	}
}

// among returns those of set that are in some.
func among(set, some []int) []int {
	return slices.DeleteFunc(slices.Clone(set), func(k int) bool { return !slices.Contains(some, k) })
}

// What fails once by chance is not refused: each item is tried again before it is blamed.
func TestPartitionChance(t *testing.T) {
	calls := 0
	holds, fails, err := partition([]int{1, 2, 3, 4}, func(k int) int { return k }, func([]int) (*string, error) {
		if calls++; calls == 1 {
			return new("by chance"), nil
		}
		return nil, nil
	}, func([]int, *string) []int { return nil })
	if err != nil || len(holds) != 4 || len(fails) > 0 {
		t.Errorf("%v hold, %v fail, %v", holds, fails, err)
	}
}

func TestPartitionError(t *testing.T) {
	broken := errors.New("no go command")
	calls := 0
	_, _, err := partition([]int{1, 2, 3}, func(k int) int { return k }, func([]int) (*string, error) {
		calls++
		return nil, broken
	}, nil)
	if err != broken || calls != 1 {
		t.Errorf("got %v after %d calls", err, calls)
	}
}
