package sortfunc

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A wrapped site is a call of sort.Sort or sort.Stable.
type wrapped struct {
	call    *ast.CallExpr
	slice   ast.Expr // the argument of sort.StringSlice or its like
	elem    string   // "string", "int" or "float64"; "" for a type that is not of package sort
	stable  bool
	reverse bool
}

func (p *sorter) wrapped(cur inspector.Cursor) (*wrapped, bool) {
	call, ok := source.CallTo(p.Info, cur.Node().(*ast.CallExpr), "sort", "Sort", "Stable")
	if !ok || source.Parens(cur).ParentEdgeKind() != edge.ExprStmt_X {
		return nil, false
	}
	w := &wrapped{call: call, slice: call.Args[0], stable: source.CalleeName(call) == "Stable"}
	if reverse, ok := source.CallTo(p.Info, w.slice, "sort", "Reverse"); ok {
		w.slice, w.reverse = reverse.Args[0], true
	}
	conv, ok := ast.Unparen(w.slice).(*ast.CallExpr)
	if !ok || !source.IsConversion(p.Info, conv) {
		return w, true
	}
	for name, elem := range map[string]string{"StringSlice": "string", "IntSlice": "int", "Float64Slice": "float64"} {
		if source.IsNamed(p.Info.TypeOf(conv), "sort", name) {
			w.elem = elem
		}
	}
	w.slice = conv.Args[0]
	_, isSlice := source.Core(p.Info.TypeOf(w.slice)).(*types.Slice) // false for nil
	return w, isSlice && (w.elem != "float64" || !w.stable)
}

// unwrap offers slices.Sort. Equal strings and integers cannot be told apart, so
// that any way to sort them gives the same; floating-point numbers are compared in
// the same way by sort.Float64Slice, slices.Sort and cmp.Compare.
//
//	sort.Sort(sort.StringSlice(x))    sort.Sort(sort.Reverse(sort.StringSlice(x)))
//	--------------------------------------------------------------------------------
//	slices.Sort(x)                    slices.SortFunc(x, func(a, b string) int { return cmp.Compare(b, a) })
func (p *sorter) unwrap(w *wrapped) {
	to := "Sort"
	if w.reverse {
		to = "SortFunc"
	}
	q, edits, ok := p.Import("slices", to, w.call.Pos())
	if !ok {
		return
	}
	text := p.Text(w.slice)
	if w.reverse {
		compare, imports, ok := p.Import("cmp", "Compare", w.call.Pos())
		if !ok || !p.Universe(w.call.Pos(), "int", w.elem) {
			return
		}
		a, b := pair(spot{p.File, w.call.Pos()})
		edits = append(edits, imports...)
		text += ", func(" + a + ", " + b + " " + w.elem + ") int { return " + compare + "Compare(" + b + ", " + a + ") }"
	}
	p.report(w.call, rule.Safe, "sort."+source.CalleeName(w.call)+" takes the slice as an interface", "slices."+to,
		append(edits, source.ReplaceNode(w.call, q+to+"("+text+")"))...)
}
