package sharedbuf_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/unheap/unheap/passes/check/sharedbuf"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), sharedbuf.Rule.Analyzer, "a", "prog", "documented")
}
