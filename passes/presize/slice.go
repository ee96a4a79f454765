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
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// stackBytes is the number of bytes that the compiler reserves on the stack for a slice that
// grows by append (cmd/compile, -d=variablemakethreshold, since Go 1.25).
const stackBytes = 32

// slice offers a capacity for the slice that d declares.
func (p *presizer) slice(d source.Decl) {
	said := p.Said()
	isNil, empty := p.emptySlice(d.Value)
	if !isNil && !empty {
		p.begun(d)
		if p.Said() == said && !p.begunOnStack(d) {
			stays := p.varies(d)
			if builder, ok := p.built(d); ok && stays {
				p.Offer(builder)
			} else if ok {
				p.Report(builder)
			}
		}
		return
	}
	if p.captured(d.Var) {
		p.observedSlice(d, isNil)
		p.refuse(d, "a function literal, or a pointer, shares "+d.Var.Name())
		return
	}
	if p.Pkg.Asked(d.Var, "cap") {
		p.refuse(d, "the capacity of "+d.Var.Name()+" is asked for")
		return
	}
	leaf := p.adding(d)
	stmts, before := p.fills(d, leaf)
	looked := slices.ContainsFunc(stmts, func(s ast.Stmt) bool {
		return p.leafUses(s, d.Var, leaf) > 0 && p.looks(s, d.Var, false) > 0
	})
	if !(looked && p.onStack(d)) && (len(stmts) == 0 || !p.counted(d, stmts, before, isNil, empty, leaf)) {
		p.onStack(d)
	}
	if p.Said() == said && len(stmts) > 0 {
		p.atLeast(d, stmts, before, isNil, empty, leaf)
	}
	if p.Said() == said {
		p.about(d, isNil, empty)
	}
	if p.Said() == said {
		p.observedSlice(d, isNil)
		if !p.givenRoom(d.Var) {
			p.refuse(d, "nothing says beforehand how much is appended to "+d.Var.Name())
		}
	}
}

// refilled offers a capacity for an empty slice that is assigned to a variable.
func (p *presizer) refilled(d source.Decl) {
	if _, empty := p.emptySlice(d.Value); !empty || p.captured(d.Var) || p.Pkg.Asked(d.Var, "cap") || p.HasComment(d.Stmt.Pos(), d.Stmt.End()) || !p.Universe(d.Stmt.Pos(), "make", "len") {
		return
	}
	leaf := p.adding(d)
	stmts, before := p.fills(d, leaf)
	if len(stmts) == 0 {
		return
	}
	c, ok := size.Of(p.File, d.Rest[:before], stmts, d.Stmt.Pos(), leaf)
	if !ok || !p.worthwhile(d.Var, c) || before > 0 && !c.Fixed(p.Pkg, d.Stmt.Pos(), stmts[0].Pos()) {
		return
	}
	lines, n, renamed := c.Lines(p.fresh(d.Stmt.Pos()))
	edits := append(renamed, source.ReplaceNode(d.Value, "make("+p.typeOfEmpty(d.Value)+", 0, "+n+")"))
	if len(lines) > 0 {
		edits = append(edits, p.Before(d.Stmt, lines...))
	}
	p.Report(rule.Finding{
		At:      d.Stmt,
		Message: d.Var.Name() + " grows by append although its length is known",
		Title:   "Make " + d.Var.Name() + " with capacity for " + c.String(),
		Class:   p.sliceClass(d.Var, c),
		Edits:   edits,
	})
}

// refuse refuses each statement that appends to the slice.
func (p *presizer) refuse(d source.Decl, condition string) {
	for _, use := range p.Pkg.Uses(d.Var) {
		use = source.Parens(use)
		if s, ok := use.Parent().Node().(*ast.AssignStmt); ok && use.ParentEdgeKind() == edge.AssignStmt_Lhs {
			if p.appends(s, d.Var) {
				p.Refuse(s, condition)
			}
		}
	}
}

// counted offers a counted capacity, and reports whether there is one.
func (p *presizer) counted(d source.Decl, stmts []ast.Stmt, before int, isNil, empty bool, leaf size.Leaf) bool {
	if p.concat(d, stmts, before, isNil) || p.inBranch(d, stmts, isNil, leaf) || isNil && p.whenNeeded(d, stmts, leaf) {
		return true
	}
	if d.Stmt != nil && d.Stmt.Pos().IsValid() {
		c, ok := p.first(d.Rest[:before], stmts, d.Stmt.Pos(), leaf)
		c = p.perByte(d.Var, c, d.Rest[:before], stmts, d.Stmt.Pos(), leaf)
		pays := (empty || c.AlwaysPositive() || p.nilBlind(d.Var)) && p.worthwhile(d.Var, c) || p.straight(d, c, empty)
		if ok && pays && (before == 0 || c.Fixed(p.Pkg, d.Stmt.Pos(), stmts[0].Pos())) {
			p.makeSlice(d, c, stmts[0])
			return true
		}
	}
	return p.atStatement(d, stmts, isNil, leaf)
}

// atStatement offers to grow the slice in front of the statements, and reports whether they can be counted.
func (p *presizer) atStatement(d source.Decl, stmts []ast.Stmt, isNil bool, leaf size.Leaf) bool {
	for ; len(stmts) > 0; stmts = stmts[:len(stmts)-1] {
		// Without the last statement the others may be countable.
		if c, ok := size.Of(p.File, nil, stmts, stmts[0].Pos(), leaf); ok {
			c = p.perByte(d.Var, c, nil, stmts, stmts[0].Pos(), leaf)
			pays := p.worthwhile(d.Var, c)
			if pays {
				p.growSlice(d, c, stmts[0], isNil)
			}
			return pays || len(c.Leaves) == len(p.grows(d.Var))
		}
	}
	return false
}

// atLeast offers room for the least that loops append, where nothing tells the most.
func (p *presizer) atLeast(d source.Decl, stmts []ast.Stmt, before int, isNil, empty bool, leaf size.Leaf) {
	if d.Stmt != nil && d.Stmt.Pos().IsValid() && (empty || p.nilBlind(d.Var)) {
		c, ok := p.least(d.Var, d.Rest[:before], stmts, d.Stmt.Pos(), leaf)
		if ok && p.worthwhile(d.Var, c) && (before == 0 || c.Fixed(p.Pkg, d.Stmt.Pos(), stmts[0].Pos())) {
			p.makeSlice(d, c, stmts[0])
			return
		}
	}
	if c, ok := p.least(d.Var, nil, stmts, stmts[0].Pos(), leaf); ok && p.worthwhile(d.Var, c) {
		p.growSlice(d, c, stmts[0], isNil)
	}
}

// about offers room for the length of the text that bytes are made of, see [presizer.guess].
func (p *presizer) about(d source.Decl, isNil, empty bool) {
	c, at, ok := p.guess(d)
	switch {
	case !ok:
	case empty || p.nilBlind(d.Var):
		p.makeSlice(d, c, at)
	default:
		p.growSlice(d, c, at, isNil)
	}
}

// least is [size.Least] for what loops, or several statements, add to the slice, field or buffer v: to bytes at least one for
// each byte.
func (p *presizer) least(v *types.Var, between, stmts []ast.Stmt, pos token.Pos, leaf size.Leaf) (size.Count, bool) {
	c, ok := size.Least(p.File, between, stmts, pos, leaf)
	return c, ok && (c.Loops || c.Several()) && (c.Density >= 1 || !isBytes(v))
}

// isBytes reports whether the slice or buffer v holds bytes.
func isBytes(v *types.Var) bool {
	return !source.IsA[*types.Slice](v.Type()) || source.IsBytes(v.Type())
}

// inBranch offers to grow the slice in the only branch that fills it: there, the condition of the
// branch is known to hold, and nothing is reserved if the branch is not taken.
func (p *presizer) inBranch(d source.Decl, stmts []ast.Stmt, isNil bool, leaf size.Leaf) bool {
	if len(stmts) != 1 {
		return false
	}
	list, ok := p.onlyBranch(stmts[0], d.Var)
	if !ok {
		return false
	}
	inner := source.Decl{Var: d.Var, Rest: list}
	fills, _ := p.fills(inner, leaf)
	if len(fills) == 0 {
		return false
	}
	if _, copies := p.whole(fills[0], d.Var.Type()); !isNil && !(copies && len(fills) == 1) {
		if c, ok := size.Of(p.File, nil, stmts, stmts[0].Pos(), leaf); ok && !c.Loose {
			return false // the branch only asks whether there is anything to append
		}
	}
	return p.inBranch(d, fills, isNil, leaf) || isNil && p.whenNeeded(d, fills, leaf) || p.atStatement(d, fills, isNil, leaf)
}

// onlyBranch returns the statements of the branch of s that has all mentions of v. ok is false if there is none.
func (p *presizer) onlyBranch(s ast.Stmt, v *types.Var) (list []ast.Stmt, ok bool) {
	var branches [][]ast.Stmt
	switch s := s.(type) {
	case *ast.BlockStmt:
		branches = append(branches, s.List)
	case *ast.IfStmt:
		branches = append(branches, s.Body.List)
		if s.Else != nil {
			branches = append(branches, []ast.Stmt{s.Else})
		}
	case *ast.SwitchStmt:
		branches = source.Clauses(s.Body)
	case *ast.TypeSwitchStmt:
		branches = source.Clauses(s.Body)
	case *ast.SelectStmt:
		branches = source.Clauses(s.Body)
	}
	for _, branch := range branches {
		n := 0
		for _, stmt := range branch {
			n += p.Pkg.Mentions(stmt, v)
		}
		if n > 0 && n == p.Pkg.Mentions(s, v) {
			return branch, true
		}
	}
	return nil, false
}

// emptySlice reports whether the value of a declaration is a nil slice, or a slice that is not nil and has
// neither elements nor capacity.
func (p *presizer) emptySlice(value ast.Expr) (isNil, empty bool) {
	switch v := ast.Unparen(value).(type) {
	case nil:
		return true, false
	case *ast.CompositeLit:
		return false, len(v.Elts) == 0
	case *ast.CallExpr:
		if source.IsBuiltin(p.Info, v, "make") && len(v.Args) == 2 {
			n, ok := source.IntConst(p.Info, v.Args[1])
			return false, ok && n == 0
		}
		if source.IsConversion(p.Info, v) && p.Info.Types[v.Args[0]].IsNil() {
			return true, false
		}
	}
	return false, false
}

// appends recognises v = append(v, …).
func (p *presizer) appends(s ast.Stmt, v *types.Var) bool {
	w, call, ok := p.Pkg.Appended(s)
	return ok && w == v && len(call.Args) > 1 && p.Pkg.Mentions(s, v) == 2
}

// adding returns a leaf for the slice that d declares: statements that append to it and, in the list of the
// declaration, also
//
//	return append(v, …)
func (p *presizer) adding(d source.Decl) size.Leaf {
	return func(s ast.Stmt) (size.Part, bool) {
		if _, isReturn := s.(*ast.ReturnStmt); isReturn && !slices.Contains(d.Rest, s) {
			return size.Part{}, false
		}
		return p.added(s, d.Var)
	}
}

// appendOf returns the call in a statement that appends to v, nil if there is none.
func (p *presizer) appendOf(s ast.Stmt, v *types.Var) *ast.CallExpr {
	var list []ast.Expr
	switch s := s.(type) {
	case *ast.AssignStmt:
		list = s.Rhs
	case *ast.ReturnStmt:
		list = s.Results
	}
	for _, e := range list {
		if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && source.IsBuiltin(p.Info, call, "append") && p.Pkg.Is(call.Args[0], v) {
			return call
		}
	}
	return nil
}

// worthwhile reports whether the counted elements need more memory than the compiler reserves on the stack
// anyway, and are added in a loop or by several statements.
func (p *presizer) worthwhile(v *types.Var, c size.Count) bool {
	elem := v.Type().Underlying().(*types.Slice).Elem()
	n, ok := p.Pkg.Sizeof(elem)
	k, isConst := c.Const()
	grows := c.Loops || len(c.Leaves) > 1 && !isConst
	if !ok || n == 0 {
		return grows && !ok // a slice of elements without size never allocates
	}
	return grows && (!isConst || k*n > stackBytes)
}

// straight reports whether room for the elements that several statements append, outside of loops, saves
// memory: on the stack, if the slice stays in the function, or on the heap, if something is appended in
// any case, and the slice would grow more than once.
func (p *presizer) straight(d source.Decl, c size.Count, empty bool) bool {
	k, isConst := c.Const()
	n, ok := p.Pkg.Sizeof(d.Var.Type().Underlying().(*types.Slice).Elem())
	if !isConst || !ok || c.Loops || len(c.Leaves) < 2 {
		return false
	}
	at := slices.IndexFunc(d.Rest, func(s ast.Stmt) bool {
		call := p.appendOf(s, d.Var)
		return slices.Contains(c.Leaves, s) && call != nil && !call.Ellipsis.IsValid()
	})
	sure := at >= 0 && !p.returns(d.Rest[:at], d.Var) // the slice does not stay nil
	if (empty || p.nilBlind(d.Var)) && k <= p.roomOnStack(d, retain.EmptySlice) {
		return k*n > stackBytes || !sure
	}
	return sure && (empty || d.Var.Kind() != types.ResultVar) && k*n > 2*stackBytes
}

// formOf is the form of a capacity that needs no further line, and that the code says: a reader expects it of the other lists
// of a function, too. Other capacities have none.
func formOf(d source.Decl, c size.Count, lines []string) string {
	if len(lines) > 0 || c.Loose {
		return ""
	}
	return "capacity of " + d.Var.Name() + " for " + c.String()
}

// sliceClass returns the class of giving the slice v, or a field v, the counted capacity.
func (p *presizer) sliceClass(v *types.Var, c size.Count) rule.Class {
	return trust(c, p.unit(v.Type().Underlying().(*types.Slice).Elem()), c.Loose).And(p.room(v, c, !p.kept(v))).And(p.forks(v))
}

// forks returns the class of another capacity of v, whose array other slices may share.
func (p *presizer) forks(v *types.Var) rule.Class {
	if retain.Forks(p.Pkg, v) {
		return rule.Review(rule.Sharing.Caveat(retain.ForksCaveat))
	}
	return rule.Safe
}

// makeSlice gives the declaration itself the capacity. If the slice stays in the function it gets
// room on the stack as well.
//
//	out := []T{}               var out []T
//	---------------------      ----------------------------------------
//	out := make([]T, 0, n)     out := slices.Grow(make([]T, 0, 64), n)
//
// Where package slices cannot be imported, since it depends on this package, the code asks whether the room suffices.
//
// A loop behind it that only appends each element of another slice becomes a copy into a slice of that length, one further
// below an append.
//
//	for _, x := range src { out = append(out, x) }
//	----------------------------------------------
//	copy(out, src)                                     out = append(out, src...)
func (p *presizer) makeSlice(d source.Decl, c size.Count, loop ast.Stmt) {
	if !p.Universe(d.Stmt.Pos(), "make", "len") || d.HasComment() {
		return
	}
	lines, n, renamed := c.Lines(p.fresh(d.Stmt.Pos()))
	fix := func(text string, edits ...source.TextEdit) rule.Finding {
		change := d.Set(text)
		if d.Value != nil {
			change = []source.TextEdit{source.ReplaceNode(d.Value, text)}
		}
		if len(lines) > 0 {
			edits = append(edits, p.Before(d.Stmt, lines...))
		}
		return rule.Finding{
			At:      d.Node(),
			Message: d.Var.Name() + " grows by append although " + known(c),
			Title:   "Make " + d.Var.Name() + " with capacity for " + c.String(),
			Class:   p.sliceClass(d.Var, c),
			Edits:   slices.Concat(edits, change, renamed),
		}
	}
	made := "make(" + p.typeOf(d) + ", 0, " + n + ")"
	simple := fix(made)
	src, whole := p.whole(loop, d.Var.Type())
	whole = whole && len(c.Leaves) == 1 && p.Pkg.Mentions(loop, d.Var) == 2
	switch {
	case whole && d.Rest[0] == loop && p.steady(d.Stmt, loop, src, n):
		simple = fix("make("+p.typeOf(d)+", "+n+")", source.ReplaceNode(loop, "copy("+d.Var.Name()+", "+src+")"))
		simple.Title = "Make " + d.Var.Name() + " in the length of " + src + ", and copy"
	case whole:
		simple = fix(made, source.ReplaceNode(loop, appended(d.Var.Name(), src)))
	}
	simple.Form, simple.Local = formOf(d, c, lines), true
	if text, edits, ok := p.halfway(d, c, n); ok {
		if whole {
			edits = append(edits, source.ReplaceNode(loop, appended(d.Var.Name(), src)))
		}
		p.Report(fix(text, append(edits, p.aboutStack(d)...)...))
		p.Offer(simple)
		return
	}
	p.Report(simple)
}

// halfway returns the value of an empty slice with room on the stack that grows to n elements, and further edits,
// for a slice that stays in the function. ok is false if the slice cannot have room on the stack.
func (p *presizer) halfway(d source.Decl, c size.Count, n string) (text string, edits []source.TextEdit, ok bool) {
	if _, isConst := c.Const(); isConst || !p.AtLeast("go1.21") {
		return "", nil, false
	}
	room := p.roomOnStack(d, retain.EmptySlice)
	if room == 0 {
		return "", nil, false
	}
	if text, edits, ok = p.grown(d.Stmt.Pos(), p.typeOf(d), room, n); ok {
		return text, edits, true
	}
	if d.Grouped() || len(n) > longLength || !c.Visible(p.File, d.Stmt.End()) || !p.Universe(d.Stmt.End(), "cap", "make") {
		return "", nil, false
	}
	asks := p.asks(d.Var.Name(), p.typeOf(d), n, room, retain.EmptySlice)
	return asks[0], []source.TextEdit{p.Below(d.Stmt, asks[1:]...)}, true
}

// typeOf returns the type as written in []T{}, make([]T, 0), []T(nil) or var v []T.
func (p *presizer) typeOf(d source.Decl) string {
	if d.Value == nil {
		return p.Text(d.Type)
	}
	return p.typeOfEmpty(d.Value)
}

// typeOfEmpty returns the type as written in an empty slice.
func (p *presizer) typeOfEmpty(value ast.Expr) string {
	switch v := ast.Unparen(value).(type) {
	case *ast.CompositeLit:
		return p.Text(v.Type)
	case *ast.CallExpr:
		if source.IsBuiltin(p.Info, v, "make") {
			return p.Text(v.Args[0])
		}
		return p.Text(ast.Unparen(v.Fun))
	}
	return ""
}

// growSlice reserves the capacity before the first statement that fills the slice.
//
//	                                   for … { out = append(out, …) }
//	---------------------------------
//	out = slices.Grow(out, n)
//	                                   for … { out = append(out, …) }
func (p *presizer) growSlice(d source.Decl, c size.Count, at ast.Stmt, isNil bool) {
	name := d.Var.Name()
	fix := rule.Finding{
		At:      c.Leaves[0],
		Message: name + " grows by append although " + known(c),
		Class:   p.sliceClass(d.Var, c),
	}
	if src, ok := p.whole(at, d.Var.Type()); ok {
		fix.Class = p.forks(d.Var) // no capacity is written
		p.atOnce(at, name, src, fix)
		return
	}
	counting, n, renamed := c.Lines(p.fresh(at.Pos()))
	grow, edits, ok := p.growing(c, at, name, d.Var.Type(), n, isNil, true)
	if !ok {
		return
	}
	if isNil && !c.Sure && !c.Certain && !p.nilBlind(d.Var) {
		fix.Class = fix.Class.And(rule.Review(nilBecomesEmpty))
	}
	fix.Title = reserves(grow, name, c)
	fix.Edits = append(append(edits, p.Before(at, slices.Concat(counting, grow)...)), renamed...)
	fix.Edits = append(fix.Edits, p.idle(d, at, grow)...)
	if isNil && !p.nilBlind(d.Var) && p.declares(d) && (d.Rest[0] == at || len(counting)+len(renamed) == 0 && p.early(d, c, at)) {
		fix.Edits = append(fix.Edits, source.ReplaceNode(d.Name, name)) // by itself, to conflict with the other form
		p.Report(fix)
		fix.Edits = renamed
		if len(counting) > 0 {
			fix.Edits = append(fix.Edits, p.Before(d.Stmt, counting...))
		}
		p.atDeclaration(d, c, n, fix, p.sliceClass(d.Var, c).And(rule.Review(nilBecomesEmpty)))
		return
	}
	p.Report(fix)
}

// idle returns the edit that takes the value from a declaration whose slice is made in front of at anyway, before anything looks
// at it.
//
//	out := []T{}     out = make([]T, 0, n)
//	------------
//	var out []T
func (p *presizer) idle(d source.Decl, at ast.Stmt, grow []string) []source.TextEdit {
	define, ok := d.Stmt.(*ast.AssignStmt)
	if !ok || len(define.Lhs) != 1 || len(grow) != 1 || !strings.HasPrefix(grow[0], d.Var.Name()+" = make(") || slices.ContainsFunc(p.Pkg.Uses(d.Var), func(use inspector.Cursor) bool { return use.Node().Pos() < at.Pos() }) || p.HasComment(define.Pos(), define.End()) {
		return nil
	}
	typ, ok := p.TypeText(d.Var.Type(), define.Pos())
	if !ok {
		return nil
	}
	return []source.TextEdit{source.Replace(define.Pos(), define.End(), "var "+d.Var.Name()+" "+typ)}
}

// declares reports whether d declares a nil slice by its type, without a comment.
func (p *presizer) declares(d source.Decl) bool {
	return d.Type != nil && d.Value == nil && !d.HasComment()
}

// atDeclaration offers the form of a fix that gives the capacity n to the declaration.
func (p *presizer) atDeclaration(d source.Decl, c size.Count, n string, fix rule.Finding, class rule.Class) {
	fix.Title, fix.Class = "Make "+d.Var.Name()+" with capacity for "+c.String(), class
	fix.Edits = append(fix.Edits, d.Set("make("+p.Text(d.Type)+", 0, "+n+")")...)
	p.Offer(fix)
}

// early reports whether a capacity without further lines that is counted in front of a statement may be given to the
// declaration, further above: nothing asks for the slice, or changes the count, in between, or is seen before a panic of it.
func (p *presizer) early(d source.Decl, c size.Count, at ast.Stmt) bool {
	i := slices.Index(d.Rest, at)
	return i >= 0 && c.Visible(p.File, d.Stmt.Pos()) && c.Fixed(p.Pkg, d.Stmt.Pos(), at.Pos()) && p.unused(d, at) &&
		(c.Total(p.Info) || effect.Of(p.Pkg, d.Rest[:i]...).Unseen())
}

// unused reports whether nothing asks for the slice in front of the statement.
func (p *presizer) unused(d source.Decl, at ast.Stmt) bool {
	return p.Pkg.Every(d.Var, func(use inspector.Cursor) bool { return use.Node().Pos() >= at.Pos() })
}

// whole returns the slice src if the loop does nothing but append each of its elements to another slice of type t.
//
//	for _, x := range src { out = append(out, x) }
func (p *presizer) whole(loop ast.Stmt, t types.Type) (src string, ok bool) {
	r, ok := p.Pkg.AsRange(loop)
	if !ok || r.Tok != token.DEFINE || len(r.Body.List) != 1 || p.HasComment(loop.Pos(), loop.End()) {
		return "", false
	}
	from, isSlice := source.Core(p.Info.TypeOf(r.X)).(*types.Slice)
	to, isToo := source.Core(t).(*types.Slice)
	if !isSlice || !isToo || !types.Identical(from.Elem(), to.Elem()) || !effect.Pure(p.Info, r.X) {
		return "", false
	}
	assign, ok := r.Body.List[0].(*ast.AssignStmt)
	if !ok {
		return "", false
	}
	call, ok := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr)
	if !ok || !source.IsBuiltin(p.Info, call, "append") || call.Ellipsis.IsValid() || len(call.Args) != 2 || !p.isElement(call.Args[1], r) {
		return "", false
	}
	return p.Text(r.X), true
}

// steady reports whether a slice that is made at the statement in front of the loop can have the length n of src, which the
// loop copies: nothing that may change src runs meanwhile.
func (p *presizer) steady(made, loop ast.Stmt, src, n string) bool {
	for n := range ast.Preorder(made) {
		call, isCall := n.(*ast.CallExpr)
		receive, isUnary := n.(*ast.UnaryExpr)
		if isCall && !source.IsBuiltin(p.Info, call, "make") || isUnary && receive.Op == token.ARROW {
			return false
		}
	}
	return n == "len("+src+")" && !strings.Contains(src, "(") && p.Universe(loop.Pos(), "copy")
}

// atOnce reports the fix that appends all elements of src in the place of the loop: append then grows once.
//
//	for _, x := range src { out = append(out, x) }
//	----------------------------------------------
//	out = append(out, src...)
func (p *presizer) atOnce(loop ast.Stmt, name, src string, fix rule.Finding) {
	fix.Title = "Append " + src + " to " + name + " at once"
	fix.Edits = []source.TextEdit{source.ReplaceNode(loop, appended(name, src))}
	p.Report(fix)
}

// appended returns the statement that appends a whole slice.
func appended(name, src string) string { return name + " = append(" + name + ", " + src + "...)" }

// isElement reports whether e is the element of an iteration of a loop over a slice: the value of the
// range, or the slice indexed by its key.
func (p *presizer) isElement(e ast.Expr, r *ast.RangeStmt) bool {
	is := func(e, name ast.Expr) bool {
		id, ok := name.(*ast.Ident)
		used, ok2 := ast.Unparen(e).(*ast.Ident)
		return ok && ok2 && p.Info.Defs[id] != nil && p.Info.Uses[used] == p.Info.Defs[id]
	}
	index, ok := ast.Unparen(e).(*ast.IndexExpr)
	return ok && p.Text(index.X) == p.Text(r.X) && is(index.Index, r.Key) || is(e, r.Value)
}

// growing returns the lines that reserve n elements for the slice called name, in front of at. Without
// slices.Grow that is a make for a vacant slice, one without elements; a nil slice stays nil if n is 0.
//
//	out = slices.Grow(out, len(src))     if len(src) > 0 { out = make([]T, 0, len(src)) }
func (p *presizer) growing(c size.Count, at ast.Stmt, name string, t types.Type, n string, isNil, vacant bool) (lines []string, edits []source.TextEdit, ok bool) {
	if !p.Universe(at.Pos(), "len", "make") {
		return nil, nil, false
	}
	typ, ok := p.TypeText(t, at.Pos())
	made := name + " = make(" + typ + ", 0, " + n + ")"
	if isNil && ok && c.Positive() {
		return []string{made}, nil, true
	}
	if !vacant || p.AtLeast("go1.21") {
		return p.Grow(at.Pos(), name, t, n)
	}
	if !isNil {
		return []string{made}, nil, ok
	}
	return []string{"if " + n + " > 0 {", "\t" + made, "}"}, nil, ok
}

// reserves says what the lines of [presizer.growing] do.
func reserves(lines []string, name string, c size.Count) string {
	if slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, name+" = make(") }) {
		return "Make " + name + " with capacity for " + c.String()
	}
	return "Grow " + name + " once, by " + c.String()
}

// whenNeeded offers to reserve the capacity at the first element, if perhaps nothing is appended.
func (p *presizer) whenNeeded(d source.Decl, stmts []ast.Stmt, leaf size.Leaf) bool {
	c, ok := size.Of(p.File, nil, stmts, stmts[0].Pos(), leaf)
	return ok && !c.Sure && !c.Certain && p.worthwhile(d.Var, c) && p.lazily(d, c, stmts[0])
}

// lazily reserves the capacity at the first element: the slice stays nil, and costs nothing, if
// nothing is appended.
//
//	                                        out = append(out, x)
//	--------------------------------------
//	if out == nil {
//	        out = make([]T, 0, len(src))
//	}
//	                                        out = append(out, x)
func (p *presizer) lazily(d source.Decl, c size.Count, loop ast.Stmt) bool {
	leaf := c.Leaves[0]
	call := p.appendOf(leaf, d.Var)
	if len(c.Leaves) != 1 || call == nil || call.Ellipsis.IsValid() || c.Range != nil || !c.Fixed(p.Pkg, loop.Pos(), loop.End()) {
		return false // append(nil, none...) is nil; the count must hold inside the loop
	}
	lines, n, _ := c.Lines(p.fresh(leaf.Pos()))
	typ, ok := p.TypeText(d.Var.Type(), leaf.Pos())
	if !ok || len(lines) > 0 || !c.Visible(p.File, leaf.Pos()) ||
		!p.Universe(leaf.Pos(), "len", "make", "nil") {
		return false
	}
	name := d.Var.Name()
	fix := rule.Finding{
		At:      leaf,
		Message: name + " grows by append although its length is bounded",
		Title:   "Make " + name + " with capacity for " + c.String() + " when the first element comes",
		Class:   p.sliceClass(d.Var, c),
		Edits:   []source.TextEdit{p.Before(leaf, "if "+name+" == nil {", "\t"+name+" = make("+typ+", 0, "+n+")", "}")},
	}
	above := p.declares(d) && p.nilBlind(d.Var) && p.early(d, c, loop)
	if above {
		fix.Edits = append(fix.Edits, source.ReplaceNode(d.Name, name)) // as in growSlice
	}
	p.Report(fix)
	if above {
		fix.Edits = nil
		p.atDeclaration(d, c, n, fix, fix.Class)
	}
	return true
}

// concat replaces a loop that merges a slice of slices.
//
//	var out []T; for _, s := range groups { out = append(out, s...) }
//	-----------------------------------------------------------------
//	out := slices.Concat(groups...)
//
// Concat returns nil exactly if nothing is appended, as the loop does.
func (p *presizer) concat(d source.Decl, stmts []ast.Stmt, before int, isNil bool) bool {
	loop, ok := stmts[0].(*ast.RangeStmt)
	if !ok || !isNil || d.Type == nil || before != 0 || len(stmts) != 1 || !p.AtLeast("go1.22") {
		return false
	}
	value, ok := loop.Value.(*ast.Ident)
	if !ok || loop.Tok != token.DEFINE || !source.IsBlank(loop.Key) || len(loop.Body.List) != 1 {
		return false
	}
	part, ok := p.added(loop.Body.List[0], d.Var)
	if !ok || !p.appends(loop.Body.List[0], d.Var) || len(part.Of) != 1 || !p.Pkg.Is(part.Of[0], p.Info.Defs[value].(*types.Var)) {
		return false
	}
	groups, ok := p.Info.TypeOf(loop.X).Underlying().(*types.Slice)
	if !ok || !types.Identical(groups.Elem(), d.Var.Type()) || !effect.Pure(p.Info, loop.X) || p.HasComment(loop.Pos(), loop.End()) {
		return false // the loop ranges over an array or a map, or appends strings to bytes
	}
	slices, edits, ok := p.Import("slices", "Concat", d.Stmt.Pos())
	if !ok || !p.Visible(loop.X, d.Stmt.Pos()) {
		return false
	}
	name := d.Var.Name()
	p.Report(rule.Finding{
		At:      loop,
		Message: name + " grows by append although its length is known",
		Title:   "Merge into " + name + " with slices.Concat, which counts first",
		Class:   p.sliceClass(d.Var, size.Count{}),
		Edits:   append(append(edits, d.Set(slices+"Concat("+p.Text(loop.X)+"...)")...), p.Remove(loop)),
	})
	return true
}
