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
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// mostRoom is the size in bytes of the largest buffer for a text that grows, unless constants alone take more.
const mostRoom = 256

// A grown is a text in a local variable that grows in branches.
type grown struct {
	source.Decl
	graph *flow.Graph
	steps []step // the declaration, and the statements that change the text, in the order of the source
	reads []inspector.Cursor
	keeps []inspector.Cursor // those of the reads that need the text as a string, or write it
}

// A step is a statement s = x, or s += x.
type step struct {
	stmt  ast.Node // the name of the variable in its declaration
	begin bool     // the text begins anew
	parts []part   // the operands of x; none if x is empty
}

// grows collects a text in a buffer on the stack.
//
//	s := base + "/" + path                      s := append(make([]byte, 0, 128), base...)
//	                                            s = append(s, '/')
//	                                            s = append(s, path...)
//	if query != "" {                            if query != "" {
//		s += "?" + query                            s = append(s, '?')
//	                                                s = append(s, query...)
//	}                                           }
//	return s                                    return string(s)
func (a *appender) grows(d source.Decl) {
	t := &grown{Decl: d}
	if !a.isCollectable(t) {
		return
	}
	var edits []source.TextEdit
	for _, read := range t.reads {
		edits = append(edits, a.asBytes(read)...)
	}
	for _, s := range t.steps[1:] {
		edits = append(edits, source.ReplaceNode(s.stmt, strings.Join(a.appended(t, s), "\n"+a.Indent(s.stmt.Pos()))))
	}
	name, buffer := d.Var.Name(), a.bufferFor(t)
	lines := []string{name + " := " + buffer}
	if first := t.steps[0].parts; len(first) > 0 {
		lines = append([]string{name + " := " + a.appendPart(first[0], buffer)}, a.appended(t, step{parts: first[1:]})...)
	}
	a.Report(rule.Finding{
		At:      d.Node(),
		Message: name + " is copied each time it grows",
		Title:   "Collect " + name + " in a buffer on the stack",
		Class:   rule.Safe,
		Edits:   append(edits, d.Instead(lines...)...),
		Form:    "text that grows",
	})
}

// bufferFor returns the expression of a buffer on the stack in which the text usually has room.
func (a *appender) bufferFor(t *grown) string {
	need, constants := 0, 0
	for _, s := range t.steps {
		need += a.need(s.parts)
		for _, p := range s.parts {
			value, _ := source.StringConst(a.Info, p.expr)
			constants += len(value)
		}
	}
	return verbs.Buffer(effect.Room(a.Pkg, t.Cur, min(need, max(mostRoom, constants))))
}

// isCollectable reports whether the text that is declared can be collected.
func (a *appender) isCollectable(t *grown) bool {
	return a.isGrown(t) && a.saves(t) && a.fits(t) && a.pays(t)
}

// isStep reports whether the expression at cur is a part of a text that [appender.grows] collects.
func (a *appender) isStep(cur inspector.Cursor) bool {
	stmt, _ := source.EnclosingStmt(cur)
	if assign, ok := stmt.Node().(*ast.AssignStmt); ok && len(assign.Lhs) == 1 {
		if v, isLocal := a.Pkg.LocalVar(assign.Lhs[0]); isLocal {
			d, ok := a.DeclOf(v)
			return ok && a.isCollectable(&grown{Decl: d})
		}
	}
	for d := range a.Decls(stmt) {
		return a.isCollectable(&grown{Decl: d})
	}
	return false
}

// appended returns the lines of a step.
//
//	s += a + ":"           s = a
//	-------------------    -----------------------
//	s = append(s, a...)    s = append(s[:0], a...)
//	s = append(s, ':')
func (a *appender) appended(t *grown, s step) (lines []string) {
	name := t.Var.Name()
	dst := name
	if s.begin && t.filled(s) {
		if dst = name + "[:0]"; len(s.parts) == 0 {
			return []string{name + " = " + dst}
		}
	}
	for _, p := range s.parts {
		lines = append(lines, name+" = "+a.appendPart(p, dst))
		dst = name
	}
	return lines
}

// filled reports whether there may be a text in front of a step.
func (t *grown) filled(s step) bool {
	return slices.ContainsFunc(t.steps, func(other step) bool { return len(other.parts) > 0 && t.graph.Reaches(other.stmt, s.stmt) })
}

// isGrown recognises the declaration of a text that is else only set, appended to and read, and that grows in a branch.
func (a *appender) isGrown(t *grown) bool {
	v, branches := t.Var, false
	if !types.Identical(v.Type(), types.Typ[types.String]) || len(a.Pkg.Writes(v)) == 0 || a.Pkg.Captured(v) {
		return false
	}
	t.steps = []step{{t.Name, true, a.partsOf(t.Value)}}
	for _, use := range a.Pkg.Uses(v) {
		use = source.Parens(use)
		stmt, isAssign := use.Parent().Node().(*ast.AssignStmt)
		switch _, _, inList := source.StmtList(use.Parent()); {
		case !isAssign || use.ParentEdgeKind() != edge.AssignStmt_Lhs:
			if !a.Pkg.OwnOperand(use, v) {
				t.reads = append(t.reads, use)
			}
		case !inList || len(stmt.Lhs) > 1 || source.LoopSince(use, v.Pos()):
			return false
		default:
			operands, grows := a.Pkg.Grows(stmt, v)
			if grows && a.Pkg.ReadsInside(stmt, v) || !grows && (stmt.Tok != token.ASSIGN || a.Pkg.Mentions(stmt, v) > 1) {
				return false
			}
			if !grows {
				operands = stmt.Rhs
			}
			branches = branches || !slices.Contains(t.Rest, ast.Stmt(stmt))
			t.steps = append(t.steps, step{stmt, !grows, a.partsOf(operands...)})
		}
	}
	return branches && len(t.steps) == len(a.Pkg.Writes(v))+1
}

// partsOf returns the operands of sums with their makers.
func (a *appender) partsOf(sums ...ast.Expr) (parts []part) {
	for _, sum := range sums {
		if sum == nil {
			continue
		}
		for _, e := range source.Operands(a.Info, sum) {
			if value, isConst := source.StringConst(a.Info, e); isConst && value == "" {
				continue
			}
			p := part{expr: e}
			if call, isCall := ast.Unparen(e).(*ast.CallExpr); isCall {
				if m, ok := a.recognise(call); ok {
					p.maker = &m
				}
			}
			parts = append(parts, p)
		}
	}
	return parts
}

// saves requires that some way makes two texts, and that the one that is made now has been made before, wherever it is.
func (a *appender) saves(t *grown) bool {
	fn, ok := source.EnclosingFunc(t.Cur)
	if !ok {
		return false
	}
	if t.graph = flow.New(a.Info, source.Body(fn.Node())); t.graph == nil {
		return false
	}
	for _, read := range t.reads {
		if own, _ := source.EnclosingFunc(read); own != fn {
			return false
		}
		if isLater(read) || !retain.BytesDo(a.Pkg, read) && !retain.Looks(a.Pkg, read) {
			t.keeps = append(t.keeps, read)
		}
	}
	for _, read := range t.keeps {
		if source.LoopSince(read, t.Var.Pos()) || slices.ContainsFunc(t.keeps, func(other inspector.Cursor) bool {
			return other != read && (t.graph.Reaches(read.Node(), other.Node()) || source.Contains(stmtOf(read), other.Node()))
		}) {
			return a.Refuse(t.Node(), t.Var.Name()+" is kept more than once")
		}
	}
	return len(t.keeps) > 0 && slices.ContainsFunc(t.steps, t.saved) && !slices.ContainsFunc(t.steps, func(s step) bool {
		return t.bare(s) && slices.ContainsFunc(t.keeps, func(read inspector.Cursor) bool {
			return t.leads(s, read.Node(), func(step) bool { return true })
		})
	})
}

// stmtOf returns the statement around a use.
func stmtOf(use inspector.Cursor) ast.Node {
	stmt, _ := source.EnclosingStmt(use)
	return stmt.Node()
}

// leads reports whether the node to may run after a step, with none in between for which stops holds.
func (t *grown) leads(s step, to ast.Node, stops func(step) bool) bool {
	return t.graph.Leads(s.stmt, func(n ast.Node) bool { return source.Contains(n, to) }, func(n ast.Node) bool {
		return slices.ContainsFunc(t.steps, func(other step) bool { return source.Contains(n, other.stmt) && stops(other) })
	})
}

// saved reports whether a step makes a text that is copied when it grows.
func (t *grown) saved(s step) bool {
	return len(s.parts) > 0 && !t.bare(s) && slices.ContainsFunc(t.steps, func(next step) bool {
		return !next.begin && t.leads(s, next.stmt, func(other step) bool { return other.begin })
	})
}

// bare reports whether the text may be no new one behind a step: it is an operand, or a number or bool, which need not
// be on the heap.
func (t *grown) bare(s step) bool {
	if len(s.parts) != 1 {
		return false
	}
	if m := s.parts[0].maker; m != nil && m.form() != "number" && m.name != "strconv.FormatBool" {
		return false
	}
	return s.begin || slices.ContainsFunc(t.steps, func(other step) bool {
		return other.begin && len(other.parts) == 0 && t.leads(other, s.stmt, func(step) bool { return true })
	})
}

// fits reports whether the statements can stand where the text grows, and evaluate the operands one after the other.
func (a *appender) fits(t *grown) bool {
	at := t.Node()
	if t.HasComment() || a.Jumps(at.Pos()) {
		return false
	}
	for _, s := range t.steps {
		var operands []ast.Expr
		for _, p := range s.parts {
			operands = append(operands, p.expr)
		}
		if a.HasComment(s.stmt.Pos(), s.stmt.End()) || !a.Universe(s.stmt.Pos(), "append", "make", "byte", "int64") {
			return a.Refuse(at, "a comment, or a name, is in the way")
		}
		if len(operands) > 1 && !effect.Ordered(a.Pkg, operands...) {
			return a.Refuse(at, "what is called may change what "+t.Var.Name()+" is made of")
		}
	}
	return !slices.ContainsFunc(t.reads, func(read inspector.Cursor) bool { return !a.Universe(read.Node().Pos(), "string", "len") })
}

// mostLines is how many lines more an object that is saved may take, where the text is not that of an error.
const mostLines = 3

// pays requires that the code does not become longer than what it saves is worth: an error is rare.
func (a *appender) pays(t *grown) bool {
	saved, more := t.made(t.steps[0], make(map[ast.Node]int)), 0
	if !slices.ContainsFunc(t.keeps, a.writes) {
		saved-- // the text itself is a string
	}
	for _, s := range t.steps {
		more += max(len(s.parts)-1, 0)
	}
	most := mostLines * saved
	if !slices.ContainsFunc(t.keeps, func(read inspector.Cursor) bool { return !a.isOfError(read) }) {
		most = saved
	}
	return more <= most || a.Refuse(t.Node(), "it would take more lines than the strings are worth that "+t.Var.Name()+" makes")
}

// made returns how many strings the steps make, from one of them on, on the way that makes most.
func (t *grown) made(s step, known map[ast.Node]int) int {
	if n, ok := known[s.stmt]; ok {
		return n
	}
	most := 0
	for _, next := range t.steps {
		if next.stmt.Pos() > s.stmt.Pos() && t.leads(s, next.stmt, func(other step) bool { return other.stmt != next.stmt }) {
			most = max(most, t.made(next, known))
		}
	}
	if len(s.parts) > 0 && !t.bare(s) {
		most++
	}
	known[s.stmt] = most
	return most
}

// writes reports whether a use writes the text, which needs no string.
func (a *appender) writes(use inspector.Cursor) bool {
	call := source.ArgumentOf(use)
	return call != nil && !isLater(use) && slices.Contains([]string{"Builder", "Buffer"}, a.writer(call))
}

// isOfError reports whether a use makes the text that of an error, or of a panic.
func (a *appender) isOfError(use inspector.Cursor) bool {
	call := source.ArgumentOf(use)
	if call == nil {
		fn, ok := source.EnclosingFunc(use)
		decl, isDecl := fn.Node().(*ast.FuncDecl)
		return ok && isDecl && decl.Recv != nil && decl.Name.Name == "Error" && use.ParentEdgeKind() == edge.ReturnStmt_Results
	}
	if source.IsConversion(a.Info, call) {
		return source.IsError(a.Info.TypeOf(call))
	}
	if fn := source.Func(a.Info, call); fn != nil && fn.Pkg() != nil {
		switch fn.Pkg().Path() {
		case "errors":
			return true
		case "fmt":
			return fn.Name() == "Errorf"
		case "log":
			return strings.HasPrefix(fn.Name(), "Fatal") || strings.HasPrefix(fn.Name(), "Panic")
		}
	}
	return source.IsBuiltin(a.Info, call, "panic")
}

// asBytes returns the edit of a use that reads the text.
//
//	len(s)    name(s)    s != ""        w.WriteString(s)    f(s)
//	-----------------------------------------------------------------
//	len(s)    name(s)    len(s) != 0    w.Write(s)          f(string(s))
func (a *appender) asBytes(use inspector.Cursor) []source.TextEdit {
	text := a.Text(ast.Unparen(use.Node().(ast.Expr)))
	call, asText := source.ArgumentOf(use), source.ReplaceNode(use.Node(), "string("+text+")")
	if isLater(use) {
		return []source.TextEdit{asText}
	}
	if retain.BytesDo(a.Pkg, use) || call != nil && source.IsConversion(a.Info, call) && source.IsString(a.Info.TypeOf(call).Underlying()) {
		return nil
	}
	if cmp, ok := use.Parent().Node().(*ast.BinaryExpr); ok && (cmp.Op == token.EQL || cmp.Op == token.NEQ) && use.ParentEdgeKind() == edge.BinaryExpr_X {
		if other, isConst := source.StringConst(a.Info, cmp.Y); isConst && other == "" && !a.HasComment(cmp.Pos(), cmp.End()) {
			return []source.TextEdit{source.ReplaceNode(cmp, "len("+text+") "+cmp.Op.String()+" 0")}
		}
	}
	if a.writes(use) {
		return []source.TextEdit{source.ReplaceNode(ast.Unparen(call.Fun).(*ast.SelectorExpr).Sel, "Write")}
	}
	return []source.TextEdit{asText}
}

// isLater reports whether a use is the argument of a call that runs later, when there may be another text in the buffer.
func isLater(use inspector.Cursor) bool {
	return source.ArgumentOf(use) != nil && source.RunsLater(source.Parens(use).Parent())
}
