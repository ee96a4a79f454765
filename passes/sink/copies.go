package sink

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// maxCopied is how many bytes there are of copies of a value, and maxLiteral how many lines of a
// function literal is written twice.
const (
	maxCopied  = 80
	maxLiteral = 4
)

// spread makes a value in each of the branches that need it, which have one use of it each, in the
// place of that.
//
//	text := a + "/"
//	switch n {                      switch n {
//	case 1:                         case 1:
//		log(text)                       log(a + "/")
//	case 2:                         case 2:
//		return text                     return a + "/"
//	}                               }
func (s *sinker) spread(d decl, to place) {
	uses := s.Pkg.Uses(d.Var)
	if d.Value == nil || len(uses) < 2 || !s.short(d, len(uses)) || !s.apart(uses, to.stmt) || !s.needless(d, uses) {
		return
	}
	if !d.Typed() || d.HasComment() || s.commentAbove(d.Node()) != nil || s.Jumps(d.Stmt.Pos()) {
		return
	}
	edits := []source.TextEdit{d.Remove()}
	for _, use := range uses {
		stmt, ok := s.inPlace(d, use)
		if !ok {
			s.Refuse(d.Node(), "what "+d.Var.Name()+" is made of may change before it is needed")
			return
		}
		for id := range s.Misread(d.Value, stmt.Node().Pos()) {
			s.Refuse(d.Node(), id.Name+" means something else where "+d.Var.Name()+" is needed")
			return
		}
		text := s.Text(d.Value)
		if _, isOp := ast.Unparen(d.Value).(*ast.BinaryExpr); isOp && s.binds(use) {
			text = "(" + text + ")"
		}
		edits = append(edits, source.ReplaceNode(use.Node(), text))
	}
	s.Report(rule.Finding{
		At:      d.Node(),
		Message: d.Var.Name() + " is made where it may not be needed",
		Title:   "Make " + d.Var.Name() + " in each branch that needs it",
		Class:   s.class(d),
		Edits:   edits,
	})
}

// short reports whether the value may be written n times: a function literal twice, which is not called
// where it would stand.
func (s *sinker) short(d decl, n int) bool {
	lines := s.lineOf(d.Value.End()) - s.lineOf(d.Value.Pos()) + 1
	if _, isLit := ast.Unparen(d.Value).(*ast.FuncLit); !isLit {
		return lines == 1 && n*len(s.Text(d.Value)) <= maxCopied
	}
	return lines <= maxLiteral && n == 2 && s.Pkg.Every(d.Var, func(use inspector.Cursor) bool { return use.ParentEdgeKind() != edge.CallExpr_Fun })
}

// apart reports whether the uses lie in branches of one statement of which only one runs, and each
// is evaluated at most once there. Not all cases need the value of a switch that has no default: these
// may be all that there are.
func (s *sinker) apart(uses []inspector.Cursor, stmt inspector.Cursor) bool {
	branches := make(map[ast.Node]bool)
	for _, use := range uses {
		if !source.Contains(stmt.Node(), use.Node()) {
			return false
		}
		var branch ast.Node
		for c := use; c != stmt; c = c.Parent() {
			switch c.ParentEdgeKind() {
			case edge.ForStmt_Body, edge.ForStmt_Cond, edge.ForStmt_Post, edge.RangeStmt_Body, edge.FuncLit_Body:
				return false
			case edge.IfStmt_Body, edge.CaseClause_Body, edge.CommClause_Body:
				branch = c.Node()
				if c.ParentEdgeKind() != edge.IfStmt_Body {
					branch = c.Parent().Node()
				}
			case edge.IfStmt_Else:
				if _, isBlock := c.Node().(*ast.BlockStmt); isBlock {
					branch = c.Node()
				}
			}
		}
		if branch == nil || branches[branch] {
			return false
		}
		branches[branch] = true
	}
	for branch := range branches {
		if clause, ok := branch.(*ast.CaseClause); ok {
			cur, _ := stmt.FindNode(clause)
			return len(cur.Parent().Node().(*ast.BlockStmt).List) > len(branches)
		}
	}
	return true
}

// needless reports whether the function may come by the declaration, and by none of the uses.
func (s *sinker) needless(d decl, uses []inspector.Cursor) bool {
	fn, ok := source.EnclosingFunc(d.Cur)
	if !ok {
		return false
	}
	g := flow.New(s.Info, source.Body(fn.Node()))
	return g != nil && g.Avoids(s.Info, d.Stmt, func(n ast.Node) bool {
		return slices.ContainsFunc(uses, func(use inspector.Cursor) bool { return source.Contains(n, use.Node()) })
	})
}

// inPlace returns the statement around a use, if the value can be made in the place of that: nothing
// before it, in that statement neither, changes what it is made of, or could tell, and nobody writes
// the variable.
func (s *sinker) inPlace(d decl, use inspector.Cursor) (inspector.Cursor, bool) {
	stmt, ok := source.EnclosingStmt(use)
	if !ok || len(s.Pkg.Writes(d.Var)) > 0 || len(s.Pkg.UsesIn(stmt.Node(), d.Var)) != 1 {
		return stmt, false
	}
	switch stmt.Node().(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.ReturnStmt, *ast.SendStmt, *ast.DeclStmt, *ast.DeferStmt, *ast.GoStmt:
	default:
		return stmt, false
	}
	if set, isSet := stmt.Node().(*ast.AssignStmt); isSet && !slices.ContainsFunc(set.Rhs, func(e ast.Expr) bool { return source.Contains(e, use.Node()) }) {
		return stmt, false
	}
	for c := use; c != stmt; c = c.Parent() {
		if and, isOp := c.Parent().Node().(*ast.BinaryExpr); isOp && (and.Op == token.LAND || and.Op == token.LOR) {
			return stmt, false
		}
	}
	between := s.between(d, stmt)
	return stmt, between != nil && d.val.MayMove(s.Pkg, append(between, stmt.Node())...)
}

// binds reports whether the name at cur stands where an operation needs parentheses. Texts are joined
// in any order.
func (s *sinker) binds(cur inspector.Cursor) bool {
	switch cur.ParentEdgeKind() {
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		op := cur.Parent().Node().(*ast.BinaryExpr)
		return op.Op != token.ADD || !source.IsString(s.Info.TypeOf(op))
	case edge.UnaryExpr_X, edge.StarExpr_X, edge.SelectorExpr_X, edge.IndexExpr_X, edge.SliceExpr_X, edge.TypeAssertExpr_X, edge.CallExpr_Fun:
		return true
	}
	return false
}
