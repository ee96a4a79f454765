package check_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/unheap/unheap/passes/check"
	"github.com/unheap/unheap/passes/internal/passtest"
)

// Test runs the fixtures of each check. Two have fixes, and findings without one apart.
func Test(t *testing.T) {
	for _, r := range check.Rules {
		t.Run(r.Name(), func(t *testing.T) {
			if !strings.HasPrefix(r.Analyzer.Doc, r.Name()+": ") {
				t.Errorf("documented as %.40q", r.Analyzer.Doc)
			}
			dir := filepath.Join(analysistest.TestData(), r.Name())
			if r.Name() == "poolreset" || r.Name() == "poolcap" {
				passtest.Run(t, r)
				dir = filepath.Join(dir, "reports")
			}
			entries, err := os.ReadDir(filepath.Join(dir, "src"))
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range entries {
				analysistest.Run(t, dir, r.Analyzer, e.Name())
			}
		})
	}
}
