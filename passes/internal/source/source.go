// Package source has what every pass shares: an index of a type-checked package, questions about
// expressions and variables, and text edits that leave the rest of a file alone.
//
// Invariant: an answer that allows a rewrite is proven from syntax and types; in doubt the answer
// is the one that does not. A [Package] does not change once built, but for caches, so that
// passes may run at the same time.
//
// Model: a rewrite is recognised, checked and edited in this order.
//   - recognise: walk [Package.Files] with cursors and match a shape, declarations of
//     variables with [File.Decls];
//   - check: ask about variables ([Package.Captured], [Package.WrittenIn]), names
//     ([Names.Fresh], [File.Universe]), versions ([File.AtLeast]), comments
//     ([File.HasComment]), and package effect about what code does;
//   - edit: build text from the original source ([File.Text]), add imports ([File.Import])
//     and make room ([File.Before], [File.Remove], [Decl.Instead]).
//
// Answers hold for every build of the package: constants that another build may declare otherwise
// have no value in [Package.Info], functions of files with build constraints have no body
// ([Package.Def]), and [Package.Differing] finds what else differs in a text.
//
// The model blurs pointers: a variable whose address is taken, or which a function literal
// captures, is not trusted. There is no alias analysis.
//
// Imports that a fix makes superfluous are not removed here, since fixes that each remove one use
// of a package do not know of one another. Whoever applies fixes removes unused imports
// afterwards, as go fix, gopls and unheap do; but for those with a dot, see [Package.LostImport].
package source

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"iter"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// Analyzer builds the [Package] of a pass. Every pass requires it and calls [Of].
var Analyzer = &analysis.Analyzer{
	Name:       "unheapindex",
	Doc:        "unheapindex: index definitions and uses for the unheap passes",
	Requires:   []*analysis.Analyzer{inspect.Analyzer},
	ResultType: reflect.TypeFor[*Package](),
	Run:        build,
}

// A Package is a type-checked package with its definitions and uses indexed.
type Package struct {
	Fset *token.FileSet
	// Info has no value for a constant that other builds may declare otherwise.
	Info  *types.Info
	Types *types.Package
	// Files are the files that a fix may edit: not generated, without cgo, and with their source at
	// hand.
	Files []*File

	sizes types.Sizes // see Sizeof
	uses  map[types.Object][]inspector.Cursor
	defs  map[types.Object]inspector.Cursor
	own   map[string]*sourceFile // by file name
	// differing returns where objects are mentioned that other builds may declare otherwise.
	differing func() map[token.Pos]types.Object
	// siblings returns the names that files beside the package mention, declaredBeside those that they
	// declare for it; nil if a file cannot be read.
	siblings, declaredBeside func() map[string]bool

	shared sync.Map // of func() any by key, see Once
}

// A File is one file of a Package together with its source text.
type File struct {
	Pkg    *Package
	Syntax *ast.File
	// Cursor is the position of Syntax in the inspector's tree.
	Cursor inspector.Cursor
	// Source is the text of the file; offsets are those of the token.File.
	Source []byte
	// Go is the language version of the file ("go1.21"), empty if unknown.
	Go string
}

// Of returns the Package of a pass. The pass must list [Analyzer] in its Requires.
func Of(pass *analysis.Pass) *Package {
	return pass.ResultOf[Analyzer].(*Package)
}

// Index builds the Package of files that no pass runs over. readFile returns the text of a file; a
// file of which it returns an error is not in [Package.Files].
func Index(fset *token.FileSet, files []*ast.File, pkg *types.Package, info *types.Info, sizes types.Sizes, readFile func(string) ([]byte, error)) (*Package, error) {
	p, err := build(&analysis.Pass{
		Fset: fset, Files: files, Pkg: pkg, TypesInfo: info, TypesSizes: sizes, ReadFile: readFile,
		ResultOf: map[*analysis.Analyzer]any{inspect.Analyzer: inspector.New(files)},
	})
	if err != nil {
		return nil, err
	}
	return p.(*Package), nil
}

func build(pass *analysis.Pass) (any, error) {
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	p := &Package{
		Fset:  pass.Fset,
		Info:  pass.TypesInfo,
		Types: pass.Pkg,
		sizes: pass.TypesSizes,
		uses:  make(map[types.Object][]inspector.Cursor),
		defs:  make(map[types.Object]inspector.Cursor),
		own:   make(map[string]*sourceFile),
	}
	p.differing = sync.OnceValue(func() map[token.Pos]types.Object { return p.mentionsDiffering(pass.Files) })
	p.siblings = sync.OnceValue(func() map[string]bool { return p.namesBeside(pass.Files, scan) })
	p.declaredBeside = sync.OnceValue(func() map[string]bool { return p.namesBeside(pass.Files, p.declarations) })
	for cur := range in.Root().Preorder((*ast.Ident)(nil)) {
		id := cur.Node().(*ast.Ident)
		if obj := generic(p.Info.Uses[id]); obj != nil {
			p.uses[obj] = append(p.uses[obj], cur)
		}
		if obj := p.Info.Defs[id]; obj != nil {
			p.defs[obj] = cur
		}
	}
	for cur := range in.Root().Children() {
		if f := p.file(pass, cur); f != nil {
			p.Files = append(p.Files, f)
		}
	}
	for _, f := range pass.Files {
		p.own[p.fileName(f.FileStart)] = readSyntax(p.fileName(f.FileStart), f)
	}
	p.Info = p.constants(pass.Files)
	return p, nil
}

// file returns the File at cur, or nil if no fix may touch it.
func (p *Package) file(pass *analysis.Pass, cur inspector.Cursor) *File {
	syntax := cur.Node().(*ast.File)
	if ast.IsGenerated(syntax) || usesCgo(syntax) {
		return nil // edits would be lost, or would land in a copy made by cgo
	}
	tf := p.Fset.File(syntax.FileStart)
	src, err := pass.ReadFile(tf.Name())
	if err != nil || len(src) != tf.Size() {
		return nil // the text is not the one that was type-checked
	}
	v := p.Info.FileVersions[syntax]
	if v == "" {
		v = p.Types.GoVersion()
	}
	return &File{Pkg: p, Syntax: syntax, Cursor: cur, Source: src, Go: v}
}

// IsTest reports whether the file is part of the tests.
func (f *File) IsTest() bool {
	return strings.HasSuffix(f.Pkg.Fset.File(f.Syntax.FileStart).Name(), "_test.go")
}

func usesCgo(f *ast.File) bool {
	return slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool { return spec.Path.Value == `"C"` })
}

// AtLeast reports whether the file may use the language and library of Go
// version v ("go1.21"). A file of unknown version may use everything.
func (f *File) AtLeast(v string) bool {
	return f.Go == "" || version.Compare(version.Lang(f.Go), v) >= 0
}

// Text returns the source of n, byte for byte.
func (f *File) Text(n ast.Node) string { return f.Between(n.Pos(), n.End()) }

// Between returns the source from start to end, byte for byte.
func (f *File) Between(start, end token.Pos) string {
	return string(f.Source[f.offset(start):f.offset(end)])
}

func (f *File) offset(p token.Pos) int { return int(p - f.Syntax.FileStart) }

// Indent returns the white space that begins the line of pos, so that an
// inserted line stands below its neighbour.
func (f *File) Indent(pos token.Pos) string {
	end := f.offset(pos)
	start := bytes.LastIndexByte(f.Source[:end], '\n') + 1
	line := f.Source[start:end]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// LineBelow returns the position at which the line after pos begins, or the end of the file. Text
// inserted there leaves a comment behind pos on its line.
func (f *File) LineBelow(pos token.Pos) token.Pos {
	off := f.offset(pos)
	if i := bytes.IndexByte(f.Source[off:], '\n'); i >= 0 {
		return pos + token.Pos(i+1)
	}
	return f.Syntax.FileEnd
}

// AloneOnLine reports whether nothing but white space stands before pos on its
// line, so that a whole line can be inserted there.
func (f *File) AloneOnLine(pos token.Pos) bool {
	end := f.offset(pos)
	start := bytes.LastIndexByte(f.Source[:end], '\n') + 1
	return len(bytes.TrimSpace(f.Source[start:end])) == 0
}

// HasComment reports whether a comment lies, in whole or in part, between start and end. A fix that
// replaces the range would lose it.
func (f *File) HasComment(start, end token.Pos) bool {
	for _, g := range f.Syntax.Comments {
		if g.Pos() < end && start < g.End() {
			for _, c := range g.List {
				if c.Pos() < end && start < c.End() {
					return true
				}
			}
		}
	}
	return false
}

// StmtList returns the statement list that holds the statement at cur and its
// index there. ok is false where a statement cannot have neighbours, as in the
// init of an if.
func StmtList(cur inspector.Cursor) (list []ast.Stmt, i int, ok bool) {
	kind, i := cur.ParentEdge()
	switch kind {
	case edge.BlockStmt_List, edge.CaseClause_Body, edge.CommClause_Body:
		return Statements(cur.Parent().Node()), i, true
	}
	return nil, 0, false
}

// IsClause reports whether n is a clause of a switch or select, in whose list no other statement may stand.
func IsClause(n ast.Node) bool {
	switch n.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// Levels lists the statements around cur that stand in lists, the innermost first, up to the one in home, the block or
// clause around a declaration. Within a loop or a function literal there is none: the list begins with the outermost one.
func Levels(cur inspector.Cursor, home ast.Node) (list []inspector.Cursor) {
	for c := cur; ; c = c.Parent() {
		if _, _, ok := StmtList(c); ok && !IsClause(c.Node()) {
			list = append(list, c)
		}
		if c.Parent().Node() == home {
			return list
		}
		switch c.ParentEdgeKind() {
		case edge.ForStmt_Body, edge.ForStmt_Cond, edge.ForStmt_Post, edge.RangeStmt_Body, edge.FuncLit_Body:
			list = nil
		case edge.File_Decls:
			return nil
		}
	}
}

// EnclosingStmt returns the innermost statement around cur, or at cur, that stands in a statement
// list, and false if there is none, as at package level.
func EnclosingStmt(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Enclosing() {
		if _, isStmt := c.Node().(ast.Stmt); isStmt {
			if _, _, ok := StmtList(c); ok {
				return c, true
			}
		}
		if _, isFunc := c.Node().(*ast.FuncDecl); isFunc {
			break
		}
	}
	return inspector.Cursor{}, false
}

// EnclosingFunc returns the innermost function declaration or literal around cur
// (cur itself excluded), and false at package level.
func EnclosingFunc(cur inspector.Cursor) (inspector.Cursor, bool) {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
		if c != cur {
			return c, true
		}
	}
	return inspector.Cursor{}, false
}

// Body returns the body of a function declaration or literal, nil if it has none.
func Body(fn ast.Node) *ast.BlockStmt {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return fn.Body
	case *ast.FuncLit:
		return fn.Body
	}
	return nil
}

// InLoop reports whether cur is evaluated once per iteration of a loop that lies
// inside the function around cur.
func InLoop(cur inspector.Cursor) bool {
	for range Loops(cur) {
		return true
	}
	return false
}

// Loops yields the loops inside the function around cur that evaluate cur once per iteration,
// innermost first; of a loop with a label the labeled statement.
func Loops(cur inspector.Cursor) iter.Seq[inspector.Cursor] {
	return func(yield func(inspector.Cursor) bool) {
		for c := range cur.Enclosing() {
			if _, isDecl := c.Node().(*ast.FuncDecl); isDecl || c != cur && Body(c.Node()) != nil {
				return
			}
			switch c.ParentEdgeKind() {
			case edge.ForStmt_Body, edge.ForStmt_Cond, edge.ForStmt_Post, edge.RangeStmt_Body:
				loop := c.Parent()
				if loop.ParentEdgeKind() == edge.LabeledStmt_Stmt {
					loop = loop.Parent()
				}
				if !yield(loop) {
					return
				}
			}
		}
	}
}

// Uses returns the cursors of the identifiers that refer to obj, in source order. For a field of a
// generic type they are those of all instances.
func (p *Package) Uses(obj types.Object) []inspector.Cursor { return p.uses[generic(obj)] }

// generic returns the declared variable for a variable of an instance, a field of a generic type,
// say, and other objects, methods of instances among them, as they are.
func generic(obj types.Object) types.Object {
	if v, ok := obj.(*types.Var); ok && v != nil {
		return v.Origin()
	}
	return obj
}

// Every reports whether is holds for all uses of obj. The cursors given to is have the parentheses
// around the use.
func (p *Package) Every(obj types.Object, is func(inspector.Cursor) bool) bool {
	return !slices.ContainsFunc(p.Uses(obj), func(use inspector.Cursor) bool { return !is(Parens(use)) })
}

// Def returns the cursor of the identifier that declares obj. There is none for a function in a
// file that another build may replace, since its body is uncertain.
func (p *Package) Def(obj types.Object) (inspector.Cursor, bool) {
	cur, ok := p.defs[obj]
	if _, isFunc := obj.(*types.Func); ok && isFunc {
		ok = p.fileInfo(obj.Pos()).constraint == ""
	}
	return cur, ok
}

// Parens returns the outermost parentheses around the expression at cur, cur if there are none.
func Parens(cur inspector.Cursor) inspector.Cursor {
	for cur.ParentEdgeKind() == edge.ParenExpr_X {
		cur = cur.Parent()
	}
	return cur
}

// Doc returns the documentation of the analyzer in the source of its package:
// the part of the package comment below the heading "# Analyzer NAME".
func Doc(source string) string {
	comment, _, _ := strings.Cut(source, "\npackage ")
	var b strings.Builder
	found := false
	for line := range strings.Lines(comment) {
		text, isComment := strings.CutPrefix(line, "//")
		if !isComment {
			continue
		}
		text = strings.TrimPrefix(text, " ")
		if strings.HasPrefix(text, "# Analyzer ") {
			found = true
			continue
		}
		if found {
			b.WriteString(text)
		}
	}
	return strings.TrimSpace(b.String())
}

// Once returns the result of build, which is called once for each key and package: passes that run
// at the same time share what they find out. The result of build must depend on nothing but the key
// and the package.
func (p *Package) Once(key any, build func() any) any {
	once, known := p.shared.Load(key)
	if !known {
		once, _ = p.shared.LoadOrStore(key, sync.OnceValue(build))
	}
	return once.(func() any)()
}

// FileOf returns the file of n, nil if no fix may touch it.
func (p *Package) FileOf(n ast.Node) *File {
	for _, f := range p.Files {
		if f.Syntax.FileStart <= n.Pos() && n.Pos() < f.Syntax.FileEnd {
			return f
		}
	}
	return nil
}

// FuncBody returns the body of a function that the package declares, nil for other functions, for
// methods of interfaces, and where [Package.Def] has none.
func (p *Package) FuncBody(fn *types.Func) *ast.BlockStmt {
	if decl := p.FuncDecl(fn); decl != nil {
		return decl.Body
	}
	return nil
}

// FuncDecl returns the declaration of a function for which there is a [Package.FuncBody], or which
// has no body in Go; nil for other functions.
func (p *Package) FuncDecl(fn *types.Func) *ast.FuncDecl {
	if fn == nil || fn.Pkg() != p.Types {
		return nil
	}
	cur, ok := p.Def(fn.Origin())
	if !ok {
		return nil
	}
	decl, _ := cur.Parent().Node().(*ast.FuncDecl)
	return decl
}

// InInterface reports whether fn is a method, and an interface of the package has a method of its name,
// through which it may be called.
func (p *Package) InInterface(fn *types.Func) bool {
	if fn.Signature().Recv() == nil {
		return false
	}
	for _, obj := range p.Info.Defs {
		m, ok := obj.(*types.Func)
		if ok && m.Name() == fn.Name() && m.Signature().Recv() != nil && types.IsInterface(m.Signature().Recv().Type()) {
			return true
		}
	}
	return false
}

// Contains reports whether inner lies within outer.
func Contains(outer, inner ast.Node) bool {
	return outer.Pos() <= inner.Pos() && inner.End() <= outer.End()
}

// Nodes yields the nodes of type T in n, and n itself if it is one, in source order.
func Nodes[T ast.Node](n ast.Node) iter.Seq[T] {
	return func(yield func(T) bool) {
		for m := range ast.Preorder(n) {
			if found, ok := m.(T); ok && !yield(found) {
				return
			}
		}
	}
}

// Idents yields the identifiers in n, in source order.
func Idents(n ast.Node) iter.Seq[*ast.Ident] { return Nodes[*ast.Ident](n) }

// NamesIn returns the names of the identifiers in n.
func NamesIn(n ast.Node) map[string]bool {
	names := make(map[string]bool)
	for id := range Idents(n) {
		names[id.Name] = true
	}
	return names
}

// Has reports whether n is, or contains, a node of type T.
func Has[T ast.Node](n ast.Node) bool { return Any(n, func(T) bool { return true }) }

// Any reports whether is holds for n, or for a node of type T that n contains.
func Any[T ast.Node](n ast.Node, is func(T) bool) bool {
	for m := range Nodes[T](n) {
		if is(m) {
			return true
		}
	}
	return false
}

// AnyOwn is [Any] without the function literals in n, whose nodes run at another time.
func AnyOwn[T ast.Node](n ast.Node, is func(T) bool) (found bool) {
	ast.Inspect(n, func(m ast.Node) bool {
		_, isLit := m.(*ast.FuncLit)
		own, ok := m.(T)
		found = found || ok && !isLit && is(own)
		return !found && !isLit
	})
	return found
}
