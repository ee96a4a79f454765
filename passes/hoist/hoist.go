// Package hoist defines an analyzer that finds values that never change.
//
// # Analyzer hoist
//
// hoist: make values that never change once, not per call
package hoist

import (
	_ "embed"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/passes/internal/edit"
)

//go:embed hoist.go
var source string

// Analyzer is the hoist pass.
var Analyzer = &analysis.Analyzer{
	Name:     "hoist",
	Doc:      edit.Doc(source),
	URL:      "https://pkg.go.dev/github.com/unheap/unheap/passes/hoist",
	Requires: []*analysis.Analyzer{edit.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) {
	return nil, nil
}
