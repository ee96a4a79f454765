package filterinplace

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// replacesField filters the list of a field, or of an entry of a field's map, where the result takes the place of the list.
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
	if why := x.seen(l, field); why != "" {
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
		Edits: []source.TextEdit{l.decl.Set(list + "[:0]")},
	})
}

// field returns the field whose list, or whose map's list, e is; nil for other expressions, and where e may be
// another one each time.
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

// isReplaced reports whether the declaration of out, the loop and the assignment of out to what the loop ranges over
// follow one another in a list of statements, with nothing in between that leaves it, or reads or sets the list or
// what it is found by.
func (x *finder) isReplaced(l *loop, field *types.Var) bool {
	if len(l.decl.After()) > 0 {
		return false
	}
	behind := false
	for _, s := range l.decl.Rest {
		switch {
		case source.Unlabeled(s) == l.cur.Node():
			behind = true
		case behind && x.assigns(s, l):
			return true
		case !passive(s) || x.Pkg.Mentions(s, field) > 0 || x.setsPart(s, l.rng.X) || !behind && flow.Mentions(x.Info, s, l.out) || !effect.Of(x.Pkg, s).Quiet():
			return false
		}
	}
	return false
}

// assigns matches list = out and list = append(out, …).
func (x *finder) assigns(s ast.Stmt, l *loop) bool {
	assign, ok := s.(*ast.AssignStmt)
	if !ok || assign.Tok != token.ASSIGN || len(assign.Lhs) != 1 || x.Text(assign.Lhs[0]) != x.Text(l.rng.X) {
		return false
	}
	value := ast.Unparen(assign.Rhs[0])
	if call, ok := value.(*ast.CallExpr); ok && source.IsBuiltin(x.Info, call, "append") {
		value = call.Args[0]
	}
	return x.Pkg.Is(value, l.out)
}

// setsPart reports whether a statement sets a variable that e mentions.
func (x *finder) setsPart(s ast.Stmt, e ast.Expr) bool {
	for id := range source.Idents(e) {
		if v, ok := x.Info.Uses[id].(*types.Var); ok && flow.Sets(x.Info, s, v) {
			return true
		}
	}
	return false
}

// seen says who may see the list while it is filtered; "" if nobody.
func (x *finder) seen(l *loop, field *types.Var) string {
	name := field.Name()
	does := effect.Of(x.Pkg, l.rng.Body)
	switch {
	case x.Pkg.Mentions(l.rng.Body, field) > 0 || x.setsPart(l.rng.Body, l.rng.X):
		return "the loop looks at " + name
	case source.Has[*ast.ReturnStmt](l.rng.Body) || x.Jumps(l.rng.Pos()) || source.Has[*ast.FuncLit](l.rng.Body):
		return "the loop may leave the function when " + name + " is half filtered"
	case does.Unknown() || does.Waits:
		return "what the loop calls, or waits for, may look at " + name
	}
	for fn := range effect.ReachedFrom(x.Pkg, l.rng.Body) {
		if body := x.Pkg.FuncBody(fn); body != nil && x.Pkg.Mentions(body, field) > 0 {
			return fn.Name() + " looks at " + name
		}
	}
	return ""
}
