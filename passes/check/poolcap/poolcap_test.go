package poolcap_test

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/unheap/unheap/passes/check/poolcap"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, poolcap.Rule) }

// TestReports runs the fixtures whose findings have no fix.
func TestReports(t *testing.T) {
	analysistest.Run(t, filepath.Join(analysistest.TestData(), "reports"), poolcap.Rule.Analyzer, "a")
}
