package rule

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"path"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A Run is a pass over one file, with what a rule asks about the source and the methods by which it reports.
type Run struct {
	*source.File
	*Pass
	// Info is the type information of the package, which holds in every build.
	Info *types.Info
}

// Runs yields a run for each file that a fix may edit.
func (p *Pass) Runs() iter.Seq[*Run] {
	return func(yield func(*Run) bool) {
		for _, f := range source.Of(p.Pass).Files {
			if !yield(&Run{f, p, f.Pkg.Info}) {
				return
			}
		}
	}
}

// Nodes yields the nodes of the given kinds in the files that a fix may edit, each with the Run of its file.
func (p *Pass) Nodes(kinds ...ast.Node) iter.Seq2[*Run, inspector.Cursor] {
	return func(yield func(*Run, inspector.Cursor) bool) {
		for r := range p.Runs() {
			for cur := range r.Cursor.Preorder(kinds...) {
				if !yield(r, cur) {
					return
				}
			}
		}
	}
}

// Fresh is [source.Names.Fresh] in the file.
func (r *Run) Fresh(pos token.Pos, bases ...string) string {
	return r.names.Fresh(r.File, pos, bases...)
}

// Take is [source.Names.Take] in the file.
func (r *Run) Take(pos token.Pos, names ...string) bool { return r.names.Take(r.File, pos, names...) }

// FreshIn is [source.Names.FreshIn] in the file.
func (r *Run) FreshIn(stmt ast.Stmt, bases ...string) string {
	return r.names.FreshIn(r.File, stmt, bases...)
}

// FreshLabel is [source.Names.FreshLabel] in the file.
func (r *Run) FreshLabel(pos token.Pos, base string) string {
	return r.names.FreshLabel(r.File, pos, base)
}

// Promote is [source.Names.Promote].
func (r *Run) Promote(v *types.Var) bool { return r.names.Promote(r.Pkg, r.Pass.Files, v) }

// IsFreeGlobal is [source.Names.IsFreeGlobal].
func (r *Run) IsFreeGlobal(name string) bool { return r.names.IsFreeGlobal(r.Pkg, r.Pass.Files, name) }

// FreshGlobal is [source.Names.FreshGlobal].
func (r *Run) FreshGlobal(bases ...string) string {
	return r.names.FreshGlobal(r.Pkg, r.Pass.Files, bases...)
}

// FreshBeside is [source.Names.FreshBeside].
func (r *Run) FreshBeside(fn *ast.FuncDecl, base string) string {
	return r.names.FreshBeside(r.Pkg, r.Pass.Files, fn, base)
}

// Since reports whether the language version of the file is at least version ("go1.21"), the first that has what. If
// not, it refuses the shape at that place.
func (r *Run) Since(at analysis.Range, version, what string) bool {
	return r.AtLeast(version) || r.Refuse(at, strings.Replace(r.Go, "go", "go ", 1)+" has no "+what)
}

// Has reports whether the language version of the file has the function of the standard library, or the method
// "Type.Name". If not, it refuses the shape at that place.
func (r *Run) Has(at analysis.Range, pkgpath, name string) bool {
	return r.Since(at, stdlib.Named(pkgpath, name).Since, path.Base(pkgpath)+"."+name)
}
