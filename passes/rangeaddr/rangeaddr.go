// Package rangeaddr defines an analyzer that points to the elements of a slice instead of
// copies that a loop makes of them.
//
// Invariant: the loop sees the same elements in the same order, as long as nothing changes
// them meanwhile.
//
// Model: the variable of a range loop is a new one in each iteration. If its address leaves
// the iteration each one is on the heap, although the element that it is a copy of is there
// already.
//
// What it blurs: who keeps the address of an element keeps the whole array.
//
// # Analyzer rangeaddr
//
// rangeaddr: point to the elements of a slice, not to copies of them
//
//	for _, u := range users {          for i := range users {
//		if u.active {                      u := &users[i]
//			send(&u)             =>            if u.active {
//		}                                          send(u)
//	}                                          }
//	                                   }
//
//	u := users[i]                =>    u := &users[i]
//
// Conditions:
//   - the slice is one of structs or arrays; a local variable is not captured, nor assigned to by
//     the loop; what is none gets a name before the loop;
//   - no loop around it makes the slice of itself, as a stack or a buffer that is filled again;
//   - the variable is not assigned to, nor is a part of it, no method is called by its address that may
//     change something, and no function literal mentions it; the body declares no other one of its name;
//   - its address, or that of a part of an array, goes where it may be kept; a method is not such
//     a place, since the compiler knows it;
//   - go1.22, since which each iteration has a variable of its own; no goto in the function.
//
// Class: review, "a change through the pointer changes the element of users, and a change of the
// element is seen through it"; "who keeps the pointer keeps all of users".
//
// Not proposed: variables that are copied whole elsewhere more often than pointed to.
package rangeaddr

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed rangeaddr.go
var docText string

// Rule is the rangeaddr rewrite.
var Rule = rule.New("rangeaddr", docText, run, "stored", "returned", "passed", "unknown-callee", "sent")

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.RangeStmt)(nil), (*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		if _, isLoop := cur.Node().(*ast.RangeStmt); isLoop {
			if l, ok := recognise(r, cur); ok && check(r, l) && stays(r, cur, l.copied) && points(r, l.copied) {
				edit(r, l)
			}
			continue
		}
		for d := range r.Decls(cur) {
			if c, ok := element(r, d); ok && stays(r, cur, c) && points(r, c) {
				report(r, c, source.Insert(d.Value.Pos(), "&"))
			}
		}
	}
}

// A copied is a variable that is a copy of an element, and lets go of its address.
type copied struct {
	at   ast.Node
	v    *types.Var
	list ast.Expr
	uses []inspector.Cursor // of v
}

// element recognises v := list[i] in a loop.
func element(r *rule.Run, d source.Decl) (copied, bool) {
	index, ok := ast.Unparen(d.Value).(*ast.IndexExpr)
	if !ok || d.Type != nil || d.HasComment() || !source.InLoop(d.Cur) || !source.IsA[*types.Slice](r.Info.TypeOf(index.X)) {
		return copied{}, false
	}
	return leaves(r, copied{at: d.Name, v: d.Var, list: index.X})
}

// leaves notes the uses of the variable, if one of them lets the address of a struct or array
// leave the iteration.
func leaves(r *rule.Run, c copied) (copied, bool) {
	if !source.IsA[*types.Struct](c.v.Type()) && !source.IsA[*types.Array](c.v.Type()) {
		return c, false
	}
	for _, use := range r.Pkg.Uses(c.v) {
		if r.Pkg.Addressed(use) && escapes(r, c.v, use) {
			c.uses = r.Pkg.Uses(c.v)
		}
	}
	return c, c.uses != nil
}

// A loop is for k, v := range list.
type loop struct {
	*ast.RangeStmt
	copied
	stmt ast.Stmt   // the loop, or its label
	name *types.Var // of the list, nil where it is no local variable
}

// recognise matches the loop.
func recognise(r *rule.Run, cur inspector.Cursor) (l loop, ok bool) {
	l.RangeStmt, l.stmt = cur.Node().(*ast.RangeStmt), cur.Node().(ast.Stmt)
	if label, ok := cur.Parent().Node().(*ast.LabeledStmt); ok {
		l.stmt, cur = label, cur.Parent()
	}
	id, _ := l.Value.(*ast.Ident)
	if l.Tok != token.DEFINE || id == nil || source.IsBlank(id) {
		return l, false
	}
	l.copied = copied{at: l.Value, list: l.X}
	l.v, _ = r.Info.Defs[id].(*types.Var)
	l.name, _ = r.Pkg.LocalVar(l.X)
	_, _, inList := source.StmtList(cur)
	if l.v == nil || l.name == nil && !inList || !source.IsA[*types.Slice](r.Info.TypeOf(l.X)) {
		return l, false
	}
	l.copied, ok = leaves(r, l.copied)
	return l, ok
}

// escapes reports whether the address that a use of v takes may be on the heap for it: it is
// kept, or passed to what the compiler does not know.
func escapes(r *rule.Run, v *types.Var, use inspector.Cursor) bool {
	if called(r, use) != nil {
		return false // the compiler knows the method
	}
	for c := range use.Enclosing((*ast.UnaryExpr)(nil), (*ast.SliceExpr)(nil)) {
		if _, _, held := r.Pkg.Holder(c); held {
			return false // by a local variable, of which more would have to be known
		}
		break
	}
	k := &retain.Checker{Pkg: r.Pkg, Var: v, Kind: retain.Large}
	return !k.Lets(use) || k.Escapes
}

// called returns the method that the use, or what that is a part of, is the receiver of.
func called(r *rule.Run, use inspector.Cursor) *types.Func {
	for c := range use.Enclosing((*ast.UnaryExpr)(nil), (*ast.SliceExpr)(nil), (*ast.SelectorExpr)(nil)) {
		sel, ok := c.Node().(*ast.SelectorExpr)
		if !ok {
			return nil
		}
		if s := r.Info.Selections[sel]; s != nil && s.Kind() == types.MethodVal {
			fn, _ := s.Obj().(*types.Func)
			return fn
		}
	}
	return nil
}

// check requires that the elements stay where they are.
func check(r *rule.Run, l loop) bool {
	switch {
	case !r.Since(l.RangeStmt, "go1.22", "variable for each iteration"), r.Jumps(l.Pos()):
		return false
	case l.name != nil && (r.Pkg.Captured(l.name) || r.Pkg.WrittenIn(l.name, l.Body.Pos(), l.Body.End())):
		return r.Refuse(l.RangeStmt, l.name.Name()+" may become another slice meanwhile")
	case r.HasComment(l.For, l.Body.Lbrace):
		return r.Refuse(l.RangeStmt, "a comment is in the way")
	case r.Info.Scopes[l.Body].Lookup(l.v.Name()) != nil:
		return r.Refuse(l.RangeStmt, "the body declares another "+l.v.Name())
	}
	key, ok := l.Key.(*ast.Ident)
	return !ok || l.name == nil || key.Name != l.name.Name() || r.Refuse(l.RangeStmt, key.Name+" is the index in the body")
}

// stays requires that no loop around the statement at cur makes the list of itself: other elements
// would come where the pointers lead to.
//
//	u := stack[len(stack)-1]    stack = stack[:len(stack)-1]    stack = append(stack, v)
func stays(r *rule.Run, cur inspector.Cursor, c copied) bool {
	outer := cur.Node()
	for loop := range source.Loops(cur) {
		outer = loop.Node()
	}
	list := named(r, c.list)
	for _, use := range r.Pkg.UsesIn(outer, list) {
		if use.ParentEdgeKind() == edge.SelectorExpr_Sel {
			use = use.Parent()
		}
		use = source.Parens(use)
		s, ok := use.Parent().Node().(*ast.AssignStmt)
		if ok && use.ParentEdgeKind() == edge.AssignStmt_Lhs && slices.ContainsFunc(s.Rhs, func(e ast.Expr) bool { return r.Pkg.Mentions(e, list) > 0 }) {
			return r.Refuse(c.at, list.Name()+" is made of itself, and other elements come where the pointers lead to")
		}
	}
	return true
}

// named is the variable or field that is called e, or of which e is a part; nil for other expressions.
func named(r *rule.Run, e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return r.Info.Uses[e]
	case *ast.SelectorExpr:
		return r.Info.Uses[e.Sel]
	case *ast.SliceExpr:
		return named(r, e.X)
	}
	return nil
}

// points requires that a pointer to the element does for the variable.
func points(r *rule.Run, c copied) bool {
	name := c.v.Name()
	if r.Pkg.InLiteral(c.v) {
		return r.Refuse(c.at, "a function literal has "+name)
	}
	whole, pointed := 0, 0
	for _, use := range c.uses {
		switch kindOf(r, use) {
		case assigned:
			return r.Refuse(use.Node(), name+" is changed, and the element is not to be")
		case value:
			whole++
		case pointer:
			pointed++
		}
	}
	if whole > pointed {
		return r.Refuse(c.at, name+" is copied more often than pointed to")
	}
	return true
}

// A kind is how a variable of the loop is used.
type kind int

const (
	part     kind = iota // v.f, v.M(), v[i], v[i:j]: the same of a pointer
	pointer              // &v
	value                // v
	assigned             // v = x, v.f++
)

// kindOf says how a use of the variable is used.
func kindOf(r *rule.Run, use inspector.Cursor) kind {
	outer := source.Parens(use)
	switch outer.ParentEdgeKind() {
	case edge.UnaryExpr_X:
		if outer.Parent().Node().(*ast.UnaryExpr).Op == token.AND {
			return pointer
		}
	case edge.SelectorExpr_X, edge.IndexExpr_X, edge.SliceExpr_X:
		if changes(r, use) {
			return assigned
		}
		return part
	case edge.AssignStmt_Lhs, edge.IncDecStmt_X, edge.RangeStmt_Key, edge.RangeStmt_Value:
		return assigned
	}
	return value
}

// changes reports whether a use assigns to a part of the variable, or calls a method that may.
func changes(r *rule.Run, use inspector.Cursor) bool {
	if !r.Pkg.Addressed(use) {
		return r.Pkg.Changes(use)
	}
	fn := called(r, use)
	return fn != nil && !effect.Function(r.Pkg, fn).Quiet()
}

// base is what a variable for the slice may be called.
func base(x ast.Expr) string {
	if sel, ok := ast.Unparen(x).(*ast.SelectorExpr); ok {
		if name := inline.Small(sel.Sel.Name); !token.IsKeyword(name) {
			return name
		}
	}
	return "list"
}

// edit points to the element.
//
//	for _, v := range list {
//	------------------------
//	for i := range list {
//		v := &list[i]
func edit(r *rule.Run, l loop) {
	name := l.v.Name()
	index := ""
	if id, ok := l.Key.(*ast.Ident); ok && id.Name != "_" {
		index = id.Name
	} else {
		index = r.Fresh(l.Pos(), "i", "j", "k")
	}
	list, edits := r.Text(l.X), []source.TextEdit{source.Replace(l.Key.Pos(), l.Value.End(), index)}
	if l.name == nil {
		list = r.Fresh(l.Pos(), base(l.X))
		edits = append(edits, r.Before(l.stmt, list+" := "+r.Text(l.X)), source.ReplaceNode(l.X, list))
	}
	report(r, l.copied, append(edits, r.Top(l.Body, name+" := &"+list+"["+index+"]"))...)
}

// report writes the uses of the variable as those of a pointer.
//
//	v     &v    v.f    v[:]
//	--    --    ---    ----
//	*v    v     v.f    v[:]
func report(r *rule.Run, c copied, edits ...source.TextEdit) {
	name, list := c.v.Name(), r.Text(c.list)
	for _, use := range c.uses {
		switch kindOf(r, use) {
		case pointer:
			edits = append(edits, source.ReplaceNode(source.Parens(use).Parent().Node(), name))
		case value:
			edits = append(edits, source.ReplaceNode(use.Node(), "*"+name))
		}
	}
	r.Report(rule.Finding{
		At:      c.at,
		Message: "each " + name + " is a copy on the heap, of an element that is there already",
		Title:   "Point to the elements of " + list,
		Class: rule.Review(
			rule.Pointee.Caveat("a change through the pointer changes the element of "+list+", and a change of the element is seen through it"),
			rule.Retention.Caveat("who keeps the pointer keeps all of "+list)),
		Edits: edits,
	})
}
