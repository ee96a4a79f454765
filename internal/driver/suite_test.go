package driver

import (
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/mechanism"
)

// TestReasons: what a rule says it can remove is a reason that the catalogue has, and
// only checks, which look for mistakes, remove nothing.
func TestReasons(t *testing.T) {
	named := make(map[string]bool)
	for _, r := range everyRule() {
		if named[r.Name()] {
			t.Errorf("two rules are called %s", r.Name())
		}
		named[r.Name()] = true
		for _, reason := range r.Reasons {
			if _, ok := mechanism.Lookup(reason); !ok {
				t.Errorf("%s: there is no reason %s", r.Name(), reason)
			}
		}
		check := strings.Contains(r.Analyzer.URL, "/passes/check#")
		if check == (len(r.Reasons) > 0) {
			t.Errorf("%s: a check: %v; removes %q", r.Name(), check, r.Reasons)
		}
	}
}
