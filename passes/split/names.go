package split

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/source"
)

// A naming is a statement that gives a part a name.
type naming struct {
	stmt  inspector.Cursor
	name  *ast.Ident
	tidy  bool // the variable gets the part trimmed, or in another case
	inner bool // the statement stands in another list than the declaration of the parts
}

// named returns the names that the code itself gives the parts, by their indexes, and the edits
// for the statements that do so.
//
//	host, port := v[0], v[1]        key := strings.TrimSpace(v[0])
//	------------------------        ------------------------------
//	                                key = strings.TrimSpace(key)
//
//	key, n := v[0], f()
//	-------------------
//	n := f()
//
// The edits remove the uses in gone.
func (p *splitter) named(d source.Decl, uses []use) (names map[int64]string, edits []source.TextEdit, gone map[use]bool) {
	found, of := make(map[ast.Node][]int64), make(map[int64]naming)
	for _, u := range uses {
		if n, ok := p.naming(d, u); ok && p.early(uses, u.i, n) && of[u.i].name == nil {
			of[u.i] = n
			found[n.stmt.Node()] = append(found[n.stmt.Node()], u.i)
		}
	}
	names, gone = make(map[int64]string), make(map[use]bool)
	for _, i := range slices.Sorted(maps.Keys(of)) {
		n := of[i]
		assign := n.stmt.Node().(*ast.AssignStmt)
		more := len(found[assign]) < len(assign.Lhs)
		if more && (p.Pkg.Mentions(assign, d.Var) > 1 || !p.allNew(assign)) {
			continue
		}
		names[i] = n.name.Name
		switch {
		case more:
			k := slices.Index(assign.Lhs, ast.Expr(n.name))
			edits = append(edits, source.Without(assign.Lhs, k, assign.TokPos), source.Without(assign.Rhs, k, assign.End()))
		case n.tidy:
			edits = append(edits, source.Replace(assign.TokPos, assign.TokPos+token.Pos(len(":=")), "="))
			continue
		case found[assign][0] == i:
			edits = append(edits, p.Remove(assign))
		}
		for _, u := range uses {
			gone[u] = gone[u] || source.Contains(assign, u.cur.Node())
		}
	}
	return names, edits, gone
}

// allNew reports whether an assignment declares all that it assigns to.
func (p *splitter) allNew(assign *ast.AssignStmt) bool {
	return !slices.ContainsFunc(assign.Lhs, func(e ast.Expr) bool { return p.Info.Defs[e.(*ast.Ident)] == nil })
}

// early reports whether the part may have the name from its declaration on: all other uses of the
// part stand in front of the statement, and run before the variable gets another value.
func (p *splitter) early(uses []use, i int64, n naming) bool {
	all := 0
	for _, u := range uses {
		if u.kind == 'p' && u.i == i {
			all++
			if u.cur.Node().Pos() > n.stmt.Node().End() {
				return false
			}
		}
	}
	return all == 1 || !n.inner && !n.tidy
}

// naming recognises the declaration of a variable with a part as its value. ok is false if something
// else has the name of the variable between the declaration of the parts and the statement.
func (p *splitter) naming(d source.Decl, u use) (n naming, ok bool) {
	if u.kind != 'p' {
		return n, false
	}
	cur := source.Parens(u.cur)
	if call := source.ArgumentOf(cur); call != nil {
		pkg := map[bool]string{true: "strings", false: "bytes"}[source.IsString(p.Info.TypeOf(call))]
		_, ok := source.CallTo(p.Info, call, pkg, "TrimSpace", "Trim", "TrimLeft", "TrimRight", "TrimPrefix", "TrimSuffix", "ToLower", "ToUpper")
		if !ok || call.Args[0] != cur.Node() || p.Pkg.Mentions(call, d.Var) > 1 {
			return n, false
		}
		cur, n.tidy = source.Parens(cur.Parent()), true
	}
	kind, i := cur.ParentEdge()
	if kind != edge.AssignStmt_Rhs {
		return n, false
	}
	n.stmt = cur.Parent()
	assign := n.stmt.Node().(*ast.AssignStmt)
	list, _, inList := source.StmtList(n.stmt)
	if !inList || assign.Tok != token.DEFINE || len(assign.Lhs) != len(assign.Rhs) || n.tidy && len(assign.Lhs) > 1 || !n.tidy && p.Commented(assign) {
		return n, false
	}
	n.name = assign.Lhs[i].(*ast.Ident)
	v, isNew := p.Info.Defs[n.name].(*types.Var)
	if !isNew || n.tidy && strings.Contains(strings.ToLower(n.name.Name), "trim") || p.Taken(d.Stmt.Pos(), v.Name()) || !types.Identical(v.Type(), p.Info.TypeOf(u.cur.Node().(ast.Expr))) || p.Pkg.InLiteral(d.Var) || source.LoopSince(n.stmt, d.Stmt.Pos()) {
		return n, false
	}
	around := p.DeclAt(assign.Pos())
	end := assign.End()
	if own, _, ok := source.StmtList(d.Cur); !ok || &own[0] != &list[0] {
		n.inner, end = true, around.End()
	}
	for id := range source.Idents(around) {
		if id.Name == v.Name() && d.Stmt.Pos() <= id.Pos() && id.Pos() < end && p.Info.ObjectOf(id) != v {
			return n, false
		}
	}
	return n, true
}

// namesOf returns the names of n parts: the one that the code gives it, or else that of its destination, if all parts that are
// used have names then, or else one that tells its place; around an equals sign there are a key and its value, or k and v. It is _ for a
// part that is not used.
func (p *splitter) namesOf(s site, d source.Decl, n int64, own map[int64]string, uses []use) []string {
	names := slices.Repeat([]string{"_"}, int(n))
	of := p.destinations(d.Stmt.Pos(), own, uses)
	var unnamed []int64
	for _, u := range uses {
		switch {
		case u.kind != 'p' || names[u.i] != "_":
		case own[u.i] != "":
			names[u.i] = own[u.i]
		case of != nil:
			names[u.i] = of[u.i]
		default:
			names[u.i] = partNames[min(n, maxParts)][u.i]
			unnamed = append(unnamed, u.i)
		}
	}
	if n == 2 && (s.sep == "=" || d.Var.Name() == "kv") {
		for _, pair := range [][]string{{"key", "value"}, {"k", "v"}} {
			var keyed []string
			for _, i := range unnamed {
				keyed = append(keyed, pair[i])
			}
			if p.Take(d.Stmt.Pos(), keyed...) {
				for k, i := range unnamed {
					names[i] = keyed[k]
				}
				return names
			}
		}
	}
	for _, i := range unnamed {
		names[i] = p.Fresh(d.Stmt.Pos(), names[i])
	}
	return names
}

// destinations returns the names of the destinations of the parts without a name of their own, nil if one of them has none,
// or several.
//
//	p.Major = number(v[0])     pairs[v[0]] = v[1]     T{Name: v[0]}     set(v[0], v[1])
//	----------------------     ------------------     -------------     ---------------
//	major                      key, value             name              names of parameters
func (p *splitter) destinations(pos token.Pos, own map[int64]string, uses []use) map[int64]string {
	names, passed := make(map[int64]string), make(map[int64]string)
	for _, u := range uses {
		if u.kind != 'p' || own[u.i] != "" {
			continue
		}
		name := p.destination(u.cur)
		if name != "" && names[u.i] != "" && name != names[u.i] || p.chooses(u.cur) {
			return nil
		}
		names[u.i], passed[u.i] = cmp.Or(name, names[u.i]), cmp.Or(passed[u.i], p.parameter(u.cur))
	}
	for i, name := range names {
		names[i] = cmp.Or(name, passed[i])
	}
	if !p.Take(pos, slices.Sorted(maps.Values(names))...) {
		return nil
	}
	return names
}

// chooses reports whether a part, at cur, is compared with other texts than the empty one: it decides what the
// next part is.
func (p *splitter) chooses(cur inspector.Cursor) bool {
	cur = source.Parens(cur)
	cmp, isCmp := cur.Parent().Node().(*ast.BinaryExpr)
	return cur.ParentEdgeKind() == edge.SwitchStmt_Tag || isCmp && (cmp.Op == token.EQL || cmp.Op == token.NEQ) && !p.isEmpty(cmp.X) && !p.isEmpty(cmp.Y)
}

// nameOf returns a name for a part, at cur: that of its destination, or base.
func (p *splitter) nameOf(pos token.Pos, cur inspector.Cursor, base string) string {
	if name := cmp.Or(p.destination(cur), p.parameter(cur)); name != "" && p.Take(pos, name) {
		return name
	}
	return p.Fresh(pos, base)
}

// destination returns the name of the variable or field that a part, at cur, is assigned to, as it is or through one call, or
// what it is in a map. It is empty if there is none, or it would be no good name for the part.
func (p *splitter) destination(cur inspector.Cursor) (name string) {
	cur = source.Parens(cur)
	if call := source.ArgumentOf(cur); call != nil {
		if len(call.Args) != 1 || p.tells(call) {
			return ""
		}
		cur = source.Parens(cur.Parent())
	}
	parent := cur.Parent()
	switch kind, i := cur.ParentEdge(); kind {
	case edge.AssignStmt_Rhs:
		if assign := parent.Node().(*ast.AssignStmt); assign.Tok == token.ASSIGN {
			name = p.target(assign.Lhs[i])
		}
	case edge.KeyValueExpr_Value:
		if name = "value"; !source.IsA[*types.Map](p.Info.TypeOf(parent.Parent().Node().(*ast.CompositeLit))) {
			id, _ := parent.Node().(*ast.KeyValueExpr).Key.(*ast.Ident)
			name = p.target(id)
		}
	case edge.KeyValueExpr_Key:
		name = "key"
	case edge.CompositeLit_Elts:
		if t, isStruct := p.Info.TypeOf(parent.Node().(ast.Expr)).Underlying().(*types.Struct); isStruct {
			name = t.Field(i).Name()
		}
	case edge.IndexExpr_Index:
		if source.Parens(parent).ParentEdgeKind() == edge.AssignStmt_Lhs && source.IsA[*types.Map](p.Info.TypeOf(parent.Node().(*ast.IndexExpr).X)) {
			name = "key"
		}
	}
	return usual(name)
}

// usual returns the name as that of a local variable; it is empty for one that is taken by the rewrites, or ends in a digit.
func usual(name string) string {
	if name = inline.Small(name); slices.Contains(declared, name) || strings.TrimRight(name, "0123456789") != name {
		return ""
	}
	return name
}

// parameter returns the name of the parameter that a part, at cur, is passed as, if that tells more than that it is a text.
func (p *splitter) parameter(cur inspector.Cursor) string {
	call := source.ArgumentOf(cur)
	if call == nil || source.IsConversion(p.Info, call) || call.Ellipsis.IsValid() {
		return ""
	}
	sig, isFunc := p.Info.TypeOf(call.Fun).Underlying().(*types.Signature)
	i := slices.Index(call.Args, source.Parens(cur).Node().(ast.Expr))
	if !isFunc || i < 0 || i >= sig.Params().Len() {
		return ""
	}
	param := sig.Params().At(i)
	if len(param.Name()) <= 2 || !types.Identical(param.Type(), p.Info.TypeOf(call.Args[i])) || slices.Contains(anyText, param.Name()) {
		return ""
	}
	return usual(param.Name())
}

// anyText are names of parameters that say nothing of what a text is.
var anyText = []string{"str", "text", "txt", "data", "src", "dst", "buf", "arg", "input", "old", "new", "substr", "format", "subslice"}

// declared are names of other variables that the rewrites declare beside the parts.
var declared = []string{"_", "i", "n", "ok", "rest"}

// target returns the name of a variable or field, and value for an element of a map.
func (p *splitter) target(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, isVar := p.Info.ObjectOf(e).(*types.Var); isVar {
			return v.Name()
		}
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		if source.IsA[*types.Map](p.Info.TypeOf(e.X)) {
			return "value"
		}
	}
	return ""
}

// tells reports whether a call returns something about its operand rather than what it stands for: its length, whether
// it is this or that, or what is wrong with it.
func (p *splitter) tells(call *ast.CallExpr) bool {
	if source.IsConversion(p.Info, call) {
		return false
	}
	t := p.Info.TypeOf(call)
	return source.Func(p.Info, call) == nil || types.Identical(t, types.Typ[types.Bool]) || types.Identical(t, types.Universe.Lookup("error").Type())
}
