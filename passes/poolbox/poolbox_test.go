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
	analysistest.Run(t, filepath.Join(analysistest.TestData(), "reports"), poolbox.Rule.Analyzer, "a", "arrays", "beside")
}
