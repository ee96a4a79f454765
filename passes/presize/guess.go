package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// guess counts, for bytes whose number nothing tells, those of the text that they are made of, where a loop goes through all
// of it and writes parts of it: what is escaped, or put in other words, is about as long as it was. at is the first statement
// that uses the bytes. ok is false if there is no such text.
//
//	for _, r := range s { if t, ok := names[r]; ok { b.WriteString(t) } else { b.WriteRune(r) } }
//	---------------------------------------------------------------------------------------------
//	len(s)
func (p *presizer) guess(d source.Decl) (c size.Count, at ast.Stmt, ok bool) {
	if at = p.firstUse(d); at == nil || d.Stmt == nil || !isBytes(d.Var) || !p.onlyGrows(d) {
		return c, nil, false
	}
	for _, s := range d.Rest {
		x, body := p.goesThrough(source.Unlabeled(s))
		if x == nil || !p.writesPart(d.Var, x, s) || p.leavesWith(d.Var, body) || !p.Visible(x, d.Stmt.Pos()) || !p.Visible(x, at.Pos()) {
			continue
		}
		return size.Count{Leaves: []ast.Stmt{s}, Loops: true, Guess: true, At: at.Pos()}.PlusLen(p.Text(x)), at, true
	}
	return c, nil, false
}

// onlyGrows reports whether bytes become one text: nothing empties or cuts them, gives them room, or takes them in a loop.
func (p *presizer) onlyGrows(d source.Decl) bool {
	isSlice := source.IsA[*types.Slice](d.Var.Type())
	return p.Pkg.Every(d.Var, func(use inspector.Cursor) bool {
		inLoop := source.LoopSince(use, d.Stmt.Pos())
		call := source.ArgumentOf(use)
		switch method := p.method(use); {
		case use.ParentEdgeKind() == edge.AssignStmt_Lhs:
			_, _, appends := p.Pkg.Appended(use.Parent().Node())
			return isSlice && appends
		case call != nil && (source.IsBuiltin(p.Info, call, "len") || source.IsBuiltin(p.Info, call, "append") && call.Args[0] == use.Node()):
			return true
		case isSlice:
			return !inLoop
		case method == "":
			return use.ParentEdgeKind() == edge.UnaryExpr_X || call != nil // a function writes to the buffer
		case slices.Contains([]string{"String", "Bytes", "WriteTo"}, method):
			return !inLoop
		default:
			return slices.Contains([]string{"Write", "WriteString", "WriteByte", "WriteRune", "Len"}, method)
		}
	})
}

// goesThrough returns the text that a loop goes through from its beginning to its end, and its body; nil if there is none.
//
//	for _, r := range x     for i := 0; i < len(x); i++     i := 0; for i < len(x)
func (p *presizer) goesThrough(s ast.Stmt) (x ast.Expr, body *ast.BlockStmt) {
	switch loop := s.(type) {
	case *ast.RangeStmt:
		x, body = ast.Unparen(loop.X), loop.Body
		if call, ok := x.(*ast.CallExpr); ok && source.IsConversion(p.Info, call) {
			x = ast.Unparen(call.Args[0]) // []byte(x)
		}
	case *ast.ForStmt:
		cond, ok := loop.Cond.(*ast.BinaryExpr)
		if !ok || cond.Op != token.LSS && cond.Op != token.NEQ {
			return nil, nil
		}
		i, ok := p.Pkg.LocalVar(cond.X)
		if !ok {
			return nil, nil
		}
		from, ok := p.Pkg.Initial(i)
		zero, isConst := source.IntConst(p.Info, from)
		if x, _ = source.LenOf(p.Info, cond.Y); !ok || from != nil && (!isConst || zero != 0) {
			return nil, nil
		}
		body = loop.Body
	}
	if x == nil || !source.IsPath(x) || !effect.Total(p.Info, x) || !isText(p.Info.TypeOf(x)) {
		return nil, nil
	}
	return x, body
}

// isText reports whether a type is one of strings or of slices of bytes.
func isText(t types.Type) bool {
	return source.IsString(t.Underlying()) || source.IsBytes(t.Underlying())
}

// leavesWith reports whether the body of a loop may end it before its last iteration, but for a return that does without v.
func (p *presizer) leavesWith(v *types.Var, body *ast.BlockStmt) bool {
	return source.Any(body, func(b *ast.BranchStmt) bool {
		return b.Tok == token.GOTO || b.Label != nil || b.Tok == token.BREAK && flow.Leaving(body, b)
	}) || source.Any(body, func(r *ast.ReturnStmt) bool { return p.Pkg.Mentions(r, v) > 0 || len(r.Results) == 0 })
}

// writesPart reports whether a statement in a loop appends a part of x to v, or writes it: an element, a range of elements, or what is
// made of them in the loop.
func (p *presizer) writesPart(v *types.Var, x ast.Expr, loop ast.Stmt) bool {
	parts := make(map[types.Object]bool)
	switch x := x.(type) { // a path
	case *ast.Ident:
		parts[p.Info.Uses[x]] = true
	case *ast.SelectorExpr:
		parts[p.Info.Uses[x.Sel]] = true
	}
	has := func(n ast.Node) bool {
		return source.Any(n, func(id *ast.Ident) bool { return !source.IsBlank(id) && parts[p.Info.ObjectOf(id)] })
	}
	for n := range ast.Preorder(loop) {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if id, ok := n.Value.(*ast.Ident); ok && has(n.X) {
				parts[p.Info.ObjectOf(id)] = true
			}
		case *ast.AssignStmt:
			if slices.ContainsFunc(n.Rhs, func(e ast.Expr) bool { return has(e) }) && p.Pkg.Mentions(n, v) == 0 {
				for _, target := range n.Lhs {
					if id, ok := target.(*ast.Ident); ok {
						parts[p.Info.ObjectOf(id)] = true
					}
				}
			}
		case *ast.CallExpr:
			if p.Pkg.Mentions(n, v) > 0 && slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return has(e) && !p.Pkg.Is(e, v) }) {
				return true
			}
		}
	}
	return false
}
