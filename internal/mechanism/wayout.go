package mechanism

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"regexp"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// wayOut decides how a value escaped, by the last step of the compiler's flow. Its why is the predicate of a sentence
// about the value: "is returned by f".
func (f *facts) wayOut() finding {
	if f.heap == nil {
		return finding{}
	}
	step := last(f.heap)
	switch {
	case strings.HasPrefix(f.heap.Expr, "#"):
		return finding{RangeFunc, "belongs to " + iteratorNotInlined}
	case has(f.heap, "too large for stack") || f.heap.Reason == "too large for stack":
		return finding{TooLarge, fmt.Sprintf("%sis larger than what a stack frame holds (%s)", f.sized("has %s bytes and "), f.limit())}
	case step.Why == "return" || result.MatchString(step.Dst) || namesResult(f.src.at(f.heap.Pos), step.Dst):
		return finding{Returned, fmt.Sprintf("is returned by %s, so it must outlive the call%s", functionAround(f.src.of(f.heap.Pos).at(f.heap.Pos)), f.at(step))}
	case step.Why == "send":
		return finding{Sent, fmt.Sprintf("is sent to another goroutine, by pointer: %s%s", f.text(step), f.at(step))}
	case step.Dst == "{heap}":
		if value := f.carrier(); value != nil {
			step.Pos.Line = f.src.fset.Position(value.Pos()).Line
			return finding{MethodValue, fmt.Sprintf("is carried by the function value %s%s, which outlives the call", types.ExprString(value), f.at(step))}
		}
		return f.toHeap(step)
	case strings.HasPrefix(step.Dst, "{storage for "):
		return f.intoStorage(step)
	case step.Dst != "":
		return f.outlived(step)
	}
	return finding{}
}

// outlived explains a flow that ends at another variable: one outside of the loop in which the value is made, or one
// that is on the heap itself.
func (f *facts) outlived(step record.Step) finding {
	dst := clean(step.Dst)
	name := dst[strings.LastIndexByte(dst, '.')+1:] // in an inlined body the compiler writes pkg.name
	if f.src.file != nil && f.src.outsideLoop(f.path, name) {
		return finding{LoopVariable, fmt.Sprintf("is a new one in each iteration, and %s refers to it after the iteration has ended%s", name, f.at(step))}
	}
	return finding{Stored, fmt.Sprintf("is kept by %s%s, which %s", name, f.at(step), f.sinceHolder("outlives it"))}
}

// sinceHolder says why the holder of the site's value is on the heap; otherwise if that is not known.
func (f *facts) sinceHolder(otherwise string) string {
	held := f.holder()
	if held == nil {
		return otherwise
	}
	other := *f
	other.heap, other.path = held, f.src.of(held.Pos).at(held.Pos)
	if f.held > 4 { // two values may hold each other, without end
		return otherwise
	}
	other.held++
	return cmp.Or(other.wayOut().why, otherwise)
}

// moved is wayOut with the value as the subject. For several values that cannot be told apart it is empty unless it
// holds for all.
func (f *facts) moved() finding {
	w := f.wayOut()
	for i := range f.site.Decisions {
		d := &f.site.Decisions[i]
		if f.site.Match != record.Shared || !puts(d) {
			continue
		}
		other := *f
		other.heap, other.path = d, f.src.at(d.Pos)
		if other.wayOut().mechanism != w.mechanism {
			return finding{}
		}
	}
	if w.mechanism != "" {
		w.why = f.subject() + " " + w.why
	}
	return w
}

// limit is the largest size of a value on the stack, from ir.MaxStackVarSize and ir.MaxImplicitStackVarSize in
// cmd/compile/internal/ir/cfg.go of Go 1.25 to 1.27.
func (f *facts) limit() string {
	if f.heap.Kind == record.Moved {
		return "128 KiB for a variable"
	}
	return "64 KiB for what is not a variable"
}

// subject names what is on the heap.
func (f *facts) subject() string {
	switch expr := f.expr(); {
	case f.site.Match == record.Shared:
		return expr
	case f.site.Kind == record.PointVariable && f.site.Expr != "":
		return expr
	case f.heap != nil && f.heap.Kind == record.Moved:
		return f.plain(f.heap.Expr)
	case f.site.Kind == record.PointClosure:
		return "the function literal"
	case f.site.Kind == record.PointVariadic:
		return "the slice"
	default:
		return expr
	}
}

// at names the line of a step, with its file if it is not the site's.
func (f *facts) at(step record.Step) string {
	switch {
	case step.Pos.Line == 0:
		return ""
	case step.Pos.File != f.site.Pos.File:
		return fmt.Sprintf(" (%s:%d)", step.Pos.File, step.Pos.Line)
	}
	return fmt.Sprintf(" (line %d)", step.Pos.Line)
}

// toHeap explains a flow that ends at the heap: an assignment to something that outlives the function, or a call.
func (f *facts) toHeap(step record.Step) finding {
	switch step.Why {
	case "call parameter", "callee operand":
		return f.passed(step)
	case "spill", "":
		return finding{} // the value is allocated in any case; the kind decides
	case "captured by a closure", "reference":
		return f.captured(step)
	}
	if f.heap.Kind == record.Moved && iteration(f.path) {
		return finding{LoopVariable, fmt.Sprintf("is a new one in each iteration, and is kept beyond it by %s%s", f.text(step), f.at(step))}
	}
	return finding{Stored, fmt.Sprintf("is kept beyond the call by %s%s", f.text(step), f.at(step))}
}

// carrier returns the method value that has the value as its receiver and escapes; nil if there is none. The compiler
// reports no reason for it if the method lets its receiver leak, too: the flow ends in "{temp} <- x" and "{heap} <-
// {temp}".
func (f *facts) carrier() *ast.SelectorExpr {
	n := len(f.heap.Flow) - 2
	if n < 0 || f.heap.Flow[n].Dst != "{temp}" || f.heap.Flow[n+1].Why != "" {
		return nil
	}
	var value *ast.SelectorExpr
	step := f.heap.Flow[n]
	src := f.src.of(step.Pos)
	switch step.Why {
	case "address-of", "spill":
		if _, path, ok := inner[*ast.SelectorExpr](src.at(step.Pos)); ok {
			value = src.methodValue(path)
		}
	case "":
		if n == 0 {
			return nil
		}
		step = f.heap.Flow[n-1]
		if v := f.src.of(step.Pos).named(clean(step.Dst), step.Pos); v != nil {
			src = f.src.of(step.Pos)
			src.allUses(v, func(path []ast.Node, _ bool) bool {
				value = src.methodValue(path[1:])
				return value == nil
			})
		}
	}
	return value
}

// methodValue returns the method value x.m at the start of a path; nil if the method is called there, or if it is
// something else.
func (s source) methodValue(path []ast.Node) *ast.SelectorExpr {
	sel, ok := path[0].(*ast.SelectorExpr)
	if !ok || s.info.Selections[sel] == nil || s.info.Selections[sel].Kind() != types.MethodVal {
		return nil
	}
	if call, ok := path[1].(*ast.CallExpr); ok && call.Fun == sel {
		return nil
	}
	return sel
}

// passed explains a flow that ends at a call.
func (f *facts) passed(step record.Step) finding {
	text := f.text(step)
	if strings.Contains(step.Expr, cgoCall) || strings.HasPrefix(step.Expr, "C.") { // the latter since Go 1.27
		return finding{Cgo, fmt.Sprintf("is passed to C, which must not see it move: %s%s", strings.ReplaceAll(text, cgoCall, "C."), f.at(step))}
	}
	t := f.log.follow(f.heap, step)
	if f.trail = t; t.end != "" && f.site.Match == record.Measured {
		f.causePos = t.at
		f.cause = fmt.Sprintf("what is passed to %s gets away in %s:%d", t.through[0], t.at.File, t.at.Line)
	}
	kept := finding{Passed, cmp.Or(
		t.of(text, f.at(step)),
		fmt.Sprintf("is kept by %s, as far as the compiler knows%s", text, f.at(step)),
	)}
	call := f.sourceCall(step)
	if call == nil {
		return kept
	}
	switch kind, obj := f.src.of(step.Pos).callee(call); kind {
	case dynamicCall, interfaceCall, parameterCall:
		return finding{UnknownCallee, fmt.Sprintf("is passed to %s, which calls %s and may keep it%s", text, unknownCallees[kind], f.at(step))}
	case builtinCall:
		if obj.Name() == "append" || obj.Name() == "copy" {
			return finding{Stored, fmt.Sprintf("is kept beyond the call in a slice: %s%s", text, f.at(step))}
		}
	}
	return kept
}

// unknownCallees say why a callee is known only at run time.
var unknownCallees = map[callee]string{
	dynamicCall:   "whatever function the variable holds",
	interfaceCall: "the method of whatever type is in the interface",
	parameterCall: "the method of whatever the type parameter stands for",
}

// sourceCall returns the call in the source that a step is about; nil if the step is about a call in an inlined body,
// or if there is no source.
func (f *facts) sourceCall(step record.Step) *ast.CallExpr {
	src := f.src.of(step.Pos)
	call, _ := src.call(step.Pos)
	if call == nil || !src.sameCall(call, step.Expr) {
		return nil
	}
	return call
}

// text describes a step, in the words of the source where the compiler has rewritten it.
func (f *facts) text(step record.Step) string {
	if call := f.sourceCall(step); call != nil {
		return brief(types.ExprString(call))
	}
	if text := f.sourceAssignment(step); text != "" {
		return text
	}
	text := brief(f.plain(step.Expr))
	if step.Why == "call parameter" {
		if call, _ := f.src.of(step.Pos).call(step.Pos); call != nil {
			text += ", which " + brief(types.ExprString(call.Fun)) + " calls"
		}
	}
	return text
}

// sourceAssignment returns the assignment in the source that a step is about; empty if there is none at its position.
func (f *facts) sourceAssignment(step record.Step) string {
	if !strings.HasPrefix(step.Why, "assign") {
		return ""
	}
	src := f.src.of(step.Pos)
	assign, _, ok := inner[*ast.AssignStmt](src.at(step.Pos))
	if !ok || assign.TokPos != src.pos(step.Pos) && assign.Pos() != src.pos(step.Pos) {
		return ""
	}
	return brief(exprs(assign.Lhs) + " " + assign.Tok.String() + " " + exprs(assign.Rhs))
}

// exprs formats a list of expressions, without the contents of literals.
func exprs(list []ast.Expr) string {
	var parts []string
	for _, e := range list {
		parts = append(parts, types.ExprString(e))
	}
	return strings.Join(parts, ", ")
}

// briefly is the maximal length of an expression in a sentence, in characters.
const briefly = 60

func brief(expr string) string {
	r := []rune(strings.Join(strings.Fields(expr), " "))
	if len(r) > briefly {
		return string(r[:briefly-1]) + "…"
	}
	return string(r)
}

// sameCall reports whether the compiler's text of a call can be that of the source. It may not be: calls in an
// inlined body have the position of the call that was inlined.
func (s source) sameCall(call *ast.CallExpr, text string) bool {
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return true
	}
	if kind, _ := s.callee(call); kind == parameterCall {
		return true // printed as a call through the dictionary
	}
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(id.Name) + `\)?[(\[]`).MatchString(text)
}

// captured explains a flow into a function literal, or into the body of a range-over-func loop, which is one.
func (f *facts) captured(step record.Step) finding {
	if loop := f.src.rangeFunc(f.src.at(step.Pos)); loop != nil && loop.Pos() > f.src.pos(f.site.Pos) {
		return finding{RangeFunc, fmt.Sprintf("is shared with the body of %s%s", iteratorNotInlined, f.at(step))}
	}
	return finding{Captured, fmt.Sprintf("is shared with a function literal that outlives the call%s", f.at(step))}
}

// iteratorNotInlined names the loop that makes objects.
const iteratorNotInlined = "a loop over an iterator that is not inlined into it"

// intoStorage explains a flow into another value that is on the heap itself.
func (f *facts) intoStorage(step record.Step) finding {
	switch {
	case strings.HasPrefix(step.Dst, "{storage for func literal"):
		return f.captured(step)
	case strings.HasPrefix(step.Dst, "{storage for ... argument"):
		return finding{Passed, fmt.Sprintf("is among the arguments of a call that keeps them%s", f.at(step))}
	}
	text := strings.TrimSuffix(strings.TrimPrefix(step.Dst, "{storage for "), "}")
	return finding{Stored, fmt.Sprintf("is kept by %s%s, which %s", brief(f.plain(text)), f.at(step), f.sinceHolder("is on the heap itself"))}
}
