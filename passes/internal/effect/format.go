package effect

import (
	"go/ast"
	"go/types"
	"strings"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// formats adds what a function of package fmt does with its operands.
func (w *walker) formats(call *ast.CallExpr, fn *types.Func, known stdlib.Func) {
	first := fn.Signature().Params().Len() - 1
	letters, each := "", false
	if strings.HasSuffix(known.Name, "f") && first > 0 && first <= len(call.Args) {
		if text, ok := source.StringConst(w.info, call.Args[first-1]); ok {
			letters, each = verbs.Letters(text)
		}
	}
	operands := call.Args[min(first, len(call.Args)):]
	for i, arg := range operands {
		if call.Ellipsis.IsValid() {
			w.Methods, w.Reads = true, true
			return
		}
		if each && len(letters) == len(operands) && letters[i] == 'T' {
			continue // prints only the type
		}
		w.operand(w.info.TypeOf(arg), 0)
	}
}

// deepest is how many levels of a type are looked at for methods.
const deepest = 5

// operand adds what fmt does with a value of type t: reading it, and calling the methods of it and
// of its parts.
func (w *walker) operand(t types.Type, depth int) {
	if depth > deepest {
		w.Methods, w.Reads = true, true
		return
	}
	if tuple, ok := t.(*types.Tuple); ok {
		for v := range tuple.Variables() {
			w.operand(v.Type(), depth+1)
		}
		return
	}
	set := types.NewMethodSet(t)
	for m := range set.Methods() {
		switch m.Obj().Name() {
		case "Error", "String", "Format", "GoString":
			w.formatMethod(m.Obj().(*types.Func))
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		w.Reads = w.Reads || u.Kind() == types.UnsafePointer
	case *types.Interface:
		w.Methods, w.Reads = true, true
	case *types.Pointer:
		w.Reads = true
		w.operand(u.Elem(), depth+1)
	case *types.Slice:
		w.Reads = true
		w.operand(u.Elem(), depth+1)
	case *types.Array:
		w.operand(u.Elem(), depth+1)
	case *types.Map:
		w.Reads = true
		w.operand(u.Key(), depth+1)
		w.operand(u.Elem(), depth+1)
	case *types.Struct:
		w.Reads = true
		for f := range u.Fields() {
			w.operand(f.Type(), depth+1)
		}
	}
}

// formatMethod adds a method that fmt calls. fmt recovers from its panics.
func (w *walker) formatMethod(fn *types.Func) {
	if stdlib.Of(fn).Quiet {
		return
	}
	inner := walker{pkg: w.pkg, info: w.info, callees: w.callees}
	if types.IsInterface(fn.Signature().Recv().Type()) || !inner.inPackage(fn) || inner.Unknown() {
		w.Methods = true
		return
	}
	inner.Panics, inner.Follows = false, false
	w.add(inner.Summary)
}
