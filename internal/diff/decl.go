package diff

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/rewrite"
)

// A Kind is what a declaration declares.
type Kind string

const (
	Func  Kind = "func"
	Type  Kind = "type"
	Const Kind = "const"
	Var   Kind = "var"
)

// A How says how a declaration changed.
type How string

const (
	Body      How = "changed"   // the body of a function, whose signature is the same
	Signature How = "signature" // the signature of a function
	New       How = "new"
	Gone      How = "gone"
	Edited    How = "edited" // a type, a constant or a variable
)

// A Decl is a declaration that differs between two versions of a package.
type Decl struct {
	Kind Kind
	Name string // of a function as in record.Candidate.Functions
	How  How
	File string // the file that declares it, in the new version if it is in that
}

// Decls returns the declarations in one folder's files that differ between two versions, sorted by kind and name. It
// is an error if a file does not parse.
func Decls(files []File) ([]Decl, error) {
	old, now := make(map[id]text), make(map[id]text)
	for _, f := range files {
		if !f.Go() {
			continue
		}
		if err := declare(old, f.Name, f.Old); err != nil {
			return nil, err
		}
		if err := declare(now, f.Name, f.New); err != nil {
			return nil, err
		}
	}
	either := maps.Clone(old)
	maps.Copy(either, now)
	var all []Decl
	for _, i := range slices.SortedFunc(maps.Keys(either), id.compare) {
		was, had := old[i]
		is, has := now[i]
		d := Decl{Kind: i.kind, Name: i.name, File: is.file}
		switch {
		case had && has && was.head == is.head && was.all == is.all:
			continue
		case !has:
			d.How, d.File = Gone, was.file
		case !had:
			d.How = New
		case i.kind != Func:
			d.How = Edited
		case was.head != is.head:
			d.How = Signature
		default:
			d.How = Body
		}
		all = append(all, d)
	}
	return all, nil
}

type id struct {
	kind Kind
	name string
}

func (a id) compare(b id) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name))
}

// A text is the source of a declaration without comments: its head, which is the signature of a function, and all of
// it.
type text struct {
	head, all, file string
}

// declare adds the declarations of a file to all. If several files declare a name, for different systems, its text is
// that of all of them together.
func declare(all map[id]text, name string, source []byte) error {
	if source == nil {
		return nil
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	add := func(i id, head, whole ast.Node) {
		t := all[i]
		t.head += printed(head)
		t.all += printed(whole)
		t.file = name
		all[i] = t
	}
	blank := 0
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			d.Doc = nil
			n := rewrite.FuncName(d)
			if n == "init" || n == "_" {
				blank++
				n = fmt.Sprintf("%s (%d of %s)", n, blank, name)
			}
			typ := &ast.FuncType{TypeParams: d.Type.TypeParams, Params: nameless(d.Type.Params), Results: nameless(d.Type.Results)}
			add(id{Func, n}, &ast.FuncDecl{Recv: nameless(d.Recv), Name: d.Name, Type: typ}, d)
		case *ast.GenDecl:
			kind := map[token.Token]Kind{token.TYPE: Type, token.CONST: Const, token.VAR: Var}[d.Tok]
			for at, spec := range d.Specs {
				for _, n := range specNames(spec) {
					if n != "_" {
						add(id{kind, n}, place(d, at), spec)
					}
				}
			}
		}
	}
	return nil
}

// nameless returns parameters without their names, which callers do not depend on.
func nameless(list *ast.FieldList) *ast.FieldList {
	if list == nil {
		return nil
	}
	out := new(ast.FieldList)
	for _, f := range list.List {
		for range max(len(f.Names), 1) {
			out.List = append(out.List, &ast.Field{Type: f.Type})
		}
	}
	return out
}

// place stands for the position of a specification in a group of constants, on which its value may depend. It is empty
// for any other declaration.
func place(d *ast.GenDecl, at int) ast.Node {
	if d.Tok == token.CONST && d.Lparen.IsValid() {
		return ast.NewIdent(fmt.Sprint(at))
	}
	return ast.NewIdent("")
}

func specNames(spec ast.Spec) (names []string) {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		spec.Doc, spec.Comment = nil, nil
		return []string{spec.Name.Name}
	case *ast.ValueSpec:
		spec.Doc, spec.Comment = nil, nil
		for _, n := range spec.Names {
			names = append(names, n.Name)
		}
	}
	return names
}

// printed returns the source of a node on as few lines as possible, whatever its lines were.
func printed(n ast.Node) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, token.NewFileSet(), n); err != nil {
		return err.Error() // for equal trees, the same error
	}
	return b.String()
}

// Constraints returns the names of the files whose build constraints changed.
func Constraints(files []File) (names []string) {
	for _, f := range files {
		if f.Go() && f.Old != nil && f.New != nil && buildLine(f.Old) != buildLine(f.New) {
			names = append(names, f.Name)
		}
	}
	return names
}

func buildLine(source []byte) string {
	for line := range strings.Lines(string(source)) {
		if constraint.IsGoBuild(line) {
			return strings.TrimSpace(line)
		}
		if strings.HasPrefix(line, "package ") {
			break
		}
	}
	return ""
}

// Generated reports whether source has a comment that says that a program wrote it.
func Generated(name string, source []byte) bool {
	f, err := parser.ParseFile(token.NewFileSet(), name, source, parser.PackageClauseOnly|parser.ParseComments)
	return err == nil && ast.IsGenerated(f)
}
