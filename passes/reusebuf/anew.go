package reusebuf

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// anew empties a buffer that is declared in front of the loop and made anew in it, or that is
// made anew between two uses.
//
//	buf = bytes.Buffer{}     list = nil          seen = make(map[string]bool)
//	--------------------     ---------------     ----------------------------
//	buf.Reset()              list = list[:0]     clear(seen)
//
// A function that appends to nothing makes a buffer anew, too:
//
//	text := strconv.AppendInt(nil, n, 10)     text := strconv.AppendInt(nil, n, 10)
//	w.Write(text)                             w.Write(text)
//	text = strconv.AppendInt(nil, m, 10)  =>  text = strconv.AppendInt(text[:0], m, 10)
func (r *reuser) anew(cur inspector.Cursor) {
	v, b, ok := r.set(cur)
	if !ok || r.Jumps(cur.Node().Pos()) || !r.ownsMemory(b) {
		return
	}
	loop := source.LoopSince(cur, v.Pos())
	if !loop && !r.between(cur, v) {
		return
	}
	k := &retain.Checker{Pkg: r.Pkg, Var: v, Kind: b.kind, Fixed: b.fixed}
	for _, use := range r.Pkg.Uses(v) {
		// A loop over a map continues with the old map when the variable is set to a new one, but would end if
		// the map were cleared.
		within := use.ParentEdgeKind() == edge.RangeStmt_X && source.Contains(use.Parent().Node(), cur.Node())
		if within || !r.isSet(use) && !k.Lets(use) {
			r.Refuse(cur.Node(), v.Name()+" may be retained, or told from a new one")
			return
		}
	}
	if b.fixed && !k.Escapes {
		return // on the stack already
	}
	b.caveats = append(b.caveats, k.Caveats()...)
	if r.serves(cur, v.Pos()) {
		b.largest(v.Name(), "iteration")
	}
	when := "between uses"
	if loop {
		when = "in each iteration"
	}
	r.Report(rule.Finding{
		At:      cur.Node(),
		Message: fmt.Sprintf("%s is made anew %s", v.Name(), when),
		Title:   fmt.Sprintf("empty %s", v.Name()),
		Class:   rule.Review(b.caveats...),
		Edits:   append(b.imports, source.ReplaceNode(cur.Node(), b.empty(v.Name(), r.Indent(cur.Node().Pos())))),
		Form:    "empty " + v.Name(),
		Local:   true,
	})
}

// between reports whether something is put into v in front of the statement, on a path that reaches it,
// and again by the statement or behind it: otherwise there is no memory to reuse, or no use for it.
func (r *reuser) between(cur inspector.Cursor, v *types.Var) bool {
	graph := flow.Around(r.Pkg, cur)
	if graph == nil {
		return false
	}
	def, _ := r.Pkg.Def(v)
	value, _ := r.Pkg.Initial(v)
	before, behind := r.puts(value) && graph.Reaches(def.Node(), cur.Node()), r.puts(cur.Node().(*ast.AssignStmt).Rhs[0])
	for _, use := range r.Pkg.Writes(v) {
		if s, isAssign := source.Parens(use).Parent().Node().(*ast.AssignStmt); !r.isSet(use) || isAssign && r.puts(s.Rhs[0]) {
			before = before || use.Node().Pos() < cur.Node().Pos() && graph.Reaches(use.Node(), cur.Node())
			behind = behind || use.Node().Pos() > cur.Node().End()
		}
	}
	return before && behind
}

// puts reports whether the value is a new buffer with contents, which are copied or appended.
func (r *reuser) puts(value ast.Expr) bool {
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 || source.IsBuiltin(r.Info, call, "make", "new") {
		return false
	}
	_, edits := r.copied(call, "")
	return edits != nil || r.onto(new(buffer), call)
}

// set recognises v = x, where v is a local variable and x a new bytes.Buffer, a slice without
// elements, a copy, or a map.
func (r *reuser) set(cur inspector.Cursor) (*types.Var, *buffer, bool) {
	s, ok := cur.Node().(*ast.AssignStmt)
	if !ok || s.Tok != token.ASSIGN || len(s.Lhs) != 1 || len(s.Rhs) != 1 || r.HasComment(s.Pos(), s.End()) {
		return nil, nil, false
	}
	v, ok := r.Pkg.LocalVar(s.Lhs[0])
	if _, _, inList := source.StmtList(cur); !ok || !inList || v.Kind() != types.LocalVar {
		return nil, nil, false
	}
	b := &buffer{v: v, around: s.Pos(), end: s.End()}
	value := ast.Unparen(s.Rhs[0])
	if r.Info.Types[value].IsNil() {
		ok = source.IsA[*types.Slice](v.Type()) && r.emptied(b)
	} else {
		ok = r.made(b, value)
	}
	return v, b, ok && (b.kind == retain.Buffer || b.kind == retain.EmptySlice || b.kind == retain.Table)
}

// isSet reports whether the variable at cur is set to a new buffer there.
func (r *reuser) isSet(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	if cur.ParentEdgeKind() != edge.AssignStmt_Lhs {
		return false
	}
	_, _, ok := r.set(cur.Parent())
	return ok
}

// ownsMemory reports whether the variable is declared with memory of its own, or, unless it is a map or
// a pointer, with none: emptying must not touch the memory of another variable, nor follow nil.
func (r *reuser) ownsMemory(b *buffer) bool {
	value, ok := r.Pkg.Initial(b.v)
	if !ok {
		return false
	}
	if value == nil || r.Info.Types[value].IsNil() {
		return !source.IsA[*types.Map](b.v.Type()) && !source.IsA[*types.Pointer](b.v.Type())
	}
	switch e := value.(type) {
	case *ast.UnaryExpr:
		_, ok = ast.Unparen(e.X).(*ast.CompositeLit)
		return ok
	case *ast.CallExpr:
		return r.isNew(e) || len(e.Args) > 0 && r.onto(b, e)
	case *ast.CompositeLit:
		return true
	}
	return false
}
