package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// AsRange returns a loop that visits the elements of a list one by one as a range statement with
// the same meaning, made of the expressions of the loop:
//
//	for i := 0; i < len(x); i++ {     for i := range len(x) {     for i := range x {
//		v := x[i]                         v := x[i]                   v := x[i]
//		…                                 …                           …
//	------------------------------------------------------------------------------
//	for i, v := range x {
//		…
//
// The body begins behind the statement that reads the element, and ends in front of a continue at
// its end. Neither the result nor its body need be a node of the file. A list that is counted
// through must be a slice in a local variable that neither the loop nor code that it calls can
// change. Without v := x[i] there is no value. ok is false for other loops.
func (p *Package) AsRange(loop ast.Node) (*ast.RangeStmt, bool) {
	var list *ast.RangeStmt
	r, isRange := loop.(*ast.RangeStmt)
	if isRange {
		list = p.overLen(r)
	} else if s, ok := loop.(*ast.ForStmt); ok {
		list = p.counted(s)
	}
	if list != nil && p.fixed(list.X, loop) {
		return p.withValue(list), true
	}
	if !isRange {
		return nil, false
	}
	out := *r
	out.Body = p.Iteration(r)
	if list == nil && p.fixed(r.X, loop) {
		return p.withValue(&out), true
	}
	return &out, true
}

// Over returns the loop around use, and [Package.AsRange] of it. ok is true if the loop ranges over
// the list v, or its indexes, and use is in the head or the statement that reads the element.
//
//	for _, x := range v {     for i := 0; i < len(v); i++ {     for i := range v {
//	                                  x := v[i]                         x := v[i]
func (p *Package) Over(use inspector.Cursor, v *types.Var) (loop inspector.Cursor, r *ast.RangeStmt, ok bool) {
	for loop = range use.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		r, ok = p.AsRange(loop.Node())
		break
	}
	return loop, r, ok && p.Is(r.X, v) && use.Node().Pos() < r.Body.Lbrace
}

// SetsAll reports whether the first of the statements with the list v is a loop over it that gives each element a value
// before it looks at the element, and looks at no other one.
//
//	for i := range v {
//		v[i] = f(i)
//		…v[i]…
//	}
func (p *Package) SetsAll(stmts []ast.Stmt, v *types.Var) bool {
	i := slices.IndexFunc(stmts, func(s ast.Stmt) bool { return p.Mentions(s, v) > 0 })
	if i < 0 || IsA[*types.Map](v.Type()) { // a loop over a new map sets nothing
		return false
	}
	r, ok := p.AsRange(stmts[i])
	if !ok || !p.Is(r.X, v) || r.Key == nil || r.Tok != token.DEFINE || r.Value != nil && !IsBlank(r.Value) || p.leavesEarly(stmts[i]) {
		return false
	}
	key, ok := p.LocalVar(r.Key)
	if !ok || p.Captured(key) || p.WrittenIn(key, r.Body.Lbrace, r.Body.Rbrace) {
		return false
	}
	first := slices.IndexFunc(r.Body.List, func(s ast.Stmt) bool { return p.Mentions(s, v) > 0 })
	if first < 0 || slices.ContainsFunc(r.Body.List[:first], func(s ast.Stmt) bool { return Has[*ast.BranchStmt](s) }) {
		return false
	}
	set, ok := r.Body.List[first].(*ast.AssignStmt)
	if !ok || set.Tok != token.ASSIGN || len(set.Lhs) != 1 || p.Mentions(set, v) != 1 {
		return false
	}
	own := func(e ast.Node) bool {
		element, ok := e.(*ast.IndexExpr)
		return ok && p.Is(element.X, v) && p.Is(element.Index, key)
	}
	return own(ast.Unparen(set.Lhs[0])) && !slices.ContainsFunc(p.UsesIn(r.Body, v), func(use inspector.Cursor) bool { return !own(Parens(use).Parent().Node()) })
}

// leavesEarly reports whether a loop may end before its last iteration, but not by a return or a panic: any break or goto in it
// counts, and any continue with a label.
func (p *Package) leavesEarly(loop ast.Stmt) bool {
	return Any(loop, func(b *ast.BranchStmt) bool {
		return b.Tok == token.BREAK || b.Tok == token.GOTO || b.Tok == token.CONTINUE && b.Label != nil
	})
}

// Unnumbered reports whether the body of a range does not need the index.
func (p *Package) Unnumbered(r *ast.RangeStmt) bool {
	key, named := r.Key.(*ast.Ident)
	return r.Key == nil || named && (IsBlank(key) || r.Tok == token.DEFINE && p.Mentions(r.Body, p.Info.ObjectOf(key)) == 0)
}

// Head returns the edits that replace the head of a loop, up to its brace, and put lines at the top
// of the body. r is [Package.AsRange] of the loop: the statement that reads the element is
// replaced, too.
func (f *File) Head(loop ast.Node, r *ast.RangeStmt, head string, lines ...string) []TextEdit {
	if f.Between(r.Body.Lbrace, r.Body.Lbrace+1) == "{" {
		edits := []TextEdit{Replace(loop.Pos(), r.Body.Lbrace, head)}
		if len(lines) > 0 {
			edits = append(edits, f.Top(r.Body, lines...))
		}
		return edits
	}
	head += "{"
	for _, line := range lines {
		head += "\n" + f.Indent(loop.Pos()) + "\t" + line
	}
	return []TextEdit{Replace(loop.Pos(), r.Body.Lbrace, head)}
}

// Iteration returns the body of a loop without a continue at its end, which does nothing.
func (p *Package) Iteration(loop ast.Node) *ast.BlockStmt {
	var body *ast.BlockStmt
	switch s := loop.(type) {
	case *ast.RangeStmt:
		body = s.Body
	case *ast.ForStmt:
		body = s.Body
	}
	if n := len(body.List); n > 0 && p.continues(body.List[n-1], loop) {
		return &ast.BlockStmt{Lbrace: body.Lbrace, List: body.List[:n-1], Rbrace: body.List[n-1].Pos()}
	}
	return body
}

// continues reports whether s, in the body of the loop, goes on with its next iteration.
func (p *Package) continues(s ast.Stmt, loop ast.Node) bool {
	branch, ok := s.(*ast.BranchStmt)
	if !ok || branch.Tok != token.CONTINUE {
		return false
	}
	return branch.Label == nil || p.labels(p.Info.Uses[branch.Label], loop)
}

// labels reports whether the label is on the loop.
func (p *Package) labels(label types.Object, loop ast.Node) bool {
	f := p.FileOf(loop)
	if f == nil {
		return false
	}
	cur, _ := f.Cursor.FindNode(loop)
	for cur.ParentEdgeKind() == edge.LabeledStmt_Stmt {
		cur = cur.Parent()
		if p.Info.Defs[cur.Node().(*ast.LabeledStmt).Label] == label {
			return true
		}
	}
	return false
}

// fixed reports whether e is a local variable with a slice to which nothing in the loop assigns.
func (p *Package) fixed(e ast.Expr, loop ast.Node) bool {
	x, ok := p.LocalVar(e)
	return ok && IsA[*types.Slice](Core(x.Type())) && !p.Captured(x) && !p.WrittenIn(x, loop.Pos(), loop.End())
}

// overLen returns for i := range len(x) as a range over x, nil for other loops.
func (p *Package) overLen(s *ast.RangeStmt) *ast.RangeStmt {
	x, ok := LenOf(p.Info, s.X)
	if !ok || s.Key != nil && s.Tok != token.DEFINE {
		return nil
	}
	out := *s
	out.X, out.Body = x, p.Iteration(s)
	return &out
}

// Counter returns the variable of a loop that goes up by one from 0 and that nothing in the body sets, and what it is
// less than. ok is false for other loops.
//
//	for v := 0; v < to; v++
func (p *Package) Counter(s *ast.ForStmt) (v *types.Var, to ast.Expr, ok bool) {
	init, isSet := s.Init.(*ast.AssignStmt)
	post, isStep := s.Post.(*ast.IncDecStmt)
	cond, isCond := ast.Unparen(s.Cond).(*ast.BinaryExpr)
	if !isSet || !isStep || !isCond || init.Tok != token.DEFINE || len(init.Lhs) != 1 || len(init.Rhs) != 1 {
		return nil, nil, false
	}
	from, isConst := IntConst(p.Info, init.Rhs[0])
	v, ok = p.LocalVar(init.Lhs[0])
	ok = ok && p.Is(post.X, v) && p.Is(cond.X, v) && !p.WrittenIn(v, s.Body.Pos(), s.Body.End())
	return v, cond.Y, ok && isConst && from == 0 && cond.Op == token.LSS && post.Tok == token.INC
}

// Counts reports whether e is the variable of a loop that counts its iterations, or the bytes of a string, from 0 on: of a
// range, or its [Package.Counter].
func (p *Package) Counts(loop ast.Node, e ast.Expr) bool {
	v, ok := p.LocalVar(e)
	switch loop := loop.(type) {
	case *ast.ForStmt:
		i, _, counts := p.Counter(loop)
		return ok && counts && i == v
	case *ast.RangeStmt:
		key, isName := loop.Key.(*ast.Ident)
		switch Core(p.Info.TypeOf(loop.X)).(type) {
		case *types.Slice, *types.Array, *types.Pointer, *types.Basic:
			return ok && isName && p.Info.Defs[key] == types.Object(v) && !p.WrittenIn(v, loop.Body.Pos(), loop.End())
		}
	}
	return false
}

// counted returns for i := 0; i < len(x); i++ as a range over x, nil for other loops.
func (p *Package) counted(s *ast.ForStmt) *ast.RangeStmt {
	v, to, ok := p.Counter(s)
	if !ok || !types.Identical(v.Type(), types.Typ[types.Int]) {
		return nil
	}
	x, ok := LenOf(p.Info, to)
	if !ok {
		return nil
	}
	init := s.Init.(*ast.AssignStmt)
	return &ast.RangeStmt{For: s.For, Key: init.Lhs[0], TokPos: init.TokPos, Tok: token.DEFINE, Range: s.Cond.Pos(), X: x, Body: p.Iteration(s)}
}

// withValue returns a range over a list with v as its value, if the first statement of its body is
// v := x[i], and s as it is otherwise.
func (p *Package) withValue(s *ast.RangeStmt) *ast.RangeStmt {
	i, hasKey := s.Key.(*ast.Ident)
	if !hasKey || s.Value != nil || s.Tok != token.DEFINE || len(s.Body.List) == 0 {
		return s
	}
	d := Decl{File: p.FileOf(s), Stmt: s.Body.List[0]}
	if d.File == nil {
		return s
	}
	out := *s
	d.each(func(d Decl) bool {
		index, ok := ast.Unparen(d.Value).(*ast.IndexExpr)
		if ok && !d.Grouped() && d.Typed() && p.same(index.X, s.X) && p.same(index.Index, i) && !p.WrittenIn(p.Info.Defs[i].(*types.Var), s.Body.Pos(), d.Stmt.End()) {
			out.Value = d.Name
			out.Body = &ast.BlockStmt{Lbrace: d.Stmt.End(), List: s.Body.List[1:], Rbrace: s.Body.Rbrace}
		}
		return true
	})
	return &out
}

// same reports whether e and f are the same local variable.
func (p *Package) same(e, f ast.Expr) bool {
	v, ok := p.LocalVar(f)
	return ok && p.Is(e, v)
}

// Labeled returns the outermost label of the statement at cur, cur if it has none.
func Labeled(cur inspector.Cursor) inspector.Cursor {
	for cur.ParentEdgeKind() == edge.LabeledStmt_Stmt {
		cur = cur.Parent()
	}
	return cur
}

// Unlabeled returns s without its labels.
func Unlabeled(s ast.Stmt) ast.Stmt {
	for {
		labeled, ok := s.(*ast.LabeledStmt)
		if !ok {
			return s
		}
		s = labeled.Stmt
	}
}
