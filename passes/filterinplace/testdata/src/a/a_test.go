package a

import "testing"

// TestExported uses the list again, and would fail if it minded.
func TestExported(t *testing.T) {
	list := []int{-1, 1}
	if len(Exported(list)) != 1 || len(list) != 2 {
		t.Error(list)
	}
}
