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
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/passes/internal/source"
)

// A Rule is one rewrite, or one check.
type Rule struct {
	Analyzer *analysis.Analyzer
	// Reasons are the names of the reasons for an allocation that the rewrite can remove. It is empty for a check,
	// which finds mistakes.
	Reasons []string
	// MustSaveTime says that a fix is only worth its price, in code, in memory between uses and in code to read when
	// something is wrong, if it saves time, not only objects.
	MustSaveTime bool
}

// New returns the rewrite that removes the reasons; its analyzer is that of [Analyzer].
func New(name, file string, run func(*Pass), reasons ...string) Rule {
	return Rule{Analyzer: Analyzer(name, file, run), Reasons: reasons}
}

// Name is the name of the analyzer.
func (r Rule) Name() string { return r.Analyzer.Name }

// Analyzer returns the analyzer of a rule. folder is the path of its package below passes, whose last element is the
// rule's name. file is the text of the file with the documentation. requires are the analyzers besides source that run
// needs.
//
// The TypesInfo that run gets is that of the source package. It has no value for a constant that other builds may
// declare differently, so that no rule can conclude anything from such a value.
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

// A Result is what a rule found and refused in a package, in order of position.
type Result struct {
	Findings []Finding
	Refusals []Refusal
	Open     []Open
}

// Hole marks, in the texts of an [Open], where a number is to be inserted.
const Hole = "\x00"

// Origin marks, in comments of an [Open], where the name of the workload is to be inserted that the number is taken from.
const Origin = "\x01"

// An Open is a finding whose fix needs a number that is not in the source: the capacity that a measurement of the
// growth at some places suggests. Its Title and Edits have a [Hole] for it, and an [Origin]. Drivers that measure nothing do not show
// it.
type Open struct {
	Finding
	// Grows are the positions at which the compiler places the growth of the value: the parenthesis of a call, or the
	// bracket of an index expression.
	Grows []token.Pos
	// Unit is the size in bytes of an element, or of a group for a map.
	Unit int64
	// Map says that the value is a map, whose memory is not that of its elements alone.
	Map bool
}

// A Finding is one place, with at most one fix.
type Finding struct {
	// At is what the finding points at.
	At analysis.Range
	// Message says what allocates, Title what the fix does.
	Message, Title string
	Class          Class
	// Edits is empty for a finding without a fix.
	Edits []analysis.TextEdit
	// Related are other places that the reader needs to see. It may be empty.
	Related []analysis.RelatedInformation
	// Form describes the expression that allocates, and where its result goes, such that places that a reader expects
	// to look alike have the same Form: `Sprintf[]["AS"] in place`. Findings with the same Form in one file, or in
	// functions of one name, are one rewrite, if they hold together. It may be empty.
	Form string
	// Local says that Form is about places of one function: those of others need not look alike.
	Local bool
	// Other says that this is another form of the fix at the same place, see Offer.
	Other bool
}

// A Refusal is a place with a shape that the rule knows, and the first condition that did not hold, in words: "a
// comment stands in what is replaced".
type Refusal struct {
	At        analysis.Range
	Condition string
	// Here says that the rule refuses each allocating place of the shape by itself: this Refusal is about At only.
	Here bool
}

// A Pass is one run of a rule over a package. Its TypesInfo holds in every build.
type Pass struct {
	*analysis.Pass
	result Result
	names  source.Names
}

// Refuse notes that a shape was recognised at a place, and the condition that did not hold. It returns false, for the
// caller to return.
func (p *Pass) Refuse(at analysis.Range, condition string) bool {
	p.result.Refusals = append(p.result.Refusals, Refusal{At: at, Condition: condition})
	return false
}

// RefuseHere is Refuse for one of the places in which the shape allocates. The rule calls it for each of them.
func (p *Pass) RefuseHere(at analysis.Range, condition string) {
	p.result.Refusals = append(p.result.Refusals, Refusal{at, condition, true})
}

// Said returns the number of findings and refusals so far.
func (p *Pass) Said() int { return len(p.result.Findings) + len(p.result.Refusals) }

// Report adds a finding. Its caveats are also in the messages of the diagnostic, for drivers that show nothing else.
//
// A fix that would lose a comment becomes a refusal: a reader misses the comment more than the allocation hurts. Rules
// check for comments themselves where that decides between two fixes. So does a fix that would take the last use of what
// is imported with a dot, and one below a comment that says that the code is so intentionally.
func (p *Pass) Report(f Finding) {
	if why := p.against(f.Edits); why != "" {
		p.Refuse(f.At, why)
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

// Offer adds another form of the fix reported last, which is shorter and may save less. A driver that measures both
// chooses; diagnostics show the first form alone. Offer adds nothing that Report would refuse.
func (p *Pass) Offer(f Finding) {
	if p.against(f.Edits) == "" && p.differing(f) == nil {
		f.Other = true
		p.result.Findings = append(p.result.Findings, f)
	}
}

// Suppose adds a finding whose fix needs a number from a measurement.
func (p *Pass) Suppose(o Open) {
	if p.against(o.Edits) == "" && p.differing(o.Finding) == nil {
		p.result.Open = append(p.result.Open, o)
	}
}

// against returns what speaks against any fix with the edits, in words; "" if nothing does.
func (p *Pass) against(edits []analysis.TextEdit) string {
	if losesComment(p.Files, edits) {
		return "a comment stands in what is replaced"
	}
	if name := source.Of(p.Pass).LostImport(edits); name != "" {
		return name + " is imported with a dot, and nobody removes that"
	}
	if p.intended(edits) {
		return "the comment above it says that it is so intentionally"
	}
	return ""
}

var intention = regexp.MustCompile(`(?i)\b(intentional|deliberate|on purpose)`)

// intended reports whether a comment that ends in the line above an edit says that what follows is as it is with intent.
func (p *Pass) intended(edits []analysis.TextEdit) bool {
	line := func(pos token.Pos) int { return p.Fset.PositionFor(pos, false).Line }
	for _, f := range p.Files {
		for _, group := range f.Comments {
			if intention.MatchString(group.Text()) && slices.ContainsFunc(edits, func(e analysis.TextEdit) bool {
				return f.FileStart <= e.Pos && e.Pos <= f.FileEnd && line(group.End())+1 == line(e.Pos)
			}) {
				return true
			}
		}
	}
	return false
}

// differing returns an object that is used in the source that f replaces and that another build may declare
// differently; nil if there is none.
func (p *Pass) differing(f Finding) types.Object {
	for _, e := range f.Edits {
		if obj := source.Of(p.Pass).Differing(e.Pos, e.End); obj != nil {
			return obj
		}
	}
	return nil
}

// finish sorts findings and refusals. It leaves out refusals that were made twice, and those of places for which there
// is a fix after all.
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

// losesComment reports whether a comment begins in the source that an edit replaces, and is in the new text of none.
// An edit that begins within a comment changes its words, and does not count, nor does the doc comment of a declaration that
// goes as a whole.
func losesComment(files []*ast.File, edits []analysis.TextEdit) bool {
	for _, f := range files {
		for _, group := range f.Comments {
			for _, c := range group.List {
				gone := slices.ContainsFunc(edits, func(e analysis.TextEdit) bool {
					return e.Pos <= c.Pos() && c.Pos() < e.End && !slices.ContainsFunc(f.Decls, func(d ast.Decl) bool {
						return source.DocOf(d) == group && !source.HasDirective(group) && d.End() <= e.End && len(e.NewText) == 0
					})
				})
				if gone && !slices.ContainsFunc(edits, func(e analysis.TextEdit) bool { return bytes.Contains(e.NewText, []byte(c.Text)) }) {
					return true
				}
			}
		}
	}
	return false
}
