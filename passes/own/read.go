package own

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// Read returns the pairs of a file, in their order. The error has a line, with a position, for each thing that cannot
// be used. A file without a pair is an error.
func Read(src Source) ([]*Pair, error) {
	pkg, err := source.Index(src.Fset, src.Files, src.Types, src.Info, src.Sizes, src.ReadFile)
	if err != nil {
		return nil, err
	}
	r := &reader{Package: pkg, file: pkg.FileOf(src.File)}
	if r.file == nil {
		return nil, fmt.Errorf("%s: it is generated, or uses cgo", src.Fset.File(src.File.FileStart).Name())
	}
	befores, afters := r.functions("before"), r.functions("after")
	var pairs []*Pair
	for _, suffix := range slices.SortedFunc(maps.Keys(befores), func(a, b string) int { return cmp.Compare(befores[a].Pos(), befores[b].Pos()) }) {
		if afters[suffix] == nil {
			r.refuse(befores[suffix].Name, "%s has no after%s", befores[suffix].Name.Name, suffix)
			continue
		}
		if p := r.pair(befores[suffix], afters[suffix]); p != nil {
			pairs = append(pairs, p)
		}
		delete(afters, suffix)
	}
	for _, suffix := range slices.Sorted(maps.Keys(afters)) {
		r.refuse(afters[suffix].Name, "%s has no before%s", afters[suffix].Name.Name, suffix)
	}
	if len(pairs) == 0 && len(r.wrong) == 0 {
		r.refuse(src.File.Name, "there is no pair of functions before… and after…")
	}
	return pairs, errors.Join(r.wrong...)
}

// A reader reads a file of pairs.
type reader struct {
	*source.Package
	file  *source.File
	wrong []error
}

// refuse notes an error at a node. It returns false.
func (r *reader) refuse(at ast.Node, format string, args ...any) bool {
	r.wrong = append(r.wrong, fmt.Errorf("%s: %s", r.Fset.Position(at.Pos()), fmt.Sprintf(format, args...)))
	return false
}

// functions returns the functions whose names begin with word, in lower or upper case, by the rest of their names.
func (r *reader) functions(word string) map[string]*ast.FuncDecl {
	found := make(map[string]*ast.FuncDecl)
	for _, d := range r.file.Syntax.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || len(fn.Name.Name) < len(word) || !strings.EqualFold(fn.Name.Name[:len(word)], word) {
			continue
		}
		suffix := fn.Name.Name[len(word):]
		if suffix != "" && suffix[0] >= 'a' && suffix[0] <= 'z' {
			continue // the name has another word at its start
		}
		if found[suffix] != nil {
			r.refuse(fn.Name, "there are two functions %s%s", word, suffix)
		}
		found[suffix] = fn
	}
	return found
}

// pair returns the pair of two functions, or nil if there is an error in them.
func (r *reader) pair(before, after *ast.FuncDecl) *Pair {
	p := &Pair{Before: before.Name.Name, After: after.Name.Name, Pos: r.Fset.Position(before.Name.Pos()), Generic: before.Type.TypeParams != nil}
	known := len(r.wrong)
	p.Message = p.Before + " matches: " + p.After + " does the same with fewer allocations"
	p.Title = "Write it as " + p.After + " does"
	p.before, p.after = r.body(before), r.body(after)
	if len(r.wrong) > known {
		return nil
	}
	if !types.Identical(p.before.sig, p.after.sig) {
		r.refuse(after.Name, "%s is a %s, and %s a %s: they must be of one type", p.After, plain(p.after.sig, r), p.Before, plain(p.before.sig, r))
		return nil
	}
	for v := range p.before.sig.Params().Variables() {
		if holdsAny(v.Type()) {
			p.Open = append(p.Open, v.Name())
		}
	}
	r.inline(p.before)
	p.before.order()
	p.after.order()
	r.checkBefore(p.before)
	r.checkResults(p)
	r.caveats(p)
	if len(r.wrong) > known {
		return nil
	}
	s := &site{Run: &rule.Run{File: r.file, Info: r.Info}, pair: p, class: rule.Safe, dry: true}
	cur, _ := r.file.Cursor.FindNode(after.Body)
	if s.search(cur); s.matched != nil {
		r.refuse(s.matched, "%s has what %s matches, so that it would be rewritten again and again", p.After, p.Before)
		return nil
	}
	return p
}

// holdsAny reports whether a value of the type is an interface, or a list of interfaces.
func holdsAny(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	return isInterface(t)
}

func plain(sig *types.Signature, r *reader) string {
	return types.TypeString(sig, types.RelativeTo(r.Types))
}

// body checks one function and takes it apart; nil if there is an error in it.
func (r *reader) body(decl *ast.FuncDecl) *body {
	b := &body{Package: r.Package, file: r.file, decl: decl, sig: r.Info.Defs[decl.Name].(*types.Func).Signature(), inlined: make(map[*types.Var]ast.Expr)}
	if decl.Body == nil || len(decl.Body.List) == 0 {
		r.refuse(decl.Name, "%s has no body", decl.Name.Name)
		return b
	}
	for v := range b.sig.Params().Variables() {
		switch {
		case v.Name() == "_" || v.Name() == "":
			r.refuse(decl.Type.Params, "%s has a parameter without a name", decl.Name.Name)
		case len(r.Writes(v)) > 0:
			r.refuse(r.Writes(v)[0].Node(), "%s changes its parameter %s, or takes its address; an expression that fills it has none", decl.Name.Name, v.Name())
		}
	}
	for v := range b.sig.Results().Variables() {
		if v.Name() != "" {
			r.refuse(decl.Type.Results, "%s has results with names", decl.Name.Name)
			break
		}
	}
	r.statements(b)
	r.names(b)
	for id := range source.Idents(decl.Body) {
		fn, ok := r.Info.Uses[id].(*types.Func)
		switch {
		case !ok:
		case stdlib.Of(fn).Since != "":
			b.calls = append(b.calls, stdlib.Of(fn))
		case fn.Pkg() != nil && fn.Pkg() != r.Types && !strings.HasPrefix(stdlib.FuncName(fn), "."):
			b.functions = append(b.functions, fn)
		}
	}
	if effect.Frames(r.Package, decl.Body) {
		r.refuse(decl.Name, "%s looks at the frames of its callers", decl.Name.Name)
	}
	return b
}

// statements takes the list of statements apart, and refuses statements that cannot be compared or moved.
func (r *reader) statements(b *body) {
	b.stmts = b.decl.Body.List
	if last, ok := b.stmts[len(b.stmts)-1].(*ast.ReturnStmt); ok {
		b.stmts, b.results = b.stmts[:len(b.stmts)-1], last.Results
	}
	for _, s := range b.stmts {
		ast.Inspect(s, func(n ast.Node) bool {
			what := ""
			switch n := n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt:
				what = "a return that is not the last statement"
			case *ast.DeferStmt:
				what = "defer"
			case *ast.GoStmt:
				what = "go"
			case *ast.SelectStmt:
				what = "select"
			case *ast.SendStmt:
				what = "a send"
			case *ast.TypeSwitchStmt:
				what = "a type switch"
			case *ast.LabeledStmt:
				what = "a label"
			case *ast.BranchStmt:
				if n.Label != nil || n.Tok == token.GOTO || n.Tok == token.FALLTHROUGH {
					what = n.Tok.String()
				}
			case *ast.GenDecl:
				if n.Tok != token.VAR {
					what = "a declaration of a " + n.Tok.String()
				}
			}
			if what != "" {
				r.refuse(n, "%s has %s, which no pair can have", b.decl.Name.Name, what)
			}
			return what == ""
		})
	}
}

// names refuses the use of names that the file of pairs declares: code cannot use them, since that file is in no
// ordinary build.
func (r *reader) names(b *body) {
	for id := range source.Idents(b.decl) {
		obj := r.Info.Uses[id]
		if obj != nil && isGlobal(obj) && obj.Pkg() == r.Types && !r.Everywhere(obj) && r.file.Syntax.FileStart <= obj.Pos() && obj.Pos() < r.file.Syntax.FileEnd {
			r.refuse(id, "%s mentions %s, which is declared beside the pairs: no other file can", b.decl.Name.Name, id.Name)
		}
	}
}

// inline notes the variables that stand for their values: those declared in one statement of the body and used once,
// in another.
func (r *reader) inline(b *body) {
	var rest []ast.Stmt
	for i, s := range b.stmts {
		v, _, value, ok := declared(r.Info, s)
		if !ok || value == nil || len(r.Uses(v)) != 1 || r.Captured(v) || len(r.Writes(v)) > 0 || !types.Identical(v.Type(), r.Info.TypeOf(value)) || !b.simple(r.Uses(v)[0].Node(), i) {
			rest = append(rest, s)
			continue
		}
		b.inlined[v] = value
	}
	b.stmts = rest
}

// simple reports whether a use is in the result, or in a statement of the body after statement number declared that
// contains no other statements.
func (b *body) simple(use ast.Node, declared int) bool {
	for _, s := range b.decl.Body.List[declared+1:] {
		if source.Contains(s, use) {
			switch s.(type) {
			case *ast.AssignStmt, *ast.DeclStmt, *ast.ExprStmt, *ast.ReturnStmt, *ast.IncDecStmt:
				return true
			}
		}
	}
	return false
}

// declared recognises v := x, var v T, var v = x and var v T = x.
func declared(info *types.Info, s ast.Stmt) (v *types.Var, name *ast.Ident, value ast.Expr, ok bool) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if s.Tok == token.DEFINE && len(s.Lhs) == 1 && len(s.Rhs) == 1 {
			name, value = s.Lhs[0].(*ast.Ident), s.Rhs[0]
		}
	case *ast.DeclStmt:
		gen := s.Decl.(*ast.GenDecl)
		if gen.Tok == token.VAR && len(gen.Specs) == 1 {
			if spec := gen.Specs[0].(*ast.ValueSpec); len(spec.Names) == 1 && len(spec.Values) <= 1 {
				name = spec.Names[0]
				if len(spec.Values) == 1 {
					value = spec.Values[0]
				}
			}
		}
	}
	if name == nil {
		return nil, nil, nil, false
	}
	v, ok = info.Defs[name].(*types.Var)
	return v, name, value, ok
}

// checkBefore refuses a before that would match too much, or nothing.
func (r *reader) checkBefore(b *body) {
	for v := range b.sig.Params().Variables() {
		if len(r.Uses(v)) == 0 {
			r.refuse(b.decl.Name, "%s does not use its parameter %s, so that nothing fills it", b.decl.Name.Name, v.Name())
		}
	}
	if len(b.stmts) > 0 || len(b.results) == 0 {
		return
	}
	root := b.resolve(b.results[0])
	if id, ok := root.(*ast.Ident); ok || r.Info.Types[root].Value != nil {
		r.refuse(root, "%s would match every %s", b.decl.Name.Name, map[bool]string{true: "expression of its type", false: "such constant"}[ok && id != nil])
	}
}

// checkResults refuses results that have not the types of the functions' results, and more results than can replace
// others.
func (r *reader) checkResults(p *Pair) {
	b := p.before
	if n := len(b.results); n > 1 || n == 1 && len(b.stmts) > 0 {
		vars := 0
		for _, e := range b.results {
			if v, ok := b.LocalVar(e); ok && b.local(v) {
				vars++
			}
		}
		if vars != n && n > 1 {
			r.refuse(b.results[0], "%s returns several values, which must be variables that it declares", p.Before)
		}
		if vars == n && len(p.after.results) != n {
			r.refuse(p.after.results[0], "%s must return %d values, one by one", p.After, n)
		}
	} else if n == 1 && len(p.after.results) != 1 {
		r.refuse(p.after.results[0], "%s returns the values of one call, and %s must too", p.Before, p.After)
	}
	for _, b := range []*body{p.before, p.after} {
		for i, e := range b.results {
			t := r.Info.TypeOf(e)
			if len(b.results) != b.sig.Results().Len() || r.Info.Types[e].Value != nil || r.Info.Types[e].IsNil() {
				continue
			}
			becomes := b == p.before && len(b.stmts) == 0 && len(b.results) == 1 && isInterface(b.sig.Results().At(0).Type())
			if want := b.sig.Results().At(i).Type(); !types.Identical(t, want) && !becomes && !(b == p.after && isInterface(want)) {
				r.refuse(e, "%s returns a %s as a %s: let the function have the result %s", b.decl.Name.Name, types.TypeString(t, types.RelativeTo(r.Types)), types.TypeString(want, types.RelativeTo(r.Types)), types.TypeString(t, types.RelativeTo(r.Types)))
			}
		}
	}
}

const (
	directive       = "//unheap:differs "
	variesDirective = "//unheap:varies "
)

// caveats reads the differences that the user declares.
func (r *reader) caveats(p *Pair) {
	for _, b := range []*body{p.before, p.after} {
		if b.decl.Doc == nil {
			continue
		}
		for _, c := range b.decl.Doc.List {
			if names, ok := strings.CutPrefix(c.Text, variesDirective); ok {
				r.varies(p, c, strings.Fields(names))
			}
			text, ok := strings.CutPrefix(c.Text, directive)
			if !ok {
				continue
			}
			kind, words, _ := strings.Cut(strings.TrimSpace(text), " ")
			if !slices.Contains(rule.Kinds, rule.Kind(kind)) || strings.TrimSpace(words) == "" {
				r.refuse(c, "want %sKIND and what differs, in words; the kinds are %s", directive, kinds())
				continue
			}
			p.Caveats = append(p.Caveats, rule.Kind(kind).Caveat(strings.TrimSpace(words)))
		}
	}
}

// varies reads which parameters no constant may fill.
func (r *reader) varies(p *Pair, at ast.Node, names []string) {
	for _, name := range names {
		if !slices.ContainsFunc(slices.Collect(p.before.sig.Params().Variables()), func(v *types.Var) bool { return v.Name() == name }) {
			r.refuse(at, "%s has no parameter %s", p.Before, name)
		}
	}
	p.before.varies = append(p.before.varies, names...)
}

func kinds() string {
	var names []string
	for _, k := range rule.Kinds {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}
