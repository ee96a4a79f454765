package poolmiss_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/unheap/unheap/passes/check/poolmiss"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), poolmiss.Rule.Analyzer, "a")
}
