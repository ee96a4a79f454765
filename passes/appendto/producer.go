package appendto

import (
	"go/ast"
	"go/token"
	"go/types"
	"iter"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/source"
)

// A producer is a function that makes a slice, or a builder, and returns the slice, or the text. Its callers
// may pass a slice or builder of their own instead.
type producer struct {
	*inline.Func
	out  *types.Var // the slice or builder
	decl source.Decl
	typ  ast.Expr // the expression of the type of out
	// kept: not all calls are known, or not all can pass an argument, so that the function stays, and calls a
	// new one that gets the argument.
	kept bool
}

// plain yields the known calls, each with the name of the function there. It sets kept if there
// may be others.
func (a *appender) plain(p *producer) iter.Seq2[*ast.Ident, inspector.Cursor] {
	_, known := p.Calls()
	p.kept = !known
	return func(yield func(*ast.Ident, inspector.Cursor) bool) {
		for _, use := range a.Pkg.Uses(p.Obj) {
			cur, isCall := source.Called(use)
			if isCall && a.Pkg.FileOf(use.Node()) != nil && !isExpression(a.Info, use) && !yield(use.Node().(*ast.Ident), cur) {
				return
			}
		}
	}
}

// isExpression reports whether use is m in a method expression T.m.
func isExpression(info *types.Info, use inspector.Cursor) bool {
	sel, ok := use.Parent().Node().(*ast.SelectorExpr)
	if !ok || use.ParentEdgeKind() != edge.SelectorExpr_Sel {
		return false
	}
	selection := info.Selections[sel]
	return selection == nil || selection.Kind() != types.MethodVal
}

// lends reports whether out can be a parameter, in front of the others, of the function or, if that is
// kept, of the new function that it calls. Otherwise it refuses the finding at the place.
func (a *appender) lends(p *producer, at ast.Node) bool {
	name, inside := p.out.Name(), p.Decl.Body.Lbrace+1
	if inline.MayRecover(a.Info, p.Body()) || a.Jumps(p.Decl.Body.Lbrace) {
		return a.Refuse(at, p.Name()+" may recover from a panic, or has a goto")
	}
	for id := range source.Idents(p.Decl) {
		if obj := a.Info.ObjectOf(id); id.Name == name && obj != p.out && obj != nil && obj.Parent() != nil { // no field or method
			return a.Refuse(at, name+" means something else in front of its declaration")
		}
	}
	if !a.Universe(inside, "nil") || !a.Visible(p.typ, inside) {
		return a.Refuse(at, "a parameter of "+p.Name()+" has the name of its type, or of nil")
	}
	if !p.kept {
		return true
	}
	if _, ok := p.Unwrap(); !ok || p.Directive(false) || !inline.Named(p.Decl.Type.Params, name) || !inline.Named(p.Decl.Recv, name) {
		return a.Refuse(at, p.Name()+" may have unknown callers, and its parameters cannot be passed on")
	}
	return !effect.Frames(a.Pkg, p.Body()) || a.Refuse(at, p.Name()+" looks at the frames of its callers")
}

// inFront puts text in front of a list that opens with a parenthesis: on a line of its own, if its first
// element is on one.
func inFront[N ast.Node](f *source.File, open token.Pos, list []N, text string) source.TextEdit {
	if len(list) == 0 {
		return source.Insert(open+1, text)
	}
	pos := list[0].Pos()
	if strings.Contains(f.Between(open, pos), "\n") {
		return source.Insert(pos, text+",\n"+f.Indent(pos))
	}
	return source.Insert(pos, text+", ")
}

// appending returns the name of the function that appends what p returned: that of the results, behind append.
//
//	names    listNames    // readNames reads names.
//	-----------------------------------------------
//	appendNames
func (a *appender) appending(p *producer) string {
	name := p.Name()
	if strings.HasPrefix(name, "append") {
		return name
	}
	first := strings.IndexFunc(name, unicode.IsUpper)
	if doc := strings.Fields(p.Decl.Doc.Text()); first > 0 && (getting.MatchString(name[:first]) || len(doc) > 1 && doc[0] == name && doc[1] == name[:first]+"s") {
		if short := "append" + name[first:]; a.IsFreeGlobal(short) {
			name = name[first:]
		}
	}
	return a.FreshBeside(p.Decl, "append"+inline.Capital(name))
}

// getting matches verbs that say nothing of what a function does but that it returns something.
var getting = regexp.MustCompile("^(get|list|collect|gather|find|make|build|create|prepare|process|generate|pack|compute|read|load|extract)$")

// renamed returns the edits that give the function another name, also where its comment begins with it, and let the comment
// say what the function appends to. There are none if the name got a number, which says less than the old one.
func (a *appender) renamed(p *producer, name string) (edits []source.TextEdit) {
	if old, last := p.Name(), name[len(name)-1]; '0' <= last && last <= '9' && old[len(old)-1] != last {
		return nil
	}
	edits = append(edits, source.ReplaceNode(p.Decl.Name, name))
	for _, use := range a.Pkg.Uses(p.Obj) {
		edits = append(edits, source.ReplaceNode(use.Node(), name))
	}
	if p.Decl.Doc == nil {
		return edits
	}
	lines := p.Decl.Doc.List
	first, last := lines[0], lines[len(lines)-1]
	for last != first && (last.Text == "//" || strings.HasPrefix(last.Text, "//go:")) {
		lines = lines[:len(lines)-1]
		last = lines[len(lines)-1]
	}
	if rest, ok := strings.CutPrefix(first.Text, "// "+p.Name()+" "); ok {
		edits = append(edits, source.Replace(first.Pos()+token.Pos(len("// ")), first.End()-token.Pos(len(rest)), name+" "))
	}
	if !strings.HasPrefix(last.Text, "// ") {
		return edits
	}
	end := "\n// It appends to " + p.out.Name() + "."
	if letters := []rune(last.Text); unicode.IsLetter(letters[len(letters)-1]) {
		end = "." + end
	}
	return append(edits, source.Insert(last.End(), end))
}
