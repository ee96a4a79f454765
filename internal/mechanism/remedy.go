package mechanism

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/unheap/unheap/internal/record"
)

// remedy returns the remedy of the reason, made concrete as far as the syntax allows. It does not advise what the
// code does already, what is not in scope, or what the go directive does not permit.
func (f *facts) remedy(m Mechanism) string {
	if f.src.file != nil {
		if particular := particulars[m.Name]; particular != nil {
			if text := particular(f); text != "" {
				return text
			}
		}
	}
	if text, ok := instead(f.site.Callee); ok && m.Name != Runtime && m.Name != Goroutine {
		return text
	}
	if f.copies() {
		return advice["io.Copy"]
	}
	if text, ok := ofSlice[m.Name]; ok && (f.site.Kind == record.PointMakeSlice || f.site.Kind == record.PointSliceLiteral) {
		return text
	}
	if appends(f.site.Callee) {
		return "the slice that is passed in has no room: make it with room, or keep it and cut it to [:0], where nobody has it any more"
	}
	return m.Remedy
}

// copies reports whether the called function copies like io.Copy.
func (f *facts) copies() bool {
	return len(f.site.Inside) > 0 && f.site.Inside[0].Frame.Function == "io.copyBuffer"
}

// particulars are the remedies that depend on the code around a site, by reason. An empty result leaves it to
// the more general remedies.
var particulars = map[string]func(*facts) string{
	PoolMiss:   (*facts).poolRemedy,
	Growth:     (*facts).growthRemedy,
	Map:        (*facts).madeMapRemedy,
	MapGrowth:  (*facts).mapRemedy,
	Split:      (*facts).splitRemedy,
	ErrorValue: (*facts).errorRemedy,
	Boxing:     (*facts).boxRemedy,
	Callee:     (*facts).calleeRemedy,
	Passed:     (*facts).passedOnRemedy,
	Variadic:   (*facts).variadicRemedy,
	Builder:    (*facts).builderRemedy,
	Stored:     (*facts).keptRemedy,
	Clone:      (*facts).cloneRemedy,
	Reflect:    (*facts).reflectRemedy,
	Closure:    (*facts).closureRemedy,

	UnknownCallee: (*facts).unknownRemedy,
	MethodValue:   (*facts).methodRemedy,
	BytesToString: (*facts).textRemedy,
	StringToBytes: (*facts).bytesRemedy,
	LoopVariable:  (*facts).loopRemedy,

	Returned:     (*facts).returnedRemedy,
	TooLarge:     (*facts).largeRemedy,
	VariableSize: (*facts).variableSizeRemedy,
	Format:       (*facts).formatRemedy,
	Concat:       (*facts).concatRemedy,
	Encoding:     (*facts).encodingRemedy,
	Constructor:  (*facts).constructorRemedy,
	ReadAll:      (*facts).readRemedy,
	TextResult:   (*facts).caseRemedy,
	Goroutine:    (*facts).goroutineRemedy,
}

// appends reports whether a function appends to its argument, by its name.
func appends(function string) bool { return strings.HasPrefix(base(function), "Append") }

// roomGiven is the line of a make of v with at least that many arguments; 0 if there is none.
func (f *facts) roomGiven(v types.Object, arguments int) (line int) {
	for left, right := range assignments(function(f.path)) {
		id, ok := left.(*ast.Ident)
		call, made := ast.Unparen(right).(*ast.CallExpr)
		if ok && made && f.src.info.ObjectOf(id) == v && f.called(call) == "make" && len(call.Args) >= arguments {
			line = f.src.fset.Position(call.Pos()).Line
		}
	}
	return line
}

// splitRemedy returns the remedy for Split and Fields, which depends on the use of the parts: only ranged over, only
// the first two indexed, or others.
func (f *facts) splitRemedy() string {
	pkg, name, ok := strings.Cut(f.site.Callee, ".")
	if !ok || pkg != "strings" && pkg != "bytes" {
		return ""
	}
	seq := pkg + "." + strings.TrimSuffix(name, "N") + "Seq"
	find := pkg + ".Cut"
	if strings.HasPrefix(name, "Fields") { // unlike Split, Fields drops empty parts
		find = pkg + ".IndexFunc"
	}
	switch use := f.useOfParts(); {
	case use == "range" && f.since("go1.24") && !strings.HasSuffix(name, "N"):
		return "range over " + seq
	case use == "range":
		return "cut one part after the other off the text, with " + find
	case use == "index" && strings.HasPrefix(name, "Split"):
		return "use " + pkg + ".Cut for the first part (of more than two parts it leaves the rest in one)"
	}
	return "cut one part after the other off the text, where no slice of all of them is needed"
}

// useOfParts is "range" or "index" if the slice that the call of the site returns is used in no other way.
func (f *facts) useOfParts() string {
	call, path := f.src.call(f.site.Pos)
	if call == nil || len(path) < 2 {
		return ""
	}
	switch path[1].(type) {
	case *ast.RangeStmt, *ast.IndexExpr:
		return f.partsIn(path[1])
	}
	v, use := f.src.variable(path), ""
	if v == nil {
		return ""
	}
	for id := range each[*ast.Ident](function(path)) {
		if f.src.info.Uses[id] != v {
			continue
		}
		around, _ := astutil.PathEnclosingInterval(f.src.file, id.Pos(), id.End())
		this := f.partsIn(around[1])
		if use != "" && use != this {
			this = "other"
		}
		use = this
	}
	return use
}

// partsIn says how a node uses the slice of parts that is directly in it: "range", "index" for the first or the second
// part, or "other".
func (f *facts) partsIn(parent ast.Node) string {
	switch parent := parent.(type) {
	case *ast.RangeStmt:
		return "range"
	case *ast.IndexExpr:
		if v := f.src.info.Types[parent.Index].Value; v != nil && (v.ExactString() == "0" || v.ExactString() == "1") {
			return "index"
		}
	}
	return "other"
}

// since reports whether the go directive of the module permits features of a release.
func (f *facts) since(release string) bool {
	declared := f.src.pkg.Types.GoVersion()
	return declared == "" || version.Compare(version.Lang(declared), release) >= 0
}

// errorRemedy returns the remedy for an error; the general one, to make it once, applies only if it never differs.
func (f *facts) errorRemedy() string {
	call, _ := f.src.call(f.site.Pos)
	if call == nil {
		return ""
	}
	if len(call.Args) == 1 && f.src.info.Types[call.Args[0]].Value != nil {
		return "" // the general remedy: make it once
	}
	return "a type with fields is one object, and makes the text only when it is asked for"
}

// boxRemedy returns the remedy for a box: to declare a variable as a constant, which is not boxed, if nothing assigns
// to it; else that of boxedForCall. If the function has to return an interface, a concrete type is not advised.
func (f *facts) boxRemedy() string {
	if f.wayOut().mechanism == Returned {
		return "the result is an interface: return a pointer that exists anyway, or a value that was boxed before, where values repeat"
	}
	return cmp.Or(f.constRemedy(), f.boxedForCall())
}

// constRemedy is boxRemedy for a package variable that could be a constant; empty for others.
func (f *facts) constRemedy() string {
	v := f.boxedVariable()
	if v == nil || v.Exported() {
		return ""
	}
	if _, ok := v.Type().Underlying().(*types.Basic); !ok {
		return ""
	}
	declared := false
	for _, file := range f.src.files() {
		for spec := range each[*ast.ValueSpec](file) {
			if len(spec.Names) == 1 && f.src.info.Defs[spec.Names[0]] == v && len(spec.Values) == 1 {
				declared = f.src.info.Types[spec.Values[0]].Value != nil
			}
		}
		if f.src.writes(file, v) {
			return ""
		}
	}
	if !declared {
		return ""
	}
	return fmt.Sprintf("declare %s with const: no object is made of a constant", v.Name())
}

// passedRemedy returns the remedy for two special arguments: the target of errors.As, which should be declared only
// when needed, and what a pool is filled with, which the pool should make.
func (f *facts) passedRemedy() string {
	if f.trail.at.File == "sync/pool.go" {
		return "it is made for a pool: have its New make one when none is there, in place of filling the pool ahead"
	}
	if f.heap == nil || len(f.heap.Flow) == 0 || !strings.HasPrefix(last(f.heap).Expr, "errors.As(") {
		return ""
	}
	if f.since("go1.26") {
		return "use errors.AsType, which makes a target only where an error has an As method"
	}
	return "ask by a type assertion first, and declare the target of errors.As where that fails"
}

// variadicRemedy returns the remedy for a slice of extra arguments, which depends on whether the slice escapes
// because the callee is known only at run time.
func (f *facts) variadicRemedy() string {
	if f.wayOut().mechanism == UnknownCallee {
		return "call a concrete type, so that the slice stays on the stack, or pass a slice that exists"
	}
	if call, _ := f.src.call(f.site.Pos); call != nil {
		_, obj := f.src.callee(call)
		if fn, ok := obj.(*types.Func); ok && fn.Signature().Results().Len() == 0 {
			return "call it only where what it does is wanted, or pass a slice that exists"
		}
	}
	return ""
}

// boxedVariable returns the package variable that the site boxes; nil if it is none.
func (f *facts) boxedVariable() *types.Var {
	e, ok := f.boxedExpr()
	if !ok {
		return nil
	}
	v, ok := f.src.used(e).(*types.Var)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() {
		return nil
	}
	return v
}

// writes reports whether a file assigns to v or takes its address.
func (s source) writes(file *ast.File, v types.Object) bool {
	is := func(e ast.Expr) bool { return e != nil && s.isVariable(e, v) }
	return exists(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			return slices.ContainsFunc(n.Lhs, is)
		case *ast.IncDecStmt:
			return is(n.X)
		case *ast.UnaryExpr:
			return n.Op == token.AND && is(n.X)
		case *ast.RangeStmt:
			return is(n.Key) || is(n.Value)
		}
		return false
	})
}

// storedRemedy returns the remedy for a slice that is made for a variable of the caller: the caller should provide
// one on its own stack. It is empty for others.
func (f *facts) storedRemedy() string {
	assign, _, ok := inner[*ast.AssignStmt](f.path)
	if !ok || f.site.Kind != record.PointMakeSlice || len(assign.Lhs) != 1 {
		return ""
	}
	star, ok := ast.Unparen(assign.Lhs[0]).(*ast.StarExpr)
	fn, declared := function(f.path).(*ast.FuncDecl)
	if !ok || !declared {
		return ""
	}
	param := f.src.used(star.X)
	if param == nil || !inside(param.Pos(), fn.Type.Params) {
		return ""
	}
	return fmt.Sprintf("let the caller begin *%s with a slice of an array on its own stack, and make one only for what does not fit", param.Name())
}

// textRemedy returns the remedy for a text made of bytes. If the text is returned or stored, it must not advise a
// conversion without a copy, as there is none.
func (f *facts) textRemedy() string {
	if text := f.wantedText(); text != "" {
		return text
	}
	switch f.wayOut().mechanism {
	case Returned:
		return "the text is the result: return the bytes, or append to a slice of the caller, where he needs no string"
	case Stored, Sent:
		return "the text is kept: cut many texts from one string, or keep those that repeat in a map, in which m[string(b)] looks one up without a copy"
	}
	return ""
}

// methodRemedy returns the remedy for a method value of the enclosing method's receiver: to return the method
// expression, since the caller of the function value has the receiver.
func (f *facts) methodRemedy() string {
	t, name := f.ownMethod()
	if t == "" || f.wayOut().mechanism != Returned {
		return ""
	}
	return fmt.Sprintf("return the method expression (%s).%s, which carries nothing, as a func(%s), and call it with the receiver", t, name, t)
}

// builderRemedy returns the remedy for a growing builder or buffer; to call Grow is advised differently if the
// function does so already.
func (f *facts) builderRemedy() string {
	if strings.HasSuffix(f.site.Callee, ").String") || strings.HasSuffix(f.site.Callee, ").Grow") {
		return "" // each has an entry in advice
	}
	grows := exists(function(f.path), func(call *ast.CallExpr) bool { return strings.HasSuffix(f.called(call), ").Grow") })
	builder, pool := strings.HasPrefix(f.site.Callee, "strings."), f.pooledBuffer()
	switch {
	case grows && builder:
		return "call Grow with more: what it is called with is not enough"
	case builder:
		return "call Grow with the final size: one object for the text"
	case grows:
		return "call Grow with more" + pool
	}
	return "call Grow with the final size before the first write" + pool
}

// pooledBuffer returns a further remedy for a local Buffer whose bytes nobody has when the function returns; empty
// for others.
func (f *facts) pooledBuffer() string {
	call, _ := f.src.call(f.site.Pos)
	if call == nil {
		return ""
	}
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !f.local(ast.Unparen(sel.X)) {
		return ""
	}
	v := f.src.place(sel.X)
	if f.origin(v) != nil || f.handsOut(v) {
		return ""
	}
	return ", or take the Buffer from a sync.Pool and Reset it"
}

// ofSlice are the remedies for the array of a slice, by reason, for reasons whose general remedy is about a pointer
// to a value.
var ofSlice = map[string]string{
	Returned: "let the caller pass in a slice to append to, as strconv.AppendInt does, and use it again where nobody keeps it",
	Stored:   "cut several slices of one type from one array",
	Sent:     "have the receiver give it back for reuse",
}

// measuring stands in place of a remedy if package testing itself needs the object.
const measuring = "nothing: package testing needs it to run a benchmark or test at all"

// uncalled stands in place of a remedy for what goroutines of a library allocate: without a call in the user's code,
// no other form of a function can be advised.
const uncalled = "nothing: a goroutine that a library started does it, by itself and not for a line of yours"

// measures reports whether package testing needs the site to run a test or benchmark at all, as opposed to what the
// benchmark's code requests.
func (f *facts) measures(m Mechanism) bool {
	switch f.site.Callee {
	case "testing.(*B).Run", "testing.(*B).RunParallel", "testing.(*T).Run", "testing.(*F).Fuzz":
		return m.Name == Testing
	}
	return m.Name == Testing && f.foreign()
}

// local reports whether e is a variable declared in the body of the function around the site. Any other variable that
// a loop fills may have elements already.
func (f *facts) local(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok || f.src.info.Uses[id] == nil {
		return false
	}
	_, body := parts(function(f.path))
	return body != nil && inside(f.src.info.Uses[id].Pos(), body)
}

// overLength returns the text of the slice, map or array that the loop around the site, which fills v, ranges over.
// It is empty if the loop ranges over something else, if v is filled by several runs of the loop, or if the loop's
// operand does not exist yet where v is declared.
func (f *facts) overLength(v types.Object) string {
	var over ast.Expr
	for i, n := range f.path {
		switch loop := n.(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return f.knownAt(over, v.Pos())
		case *ast.ForStmt:
			if v.Pos() < loop.Pos() {
				return ""
			}
			return f.knownAt(over, v.Pos())
		case *ast.RangeStmt:
			if i == 0 || f.path[i-1] != loop.Body {
				continue
			}
			if v.Pos() > loop.Pos() {
				return f.knownAt(over, v.Pos())
			}
			if over != nil {
				return ""
			}
			over = loop.X
		}
	}
	return f.knownAt(over, v.Pos())
}

// knownAt returns the text of e if e has a length and everything that it names is declared before a position; empty
// otherwise.
func (f *facts) knownAt(e ast.Expr, at token.Pos) string {
	if e == nil {
		return ""
	}
	switch f.src.info.TypeOf(e).Underlying().(type) {
	case *types.Slice, *types.Map, *types.Array:
	default:
		return ""
	}
	if exists(e, func(n ast.Node) bool {
		_, isCall := n.(*ast.CallExpr)
		id, _ := n.(*ast.Ident)
		v, isVar := f.src.info.Uses[id].(*types.Var)
		return isCall || isVar && !v.IsField() && v.Parent() != v.Pkg().Scope() && v.Pos() > at
	}) {
		return ""
	}
	return types.ExprString(e)
}

// typeText formats a type as it is written in the package of the site.
func (f *facts) typeText(t types.Type) string {
	if t == nil {
		return "…"
	}
	return types.TypeString(t, func(p *types.Package) string {
		if f.src.pkg.Types == p {
			return ""
		}
		return p.Name()
	})
}
