package guardcall_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/unheap/unheap/passes/guardcall"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, guardcall.Rule) }

// TestLibraries runs the fixture that calls loggers of other modules, which lie beside it.
func TestLibraries(t *testing.T) {
	analysistest.RunWithSuggestedFixes(t, filepath.Join(analysistest.TestData(), "libraries"), guardcall.Rule.Analyzer, "loggers")
}
