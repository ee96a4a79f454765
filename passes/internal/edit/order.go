package edit

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
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
