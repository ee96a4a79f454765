package mechanism

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// unmeasured is the remedy for objects that a test requests.
const unmeasured = "keep it out of what is measured, unless it is that"

// calleeRemedy returns the remedy for what a called function allocates: to reuse the variable that it fills, if that
// is new in each call; or to use another form of the function, which takes the destination of its result, if its
// package has one; or to call it less often.
func (f *facts) calleeRemedy() string {
	if _, known := instead(f.site.Callee); known || f.copies() {
		return ""
	}
	const keep = "call it less often: keep what it returns, where that is the same each time and nobody changes it"
	call, _ := f.src.call(f.site.Pos)
	if call == nil {
		return keep
	}
	if filled := f.filledVariable(call); filled != "" {
		return fmt.Sprintf("%s is new in each call: keep one, or take it from a sync.Pool, if what fills it reuses what it finds", filled)
	}
	_, obj := f.src.callee(call)
	fn, ok := obj.(*types.Func)
	if ok {
		if form := f.otherForm(fn); form != "" {
			return form
		}
	}
	switch {
	case f.site.Test:
		return unmeasured
	case ok && f.newReceiver(call, fn) && !f.shared():
		return "use one receiver again, of a sync.Pool, where its value is not kept"
	case ok && !hasResult(fn):
		if slices.ContainsFunc(call.Args, func(arg ast.Expr) bool { return f.src.info.Types[arg].Value == nil }) {
			return "nothing, unless some of the calls are not needed"
		}
		return "call it less often: once for what stays the same"
	}
	return keep
}

// filledVariable returns the local variable whose address is passed to a call; empty for none.
func (f *facts) filledVariable(call *ast.CallExpr) string {
	for _, arg := range call.Args {
		address, ok := ast.Unparen(arg).(*ast.UnaryExpr)
		if !ok || !f.local(address.X) {
			continue
		}
		switch f.src.info.TypeOf(address.X).Underlying().(type) {
		case *types.Struct, *types.Slice, *types.Map:
			return types.ExprString(address.X)
		}
	}
	return ""
}

// hasResult reports whether a function returns anything but an error.
func hasResult(fn *types.Func) bool {
	for v := range fn.Signature().Results().Variables() {
		if !isErrorType(v.Type()) {
			return true
		}
	}
	return false
}

// newReceiver reports whether a call is of a method that modifies and returns its receiver, and the receiver is made
// for the call.
func (f *facts) newReceiver(call *ast.CallExpr, fn *types.Func) bool {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	recv, results := fn.Signature().Recv(), fn.Signature().Results()
	if !ok || recv == nil || results.Len() == 0 || !types.Identical(results.At(0).Type(), recv.Type()) {
		return false
	}
	switch x := ast.Unparen(sel.X).(type) {
	case *ast.CallExpr:
		return f.called(x) == "new"
	case *ast.UnaryExpr:
		_, isLit := ast.Unparen(x.X).(*ast.CompositeLit)
		return isLit
	}
	return false
}

// otherForm advises a function or method beside fn that appends to a slice, or that takes the destination of its
// result; empty if there is none.
func (f *facts) otherForm(fn *types.Func) string {
	var appending, into []string
	switch fn.Name() {
	case "String":
		appending = []string{"AppendText", "AppendTo", "Append", "AppendString"}
	default:
		appending = []string{"Append" + fn.Name(), fn.Name() + "Append"}
		into = []string{fn.Name() + "To", fn.Name() + "Into"}
	}
	for _, name := range appending {
		if other := sibling(fn, name); other != nil && appendsTo(other) && f.mayUse(other) {
			return fmt.Sprintf("use %s with a slice that exists", shownFunction(other))
		}
	}
	for _, name := range into {
		if other := sibling(fn, name); other != nil && other.Signature().Params().Len() > fn.Signature().Params().Len() {
			return fmt.Sprintf("use %s, which takes where the result goes", shownFunction(other))
		}
	}
	return ""
}

// sibling returns the function with a name in the package of fn or, if fn is a method, the method of its receiver.
func sibling(fn *types.Func, name string) *types.Func {
	if fn.Pkg() == nil {
		return nil
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		other, _ := fn.Pkg().Scope().Lookup(name).(*types.Func)
		return other
	}
	obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, fn.Pkg(), name)
	other, _ := obj.(*types.Func)
	return other
}

// appendsTo reports whether a function's first parameter and first result are slices of the same type, as for an
// append.
func appendsTo(fn *types.Func) bool {
	params, results := fn.Signature().Params(), fn.Signature().Results()
	if params.Len() == 0 || results.Len() == 0 {
		return false
	}
	_, isSlice := params.At(0).Type().Underlying().(*types.Slice)
	return isSlice && types.Identical(params.At(0).Type(), results.At(0).Type())
}

// mayUse reports whether the go directive permits a function: the AppendText methods of the standard library need Go
// 1.24.
func (f *facts) mayUse(fn *types.Func) bool {
	return fn.Name() != "AppendText" || !record.Standard(fn.Pkg().Path()) || f.since("go1.24")
}

// shownFunction is the name of a function in a sentence: "net.IP.AppendText".
func shownFunction(fn *types.Func) string { return short(name(fn)) }

// boxedForCall returns the remedy for a value that is converted to an interface as an argument. A concrete parameter
// type is advised only for the user's own functions; empty for those that are not exported, which the general remedy
// covers.
func (f *facts) boxedForCall() string {
	const plain = "write texts and numbers without fmt, by io.WriteString and strconv, where its verb does no more"
	call := f.src.argument(f.path)
	if call == nil {
		if f.site.Pos.Column == 0 && f.formats() {
			return plain
		}
		return ""
	}
	kind, obj := f.src.callee(call)
	if obj == nil || kind == builtinCall || kind == conversionCall {
		return ""
	}
	switch pkg := obj.Pkg(); {
	case pkg != nil && pkg.Path() == "fmt" && obj.Name() == "Errorf":
		return "an error type with fields takes it as it is, and makes the text only when that is asked for"
	case pkg != nil && pkg.Path() == "fmt":
		return plain
	case pkg != nil && pkg.Path() == "sort" && f.since("go1.21"):
		text, _ := instead(name(obj))
		return text
	case f.site.Test && !f.owned(pkg), f.site.Test && strings.HasPrefix(strings.ToLower(obj.Name()), "assert"):
		return unmeasured
	case f.owned(pkg) && !obj.Exported():
		return ""
	case f.owned(pkg):
		return fmt.Sprintf("give %s a form that takes the type, or box a value that repeats once, in a variable of type %s", obj.Name(), f.boxType(call))
	}
	return fmt.Sprintf("%s takes an interface: box a value that repeats once, in a variable of type %s", types.ExprString(call.Fun), f.boxType(call))
}

// formats reports whether fmt is called on the line of the site; it is for a site of which no more than the line is
// known.
func (f *facts) formats() bool {
	return exists(f.src.file, func(call *ast.CallExpr) bool {
		if f.site.Pos.Line < f.src.fset.Position(call.Pos()).Line || f.src.fset.Position(call.Rparen).Line < f.site.Pos.Line {
			return false
		}
		_, obj := f.src.callee(call)
		return obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "fmt" && obj.Name() != "Errorf"
	})
}

// boxType is the interface type to which the expression of the site is converted as an argument of a call.
func (f *facts) boxType(call *ast.CallExpr) string {
	signature, ok := f.src.info.TypeOf(call.Fun).Underlying().(*types.Signature)
	boxed, known := f.boxedExpr()
	i := -1
	if known {
		i = slices.IndexFunc(call.Args, func(e ast.Expr) bool { return ast.Unparen(e) == ast.Unparen(boxed) })
	}
	if !ok || i < 0 || signature.Params().Len() == 0 {
		return "any"
	}
	t := signature.Params().At(min(i, signature.Params().Len()-1)).Type()
	if slice, isSlice := t.Underlying().(*types.Slice); signature.Variadic() && isSlice && i >= signature.Params().Len()-1 {
		t = slice.Elem()
	}
	if !types.IsInterface(t) {
		return "any"
	}
	return f.typeText(t)
}

// formatRemedy returns the remedy for what fmt allocates: to Grow the buffer that it writes to, or fmt.Appendf for
// formats that strconv cannot do; empty for the general remedy, strconv.
func (f *facts) formatRemedy() string {
	name := base(f.site.Callee)
	if strings.HasPrefix(name, "Fprint") && len(f.site.Inside) > 0 && f.insideOnly("bytes.growSlice", "bytes.(*Buffer).", "strings.(*Builder).") {
		return "what it writes to grows: call Grow with the final size before the first write"
	}
	call, _ := f.src.call(f.site.Pos)
	if call == nil || name != "Sprintf" || len(call.Args) == 0 {
		return ""
	}
	format := f.src.info.Types[call.Args[0]].Value
	if format == nil || format.Kind() != constant.String || plainVerbs(constant.StringVal(format)) {
		return ""
	}
	return "use fmt.Appendf with a buffer that exists, where bytes will do"
}

// insideOnly reports whether everything inside the site was allocated by functions with one of the prefixes.
func (f *facts) insideOnly(prefixes ...string) bool {
	return !slices.ContainsFunc(f.site.Inside, func(in record.Inner) bool {
		return !slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(in.Frame.Function, p) })
	})
}

// plainVerbs reports whether strconv and + can do what a format does.
func plainVerbs(format string) bool {
	for rest := format; ; {
		_, after, found := strings.Cut(rest, "%")
		if !found {
			return true
		}
		if after == "" || !strings.ContainsRune("sdvqt%", rune(after[0])) {
			return false
		}
		rest = after[1:]
	}
}

// concatRemedy returns the remedy for a concatenation. The general one, to join everything in one expression, applies
// only if the text is joined in several.
func (f *facts) concatRemedy() string {
	if f.joinsFurther() {
		return ""
	}
	return "one object is the least for a new text: append to a buffer that is reused, where bytes will do"
}

// joinsFurther reports whether the text of the site is made of a text that was joined before, or is joined again
// later.
func (f *facts) joinsFurther() bool {
	sum, path, ok := inner[*ast.BinaryExpr](f.path)
	if !ok {
		return true // +=
	}
	for _, n := range path[1:] {
		if outer, is := n.(*ast.BinaryExpr); is {
			sum = outer
		} else if !isParen(n) {
			break
		}
	}
	joined := func(id *ast.Ident) bool {
		v, isVar := f.src.info.Uses[id].(*types.Var)
		return isVar && f.local(id) && f.assigns(func(left, right ast.Expr) bool {
			sum, isSum := ast.Unparen(right).(*ast.BinaryExpr)
			return isSum && f.src.place(left) == v && isString(f.src.info.TypeOf(sum))
		})
	}
	v := f.variable()
	return exists(sum, joined) || v != nil && exists(function(f.path), func(other *ast.BinaryExpr) bool {
		return other != sum && (f.src.isVariable(other.X, v) || f.src.isVariable(other.Y, v)) && isString(f.src.info.TypeOf(other))
	})
}

// encodingRemedy returns the remedy for an encoder. It does not advise to retain an encoder that is retained already,
// nor to reuse a buffer whose bytes are handed out.
func (f *facts) encodingRemedy() string {
	const byHand = "encode the type by hand"
	if f.site.Callee == "encoding/json.Marshal" {
		if f.shared() {
			return "the bytes are handed out: " + byHand + ", and append to a slice of the caller"
		}
		return "take a json.Encoder with its buffer from a sync.Pool: it puts a newline behind each value, which Marshal does not"
	}
	call, _ := f.src.call(f.site.Pos)
	if call == nil || !strings.HasSuffix(f.site.Callee, ").Encode") {
		return ""
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	made := ast.Unparen(sel.X)
	if f.local(made) {
		made = f.definition(made)
	}
	constructor, isCall := made.(*ast.CallExpr)
	if !isCall {
		return "the encoder is kept already: " + byHand
	}
	for _, arg := range constructor.Args {
		if v := f.src.bufferOf(arg); v != nil && f.handsOut(v) {
			return byHand + ": the bytes of its buffer are handed out"
		}
	}
	return ""
}

// bufferOf returns the variable that an expression is, or is the address of; nil if it is neither.
func (s source) bufferOf(e ast.Expr) types.Object {
	if address, ok := ast.Unparen(e).(*ast.UnaryExpr); ok {
		e = address.X
	}
	return s.used(e)
}

// caseRemedy returns the remedy for a change of case: the general one, to compare without a new text, applies only if
// the text is just compared.
func (f *facts) caseRemedy() string {
	name := base(f.site.Callee)
	if name != "ToLower" && name != "ToUpper" {
		return ""
	}
	_, path := f.src.call(f.site.Pos)
	if path != nil {
		if of, _ := f.src.useOf(path, 0); of == comparesIt {
			return ""
		}
	}
	return "keep the result, where texts repeat"
}

// goroutineRemedy returns the remedy for goroutines that a called function starts.
func (f *facts) goroutineRemedy() string {
	if f.site.Callee == "" || strings.HasPrefix(f.site.Callee, ".") {
		return ""
	}
	if strings.HasPrefix(f.site.Callee, "testing.") && base(f.site.Callee) != "RunParallel" {
		return measuring
	}
	return short(f.site.Callee) + " starts them: see whether it can be told to start fewer"
}

// resettable reports whether what a constructor returns can be reused, as far as its methods show.
func (f *facts) resettable(call *ast.CallExpr) bool {
	t := f.src.info.TypeOf(call)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	return t == nil || slices.ContainsFunc([]string{"Reset", "Init", "Seed"}, func(name string) bool {
		obj, _, _ := types.LookupFieldOrMethod(t, true, f.src.pkg.Types, name)
		_, isMethod := obj.(*types.Func)
		return isMethod
	})
}

// constructorRemedy returns the remedy for what a constructor returns: a reader in place of a Buffer for existing
// bytes, and no Reset for types without such a method.
func (f *facts) constructorRemedy() string {
	reader := map[string]string{"bytes.NewBuffer": "bytes.Reader", "bytes.NewBufferString": "strings.Reader"}[f.site.Callee]
	call, _ := f.src.call(f.site.Pos)
	if _, known := instead(f.site.Callee); !known && call != nil && !f.resettable(call) {
		return "it has no Reset: make it once for all that can go through it"
	}
	if reader == "" || call == nil || len(call.Args) != 1 {
		return ""
	}
	arg := f.src.info.Types[call.Args[0]]
	if arg.IsNil() || arg.Value != nil && constant.StringVal(arg.Value) == "" {
		return ""
	}
	switch arg := ast.Unparen(call.Args[0]).(type) {
	case *ast.CallExpr:
		if f.called(arg) == "make" {
			return ""
		}
	case *ast.SliceExpr:
		if arg.High != nil && f.src.zero(arg.High) {
			return ""
		}
	}
	return fmt.Sprintf("where it is only read a %s will do, which can come from a sync.Pool: its Reset takes what to read", reader)
}

// readRemedy returns the remedy for io.ReadAll: a buffer is reused only if nobody retains its bytes.
func (f *facts) readRemedy() string {
	if base(f.site.Callee) != "ReadAll" {
		return ""
	}
	text := "where the size is known, use io.ReadFull with one buffer of it"
	if !f.shared() {
		text += "; else read into a bytes.Buffer from a sync.Pool"
	}
	return text
}
