package size

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// Adds returns what a statement adds to the variable v itself. ok is false for a statement that it does not recognise.
type Adds func(s ast.Stmt, v *types.Var) (part Part, ok bool)

// Or returns what adds says and, of the call of a function of the package that is given v, or its address, what that function
// adds to its parameter: a slice that it also returns, a map or a buffer.
//
//	v = appendName(v, name)    v, err = e.appendName(v, name)    writeName(&v, name)    v.add(names...)
func (adds Adds) Or(pkg *source.Package) Adds {
	known := make(map[*types.Var]*callee)
	var asked *types.Var // the parameter that is looked at
	var all Adds
	all = func(s ast.Stmt, v *types.Var) (Part, bool) {
		if part, ok := adds(s, v); ok {
			return part, true
		}
		call, uses := callOn(pkg, s, v)
		if call == nil || pkg.Mentions(s, v) != uses {
			return Part{}, false
		}
		fn, param := parameter(pkg, call, v)
		if param == nil {
			return Part{}, false
		}
		if param == asked {
			return Part{Open: true}, true // a function that calls itself only adds if all else in it does
		}
		k, seen := known[param]
		if !seen {
			k = &callee{pkg: pkg, fn: fn, param: param, adds: all}
			known[param] = k // of functions that call each other the inner call is not recognised
			outer := asked
			asked = param
			k.look()
			asked = outer
		}
		return k.part(call)
	}
	return all
}

// callOn returns the call in a statement that does nothing else, or sets the slice v to the result, and how often that
// mentions v if it is one argument.
func callOn(pkg *source.Package, s ast.Stmt, v *types.Var) (call *ast.CallExpr, uses int) {
	e, uses := ast.Expr(nil), 1
	switch s := s.(type) {
	case *ast.ExprStmt:
		if !source.IsA[*types.Slice](v.Type()) {
			e = s.X
		}
	case *ast.AssignStmt:
		if s.Tok == token.ASSIGN && len(s.Rhs) == 1 && pkg.Is(s.Lhs[0], v) && source.IsA[*types.Slice](v.Type()) {
			e, uses = s.Rhs[0], 2
		}
	case *ast.ReturnStmt:
		i := slices.IndexFunc(s.Results, func(e ast.Expr) bool { return pkg.Mentions(e, v) > 0 })
		if i >= 0 && source.IsA[*types.Slice](v.Type()) {
			e = s.Results[i]
		}
	}
	call, _ = ast.Unparen(e).(*ast.CallExpr)
	return call, uses
}

// A callee is a function of the package that is called with a variable.
type callee struct {
	pkg   *source.Package
	fn    *inline.Func
	param *types.Var // for the variable
	adds  Adds

	only    bool  // it does nothing with the parameter but to add to it, and to look at it
	counted bool  // count is known
	count   Count // what it adds, in terms of its parameters
	spare   int64 // how much less than the constant part of that it may be, without an error
}

// look finds out what the function adds.
func (k *callee) look() {
	body := k.fn.Decl.Body.List
	leaf := func(s ast.Stmt) (Part, bool) { return k.adds(s, k.param) }
	k.only = k.pkg.Every(k.param, k.harmless) && k.returns()
	if k.only {
		k.count, k.counted = Of(k.fn.File, nil, body, body[0].Pos(), leaf)
		least, _ := Least(k.fn.File, nil, body, body[0].Pos(), leaf)
		k.spare = constant(k.count.terms) - constant(least.terms)
	}
	if c := k.count; len(c.Trusted) > 0 || c.Loose && source.IsA[*types.Map](k.param.Type()) {
		k.counted = false // room for keys that are not put costs more than the map's growth
	}
}

// part returns what the call adds: the most, if that follows from its arguments.
func (k *callee) part(call *ast.CallExpr) (Part, bool) {
	if !k.only {
		return Part{}, false
	}
	if part, ok := k.given(call); ok && k.counted {
		part.Spare, part.Loose, part.Density = part.Spare+k.spare, k.count.Loose, k.count.Density
		if !k.count.Sure && !k.count.Certain {
			part.Spare = part.K
		}
		if k.count.Loose || !k.count.Sure {
			part.Spare = max(1, part.Spare) // perhaps it adds none of the lengths
		}
		return part, true
	}
	return Part{Open: true}, true
}

// parameter returns the function of the package that is called, and its parameter, or receiver, for v.
func parameter(pkg *source.Package, call *ast.CallExpr, v *types.Var) (fn *inline.Func, param *types.Var) {
	i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return pkg.Is(source.Referent(arg), v) })
	called, param := source.Parameter(pkg.Info, call, i)
	if param == nil || i < 0 && !pkg.Is(source.Receiver(pkg.Info, call), v) || source.IsA[*types.Interface](param.Type()) || pkg.Captured(param) {
		return nil, nil
	}
	fn, ok := inline.Declared(pkg, called)
	if !ok || fn.File.Jumps(fn.Decl.Body.Lbrace+1) || inline.MayRecover(pkg.Info, fn.Decl) {
		return nil, nil
	}
	return fn, param
}

// harmless reports whether the use of the parameter is part of a statement that adds to it, is returned as the first result, or
// only looks at it.
func (k *callee) harmless(use inspector.Cursor) bool {
	if use.ParentEdgeKind() == edge.ReturnStmt_Results {
		return use.ParentEdgeIndex() == 0
	}
	if k.pkg.Looked(use) {
		return true
	}
	stmt, ok := source.EnclosingStmt(use)
	if !ok {
		return false
	}
	_, ok = k.adds(stmt.Node().(ast.Stmt), k.param)
	return ok
}

// returns reports whether the first result of a function that is given a slice is that slice, with what was added.
func (k *callee) returns() bool {
	if !source.IsA[*types.Slice](k.param.Type()) {
		return true
	}
	is := func(e ast.Expr, r inline.Return) bool {
		return k.pkg.Mentions(e, k.param) > 0 || k.pkg.Info.Types[e].IsNil() && flow.Fails(k.pkg.Info, r.Stmt)
	}
	return !slices.ContainsFunc(k.fn.Returns(), func(r inline.Return) bool { return len(r.Values) == 0 || !is(r.Values[0], r) })
}

// maxTimes is how often a function may add the same text, which is listed as often.
const maxTimes = 64

// given returns a count of constants and of lengths of parameters as that of the arguments of the call.
func (k *callee) given(call *ast.CallExpr) (part Part, ok bool) {
	for _, t := range k.count.terms {
		one := Part{K: 1}
		if len(t.factors) > 0 {
			x, isLen := Count{terms: []term{{1, t.factors}}}.Length()
			if of, isVar := k.pkg.LocalVar(x); t.k > maxTimes || !isLen || !isVar || of.Kind() != types.ParamVar || len(k.pkg.Writes(of)) > 0 {
				return Part{}, false
			} else if one, ok = k.argument(call, of); !ok {
				return Part{}, false
			}
		}
		part.K, part.Spare = part.K+t.k*one.K, part.Spare+t.k*one.Spare
		for range t.k {
			part.Of = append(part.Of, one.Of...)
		}
	}
	return part, len(k.count.loops) == 0
}

// argument returns the length of what the call gives a parameter.
func (k *callee) argument(call *ast.CallExpr, of *types.Var) (Part, bool) {
	sig := k.fn.Obj.Signature()
	for i := range sig.Params().Len() {
		switch {
		case sig.Params().At(i) != of:
		case sig.Variadic() && i == sig.Params().Len()-1 && !call.Ellipsis.IsValid():
			return Part{K: int64(len(call.Args) - i)}, true
		default:
			return Bytes(k.pkg.Info, call.Args[i]), true
		}
	}
	return Part{}, false
}

// Appended is an [Adds] for slices.
//
//	v = append(v, x)    v = append(v, y...)    v = strconv.AppendInt(v, n, 10)    return append(v, x)
func Appended(pkg *source.Package) Adds {
	return func(s ast.Stmt, v *types.Var) (Part, bool) {
		call, uses := callOn(pkg, s, v)
		if call == nil || len(call.Args) < 2 || pkg.Mentions(s, v) != uses || !pkg.Is(call.Args[0], v) {
			return Part{}, false
		}
		if source.IsBuiltin(pkg.Info, call, "append") {
			if call.Ellipsis.IsValid() {
				return Part{Of: call.Args[1:]}, true
			}
			return Part{K: int64(len(call.Args) - 1)}, true
		}
		return ofLibrary(pkg.Info, call)
	}
}

// ofLibrary returns what a function of the library appends to its first argument.
func ofLibrary(info *types.Info, call *ast.CallExpr) (Part, bool) {
	fn := stdlib.Of(source.Func(info, call))
	if fn.Name == "Time.AppendFormat" {
		if layout, ok := source.StringConst(info, call.Args[1]); ok {
			return Part{K: int64(len(longest.Format(layout)))}, true
		}
	}
	if bits, ok := strings.CutPrefix(fn.Name[strings.Index(fn.Name, ".")+1:], "AppendUint"); ok && fn.Path == "encoding/binary" {
		if n, err := strconv.Atoi(bits); err == nil {
			return Part{K: int64(n / 8)}, true
		}
	}
	return Part{Open: true}, fn.Appends
}

// Written is an [Adds] for buffers.
//
//	v.WriteString(s)    v.Write(b)    v.WriteByte(c)    v.WriteRune(r)    io.WriteString(&v, s)    fmt.Fprintf(&v, f, x)
func Written(pkg *source.Package) Adds {
	return func(s ast.Stmt, b *types.Var) (Part, bool) {
		stmt, ok := s.(*ast.ExprStmt)
		if !ok {
			return Part{}, false
		}
		call, ok := ast.Unparen(stmt.X).(*ast.CallExpr)
		if !ok {
			return Part{}, false
		}
		if kind, x := source.WriterCall(pkg.Info, call, "WriteString", "Write", "WriteByte", "WriteRune"); kind != "" && pkg.Is(x, b) {
			return written(pkg, source.CalleeName(call), call.Args[0]), true
		}
		if len(call.Args) < 2 || !pkg.Is(source.Referent(call.Args[0]), b) || pkg.Mentions(call, b) != 1 {
			return Part{}, false // or what is written through may hold it back, or write more
		}
		if _, ok := source.CallTo(pkg.Info, call, "io", "WriteString"); ok {
			return Bytes(pkg.Info, call.Args[1]), true
		}
		_, prints := source.CallTo(pkg.Info, call, "fmt", "Fprint", "Fprintf", "Fprintln")
		return Part{Open: true}, prints
	}
}

// written returns what a method of a buffer writes of its argument.
func written(pkg *source.Package, method string, arg ast.Expr) Part {
	switch method {
	case "WriteByte":
		return Part{K: 1}
	case "WriteRune":
		if r, ok := source.IntConst(pkg.Info, arg); ok && r >= 0 {
			return Part{K: int64(max(1, utf8.RuneLen(rune(r))))}
		}
		if ofString(pkg, arg) {
			return Part{K: 1} // the count of the loop is in bytes, not runes
		}
		return Part{K: utf8.UTFMax, Spare: utf8.UTFMax - 1}
	}
	return Bytes(pkg.Info, arg)
}

// ofString reports whether e is the rune of a range over a string. The count ignores that an invalid
// byte is written as three.
func ofString(pkg *source.Package, e ast.Expr) bool {
	v, ok := pkg.LocalVar(e)
	if !ok {
		return false
	}
	def, ok := pkg.Def(v)
	if !ok || def.ParentEdgeKind() != edge.RangeStmt_Value {
		return false
	}
	b, ok := source.Core(pkg.Info.TypeOf(def.Parent().Node().(*ast.RangeStmt).X)).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}
