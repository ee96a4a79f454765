package load

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/unheap/unheap/internal/record"
)

// A Program is what was loaded. Its methods may be called concurrently.
type Program struct {
	// Fset has the positions of every File.
	Fset *token.FileSet

	dir      string  // where the go command ran
	root     string  // see Root; dir if there is no main module
	rooted   *module // the first main module named; nil if there is none
	modules  []*module
	paths    map[string]*module // by import path of each package of the import graph; nil for std
	hasMain  bool               // whether a main package is named
	packages []*Package         // sorted by path
	files    map[string]*File   // by File.Name
	points   []record.Point     // sorted by position
	byLine   map[string]map[int][]record.Point
	sources  lineCache
}

// A Package is one package whose syntax was read.
type Package struct {
	Path string // import path; "a/b_test" for an external test package
	Name string
	// ForTest is the import path of the package under test if this one was
	// compiled together with test files; empty otherwise.
	ForTest string
	// Named is true if a pattern named the package, and false if only a named package imports it.
	Named bool
	Types *types.Package
	Info  *types.Info
	Sizes types.Sizes
	Files []*File
}

// A File is one file of a Package.
type File struct {
	// Name is the name as in a Position: relative to Program.Root.
	Name string
	// Path is the path on disk.
	Path string
	// Text is what Syntax was parsed from, if that differs from the file on disk; nil otherwise.
	Text    []byte
	Syntax  *ast.File
	Package *Package
	// Generated is true if the file declares itself as generated, and Test if its name ends in _test.go.
	Generated, Test bool
}

// newFile describes syntax. Its name is that of the parsed file even with a //line directive: each point follows the
// directive by itself.
func (p *Program) newFile(pkg *Package, syntax *ast.File) *File {
	path := p.Fset.File(syntax.FileStart).Name()
	name := p.Rel(pkg.Path, path)
	return &File{
		Name: name, Path: path, Syntax: syntax, Package: pkg,
		Generated: ast.IsGenerated(syntax),
		Test:      strings.HasSuffix(path, "_test.go"),
	}
}

// index fills the tables that lookups use.
func (p *Program) index() {
	for _, pkg := range p.packages {
		p.hasMain = p.hasMain || pkg.Named && pkg.Name == "main"
		for _, file := range pkg.Files {
			p.files[file.Name] = file
			points, elsewhere := p.scan(file)
			number(points)
			for _, point := range points {
				p.indexLine(point.Pos.Line, point)
			}
			for _, alias := range elsewhere {
				p.indexLine(alias.line, points[alias.point])
			}
			p.points = append(p.points, points...)
		}
	}
	slices.SortStableFunc(p.points, comparePoints)
	for _, lines := range p.byLine {
		for line := range lines {
			slices.SortStableFunc(lines[line], comparePoints)
			lines[line] = slices.CompactFunc(lines[line], func(a, b record.Point) bool {
				return a.Pos == b.Pos && a.Order == b.Order && a.Function == b.Function
			})
		}
	}
}

func comparePoints(a, b record.Point) int {
	return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Order, b.Order))
}

// indexLine adds a point to a line of its file.
func (p *Program) indexLine(line int, point record.Point) {
	lines := p.byLine[point.Pos.File]
	if lines == nil {
		lines = make(map[int][]record.Point)
		p.byLine[point.Pos.File] = lines
	}
	lines[line] = append(lines[line], point)
}

// number numbers points with equal text in a function, in source order.
func number(points []record.Point) {
	type key struct{ function, expr string }
	seen := make(map[key]int)
	order := make([]*record.Point, len(points))
	for i := range points {
		order[i] = &points[i]
	}
	slices.SortFunc(order, func(a, b *record.Point) int { return comparePoints(*a, *b) })
	for _, point := range order {
		k := key{point.Function, point.Expr}
		seen[k]++
		point.Ordinal = seen[k]
	}
}

// With returns the program with versions in place of the packages with their paths. The versions must be in the file
// set of p. Files with a Text are read from there.
func (p *Program) With(versions ...*Package) *Program {
	q := newProgram(p.dir)
	q.Fset, q.root, q.rooted, q.modules, q.paths = p.Fset, p.root, p.rooted, p.modules, p.paths
	q.packages = slices.Clone(p.packages)
	for _, v := range versions {
		for i, old := range q.packages {
			if old.Path == v.Path {
				q.packages[i] = v
			}
		}
		for _, f := range v.Files {
			if f.Text != nil {
				q.sources.lines[f.Path] = splitLines(f.Text)
			}
		}
	}
	q.index()
	return q
}

// PackageName returns the name of the package with an import path; empty if its syntax was not read.
func (p *Program) PackageName(path string) string {
	if i := slices.IndexFunc(p.packages, func(pkg *Package) bool { return pkg.Path == path }); i >= 0 {
		return p.packages[i].Name
	}
	return ""
}

// Packages returns the packages with syntax, sorted by path.
func (p *Program) Packages() []*Package { return p.packages }

// Points returns the points of one line, by position. Points of other lines are included if they may run on this
// line: calls deferred until a return, map literals whose elements are here. The result is shared and must not be
// modified.
func (p *Program) Points(file string, line int) []record.Point {
	return p.byLine[file][line]
}

// File returns the file with that name; nil if its syntax was not read.
func (p *Program) File(name string) *File { return p.files[name] }

// Position returns the record.Position of a position within file.
func (p *Program) Position(file *File, pos token.Pos) record.Position {
	at := p.Fset.Position(pos) // follows //line, like the compiler
	name := file.Name
	if at.Filename != file.Path {
		name = p.Rel(file.Package.Path, at.Filename)
	}
	return record.Position{File: name, Line: at.Line, Column: at.Column}
}

// Pos is the inverse of Position; NoPos if there is no such place. Column 0 stands for the first column that is not
// blank.
func (p *Program) Pos(at record.Position) token.Pos {
	file := p.files[at.File]
	if file == nil {
		return token.NoPos
	}
	tf := p.Fset.File(file.Syntax.FileStart)
	if at.Line < 1 || at.Line > tf.LineCount() {
		return token.NoPos
	}
	column := at.Column
	if column == 0 {
		line := p.rawSource(at)
		column = 1 + len(line) - len(strings.TrimLeft(line, " \t"))
	}
	pos := tf.LineStart(at.Line) + token.Pos(column-1)
	if pos > token.Pos(tf.Base()+tf.Size()) {
		return token.NoPos
	}
	return pos
}

// Path returns the nodes that enclose a place, innermost first; nil if there are none.
func (p *Program) Path(at record.Position) []ast.Node {
	pos := p.Pos(at)
	if !pos.IsValid() {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(p.files[at.File].Syntax, pos, pos+1)
	return path
}

// Lines returns the text of one of the user's files, nil if it cannot be read
// or is not the user's.
func (p *Program) Lines(name string) []string {
	if path := p.abs(name); path != "" {
		return p.sources.of(path)
	}
	return nil
}

// Source returns the text of a line without the blanks around it; empty if it
// is not in one of the user's files.
func (p *Program) Source(at record.Position) string {
	return strings.TrimSpace(p.rawSource(at))
}

func (p *Program) rawSource(at record.Position) string {
	lines := p.Lines(at.File)
	if at.Line < 1 || at.Line > len(lines) {
		return ""
	}
	return lines[at.Line-1]
}
