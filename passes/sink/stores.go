package sink

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A store is v, ok := m.LoadOrStore(k, x) of a sync.Map, as a statement or in front of the
// condition of an if, or the call alone, as a statement.
type store struct {
	stmt ast.Stmt        // in a list
	set  *ast.AssignStmt // nil without results
	call *ast.CallExpr
	val  effect.Summary
}

// stores asks a sync.Map for the key before the value is made that it may not need.
func (s *sinker) stores() {
	for cur := range s.Cursor.Preorder((*ast.AssignStmt)(nil), (*ast.ExprStmt)(nil)) {
		if st, ok := s.store(cur); ok && s.askable(st) {
			s.ask(st)
		}
	}
}

// store recognises a call of LoadOrStore whose value takes memory.
func (s *sinker) store(cur inspector.Cursor) (st store, ok bool) {
	node := cur.Node()
	if cur.ParentEdgeKind() == edge.IfStmt_Init {
		cur = cur.Parent()
	}
	if _, _, inList := source.StmtList(cur); !inList {
		return st, false
	}
	var e ast.Expr
	switch stmt := node.(type) {
	case *ast.AssignStmt:
		if len(stmt.Lhs) != 2 || len(stmt.Rhs) != 1 {
			return st, false
		}
		for _, name := range stmt.Lhs {
			if text := s.Text(name); cur.Node() != node && text != "_" && source.UsedOutside(cur, text) {
				return st, false // it would be another variable
			}
		}
		st.set, e = stmt, stmt.Rhs[0]
	case *ast.ExprStmt:
		e = stmt.X
	}
	st.stmt = cur.Node().(ast.Stmt)
	if st.call, ok = source.CallTo(s.Info, e, "sync", "Map.LoadOrStore"); !ok {
		return st, false
	}
	fn, inFunc := source.EnclosingFunc(cur)
	if !inFunc || strings.Contains(s.Text(fn.Node()), s.load(st)) {
		return st, false // somebody asks already
	}
	st.val = effect.Of(s.Pkg, st.call.Args[1])
	return st, st.val.Allocates && st.val.Movable()
}

// load is the call that asks for the key.
func (s *sinker) load(st store) string {
	return s.Text(source.Receiver(s.Info, st.call)) + ".Load(" + s.Text(st.call.Args[0]) + ")"
}

// askable reports whether the key can be asked for first: both calls have the same map and key,
// and what the first call sets is no part of the second call.
func (s *sinker) askable(st store) bool {
	m, key := source.Receiver(s.Info, st.call), st.call.Args[0]
	switch asked := effect.Of(s.Pkg, m, key); {
	case !effect.Pure(s.Info, m, key) || asked.Allocates:
		return s.Refuse(st.call, "the map or the key would be computed twice")
	case st.val.Methods || s.Jumps(st.call.Pos()):
		return s.Refuse(st.call, "a goto, or a method that fmt calls, is in the way")
	case st.set == nil:
		return true
	}
	names := source.NamesIn(st.call)
	for i, target := range st.set.Lhs {
		id, isName := target.(*ast.Ident)
		if !isName || names[id.Name] {
			return s.Refuse(st.call, "what is set may be a part of the map, the key or the value")
		}
		if id.Name == "_" {
			if i == 1 && st.set.Tok != token.DEFINE {
				return s.Refuse(st.call, "nothing says whether the key is there")
			}
			continue
		}
		if v, local := s.Pkg.LocalVar(id); !local || s.Info.Defs[id] == nil && s.Pkg.Captured(v) || i == 1 && !source.IsA[*types.Basic](v.Type().Underlying()) {
			return s.Refuse(st.call, "others see what is set")
		}
	}
	return true
}

// ask writes the question in front.
//
//	                            v, _ := m.LoadOrStore(k, x)          m.LoadOrStore(k, x)
//	---------------------------------------------------------------------------------------------
//	v, ok := m.Load(k)                                               if _, ok := m.Load(k); !ok {
//	if !ok {                                                                 m.LoadOrStore(k, x)
//	                            v, _ = m.LoadOrStore(k, x)           }
//	}
func (s *sinker) ask(st store) {
	load, indent := s.load(st), s.Indent(st.stmt.Pos())
	var edits []source.TextEdit
	if st.set == nil {
		ok := s.Fresh(st.stmt.Pos(), "ok", "found")
		edits = append(edits, source.Insert(st.stmt.Pos(), "if _, "+ok+" := "+load+"; !"+ok+" {\n"+indent+"\t"), s.Below(st.stmt, "}"))
	} else {
		v, second := s.Text(st.set.Lhs[0]), s.Text(st.set.Lhs[1])
		ok := second
		if ok == "_" {
			ok = s.Fresh(st.stmt.Pos(), "ok", "found")
		}
		head := v + ", " + ok + " " + st.set.Tok.String() + " " + load + "\n" + indent + "if !" + ok + " {\n" + indent + "\t"
		edits = append(edits, source.Replace(st.stmt.Pos(), st.call.Pos(), head+v+", "+second+" = "))
		if around, isIf := st.stmt.(*ast.IfStmt); isIf {
			edits = append(edits, source.Replace(st.call.End(), around.Cond.Pos(), "\n"+indent+"}\n"+indent+"if "))
		} else {
			edits = append(edits, s.Below(st.stmt, "}"))
		}
	}
	class := rule.Safe
	if st.val.MayEnd() {
		class = rule.Review(panicsLater)
	}
	s.Report(rule.Finding{
		At:      st.call,
		Message: "a value is made that is dropped where the map has the key",
		Title:   "Ask the map for the key before the value is made",
		Class:   class,
		Edits:   edits,
	})
}
