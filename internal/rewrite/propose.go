// Package rewrite turns what analyzers suggest into candidates, and candidates
// into new source.
//
// Invariant: a candidate edits the user's own, hand-written files, and nothing
// is applied that no longer parses.
//
// Model: the suite is a parameter. Any go/analysis analyzer can offer a fix;
// which of them is right and of use is found out later, by verification. A
// diagnostic without a fix is a candidate without edits: a report.
//
// What the model blurs: of several fixes for one diagnostic only the first is
// taken, as the drivers of x/tools do.
package rewrite

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
)

// Options say what to propose.
type Options struct {
	// Suite is the analyzers to ask.
	Suite []*analysis.Analyzer
	// Classify reads class and caveats out of the message of a fix and
	// returns the rest of it. Nil, and messages it does not know, are safe.
	Classify func(message string) (class record.Class, caveats []string, text string)
	// Tests includes _test.go files.
	Tests bool
	// Packages are looked at instead of the named packages of the program.
	// They are versions of packages of it, in its file set.
	Packages []*load.Package
}

// Propose runs the suite over the named packages of prog. Candidates are
// sorted by position, then by rewrite. An analyzer that fails on a package is
// left out there; the errors say which. When ctx ends, so do the analyzers that have
// not begun, and its cause is the error.
func Propose(ctx context.Context, prog *load.Program, opts Options) (candidates []record.Candidate, failed []error, err error) {
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
		return nil, nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("run analyzers: %v", err)
	}
	for _, action := range graph.Roots {
		if action.Err != nil {
			failed = append(failed, fmt.Errorf("%s: %s: %v", action.Package.PkgPath, action.Analyzer.Name, action.Err))
			continue
		}
		for _, d := range action.Diagnostics {
			if c, ok := p.candidate(p.own[action.Package], action.Analyzer, d); ok {
				p.all = append(p.all, c)
			}
		}
	}
	slices.SortFunc(failed, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
	return p.finish(), failed, nil
}

// packages are those to look at.
func (o *Options) packages(prog *load.Program) []*load.Package {
	if o.Packages != nil {
		return o.Packages
	}
	var named []*load.Package
	for _, pkg := range prog.Packages() {
		if pkg.Named && prog.Own(pkg.Path) {
			named = append(named, pkg)
		}
	}
	return named
}

type proposer struct {
	*load.Program
	Options
	own      map[*packages.Package]*load.Package
	all      []record.Candidate
	ordinals map[string]int
}

// suite is the suite in copies that read the texts of files that are not those
// on disk, and in which a panic is an error.
func (p *proposer) suite(ctx context.Context) []*analysis.Analyzer {
	texts := make(map[string][]byte)
	for _, pkg := range p.own {
		for _, f := range pkg.Files {
			if f.Text != nil {
				texts[f.Path] = f.Text
			}
		}
	}
	return copier{ctx, texts, make(map[*analysis.Analyzer]*analysis.Analyzer)}.all(p.Suite)
}

// A copier copies analyzers. The checker itself reads nothing but the disk, knows no
// context, and dies with the process of what panics in an analyzer.
type copier struct {
	ctx   context.Context   // ends the analyzers
	texts map[string][]byte // of files to read from memory, by path
	made  map[*analysis.Analyzer]*analysis.Analyzer
}

func (r copier) all(suite []*analysis.Analyzer) []*analysis.Analyzer {
	var list []*analysis.Analyzer
	for _, a := range suite {
		list = append(list, r.one(a))
	}
	return list
}

// one returns a copy of a and of what it requires. The copy finds results under
// the analyzers that it knows.
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

// origin is the function, file and line that a panic came from, when called by
// the deferred function that recovers it. What checks types panics for others.
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

// candidate converts one diagnostic; ok is false if it is not for us.
func (p *proposer) candidate(pkg *load.Package, a *analysis.Analyzer, d analysis.Diagnostic) (c record.Candidate, ok bool) {
	file := fileOf(pkg, d.Pos)
	if file == nil || !p.editable(file) {
		return c, false
	}
	c = record.Candidate{Rewrite: a.Name, Class: record.Safe, Pos: p.Position(file, d.Pos), Package: pkg.Path, Message: d.Message}
	c.Functions = functions(pkg, d.Pos, d.Pos+1)
	if len(d.SuggestedFixes) == 0 {
		return c, true
	}
	fix := d.SuggestedFixes[0]
	if p.Classify != nil {
		c.Class, c.Caveats, c.Message = p.Classify(fix.Message)
	}
	for _, e := range fix.TextEdits {
		f := fileOf(pkg, e.Pos)
		if f == nil || !p.editable(f) {
			return c, false
		}
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		tf := p.Fset.File(f.Syntax.FileStart)
		c.Edits = append(c.Edits, record.Edit{File: f.Name, Start: tf.Offset(e.Pos), End: tf.Offset(end), New: string(e.NewText)})
		c.Functions = append(c.Functions, functions(pkg, e.Pos, end)...)
	}
	slices.Sort(c.Functions)
	c.Functions = slices.Compact(c.Functions)
	return c, true
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

// functions returns the name of the declared function that an edit of the
// text from start to end changes, within its package: "F", "T.M", "(*T).M".
// Empty at package level, and for an insertion in front of a function.
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

// finish sorts, removes what a package and its test variant both offer, and
// numbers the candidates of each file.
func (p *proposer) finish() []record.Candidate {
	slices.SortStableFunc(p.all, func(a, b record.Candidate) int {
		return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Rewrite, b.Rewrite))
	})
	all := slices.CompactFunc(p.all, func(a, b record.Candidate) bool {
		return a.Pos == b.Pos && a.Rewrite == b.Rewrite && slices.Equal(a.Edits, b.Edits)
	})
	for i := range all {
		key := all[i].Rewrite + " " + all[i].Pos.File
		p.ordinals[key]++
		all[i].ID = fmt.Sprintf("%s#%d", strings.ReplaceAll(key, " ", ":"), p.ordinals[key])
	}
	return all
}
