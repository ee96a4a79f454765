package hoist

import (
	"cmp"
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// unread makes an error once if a function of the package returns it to callers that only ask
// whether there is an error: nobody reads its text.
//
//	                                        return 0, fmt.Errorf("bad digit %q in %s", c, s)
//	-------------------------------------
//	var errBadDigit = errors.New("bad digit") // callers only ask whether there is one
//	                                        return 0, errBadDigit
func (h *hoister) unread(cur inspector.Cursor, call *ast.CallExpr) {
	text, ok := h.said(call)
	decl, name := h.decl(cur)
	result := h.result(cur)
	if !ok || decl == nil || result.ParentEdgeKind() != edge.ReturnStmt_Results || h.HasComment(call.Pos(), call.End()) {
		return
	}
	fn, _ := h.Info.Defs[decl.Name].(*types.Func)
	t, ok := inline.Declared(h.Pkg, fn)
	if own, _ := source.EnclosingFunc(cur); !ok || own.Node() != ast.Node(decl) || !h.isLast(result) || !h.neverRead(t) {
		return
	}
	caveats, ok := h.unmade(cur, call)
	if !ok {
		h.Refuse(call, "an operand of the error may fail, have a side effect, or be the only use of a variable")
		return
	}
	v := constantError(text, name)
	if !h.IsFreeGlobal(v.name) {
		v.name = "err" + inline.Capital(name)
	}
	q, edits, ok := h.Import("errors", "New", decl.Pos())
	if !ok || !h.IsFreeGlobal(v.name) {
		h.Refuse(call, "there is an error of this name")
		return
	}
	v.what, v.class = "an error that nobody reads", rule.Review(caveats...)
	value := q + "New(" + verbs.Quote(text) + ") // callers only ask whether there is one"
	h.declare(cur, decl, name, value, v, source.ReplaceNode(call, "\x00"), edits...)
}

// result returns the place of the value at cur itself, or that of the only use of the variable that is declared
// with the value, if the use is an operand of the next statement, as in return err.
func (h *hoister) result(cur inspector.Cursor) inspector.Cursor {
	d, ok := h.DeclWith(cur)
	if !ok || d.Type != nil || len(d.Rest) == 0 || len(h.Pkg.Uses(d.Var)) != 1 {
		return source.Parens(cur)
	}
	use := source.Parens(h.Pkg.Uses(d.Var)[0])
	if use.Parent().Node() != d.Rest[0] {
		return source.Parens(cur)
	}
	return use
}

// said returns what an error of errors.New or fmt.Errorf says of no value. ok is false if that is nothing, or
// all of the error.
func (h *hoister) said(call *ast.CallExpr) (text string, ok bool) {
	if _, ok := source.CallTo(h.Info, call, "errors", "New"); ok {
		operands := source.Operands(h.Info, call.Args[0])
		for _, operand := range operands {
			part, isConst := source.StringConst(h.Info, operand)
			if part = strings.ReplaceAll(part, "%", "%%"); !isConst {
				part = "%v"
			}
			text += part
		}
		if len(operands) < 2 {
			return "", false
		}
	} else if _, ok := source.CallTo(h.Info, call, "fmt", "Errorf"); ok {
		if text, ok = source.StringConst(h.Info, call.Args[0]); !ok || len(call.Args) < 2 || call.Ellipsis.IsValid() {
			return "", false
		}
	}
	head, _, _ := strings.Cut(text, "%")
	text = cmp.Or(withoutValues(text), strings.TrimSpace(head))
	return text, text != ""
}

var (
	// bracketed is a part of a format in brackets, with a verb in it, and verb is one with quotes around it.
	bracketed = regexp.MustCompile(`\s*[(\[{<][^()\[\]{}<>%]*%[^%()\[\]{}<>]*[)\]}>]`)
	verb      = regexp.MustCompile(" ?[\"'`]?%[-+# 0]*[0-9.*]*[a-zA-Z][\"'`]?")
	// leads and trails are words that say nothing without a value in front of them, or behind.
	leads  = []string{"is", "are", "was", "were"}
	trails = []string{"as", "at", "by", "for", "from", "got", "have", "in", "is", "of", "on", "than", "to", "want", "was", "with"}
)

// withoutValues is what a format says without what it says of values.
//
//	bad digit %q in %s    lex: %q is no number    parsing "%s": invalid syntax    %s: %v
//	--------------------------------------------------------------------------------------
//	bad digit             lex: no number          parsing: invalid syntax
func withoutValues(format string) (text string) {
	const percent = "\x00"
	format = verb.ReplaceAllString(bracketed.ReplaceAllString(strings.ReplaceAll(format, "%%", percent), ""), "")
	sep := ""
	for len(format) > 0 {
		clause, next := format, ""
		if i := strings.IndexAny(format, ":,;"); i >= 0 {
			clause, next, format = format[:i], format[i:i+1]+" ", format[i+1:]
		} else {
			format = ""
		}
		words := strings.Fields(strings.ReplaceAll(strings.Trim(clause, " =\"'`#"), percent, "%"))
		if len(words) > 1 && slices.Contains(leads, words[0]) {
			words = words[1:]
		}
		for len(words) > 0 && slices.Contains(trails, words[len(words)-1]) {
			words = words[:len(words)-1]
		}
		if len(words) > 0 {
			text += sep + strings.Join(words, " ")
			sep = next
		}
	}
	return text
}

// isLast reports whether the value at cur is the last result of a return statement.
func (h *hoister) isLast(cur inspector.Cursor) bool {
	_, i := cur.ParentEdge()
	return i == len(cur.Parent().Node().(*ast.ReturnStmt).Results)-1
}

// neverRead reports whether the last result of a function is an error that all callers drop or
// compare with nil.
func (h *hoister) neverRead(t *inline.Func) bool {
	results := t.Obj.Signature().Results()
	if results.Len() == 0 || !types.Identical(results.At(results.Len()-1).Type(), source.ErrorType) || results.At(0).Name() != "" {
		return false
	}
	calls, known := t.Calls()
	reads := func(call inspector.Cursor) bool { return !h.drops(source.Parens(call), results.Len()) }
	return known && !slices.ContainsFunc(calls, reads)
}

// drops reports whether the last of n results of the call at cur is dropped, or only compared with nil.
func (h *hoister) drops(cur inspector.Cursor, n int) bool {
	var target ast.Expr
	switch parent := cur.Parent().Node().(type) {
	case *ast.ExprStmt:
		return true
	case *ast.BinaryExpr:
		return source.ComparedWithNil(h.Info, cur)
	case *ast.AssignStmt:
		if len(parent.Rhs) != 1 || len(parent.Lhs) != n {
			return false
		}
		target = parent.Lhs[n-1]
	case *ast.ValueSpec:
		if len(parent.Values) != 1 || len(parent.Names) != n {
			return false
		}
		target = parent.Names[n-1]
	default:
		return false
	}
	if source.IsBlank(target) {
		return true
	}
	v, ok := h.Pkg.LocalVar(target)
	return ok && v.Kind() == types.LocalVar && h.Pkg.Every(v, func(use inspector.Cursor) bool {
		use = source.Parens(use)
		return use.ParentEdgeKind() == edge.AssignStmt_Lhs || source.ComparedWithNil(h.Info, use)
	})
}

// reads reports whether reading e at cur cannot fail: it follows no pointer, but for one that something has
// been read through before.
func (h *hoister) reads(e ast.Expr, cur inspector.Cursor) bool {
	if effect.Total(h.Info, e) {
		return true
	}
	sel, isSel := ast.Unparen(e).(*ast.SelectorExpr)
	if !isSel {
		return false
	}
	v, isLocal := h.Pkg.LocalVar(sel.X)
	selection := h.Info.Selections[sel]
	return isLocal && selection != nil && selection.Kind() == types.FieldVal && len(selection.Index()) == 1 && flow.NonNilAt(h.Pkg, v, cur)
}

// unmade reports whether the operands of an error need not be evaluated: they cannot fail, and none
// is the only use of a variable. The caveats name a method Error that is not called any more.
func (h *hoister) unmade(cur inspector.Cursor, call *ast.CallExpr) (caveats []rule.Caveat, ok bool) {
	for _, arg := range call.Args {
		t := h.Info.TypeOf(arg)
		isError := types.Identical(t, source.ErrorType)
		plain := source.IsA[*types.Basic](t) && types.NewMethodSet(t).Len() == 0 || source.IsBytes(t)
		if !h.reads(arg, cur) || !plain && !isError {
			return nil, false
		}
		if isError && len(caveats) == 0 {
			caveats = append(caveats, rule.Order.Caveat("no method Error of "+h.Text(arg)+" is called"))
		}
		for id := range source.Idents(arg) {
			v, isVar := h.Pkg.LocalVar(id)
			if isVar && v.Kind() == types.LocalVar && h.Pkg.Every(v, func(use inspector.Cursor) bool {
				return source.Contains(call, use.Node()) || source.Parens(use).ParentEdgeKind() == edge.AssignStmt_Lhs
			}) {
				return nil, false // nothing would use the variable any more
			}
		}
	}
	return caveats, true
}
