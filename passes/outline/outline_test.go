package outline_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/outline"
)

func Test(t *testing.T) { passtest.Run(t, outline.Rule) }

// The golden files are formatted, and do not show what becomes of a file that is not.
func TestNotFormatted(t *testing.T) {
	dir := analysistest.TestData()
	result := analysistest.Run(t, dir, outline.Rule.Analyzer, "ragged")[0]
	content, err := os.ReadFile(filepath.Join(dir, "src", "ragged", "ragged.go"))
	if err != nil {
		t.Fatal(err)
	}
	start, text := result.Pass.Files[0].FileStart, string(content)
	for _, edit := range slices.Backward(result.Diagnostics[0].SuggestedFixes[0].TextEdits) {
		text = text[:edit.Pos-start] + string(edit.NewText) + text[edit.End-start:]
	}
	if want := "*lines {\n    l.all ="; !strings.Contains(text, want) {
		t.Errorf("%q is not in\n%s", want, text)
	}
}
