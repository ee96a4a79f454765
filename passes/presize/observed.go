package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// measured is the class of a capacity that comes from a measurement.
var measured = rule.Review(rule.Observed.Caveat("the room is that of what was measured: other inputs may leave it unused, and who keeps what is in it keeps the room"))

// suppose offers room whose size a measurement has to tell, for a variable that grows at some places. It
// does nothing if there is no such place, or the unit is unknown.
func (p *presizer) suppose(name string, at ast.Node, grows growth, class rule.Class, edits ...source.TextEdit) {
	if len(grows.at) == 0 || grows.unit <= 0 {
		return
	}
	p.Suppose(rule.Open{
		Finding: rule.Finding{
			At:      at,
			Message: name + " grows, and nothing says beforehand how far",
			Title:   "Make " + name + " with room for " + rule.Hole + ", going by what was measured",
			Class:   measured.And(class),
			Edits:   edits,
		},
		Grows: grows.at, Unit: grows.unit, Map: grows.table,
	})
}

// why is the comment that says where a number comes from, and that it is no bound.
const why = "// Room for most that " + rule.Origin + " makes."

// A growth lists the places where a variable grows.
type growth struct {
	at    []token.Pos
	unit  int64 // the bytes that an element takes, or a group of a map
	table bool  // the variable is a map
}

// observedSlice offers the capacity that was observed for a slice that d declares, nil or empty. Only
// cap, and other slices of the same array, can tell the capacity of a slice.
//
//	var out []T                                     func f() (out []T) {
//	--------------------------------------------    -------------------------------------------------
//	// Room for most that BenchmarkX makes.         func f() (out []T) {
//	out := make([]T, 0, 16)                             // Room for most that BenchmarkX makes.
//	                                                    out = make([]T, 0, 16)
func (p *presizer) observedSlice(d source.Decl, isNil bool) {
	if p.Pkg.Asked(d.Var, "cap") || slices.ContainsFunc(p.Pkg.Uses(d.Var), p.Pkg.Addressed) || p.givenRoom(d.Var) {
		return
	}
	var class rule.Class
	if isNil && !p.nilBlind(d.Var) {
		class = rule.Review(nilBecomesEmpty)
	}
	class = class.And(p.forks(d.Var))
	unit, ok := p.Pkg.Sizeof(d.Var.Type().Underlying().(*types.Slice).Elem())
	if !ok {
		return
	}
	if d.Stmt != nil {
		if typ := p.typeOf(d); typ != "" && p.Universe(d.Stmt.Pos(), "make") && !d.HasComment() {
			p.suppose(d.Var.Name(), d.Node(), growth{at: p.grows(d.Var), unit: unit}, class, append(d.Set("make("+typ+", 0, "+rule.Hole+")"), p.Before(d.Node(), why))...)
		}
		return
	}
	first := p.firstUse(d)
	if first == nil || !p.Universe(first.Pos(), "make") {
		return
	}
	if typ, ok := p.TypeText(d.Var.Type(), first.Pos()); ok {
		p.suppose(d.Var.Name(), first, growth{at: p.grows(d.Var), unit: unit}, class, p.Before(first, why, d.Var.Name()+" = make("+typ+", 0, "+rule.Hole+")"))
	}
}

// firstUse returns the first statement behind a declaration that mentions the variable.
func (p *presizer) firstUse(d source.Decl) ast.Stmt {
	i := slices.IndexFunc(d.Rest, func(s ast.Stmt) bool { return p.Pkg.Mentions(s, d.Var) > 0 })
	if i < 0 {
		return nil
	}
	return d.Rest[i]
}

// grows lists the places where a slice grows by append, or by a function of the library that appends.
func (p *presizer) grows(v *types.Var) (places []token.Pos) {
	for _, use := range p.Pkg.Uses(v) {
		s, ok := source.Parens(use).Parent().Node().(*ast.AssignStmt)
		if !ok || source.Parens(use).ParentEdgeKind() != edge.AssignStmt_Lhs {
			continue
		}
		if w, call, appends := p.Pkg.Appended(s); appends && w == v {
			places = append(places, call.Lparen)
		} else if p.adds(s, v) {
			places = append(places, ast.Unparen(s.Rhs[0]).(*ast.CallExpr).Lparen)
		}
	}
	return places
}

// givenRoom reports whether something gives a slice room already.
func (p *presizer) givenRoom(v *types.Var) bool {
	return !p.Pkg.Every(v, func(use inspector.Cursor) bool {
		if call := source.ArgumentOf(use); call != nil {
			_, room := source.CallTo(p.Info, call, "slices", "Grow")
			return !room
		}
		s, ok := use.Parent().Node().(*ast.AssignStmt)
		if !ok || use.ParentEdgeKind() != edge.AssignStmt_Lhs || len(s.Rhs) != 1 {
			return true
		}
		call, ok := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
		return !ok || !source.IsBuiltin(p.Info, call, "make")
	})
}

// observedTable offers the room that was observed for a map that d declares. Nothing can tell the room of a
// map.
//
//	m := map[K]V{}
//	----------------------
//	m := make(map[K]V, 48)
func (p *presizer) observedTable(d source.Decl) {
	typ, ok := p.emptyMap(d)
	if !ok || typ == "" || d.Stmt == nil || p.fewKeys(d.Var) || !p.Universe(d.Stmt.Pos(), "make") || d.HasComment() {
		return
	}
	var places []token.Pos
	for _, use := range p.Pkg.Uses(d.Var) {
		if at, ok := p.putAt(source.Parens(use)); ok {
			places = append(places, at)
		}
	}
	p.supposeMap(d.Var.Name(), d.Var, d.Node(), places, source.ReplaceNode(d.Value, "make("+typ+", "+rule.Hole+")"), p.Before(d.Node(), why))
}

// putAt returns the place where a statement stores into the map at cur. ok is false if it does not.
func (p *presizer) putAt(cur inspector.Cursor) (at token.Pos, ok bool) {
	index, ok := cur.Parent().Node().(*ast.IndexExpr)
	if !ok || cur.ParentEdgeKind() != edge.IndexExpr_X {
		return token.NoPos, false
	}
	switch source.Parens(cur.Parent()).ParentEdgeKind() {
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X:
		return index.Lbrack, true
	}
	return token.NoPos, false
}

// supposeMap is [presizer.suppose] for the map m.
func (p *presizer) supposeMap(name string, m *types.Var, at ast.Node, places []token.Pos, edits ...source.TextEdit) {
	unit, _ := p.groupSize(m) // 0 if it is not known
	p.suppose(name, at, growth{places, unit, true}, rule.Safe, edits...)
}

// maxInTable is the size in bytes of the largest key or element that a map has in its table, not behind a
// pointer (internal/abi, MapMaxKeyBytes and MapMaxElemBytes).
const maxInTable = 128

// groupSize returns the size in bytes of a group of a map: a control word, and the slots. ok is false if the
// size of a key or an element is not known.
func (p *presizer) groupSize(m *types.Var) (size int64, ok bool) {
	t := m.Type().Underlying().(*types.Map)
	slot := func(t types.Type) (*types.Var, bool) {
		n, ok := p.Pkg.Sizeof(t)
		if n > maxInTable {
			t = types.Typ[types.UnsafePointer]
		}
		return types.NewField(token.NoPos, nil, "_", t, false), ok
	}
	key, okKey := slot(t.Key())
	elem, okElem := slot(t.Elem())
	if !okKey || !okElem {
		return 0, false
	}
	control := types.NewField(token.NoPos, nil, "_", types.Typ[types.Uint64], false)
	slots := types.NewField(token.NoPos, nil, "_", types.NewArray(types.NewStruct([]*types.Var{key, elem}, nil), groupSlots), false)
	return p.Pkg.Sizeof(types.NewStruct([]*types.Var{control, slots}, nil))
}

// observedBuffer offers the room that was observed for a buffer that d declares, which is empty.
//
//	               b.WriteString(…)
//	-----------
//	b.Grow(256)
//	               b.WriteString(…)
func (p *presizer) observedBuffer(d source.Decl, kind string) {
	first := p.firstUse(d)
	var places []token.Pos
	for _, use := range p.Pkg.Uses(d.Var) {
		use = source.Parens(use)
		switch p.method(use) {
		case "Grow", "Cap", "Available", "AvailableBuffer":
			return
		case "":
			if use.ParentEdgeKind() == edge.UnaryExpr_X {
				use = source.Parens(use.Parent())
			}
			if call := source.ArgumentOf(use); call != nil {
				places = append(places, call.Lparen)
			}
		default:
			places = append(places, source.Parens(use.Parent()).Parent().Node().(*ast.CallExpr).Lparen)
		}
	}
	if first == nil {
		return
	}
	var class rule.Class
	if kind == "Buffer" && p.showsBytes(d.Var) {
		class = rule.Review(rule.NilOrEmpty.Caveat("Bytes of an unused buffer is empty rather than nil"))
	}
	p.suppose(d.Var.Name(), d.Node(), growth{at: places, unit: 1}, class, p.Before(first, why, d.Var.Name()+".Grow("+rule.Hole+")"))
}

// observedField offers the room that was observed for a field of a variable that is emptied before the
// loop at cur fills it.
//
//	c := &T{list: []E{}}                 for … { c.list = append(c.list, …) }
//	--------------------------------     ------------------------------------
//	c := &T{list: make([]E, 0, 16)}      c.list = make([]E, 0, 16)
//	                                     for … { c.list = append(c.list, …) }
func (p *presizer) observedField(f field, cur inspector.Cursor) {
	loop := cur.Node().(ast.Stmt)
	at, ok := p.emptied(f, cur)
	if !ok || !p.Universe(loop.Pos(), "make") {
		return
	}
	var places []token.Pos
	for s := range cur.Preorder((*ast.AssignStmt)(nil), (*ast.IncDecStmt)(nil)) {
		if g, ok := p.filled(s.Node().(ast.Stmt)); !ok || g.base != f.base || g.text != f.text {
			continue
		}
		if assign, ok := s.Node().(*ast.AssignStmt); ok {
			if call, appends := ast.Unparen(assign.Rhs[0]).(*ast.CallExpr); appends && source.IsA[*types.Slice](f.last.Type()) {
				places = append(places, call.Lparen)
				continue
			}
			places = append(places, ast.Unparen(assign.Lhs[0]).(*ast.IndexExpr).Lbrack)
			continue
		}
		places = append(places, ast.Unparen(s.Node().(*ast.IncDecStmt).X).(*ast.IndexExpr).Lbrack)
	}
	if source.IsA[*types.Map](f.last.Type()) {
		if typ, ok := p.emptyMap(source.Decl{Value: at.value}); ok && typ != "" && !p.fewKeys(f.last) && !p.HasComment(at.value.Pos(), at.value.End()) {
			p.supposeMap(f.text, f.last, at.value, places, source.ReplaceNode(at.value, "make("+typ+", "+rule.Hole+")"), p.Before(at.stmt, why))
		}
		return
	}
	p.observedList(f, at, loop, places)
}

// observedList is observedField for a slice.
func (p *presizer) observedList(f field, at start, loop ast.Stmt, places []token.Pos) {
	unit, ok := p.Pkg.Sizeof(f.last.Type().Underlying().(*types.Slice).Elem())
	if !ok || p.asksCap(f.last) {
		return
	}
	var class rule.Class
	if p.forksField(f) {
		class = rule.Review(rule.Sharing.Caveat("what is appended to " + f.text + " and kept under another name may share its array, or no longer do so"))
	}
	if !p.isNil(at.value) {
		typ := p.typeOf(source.Decl{Value: at.value})
		p.suppose(f.text, at.value, growth{at: places, unit: unit}, class, source.ReplaceNode(at.value, "make("+typ+", 0, "+rule.Hole+")"), p.Before(at.stmt, why))
		return
	}
	_, declared := p.initial(f, at.stmt)
	typ, ok := p.TypeText(f.last.Type(), loop.Pos())
	if !ok || !declared && !effect.Of(p.Pkg, at.between...).Quiet() { // a call may have filled the field
		return
	}
	p.suppose(f.text, loop, growth{at: places, unit: unit}, class.And(rule.Review(nilBecomesEmpty)), p.Before(loop, why, f.text+" = make("+typ+", 0, "+rule.Hole+")"))
}
