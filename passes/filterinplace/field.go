package filterinplace

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// replacesField filters the list of a field, or of an entry of a field's map, if the result is assigned to it.
//
//	var recent []time.Time             recent := l.hits[k][:0]
//	for _, t := range l.hits[k] {      for _, t := range l.hits[k] {
//		if now.Sub(t) < limit {            if now.Sub(t) < limit {
//			recent = append(recent, t)         recent = append(recent, t)
//		}                                  }
//	}                                  }
//	l.hits[k] = append(recent, now)    l.hits[k] = append(recent, now)
func (x *finder) replacesField(l *loop) {
	field := x.field(l.rng.X)
	if field == nil || !x.isReplaced(l, field) || !x.single(l) {
		return
	}
	list := x.Text(l.rng.X)
	why := x.seen(l, field)
	if why == "" {
		why = x.held(l, field)
	}
	if why != "" {
		x.refuse(l, why)
		return
	}
	x.Report(rule.Finding{
		At:      l.decl.Node(),
		Message: fmt.Sprintf("%s gets a new array, though it takes the place of %s", l.out.Name(), list),
		Title:   fmt.Sprintf("filter %s in place", list),
		Class: rule.Review(
			rule.Overwrites.Caveat(fmt.Sprintf("the elements of %s are overwritten, also for others that have the slice, and if the loop panics", list)),
			rule.NilOrEmpty.Caveat("an empty result is nil where it was not, or the other way round"),
			rule.Retention.Caveat(fmt.Sprintf("the result keeps all of %s, however few pass", list))),
		Edits: l.decl.Set(list + "[:0]"),
	})
}

// field returns the field of x.f or x.f[k], where x.f is a map in the latter case; nil for other expressions, and for
// those with side effects.
func (x *finder) field(e ast.Expr) *types.Var {
	e = ast.Unparen(e)
	if index, ok := e.(*ast.IndexExpr); ok {
		if !source.IsA[*types.Map](x.Info.TypeOf(index.X)) || !effect.Pure(x.Info, index.Index) {
			return nil
		}
		e = ast.Unparen(index.X)
	}
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || !source.IsPath(sel) {
		return nil
	}
	field, _ := x.Info.Uses[sel.Sel].(*types.Var)
	if field == nil || !field.IsField() {
		return nil
	}
	return field
}

// isReplaced reports whether the declaration of out, the loop, and an assignment of out to the list that the loop
// ranges over follow one another in one list of statements, with no statement in between that leaves the function,
// mentions the field, or sets a variable of the path to it.
func (x *finder) isReplaced(l *loop, field *types.Var) bool {
	if len(l.decl.After()) > 0 {
		return false
	}
	behind := false
	for _, s := range l.decl.Rest {
		switch {
		case source.Unlabeled(s) == l.cur.Node():
			behind = true
		case behind && x.assigns(s, l, field):
			return true
		case !passive(s) || x.Pkg.Mentions(s, field) > 0 || x.setsPart(s, l.rng.X) || !behind && flow.Mentions(x.Info, s, l.out) || !effect.Of(x.Pkg, s).Quiet():
			return false
		}
	}
	return false
}

// assigns matches list = out and list = append(out, …), if no appended element looks at the field.
func (x *finder) assigns(s ast.Stmt, l *loop, field *types.Var) bool {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || x.Text(assign.Lhs[0]) != x.Text(l.rng.X) {
		return false
	}
	value := ast.Unparen(assign.Rhs[0])
	if call, ok := value.(*ast.CallExpr); ok && source.IsBuiltin(x.Info, call, "append") {
		value = call.Args[0]
		for _, arg := range call.Args[1:] {
			if x.looks(arg, field) != "" {
				return false
			}
		}
	}
	return x.Pkg.Is(value, l.out)
}

// setsPart reports whether a statement, or a function that it may call, sets a variable or field that e mentions.
func (x *finder) setsPart(s ast.Stmt, e ast.Expr) bool {
	for id := range source.Idents(e) {
		v, ok := x.Info.Uses[id].(*types.Var)
		if !ok {
			continue
		}
		if x.changes(s, v) || !v.IsField() && x.Pkg.InLiteral(v) && len(x.Pkg.Writes(v)) > 0 {
			return true
		}
		if !v.IsField() && v.Kind() != types.PackageVar {
			continue
		}
		for fn := range effect.ReachedFrom(x.Pkg, s) {
			if body := x.Pkg.FuncBody(fn); body != nil && x.changes(body, v) {
				return true
			}
		}
	}
	return false
}

// changes reports whether n itself, without the functions that it calls, sets a variable or field, or takes its address.
func (x *finder) changes(n ast.Node, v *types.Var) bool {
	return slices.ContainsFunc(x.Pkg.UsesIn(n, v), func(use inspector.Cursor) bool {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		return x.Pkg.Changes(use)
	})
}

// seen says why the half filtered list may be seen, or another list be set; "" if that cannot be.
func (x *finder) seen(l *loop, field *types.Var) string {
	name := field.Name()
	switch {
	case x.setsPart(l.rng.Body, l.rng.X):
		return "the loop sets what " + name + " is found by"
	case source.Has[*ast.ReturnStmt](l.rng.Body) || x.Jumps(l.rng.Pos()) || source.Has[*ast.FuncLit](l.rng.Body):
		return "the loop may leave the function when " + name + " is half filtered"
	}
	if index, ok := ast.Unparen(l.rng.X).(*ast.IndexExpr); ok && effect.Of(x.Pkg, index.Index).Reads && effect.Of(x.Pkg, l.rng.Body).MayChange(effect.Slots|effect.Maps) {
		return "the loop may set what " + name + " is found by"
	}
	return x.looks(l.rng.Body, field)
}

// looks says what in n, which runs before the filtered list is assigned, may look at the field; "" if nothing.
func (x *finder) looks(n ast.Node, field *types.Var) string {
	name := field.Name()
	does := effect.Of(x.Pkg, n)
	switch {
	case x.Pkg.Mentions(n, field) > 0:
		return "the loop looks at " + name
	case does.Unknown() || does.Waits:
		return "what the loop calls, or waits for, may look at " + name
	}
	for fn := range effect.ReachedFrom(x.Pkg, n) {
		if body := x.Pkg.FuncBody(fn); body != nil && x.Pkg.Mentions(body, field) > 0 {
			return fn.Name() + " looks at " + name
		}
	}
	return ""
}

// held says who may have the elements when the list is filtered again; "" if plausibly nobody has.
func (x *finder) held(l *loop, field *types.Var) string {
	if at := retain.Beyond(x.Pkg, field, l.cur.Node()); at != "" {
		return at + " may have the elements of " + field.Name() + " while they are overwritten"
	}
	orders := effect.Meets(x.Pkg, l.decl.Rest...)
	for _, s := range l.decl.Rest {
		if s.Pos() < l.rng.End() || x.assigns(s, l, field) {
			continue
		}
		for _, use := range x.Pkg.UsesIn(s, l.out) {
			isElement := source.Parens(use).ParentEdgeKind() == edge.IndexExpr_X && x.Pkg.Looked(use)
			if !x.Pkg.Asks(use, "len") && (!isElement || orders) {
				return l.out.Name() + " is used behind the loop, when " + field.Name() + " may be filtered again"
			}
		}
	}
	return ""
}
