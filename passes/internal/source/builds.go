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

// What is concluded must hold in every build of the package. Another build may replace a file
// that has build constraints, in its text or its name, so that only the names are certain that
// the file declares: not their types, values, bodies or methods. Constants computed from such
// names, or from the size of an int, may differ as well.

// Same reports whether obj is declared in the same way in every build that has the file f: it is
// predeclared, local to a function, or declared in a file without build constraints or with those
// of f. A constant of a file without constraints must also be made of literals.
func (p *Package) Same(obj types.Object, f *ast.File) bool {
	if obj.Pkg() == nil || obj.Pkg() == types.Unsafe {
		return true
	}
	if _, isPkg := obj.(*types.PkgName); isPkg || obj.Parent() != nil && obj.Parent() != obj.Pkg().Scope() {
		return true // declared in f, or in a function of it
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

// mentionsDiffering returns the objects that another build may declare otherwise, by the places
// that mention them.
func (p *Package) mentionsDiffering(files []*ast.File) map[token.Pos]types.Object {
	places := make(map[token.Pos]types.Object)
	for obj, uses := range p.uses {
		if _, isConst := obj.(*types.Const); isConst {
			continue // p.Info has no value of it
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

// typeDiffering returns a name within t that another build of the file f may declare otherwise, or
// give more methods; nil if there is none. The fields of a struct are checked where they are
// mentioned.
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

// gainsMethods reports whether another build may give t a method that it does not have here, or the
// folder of t cannot be read. Types of the standard library, seen from outside, have the same
// methods in every build.
func (p *Package) gainsMethods(t *types.Named) bool {
	pkg := t.Obj().Pkg()
	if pkg == nil || standard(pkg.Path(), p.Types.Path()) {
		return false
	}
	name := p.fileName(t.Obj().Pos())
	if strings.HasPrefix(name, "$GOROOT") {
		return false // of the standard library, whose root is unknown
	}
	files := p.folder(filepath.Dir(name))
	return files == nil || slices.ContainsFunc(files, func(f *sourceFile) bool {
		return f.constraint != "" && slices.ContainsFunc(f.methods[t.Obj().Name()], func(name string) bool {
			obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
			return obj == nil
		})
	})
}

// constants returns p.Info without the values of expressions that other builds may evaluate
// otherwise.
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

// fileName returns the name of the file at pos, "" if it is not known. The compiler writes $GOROOT
// for the root of the standard library.
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

// A sourceFile is what the syntax of a file of this package, or of another one, says.
type sourceFile struct {
	constraint string // "" if the file is part of every build
	constants  map[string]ast.Expr
	methods    map[string][]string // by type
}

var sourceFiles cache[*sourceFile] // of readFile

// readFile returns what the syntax of a file says, nil if the file cannot be read.
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

// unknown stands for a file that cannot be read.
var unknown = &sourceFile{constraint: "unknown"}

// fileInfo returns what the syntax of the file at pos says.
func (p *Package) fileInfo(pos token.Pos) *sourceFile {
	name := p.fileName(pos)
	if own, ok := p.own[name]; ok {
		return own
	}
	if f := readFile(name); f != nil {
		return f
	}
	if strings.HasPrefix(name, "$GOROOT") && !strings.HasSuffix(name, "_unix.go") {
		// The root of the standard library is unknown to a program built with -trimpath, so
		// that the name of the file must do. The text of *_unix.go has constraints of its own.
		return &sourceFile{constraint: constraints(name, new(ast.File))}
	}
	return unknown
}

// constraints returns the build constraints in a file's name and text, in a form that can be
// compared. A constraint that only asks for a version of Go is left out.
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

// constantsOf returns the expressions of the constants that a file declares, by name.
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

// literal reports whether the constant of the file is made of literals, of other such constants of
// the file, and of constants that are portable: not of the size of a type.
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
			same = same && portable(n)
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

// portable reports whether sel is a constant of a package whose constants are the same everywhere.
func portable(sel *ast.SelectorExpr) bool {
	pkg, ok := sel.X.(*ast.Ident)
	return ok && slices.Contains([]string{"time", "http", "utf8", "io", "unicode"}, pkg.Name)
}
