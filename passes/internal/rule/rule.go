// Package rule is what a rewrite says: which reasons it removes, what it found,
// how far that preserves behaviour, and what it refused.
//
// Invariant: what a rule says is a value, the [Result] of its analyzer. Nothing
// is read back out of a text. The texts of its diagnostics, for drivers that know
// nothing else, are written from the same values.
//
// Model: a finding has one fix, or none, and is safe if it has no caveats. A
// refusal is a shape that was recognised, and the first condition that did not
// hold for it.
//
// What it blurs: a shape that was not recognised at all leaves no trace.
package rule

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/passes/internal/source"
)

// A Rule is one rewrite, or one check, and all that is known of it.
type Rule struct {
	Analyzer *analysis.Analyzer
	// Reasons are the names of the reasons for an allocation that the rewrite
	// can remove. It is empty for a check, which looks for mistakes.
	Reasons []string
	// MustSaveTime says that a fix must save time, not only objects: it costs
	// code, memory between uses, and a place to look at when something is wrong.
	MustSaveTime bool
}

// Name is the name of the analyzer.
func (r Rule) Name() string { return r.Analyzer.Name }

// Analyzer returns the analyzer of a rule: folder is where it is in package passes,
// and ends in its name, file the text of the file with the documentation, requires
// what run asks besides the source.
//
// The TypesInfo that run sees is that of the source, which has no value for a constant
// that other builds may declare otherwise, so that no rule can conclude from one.
func Analyzer(folder, file string, run func(*Pass), requires ...*analysis.Analyzer) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       path.Base(folder),
		Doc:        source.Doc(file),
		URL:        "https://pkg.go.dev/github.com/unheap/unheap/passes/" + folder,
		Requires:   append(requires, source.Analyzer),
		ResultType: reflect.TypeFor[*Result](),
		Run: func(pass *analysis.Pass) (any, error) {
			same := *pass
			same.TypesInfo = source.Of(pass).Info
			p := &Pass{Pass: &same}
			run(p)
			return p.finish(), nil
		},
	}
}

// A Result is what a rule says of a package, in order of place.
type Result struct {
	Findings []Finding
	Refusals []Refusal
	Open     []Open
}

// Hole stands, in the texts of an [Open], where a number is to be.
const Hole = "\x00"

// An Open is a finding whose fix needs a number that the source does not tell: what has been
// seen to grow at some places says how much room is wanted. Drivers that measure nothing do not
// show it. Its Title and Edits have a [Hole] in them.
type Open struct {
	Finding
	// Grows are where the compiler says that the value grows: the parenthesis of a call, the bracket of
	// an index.
	Grows []token.Pos
	// Unit is the size of an element in bytes, that of a group for a map.
	Unit int64
	// Map says that it is one, whose memory is not that of its elements alone.
	Map bool
}

// A Finding is one place, with one fix or none.
type Finding struct {
	// At is what the finding points at.
	At analysis.Range
	// Message says what costs an allocation, Title what the fix does.
	Message, Title string
	Class          Class
	// Edits is empty for a finding without a fix.
	Edits []analysis.TextEdit
	// Related are other places that the reader needs to see. It may be empty.
	Related []analysis.RelatedInformation
	// Form says in which words the code asks for what costs the allocation, and what becomes of it, the
	// same for places that a reader expects to look alike: `Sprintf[]["AS"] in place`. Findings of one form
	// in one file, or in functions of one name, are one rewrite, if they hold together. It may be empty.
	Form string
	// Other is set of another form of the fix at the same place, see Offer.
	Other bool
}

// A Refusal is a place with a shape that the rule knows, and the condition that did
// not hold: "a comment stands in what is replaced".
type Refusal struct {
	At        analysis.Range
	Condition string
	// Here: it stands at each place that the shape allocates in, and is about no other.
	Here bool
}

// A Pass is one run of a rule over a package. Its TypesInfo holds in every build.
type Pass struct {
	*analysis.Pass
	result Result
	names  source.Names
}

// Refuse notes that a shape was recognised at a place, and which condition refused
// it. It is false, the answer of whoever refuses.
func (p *Pass) Refuse(at analysis.Range, condition string) bool {
	p.result.Refusals = append(p.result.Refusals, Refusal{At: at, Condition: condition})
	return false
}

// RefuseHere is Refuse for one of the places that the shape allocates in, of which each is
// given.
func (p *Pass) RefuseHere(at analysis.Range, condition string) {
	p.result.Refusals = append(p.result.Refusals, Refusal{at, condition, true})
}

// Said is how many findings and refusals there are so far.
func (p *Pass) Said() int { return len(p.result.Findings) + len(p.result.Refusals) }

// Report reports what was found. The caveats of its class stand in the messages of
// the diagnostic too, for drivers that show nothing else.
//
// It refuses a fix that would lose a comment: a reader misses it more than an
// allocation. Rules look for comments where that decides between two fixes.
func (p *Pass) Report(f Finding) {
	if losesComment(p.Files, f.Edits) {
		p.Refuse(f.At, "a comment stands in what is replaced")
		return
	}
	if obj := p.differing(f); obj != nil {
		f.Class = f.Class.And(Review(Builds.Caveat(obj.Name() + " may be declared otherwise in other builds")))
	}
	p.result.Findings = append(p.result.Findings, f)
	d := analysis.Diagnostic{
		Pos:      f.At.Pos(),
		End:      f.At.End(),
		Category: p.Analyzer.Name,
		Message:  f.Message,
		Related:  f.Related,
	}
	if len(f.Class.Caveats) > 0 {
		d.Message += " (" + f.Class.String() + ")"
	}
	if len(f.Edits) > 0 {
		d.SuggestedFixes = []analysis.SuggestedFix{{Message: "[" + f.Class.String() + "] " + f.Title, TextEdits: f.Edits}}
	}
	p.Pass.Report(d)
}

// Offer adds another form of what was reported last, which is shorter and may save less: who
// counts what both save decides. Diagnostics show the first form alone.
func (p *Pass) Offer(f Finding) {
	if !losesComment(p.Files, f.Edits) && p.differing(f) == nil {
		f.Other = true
		p.result.Findings = append(p.result.Findings, f)
	}
}

// Suppose notes a fix that only a measurement completes.
func (p *Pass) Suppose(o Open) {
	if !losesComment(p.Files, o.Edits) && p.differing(o.Finding) == nil {
		p.result.Open = append(p.result.Open, o)
	}
}

// differing returns an object that a text which is replaced mentions, and that another
// build may declare otherwise; nil if there is none.
func (p *Pass) differing(f Finding) types.Object {
	for _, e := range f.Edits {
		if obj := source.Of(p.Pass).Differing(e.Pos, e.End); obj != nil {
			return obj
		}
	}
	return nil
}

// finish sorts what was said, and leaves out refusals that are said twice, or of
// places for which there is a finding after all.
func (p *Pass) finish() *Result {
	r := &p.result
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return cmp.Compare(a.At.Pos(), b.At.Pos()) })
	slices.SortStableFunc(r.Open, func(a, b Open) int { return cmp.Compare(a.At.Pos(), b.At.Pos()) })
	slices.SortStableFunc(r.Refusals, func(a, b Refusal) int {
		return cmp.Or(cmp.Compare(a.At.Pos(), b.At.Pos()), strings.Compare(a.Condition, b.Condition))
	})
	found := make(map[token.Pos]bool)
	for _, f := range r.Findings {
		found[f.At.Pos()] = len(f.Edits) > 0
	}
	r.Refusals = slices.DeleteFunc(r.Refusals, func(x Refusal) bool { return found[x.At.Pos()] })
	r.Refusals = slices.CompactFunc(r.Refusals, func(a, b Refusal) bool {
		return a.At.Pos() == b.At.Pos() && a.Condition == b.Condition
	})
	return r
}

// losesComment reports whether a comment stands in a text that is replaced, and
// in none that is put in. An edit that begins in a comment is one of its words.
func losesComment(files []*ast.File, edits []analysis.TextEdit) bool {
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				gone := slices.ContainsFunc(edits, func(e analysis.TextEdit) bool { return e.Pos <= c.Pos() && c.Pos() < e.End })
				if gone && !slices.ContainsFunc(edits, func(e analysis.TextEdit) bool { return bytes.Contains(e.NewText, []byte(c.Text)) }) {
					return true
				}
			}
		}
	}
	return false
}
