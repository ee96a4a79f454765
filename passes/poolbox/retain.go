package poolbox

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/source"
)

// retain returns the edits that put back the interface that Get returned, for all Puts in the function that put back
// what it held; nil if this Put does not. The boxed value never changes, so that the next user cannot tell it from a
// new one.
//
//	b := pool.Get().([]byte)      boxed := pool.Get()
//	                              b := boxed.([]byte)
//	------------------------      ---------------------
//	pool.Put(b)                   pool.Put(boxed)
func (b *boxer) retain(put *pools.Put, done map[*pools.Put]bool) (edits []source.TextEdit) {
	i := slices.IndexFunc(b.Gets, func(get *pools.Get) bool { return b.same(get, put) })
	if i < 0 || done[put] {
		return nil
	}
	get := b.Gets[i]
	if len(b.Pkg.Uses(get.Var)) <= len(b.PutsOf(get)) {
		return nil // nothing else would use the variable
	}
	name := b.names.Fresh(get.File, get.Call.Pos(), "boxed")
	edits = []source.TextEdit{
		get.File.Before(get.Stmt.Node(), name+" := "+get.File.Text(get.Call)),
		source.ReplaceNode(get.Call, name),
	}
	for _, put := range b.PutsOf(get) {
		if b.same(get, put) {
			done[put] = true
			edits = append(edits, source.ReplaceNode(put.Arg, name))
		}
	}
	return edits
}

// same reports whether the value put back is the value taken, whole and unchanged.
func (b *boxer) same(get *pools.Get, put *pools.Put) bool {
	if get.Var == nil || get.Var != put.Var || get.Func != put.Func || get.Pool != put.Pool || get.Via != nil || put.Via != nil {
		return false
	}
	t, ok := b.taking(get)
	_, _, inList := source.StmtList(get.Stmt)
	if !ok || !inList || t.slice != nil || get.MayBeNil() || !flow.Names(b.Pkg.Info, put.Arg, put.Var) {
		return false
	}
	d, ok := get.File.DeclOf(get.Var)
	before := effect.Of(b.Pkg, d.Before()...)
	if !ok || !before.Movable() || before.MayEnd() || get.File.HasComment(get.Call.Pos(), get.Call.End()) || !get.File.Visible(get.Call, get.Stmt.Node().Pos()) {
		return false
	}
	writes, g := b.Pkg.Writes(put.Var), b.Graph(get.Func)
	if len(writes) > 0 && (g == nil || put.Defer != nil && put.Defer.Call != put.Call) {
		return false
	}
	for _, w := range writes {
		reaches := false
		inGraph := g.After(w.Node(), func(n ast.Node) bool {
			reaches = reaches || source.Contains(n, put.Call)
			return !reaches && !source.Contains(n, get.Call)
		})
		if reaches || !inGraph {
			return false
		}
	}
	return types.Identical(get.Var.Type(), b.Pkg.Info.TypeOf(t.assert))
}
