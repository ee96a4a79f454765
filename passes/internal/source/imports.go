package source

import (
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
)

// Import makes member, and others, of a package of the standard library usable at pos. It returns
// the qualifier to write before a member ("strings.", or "" under a dot import) and the edits that
// add the import if the file has none that is visible at pos. ok is false if the import could
// create a cycle, or if it is not known what other builds declare.
//
// The edits depend only on the file and the package, so that fixes that add the same import produce
// the same edit, which merges to one.
func (f *File) Import(pkgpath, member string, pos token.Pos, others ...string) (qualifier string, edits []analysis.TextEdit, ok bool) {
	return f.ImportNamed(pkgpath, path.Base(pkgpath), member, pos, others...)
}

// ImportNamed is Import of any package, whose own name is base.
func (f *File) ImportNamed(pkgpath, base, member string, pos token.Pos, others ...string) (qualifier string, edits []analysis.TextEdit, ok bool) {
	scope := f.Pkg.scopeAt(f, pos)
	for _, spec := range f.Syntax.Imports {
		name := f.Pkg.Info.PkgNameOf(spec)
		if name == nil || name.Imported().Path() != pkgpath {
			continue
		}
		if name.Name() == "." {
			if f.dotted(pos, append(others, member)...) {
				return "", nil, true
			}
			continue
		}
		if _, obj := scope.LookupParent(name.Name(), pos); obj == name {
			return name.Name() + ".", nil, true
		}
	}
	beside := f.Pkg.declaredBeside()
	if beside == nil || !f.Pkg.mayImport(pkgpath) {
		return "", nil, false
	}
	name := base
	for i := 1; ; i++ {
		if _, obj := scope.LookupParent(name, pos); obj == nil && f.Pkg.Types.Scope().Lookup(name) == nil && !beside[name] {
			break
		}
		name = base + strconv.Itoa(i)
	}
	return name + ".", []analysis.TextEdit{f.addImport(name, base, pkgpath)}, true
}

// LostImport returns the name of a package that a file imports with a dot, and that the edits may leave without a use;
// "" if there is none. Nobody removes such an import, and other fixes may take the other uses. So one use has to stay:
// the last one outside of functions, or the last one.
func (p *Package) LostImport(edits []TextEdit) string {
	for _, f := range p.Files {
		for _, spec := range f.Syntax.Imports {
			name := p.Info.PkgNameOf(spec)
			if name == nil || name.Name() != "." {
				continue
			}
			pkg := name.Imported()
			stays, isLost := f.lastUse(pkg), false
			for _, e := range edits {
				isLost = isLost || e.Pos <= stays && stays < e.End
			}
			if isLost && !slices.ContainsFunc(edits, func(e TextEdit) bool { return f.usesBare(e, pkg) }) {
				return pkg.Name()
			}
		}
	}
	return ""
}

// lastUse returns the last use outside of functions of a package that the file imports with a dot, the last one if there
// is none.
func (f *File) lastUse(pkg *types.Package) (last token.Pos) {
	outside := false
	for cur := range f.Cursor.Preorder((*ast.Ident)(nil)) {
		pos := cur.Node().Pos()
		obj := f.Pkg.Info.Uses[cur.Node().(*ast.Ident)]
		if obj == nil || obj.Parent() != pkg.Scope() || cur.ParentEdgeKind() == edge.SelectorExpr_Sel {
			continue
		}
		if _, isFunc := f.DeclAt(pos).(*ast.FuncDecl); !isFunc || !outside {
			last, outside = pos, !isFunc
		}
	}
	return last
}

// usesBare reports whether the text of an edit in the file uses pkg, which the file imports with a dot.
func (f *File) usesBare(e TextEdit, pkg *types.Package) bool {
	if e.Pos < f.Syntax.FileStart || f.Syntax.FileEnd < e.Pos {
		return false
	}
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(e.NewText)), e.NewText, nil, 0)
	for last := token.ILLEGAL; ; {
		_, tok, name := s.Scan()
		_, obj := f.Pkg.scopeAt(f, e.Pos).LookupParent(name, e.Pos)
		switch {
		case tok == token.EOF:
			return false
		case tok == token.IDENT && last != token.PERIOD && obj != nil && obj.Parent() == pkg.Scope():
			return true
		}
		last = tok
	}
}

// addImport returns the edit that imports pkgpath, a package that calls itself base, as name: in
// its place among the first imports, if they are sorted.
func (f *File) addImport(name, base, pkgpath string) analysis.TextEdit {
	text := strconv.Quote(pkgpath)
	if name != base {
		text = name + " " + text
	}
	if len(f.Syntax.Decls) == 0 {
		return Insert(f.Syntax.FileEnd, "\nimport "+text+"\n")
	}
	first, isGen := f.Syntax.Decls[0].(*ast.GenDecl)
	isImport := isGen && first.Tok == token.IMPORT
	switch {
	case isImport && first.Rparen.IsValid() && len(first.Specs) > 0:
		// import (  "b"    or   import (  x.y/z"
		// -------------         ----------------
		// import (  "a"         import (  "a"
		//           "b"
		//                                 x.y/z"
		spec := first.Specs[0].(*ast.ImportSpec)
		if !looksStd(spec.Path.Value) {
			return Insert(start(spec.Doc, spec), text+"\n\n\t")
		}
		for _, s := range first.Specs {
			next := s.(*ast.ImportSpec)
			if !looksStd(next.Path.Value) || next.Pos() > f.LineBelow(f.LineBelow(spec.End())) {
				break // another group
			}
			if spec = next; spec.Path.Value > strconv.Quote(pkgpath) {
				return Insert(start(spec.Doc, spec), text+"\n\t")
			}
		}
		if below := f.LineBelow(spec.End()); below <= first.Rparen {
			return Insert(below, "\t"+text+"\n")
		}
		return Insert(start(spec.Doc, spec), text+"\n\t")
	case isImport && first.Rparen.IsValid():
		return Insert(first.Rparen, "\n\t"+text+"\n")
	case isImport:
		// import "a"
		// ------------
		// import "new"
		// import "a"
		return Insert(start(first.Doc, first), "import "+text+"\n")
	}
	return Insert(beginning(f.Syntax.Decls[0]), "import "+text+"\n\n")
}

// start returns where n begins, its doc comment included.
func start(doc *ast.CommentGroup, n ast.Node) token.Pos {
	if doc != nil {
		return doc.Pos()
	}
	return n.Pos()
}

// looksStd reports whether a quoted import path looks like one of the standard library.
func looksStd(quoted string) bool {
	first, _, _ := strings.Cut(strings.Trim(quoted, "\"`"), "/")
	return !strings.Contains(first, ".")
}

// lowLevel are the first path elements of the standard packages on which the packages that fixes
// import (strings, strconv, slices, fmt, regexp, …) may depend themselves. These packages may add
// an import only if they depend on the imported package already: then it cannot close a cycle.
var lowLevel = map[string]bool{
	"bytes": true, "bufio": true, "cmp": true, "context": true, "encoding": true, "errors": true,
	"fmt": true, "hash": true, "internal": true, "io": true, "iter": true, "maps": true, "math": true,
	"os": true, "path": true, "reflect": true, "regexp": true, "runtime": true, "slices": true,
	"sort": true, "strconv": true, "strings": true, "structs": true, "sync": true, "syscall": true,
	"text": true, "time": true, "unicode": true, "unique": true, "unsafe": true, "vendor": true, "weak": true,
}

// mayImport reports whether the package may import pkgpath without a cycle.
func (p *Package) mayImport(pkgpath string) bool {
	if p.Types.Path() == pkgpath {
		return false
	}
	first, _, _ := strings.Cut(p.Types.Path(), "/")
	return !lowLevel[first] || imports(p.Types, func(imp *types.Package) bool { return imp.Path() == pkgpath })
}

func (p *Package) scopeAt(f *File, pos token.Pos) *types.Scope {
	if s := p.Info.Scopes[f.Syntax].Innermost(pos); s != nil {
		return s
	}
	return p.Info.Scopes[f.Syntax]
}
