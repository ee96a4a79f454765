package poolbox_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/poolbox"
)

func Test(t *testing.T) { passtest.Run(t, poolbox.Rule) }

// TestReports runs the fixtures whose findings have no fix.
func TestReports(t *testing.T) {
	for _, r := range analysistest.Run(t, filepath.Join(analysistest.TestData(), "reports"), poolbox.Rule.Analyzer, "a", "arrays", "beside") {
		for _, d := range r.Diagnostics {
			if len(d.SuggestedFixes) > 0 {
				t.Errorf("%v: there is a fix", r.Pass.Fset.Position(d.Pos))
			}
		}
	}
}
