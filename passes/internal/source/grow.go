package source

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"
)

// Grows recognises s += x and s = s + x, where s is v, and returns the operands of x.
func (p *Package) Grows(s ast.Stmt, v *types.Var) (operands []ast.Expr, ok bool) {
	assign, isAssign := s.(*ast.AssignStmt)
	if !isAssign || len(assign.Lhs) != 1 || !p.Is(assign.Lhs[0], v) {
		return nil, false
	}
	operands = Operands(p.Info, assign.Rhs[0])
	switch assign.Tok {
	case token.ADD_ASSIGN:
	case token.ASSIGN:
		if len(operands) < 2 || !p.Is(operands[0], v) {
			return nil, false
		}
		operands = operands[1:]
	default:
		return nil, false
	}
	return operands, true
}

// OwnOperand reports whether the use is the first operand of s = s + x.
func (p *Package) OwnOperand(use inspector.Cursor, v *types.Var) bool {
	for cur := range use.Enclosing((*ast.AssignStmt)(nil)) {
		assign := cur.Node().(*ast.AssignStmt)
		if _, ok := p.Grows(assign, v); ok && assign.Tok == token.ASSIGN {
			return Operands(p.Info, assign.Rhs[0])[0] == use.Node()
		}
		break
	}
	return false
}

// ReadsInside reports whether s, for which [Package.Grows] holds, also reads the string.
func (p *Package) ReadsInside(s *ast.AssignStmt, v *types.Var) bool {
	own := 1
	if s.Tok == token.ASSIGN {
		own = 2
	}
	return p.Mentions(s, v) != own
}
