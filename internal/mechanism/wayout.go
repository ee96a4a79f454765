package mechanism

import (
	"fmt"
	"go/ast"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// wayOut decides by the last step of the compiler's flow how a value got away.
func (f *facts) wayOut() finding {
	if f.heap == nil {
		return finding{}
	}
	step := last(f.heap)
	switch {
	case strings.HasPrefix(f.heap.Expr, "#"):
		return f.ranged()
	case has(f.heap, "too large for stack") || f.heap.Reason == "too large for stack":
		return finding{TooLarge, fmt.Sprintf("%s%s is larger than what a stack frame holds (%s)", f.expr(), f.sized(), f.limit())}
	case step.Why == "return" || result.MatchString(step.Dst) || f.isResult(step.Dst):
		return finding{Returned, f.returned(step)}
	case step.Why == "send":
		return finding{Sent, fmt.Sprintf("%s sends a pointer to %s to another goroutine%s", clean(step.Expr), f.subject(), at(step))}
	case step.Dst == "{heap}":
		return f.toHeap(step)
	case strings.HasPrefix(step.Dst, "{storage for "):
		return f.intoStorage(step)
	case step.Dst != "":
		return finding{LoopVariable, fmt.Sprintf("each iteration has its own %s, and %s refers to it after its end%s", f.subject(), clean(step.Dst), at(step))}
	}
	return finding{}
}

// limit is how large a value on the stack may be. From ir.MaxStackVarSize and
// ir.MaxImplicitStackVarSize in cmd/compile/internal/ir/cfg.go of Go 1.25 to
// 1.27.
func (f *facts) limit() string {
	if f.heap.Kind == record.Moved {
		return "128 KiB for a variable"
	}
	return "64 KiB for what is not a variable"
}

// subject names what is on the heap.
func (f *facts) subject() string {
	switch expr := f.expr(); {
	case f.heap != nil && f.heap.Kind == record.Moved:
		return clean(f.heap.Expr)
	case f.site.Kind == record.PointClosure:
		return "the function literal"
	case f.site.Kind == record.PointVariadic:
		return "the slice"
	default:
		return expr
	}
}

// at names the line of a step.
func at(step record.Step) string {
	if step.Pos.Line == 0 {
		return ""
	}
	return fmt.Sprintf(" (line %d)", step.Pos.Line)
}

func (f *facts) isResult(dst string) bool { return namesResult(f.path, dst) }

func (f *facts) returned(step record.Step) string {
	_, function := signature(f.path)
	if function == "" {
		function = "its function"
	}
	return fmt.Sprintf("%s is used after %s has returned it%s", f.subject(), function, at(step))
}

// toHeap is a flow that ends at the heap: an assignment to what outlives the
// function, or a call.
func (f *facts) toHeap(step record.Step) finding {
	switch step.Why {
	case "call parameter", "callee operand":
		return f.passed(step)
	case "spill", "":
		return finding{} // the value is on the heap by itself; the kind decides
	case "captured by a closure", "reference":
		return f.captured(step)
	}
	if f.iterates() {
		return finding{LoopVariable, fmt.Sprintf("each iteration has its own %s, and %s keeps a pointer to it%s", f.subject(), clean(step.Expr), at(step))}
	}
	return finding{Stored, fmt.Sprintf("%s keeps a pointer to %s, and outlives the call%s", clean(step.Expr), f.subject(), at(step))}
}

// iterates reports whether the moved variable is one of a for statement.
func (f *facts) iterates() bool {
	return f.heap.Kind == record.Moved && iteration(f.path)
}

// passed is a flow that ends at a call.
func (f *facts) passed(step record.Step) finding {
	text := clean(step.Expr)
	unknown := finding{UnknownCallee, fmt.Sprintf("what %s calls is known only at run time, and may keep %s%s", text, f.subject(), at(step))}
	kept := finding{Passed, fmt.Sprintf("%s keeps %s, as far as the compiler knows%s", text, f.subject(), at(step))}
	if f.src.file == nil {
		return kept
	}
	call, _ := f.src.call(step.Pos)
	if call == nil || !f.sameCall(call, step.Expr) { // within an inlined body
		return kept
	}
	switch kind, obj := f.src.callee(call); kind {
	case dynamicCall, interfaceCall, parameterCall:
		return unknown
	case builtinCall:
		if obj.Name() == "append" || obj.Name() == "copy" {
			return finding{Stored, fmt.Sprintf("%s keeps %s in a slice that outlives the call%s", text, f.subject(), at(step))}
		}
	}
	return kept
}

// sameCall reports whether the compiler's text of a call can be that of the
// source: the call of an inlined body stands at the position of the call that
// it was inlined for.
func (f *facts) sameCall(call *ast.CallExpr, text string) bool {
	var id *ast.Ident
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	case *ast.IndexExpr, *ast.IndexListExpr:
		return true
	default:
		return true
	}
	if kind, _ := f.src.callee(call); kind == parameterCall {
		return true // printed as a call through the dictionary
	}
	return strings.Contains(text, id.Name+"(") || strings.Contains(text, id.Name+"[")
}

// captured is a flow into a function literal, or into the body of a loop over
// a function, which is one.
func (f *facts) captured(step record.Step) finding {
	if f.src.file != nil {
		path := f.src.at(step.Pos)
		if loop := f.src.rangeFunc(path); loop != nil && loop.Pos() > f.src.pos(f.site.Pos) {
			return finding{RangeFunc, fmt.Sprintf("%s is shared with the body of the loop over a function, which is not inlined%s", f.subject(), at(step))}
		}
	}
	return finding{Captured, fmt.Sprintf("%s is shared with a function literal that outlives the call%s", f.subject(), at(step))}
}

// intoStorage is a flow into another value that is on the heap itself.
func (f *facts) intoStorage(step record.Step) finding {
	switch {
	case strings.HasPrefix(step.Dst, "{storage for func literal"):
		return f.captured(step)
	case strings.HasPrefix(step.Dst, "{storage for ... argument"):
		return finding{Passed, fmt.Sprintf("%s is an argument of a call that keeps it%s", f.subject(), at(step))}
	}
	other := clean(strings.TrimSuffix(strings.TrimPrefix(step.Dst, "{storage for "), "}"))
	return finding{Stored, fmt.Sprintf("%s is kept by %s, which is on the heap itself%s", f.subject(), other, at(step))}
}
