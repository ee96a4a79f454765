// Package typedheap defines an analyzer that pushes and pops the elements of a heap without
// putting them into interfaces.
//
// Invariant: the same elements are compared and swapped, in the same order.
//
// Model: heap.Push calls Push, and moves the last element up; heap.Fix of the last element,
// which has no children, does that. heap.Pop swaps the first and the last element, moves the
// first one down in what is left, and calls Pop; heap.Fix of the first element, which has no
// parent, does that. So Push and Pop, which take and return interfaces, may be left out
// where they are append and slicing.
//
// What it blurs: nothing, unless a comparison panics: what is popped is out of the slice
// before.
//
// # Analyzer typedheap
//
// typedheap: push and pop elements of container/heap without interfaces
//
//	heap.Push(&q, item{n, d})         =>   q = append(q, item{n, d})
//	                                       heap.Fix(&q, len(q)-1)
//
//	next := heap.Pop(&q).(item)       =>   old := q
//	                                       last := len(old) - 1
//	                                       old.Swap(0, last)
//	                                       q = old[:last]
//	                                       heap.Fix(&q, 0)
//	                                       next := old[last]
//
// Conditions:
//   - the heap is a slice by a type of the package, of elements that an interface would copy;
//     it is &q, of a variable, &x.q, of a field, or a local variable that is a pointer to it,
//     where nothing shares x or that variable;
//   - its methods are known: Len returns the length, Push appends its operand, Pop returns the
//     last element and cuts it off, and may set it to zero before; Swap assigns to elements, and
//     to integers that hold their places; Less and Swap use the receiver for nothing but
//     elements at their operands, and Less changes nothing;
//   - what is pushed has the type of the elements, and no call in it changes anything; of what
//     is popped that type is asserted, or nothing, and nothing else that the statement does
//     could be told from it.
//
// Class: safe for Push, and for Pop where Less compares parts of the elements that no pointer
// leads to. Otherwise review: "a panic in Less or Swap finds the element that is popped cut off".
package typedheap

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed typedheap.go
var docText string

// Rule is the typedheap rewrite.
var Rule = rule.New("typedheap", docText, run, "boxing")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.CallExpr)(nil)) {
		h, ok := recognise(r, cur)
		switch {
		case !ok:
		case source.CalleeName(h.call) == "Push":
			h.push(r)
		default:
			h.pop(r)
		}
	}
}

// A heap is a call of heap.Push or heap.Pop.
type heap struct {
	cur  inspector.Cursor
	call *ast.CallExpr
	q    string // "heap."
	at   string // the first argument, "&q"
	text string // the slice, "q" or "*p"
	*methods
}

// recognise matches a call whose heap is a slice declared in the package.
func recognise(r *rule.Run, cur inspector.Cursor) (h heap, ok bool) {
	call, ok := source.CallTo(r.Info, cur.Node().(*ast.CallExpr), "container/heap", "Push", "Pop")
	if !ok {
		return heap{}, false
	}
	h = heap{cur: cur, call: call, at: r.Text(call.Args[0])}
	var name string
	if h.q, name, ok = r.Qualified(call, "Fix"); !ok || name == "" {
		return heap{}, false
	}
	t, isPointer := types.Unalias(r.Info.TypeOf(call.Args[0])).(*types.Pointer)
	if !isPointer || !h.place(r, ast.Unparen(call.Args[0])) || !r.Universe(call.Pos(), "append", "len") {
		return heap{}, false
	}
	named, isNamed := types.Unalias(t.Elem()).(*types.Named)
	if !isNamed || !source.IsA[*types.Slice](named) || named.TypeArgs().Len() > 0 || named.Obj().Pkg() != r.Pkg.Types {
		return heap{}, false
	}
	elem := named.Underlying().(*types.Slice).Elem()
	if types.IsInterface(elem) || typefact.Boxless(elem) {
		return heap{}, false // the call allocates nothing
	}
	h.methods, ok = methodsOf(r, named, elem)
	return h, ok || r.Refuse(call, "a method of "+named.Obj().Name()+" does more than is usual")
}

// place notes the slice, if the argument always points to the same one.
func (h *heap) place(r *rule.Run, arg ast.Expr) bool {
	if ref, ok := arg.(*ast.UnaryExpr); ok && ref.Op == token.AND {
		x := ast.Unparen(ref.X)
		h.text = r.Text(x)
		if sel, ok := x.(*ast.SelectorExpr); ok {
			if s := r.Info.Selections[sel]; s == nil || s.Kind() != types.FieldVal || len(s.Index()) != 1 {
				return false
			}
			v, ok := r.Pkg.LocalVar(sel.X)
			return ok && (!source.IsA[*types.Pointer](v.Type()) || !r.Pkg.Captured(v))
		}
		id, ok := x.(*ast.Ident)
		if !ok {
			return false
		}
		_, isVar := r.Info.Uses[id].(*types.Var)
		return isVar
	}
	v, ok := r.Pkg.LocalVar(arg)
	h.text = "*" + h.at
	return ok && !r.Pkg.Captured(v)
}

// push appends an element and moves it to its place.
//
//	                            heap.Push(&q, x)
//	----------------------
//	q = append(q, x)
//	heap.Fix(&q, len(q)-1)
func (h heap) push(r *rule.Run) {
	x := h.call.Args[1]
	stmt := source.Parens(h.cur)
	if stmt.ParentEdgeKind() != edge.ExprStmt_X || !types.Identical(types.Default(r.Info.TypeOf(x)), h.elem) || source.Shifts(r.Info, x) {
		return
	}
	if _, _, ok := source.StmtList(stmt.Parent()); !ok {
		return
	}
	if !effect.Of(r.Pkg, x).Quiet() {
		r.Refuse(h.call, "what is pushed may change the heap")
		return
	}
	value := r.Text(x)
	if _, isConst := x.(*ast.BasicLit); !isConst && r.Info.Types[x].Value != nil {
		return // a constant may have another type in another build
	}
	h.report(r, rule.Safe, source.ReplaceNode(h.call, h.text+" = append("+h.text+", "+value+")\n"+r.Indent(h.call.Pos())+h.q+"Fix("+h.at+", len("+h.text+")-1)"))
}

// pop takes the first element out.
//
//	                    x := heap.Pop(&q).(T)
//	------------------
//	old := q
//	last := len(old)-1
//	old.Swap(0, last)
//	q = old[:last]
//	heap.Fix(&q, 0)
//	                    x := old[last]
func (h heap) pop(r *rule.Run) {
	outer := source.Parens(h.cur)
	dropped := outer.ParentEdgeKind() == edge.ExprStmt_X
	if !dropped {
		outer = outer.Parent()
		assert, ok := outer.Node().(*ast.TypeAssertExpr)
		if !ok || assert.Type == nil || !types.Identical(r.Info.TypeOf(assert.Type), h.elem) || r.HasComment(assert.Pos(), assert.End()) {
			return
		}
		if tuple, isTuple := r.Info.TypeOf(assert).(*types.Tuple); isTuple && tuple != nil {
			return // v, ok := …
		}
	}
	stmt, ok := effect.Lift(r.File, outer)
	if !ok || r.Jumps(h.call.Pos()) || dropped && stmt != outer.Parent().Node() || !effect.Undisturbed(r.File, outer, stmt, h.call) {
		r.Refuse(h.call, "what is evaluated beside it may change, or is changed")
		return
	}
	old, last := r.Fresh(stmt.Pos(), "old"), r.Fresh(stmt.Pos(), "last")
	top := old + "[" + last + "]"
	lines := []string{
		old + " := " + h.text,
		last + " := len(" + old + ") - 1",
		old + ".Swap(0, " + last + ")",
		h.text + " = " + old + "[:" + last + "]",
		h.q + "Fix(" + h.at + ", 0)",
	}
	if h.zero != nil {
		if !r.Visible(h.zero, stmt.Pos()) || r.Pkg.FileOf(h.zero) != r.File {
			return
		}
		if !dropped {
			name := r.Fresh(stmt.Pos(), "top")
			lines, top = append(lines, name+" := "+top), name
		}
		lines = append(lines, old+"["+last+"] = "+r.Text(h.zero))
	}
	class := rule.Safe
	if !h.plain {
		class = rule.Review(rule.LatePanic.Caveat("a panic in Less or Swap finds the element that is popped cut off"))
	}
	if dropped {
		h.report(r, class, source.ReplaceNode(stmt, strings.Join(lines, "\n"+r.Indent(stmt.Pos()))))
		return
	}
	h.report(r, class, r.Before(stmt, lines...), source.ReplaceNode(outer.Node(), top))
}

func (h heap) report(r *rule.Run, class rule.Class, edits ...source.TextEdit) {
	r.Report(rule.Finding{
		At:      h.call,
		Message: "heap." + source.CalleeName(h.call) + " puts the element into an interface",
		Title:   "Restore the order with heap.Fix",
		Class:   class,
		Edits:   edits,
	})
}
