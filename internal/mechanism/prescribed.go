package mechanism

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// prescribed are methods that the standard library calls: nobody can give them another
// result.
var prescribed = []string{"String", "GoString", "Error", "MarshalText", "MarshalJSON", "MarshalBinary", "GobEncode"}

// converting is the conversion of the site, of which the position is that of its operand,
// with the nodes around it.
func (f *facts) converting() (*ast.CallExpr, []ast.Node) {
	var first *ast.CallExpr
	var around []ast.Node
	for i, n := range f.path {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(f.path) < i+2 {
			continue
		}
		if kind, _ := f.src.callee(call); kind != conversionCall {
			continue
		}
		if types.ExprString(call) == f.site.Expr {
			return call, f.path[i:]
		}
		if first == nil {
			first, around = call, f.path[i:]
		}
	}
	return first, around
}

// prescribedResult names the method of a prescribed signature of which the conversion at
// the site is the result; empty if it is none.
func (f *facts) prescribedResult() string {
	call, path := f.converting()
	if call == nil {
		return ""
	}
	fn, ok := function(path).(*ast.FuncDecl)
	if !ok || fn.Recv == nil || !f.src.isResult(path) || !slices.Contains(prescribed, fn.Name.Name) {
		return ""
	}
	return fn.Name.Name
}

// bytesRemedy is, of bytes made from a string, to call what takes the string only where
// there is such a form.
func (f *facts) bytesRemedy() string {
	if method := f.prescribedResult(); method != "" {
		return method + " has to return bytes: whoever needs the text gets it without a copy from a method that returns the string"
	}
	conversion, path := f.converting()
	if conversion == nil {
		return ""
	}
	if f.src.isResult(path) {
		return "return the string, where the caller needs no bytes, or append to a slice of his"
	}
	call, ok := path[1].(*ast.CallExpr)
	if !ok || !slices.Contains(call.Args, ast.Expr(conversion)) {
		return ""
	}
	kind, obj := f.src.callee(call)
	fn, ok := obj.(*types.Func)
	if !ok || kind == staticCall && fn.Pkg() == f.pkg() {
		return "" // whose parameter may become a string
	}
	if form := textForm(fn); form != "" {
		return "use " + form + ", which takes the string"
	}
	return "append to a buffer that exists, where " + fn.Name() + " does not keep it"
}

// textForm names the form of a function on bytes that takes a string; empty if there is
// none.
func textForm(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		if fn.Pkg() != nil && fn.Pkg().Path() == "bytes" {
			return "strings." + fn.Name()
		}
		for _, form := range []string{fn.Name() + "String", fn.Name() + "InString"} {
			if fn.Pkg() != nil && fn.Pkg().Scope().Lookup(form) != nil {
				return fn.Pkg().Name() + "." + form
			}
		}
		return ""
	}
	obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), fn.Name()+"String")
	if method, ok := obj.(*types.Func); ok {
		return method.Name()
	}
	if types.IsInterface(recv.Type()) && fn.Name() == "Write" {
		return "io.WriteString"
	}
	return ""
}

// prescribedText is, of a text that a prescribed method returns, to make it as one.
func (f *facts) prescribedText() string {
	method := f.prescribedResult()
	if method == "" {
		return ""
	}
	return strings.Replace("M has to return a string: take it from where it is one, or build it in a strings.Builder, which copies nothing in the end", "M", method, 1)
}
