package split

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// guarded returns the numbers of parts that are possible by the conditions on the text in front of
// the call, which stands in the statement at the cursor. SplitN makes at most as many as its limit.
func (p *splitter) guarded(s site, at inspector.Cursor) lengths {
	set := p.separated(s, at)
	if n, ok := p.most(s.sep, s.call.Args[0]); ok && n < maxLength {
		set &= upTo(n + 1)
	}
	if s.limit < 2 || s.limit >= maxLength {
		return set
	}
	fewer := set & upTo(s.limit-1)
	if fewer == set {
		return set
	}
	return fewer | 1<<s.limit
}

// separated returns the numbers of parts that the text may have by the conditions around the call, and those
// of branches before it that leave.
//
//	if strings.Contains(s, "=") {          if strings.Index(s, "=") < 0 { return }
//		kv := strings.SplitN(s, "=", 2)    kv := strings.SplitN(s, "=", 2)
func (p *splitter) separated(s site, at inspector.Cursor) lengths {
	set := ^lengths(0)
	if s.name != "Split" && s.name != "SplitN" || s.sep == "" || !effect.Pure(p.Info, s.call.Args[0]) {
		return set
	}
	for c := at; ; c = c.Parent() {
		switch c.Node().(type) {
		case *ast.FuncDecl, *ast.FuncLit, *ast.ForStmt, *ast.RangeStmt:
			return set
		}
		if list, i, ok := source.StmtList(c); ok {
			for _, before := range list[:i] {
				if branch, ok := before.(*ast.IfStmt); ok && flow.Ends(p.Info, branch.Body) && p.keeps(s, branch.Cond, false) {
					set &= p.asked(s, branch.Cond, false)
				}
			}
		}
		branch, ok := c.Parent().Node().(*ast.IfStmt)
		if !ok {
			continue
		}
		next := c.ParentEdgeKind() == edge.IfStmt_Body && branch.Body.List[0] == at.Node()
		if kind := c.ParentEdgeKind(); kind != edge.IfStmt_Cond && kind != edge.IfStmt_Init && p.keeps(s, branch.Cond, next) {
			set &= p.asked(s, branch.Cond, kind == edge.IfStmt_Body)
		}
	}
}

// keeps reports whether the text is the same at the condition and at the call: nothing changes it in
// between, or, with next, nothing stands in between.
func (p *splitter) keeps(s site, cond ast.Expr, next bool) bool {
	return effect.StableBetween(p.Pkg, s.call.Args[0], cond.Pos(), s.call.Pos()) || next && effect.Of(p.Pkg, cond).Quiet()
}

// asked returns the numbers of parts with which a condition may have the given outcome.
func (p *splitter) asked(s site, cond ast.Expr, want bool) lengths {
	return with(cond, want, func(e ast.Expr, want bool) lengths {
		if p.isOf(s, e, "Contains") {
			return outcome(^upTo(1), want)
		}
		cmp, ok := e.(*ast.BinaryExpr)
		if !ok {
			return ^lengths(0)
		}
		k, isConst := source.IntConst(p.Info, cmp.Y)
		switch {
		case isConst && p.isOf(s, cmp.X, "Count"):
			if set := solutions(cmp.Op, k); set != ^lengths(0) { // there is one part more than separators
				return outcome(set<<1|set&(1<<maxLength), want)
			}
		case isConst && p.isOf(s, cmp.X, "Index"):
			if k == -1 && (cmp.Op == token.NEQ || cmp.Op == token.GTR) || k == 0 && cmp.Op == token.GEQ {
				return outcome(^upTo(1), want)
			} else if k == -1 && cmp.Op == token.EQL || k == 0 && cmp.Op == token.LSS {
				return outcome(^upTo(1), !want)
			}
		}
		return ^lengths(0)
	})
}

// most returns the largest number of separators that a text can have: a formatted number has one point at most.
//
//	strconv.FormatFloat(x, 'f', -1, 64)     fmt.Sprintf("%.2f", x)     "v1.2"
func (p *splitter) most(sep string, text ast.Expr) (n int64, ok bool) {
	if value, isConst := source.StringConst(p.Info, text); isConst {
		return int64(strings.Count(value, sep)), true
	}
	if value, only := p.Pkg.Only(text); only {
		text = value
	}
	if len(sep) != 1 {
		return 0, false // one may be made of two pieces
	}
	if _, isFloat := source.CallTo(p.Info, text, "strconv", "FormatFloat"); isFloat {
		return 1, sep == "."
	}
	if _, isFloat := source.CallTo(p.Info, text, "math/big", "Float.Text", "Float.String"); isFloat {
		return 1, sep == "."
	}
	call, ok := source.CallTo(p.Info, text, "fmt", "Sprintf")
	if !ok {
		return 0, false
	}
	pieces, ok := verbs.Of(p.File, call, 0)
	for _, piece := range pieces {
		n += int64(strings.Count(piece.Text, sep))
		if piece.Arg == nil {
			continue
		}
		basic, isBasic := types.Unalias(p.Info.TypeOf(piece.Arg)).(*types.Basic)
		if !isBasic || basic.Info()&types.IsFloat == 0 {
			return 0, false
		}
		n++
		ok = ok && sep == "."
	}
	return n, ok
}

// outcome returns the set, or, if want is false, all other numbers.
func outcome(set lengths, want bool) lengths {
	if want {
		return set
	}
	return ^set
}

// isOf reports whether e calls the function of package strings of that name with the text and the separator of the
// site.
func (p *splitter) isOf(s site, e ast.Expr, name string) bool {
	call, ok := source.CallTo(p.Info, e, "strings", name)
	if !ok {
		return false
	}
	sep, isConst := source.StringConst(p.Info, call.Args[1])
	return isConst && sep == s.sep && p.Text(call.Args[0]) == p.Text(s.call.Args[0]) && p.Visible(call.Args[0], s.call.Pos())
}
