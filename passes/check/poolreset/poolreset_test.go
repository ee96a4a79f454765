package poolreset_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/unheap/unheap/passes/check/poolreset"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, poolreset.Rule) }

// TestReports runs the fixtures whose findings have no fix.
func TestReports(t *testing.T) {
	analysistest.Run(t, filepath.Join(analysistest.TestData(), "reports"), poolreset.Rule.Analyzer, "a")
}
