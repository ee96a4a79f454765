package coldaddr

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// A text is a parameter of type string or []byte that only errors retain, with the variables
// that hold parts of it and the parameters as which it is passed on.
type text struct {
	*copier
	v     *types.Var
	seen  map[*types.Var]bool
	keeps []inspector.Cursor // the operands that errors retain
}

// texts copies what errors retain of the text parameters of a function, so that the
// arguments of its callers can be on the stack.
func (s *copier) texts(t *inline.Func) {
	params := t.Obj.Signature().Params()
	for i := range params.Len() {
		v := params.At(i)
		if !source.IsString(v.Type()) && !source.IsBytes(v.Type()) {
			continue
		}
		x := s.text(v)
		if made := s.made(t, i); len(made) > 0 && x.follow(v) && len(x.keeps) > 0 {
			x.clone(made)
		}
	}
}

func (s *copier) text(v *types.Var) *text {
	return &text{copier: s, v: v, seen: make(map[*types.Var]bool)}
}

// made lists the arguments for the i-th parameter that are made for the call, and need no
// memory of the heap if nothing retains them.
func (s *copier) made(t *inline.Func, i int) (list []analysis.Range) {
	sig := t.Obj.Signature()
	if sig.Variadic() && i == sig.Params().Len()-1 {
		return nil
	}
	for _, use := range s.Pkg.Uses(t.Obj) {
		call, ok := source.Called(use)
		if f := s.Pkg.FileOf(use.Node()); !ok || f == nil || f.IsTest() {
			continue
		}
		if args := call.Node().(*ast.CallExpr).Args; i < len(args) && s.isMade(args[i], sig.Params().At(i).Type()) {
			list = append(list, args[i])
		}
	}
	return list
}

// isMade reports whether e is of type t and a copy, a concatenation, a part of a local array,
// or a local variable that holds one of these and from which it does not escape.
func (s *copier) isMade(e ast.Expr, t types.Type) bool {
	if tv := s.Info.Types[e]; tv.Value != nil || tv.Type == nil || !types.Identical(tv.Type, t) {
		return false
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		if !source.IsConversion(s.Info, e) {
			return false
		}
		from := types.Default(s.Info.TypeOf(e.Args[0]))
		return source.IsString(from) != source.IsString(t)
	case *ast.BinaryExpr:
		return true
	case *ast.SliceExpr:
		if source.IsA[*types.Array](s.Info.TypeOf(e.X)) {
			_, isLocal := s.Pkg.LocalVar(e.X)
			return isLocal
		}
		return s.isMade(e.X, t)
	case *ast.Ident:
		v, isLocal := s.Pkg.LocalVar(e)
		if !isLocal {
			return false
		}
		value, ok := s.Pkg.Initial(v)
		return ok && value != nil && s.isMade(value, t) && s.text(v).follow(v)
	}
	return false
}

// follow reports whether all uses of v look at it, or make errors of it, and notes the latter.
func (x *text) follow(v *types.Var) bool {
	if x.seen[v] {
		return true
	}
	x.seen[v] = true
	if v.Kind() == types.ResultVar || x.Pkg.Captured(v) {
		return false
	}
	return x.Pkg.Every(v, func(use inspector.Cursor) bool { return x.uses(use, v) })
}

// uses judges one use of v, or of a part of it.
func (x *text) uses(cur inspector.Cursor, v *types.Var) bool {
	for range cur.Enclosing((*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
		return false // the statement retains the arguments until the call
	}
	cur = source.Parens(cur)
	isString := source.IsString(x.v.Type())
	switch kind, i := cur.ParentEdge(); kind {
	case edge.SliceExpr_X:
		if isString {
			return x.uses(cur.Parent(), v)
		}
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return true // compared, or copied to a sum
	case edge.AssignStmt_Rhs, edge.ValueSpec_Values:
		if isString {
			return x.named(cur)
		}
	case edge.CallExpr_Args:
		if done, ok := x.passed(cur, i); done {
			return ok
		}
	}
	if isString && retain.LooksAt(x.Pkg, cur, v) || !isString && retain.IsBorrowed(x.Pkg, v, cur) {
		return true
	}
	return x.keep(cur)
}

// keep notes that an error retains the value at cur, or a slice of it. It reports false if
// something else retains the value.
func (x *text) keep(cur inspector.Cursor) bool {
	for cur.ParentEdgeKind() == edge.SliceExpr_X {
		cur = source.Parens(cur.Parent())
	}
	if !x.fails(cur) {
		return false
	}
	x.keeps = append(x.keeps, cur)
	return true
}

// named follows the variables that the value at cur is assigned to.
func (x *text) named(cur inspector.Cursor) bool {
	_, i := cur.ParentEdge()
	var names []ast.Expr
	switch parent := cur.Parent().Node().(type) {
	case *ast.AssignStmt:
		if names = parent.Lhs; len(parent.Lhs) == len(parent.Rhs) {
			names = parent.Lhs[i : i+1]
		}
	case *ast.ValueSpec:
		for _, id := range parent.Names {
			names = append(names, id)
		}
		if len(parent.Names) == len(parent.Values) {
			names = names[i : i+1]
		}
	}
	return !slices.ContainsFunc(names, func(e ast.Expr) bool {
		if source.IsBlank(e) || !source.IsString(x.Info.TypeOf(e)) {
			return false
		}
		v, ok := x.Pkg.LocalVar(e)
		return !ok || !x.follow(v)
	})
}

// passed judges the call that has the value at cur as its i-th argument. Functions of the package
// are followed; one of the standard library may return a part of the value. done is false for
// others, of which nothing is known.
func (x *text) passed(cur inspector.Cursor, i int) (done, ok bool) {
	call := cur.Parent().Node().(*ast.CallExpr)
	fn := typeutil.StaticCallee(x.Info, call)
	if fn == nil || call.Ellipsis.IsValid() {
		return false, false
	}
	if params := fn.Origin().Signature().Params(); x.Pkg.FuncBody(fn) != nil && i < params.Len() {
		last := fn.Signature().Variadic() && i == params.Len()-1
		if last || !types.Identical(params.At(i).Type(), x.v.Type()) {
			return false, false
		}
		seen, keeps := maps.Clone(x.seen), len(x.keeps)
		if x.follow(params.At(i)) {
			return true, true
		}
		x.seen, x.keeps = seen, x.keeps[:keeps]
		return false, false
	}
	known, results := stdlib.Of(fn), fn.Signature().Results()
	if !source.IsString(x.v.Type()) || !known.Known() || known.Methods || known.Wraps != 0 || known.Appends {
		return false, false
	}
	if known.Unlike {
		return true, true // a copy
	}
	if fn.FullName() == "errors.New" {
		return true, x.keep(cur)
	}
	returnsPart := false
	for v := range results.Variables() {
		if _, basic := v.Type().Underlying().(*types.Basic); !basic && !types.Identical(v.Type(), source.ErrorType) {
			return true, false // a list of parts
		}
		returnsPart = returnsPart || source.IsString(v.Type())
	}
	switch result := source.Parens(cur.Parent()); {
	case !returnsPart:
		return true, true
	case results.Len() == 1:
		return true, x.uses(result, x.v)
	case result.ParentEdgeKind() == edge.AssignStmt_Rhs || result.ParentEdgeKind() == edge.ValueSpec_Values:
		return true, x.named(result)
	}
	return true, false
}

// fails reports whether the value at cur becomes part of an error, or of a panic, in a branch
// or behind a statement that may leave. Bytes have to be formatted at once, before anything can
// change them.
func (x *text) fails(cur inspector.Cursor) bool {
	stmt, ok := source.EnclosingStmt(cur)
	fn, _ := source.EnclosingFunc(cur)
	if begin := fn.Node().Pos(); !ok || !inBranch(stmt, begin) && !x.behindExit(stmt, begin) {
		return false
	}
	if kind := cur.ParentEdgeKind(); kind == edge.UnaryExpr_X || kind == edge.SelectorExpr_X || kind == edge.KeyValueExpr_Key {
		return false
	}
	if call := source.ArgumentOf(cur); !source.IsString(x.v.Type()) {
		if call == nil || source.Func(x.Info, call) == nil || call.Ellipsis.IsValid() || !effect.Pure(x.Info, call.Args...) {
			return false
		}
		if fn := source.Func(x.Info, call); fn.Pkg() == nil || fn.Pkg().Path() != "fmt" || fn.Name() != "Errorf" && fn.Name() != "Sprintf" && fn.Name() != "Sprint" {
			return false
		}
	}
	for c := cur; c != stmt; c = c.Parent() {
		switch parent := c.Parent().Node().(type) {
		case *ast.FuncLit:
			return false
		case *ast.CompositeLit:
			if x.isError(x.Info.TypeOf(parent)) {
				return true
			}
		case *ast.CallExpr:
			if source.IsBuiltin(x.Info, parent, "panic") || x.makesError(parent, 0) {
				return true
			}
		}
	}
	return false
}

// isError reports whether t, or a pointer to t, implements error.
func (x *text) isError(t types.Type) bool {
	return source.IsError(t) || source.IsError(types.NewPointer(t))
}

// makesError reports whether the type, the name or the body of the called function says that it
// returns an error which is not nil.
func (x *text) makesError(call *ast.CallExpr, depth int) bool {
	t := x.Info.TypeOf(call)
	if source.IsConversion(x.Info, call) || source.IsA[*types.Tuple](t) || !x.isError(t) {
		return false
	}
	fn := source.Func(x.Info, call)
	switch {
	case !types.IsInterface(t):
		return true
	case fn == nil:
		return false
	case flow.MakesError(fn):
		return true
	}
	own, ok := inline.Declared(x.Pkg, fn.Origin())
	if !ok || depth > 3 {
		return false
	}
	ret, ok := own.Decl.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return false
	}
	inner, ok := ast.Unparen(ret.Results[0]).(*ast.CallExpr)
	return ok && x.makesError(inner, depth+1)
}

// clone reports the arguments made for the text, and copies it where errors retain it.
//
//	errors.New(s)                  fmt.Errorf("bad %q", b)            fmt.Errorf("bad %v", b)
//	----------------------------------------------------------------------------------------------
//	errors.New(strings.Clone(s))   fmt.Errorf("bad %q", string(b))    fmt.Errorf("bad %v", bytes.Clone(b))
func (x *text) clone(made []analysis.Range) {
	pkg, since := "strings", "go1.18"
	if source.IsBytes(x.v.Type()) {
		pkg, since = "bytes", "go1.20"
	}
	var edits []source.TextEdit
	imported := make(map[*source.File]bool)
	class := rule.Safe
	for _, keep := range x.keeps {
		e := keep.Node().(ast.Expr)
		f := x.Pkg.FileOf(e)
		if f == nil || f.HasComment(e.Pos(), e.End()) {
			return
		}
		if pkg == "bytes" && x.asText(f, source.ArgumentOf(keep), e) {
			edits = append(edits, source.ReplaceNode(e, "string("+f.Text(e)+")"))
			continue
		}
		q, imports, ok := f.Import(pkg, "Clone", e.Pos())
		if !ok || !f.AtLeast(since) {
			x.Refuse(made[0], strings.Replace(f.Go, "go", "go ", 1)+" has no "+pkg+".Clone")
			return
		}
		if !imported[f] {
			edits = append(edits, imports...)
		}
		imported[f] = true
		edits = append(edits, source.ReplaceNode(e, q+"Clone("+f.Text(e)+")"))
		if pkg == "strings" && x.Pkg.Views() && !printed(x.Info, keep) {
			class = rule.Review(rule.Sharing.Caveat("the error has a copy of the text, also where unsafe code changes the bytes of a string"))
		}
	}
	var related []analysis.RelatedInformation
	for _, arg := range made[1:] {
		related = append(related, analysis.RelatedInformation{Pos: arg.Pos(), End: arg.End(), Message: "it is made here, too"})
	}
	x.Report(rule.Finding{
		At:      made[0],
		Message: fmt.Sprintf("%s is on the heap each time, since an error keeps it", x.v.Name()),
		Title:   "copy " + x.v.Name() + " where an error needs it",
		Class:   class,
		Edits:   edits,
		Related: related,
	})
}

// asText reports whether call formats its argument e, bytes, with a verb for which a string of
// them gives the same result.
func (x *text) asText(f *source.File, call *ast.CallExpr, e ast.Expr) bool {
	format, ok := source.StringConst(x.Info, call.Args[0])
	letters, each := verbs.Letters(format)
	i := slices.IndexFunc(call.Args, func(arg ast.Expr) bool { return ast.Unparen(arg) == ast.Unparen(e) }) - 1
	return ok && each && 0 <= i && i < len(letters) && strings.ContainsRune("sqxX", rune(letters[i])) && f.Universe(e.Pos(), "string")
}

// printed reports whether the value at cur is an argument of a function of fmt, which formats it at once.
func printed(info *types.Info, cur inspector.Cursor) bool {
	call := source.ArgumentOf(cur)
	if call == nil {
		return false
	}
	fn := source.Func(info, call)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "fmt"
}
