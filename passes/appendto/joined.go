package appendto

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// A queue is a list that one loop makes, and that the next one ranges over.
type queue struct {
	source.Decl
	first ast.Stmt         // the loop that appends
	add   inspector.Cursor // v = append(v, x)
	x     ast.Expr
	next  *ast.RangeStmt // the loop over the list
	elem  *types.Var     // its variable, nil if it has none
}

// joins does with each element what the next loop does, where it was appended.
//
//	var gone []string
//	for k, v := range m {              for k, v := range m {
//		if v.old() {                       if v.old() {
//			gone = append(gone, k)             delete(m, k)
//		}                                  }
//	}                                  }
//	for _, k := range gone {
//		delete(m, k)
//	}
func (a *appender) joins(d source.Decl) {
	q, ok := a.queue(d)
	if !ok {
		return
	}
	class, ok := a.independent(q)
	if !ok {
		return
	}
	text, ok := a.moved(q)
	if !ok {
		a.Refuse(q.next, "a name, or a comment, is in the way of what is done with "+d.Var.Name())
		return
	}
	a.Report(rule.Finding{
		At:      q.add.Node(),
		Message: d.Var.Name() + " is only ranged over",
		Title:   "Do what is done with the elements of " + d.Var.Name() + " where they are appended",
		Class:   class,
		Edits:   []source.TextEdit{d.Remove(), source.ReplaceNode(q.add.Node(), text), source.Replace(q.first.End(), q.next.End(), "")},
	})
}

// queue recognises a list that begins empty, is appended to at one place, in a loop, and ranged over by the next statement.
func (a *appender) queue(d source.Decl) (q queue, ok bool) {
	q.Decl = d
	uses := a.Pkg.Uses(d.Var)
	if len(uses) != 3 || !source.IsA[*types.Slice](d.Var.Type()) || d.HasComment() || a.Pkg.Captured(d.Var) || d.Value != nil && !(a.beginsEmpty(d.Value) && a.roomIsTotal(d.Value)) || d.Value != nil && !a.Pkg.ReadBeside(d.Value) {
		return q, false
	}
	q.add = source.Parens(uses[0]).Parent()
	v, call, ok := a.Pkg.Appended(q.add.Node())
	if !ok || v != d.Var || len(call.Args) != 2 || call.Ellipsis.IsValid() {
		return q, false
	}
	q.x = call.Args[1]
	over := source.Parens(uses[2])
	q.next, ok = over.Parent().Node().(*ast.RangeStmt)
	if !ok || over.ParentEdgeKind() != edge.RangeStmt_X || q.next.Key != nil && !source.IsBlank(q.next.Key) || q.next.Tok == token.ASSIGN {
		return q, false
	}
	if id, isIdent := q.next.Value.(*ast.Ident); isIdent && id.Name != "_" {
		q.elem, _ = a.Info.Defs[id].(*types.Var)
	}
	list, i, inList := source.StmtList(over.Parent())
	own, _, isOwn := source.StmtList(d.Cur)
	if !inList || !isOwn || i == 0 || &own[0] != &list[0] {
		return q, false
	}
	q.first = list[i-1]
	switch source.Unlabeled(q.first).(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		_, _, ok = source.StmtList(q.add)
		return q, ok && source.Contains(q.first, q.add.Node())
	}
	return q, false
}

// roomIsTotal reports whether nothing panics where a slice is made.
func (a *appender) roomIsTotal(value ast.Expr) bool {
	call, ok := ast.Unparen(value).(*ast.CallExpr)
	return !ok || effect.Total(a.Info, call.Args[len(call.Args)-1])
}

// independent reports whether neither loop sees what the other one does, and in which class they may run as one.
func (a *appender) independent(q queue) (class rule.Class, ok bool) {
	name := q.Var.Name()
	switch {
	case source.Has[*ast.FuncLit](q.first), source.Has[*ast.FuncLit](q.next.Body), a.Jumps(q.Pos()):
		return class, false
	case source.Has[*ast.DeferStmt](q.first), source.Has[*ast.DeferStmt](q.next.Body), source.Has[*ast.ReturnStmt](q.first), branches(q.next.Body), exits(q.first):
		return class, a.Refuse(q.next, "one of the loops over "+name+" may end before its last turn")
	case q.elem == nil && !effect.Pure(a.Info, q.x):
		return class, false
	case a.sharesVariable(q), a.pointsToChanging(q):
		return class, a.Refuse(q.next, "one loop sets what the other one reads")
	}
	one, other := effect.Of(a.Pkg, q.first), effect.Of(a.Pkg, q.next.Body)
	writes, sets := one.Writes&^effect.Behind, other.Writes&^effect.Behind
	shows := sets != 0 || other.Prints || other.World
	switch {
	case other.Unknown() || other.Waits || (one.Unknown() || one.Waits) && (other.Reads || shows):
		return class, a.Refuse(q.next, "what runs in the loops is not known, or waits for others")
	case !a.appendsOwn(q.first, q.Var), !a.appendsOwn(q.next.Body, nil),
		writes&effect.Slots != 0 && (other.Reads || sets != 0), sets&effect.Slots != 0 && (one.Reads || writes != 0),
		(writes|sets)&effect.Maps != 0 && !a.mapsApart(q),
		(other.Prints || other.World) && (one.Prints || one.World):
		return class, a.Refuse(q.next, "one loop may see what the other one changes")
	}
	ends, end := a.mayEnd(q, one), a.mayEnd(q, other)
	shows = shows || a.outlasts(q, q.next)
	if ends && (shows || end) || end && (writes != 0 || one.Prints || a.outlasts(q, q.first)) {
		class = rule.Review(rule.LatePanic.Caveat("where a turn panics, all has been done with the elements in front, and nothing with those behind"))
	}
	return class, true
}

// outlasts reports whether the loop sets a result that a deferred call may still return if it recovers from a panic.
func (a *appender) outlasts(q queue, loop ast.Node) bool {
	if fn, inFunc := source.EnclosingFunc(q.Cur); inFunc && !source.Has[*ast.DeferStmt](fn.Node()) {
		return false
	}
	for id := range source.Idents(loop) {
		if w, isLocal := a.Pkg.LocalVar(id); isLocal && w.Kind() == types.ResultVar && a.Pkg.WrittenIn(w, loop.Pos(), loop.End()) {
			return true
		}
	}
	return false
}

// mayEnd reports whether a turn may panic. A pointer that is followed for what is ranged over is not nil in a turn.
func (a *appender) mayEnd(q queue, does effect.Summary) bool {
	var head effect.Summary
	if loop, over := source.Unlabeled(q.first).(*ast.RangeStmt); over {
		head = effect.Of(a.Pkg, loop.X)
	}
	for v := range does.Derefs {
		if !head.Derefs[v] {
			return true
		}
	}
	return does.Panics || does.Follows || does.Unknown()
}

// Pos is where the loops begin.
func (q queue) Pos() token.Pos { return q.first.Pos() }

// branches reports whether something in the body of a loop leaves a turn of it.
func branches(body ast.Node) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt, *ast.LabeledStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Tok != token.FALLTHROUGH
		}
		return !found
	})
	return found
}

// exits reports whether a statement of a loop goes on elsewhere than behind it.
func exits(loop ast.Stmt) (found bool) {
	for n := range ast.Preorder(loop) {
		b, ok := n.(*ast.BranchStmt)
		found = found || ok && b.Tok == token.GOTO
		if ok && b.Label != nil {
			l, isLabeled := loop.(*ast.LabeledStmt)
			found = found || !isLabeled || l.Label.Name != b.Label.Name
		}
	}
	return found
}

// sharesVariable reports whether the loops have a local variable in common that one of them sets, or that is
// more than a plain value.
func (a *appender) sharesVariable(q queue) bool {
	for id := range source.Idents(q.next.Body) {
		w, isLocal := a.Pkg.LocalVar(id)
		if !isLocal || w == q.Var || w == q.elem || q.next.Pos() <= w.Pos() && w.Pos() < q.next.End() || a.Pkg.Mentions(q.first, w) == 0 {
			continue
		}
		set := a.Pkg.WrittenIn(w, q.first.Pos(), q.first.End()) || a.Pkg.WrittenIn(w, q.next.Pos(), q.next.End())
		if set || source.IsA[*types.Struct](w.Type()) || source.IsA[*types.Array](w.Type()) || effect.Closed(a.Pkg, w) {
			return true
		}
	}
	return false
}

// pointsToChanging reports whether the first loop takes the address of a variable that a later turn sets: the second one
// might look through it.
func (a *appender) pointsToChanging(q queue) bool {
	for id := range source.Idents(q.first) {
		w, isLocal := a.Pkg.LocalVar(id)
		if !isLocal {
			continue
		}
		uses := a.Pkg.UsesIn(q.first, w)
		sets := func(use inspector.Cursor) bool { return a.Pkg.Changes(use) && !a.Pkg.Addressed(use) }
		if slices.ContainsFunc(uses, a.Pkg.Addressed) && (slices.ContainsFunc(uses, sets) || !a.AtLeast("go1.22") && ofHead(q.first, w)) {
			return true
		}
	}
	return false
}

// ofHead reports whether a variable is declared by the head of a loop, as one for all turns before go1.22.
func ofHead(n ast.Node, v *types.Var) bool {
	for n := range ast.Preorder(n) {
		switch loop := n.(type) {
		case *ast.RangeStmt:
			if loop.Pos() < v.Pos() && v.Pos() < loop.Body.Pos() {
				return true
			}
		case *ast.ForStmt:
			if loop.Pos() < v.Pos() && v.Pos() < loop.Body.Pos() {
				return true
			}
		}
	}
	return false
}

// mapsApart reports whether no map that one loop changes can be one that the other one looks into, by their types, but
// for the entry of the turn, which may go from the map that the first loop ranges over.
func (a *appender) mapsApart(q queue) bool {
	one, other := &mapUse{a: a}, &mapUse{a: a}
	loop, over := source.Unlabeled(q.first).(*ast.RangeStmt)
	if over {
		one.node(loop.Body)
	} else {
		one.node(q.first)
	}
	other.node(q.next.Body)
	if one.unknown || other.unknown || meet(one.written, other.touched) || meet(other.written, one.touched) {
		return false
	}
	return !over || !meet(other.written, []types.Type{a.Info.TypeOf(loop.X)}) || a.deletesTurn(q, loop)
}

// deletesTurn reports whether all that the second loop changes of maps is that it deletes the key at which the first one is.
func (a *appender) deletesTurn(q queue, loop *ast.RangeStmt) bool {
	key, isKey := a.Pkg.LocalVar(loop.Key)
	if !isKey || q.elem == nil || !a.Pkg.Is(q.x, key) || len(a.Pkg.Writes(key)) > 0 || len(a.Pkg.Writes(q.elem)) > 0 || loop.Tok != token.DEFINE || !source.IsPath(loop.X) {
		return false
	}
	for outer := range source.Loops(q.add) {
		if outer.Node() != loop {
			return false // more than once for a key
		}
		break
	}
	return a.deletesOnly(q.next.Body, loop.X, q.elem)
}

// deletesOnly reports whether all that is done with maps is that m[key] is deleted.
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

// A mapUse is what some code does with maps, by their types.
type mapUse struct {
	a                *appender
	touched, written []types.Type
	seen             []*types.Func
	unknown          bool // it may do more
}

func isMap(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := source.Core(t).(*types.Map)
	return ok || source.Parametric(t)
}

// node adds what the code does, and the functions of the package that it calls.
func (m *mapUse) node(n ast.Node) {
	info := m.a.Info
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
		if e, ok := n.(ast.Expr); ok && isMap(info.TypeOf(e)) {
			m.touched = append(m.touched, info.TypeOf(e))
		}
	}
	for _, fn := range callees {
		if !slices.Contains(m.seen, fn) {
			m.seen = append(m.seen, fn)
			if body := effect.Body(m.a.Pkg, fn); body != nil {
				m.node(body)
			} else {
				m.unknown = true
			}
		}
	}
}

// target adds an entry that is set.
func (m *mapUse) target(e ast.Expr) {
	if index, ok := ast.Unparen(e).(*ast.IndexExpr); ok && isMap(m.a.Info.TypeOf(index.X)) {
		m.written = append(m.written, m.a.Info.TypeOf(index.X))
	}
}

// call adds what a call does with the maps that it is given. By an interface it may be given any.
func (m *mapUse) call(call *ast.CallExpr) {
	info := m.a.Info
	if source.IsConversion(info, call) || source.IsBuiltin(info, call, "len", "append", "make", "new", "panic", "cap", "copy", "min", "max") {
		return
	}
	fn := source.Func(info, call)
	known := stdlib.Of(fn)
	looked := fn != nil && fn.Pkg() == m.a.Pkg.Types || known.Known() && !known.Methods && !known.Calls // into itself
	for _, arg := range call.Args {
		switch t := info.TypeOf(arg); {
		case isMap(t):
			m.written = append(m.written, t)
		case !looked && !source.IsA[*types.Basic](t) && !source.IsBuiltin(info, call):
			m.unknown = true
		}
	}
}

// meet reports whether two lists have a type of map in common.
func meet(a, b []types.Type) bool {
	return slices.ContainsFunc(a, func(t types.Type) bool {
		return slices.ContainsFunc(b, func(u types.Type) bool {
			return source.Parametric(t) || source.Parametric(u) || types.Identical(t.Underlying(), u.Underlying())
		})
	})
}

// moved returns the body of the second loop, and what is said about it, as it stands where the first one appended.
//
//	for _, k := range gone {     for _, p := range points {
//		delete(m, k)                 sum += p.x
//	}                            }
//	------------------------------------------------------
//	delete(m, id)                p := at(i)
//	                             sum += p.x
func (a *appender) moved(q queue) (text string, ok bool) {
	body, pos := q.next.Body, q.add.Node().Pos()
	for _, obj := range a.Misread(body, pos) {
		if obj != q.elem {
			return "", false
		}
	}
	names := source.NamesIn(q.first)
	for _, stmt := range body.List {
		_, isDecl := stmt.(*ast.DeclStmt)
		assign, isAssign := stmt.(*ast.AssignStmt)
		if !isDecl && !(isAssign && assign.Tok == token.DEFINE) {
			continue
		}
		for id := range source.Idents(stmt) {
			if a.Info.Defs[id] != nil && (names[id.Name] || a.Taken(pos, id.Name)) {
				return "", false
			}
		}
	}
	var edits []source.TextEdit
	x, isName := ast.Unparen(q.x).(*ast.Ident)
	head := ""
	if a.HasComment(q.first.End(), q.next.Pos()) {
		head = strings.TrimSpace(a.Between(q.first.End(), q.next.Pos()))
	}
	if q.elem != nil {
		same := source.Infers(a.Info, q.x, q.elem.Type()) && !a.Info.Types[q.x].IsNil()
		w, isLocal := a.Pkg.LocalVar(q.x)
		plain := isName && isLocal && same && !a.Pkg.Captured(w) && len(a.Pkg.Writes(q.elem)) == 0 && !a.Pkg.Captured(q.elem) && !declares(a.Info, body, x.Name)
		switch {
		case plain:
			for _, use := range a.Pkg.Uses(q.elem) {
				edits = append(edits, source.ReplaceNode(use.Node(), x.Name))
			}
		case !same || a.Taken(pos, q.elem.Name()) || names[q.elem.Name()]:
			return "", false
		default:
			head = strings.TrimLeft(head+"\n"+q.elem.Name()+" := "+a.Text(q.x), "\n")
		}
	}
	if a.HasComment(q.add.Node().Pos(), q.add.Node().End()) || a.HasComment(q.next.Pos(), body.Lbrace) || len(body.List) == 0 {
		return "", false
	}
	inside := strings.TrimSpace(a.Edited(body.Lbrace+1, body.Rbrace, edits))
	if head != "" {
		inside = head + "\n" + inside
	}
	return inside, !flow.Ends(a.Info, body)
}

// declares reports whether something in the node is declared by the name.
func declares(info *types.Info, n ast.Node, name string) bool {
	for id := range source.Idents(n) {
		if id.Name == name && info.Defs[id] != nil {
			return true
		}
	}
	return false
}
