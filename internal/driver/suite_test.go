package driver

import (
	"slices"
	"testing"

	"github.com/unheap/unheap/internal/mechanism"
	"github.com/unheap/unheap/passes"
)

// correctness are the passes of the suite that look for mistakes and not for
// objects, so no mechanism names them.
var correctness = []string{"poolreset", "poolescape", "poolcap", "poolmiss", "sharedbuf", "unsafeview"}

// TestRewrites: what a mechanism says can remove it exists, and what exists is
// said to remove something.
func TestRewrites(t *testing.T) {
	var have []string
	for _, a := range slices.Concat(passes.Suite, modernizers()) {
		have = append(have, a.Name())
	}
	named := make(map[string]bool)
	for _, m := range mechanism.List() {
		for _, name := range m.Rewrites {
			named[name] = true
			if !slices.Contains(have, name) {
				t.Errorf("%s: there is no rewrite %s", m.Name, name)
			}
		}
	}
	for _, name := range have {
		if slices.Contains(correctness, name) == named[name] {
			t.Errorf("%s: named by a mechanism: %v; a pass for correctness: %v", name, named[name], !named[name])
		}
	}
	for _, name := range correctness {
		if !slices.Contains(have, name) {
			t.Errorf("there is no pass %s", name)
		}
	}
}
