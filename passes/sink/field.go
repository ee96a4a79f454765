package sink

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// maxGuards is how many statements may put entries into a map that is made where the first entry is put in.
const maxGuards = 3

// A table is a field that literals of the package set to an empty map.
type table struct {
	field *types.Var
	made  []inspector.Cursor // of the literals' elements, key: make(map[K]V)
	puts  []inspector.Cursor // of the field in a statement that puts an entry in
	sets  []inspector.Cursor // of the field where it gets another map
	isNil bool               // it may be set to nil, or will be by a literal that an object is set to
}

// tables makes the map of a field where the first entry is put in: objects without entries do without.
//
//	t := &tree{root: n, notes: make(map[int]string)}    t.notes[i] = text
//	------------------------------------------------    --------------------------------------
//	t := &tree{root: n}                                 if t.notes == nil {
//	                                                            t.notes = make(map[int]string)
//	                                                    }
//	                                                    t.notes[i] = text
func (s *sinker) tables() {
	for cur := range s.Cursor.Preorder((*ast.KeyValueExpr)(nil)) {
		field, ok := s.emptyMap(cur)
		if !ok || field.Exported() {
			continue
		}
		if t, ok := s.table(field); ok && t.made[0] == cur && s.late(t) {
			s.lazily(t)
		}
	}
}

// emptyMap returns the field that an element of a literal sets to a map without entries or room.
func (s *sinker) emptyMap(cur inspector.Cursor) (field *types.Var, ok bool) {
	pair := cur.Node().(*ast.KeyValueExpr)
	key, ok := pair.Key.(*ast.Ident)
	if !ok || cur.ParentEdgeKind() != edge.CompositeLit_Elts {
		return nil, false
	}
	if field, ok = s.Info.Uses[key].(*types.Var); !ok || !field.IsField() || !source.IsA[*types.Map](field.Type()) {
		return nil, false
	}
	field = field.Origin()
	switch e := ast.Unparen(pair.Value).(type) {
	case *ast.CallExpr:
		return field, source.IsBuiltin(s.Info, e, "make") && len(e.Args) == 1
	case *ast.CompositeLit:
		return field, len(e.Elts) == 0
	}
	return nil, false
}

// table sorts the uses of a field. ok is false if a use gives the map to somebody else, or tells
// nil from empty.
func (s *sinker) table(field *types.Var) (t table, ok bool) {
	t.field = field
	for _, use := range s.Pkg.Uses(field) {
		if use.ParentEdgeKind() == edge.KeyValueExpr_Key {
			if of, ok := s.emptyMap(use.Parent()); ok && of == field {
				t.made = append(t.made, use.Parent())
				t.isNil = t.isNil || source.Parens(use.Parent().Parent()).ParentEdgeKind() != edge.UnaryExpr_X // *t = tree{…}
			}
			continue
		}
		if use.ParentEdgeKind() != edge.SelectorExpr_Sel {
			return t, false
		}
		switch at := source.Parens(use.Parent()); at.ParentEdgeKind() {
		case edge.IndexExpr_X:
			if s.puts(source.Parens(at.Parent())) {
				t.puts = append(t.puts, use.Parent())
			}
		case edge.AssignStmt_Lhs:
			t.sets = append(t.sets, use.Parent())
			t.isNil = t.isNil || !s.setsMap(at)
		case edge.RangeStmt_X:
		case edge.CallExpr_Args:
			if !source.IsBuiltin(s.Info, at.Parent().Node().(*ast.CallExpr), "len", "delete", "clear") {
				return t, false
			}
		default:
			return t, false
		}
	}
	t.puts = slices.DeleteFunc(slices.Clone(t.puts), func(put inspector.Cursor) bool { return s.certain(t, put) })
	return t, len(t.made) > 0 && len(t.puts) > 0
}

// setsMap reports whether the assignment to the field at cur gives it a new map.
func (s *sinker) setsMap(cur inspector.Cursor) bool {
	assign := cur.Parent().Node().(*ast.AssignStmt)
	_, i := cur.ParentEdge()
	if len(assign.Lhs) != len(assign.Rhs) {
		return false
	}
	call, isCall := ast.Unparen(assign.Rhs[i]).(*ast.CallExpr)
	_, isLit := ast.Unparen(assign.Rhs[i]).(*ast.CompositeLit)
	return isLit || isCall && source.IsBuiltin(s.Info, call, "make")
}

// certain reports whether there is a map where an entry is put in: the field is never set to nil, and the same statement or one that
// runs before has put an entry in, or set the field, or the map is ranged over there. In between nothing changes what
// the path leads to.
func (s *sinker) certain(t table, put inspector.Cursor) bool {
	path := put.Node().(*ast.SelectorExpr)
	f := s.Pkg.FileOf(path)
	if t.isNil || f == nil || f.Jumps(path.Pos()) {
		return false
	}
	v, isLocal := s.Pkg.LocalVar(path.X)
	stays := isLocal && len(s.Pkg.Writes(v)) == 0
	same := func(e ast.Node) bool {
		other, ok := e.(*ast.SelectorExpr)
		return ok && types.ExprString(other) == types.ExprString(path) && (!stays || s.Pkg.Is(other.X, v))
	}
	for loop := range put.Enclosing((*ast.RangeStmt)(nil)) {
		if r := loop.Node().(*ast.RangeStmt); stays && source.Contains(r.Body, path) && same(ast.Unparen(r.X)) {
			return true
		}
	}
	own, ok := source.EnclosingStmt(put)
	return ok && (stays || s.before(path, own)) && slices.ContainsFunc(slices.Concat(t.puts, t.sets), func(first inspector.Cursor) bool {
		stmt, ok := source.EnclosingStmt(first)
		_, isSimple := stmt.Node().(*ast.AssignStmt) // an assignment in the head of a loop need not run
		return ok && (isSimple || slices.Contains(t.puts, first)) && first.Node().Pos() < path.Pos() && same(first.Node()) && precedes(stmt, put, own, stays)
	})
}

// precedes reports whether a statement runs whenever what is at cur does, in the statement own, and before it or with it; unless far,
// nothing may run in between.
func precedes(stmt, cur, own inspector.Cursor, far bool) bool {
	_, i, _ := source.StmtList(stmt)
	for at := range cur.Enclosing() {
		if _, k, ok := source.StmtList(at); ok && at.Parent() == stmt.Parent() {
			return i <= k && (far || at == own && k <= i+1)
		}
	}
	return false
}

// puts reports whether a statement sets the entry of a map at cur.
func (s *sinker) puts(cur inspector.Cursor) bool {
	switch cur.ParentEdgeKind() {
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return true
	}
	return false
}

// before reports whether the map may be made in front of the statement that puts an entry in: nothing in the
// statement makes the path lead to another object, or takes the lock that guards the map.
func (s *sinker) before(path *ast.SelectorExpr, stmt inspector.Cursor) bool {
	var parts []ast.Node
	switch stmt := stmt.Node().(type) {
	case *ast.IncDecStmt:
		parts = append(parts, ast.Unparen(stmt.X).(*ast.IndexExpr).Index)
	case *ast.AssignStmt:
		parts = asNodes(stmt.Rhs)
		for _, e := range stmt.Lhs {
			if index, ok := ast.Unparen(e).(*ast.IndexExpr); ok {
				parts = append(parts, index.X, index.Index)
			}
		}
	default:
		return false
	}
	does := effect.Of(s.Pkg, parts...)
	v, isLocal := s.Pkg.LocalVar(path.X)
	return does.Quiet() || isLocal && len(s.Pkg.Writes(v)) == 0 && !does.Waits
}

// late requires that the map may be made in front of each statement that puts an entry in, and that each
// object has a map of its own.
func (s *sinker) late(t table) bool {
	name, at := t.field.Name(), t.made[0].Node()
	if others := s.Pkg.OtherBuilds(); others == nil || others[name] || s.Pkg.Elsewhere(name) || len(s.Pkg.Unkeyed(t.field)) > 0 {
		return s.Refuse(at, "other files, or literals without names, may set "+name)
	}
	if len(t.puts) > maxGuards {
		return s.Refuse(at, "entries are put into "+name+" in "+strconv.Itoa(len(t.puts))+" places")
	}
	if copied, _ := retain.Copies(s.Pkg, t.field); copied != "" {
		return s.Refuse(at, "objects with "+name+" are copied, and share it: "+copied)
	}
	for _, put := range t.puts {
		path := put.Node().(*ast.SelectorExpr)
		stmt, ok := source.EnclosingStmt(put)
		f := s.Pkg.FileOf(path)
		if !ok || f == nil || !source.IsPath(path) || !f.Universe(path.Pos(), "nil", "make") {
			return s.Refuse(at, "there is no room for a statement where entries are put into "+name)
		}
		if !s.before(path, stmt) {
			return s.Refuse(at, "more is done than to put an entry into "+name)
		}
		if _, ok := s.empty(f, t, path); !ok {
			return s.Refuse(at, "the type of "+name+" cannot be written where entries are put in")
		}
	}
	return true
}

// lazily makes the map where it is needed.
func (s *sinker) lazily(t table) {
	var edits []source.TextEdit
	for _, made := range t.made {
		f := s.Pkg.FileOf(made.Node())
		if f == nil {
			return
		}
		_, i := made.ParentEdge()
		edits = append(edits, f.RemoveElement(made.Parent().Node().(*ast.CompositeLit), i))
	}
	for _, put := range t.puts {
		f := s.Pkg.FileOf(put.Node())
		stmt, _ := source.EnclosingStmt(put)
		made, _ := s.empty(f, t, put.Node().(*ast.SelectorExpr))
		text := f.Text(put.Node())
		edits = append(edits, f.Before(stmt.Node(), "if "+text+" == nil {", "\t"+text+" = "+made, "}"))
	}
	name := t.field.Name()
	class := rule.Review(
		rule.NilOrEmpty.Caveat(name+" is nil until something is put in, for who compares or prints whole objects"),
		rule.LatePanic.Caveat("what is put into "+name+" where an object was made without it, or it was set to nil, panicked"))
	if _, others := retain.Copies(s.Pkg, t.field); others {
		class = class.And(rule.Review(rule.Sharing.Caveat("a copy of an object into whose " + name + " nothing has been put has another one")))
	}
	s.Report(rule.Finding{
		At:      t.made[0].Node(),
		Message: "each object gets a map for " + name + ", also one that nothing is put into",
		Title:   "Make " + name + " when the first entry comes",
		Class:   class,
		Edits:   edits,
	})
}

// empty returns the map without entries as it is written for a path in a file.
func (s *sinker) empty(f *source.File, t table, path *ast.SelectorExpr) (text string, ok bool) {
	value, typ := t.made[0].Node().(*ast.KeyValueExpr).Value, s.Info.TypeOf(path)
	if s.Pkg.FileOf(value) == f && f.Visible(value, path.Pos()) && types.Identical(s.Info.TypeOf(value), typ) {
		return f.Text(value), true
	}
	text, ok = f.TypeText(typ, path.Pos())
	return "make(" + text + ")", ok
}
