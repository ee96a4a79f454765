package split

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
)

// again returns the edit for a use of the list at cur in a branch that leaves the list behind: the whole list is made
// again there, or the separators are counted for its length. ok is false for other uses, if the text may have changed, or
// if no branch uses a part.
//
//	kv := strings.Split(s, ":")
//	if len(kv) != 2 {
//		return fmt.Errorf("%q has %d parts", kv,                       len(kv))
//	}                                            -----------------------   --------------------------
//	                                             strings.Split(s, ":")     strings.Count(s, ":") + 1
func (p *splitter) again(s site, d source.Decl, cur inspector.Cursor) (edit source.TextEdit, ok bool) {
	text, isLen := p.Text(s.call), p.Pkg.Asks(cur, "len")
	if isLen {
		cur = source.Parens(cur.Parent())
		text = p.separators(s, cur)
	}
	kind := cur.ParentEdgeKind()
	if s.bytes || s.sep == "" || isLen && s.name != "Split" || kind != edge.CallExpr_Args && kind != edge.ReturnStmt_Results {
		return edit, false
	}
	isPart := func(use inspector.Cursor) bool { return source.Parens(use).ParentEdgeKind() == edge.IndexExpr_X }
	stmt, ok := source.EnclosingStmt(cur)
	if !ok || !slices.ContainsFunc(p.Pkg.Uses(d.Var), isPart) || !p.leaves(d, stmt) || !isLen && p.wholes(d, stmt) > 1 {
		return edit, false
	}
	at := cur.Node()
	named := p.Visible(s.call, at.Pos()) && p.Spelled(s.call, at.Pos(), s.name) && p.Spelled(s.call, at.Pos(), "Count")
	return source.ReplaceNode(at, text), p.sameText(s, d, cur, stmt) && named && !p.HasComment(at.Pos(), at.End())
}

// leaves reports whether stmt stands in a branch that ends the function, or the iteration in which d stands.
func (p *splitter) leaves(d source.Decl, stmt inspector.Cursor) bool {
	list, _, ok := source.StmtList(stmt)
	if !ok || source.Contains(stmt.Parent().Node(), d.Stmt) || p.Pkg.Captured(d.Var) || source.LoopSince(stmt, d.Stmt.Pos()) {
		return false
	}
	out, isBranch := list[len(list)-1].(*ast.BranchStmt)
	return flow.Ends(p.Info, &ast.BlockStmt{List: list}) && !(isBranch && out.Tok == token.BREAK) // of a switch, perhaps
}

// wholes returns how many uses of the list, its length aside, stand in stmt and behind it in its list of statements.
func (p *splitter) wholes(d source.Decl, stmt inspector.Cursor) (n int) {
	list, _, _ := source.StmtList(stmt)
	for _, use := range p.Pkg.Uses(d.Var) {
		if at := use.Node().Pos(); stmt.Node().Pos() <= at && at < list[len(list)-1].End() && !p.Pkg.Asks(use, "len") {
			n++
		}
	}
	return n
}

// sameText reports whether the text that is split has the same value at cur, in stmt, as in the declaration: it consists
// of variables that are not written in between, or the branch begins with stmt right behind the declaration, and nothing
// changes memory before cur.
func (p *splitter) sameText(s site, d source.Decl, cur, stmt inspector.Cursor) bool {
	arg := s.call.Args[0]
	if pure := effect.Pure(p.Info, arg); !pure || effect.Kept(p.Pkg, arg, d.Node().Pos(), cur.Node().Pos()) {
		return pure
	}
	branch, isIf := stmt.Parent().Parent().Node().(*ast.IfStmt)
	_, first, _ := source.StmtList(stmt)
	return isIf && first == 0 && stmt.Parent().ParentEdgeKind() == edge.IfStmt_Body && len(d.Rest) > 0 && d.Rest[0] == branch && branch.Init == nil &&
		effect.Of(p.Pkg, branch.Cond).Quiet() && p.quietBeside(cur, stmt)
}

// quietBeside reports whether the list at cur is an argument or a result in stmt, also of nested calls, and all others
// change nothing.
func (p *splitter) quietBeside(cur, stmt inspector.Cursor) bool {
	for ; cur != stmt; cur = cur.Parent() {
		var beside []ast.Expr
		switch parent := cur.Parent().Node().(type) {
		case *ast.CallExpr:
			beside = append(beside, parent.Fun)
			beside = append(beside, parent.Args...)
		case *ast.ReturnStmt:
			beside = parent.Results
		case *ast.ExprStmt, *ast.ParenExpr:
		default:
			return false
		}
		for _, e := range beside {
			if e != cur.Node() && !effect.Of(p.Pkg, e).Quiet() {
				return false
			}
		}
	}
	return true
}
