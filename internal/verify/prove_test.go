package verify

import (
	"reflect"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// TestFailures: a test counts as failed if it fails with the change each time, and never
// without it. It is run again as long as that is open.
func TestFailures(t *testing.T) {
	for _, tt := range []struct {
		name             string
		with, without    []bool // whether it passes when it is run again
		want             record.TestProof
		ranWith, ranThen int
	}{
		{"fails with it only", []bool{false, false, false}, []bool{true, true, true}, record.TestProof{Failed: "TestX"}, 3, 3},
		{"fails without it too", []bool{false, false, false}, []bool{false, true, true}, record.TestProof{Unsteady: []string{"TestX"}}, 1, 1},
		{"passed when it was run again", []bool{true, true, true}, []bool{true, true, true}, record.TestProof{Unsteady: []string{"TestX"}}, 1, 1},
		{"fails with it now and then", []bool{false, true, false}, []bool{true, true, true}, record.TestProof{Flaky: []string{"TestX"}}, 3, 3},
		{"fails without it at last", []bool{false, false, false}, []bool{true, true, false}, record.TestProof{Unsteady: []string{"TestX"}}, 3, 3},
	} {
		var ranWith, ranThen int
		next := func(list []bool, n *int) func([]string) (*tested, error) {
			return func(paths []string) (*tested, error) {
				if !reflect.DeepEqual(paths, []string{"m/p"}) {
					t.Errorf("%s: packages %v are tested", tt.name, paths)
				}
				*n++
				return &tested{passed: map[string]bool{"TestX": list[*n-1]}}, nil
			}
		}
		var got record.TestProof
		err := enterFailures(&got, map[string]string{"TestX": "m/p"}, next(tt.with, &ranWith), next(tt.without, &ranThen))
		if err != nil || !reflect.DeepEqual(got, tt.want) || ranWith != tt.ranWith || ranThen != tt.ranThen {
			t.Errorf("%s: %+v, %v after %d and %d runs; want %+v after %d and %d", tt.name, got, err, ranWith, ranThen, tt.want, tt.ranWith, tt.ranThen)
		}
	}
	var none record.TestProof
	if err := enterFailures(&none, nil, nil, nil); err != nil || !reflect.DeepEqual(none, record.TestProof{}) {
		t.Errorf("where nothing failed: %+v, %v", none, err)
	}
}
