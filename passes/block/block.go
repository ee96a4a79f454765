// Package block defines an analyzer that finds many small objects made in a loop.
//
// # Analyzer block
//
// block: make the objects of a loop in one allocation
package block

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/passes/internal/edit"
)

//go:embed block.go
var source string

// Analyzer is the block pass.
var Analyzer = &analysis.Analyzer{
	Name:     "block",
	Doc:      edit.Doc(source),
	URL:      "https://pkg.go.dev/github.com/unheap/unheap/passes/block",
	Requires: []*analysis.Analyzer{edit.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	return nil, nil
}
