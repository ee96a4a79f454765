package appendto

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// keys ranges over a map instead of a list of its keys, or values.
//
//	for _, k := range maps.Keys(m) {     for _, v := range maps.Values(m) {
//	-----------------------------------------------------------------------
//	for k := range m {                   for _, v := range m {
func (a *appender) keys(cur inspector.Cursor) {
	loop, ok := a.Pkg.AsRange(cur.Node())
	if !ok || a.HasComment(loop.For, loop.Body.Lbrace) {
		return
	}
	list, d := loop.X, a.listInFront(cur, loop)
	if d != nil {
		list = d.Value
	}
	if !a.Pkg.Unnumbered(loop) {
		return
	}
	m, name, ok := a.listsMap(list)
	if !ok {
		return
	}
	class, ok := a.keepsMap(loop, m, name)
	if !ok {
		a.Refuse(list, "the loop may change the map")
		return
	}
	vars := ""
	if loop.Value != nil && !source.IsBlank(loop.Value) {
		vars = a.Text(loop.Value) + " " + loop.Tok.String() + " "
		if name == "Values" {
			vars = "_, " + vars
		}
	}
	edits := a.Head(cur.Node(), loop, "for "+vars+"range "+a.Text(m)+" ")
	if d != nil {
		edits = append(edits, d.Remove())
	}
	a.Report(rule.Finding{
		At:      list,
		Message: "the " + map[string]string{"Keys": "keys", "Values": "values"}[name] + " of a map are listed only to be ranged over",
		Title:   "Range over the map",
		Class:   class,
		Edits:   edits,
	})
}

// listInFront returns the declaration, right in front of the loop, of the list that the loop ranges over, if nothing else
// uses the list; nil otherwise.
func (a *appender) listInFront(cur inspector.Cursor, loop *ast.RangeStmt) *source.Decl {
	v, isVar := a.Pkg.LocalVar(loop.X)
	list, i, inList := source.StmtList(source.Labeled(cur))
	inHead := func(use inspector.Cursor) bool { at, _, ok := a.Pkg.Over(use, v); return ok && at == cur }
	if !isVar || !inList || i == 0 || !a.Pkg.Every(v, inHead) {
		return nil
	}
	d, ok := a.DeclOf(v)
	if !ok || d.Stmt != list[i-1] || d.Value == nil || d.Grouped() || d.HasComment() {
		return nil
	}
	return &d
}

// listsMap recognises a call that lists the keys or the values of a map, by x/exp, lo, or slices.Collect.
func (a *appender) listsMap(e ast.Expr) (m ast.Expr, name string, ok bool) {
	call, ok := source.CallTo(a.Info, e, "slices", "Collect")
	if ok {
		call, ok = source.CallTo(a.Info, call.Args[0], "maps", "Keys", "Values")
	} else if call, ok = source.CallTo(a.Info, e, "golang.org/x/exp/maps", "Keys", "Values"); !ok {
		call, ok = source.CallTo(a.Info, e, "github.com/samber/lo", "Keys", "Values")
	}
	if !ok || len(call.Args) != 1 || call.Ellipsis.IsValid() || !source.IsA[*types.Slice](a.Info.TypeOf(e)) {
		return nil, "", false
	}
	return call.Args[0], source.Func(a.Info, call).Name(), isMap(a.Info.TypeOf(call.Args[0])) && !source.Has[*ast.CompositeLit](call.Args[0])
}

// keepsMap reports whether a loop does not change the map, except to delete the entry of the iteration.
func (a *appender) keepsMap(loop *ast.RangeStmt, m ast.Expr, name string) (class rule.Class, ok bool) {
	use := &mapUse{a: a}
	use.node(loop.Body)
	if use.sets(a.Info.TypeOf(m)) {
		v, isVar := a.Pkg.LocalVar(loop.Value)
		if !isVar || name != "Keys" || len(a.Pkg.Writes(v)) > 0 || !source.IsPath(m) || !a.deletesOnly(loop.Body, m, v) {
			return class, false
		}
	}
	if does := effect.Of(a.Pkg, loop.Body); use.unknown || does.Unknown() || does.Waits {
		class = rule.Review(rule.Order.Caveat("what the loop calls must not change " + a.Text(m)))
	}
	return class, true
}

// deletesOnly reports whether the only use of maps in body is to delete m[key].
func (a *appender) deletesOnly(body ast.Node, m ast.Expr, key *types.Var) bool {
	if _, callees := effect.Direct(a.Pkg, body); len(callees) > 0 {
		return false
	}
	for n := range ast.Preorder(body) {
		if e, isExpr := n.(ast.Expr); isExpr && isMap(a.Info.TypeOf(e)) && !a.Info.Types[e].IsType() {
			call := source.ArgumentOf(cursorOf(a.File, e))
			if call == nil || !source.IsBuiltin(a.Info, call, "delete") || a.Text(call.Args[0]) != a.Text(m) || !a.Pkg.Is(call.Args[1], key) {
				return false
			}
		}
	}
	return true
}

// A mapUse lists the types of the maps that some code writes to.
type mapUse struct {
	a       *appender
	written []types.Type
	seen    []*types.Func
	unknown bool // the code may write to other maps
}

// isMap reports whether t is a map, or a type parameter that may be one.
func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := source.Core(t).(*types.Map)
	return ok || source.Parametric(t)
}

// node adds the maps that the code, or a function of the package that it calls, writes to.
func (m *mapUse) node(n ast.Node) {
	_, callees := effect.Direct(m.a.Pkg, n)
	for n := range ast.Preorder(n) {
		switch n := n.(type) {
		case *ast.CallExpr:
			m.call(n)
		case *ast.AssignStmt:
			for _, e := range n.Lhs {
				m.target(e)
			}
		case *ast.IncDecStmt:
			m.target(n.X)
		}
	}
	for _, fn := range callees {
		if !slices.Contains(m.seen, fn) {
			m.seen = append(m.seen, fn)
			if body := m.a.Pkg.FuncBody(fn); body != nil {
				m.node(body)
			} else {
				m.unknown = true
			}
		}
	}
}

// target adds the map of an entry that is set.
func (m *mapUse) target(e ast.Expr) {
	if index, ok := ast.Unparen(e).(*ast.IndexExpr); ok && isMap(m.a.Info.TypeOf(index.X)) {
		m.written = append(m.written, m.a.Info.TypeOf(index.X))
	}
}

// call adds the maps that a call gets. An argument that is an interface, or has one, may hold any map.
func (m *mapUse) call(call *ast.CallExpr) {
	info := m.a.Info
	if source.IsConversion(info, call) || source.IsBuiltin(info, call, "len", "append", "make", "new", "panic", "cap", "copy", "min", "max") {
		return
	}
	fn := source.Func(info, call)
	known := stdlib.Of(fn)
	looked := fn != nil && fn.Pkg() == m.a.Pkg.Types || known.Known() && !known.Methods && !known.Calls // node, or the table, has its body
	for _, arg := range call.Args {
		switch t := info.TypeOf(arg); {
		case isMap(t):
			m.written = append(m.written, t)
		case !looked && !source.IsA[*types.Basic](t) && !source.IsBuiltin(info, call):
			m.unknown = true
		}
	}
}

// sets reports whether the code writes to a map that may be of type t.
func (m *mapUse) sets(t types.Type) bool {
	return slices.ContainsFunc(m.written, func(u types.Type) bool {
		return source.Parametric(t) || source.Parametric(u) || types.Identical(t.Underlying(), u.Underlying())
	})
}
