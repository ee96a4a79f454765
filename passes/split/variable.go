package split

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// variable looks at what parts := strings.Split(…) is used for.
func (p *splitter) variable(s site, d source.Decl) {
	if w, ok := effect.WalkOf(p.File, d.Var); ok {
		p.walk(s, w)
		return
	}
	if s.sep == "" || !p.Has(s.call, "strings", "Cut") {
		return
	}
	if len(p.Pkg.Writes(d.Var)) > 0 || len(p.Pkg.Uses(d.Var)) == 0 || d.HasComment() {
		return
	}
	if !p.lastPart(s, d) {
		p.pair(s, d)
	}
}

// walk uses SplitSeq for the loop that the parts are made for, and counts separators.
//
//	parts := strings.Split(s, ",")    len(parts)                   for _, p := range parts {
//	------------------------------    --------------------------   -------------------------------------
//	                                  strings.Count(s, ",") + 1    for p := range strings.SplitSeq(s, ",") {
func (p *splitter) walk(s site, w effect.Walk) {
	d, loop := w.Decl, w.Loop
	if _, isShort := d.Stmt.(*ast.AssignStmt); isShort && len(w.Lens) == 0 && d.Rest[0] == loop {
		return // stringsseq of x/tools does it
	}
	if d.HasComment() || p.HasComment(loop.For, loop.X.End()) || !p.Has(s.call, "strings", s.name+"Seq") {
		return
	}
	edits := []source.TextEdit{d.Remove(), source.ReplaceNode(loop.X, s.q+s.name+"Seq("+p.args(s)+")")}
	switch {
	case loop.Value != nil:
		edits = append(edits, source.Replace(loop.Key.Pos(), loop.Value.Pos(), ""))
	case loop.Key != nil:
		edits = append(edits, source.Replace(loop.Key.Pos(), loop.Range, ""))
	}
	for _, length := range w.Lens {
		if p.HasComment(length.Pos(), length.End()) {
			return
		}
		cur, ok := p.Cursor.FindNode(length)
		if !ok {
			return
		}
		edits = append(edits, source.ReplaceNode(length, p.separators(s, cur)))
	}
	p.report(s, "Range over strings."+s.name+"Seq", edits...)
}

// A use is one use of the slice, by what it looks at.
type use struct {
	kind byte // '0' and '1' for a part, '=' for "there are two", '!' for "there is one"
	node ast.Node
}

// pair uses Cut for the first part, or for both parts of a pair.
//
//	kv := strings.SplitN(s, "=", 2)           if len(kv) == 2 {       kv[0]      kv[1]
//	------------------------------------      -------------------     ------     -----
//	before, after, ok := strings.Cut(s, "=")  if ok {                 before     after
func (p *splitter) pair(s site, d source.Decl) {
	var uses []use
	for _, cur := range p.Pkg.Uses(d.Var) {
		u, ok := p.use(s, cur, d.Var)
		if !ok || p.HasComment(u.node.Pos(), u.node.End()) {
			return
		}
		uses = append(uses, u)
	}
	names := map[byte]string{'0': "_", '1': "_", '=': "_"}
	base := map[byte]string{'0': "before", '1': "after", '=': "ok"}
	for _, u := range uses {
		kind := u.kind
		if kind == '!' {
			kind = '='
		}
		if names[kind] == "_" {
			names[kind] = p.Fresh(d.Stmt.Pos(), base[kind])
		}
	}
	edits := d.Instead(names['0'] + ", " + names['1'] + ", " + names['='] + " := " + p.cut(s))
	for _, u := range uses {
		text := names[u.kind]
		if u.kind == '!' {
			text = "!" + names['=']
		}
		edits = append(edits, source.ReplaceNode(u.node, text))
	}
	p.report(s, "Take the parts with strings.Cut", edits...)
}

// use recognises kv[0], a guarded kv[1] and the comparisons of len(kv).
func (p *splitter) use(s site, cur inspector.Cursor, v *types.Var) (use, bool) {
	cur = source.Parens(cur)
	switch parent := cur.Parent().Node().(type) {
	case *ast.IndexExpr:
		i, ok := source.IntConst(p.Info, parent.Index)
		if !ok || cur.ParentEdgeKind() != edge.IndexExpr_X || p.Pkg.Changes(cur.Parent()) {
			return use{}, false
		}
		if i == 0 {
			return use{'0', parent}, true
		}
		return use{'1', parent}, i == 1 && s.limit == 2 && p.guarded(cur, v)
	case *ast.CallExpr:
		if s.limit != 2 || !source.IsBuiltin(p.Info, parent, "len") {
			return use{}, false
		}
		cmp, ok := source.Parens(cur.Parent()).Parent().Node().(*ast.BinaryExpr)
		if !ok {
			return use{}, false
		}
		kind, ok := p.compares(cmp, v)
		return use{kind, cmp}, ok
	}
	return use{}, false
}

// compares recognises comparisons of len(v), which is 1 or 2, that tell which.
func (p *splitter) compares(cmp *ast.BinaryExpr, v *types.Var) (kind byte, ok bool) {
	call, ok := ast.Unparen(cmp.X).(*ast.CallExpr)
	n, isConst := source.IntConst(p.Info, cmp.Y)
	if !ok || !isConst || !source.IsBuiltin(p.Info, call, "len") || !p.Pkg.Is(call.Args[0], v) {
		return 0, false
	}
	two := map[token.Token]int64{token.EQL: 2, token.NEQ: 1, token.GEQ: 2, token.GTR: 1}
	one := map[token.Token]int64{token.EQL: 1, token.NEQ: 2, token.LSS: 2, token.LEQ: 1}
	if k, has := two[cmp.Op]; has && k == n {
		return '=', true
	}
	if k, has := one[cmp.Op]; has && k == n {
		return '!', true
	}
	return 0, false
}

// guarded reports whether the use at cur is reached only if there are two parts:
// it is in the body of an if that says so, to the right of && after such a
// comparison, or behind an if that leaves when there is one.
func (p *splitter) guarded(cur inspector.Cursor, v *types.Var) bool {
	for c := cur; c.Node().Pos() > v.Pos(); c = c.Parent() {
		switch parent := c.Parent().Node().(type) {
		case *ast.IfStmt:
			if c.ParentEdgeKind() == edge.IfStmt_Body && p.implies(parent.Cond, v, '=', token.LAND) ||
				c.ParentEdgeKind() == edge.IfStmt_Else && p.implies(parent.Cond, v, '!', token.LOR) {
				return true
			}
		case *ast.BinaryExpr:
			if c.ParentEdgeKind() == edge.BinaryExpr_Y &&
				(parent.Op == token.LAND && p.implies(parent.X, v, '=', token.LAND) ||
					parent.Op == token.LOR && p.implies(parent.X, v, '!', token.LOR)) {
				return true
			}
		}
		if list, i, ok := source.StmtList(c); ok && p.left(list[:i], v) {
			return true
		}
	}
	return false
}

// implies reports whether one of the operands of a chain of op is a comparison
// of the given kind.
func (p *splitter) implies(cond ast.Expr, v *types.Var, kind byte, op token.Token) bool {
	cmp, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return false
	}
	if cmp.Op == op {
		return p.implies(cmp.X, v, kind, op) || p.implies(cmp.Y, v, kind, op)
	}
	k, ok := p.compares(cmp, v)
	return ok && k == kind
}

// left reports whether one of the statements leaves if there is only one part.
func (p *splitter) left(list []ast.Stmt, v *types.Var) bool {
	for _, s := range list {
		if s.Pos() < v.Pos() {
			continue
		}
		branch, ok := s.(*ast.IfStmt)
		if ok && p.implies(branch.Cond, v, '!', token.LOR) && p.leaves(branch.Body) {
			return true
		}
	}
	return false
}

// leaves reports whether the block never runs on to what follows it.
func (p *splitter) leaves(b *ast.BlockStmt) bool {
	if len(b.List) == 0 {
		return false
	}
	switch s := b.List[len(b.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok == token.CONTINUE || s.Tok == token.BREAK
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		return ok && source.IsBuiltin(p.Info, call, "panic")
	}
	return false
}

// lastPart uses LastIndex for the last part, which is the whole string if there
// is no separator: LastIndex is -1 then.
//
//	parts := strings.Split(s, "/")
//	return parts[len(parts)-1]
//	-------------------------------------
//	return s[strings.LastIndex(s, "/")+1:]
func (p *splitter) lastPart(s site, d source.Decl) bool {
	v, uses := d.Var, p.Pkg.Uses(d.Var)
	if s.name != "Split" || len(s.sep) != 1 || len(uses) != 2 {
		return false
	}
	index, ok := source.Parens(uses[0]).Parent().Node().(*ast.IndexExpr)
	if !ok || !p.Pkg.Is(index.X, v) || !p.Pkg.IsLast(index.Index, v) || p.HasComment(index.Pos(), index.End()) || p.Pkg.Changes(source.Parens(uses[0]).Parent()) {
		return false
	}
	arg := s.call.Args[0]
	src, ok := p.Pkg.LocalVar(arg)
	if !ok || p.Pkg.InLiteral(v) || !effect.StableBetween(p.Pkg, arg, d.Node().Pos(), p.comesBack(uses[0], d.Stmt)) || !p.Visible(s.call, index.Pos()) || !p.Spelled(s.call, index.Pos(), "LastIndex") {
		return false
	}
	text := src.Name() + "[" + s.q + "LastIndex(" + p.args(s) + ")+1:]"
	p.report(s, "Take the last part with strings.LastIndex", d.Remove(), source.ReplaceNode(index, text))
	return true
}

// comesBack returns where the code ends that may run between the declaration and
// the use at cur: the end of the outermost loop around the use that begins behind
// the declaration, if there is one.
func (p *splitter) comesBack(cur inspector.Cursor, decl ast.Stmt) token.Pos {
	stmt, _ := source.EnclosingStmt(cur)
	end := stmt.Node().End()
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if loop.Node().Pos() > decl.Pos() {
			end = loop.Node().End()
		}
	}
	return end
}
