package block

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
)

// An index is the place of an object in a block: the number of the iteration, times the number of objects that each
// iteration makes.
type index struct {
	name string     // of the variable that counts the iterations
	key  *ast.Ident // the blank key of a range, which has to get the name; nil if there is a variable
	per  int        // the number of objects in each iteration
}

// at returns the index of the nth object of an iteration, from 0 on, as source text.
func (x index) at(n int) string {
	if x.per == 1 {
		return x.name
	}
	text := strconv.Itoa(x.per) + "*" + x.name
	if n > 0 {
		text += "+" + strconv.Itoa(n)
	}
	return text
}

// counter returns the index of the objects of a group. ok is false if no variable can count the iterations of the loop from
// 0 on, or if an object is not made in the statement list of the loop's body.
//
//	for i := 0; i < n; i++ {     for i := range n {     for i, v := range list {     for _, v := range list {
func (b *blocker) counter(loop inspector.Cursor, group map[ast.Stmt]maker) (x index, ok bool) {
	x.per = len(group)
	var v *types.Var
	switch s := loop.Node().(type) {
	case *ast.ForStmt:
		if v, _, ok = b.Pkg.Counter(s); !ok || b.maybeCut(v.Type()) {
			return x, false
		}
	case *ast.RangeStmt:
		id, isIdent := s.Key.(*ast.Ident)
		switch t := source.Core(b.Info.TypeOf(s.X)).(type) {
		case *types.Slice, *types.Array:
		case *types.Basic:
			isIdent = isIdent && t.Info()&types.IsInteger != 0 && !b.maybeCut(t)
		default:
			return x, false
		}
		if !isIdent || s.Tok != token.DEFINE {
			return x, false
		}
		if source.IsBlank(id) {
			x.key, x.name = id, b.numbered(s, id)
			break
		}
		if v, ok = b.Info.Defs[id].(*types.Var); !ok || b.Pkg.WrittenIn(v, s.Body.Pos(), s.Body.End()) {
			return x, false
		}
	}
	if v != nil {
		x.name = v.Name()
		if x.per > 1 && !types.Identical(v.Type(), types.Typ[types.Int]) {
			return x, false // the product may overflow
		}
	}
	for _, m := range group {
		// The number of objects that are made in branches differs between iterations.
		if m.cur.Parent().Parent().Node() != loop.Node() || v != nil && !b.Means(v, m.stmt.Pos()) {
			return x, false
		}
	}
	return x, true
}

// maybeCut reports whether a number of type t may be cut off as an int of 32 bits, so that the block is too short.
func (b *blocker) maybeCut(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return !ok || basic.Kind() == types.Int64 || basic.Kind() == types.Uint64
}

// numbered returns the name that the blank key of a loop gets.
func (b *blocker) numbered(s *ast.RangeStmt, key *ast.Ident) string {
	if b.keys[key] == "" {
		names := source.NamesIn(s)
		for _, name := range []string{"i", "j", "k"} {
			if !names[name] {
				b.keys[key] = name
				return name
			}
		}
		b.keys[key] = b.Fresh(s.Pos(), "i")
	}
	return b.keys[key]
}

// place returns the edits that replace the making of an object by an element of the block.
//
//	out[i] = new(T)         out = append(out, &T{…})
//	------------------      -------------------------------
//	out[i] = &block[i]      block[i] = T{…}
//	                        out = append(out, &block[i])
func (b *blocker) place(m maker, element string) []source.TextEdit {
	if m.isZero() {
		return []source.TextEdit{source.ReplaceNode(m.object, "&"+element)}
	}
	return b.apart(m, element+" = ", "", element)
}

// isZero reports whether the object is a zero value: new(T), or &T{}.
func (m maker) isZero() bool {
	if ref, ok := m.object.(*ast.UnaryExpr); ok {
		lit, ok := ast.Unparen(ref.X).(*ast.CompositeLit)
		return ok && len(lit.Elts) == 0
	}
	call, ok := m.object.(*ast.CallExpr)
	return ok && m.typ != nil && len(call.Args) == 1
}
