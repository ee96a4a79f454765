package driver

import (
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/modernize"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/passes"
)

// modernizers returns analyzers of x/tools whose fixes remove allocations. Their fixes are verified like ours. What
// stringsbuilder does is done by concat, which writes what it knows the length of, or the type, as somebody would.
func modernizers() []passes.Rule {
	all := []passes.Rule{
		{Analyzer: modernize.StringsSeqAnalyzer, Reasons: []string{"split"}},
		{Analyzer: modernize.StringsCutAnalyzer, Reasons: []string{"split"}},
		{Analyzer: modernize.FmtAppendfAnalyzer, Reasons: []string{"format"}},
		{Analyzer: modernize.ErrorsAsTypeAnalyzer, Reasons: []string{"passed"}},
	}
	for _, a := range modernize.Suite {
		if a.Name == "reflecttypeassert" { // as of v0.52 it does not set its name
			all = append(all, passes.Rule{Analyzer: a, Reasons: []string{"reflect"}})
		}
	}
	return all
}

// mayDiffer returns the caveats for fixes of x/tools, by the standard of our own rules: a difference that x/tools
// accepts and a program can observe is a caveat.
func mayDiffer(pkg *load.Package, rewrite string, edits []analysis.TextEdit) []record.Caveat {
	switch rewrite {
	case modernize.FmtAppendfAnalyzer.Name:
		return []record.Caveat{{Kind: "nil-or-empty", Text: "an empty result becomes nil, and its capacity may be larger"}}
	case modernize.StringsSeqAnalyzer.Name:
		// for _, part := range bytes.Split(b, sep) { … }      all parts are cut before the first is seen
		// for part := range bytes.SplitSeq(b, sep) { … }      each is cut after the loop has seen the one before
		if usesBytes(pkg, edits) {
			return []record.Caveat{{Kind: "contents", Text: "a separator that the loop writes into the slice, or over, is seen"}}
		}
	case modernize.StringsCutAnalyzer.Name, modernize.ErrorsAsTypeAnalyzer.Name, "reflecttypeassert":
	default:
		return []record.Caveat{{Kind: "contract", Text: "it holds what golang.org/x/tools promises of it, which was not looked at here"}}
	}
	return nil
}

// usesBytes reports whether one of edits replaces the name of a function of package bytes.
func usesBytes(pkg *load.Package, edits []analysis.TextEdit) bool {
	for id, used := range pkg.Info.Uses {
		if used.Pkg() != nil && used.Pkg().Path() == "bytes" &&
			slices.ContainsFunc(edits, func(e analysis.TextEdit) bool { return e.Pos <= id.End() && id.Pos() <= e.End }) {
			return true
		}
	}
	return false
}
