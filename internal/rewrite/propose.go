// Package rewrite turns what analyzers suggest into candidates, and candidates into new source.
//
// Invariant: a candidate edits the user's own, hand-written files, and nothing is applied that no longer parses.
//
// Model: the suite is a parameter. Any go/analysis analyzer can offer a fix; verification finds out later which fixes
// are right and of use. A diagnostic without a fix is a candidate without edits: a report.
//
// What the model blurs: of several fixes for one diagnostic only the first is taken, as the drivers of x/tools do. A
// fix of an analyzer that is no rule of package passes does not state its class, and counts as safe.
package rewrite

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/passes"
)

// Options say what to propose.
type Options struct {
	// Suite is the rules to run. Only the analyzer of a rule is used, which may come from anybody.
	Suite []passes.Rule
	// Caveats returns how fixes of an analyzer that is no rule of ours may change behaviour. A fix without caveats
	// counts as safe, and so do all if Caveats is nil.
	Caveats func(pkg *load.Package, rewrite string, edits []analysis.TextEdit) []record.Caveat
	// Tests includes _test.go files.
	Tests bool
	// Packages replaces the named packages of the program as those to look at. They are versions of packages of the
	// program, in its file set.
	Packages []*load.Package
}

// A Refusal is a place where a rewrite recognised its shape, with the condition that did not hold.
type Refusal struct {
	Rewrite   string // the name of the analyzer
	Package   string
	Pos       record.Position
	Functions []string // the function around the place, as in record.Candidate
	Condition string   // "go 1.20 has no slices.Grow"
	Here      bool     // whether it is about a site on this line and no other
}

// Proposals are the results of a suite on a program. Candidates and refusals are sorted by position, then by rewrite.
// If an analyzer fails on a package, its results there are missing, and Failed says so.
type Proposals struct {
	Candidates []record.Candidate
	Refusals   []Refusal
	Open       []Open
	Failed     []error
}

// Propose runs the suite over the named packages of prog. When ctx ends, no further analyzer starts, and the cause of
// ctx is the error.
func Propose(ctx context.Context, prog *load.Program, opts Options) (*Proposals, error) {
	p := &proposer{Program: prog, Options: opts, ordinals: make(map[string]int)}
	var shells []*packages.Package
	p.own = make(map[*packages.Package]*load.Package)
	for _, pkg := range opts.packages(prog) {
		s := shell(prog, pkg)
		shells = append(shells, s)
		p.own[s] = pkg
	}
	graph, err := checker.Analyze(p.suite(ctx), shells, nil)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("run analyzers: %v", err)
	}
	for _, action := range graph.Roots {
		if action.Err != nil {
			p.Failed = append(p.Failed, fmt.Errorf("%s: %s: %v", action.Package.PkgPath, action.Analyzer.Name, action.Err))
			continue
		}
		p.take(action)
	}
	slices.SortFunc(p.Failed, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	p.finish()
	return &p.Proposals, nil
}

// take adds the results of one analyzer on one package: the findings of a rule, or the diagnostics of any other
// analyzer.
func (p *proposer) take(action *checker.Action) {
	pkg, name := p.own[action.Package], action.Analyzer.Name
	result, ok := action.Result.(*passes.Result)
	if !ok {
		for _, d := range action.Diagnostics {
			c, edits := record.Candidate{Rewrite: name, Class: record.Safe, Message: d.Message}, []analysis.TextEdit(nil)
			if len(d.SuggestedFixes) > 0 {
				c.Message, edits = d.SuggestedFixes[0].Message, d.SuggestedFixes[0].TextEdits
				c.Form = c.Message
				if p.Caveats != nil {
					c.Caveats = p.Caveats(pkg, name, edits)
				}
				if len(c.Caveats) > 0 {
					c.Class = record.Review
				}
			}
			p.add(pkg, c, d.Pos, edits)
		}
		return
	}
	for _, f := range result.Findings {
		c := record.Candidate{Rewrite: name, Class: record.Safe, Message: f.Message, Form: f.Form, Local: f.Local}
		for _, caveat := range f.Class.Caveats {
			c.Class = record.Review
			c.Caveats = append(c.Caveats, record.Caveat{Kind: string(caveat.Kind), Text: caveat.Text})
		}
		if len(f.Edits) > 0 {
			c.Message = f.Title
		}
		p.add(pkg, c, f.At.Pos(), f.Edits, f.Related...)
	}
	for _, o := range result.Open {
		p.open(pkg, name, o)
	}
	for _, r := range result.Refusals {
		if file := fileOf(pkg, r.At.Pos()); file != nil && p.editable(file) {
			p.Refusals = append(p.Refusals, Refusal{name, pkg.Path, p.Position(file, r.At.Pos()), functions(pkg, r.At.Pos(), r.At.Pos()+1), r.Condition, r.Here})
		}
	}
}

// packages returns the packages to look at.
func (o *Options) packages(prog *load.Program) []*load.Package {
	if o.Packages != nil {
		return o.Packages
	}
	return slices.DeleteFunc(slices.Clone(prog.Packages()), func(pkg *load.Package) bool { return !pkg.Named || !prog.Own(pkg.Path) })
}

type proposer struct {
	*load.Program
	Options
	Proposals
	own      map[*packages.Package]*load.Package
	ordinals map[string]int
}

// suite returns copies of the suite's analyzers that read files as the program has them, which may differ from the
// disk, and in which a panic is an error.
func (p *proposer) suite(ctx context.Context) []*analysis.Analyzer {
	texts := make(map[string][]byte)
	for _, pkg := range p.own {
		for _, f := range pkg.Files {
			if f.Text != nil {
				texts[f.Path] = f.Text
			}
		}
	}
	var analyzers []*analysis.Analyzer
	for _, r := range p.Suite {
		analyzers = append(analyzers, r.Analyzer)
	}
	return copier{ctx, texts, make(map[*analysis.Analyzer]*analysis.Analyzer)}.all(analyzers)
}

// A copier copies analyzers to add what the checker of x/tools lacks: it reads files from the disk only, takes no
// context, and a panic in an analyzer ends the process.
type copier struct {
	ctx   context.Context   // ends the analyzers
	texts map[string][]byte // files to read from memory, by path
	made  map[*analysis.Analyzer]*analysis.Analyzer
}

func (r copier) all(suite []*analysis.Analyzer) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	for _, a := range suite {
		list = append(list, r.one(a))
	}
	return list
}

// one returns a copy of a and, recursively, of the analyzers that it requires. The copy's Run sees ResultOf under the
// original analyzers.
func (r copier) one(a *analysis.Analyzer) *analysis.Analyzer {
	if r.made[a] != nil {
		return r.made[a]
	}
	copied := *a
	r.made[a] = &copied
	copied.Requires = r.all(a.Requires)
	copied.Run = func(pass *analysis.Pass) (result any, err error) {
		if r.ctx.Err() != nil {
			return nil, context.Cause(r.ctx)
		}
		defer func() {
			if e := recover(); e != nil {
				err = fmt.Errorf("panicked: %v (%s)", e, origin())
			}
		}()
		own := *pass
		own.Analyzer, own.ResultOf = a, make(map[*analysis.Analyzer]any)
		for _, required := range a.Requires {
			own.ResultOf[required] = pass.ResultOf[r.made[required]]
		}
		own.ReadFile = func(name string) ([]byte, error) {
			if text, ok := r.texts[name]; ok {
				return text, nil
			}
			return pass.ReadFile(name)
		}
		return a.Run(&own)
	}
	return &copied
}

// origin returns the function, file and line that a panic came from. It must be called by the deferred function that
// recovers the panic. Frames of go/types are skipped, as it panics for the faults of its callers.
func origin() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)]) // above Callers, origin and its caller
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "runtime.") && !strings.HasPrefix(f.Function, "go/types.") || !more {
			return fmt.Sprintf("%s, %s:%d", f.Function, filepath.Base(f.File), f.Line)
		}
	}
}

// shell is pkg in the form that the checker takes. It has no imports: no
// analyzer of a suite here needs facts of dependencies.
func shell(prog *load.Program, pkg *load.Package) *packages.Package {
	s := &packages.Package{
		ID: pkg.Path, PkgPath: pkg.Path, Name: pkg.Name,
		Fset: prog.Fset, Types: pkg.Types, TypesInfo: pkg.Info, TypesSizes: pkg.Sizes,
	}
	for _, f := range pkg.Files {
		s.Syntax = append(s.Syntax, f.Syntax)
		s.GoFiles = append(s.GoFiles, f.Path)
		s.CompiledGoFiles = append(s.CompiledGoFiles, f.Path)
	}
	return s
}

// add completes a candidate at pos, which also changes the functions at the related places, and appends it to
// p.Candidates, unless it is in a file that we do not edit.
func (p *proposer) add(pkg *load.Package, c record.Candidate, pos token.Pos, edits []analysis.TextEdit, related ...analysis.RelatedInformation) {
	file := fileOf(pkg, pos)
	if file == nil || !p.editable(file) {
		return
	}
	c.Pos, c.Package, c.Functions = p.Position(file, pos), pkg.Path, functions(pkg, pos, pos+1)
	for _, r := range related {
		c.Functions = append(c.Functions, functions(pkg, r.Pos, r.Pos+1)...)
	}
	for _, e := range edits {
		f := fileOf(pkg, e.Pos)
		if f == nil || !p.editable(f) {
			return
		}
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		tf := p.Fset.File(f.Syntax.FileStart)
		c.Edits = append(c.Edits, record.Edit{File: f.Name, Start: tf.Offset(e.Pos), End: tf.Offset(end), New: string(e.NewText)})
		if len(e.NewText) > 0 || !coversFunc(f, e.Pos, end) { // what is removed is not changed
			c.Functions = append(c.Functions, functions(pkg, e.Pos, end)...)
		}
		for _, v := range undeclared(pkg, f, e) {
			if !becomesParam(v, edits) {
				c.Undeclared = append(c.Undeclared, record.Local{Name: v.Name(), File: f.Name, Start: tf.Offset(v.Parent().Pos()), End: tf.Offset(v.Parent().End())})
			}
		}
	}
	slices.Sort(c.Functions)
	c.Functions = slices.Compact(c.Functions)
	p.Candidates = append(p.Candidates, c)
}

// undeclared returns the local variables whose declaration an edit replaces by a text that does not declare them, or
// declares them without the type that was written there.
func undeclared(pkg *load.Package, f *load.File, e analysis.TextEdit) (vars []*types.Var) {
	declares := declaredIn(e.NewText)
	add := func(id *ast.Ident) {
		if v, ok := pkg.Info.Defs[id].(*types.Var); ok && !v.IsField() && v.Parent() != nil && v.Parent() != pkg.Types.Scope() {
			vars = append(vars, v)
		}
	}
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		if n == nil || n.End() <= e.Pos || e.End <= n.Pos() {
			return false
		}
		if typ, ids := typeWritten(pkg, n); typ != nil && typ.Pos() < e.End && e.Pos < typ.End() && !bytes.Contains(e.NewText, []byte(types.ExprString(typ))) {
			for _, id := range ids {
				add(id)
			}
		}
		if id, ok := n.(*ast.Ident); ok && e.Pos <= id.Pos() && id.End() <= e.End && !slices.Contains(declares, id.Name) {
			add(id)
		}
		return true
	})
	return vars
}

// becomesParam reports whether an edit turns the variable v into a parameter of the same type.
func becomesParam(v *types.Var, edits []analysis.TextEdit) bool {
	typ := types.TypeString(v.Type(), func(p *types.Package) string {
		if p == v.Pkg() {
			return ""
		}
		return p.Name()
	})
	param := regexp.MustCompile(`(^|[(,]\s*)` + regexp.QuoteMeta(v.Name()+" "+typ) + `($|[,)])`)
	return slices.ContainsFunc(edits, func(e analysis.TextEdit) bool { return param.Match(e.NewText) })
}

// typeWritten returns the type that a declaration of local variables spells out, in front of a value or of the braces
// of a literal, and the variables; nil for other nodes.
func typeWritten(pkg *load.Package, n ast.Node) (typ ast.Expr, vars []*ast.Ident) {
	switch n := n.(type) {
	case *ast.ValueSpec:
		if len(n.Values) == 1 && n.Type == nil {
			return typeOfLiteral(n.Values[0]), n.Names
		}
		return n.Type, n.Names
	case *ast.AssignStmt:
		if id, ok := n.Lhs[0].(*ast.Ident); ok && n.Tok == token.DEFINE && len(n.Lhs) == 1 && len(n.Rhs) == 1 && pkg.Info.Defs[id] != nil {
			return typeOfLiteral(n.Rhs[0]), []*ast.Ident{id}
		}
	}
	return nil, nil
}

// typeOfLiteral returns the T of T{…}, &T{…} and new(T), and nil otherwise.
func typeOfLiteral(e ast.Expr) ast.Expr {
	switch e := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		return e.Type
	case *ast.UnaryExpr:
		return typeOfLiteral(e.X)
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); ok && id.Name == "new" && len(e.Args) == 1 {
			return e.Args[0]
		}
	}
	return nil
}

func (p *proposer) editable(f *load.File) bool {
	return !f.Generated && (p.Tests || !f.Test)
}

func fileOf(pkg *load.Package, pos token.Pos) *load.File {
	for _, f := range pkg.Files {
		if f.Syntax.FileStart <= pos && pos <= f.Syntax.FileEnd {
			return f
		}
	}
	return nil
}

// functions returns the name of the declared function that an edit of the text from start to end changes, within its
// package: "F", "T.M", "(*T).M". It is empty at package level, and for an insertion in front of a function.
func functions(pkg *load.Package, start, end token.Pos) []string {
	f := fileOf(pkg, start)
	if f == nil {
		return nil
	}
	for _, d := range f.Syntax.Decls {
		decl, ok := d.(*ast.FuncDecl)
		if ok && start < decl.End() && (start > decl.Pos() || start == decl.Pos() && end > start) {
			return []string{FuncName(decl)}
		}
	}
	return nil
}

// coversFunc reports whether a declared function stands in the text from start to end.
func coversFunc(f *load.File, start, end token.Pos) bool {
	return slices.ContainsFunc(f.Syntax.Decls, func(d ast.Decl) bool {
		_, ok := d.(*ast.FuncDecl)
		return ok && start <= d.Pos() && d.End() <= end
	})
}

// finish sorts the candidates, removes what a package and its test variant both offer, joins what is alike, and
// numbers the candidates of each file.
func (p *proposer) finish() {
	byPlace := func(a, b record.Candidate) int {
		return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Rewrite, b.Rewrite))
	}
	slices.SortStableFunc(p.Candidates, byPlace)
	p.Candidates = slices.CompactFunc(p.Candidates, func(a, b record.Candidate) bool {
		return a.Pos == b.Pos && a.Rewrite == b.Rewrite && slices.Equal(a.Edits, b.Edits)
	})
	p.Candidates = joined(p.Candidates)
	slices.SortStableFunc(p.Candidates, byPlace) // one that was joined begins where its first place is
	for i := range p.Candidates {
		p.number(&p.Candidates[i])
	}
	// What a package and its test variant both offer is removed. Open candidates are numbered last, so that the others
	// have the same numbers with and without them.
	slices.SortStableFunc(p.Open, func(a, b Open) int { return a.Pos.Compare(b.Pos) })
	p.Open = slices.CompactFunc(p.Open, func(a, b Open) bool { return a.Pos == b.Pos && slices.Equal(a.Edits, b.Edits) })
	for i := range p.Open {
		p.number(&p.Open[i].Candidate)
	}
	slices.SortStableFunc(p.Refusals, func(a, b Refusal) int {
		return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Rewrite, b.Rewrite))
	})
	p.Refusals = slices.CompactFunc(p.Refusals, func(a, b Refusal) bool {
		return a.Pos == b.Pos && a.Rewrite == b.Rewrite && a.Condition == b.Condition
	})
}

// number gives a candidate, and its parts, the next ordinals of its rewrite in its file.
func (p *proposer) number(c *record.Candidate) {
	key := c.Rewrite + " " + c.Pos.File
	p.ordinals[key]++
	c.ID = fmt.Sprintf("%s#%d", strings.ReplaceAll(key, " ", ":"), p.ordinals[key])
	for i := range c.Parts {
		p.number(&c.Parts[i])
	}
}
