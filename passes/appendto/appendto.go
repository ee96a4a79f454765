// Package appendto defines an analyzer that finds text made only to be copied.
//
// # Analyzer appendto
//
// appendto: append text where it goes instead of making it first
package appendto

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/passes/internal/edit"
)

//go:embed appendto.go
var source string

// Analyzer is the appendto pass.
var Analyzer = &analysis.Analyzer{
	Name:     "appendto",
	Doc:      edit.Doc(source),
	URL:      "https://pkg.go.dev/github.com/unheap/unheap/passes/appendto",
	Requires: []*analysis.Analyzer{edit.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	return nil, nil
}
