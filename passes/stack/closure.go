package stack

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A capture is a variable of a loop that a function literal mentions.
type capture struct {
	v    *types.Var
	uses []*ast.Ident
	name string // of the variable that takes its place, outside the loop
}

// closure makes one function literal of one per iteration.
func (s *stacker) closure(f *source.File, cur inspector.Cursor) {
	loop, stmt, ok := s.perIteration(f, cur)
	if !ok {
		return
	}
	lit := cur.Node().(*ast.FuncLit)
	captures, ok := s.captures(lit, loop)
	if !ok || len(captures) == 0 {
		return // the same in each iteration: hoist moves it
	}
	var before, set []string
	for i := range captures {
		c := &captures[i]
		typ, ok := f.TypeText(c.v.Type(), loop.Pos())
		if !ok || c.v.Pos() > stmt.Pos() || len(s.pkg.Writes(c.v)) > 0 {
			return
		}
		c.name = s.names.Fresh(f, loop.Pos(), c.v.Name())
		before = append(before, fmt.Sprintf("var %s %s", c.name, typ))
		set = append(set, fmt.Sprintf("%s = %s", c.name, c.v.Name()))
	}
	fn := s.names.Fresh(f, loop.Pos(), "callback") // fn is what hoist calls its own
	before = append(before, fn+" := "+renamed(f, lit, captures))
	s.pass.Report(rule.Finding{
		At:      lit,
		Message: "the function literal is made in each iteration, for a callee that may keep it",
		Title:   "make one function literal for all iterations",
		Class:   rule.Review(rule.Contents.Caveat("whoever keeps the function sees the values of later iterations")),
		Edits: []source.TextEdit{
			// for _, x := range list { v.Each(func() { … x … }) }
			// ---------------------------------------------------
			// var x2 T
			// callback := func() { … x2 … }
			// for _, x := range list { x2 = x; v.Each(callback) }
			f.Before(loop, before...),
			f.Before(stmt, set...),
			source.ReplaceNode(lit, fn),
		},
	})
}

// perIteration returns the innermost loop around a function literal that is an
// argument of a call whose callee is not known, and the statement of the call.
func (s *stacker) perIteration(f *source.File, cur inspector.Cursor) (loop, stmt ast.Node, ok bool) {
	if cur.ParentEdgeKind() != edge.CallExpr_Args || !source.InLoop(cur) || source.Jumps(cur) {
		return nil, nil, false
	}
	call := cur.Parent()
	if !s.dynamic(call.Node().(*ast.CallExpr)) {
		return nil, nil, false // the compiler knows whether the callee keeps it
	}
	switch call.ParentEdgeKind() {
	case edge.GoStmt_Call, edge.DeferStmt_Call:
		return nil, nil, false
	}
	at, ok := source.EnclosingStmt(call)
	if !ok || !f.AloneOnLine(at.Node().Pos()) {
		return nil, nil, false
	}
	for c := range at.Parent().Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil), (*ast.FuncLit)(nil), (*ast.FuncDecl)(nil)) {
		switch c.Node().(type) {
		case *ast.FuncLit, *ast.FuncDecl:
			return nil, nil, false // the loop is part of the statement
		}
		if _, labelled := c.Parent().Node().(*ast.LabeledStmt); labelled {
			c = c.Parent()
		}
		_, _, inList := source.StmtList(c)
		return c.Node(), at.Node(), inList && f.AloneOnLine(c.Node().Pos())
	}
	return nil, nil, false
}

// dynamic reports whether call calls a method of an interface, or a function value.
func (s *stacker) dynamic(call *ast.CallExpr) bool {
	if source.IsConversion(s.info, call) || isBuiltin(s.info, call) {
		return false
	}
	return typeutil.StaticCallee(s.info, call) == nil
}

// captures lists the variables of the loop that lit mentions, by name. ok is false if
// it mentions something else that the loop declares.
func (s *stacker) captures(lit *ast.FuncLit, loop ast.Node) (list []capture, ok bool) {
	inside := func(n ast.Node, obj types.Object) bool { return n.Pos() <= obj.Pos() && obj.Pos() < n.End() }
	index := make(map[*types.Var]int)
	for n := range ast.Preorder(lit) {
		id, isIdent := n.(*ast.Ident)
		if !isIdent {
			continue
		}
		obj := s.info.Uses[id]
		if obj == nil || !inside(loop, obj) || inside(lit, obj) {
			continue
		}
		v, isVar := obj.(*types.Var)
		if !isVar || v.IsField() {
			return nil, false
		}
		i, seen := index[v]
		if !seen {
			i = len(list)
			index[v] = i
			list = append(list, capture{v: v})
		}
		list[i].uses = append(list[i].uses, id)
	}
	slices.SortFunc(list, func(a, b capture) int { return cmp.Compare(a.v.Name(), b.v.Name()) })
	return list, true
}

// renamed returns the text of n with other names for the captured variables.
func renamed(f *source.File, n ast.Node, captures []capture) string {
	type use struct {
		id   *ast.Ident
		name string
	}
	var uses []use
	for _, c := range captures {
		for _, id := range c.uses {
			uses = append(uses, use{id, c.name})
		}
	}
	slices.SortFunc(uses, func(a, b use) int { return cmp.Compare(a.id.Pos(), b.id.Pos()) })
	var b strings.Builder
	pos := n.Pos()
	for _, u := range uses {
		b.WriteString(f.Between(pos, u.id.Pos()))
		b.WriteString(u.name)
		pos = u.id.End()
	}
	b.WriteString(f.Between(pos, n.End()))
	return b.String()
}
