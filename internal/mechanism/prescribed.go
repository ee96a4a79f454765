package mechanism

import (
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// prescribed are methods that the standard library calls, so that their results cannot have another type.
var prescribed = []string{"String", "GoString", "Error", "MarshalText", "MarshalJSON", "MarshalBinary", "GobEncode"}

// converting returns the conversion at the site, whose position is that of its operand, with the nodes around it.
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

// prescribedResult returns the name of the prescribed method whose result the conversion at the site is; empty if
// there is none.
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

// bytesRemedy returns the remedy for bytes made from a string. It advises to call a form that takes the string only
// if there is one.
func (f *facts) bytesRemedy() string {
	if method := f.prescribedResult(); method != "" {
		return method + " has to return bytes: whoever needs the text gets it without a copy from a method that returns the string"
	}
	conversion, path := f.converting()
	if conversion == nil {
		return ""
	}
	switch {
	case f.src.becomesInterface(path):
		return "the result is an interface: keep what was made before, where texts repeat"
	case f.src.isResult(path):
		return "return the string, where the caller needs no bytes, or append to a slice of his"
	}
	fn, own := f.takes(conversion, path)
	switch {
	case fn == nil:
		return ""
	case own:
		return "let " + fn.Name() + " take the string, or append to a buffer that exists"
	}
	if form := textForm(fn); form != "" {
		return "use " + form + ", which takes the string"
	}
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) && fn.Name() == "Write" {
		return "use io.WriteString, where what is written to has such a method, or append to a buffer that exists"
	}
	return "append to a buffer that exists, where " + fn.Name() + " does not keep it"
}

// becomesInterface reports whether the expression at the start of a path is a result of interface type.
func (s source) becomesInterface(path []ast.Node) bool {
	ret, ok := path[1].(*ast.ReturnStmt)
	return ok && s.returnsInterface(path, slices.IndexFunc(ret.Results, func(e ast.Expr) bool { return e == path[0] }), 0)
}

// takes returns the function that a conversion is an argument of, nil if it is not known, and whether the package of
// the site declares it.
func (f *facts) takes(conversion *ast.CallExpr, path []ast.Node) (fn *types.Func, own bool) {
	call, ok := path[1].(*ast.CallExpr)
	if !ok || !slices.Contains(call.Args, ast.Expr(conversion)) {
		return nil, false
	}
	kind, obj := f.src.callee(call)
	fn, _ = obj.(*types.Func)
	return fn, fn != nil && kind == staticCall && fn.Pkg() == f.src.pkg.Types
}

// textForm returns the form of a function on bytes that takes a string; empty if there is none.
func textForm(fn *types.Func) string {
	for _, form := range []string{fn.Name() + "String", fn.Name() + "InString"} {
		if other := sibling(fn, form); other != nil {
			return calledAs(other)
		}
	}
	switch {
	case fn.Signature().Recv() != nil || fn.Pkg() == nil || fn.Pkg().Path() != "bytes" || fn.Name() == "Runes":
		return ""
	case fn.Name() == "Equal":
		return "=="
	}
	return "strings." + fn.Name()
}

// calledAs is the name by which a function is called in other packages, and just the name of a method.
func calledAs(fn *types.Func) string {
	if fn.Signature().Recv() != nil {
		return fn.Name()
	}
	return fn.Pkg().Name() + "." + fn.Name()
}

// wantedText returns the remedy for a text that must be a string: a prescribed method returns it, it is converted to
// an interface, or it is passed to a function that takes a string. It is empty if nothing says that it must be a
// string.
func (f *facts) wantedText() string {
	if method := f.prescribedResult(); method != "" {
		return method + " has to return a string: take it from where it is one, or build it in a strings.Builder, which copies nothing in the end"
	}
	conversion, path := f.converting()
	if conversion == nil {
		return ""
	}
	if f.src.becomesInterface(path) {
		return "the result is an interface of a string: cut many that are kept equally long from one, or keep those that repeat"
	}
	fn, own := f.takes(conversion, path)
	switch {
	case fn == nil:
		return ""
	case own:
		return "let " + fn.Name() + " take the bytes, where it keeps no string"
	}
	if form := bytesForm(fn); form != "" {
		return "use " + form + ", which takes the bytes"
	}
	return fn.Name() + " takes a string: keep those that repeat, and look them up by m[string(b)], which copies nothing"
}

// bytesForm returns the form of a function on text that takes bytes; empty if there is none.
func bytesForm(fn *types.Func) string {
	for _, text := range []string{"InString", "String"} {
		name := strings.Replace(fn.Name(), text, "", 1)
		if name == fn.Name() || name == "" {
			continue
		}
		if form := sibling(fn, name); form != nil && takesBytes(form) {
			return calledAs(form)
		}
	}
	if fn.Signature().Recv() == nil && fn.Pkg() != nil && fn.Pkg().Path() == "strings" && fn.Name() != "NewReplacer" {
		return "bytes." + fn.Name()
	}
	return ""
}

// takesBytes reports whether a parameter of a function is a slice of bytes.
func takesBytes(fn *types.Func) bool {
	for v := range fn.Signature().Params().Variables() {
		if elementSize(v.Type()) == 1 {
			return true
		}
	}
	return false
}
