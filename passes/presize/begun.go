package presize

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// begun offers room for the elements that are appended to a slice which begins with elements.
func (p *presizer) begun(d source.Decl) {
	elements, text := p.elements(d)
	if text == nil || p.captured(d.Var) || p.Pkg.Asked(d.Var, "cap") || d.HasComment() || !p.Universe(d.Stmt.Pos(), "make", "append", "len") {
		return
	}
	leaf := p.adding(d)
	stmts, before := p.fills(d, leaf)
	if len(stmts) == 0 {
		return
	}
	c, ok := p.first(p.behind(d.Stmt, d.Rest[:before]), stmts, d.Stmt.Pos(), leaf)
	if _, isConst := c.Const(); !ok || !isConst && p.returns(d.Rest[:before], d.Var) || isConst && !c.Sure && len(c.Leaves) < 2 && !p.kept(d.Var) || before > 0 && !c.Fixed(p.Pkg, d.Stmt.Pos(), stmts[0].Pos()) {
		return
	}
	if len(c.Leaves) < len(p.grows(d.Var)) && p.begunOnStack(d) {
		return
	}
	if call, isCall := ast.Unparen(d.Value).(*ast.CallExpr); isCall && source.IsBuiltin(p.Info, call, "make") && p.measures(call.Args[1], c.String()) {
		p.Refuse(c.Leaves[0], d.Var.Name()+" has an element for each of those that are appended: its length may have been meant as its capacity")
		return
	}
	room := c
	if k, err := strconv.Atoi(elements); err == nil {
		room, elements = c.Plus(int64(k)), ""
	}
	lines, all, renamed := room.Lines(p.fresh(d.Stmt.Pos()))
	if len(lines) > 0 || len(renamed) > 0 {
		return // the count would take statements of its own
	}
	if elements != "" {
		all = elements + "+" + all
	}
	class := p.sliceClass(d.Var, c)
	if of, nils := p.cloned(d.Value); of != nil && nils && !c.AlwaysPositive() && !p.nilBlind(d.Var) {
		class = class.And(rule.Review(rule.NilOrEmpty.Caveat("the copy of a nil " + p.Text(of) + " is empty when nothing is added")))
	}
	fix := rule.Finding{
		At:      c.Leaves[0],
		Message: d.Var.Name() + " grows by append although its length is known",
		Title:   "Make " + d.Var.Name() + " with capacity for " + c.String() + " more",
		Class:   class,
		Edits:   p.beginning(d, text, all),
	}
	if _, isLit := ast.Unparen(d.Value).(*ast.CompositeLit); isLit {
		_, begin := text(all)
		if stack, more, ok := p.halfway(d, room, all); ok { // otherwise the rule would find its own result
			onStack := fix
			onStack.Edits = append(more, p.beginning(d, func(string) (string, string) { return stack, begin }, all)...)
			p.Report(onStack)
			p.Offer(fix)
			return
		}
	}
	p.Report(fix)
}

// beginning returns the edits that make the slice with the given room, and append the elements that it begins with.
func (p *presizer) beginning(d source.Decl, text func(m string) (value, begin string), room string) (edits []source.TextEdit) {
	value, begin := text(room)
	name, oneLine := d.Var.Name(), d.Grouped() || !p.AloneOnLine(d.Stmt.Pos())
	for range p.Misread(d.Value, d.Stmt.End()) {
		oneLine = true // a name in the value would mean the slice
	}
	if begin != "" && oneLine {
		value = "append(" + value + ", " + begin + ")"
	} else if begin != "" {
		edits = append(edits, source.Insert(d.Stmt.End(), "\n"+p.Indent(d.Stmt.Pos())+name+" = append("+name+", "+begin+")"))
	}
	return append(edits, source.ReplaceNode(d.Value, value))
}

// begunOnStack offers room on the stack for a slice that begins with the elements of a literal, grows in a loop by an
// unknown number of elements, and stays in the function. It reports whether it does.
//
//	queue := []*node{root}
//	--------------------------------
//	// queue stays on the stack up to this capacity.
//	queue := make([]*node, 0, 64)
//	queue = append(queue, root)
func (p *presizer) begunOnStack(d source.Decl) bool {
	lit, ok := ast.Unparen(d.Value).(*ast.CompositeLit)
	if !ok || p.captured(d.Var) || d.HasComment() || !p.Universe(d.Stmt.Pos(), "make", "append") || !p.growsUnknown(d) {
		return false
	}
	if def, ok := p.Pkg.Def(d.Var); !ok || effect.Recursive(p.Pkg, def) {
		return false
	}
	_, text := p.elements(d)
	n := p.roomOnStack(d, retain.FullSlice)
	if text == nil || n < int64(2*len(lit.Elts)) || d.Grouped() {
		return false
	}
	p.Report(rule.Finding{
		At:      d.Node(),
		Message: d.Var.Name() + " grows by append although it stays in the function",
		Title:   "Keep " + d.Var.Name() + " on the stack up to " + strconv.FormatInt(n, 10) + " elements",
		Edits:   append(p.beginning(d, text, strconv.FormatInt(n, 10)), p.aboutStack(d)...),
	})
	return true
}

// measures reports whether a size asks for a length that a count asks for, too.
func (p *presizer) measures(size ast.Expr, count string) bool {
	return source.Any(size, func(call *ast.CallExpr) bool {
		return source.IsBuiltin(p.Info, call, "len") && strings.Contains(count, p.Text(call))
	})
}

// cloned returns the slice that e copies, and whether the copy of a nil slice is nil. of is nil if e is no copy, or
// the slice is no variable or field.
//
//	append([]T(nil), x...)    append([]T{}, x...)    slices.Clone(x)
func (p *presizer) cloned(e ast.Expr) (of ast.Expr, nils bool) {
	if call, ok := source.CallTo(p.Info, e, "slices", "Clone"); ok {
		of, nils = call.Args[0], true
	} else if call, ok := ast.Unparen(e).(*ast.CallExpr); ok && source.IsBuiltin(p.Info, call, "append") && len(call.Args) == 2 && call.Ellipsis.IsValid() {
		isNil, empty := p.emptySlice(call.Args[0])
		if !isNil && !empty || !types.Identical(p.Info.TypeOf(call.Args[1]).Underlying(), p.Info.TypeOf(call).Underlying()) {
			return nil, false
		}
		of, nils = call.Args[1], isNil
	}
	if of == nil || !source.IsPath(ast.Unparen(of)) {
		return nil, false
	}
	return ast.Unparen(of), nils
}

// behind returns the statements that run between a count, which becomes a part of stmt, and the
// loop: rest, and stmt itself if it has side effects, which a count that panics would prevent, or panics.
func (p *presizer) behind(stmt ast.Stmt, rest []ast.Stmt) []ast.Stmt {
	does := effect.Of(p.Pkg, ast.Node(stmt))
	if assign, ok := stmt.(*ast.AssignStmt); ok {
		does = effect.Of(p.Pkg, assign.Rhs...)
	}
	if does.Quiet() && !does.Panics {
		return rest
	}
	return append([]ast.Stmt{stmt}, rest...)
}

// listed returns the elements of a slice literal as source text, as arguments of append: a literal without a type gets
// that of the elements. ok is false if that is not written there, or elements have keys.
//
//	[]T{a, {b, c}}    []*T{{b}}
//	--------------    ---------
//	    a, T{b, c}        &T{b}
func (p *presizer) listed(lit *ast.CompositeLit) (text string, ok bool) {
	list, isWritten := lit.Type.(*ast.ArrayType)
	from := lit.Lbrace + 1
	for _, e := range lit.Elts {
		if _, keyed := e.(*ast.KeyValueExpr); keyed {
			return "", false
		}
		if inner, ok := e.(*ast.CompositeLit); ok && inner.Type == nil {
			if !isWritten {
				return "", false
			}
			elem := p.Text(list.Elt)
			if star, isPointer := list.Elt.(*ast.StarExpr); isPointer {
				elem = "&" + p.Text(star.X)
			} else if source.IsA[*types.Pointer](p.Info.TypeOf(list.Elt)) {
				return "", false // by another name
			}
			text, from = text+p.Between(from, inner.Pos())+elem, inner.Pos()
		}
	}
	return text + p.Between(from, lit.Rbrace), source.IsA[*types.Slice](p.Info.TypeOf(lit))
}

// elements returns the number of elements that the slice begins with, as source text, and a function that returns, for a
// capacity m, the value to declare the slice with and the elements to append to it then, "" if there are none. text is
// nil if the value is none of these:
//
//	x := []T{a, b}           x := make([]T, n)        x := slices.Clone(y)
//	----------------------------------------------------------------------------------
//	x := make([]T, 0, m)     x := make([]T, n, m)     x := append(make([]T, 0, m), y...)
//	x = append(x, a, b)
func (p *presizer) elements(d source.Decl) (n string, text func(m string) (value, begin string)) {
	if of, _ := p.cloned(d.Value); of != nil {
		typ, ok := p.TypeText(d.Var.Type(), d.Stmt.Pos())
		if !ok || !effect.Pure(p.Info, of) {
			return "", nil
		}
		return "len(" + p.Text(of) + ")", func(m string) (value, begin string) {
			return "append(make(" + typ + ", 0, " + m + "), " + p.Text(of) + "...)", ""
		}
	}
	switch v := ast.Unparen(d.Value).(type) {
	case *ast.CompositeLit:
		inner, ok := p.listed(v)
		if !ok || len(v.Elts) == 0 {
			return "", nil
		}
		return strconv.Itoa(len(v.Elts)), func(m string) (value, begin string) {
			return "make(" + p.Text(v.Type) + ", 0, " + m + ")", inner
		}
	case *ast.CallExpr:
		if !source.IsBuiltin(p.Info, v, "make") || len(v.Args) != 2 || !effect.Steady(p.Pkg, v.Args[1]) {
			return "", nil
		}
		if k, isConst := source.IntConst(p.Info, v.Args[1]); isConst && k == 0 {
			return "", nil
		}
		length := p.Text(v.Args[1])
		if !types.Identical(types.Default(p.Info.TypeOf(v.Args[1])), types.Typ[types.Int]) {
			return "", nil // the sum may overflow another type
		}
		return length, func(m string) (value, begin string) {
			return "make(" + p.Text(v.Args[0]) + ", " + length + ", " + m + ")", ""
		}
	}
	return "", nil
}
