package unsafeview_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/unheap/unheap/passes/check/unsafeview"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), unsafeview.Rule.Analyzer, "a")
}
