package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
)

// Ordered reports whether the operands have the same values whether they are parts
// of one expression or are evaluated one after the other. The language orders calls
// and receives, but not the reading of a variable beside them: p.name + p.rename()
// may read the name last.
func (p *Package) Ordered(operands ...ast.Expr) bool {
	pure := true
	for _, e := range operands {
		pure = pure && Pure(p.Info, e)
	}
	for _, e := range operands {
		if !pure && !p.Steady(e) && !isOrdered(p.Info, e) {
			return false
		}
	}
	return true
}

// isOrdered reports whether e is a call or a receive, and nothing around it.
func isOrdered(info *types.Info, e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		return !IsConversion(info, e) && !IsBuiltin(info, e, "len", "cap", "min", "max", "real", "imag", "complex")
	case *ast.UnaryExpr:
		return e.Op == token.ARROW
	}
	return false
}

// Steady reports whether nothing that runs beside e can change its value: it
// consists of constants and of local variables that only their name reaches, and it
// reads no memory behind them.
func (p *Package) Steady(e ast.Expr) bool {
	if p.Info.Types[e].Value != nil {
		return true
	}
	steady := p.Fixed(e, e.Pos(), e.End())
	for n := range ast.Preorder(e) {
		if call, ok := n.(*ast.CallExpr); ok && IsConversion(p.Info, call) {
			_, isBasic := underlying(p.Info, call.Args[0]).(*types.Basic)
			steady = steady && isBasic // string(b) reads the elements of b
		}
	}
	return steady
}

// Undisturbed reports whether the operands, which are part of the expression at cur,
// may be evaluated before the rest of the statement that [File.Lift] found: they
// change nothing, or nothing that the rest reads.
func (f *File) Undisturbed(cur inspector.Cursor, stmt ast.Stmt, operands ...ast.Expr) bool {
	calm := true
	for _, e := range operands {
		calm = calm && Pure(f.Pkg.Info, e)
	}
	if calm {
		return true
	}
	if assign, ok := stmt.(*ast.AssignStmt); ok {
		for _, target := range assign.Lhs {
			if !f.Pkg.steadyTarget(target) {
				return false
			}
		}
	}
	calm = true
	for _, root := range evaluated(stmt) {
		ast.Inspect(root, func(n ast.Node) bool {
			e, isExpr := n.(ast.Expr)
			switch {
			case n == nil || n == cur.Node() || !calm:
				return false
			case !isExpr || n.Pos() <= cur.Node().Pos() && cur.Node().End() <= n.End():
				return true // holds cur
			}
			calm = f.Pkg.inert(e) || isTarget(stmt, e)
			return false
		})
	}
	return calm
}

// inert reports whether e reads no variable that others can change.
func (p *Package) inert(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return true
	case *ast.Ident:
		_, isVar := p.Info.ObjectOf(e).(*types.Var)
		return !isVar || p.Info.Defs[e] != nil || p.Steady(e)
	case *ast.SelectorExpr:
		if sel := p.Info.Selections[e]; sel == nil {
			_, isVar := p.Info.Uses[e.Sel].(*types.Var) // of another package
			return !isVar
		} else if sel.Kind() == types.MethodVal {
			return p.Steady(e.X)
		}
	}
	return p.Info.Types[e].IsType() || p.Steady(e)
}

// steadyTarget reports whether nothing can change what e is, as the target of an
// assignment, once its operands are evaluated.
func (p *Package) steadyTarget(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return p.inert(e.X)
	case *ast.StarExpr:
		return p.inert(e.X)
	case *ast.IndexExpr:
		return p.inert(e.X) && p.inert(e.Index)
	}
	return false
}

func isTarget(stmt ast.Stmt, e ast.Expr) bool {
	assign, ok := stmt.(*ast.AssignStmt)
	return ok && slices.Contains(assign.Lhs, e)
}

// Closed reports whether nobody has a part of the memory of the bytes.Buffer v: it
// is a local variable, not a pointer, and its bytes are only copied, to and from it.
func (p *Package) Closed(v *types.Var) bool {
	if !p.Private(v) {
		return false
	}
	const copies = " Write WriteString WriteByte WriteRune String Len Cap Reset Truncate Grow ReadByte ReadBytes ReadRune ReadString Read "
	for _, use := range p.uses[v] {
		use = Parens(use)
		if use.ParentEdgeKind() != edge.SelectorExpr_X {
			continue // &v, which only writes
		}
		if !strings.Contains(copies, " "+use.Parent().Node().(*ast.SelectorExpr).Sel.Name+" ") {
			return false
		}
	}
	return true
}

// Jumps reports whether the top-level declaration around pos contains a goto. What
// stands above another statement need not run before it then, and no variable may be
// declared between the goto and its label.
func (f *File) Jumps(pos token.Pos) bool {
	decl := f.declAt(pos)
	if decl == nil {
		return false
	}
	for n := range ast.Preorder(decl) {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO {
			return true
		}
	}
	return false
}

// HasLiteral reports whether e contains a composite literal, which may not stand
// in the head of an if, for or switch without parentheses.
func HasLiteral(e ast.Node) bool {
	for n := range ast.Preorder(e) {
		if _, ok := n.(*ast.CompositeLit); ok {
			return true
		}
	}
	return false
}
