package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// joined makes the slice of nested calls of append in its final length, if the innermost call begins with
// elements, a text or an empty slice.
//
//	append([]string{"run", name}, args...)             append([]byte(prefix), id...)
//	-----------------------------------------------    --------------------------------------------------------------------
//	slices.Concat([]string{"run", name}, args)         append(append(make([]byte, 0, len(prefix)+len(id)), prefix...), id...)
//	append(append(make([]string, 0, 2+len(args)), "run", name), args...)     before go1.22
func (p *presizer) joined(cur inspector.Cursor) {
	call := cur.Node().(*ast.CallExpr)
	if outer := source.ArgumentOf(cur); outer != nil && source.Parens(cur).ParentEdgeIndex() == 0 && source.IsBuiltin(p.Info, outer, "append") {
		return // the outer append is looked at
	}
	if p.prepends[call] {
		return
	}
	j := join{presizer: p}
	if !j.take(call) || j.parts < 2 || len(j.lengths) == 0 || !p.Universe(call.Pos(), "make", "append", "len") ||
		!effect.Pure(p.Info, j.counted...) ||
		!effect.Pure(p.Info, j.elements...) && slices.ContainsFunc(j.counted, func(e ast.Expr) bool { return !effect.Total(p.Info, e) }) {
		return
	}
	if slices.ContainsFunc(j.counted, func(e ast.Expr) bool { return p.HasComment(e.Pos(), e.End()) }) {
		return
	}
	if j.some() && p.concatenated(call, j) {
		return
	}
	room := strings.Join(j.lengths, "+")
	if j.n > 0 {
		room = strconv.Itoa(j.n) + "+" + room
	}
	made := "make(" + j.typ + ", 0, " + room + ")"
	if j.begin != "" {
		made = "append(" + made + ", " + j.begin + ")"
	}
	class := rule.Safe
	if j.isNil && j.n == 0 {
		class = rule.Review(nilBecomesEmpty)
	}
	p.Report(rule.Finding{
		At:      call,
		Message: "what is joined grows although its length is known",
		Title:   "Make the list with capacity for " + room,
		Class:   class,
		Edits:   []source.TextEdit{source.ReplaceNode(j.base, made)},
	})
	if !j.some() {
		p.concatenated(call, j)
	}
}

// concatenated joins by slices.Concat, if all parts have the type of the result, and those that are made for it
// stay on the stack. The result is nil if all parts are empty, like the result of append to nil.
func (p *presizer) concatenated(call *ast.CallExpr, j join) bool {
	if j.apart || !p.AtLeast(stdlib.Named("slices", "Concat").Since) {
		return false
	}
	q, edits, ok := p.Import("slices", "Concat", call.Pos())
	if !ok {
		return false
	}
	if j.base == call.Args[0] && j.begun && call.Ellipsis.IsValid() {
		edits = append(edits, source.ReplaceNode(call.Fun, q+"Concat"), source.Replace(call.Ellipsis, call.Ellipsis+token.Pos(len("...")), ""))
	} else if !p.HasComment(call.Pos(), call.End()) {
		edits = append(edits, source.ReplaceNode(call, q+"Concat("+strings.Join(j.args, ", ")+")"))
	} else {
		return false
	}
	f := rule.Finding{
		At:      call,
		Message: "what is joined grows although its length is known",
		Title:   "Join the lists with slices.Concat",
		Edits:   edits,
		Form:    "slices.Concat",
	}
	if j.some() {
		p.Report(f)
		return true
	}
	f.Class = rule.Review(rule.NilOrEmpty.Caveat("empty becomes nil where nothing is joined"))
	p.Offer(f)
	return true
}

// shortConst is the length of the longest constant text whose conversion to bytes is on the stack, if it does not
// escape (runtime.tmpStringBufSize).
const shortConst = 32

// A join is the slice that nested calls of append make.
type join struct {
	*presizer
	base       ast.Expr   // the slice that the innermost call appends to
	typ, begin string     // its type, and the elements to append to an empty slice instead
	isNil      bool       // the base is nil
	parts, n   int        // the number of lists of elements and of slices; the number of single elements
	lengths    []string   // the lengths of the slices
	counted    []ast.Expr // the slices
	elements   []ast.Expr // the single elements

	args   []string // the arguments of slices.Concat
	begun  bool     // the first of them is the base
	filled bool     // one of them is a constant text that is not empty
	apart  bool     // one of them has another type, or makes a copy
}

// take enters the operands of a call of append, those of inner calls first. It reports false if the call cannot
// be joined.
func (j *join) take(call *ast.CallExpr) bool {
	if !source.IsBuiltin(j.Info, call, "append") || len(call.Args) < 2 || j.Info.Types[call.Args[1]].IsNil() && call.Ellipsis.IsValid() {
		return false
	}
	first, isCall := ast.Unparen(call.Args[0]).(*ast.CallExpr)
	if isCall && source.IsBuiltin(j.Info, first, "append") {
		if !j.take(first) {
			return false
		}
	} else if !j.begins(call.Args[0]) {
		return false
	}
	if call.Ellipsis.IsValid() {
		j.spread(call.Args[1])
	} else {
		j.list(call.Args[1:])
	}
	return true
}

// begins enters the base, and reports whether it is new: a composite literal, an empty slice, or the bytes
// of a text.
func (j *join) begins(e ast.Expr) bool {
	j.base = e
	switch v := ast.Unparen(e).(type) {
	case *ast.CompositeLit:
		inner, ok := j.presizer.listed(v)
		j.typ, j.begin = j.Text(v.Type), inner
		if len(v.Elts) > 0 {
			j.parts, j.n, j.elements = j.parts+1, j.n+len(v.Elts), append(j.elements, v.Elts...)
			j.begun, j.args = true, []string{j.Text(v)}
		}
		return ok
	case *ast.CallExpr:
		if !source.IsConversion(j.Info, v) {
			return false
		}
		j.typ, j.isNil = j.Text(ast.Unparen(v.Fun)), j.Info.Types[v.Args[0]].IsNil()
		if !j.isNil {
			j.begin = j.Text(v.Args[0]) + "..."
			j.parts, j.lengths, j.counted = j.parts+1, append(j.lengths, "len("+j.Text(v.Args[0])+")"), append(j.counted, v.Args[0])
			text, isConst := source.StringConst(j.Info, v.Args[0])
			j.begun, j.args, j.filled, j.apart = true, []string{j.Text(v)}, text != "", !isConst || len(text) > shortConst
		}
		return j.isNil || source.IsBytes(j.Info.TypeOf(v)) && source.IsString(j.Info.TypeOf(v.Args[0]).Underlying())
	}
	return false
}

// around returns the slice of which e is the end, if the slice before e in the join is its beginning: together they
// have no more elements than the whole. It returns "" otherwise.
//
//	len(list[:i])+len(list[i+1:])
//	-----------------------------
//	len(list)
func (j *join) around(e ast.Expr) string {
	end, isEnd := ast.Unparen(e).(*ast.SliceExpr)
	if !isEnd || len(j.counted) == 0 || end.Low == nil || end.High != nil || end.Slice3 {
		return ""
	}
	first, isFirst := ast.Unparen(j.counted[len(j.counted)-1]).(*ast.SliceExpr)
	if !isFirst || first.Low != nil || first.High == nil || first.Slice3 || j.Text(first.X) != j.Text(end.X) || !source.IsA[*types.Slice](j.Info.TypeOf(end.X)) {
		return ""
	}
	low := end.Low
	if sum, ok := low.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		if k, isConst := source.IntConst(j.Info, sum.Y); isConst && k >= 0 {
			low = sum.X
		}
	}
	if j.Text(low) != j.Text(first.High) {
		return ""
	}
	return j.Text(end.X)
}

// some reports whether slices.Concat gives nil only where append does.
func (j *join) some() bool { return j.isNil || j.n > 0 || j.filled }

// list enters single elements.
func (j *join) list(elements []ast.Expr) {
	j.parts, j.n, j.elements = j.parts+1, j.n+len(elements), append(j.elements, elements...)
	var texts []string
	for _, e := range elements {
		texts = append(texts, j.Text(e))
	}
	j.args = append(j.args, j.typ+"{"+strings.Join(texts, ", ")+"}")
}

// spread enters a slice.
func (j *join) spread(e ast.Expr) {
	if whole := j.around(e); whole != "" {
		j.lengths[len(j.lengths)-1] = "len(" + whole + ")"
	} else {
		j.lengths = append(j.lengths, "len("+j.Text(size.Measured(j.Info, e))+")")
	}
	j.parts, j.counted = j.parts+1, append(j.counted, e)
	_, isCall := ast.Unparen(e).(*ast.CallExpr) // a conversion might make a copy
	j.args, j.apart = append(j.args, j.Text(e)), j.apart || isCall || !types.Identical(j.Info.TypeOf(e), j.Info.TypeOf(j.base))
}
