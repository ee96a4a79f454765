package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// A field is x.f, or x.f.g, of a local variable x, where only x may be a pointer.
type field struct {
	base *types.Var // x
	last *types.Var // f or g: the same object for all values of the type
	path *ast.SelectorExpr
	text string // "x.f"
}

// A start is a statement that empties a field before the loop that fills it.
type start struct {
	stmt    ast.Stmt
	value   ast.Expr   // the new value of the field; nil for a zero value that is not written
	between []ast.Stmt // the statements between stmt and the loop
}

// fields offers room for the fields that the loop at cur fills, unless a loop around it has an
// offer for the same statements, which done lists.
func (p *presizer) fields(cur inspector.Cursor, done map[ast.Stmt]bool) {
	if _, labeled := cur.Parent().Node().(*ast.LabeledStmt); labeled {
		cur = cur.Parent()
	}
	loop := cur.Node().(ast.Stmt)
	if _, _, ok := source.StmtList(cur); !ok || p.Jumps(loop.Pos()) {
		return
	}
	seen := make(map[string]bool)
	for s := range cur.Preorder((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil)) {
		f, ok := p.filled(s.Node().(ast.Stmt))
		if !ok || seen[f.text] || done[s.Node().(ast.Stmt)] || source.Has[*ast.FuncLit](loop) ||
			f.base.Pos() > loop.Pos() || p.reached(f.base, cur) || p.rebinds(loop, f.base) {
			continue
		}
		seen[f.text] = true
		offer := p.growField
		if source.IsA[*types.Map](f.last.Type()) {
			offer = p.hintField
		}
		said := p.Said()
		leaves := offer(f, cur)
		for _, leaf := range leaves {
			done[leaf] = true
		}
		if leaves == nil && p.Said() == said && !p.hasRoom(f, cur) {
			p.observedField(f, cur)
		}
	}
}

// reached reports whether something but its name may lead to the variable while the loop at cur runs: a
// function literal, or its address, if that is not taken behind the loop only.
func (p *presizer) reached(v *types.Var, cur inspector.Cursor) bool {
	return p.Pkg.InLiteral(v) || slices.ContainsFunc(p.Pkg.Uses(v), func(use inspector.Cursor) bool {
		return p.Pkg.Addressed(use) && (use.Node().Pos() < cur.Node().End() || source.LoopSince(cur.Parent(), v.Pos()))
	})
}

// rebinds reports whether the loop assigns to the variable itself, rather than to its fields.
func (p *presizer) rebinds(loop ast.Stmt, base *types.Var) bool {
	if source.IsA[*types.Pointer](base.Type()) {
		return p.Pkg.WrittenIn(base, loop.Pos(), loop.End())
	}
	return slices.ContainsFunc(p.Pkg.UsesIn(loop, base), func(use inspector.Cursor) bool {
		return source.Parens(use).ParentEdgeKind() != edge.SelectorExpr_X && p.Pkg.Changes(use)
	})
}

// filled returns the field that a statement appends to, or stores a key into.
func (p *presizer) filled(s ast.Stmt) (field, bool) {
	var target ast.Expr
	switch s := s.(type) {
	case *ast.AssignStmt:
		if len(s.Lhs) != 1 || s.Tok == token.DEFINE {
			return field{}, false
		}
		target = ast.Unparen(s.Lhs[0])
	case *ast.IncDecStmt:
		target = ast.Unparen(s.X)
	}
	index, isIndex := target.(*ast.IndexExpr)
	if isIndex {
		target = index.X
	}
	f, ok := p.fieldOf(target)
	if !ok {
		return field{}, false
	}
	if isIndex {
		return f, source.IsA[*types.Map](f.last.Type())
	}
	_, ok = p.appendsField(s, f)
	return f, ok && source.IsA[*types.Slice](f.last.Type())
}

// fieldOf returns the field that e selects. ok is false if e is no field of a local variable.
func (p *presizer) fieldOf(e ast.Expr) (field, bool) {
	path, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return field{}, false
	}
	last, _ := p.Info.Uses[path.Sel].(*types.Var)
	for sel := path; ; {
		s := p.Info.Selections[sel]
		if s == nil || s.Kind() != types.FieldVal || len(s.Index()) != 1 {
			return field{}, false
		}
		if base, ok := p.Pkg.LocalVar(sel.X); ok {
			return field{base, last, path, p.Text(path)}, true
		}
		inner, ok := ast.Unparen(sel.X).(*ast.SelectorExpr)
		if !ok || !source.IsA[*types.Struct](p.Info.TypeOf(inner)) {
			return field{}, false
		}
		sel = inner
	}
}

// is reports whether e selects the field f, of the same variable.
func (p *presizer) is(e ast.Expr, f field) bool {
	g, ok := p.fieldOf(e)
	return ok && g.base == f.base && g.last == f.last && g.text == f.text
}

// names counts the expressions in n that select the field f, of the same variable.
func (p *presizer) names(n ast.Node, f field) (count int) {
	for _, use := range p.Pkg.UsesIn(n, f.last) {
		if sel, ok := use.Parent().Node().(*ast.SelectorExpr); ok && p.is(sel, f) {
			count++
		}
	}
	return count
}

// appendsField recognises x.f = append(x.f, …).
func (p *presizer) appendsField(s ast.Stmt, f field) (size.Part, bool) {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || !p.is(assign.Lhs[0], f) {
		return size.Part{}, false
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok || !source.IsBuiltin(p.Info, call, "append") || len(call.Args) < 2 || !p.is(call.Args[0], f) || p.Pkg.Mentions(s, f.last) != 2 {
		return size.Part{}, false
	}
	if call.Ellipsis.IsValid() {
		return size.Part{Of: call.Args[1:]}, true
	}
	return size.Part{K: int64(len(call.Args) - 1)}, true
}

// storesField recognises x.f[k] = v, x.f[k] += v and x.f[k]++.
func (p *presizer) storesField(s ast.Stmt, f field) (size.Part, bool) {
	g, ok := p.filled(s)
	return storing(p.Pkg, s, f.last), ok && g.base == f.base && g.last == f.last && g.text == f.text
}

// growField reserves the capacity of a field before the loop that appends to it, and returns
// the statements that append.
//
//	                                           for … { c.list = append(c.list, …) }
//	-----------------------------------------
//	c.list = slices.Grow(c.list, n)
//	                                           for … { c.list = append(c.list, …) }
func (p *presizer) growField(f field, cur inspector.Cursor) []ast.Stmt {
	loop := cur.Node().(ast.Stmt)
	leaf := func(s ast.Stmt) (size.Part, bool) { return p.appendsField(s, f) }
	c, ok := size.Of(p.File, nil, []ast.Stmt{loop}, loop.Pos(), leaf)
	if !ok {
		c, ok = p.least(f.last, nil, []ast.Stmt{loop}, loop.Pos(), leaf)
	}
	if !ok || !p.worthwhile(f.last, c) || p.hasRoom(f, cur) {
		return nil
	}
	if p.names(loop, f) != 2*len(c.Leaves) || p.asksCap(f.last) {
		p.Refuse(c.Leaves[0], f.text+" is used otherwise in the loop, or its capacity is asked for")
		return nil
	}
	class := p.sliceClass(f.last, c)
	at, fresh := p.emptied(f, cur)
	isNil := fresh && p.isNil(at.value)
	if !fresh {
		does := effect.Of(p.Pkg, loop)
		if does.Waits {
			p.Refuse(c.Leaves[0], "the loop may wait for others, or take a lock that guards "+f.text)
			return nil
		}
		class = class.And(p.unknownStart(f, loop))
		if does.Unknown() {
			class = class.And(rule.Review(rule.Contract.Caveat("nothing that the loop calls may wait for others, or take a lock that guards " + f.text)))
		}
	}
	if p.forksField(f) {
		class = class.And(rule.Review(rule.Sharing.Caveat("what is appended to " + f.text + " and kept under another name may share its array, or no longer do so")))
	}
	if (isNil || !fresh) && !c.Sure {
		class = class.And(rule.Review(nilBecomesEmpty))
	}
	fix := rule.Finding{
		At:      c.Leaves[0],
		Message: f.text + " grows by append although " + known(c),
		Class:   class,
	}
	if fresh && !isNil {
		if early, ok := p.countAt(f, at, loop, leaf); ok {
			made := p.typeOf(source.Decl{Value: at.value}) + ", 0"
			fix.Title = "Make " + f.text + " with capacity for " + early.String()
			if src, ok := p.whole(loop, f.last.Type()); ok {
				if len(at.between) == 0 && p.steady(at.stmt, loop, src, early.String()) {
					made = strings.TrimSuffix(made, ", 0")
					fix.Title = "Make " + f.text + " in the length of " + src + ", and copy"
					fix.Edits = []source.TextEdit{source.ReplaceNode(loop, "copy("+f.text+", "+src+")")}
				} else {
					fix.Edits = []source.TextEdit{source.ReplaceNode(loop, appended(f.text, src))}
				}
			}
			p.makeField(at, early, made, fix)
			return c.Leaves
		}
	}
	if src, ok := p.whole(loop, f.last.Type()); ok {
		p.atOnce(loop, f.text, src, fix)
		return c.Leaves
	}
	lines, n, renamed := c.Lines(p.fresh(loop.Pos()))
	untouched := fresh && c.Range == nil && effect.Of(p.Pkg, at.between...).Quiet() // the field is still empty
	grow, edits, ok := p.growing(c, loop, f.text, f.last.Type(), n, isNil, untouched)
	if !ok {
		return c.Leaves
	}
	fix.Title = reserves(grow, f.text, c)
	fix.Edits = append(append(edits, p.Before(loop, append(lines, grow...)...)), renamed...)
	p.Report(fix)
	return c.Leaves
}

// hasRoom reports whether the function gives the field a capacity before the loop at cur.
func (p *presizer) hasRoom(f field, cur inspector.Cursor) bool {
	fn, ok := source.EnclosingFunc(cur)
	if !ok {
		return false
	}
	for c := range fn.Preorder((*ast.CallExpr)(nil)) {
		call := c.Node().(*ast.CallExpr)
		_, room := source.CallTo(p.Info, call, "slices", "Grow")
		if call.Pos() > cur.Node().Pos() || !room && !(source.IsBuiltin(p.Info, call, "make") && (len(call.Args) == 3 || source.SpreadInto(p.Info, c) != nil)) {
			continue
		}
		switch set := c.Parent().Node().(type) {
		case *ast.AssignStmt:
			if len(set.Lhs) == 1 && p.is(set.Lhs[0], f) {
				return true
			}
		case *ast.KeyValueExpr:
			if key, ok := set.Key.(*ast.Ident); ok && p.Info.Uses[key] == f.last {
				return true
			}
		}
	}
	return false
}

// unknownStart returns the class of growing a field that may have elements, or share its array.
func (p *presizer) unknownStart(f field, loop ast.Stmt) rule.Class {
	class := rule.Review(rule.Sharing.Caveat("what is appended to " + f.text + " may no longer be written into an array that it shares"))
	ranged, _ := loop.(*ast.RangeStmt)
	if source.IsA[*types.Pointer](f.base.Type()) && (ranged == nil || p.Pkg.Mentions(ranged.X, f.base) == 0) {
		class = class.And(rule.Review(rule.LatePanic.Caveat("a nil " + f.base.Name() + " panics even if nothing is appended")))
	}
	return class
}

// hintField gives a map in a field room for the elements that the loop stores, where the map is made. It
// returns the statements that store.
func (p *presizer) hintField(f field, cur inspector.Cursor) []ast.Stmt {
	leaf := func(s ast.Stmt) (size.Part, bool) { return p.storesField(s, f) }
	at, ok := p.emptied(f, cur)
	if !ok || p.fewKeys(f.last) || at.value == nil {
		return nil
	}
	typ, ok := p.emptyMap(source.Decl{Value: at.value})
	if !ok || typ == "" {
		return nil
	}
	c, ok := p.countAt(f, at, cur.Node().(ast.Stmt), leaf)
	if k, isConst := c.Const(); !ok || isConst && k <= groupSlots {
		return nil
	}
	p.makeField(at, c, typ, rule.Finding{
		Message: "the map " + f.text + " grows although its size is known",
		Title:   "Make " + f.text + " with room for " + c.String(),
		Class:   p.tableClass(f.last, c),
	})
	return c.Leaves
}

// countAt counts the elements that the loop adds, for a value at the statement that empties the field.
func (p *presizer) countAt(f field, at start, loop ast.Stmt, leaf size.Leaf) (size.Count, bool) {
	between := p.behind(at.stmt, at.between)
	c, ok := size.Of(p.File, between, []ast.Stmt{loop}, at.stmt.Pos(), leaf)
	if !ok && source.IsA[*types.Slice](f.last.Type()) {
		c, ok = p.least(f.last, between, []ast.Stmt{loop}, at.stmt.Pos(), leaf)
	}
	free := !p.HasComment(at.value.Pos(), at.value.End()) && p.Universe(at.value.Pos(), "make", "len")
	return c, ok && free && (len(at.between) == 0 || c.Fixed(p.Pkg, at.stmt.Pos(), loop.Pos()))
}

// makeField reports the field, and makes its slice or map with room.
//
//	c.names = map[K]V{}             c := &T{list: []E{}}
//	---------------------------     ------------------------------
//	c.names = make(map[K]V, n)      c := &T{list: make([]E, 0, n)}
func (p *presizer) makeField(at start, c size.Count, args string, fix rule.Finding) {
	lines, n, renamed := c.Lines(p.fresh(at.stmt.Pos()))
	fix.At = at.value
	if len(lines) > 0 {
		fix.Edits = append(fix.Edits, p.Before(at.stmt, lines...))
	}
	fix.Edits = append(append(fix.Edits, source.ReplaceNode(at.value, "make("+args+", "+n+")")), renamed...)
	p.Report(fix)
}

// emptied returns the statement before the loop at cur, in the same list, that empties the field:
// an assignment to the field, or the declaration of the variable. No statement in between shares the
// variable, mentions the field, or may wait.
func (p *presizer) emptied(f field, cur inspector.Cursor) (start, bool) {
	list, i, ok := source.StmtList(cur)
	end := i
	for i--; ok && i >= 0; i-- {
		at := start{stmt: list[i], between: list[i+1 : end]}
		if assign, isAssign := list[i].(*ast.AssignStmt); isAssign && len(assign.Lhs) == 1 && len(assign.Rhs) == 1 {
			if p.is(assign.Lhs[0], f) {
				at.value = assign.Rhs[0]
				return at, assign.Tok == token.ASSIGN && p.isEmpty(at.value, f)
			}
		}
		if value, declared := p.initial(f, list[i]); declared {
			at.value, ok = p.element(value, f)
			return at, ok && (at.value == nil || p.isEmpty(at.value, f))
		}
		if p.Pkg.Mentions(list[i], f.last) > 0 || !p.leaves(list[i], f.base) || effect.Of(p.Pkg, list[i]).MayWait() {
			return start{}, false
		}
	}
	return start{}, false
}

// initial returns the value with which the statement declares the variable of the field. ok is false if it
// declares another variable.
func (p *presizer) initial(f field, s ast.Stmt) (value ast.Expr, ok bool) {
	if !(s.Pos() <= f.base.Pos() && f.base.Pos() < s.End()) {
		return nil, false
	}
	value, ok = p.Pkg.Initial(f.base)
	return value, ok
}

// element returns what a value of a struct type sets the field to, nil if it leaves it zero;
// ok is false for other values.
func (p *presizer) element(value ast.Expr, f field) (e ast.Expr, ok bool) {
	if value == nil {
		return nil, source.IsA[*types.Struct](f.base.Type())
	}
	lit, isLit := ast.Unparen(value).(*ast.CompositeLit)
	if !isLit {
		if _, lit, ok = source.NewOf(p.Info, value); !ok {
			return nil, false
		}
		if lit == nil {
			return nil, true // new(T)
		}
	}
	if _, ok := f.path.X.(*ast.Ident); !ok && len(lit.Elts) > 0 {
		return nil, false // a field of a field
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return nil, false
		}
		if key, ok := kv.Key.(*ast.Ident); ok && p.Info.Uses[key] == f.last {
			return kv.Value, true
		}
	}
	return nil, true
}

// isEmpty reports whether the expression is nil, or a slice or map that was just made and
// holds nothing.
func (p *presizer) isEmpty(e ast.Expr, f field) bool {
	if p.isNil(e) {
		return true
	}
	d := source.Decl{Value: e}
	if source.IsA[*types.Map](f.last.Type()) {
		_, ok := p.emptyMap(d)
		return ok
	}
	_, empty := p.emptySlice(d.Value)
	return empty
}

// isNil reports whether e is nil, or no expression, which stands for the zero value.
func (p *presizer) isNil(e ast.Expr) bool { return e == nil || p.Info.Types[e].IsNil() }

// leaves reports whether the statement does not give the variable to anybody: it uses
// other fields of it.
func (p *presizer) leaves(s ast.Stmt, base *types.Var) bool {
	for _, use := range p.Pkg.UsesIn(s, base) {
		use = source.Parens(use)
		sel, ok := use.Parent().Node().(*ast.SelectorExpr)
		if !ok || use.ParentEdgeKind() != edge.SelectorExpr_X || p.Info.Selections[sel] == nil || p.Info.Selections[sel].Kind() != types.FieldVal {
			return false
		}
	}
	return true
}

// everyField reports whether is holds for all selectors of the field, in the whole package.
func (p *presizer) everyField(last *types.Var, is func(inspector.Cursor) bool) bool {
	return p.Pkg.Every(last, func(use inspector.Cursor) bool {
		return use.ParentEdgeKind() != edge.SelectorExpr_Sel || is(use.Parent())
	})
}

// asksCap reports whether the package asks for the capacity of the field, of any variable.
func (p *presizer) asksCap(last *types.Var) bool {
	return !p.everyField(last, func(sel inspector.Cursor) bool {
		return !p.Pkg.Asks(sel, "cap")
	})
}

// forksField reports whether the package slices the field, of any variable, or assigns the result of an append to
// something else.
func (p *presizer) forksField(f field) bool {
	return !p.everyField(f.last, func(sel inspector.Cursor) bool {
		sel = source.Parens(sel)
		if kind, i := sel.ParentEdge(); kind == edge.SliceExpr_X {
			return false
		} else if kind != edge.CallExpr_Args || i != 0 || !source.IsBuiltin(p.Info, sel.Parent().Node().(*ast.CallExpr), "append") {
			return true
		}
		call := source.Parens(sel.Parent())
		kind, i := call.ParentEdge()
		assign, ok := call.Parent().Node().(*ast.AssignStmt)
		return ok && kind == edge.AssignStmt_Rhs && len(assign.Lhs) == len(assign.Rhs) &&
			types.ExprString(assign.Lhs[i]) == types.ExprString(sel.Node().(ast.Expr))
	})
}
