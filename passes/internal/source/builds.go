package source

import (
	"go/ast"
	gobuild "go/build"
	"go/build/constraint"
	"go/constant"
	"go/token"
	"go/types"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// What holds in this build must hold in every build of the package. A file with build
// constraints, be it by its name, may be replaced by another one, so that of what it
// declares only the name is certain: not its type, value, body or methods. The same goes
// for constants that are made of such, or of the size of an int.

// Same reports whether obj is declared in the same way in every build that has the file
// f: by the language, in a function, in a file without build constraints, or in one
// with those of f.
func (p *Package) Same(obj types.Object, f *ast.File) bool {
	if obj.Pkg() == nil || obj.Pkg() == types.Unsafe {
		return true
	}
	if _, isPkg := obj.(*types.PkgName); isPkg || obj.Parent() != nil && obj.Parent() != obj.Pkg().Scope() {
		return true // local to its file or function, whose constraints it has
	}
	info := p.fileInfo(obj.Pos())
	if info.constraint != "" && info.constraint != p.fileInfo(f.FileStart).constraint {
		return false
	}
	if c, ok := obj.(*types.Const); ok && info.constraint == "" {
		return info.literal(c.Name(), 0)
	}
	return true
}

// Everywhere reports whether obj is declared in a file that belongs to every build.
func (p *Package) Everywhere(obj types.Object) bool { return p.fileInfo(obj.Pos()).constraint == "" }

// Differing returns the first object between start and end that another build may
// declare otherwise, nil if there is none.
func (p *Package) Differing(start, end token.Pos) types.Object {
	var first types.Object
	at := end
	for pos, obj := range p.differing() {
		if start <= pos && pos < at {
			first, at = obj, pos
		}
	}
	return first
}

// mentionsDiffering lists the places that mention objects which another build may declare
// otherwise.
func (p *Package) mentionsDiffering(files []*ast.File) map[token.Pos]types.Object {
	places := make(map[token.Pos]types.Object)
	for obj, uses := range p.uses {
		if _, isConst := obj.(*types.Const); isConst {
			continue // nothing was concluded from its value
		}
		for _, use := range uses {
			pos := use.Node().Pos()
			i := slices.IndexFunc(files, func(f *ast.File) bool { return f.FileStart <= pos && pos <= f.FileEnd })
			if i < 0 {
				continue
			}
			if !p.Same(obj, files[i]) {
				places[pos] = obj
			} else if name := p.typeDiffering(valueType(obj), files[i]); name != nil {
				places[pos] = name
			}
		}
	}
	return places
}

// valueType returns the type of a variable, or of the results of a function, nil for other
// objects.
func valueType(obj types.Object) types.Type {
	switch obj := obj.(type) {
	case *types.Var:
		return obj.Type()
	case *types.Func:
		return obj.Signature().Results()
	}
	return nil
}

// typeDiffering returns a name that t is made of, and that another build of the file f may
// declare otherwise, or give more methods; nil if there is none. What the fields of a
// struct are is asked where they are mentioned.
func (p *Package) typeDiffering(t types.Type, f *ast.File) types.Object {
	switch t := t.(type) {
	case *types.Alias:
		if !p.Same(t.Obj(), f) {
			return t.Obj()
		}
		return p.typeDiffering(t.Rhs(), f)
	case *types.Named:
		if !p.Same(t.Obj(), f) || p.gainsMethods(t) {
			return t.Obj()
		}
	case *types.Tuple:
		for v := range t.Variables() {
			if name := p.typeDiffering(v.Type(), f); name != nil {
				return name
			}
		}
	case *types.Map:
		if name := p.typeDiffering(t.Key(), f); name != nil {
			return name
		}
		return p.typeDiffering(t.Elem(), f)
	case interface{ Elem() types.Type }: // *types.Pointer, *types.Slice, *types.Array, *types.Chan
		return p.typeDiffering(t.Elem(), f)
	}
	return nil
}

// gainsMethods reports whether another build may give t a method that it does not have
// here, or t is of a folder that cannot be read. The standard library, seen from outside,
// has the same methods for all.
func (p *Package) gainsMethods(t *types.Named) bool {
	pkg := t.Obj().Pkg()
	if pkg == nil || standard(pkg.Path(), p.Types.Path()) {
		return false
	}
	name := p.fileName(t.Obj().Pos())
	if strings.HasPrefix(name, "$GOROOT") {
		return false // of the standard library, whose place is not known
	}
	files := p.folder(filepath.Dir(name))
	return files == nil || slices.ContainsFunc(files, func(f *sourceFile) bool {
		return f.constraint != "" && slices.ContainsFunc(f.methods[t.Obj().Name()], func(name string) bool {
			obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
			return obj == nil
		})
	})
}

// constants returns what is known of the expressions of the package, without the values
// of those that are not the same in every build: who looks for a constant finds none.
func (p *Package) constants(files []*ast.File) *types.Info {
	var differ []token.Pos
	for _, f := range files {
		for id := range Idents(f) {
			if c, ok := p.Info.Uses[id].(*types.Const); ok && c.Pkg() != nil && !p.Same(c, f) {
				differ = append(differ, id.Pos())
			}
		}
	}
	if len(differ) == 0 {
		return p.Info
	}
	slices.Sort(differ)
	info := *p.Info
	info.Types = make(map[ast.Expr]types.TypeAndValue, len(p.Info.Types))
	for e, tv := range p.Info.Types {
		if tv.Value != nil && tv.Value.Kind() != constant.Unknown {
			if i, _ := slices.BinarySearch(differ, e.Pos()); i < len(differ) && differ[i] < e.End() {
				tv.Value = nil
			}
		}
		info.Types[e] = tv
	}
	return &info
}

// fileName returns the name of the file at pos, "" if it is not known. The compiler
// writes $GOROOT for that of the standard library.
func (p *Package) fileName(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	name := p.Fset.PositionFor(pos, false).Filename
	if rest, ok := strings.CutPrefix(name, "$GOROOT"); ok && gobuild.Default.GOROOT != "" {
		return gobuild.Default.GOROOT + rest
	}
	return name
}

// A sourceFile is what is known of a file of this package or another one.
type sourceFile struct {
	constraint string // "" if the file is part of every build
	constants  map[string]ast.Expr
	methods    map[string][]string // by type
}

// sourceFiles holds what was read.
var sourceFiles cache[*sourceFile]

// readFile returns what is known of a file, nil if it cannot be read.
func readFile(name string) *sourceFile {
	f, _ := sourceFiles.of(name, nil, readSyntax)
	return f
}

func readSyntax(name string, syntax *ast.File) *sourceFile {
	return &sourceFile{constraints(name, syntax), constantsOf(syntax), methodsOf(syntax)}
}

// methodsOf returns the names of the methods that a file declares, by type.
func methodsOf(syntax *ast.File) map[string][]string {
	names := make(map[string][]string)
	for _, d := range syntax.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && receiverOf(fn) != "" {
			names[receiverOf(fn)] = append(names[receiverOf(fn)], fn.Name.Name)
		}
	}
	return names
}

// unknown is what is known of a file that cannot be read.
var unknown = &sourceFile{constraint: "unknown"}

// fileInfo returns what is known of the file at pos.
func (p *Package) fileInfo(pos token.Pos) *sourceFile {
	name := p.fileName(pos)
	if own, ok := p.own[name]; ok {
		return own
	}
	if f := readFile(name); f != nil {
		return f
	}
	if strings.HasPrefix(name, "$GOROOT") && !strings.HasSuffix(name, "_unix.go") {
		// Where this program was built without the place of the standard library, the names
		// of its files have to do. Of constants nothing is known.
		return &sourceFile{constraint: constraints(name, new(ast.File))}
	}
	return unknown
}

// constraints returns those of a file, in a form that can be compared: of its name, and
// of its text but for what only asks for a version of Go.
func constraints(name string, syntax *ast.File) string {
	text := ""
	for _, group := range syntax.Comments {
		for _, c := range group.List {
			if c.Pos() > syntax.Package || !constraint.IsGoBuild(c.Text) {
				continue
			}
			x, err := constraint.Parse(c.Text)
			if err != nil || asksMore(x) {
				text = c.Text
			}
		}
	}
	for _, platform := range [][2]string{{"linux", "amd64"}, {"windows", "386"}} {
		context := gobuild.Context{GOOS: platform[0], GOARCH: platform[1], Compiler: "gc", OpenFile: func(string) (io.ReadCloser, error) {
			return io.NopCloser(strings.NewReader("package p")), nil
		}}
		if ok, err := context.MatchFile("", filepath.Base(name)); !ok || err != nil {
			base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(name), ".go"), "_test")
			parts := strings.Split(base, "_")
			return strings.Join(parts[max(1, len(parts)-2):], "_") + " " + text
		}
	}
	return text
}

// asksMore reports whether a constraint asks for more than a version of Go.
func asksMore(x constraint.Expr) bool {
	switch x := x.(type) {
	case *constraint.NotExpr:
		return asksMore(x.X)
	case *constraint.AndExpr:
		return asksMore(x.X) || asksMore(x.Y)
	case *constraint.OrExpr:
		return asksMore(x.X) || asksMore(x.Y)
	}
	return !strings.HasPrefix(x.String(), "go1.")
}

// constantsOf returns the expressions of the constants that a file declares.
func constantsOf(syntax *ast.File) map[string]ast.Expr {
	exprs := make(map[string]ast.Expr)
	for _, d := range syntax.Decls {
		gen, ok := d.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		var values []ast.Expr
		for _, spec := range gen.Specs {
			spec := spec.(*ast.ValueSpec)
			if len(spec.Values) > 0 {
				values = spec.Values
			}
			for i, name := range spec.Names {
				if i < len(values) {
					exprs[name.Name] = values[i]
				}
			}
		}
	}
	return exprs
}

// maxDepth is how many names are followed from the expression of a constant.
const maxDepth = 16

// literal reports whether the constant of the file is made of literals and of other such
// constants of it: not of the size of something, nor of names from elsewhere.
func (f *sourceFile) literal(name string, depth int) bool {
	e, ok := f.constants[name]
	if !ok || depth > maxDepth {
		return false
	}
	same := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.UnaryExpr:
			same = same && n.Op != token.XOR // ^uint(0)
		case *ast.SelectorExpr:
			same = same && f.literalOf(n)
			return false
		case *ast.Ident:
			obj := types.Universe.Lookup(n.Name)
			same = same && (n.Name == "iota" || obj != nil && n.Name != "uint" && n.Name != "uintptr" || f.literal(n.Name, depth+1))
		case *ast.CallExpr:
			if fun, ok := n.Fun.(*ast.Ident); ok && f.constants[fun.Name] == nil && types.Universe.Lookup(fun.Name) == nil {
				for _, arg := range n.Args {
					for id := range Idents(arg) {
						same = same && (types.Universe.Lookup(id.Name) != nil || f.literal(id.Name, depth+1))
					}
				}
				return false // a conversion to a type of the package
			}
		}
		return same
	})
	return same
}

// literalOf reports whether the constant of another package is one of those that are the
// same everywhere: of time, say.
func (f *sourceFile) literalOf(sel *ast.SelectorExpr) bool {
	pkg, ok := sel.X.(*ast.Ident)
	return ok && slices.Contains([]string{"time", "http", "utf8", "io", "unicode"}, pkg.Name)
}
