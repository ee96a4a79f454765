package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
)

// Hollows are the packages of a program without the bodies of functions that a check does not need.
type hollows struct {
	fset *token.FileSet
	made map[*load.File]*load.File
}

func newHollows(prog *load.Program) hollows {
	return hollows{prog.Fset, make(map[*load.File]*load.File)}
}

// around returns the package as a fix needs it to be type-checked. A fix all of whose
// edits are in bodies of functions and in imports changes no declaration, so that no
// body in another file can be right before and wrong after it; these are left out, since
// to check them again for each of hundreds of fixes is most of the work. Every fix is
// checked with the whole package where it is applied together with others.
func (h hollows) around(pkg *load.Package, x record.Candidate) *load.Package {
	edited := make(map[string]bool)
	for _, e := range x.Edits {
		edited[e.File] = true
	}
	some := *pkg
	some.Files = slices.Clone(pkg.Files)
	for i, f := range some.Files {
		if edited[f.Name] {
			if !h.within(f, x.Edits) {
				return pkg
			}
			continue
		}
		if h.made[f] == nil {
			h.made[f] = hollow(pkg, f)
		}
		some.Files[i] = h.made[f]
	}
	return &some
}

// within reports whether the edits in f are all in bodies of functions and in imports.
func (h hollows) within(f *load.File, edits []record.Edit) bool {
	tf := h.fset.File(f.Syntax.FileStart)
	holds := func(n ast.Node, e record.Edit) bool {
		return tf.Offset(n.Pos()) < e.Start && e.End < tf.Offset(n.End())
	}
	return !slices.ContainsFunc(edits, func(e record.Edit) bool {
		return e.File == f.Name && !slices.ContainsFunc(f.Syntax.Decls, func(d ast.Decl) bool {
			switch d := d.(type) {
			case *ast.FuncDecl:
				return d.Body != nil && holds(d.Body, e)
			case *ast.GenDecl:
				return d.Tok == token.IMPORT && tf.Offset(d.Pos()) <= e.Start && e.End <= tf.Offset(d.End())
			}
			return false
		})
	})
}

// hollow returns f with an endless loop as the body of each function, and without the imports that only the bodies
// need. It returns a file with a dot import as it is.
func hollow(pkg *load.Package, f *load.File) *load.File {
	if slices.ContainsFunc(f.Syntax.Imports, func(s *ast.ImportSpec) bool { return s.Name != nil && s.Name.Name == "." }) {
		return f
	}
	syntax := *f.Syntax
	syntax.Decls = slices.Clone(f.Syntax.Decls)
	for i, d := range syntax.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			loop := &ast.ForStmt{For: fn.Body.Lbrace, Body: &ast.BlockStmt{Lbrace: fn.Body.Lbrace, Rbrace: fn.Body.Rbrace}}
			empty := *fn
			empty.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, List: []ast.Stmt{loop}, Rbrace: fn.Body.Rbrace}
			syntax.Decls[i] = &empty
		}
	}
	used := make(map[types.Object]bool)
	ast.Inspect(&syntax, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			used[pkg.Info.Uses[id]] = true
		}
		return true
	})
	for i, d := range syntax.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT {
			only := *g
			only.Specs = slices.DeleteFunc(slices.Clone(g.Specs), func(s ast.Spec) bool {
				name := pkg.Info.PkgNameOf(s.(*ast.ImportSpec))
				return name == nil || !used[name]
			})
			syntax.Decls[i] = &only
		}
	}
	syntax.Decls = slices.DeleteFunc(syntax.Decls, func(d ast.Decl) bool {
		g, ok := d.(*ast.GenDecl)
		return ok && g.Tok == token.IMPORT && len(g.Specs) == 0
	})
	some := *f
	some.Syntax = &syntax
	return &some
}
