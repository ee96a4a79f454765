package poolescape_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/unheap/unheap/passes/check/poolescape"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), poolescape.Rule.Analyzer, "a")
}
