package mechanism

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/unheap/unheap/internal/record"
)

// A use is the only thing that a caller does with a result.
type use struct {
	does   string // "drops it"; empty if there is no single use
	remedy string // how to do that without the object
}

// The uses that are distinguished. All but the first are reported only for a caller that does nothing else.
var (
	dropsIt    = use{"drops it", "give callers that need no result a form that makes none"}
	comparesIt = use{"only compares it", "give it a form that compares, and makes nothing"}
	measuresIt = use{"only asks for its length", "give it a form that counts, and makes nothing"}
	looksItUp  = use{"only looks it up in a map", "have it append to a buffer: to look up m[string(buf)] copies nothing"}
	rangesIt   = use{"only ranges over it", "give it a form that hands out one after the other, and makes no slice"}
	appendsIt  = use{"only appends it to another", "give it a form that appends to what it is given"}
	joinsIt    = use{"only joins it to another text", "give it a form that appends to what it is given"}
	writesIt   = use{"only writes it", "give it a form that writes, or appends to what it is given"}
)

// calls is the use of a result on which only a method is called.
func calls(method string) use {
	return use{"only calls " + method + " of it", ""}
}

// where returns the use, without its remedy unless that fits.
func (u use) where(fits bool) use {
	if !fits {
		u.remedy = ""
	}
	return u
}

// notHandedOn stands for the number of a result if a value is no result.
const notHandedOn = -1

// used adds to the reason of a function's result what its most frequent caller does with it, if that is a single
// thing; for functions that just return the result, their caller counts. It returns the remedy if all callers do the
// same, and the function may be changed; empty otherwise.
func (f *facts) used(found *finding) (remedy string) {
	result := f.result(found)
	if result == notHandedOn || len(f.site.Callers) == 0 {
		return ""
	}
	of, by := f.useBy(&f.site.Callers[0], result)
	if of.does == "" {
		return ""
	}
	same, share := true, ""
	for i := range f.site.Callers[1:] {
		other, _ := f.useBy(&f.site.Callers[1+i], result)
		same = same && other == of
	}
	if !same {
		part := 100 * f.site.Callers[0].Objects / max(1, total(f.site.Callers))
		if part < worthCaller {
			return ""
		}
		share = fmt.Sprintf(", for whom %d %% of them are made,", part)
	}
	found.why += fmt.Sprintf("; %s (%s:%d)%s %s", short(by.Function), by.File, by.Line, share, of.does)
	if of != dropsIt && (!same || ast.IsExported(base(f.site.Function))) {
		return ""
	}
	return of.remedy
}

// worthCaller is the percentage of the objects that the most frequent caller must account for to have its use
// reported, if other callers do something else.
const worthCaller = 10

// result returns the number of the result by which the function of the site returns its object; notHandedOn if it
// does not return it, or if the number is not certain.
func (f *facts) result(found *finding) int {
	if !slices.Contains(handedOn, found.mechanism) || f.src.file == nil {
		return notHandedOn
	}
	if ret, path, ok := inner[*ast.ReturnStmt](f.path); ok && function(path) == function(f.path) {
		if i := slices.IndexFunc(ret.Results, f.is); i >= 0 {
			return i
		}
	}
	step, asked := last(f.heap), *f // a copy, as wayOut changes the cause
	number, unnamed := strings.CutPrefix(step.Dst, "~r")
	if found.mechanism == ReturnCopy || asked.wayOut().mechanism == Returned {
		fn, ok := function(f.path).(*ast.FuncDecl)
		if ok && fn.Type.Results.NumFields() == 1 {
			return 0
		}
		if i, err := strconv.Atoi(number); unnamed && err == nil && ok && f.heap.Pos == f.site.Pos {
			return i
		}
	}
	return notHandedOn
}

// handedOn are the reasons of objects that a function may have made as its result.
var handedOn = []string{Returned, ReturnCopy, Concat, BytesToString, StringToBytes, Runes, Format, NumberText, TextResult, Split, Boxing}

// is reports whether an expression is the site's, and not one that contains it.
func (f *facts) is(e ast.Expr) bool {
	e = ast.Unparen(e)
	if call, ok := e.(*ast.CallExpr); ok {
		made, _ := f.src.call(f.site.Pos)
		return call == made
	}
	return types.ExprString(e) == f.site.Expr
}

// useBy returns how the last function on a path of callers uses a result, and that function.
func (f *facts) useBy(c *record.Caller, result int) (use, *record.Frame) {
	called := f.site.Function
	for i := range c.Frames {
		by := &c.Frames[i]
		src := f.src.of(record.Position{File: by.File})
		if src.file == nil || f.tests(by) || by.Others {
			return use{}, by
		}
		of, on := src.useInLine(called, by.Line, result)
		if on == notHandedOn {
			return of, by
		}
		called, result = by.Function, on
	}
	return use{}, nil
}

// tests reports whether a frame belongs to code that tests or measures the function of the site, whose use of a
// result does not count.
func (f *facts) tests(by *record.Frame) bool {
	if !strings.HasSuffix(by.File, "_test.go") {
		return false
	}
	_, name, _ := strings.Cut(short(by.Function), ".")
	return !f.site.Test || slices.ContainsFunc([]string{"Benchmark", "Test", "Example", "Fuzz"}, func(kind string) bool { return strings.HasPrefix(name, kind) })
}

// useInLine returns how all calls of a function in a line use its result, or as which of their own results they
// return it; nothing if the calls differ.
func (s source) useInLine(called string, line, result int) (of use, on int) {
	on = notHandedOn
	for i, path := range s.callsOf(called, line) {
		nextOf, next := s.useOf(path, result)
		if i > 0 && (nextOf != of || next != on) {
			return use{}, notHandedOn
		}
		of, on = nextOf, next
	}
	return of, on
}

// useOf returns how a result of the call at the start of a path is used, or as which result the enclosing function
// returns it.
func (s source) useOf(path []ast.Node, result int) (of use, on int) {
	if len(path) < 2 {
		return use{}, notHandedOn
	}
	switch n := path[1].(type) {
	case *ast.ExprStmt:
		return dropsIt, notHandedOn
	case *ast.AssignStmt:
		if len(n.Rhs) != 1 || result >= len(n.Lhs) {
			return use{}, notHandedOn
		}
		id, ok := n.Lhs[result].(*ast.Ident)
		switch {
		case ok && id.Name == "_":
			return dropsIt, notHandedOn
		case ok && s.info.ObjectOf(id) != nil:
			return s.useOfVariable(function(path), s.info.ObjectOf(id))
		}
		return use{}, notHandedOn
	case *ast.ReturnStmt:
		if len(n.Results) == 1 {
			return use{}, result
		}
	}
	if _, several := s.info.TypeOf(path[0].(ast.Expr)).(*types.Tuple); several {
		return use{}, notHandedOn // f(g()) does not tell the use of a single result
	}
	return s.useIn(path)
}

// useOfVariable returns the use of a local variable in a function, if all its uses are alike.
func (s source) useOfVariable(around ast.Node, v types.Object) (of use, on int) {
	if around == nil || !inside(v.Pos(), around) {
		return use{}, notHandedOn
	}
	type all struct {
		use
		on int
	}
	var uses []all
	for id := range each[*ast.Ident](around) {
		if s.info.Uses[id] != v {
			continue
		}
		path, _ := astutil.PathEnclosingInterval(s.file, id.Pos(), id.End())
		of, on := s.useIn(path)
		if function(path) != around {
			on = notHandedOn // returned to the caller of the literal
		}
		if this := (all{of, on}); !slices.Contains(uses, this) {
			uses = append(uses, this)
		}
	}
	if len(uses) != 1 {
		return use{}, notHandedOn
	}
	return uses[0].use, uses[0].on
}

// useIn returns how the node around the expression at the start of a path uses it, or as which result it returns it.
func (s source) useIn(path []ast.Node) (of use, on int) {
	for len(path) > 2 && isParen(path[1]) {
		path = path[1:]
	}
	e, ok := path[0].(ast.Expr)
	if !ok || len(path) < 2 {
		return use{}, notHandedOn
	}
	switch n := path[1].(type) {
	case *ast.ReturnStmt:
		return use{}, slices.Index(n.Results, e)
	case *ast.BinaryExpr:
		switch n.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return comparesIt, notHandedOn
		case token.ADD:
			return joinsIt, notHandedOn
		}
	case *ast.SwitchStmt:
		return comparesIt, notHandedOn
	case *ast.RangeStmt:
		if n.X == e {
			return rangesIt.where(underlies[*types.Slice](s.info.TypeOf(e))), notHandedOn
		}
	case *ast.IndexExpr:
		if n.Index == e && underlies[*types.Map](s.info.TypeOf(n.X)) && !assigned(path[1:]) {
			return looksItUp.where(isText(s.info.TypeOf(e))), notHandedOn
		}
	case *ast.SelectorExpr:
		if call, ok := path[min(2, len(path)-1)].(*ast.CallExpr); ok && call.Fun == n {
			return calls(n.Sel.Name), notHandedOn
		}
	case *ast.CallExpr:
		return s.useByCall(n, e), notHandedOn
	}
	return use{}, notHandedOn
}

// useByCall returns how len, append and writers use an argument.
func (s source) useByCall(call *ast.CallExpr, arg ast.Expr) use {
	kind, obj := s.callee(call)
	switch {
	case obj == nil || !slices.Contains(call.Args, arg):
		return use{}
	case kind == builtinCall && obj.Name() == "len":
		return measuresIt
	case kind == builtinCall && obj.Name() == "append" && call.Ellipsis.IsValid() && call.Args[len(call.Args)-1] == arg:
		return appendsIt
	}
	if _, isFunc := obj.(*types.Func); isFunc && isText(s.info.TypeOf(arg)) && (obj.Name() == "Write" || obj.Name() == "WriteString") {
		return writesIt
	}
	return use{}
}

// isText reports whether a type is a string or a slice of bytes.
func isText(t types.Type) bool {
	return isString(t) || elementSize(t) == 1
}

// assigned reports whether the expression at the start of a path is assigned to.
func assigned(path []ast.Node) bool {
	if len(path) < 2 {
		return false
	}
	switch n := path[1].(type) {
	case *ast.AssignStmt:
		e, ok := path[0].(ast.Expr)
		return ok && slices.Contains(n.Lhs, e)
	case *ast.IncDecStmt:
		return true
	}
	return false
}
