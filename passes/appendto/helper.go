package appendto

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// leastHelped is the number of places in a file from which a function that writes numbers reads better than as many appends to
// a make.
const leastHelped = 4

// A helper is a function that writes a number, for all places of its kind in a file. The zero helper is none.
type helper struct {
	name    string
	declare source.TextEdit
}

// helped offers the form that calls a function of the package for whole numbers in a file that writes many of them.
//
//	b.WriteString(strconv.Itoa(n))     func writeInt(b *bytes.Buffer, n int64) {
//	                                           b.Write(strconv.AppendInt(make([]byte, 0, 24), n, 10))
//	                                   }
//	------------------------------
//	writeInt(&b, int64(n))
func (a *appender) helped(m maker, cur inspector.Cursor, kind string, recv ast.Expr) {
	call := cur.Node().(*ast.CallExpr)
	operand, isDecimal := strings.CutSuffix(m.after, ", 10)")
	if !isDecimal || m.form() != "number" || source.Parens(cur).ParentEdgeKind() != edge.ExprStmt_X || a.HasComment(call.Pos(), call.End()) {
		return
	}
	t := a.Info.TypeOf(recv)
	if source.WriterKind(t) != kind {
		return // the writer is embedded
	}
	h := a.helper(m, call, kind, typefact.Pointee(t))
	if h.name == "" {
		return
	}
	to := a.Text(recv)
	if !source.IsA[*types.Pointer](t) {
		to = "&" + to
	}
	f := a.finding(m, call, h.name+"("+to+operand+")", rule.Safe)
	f.Edits = append(f.Edits, h.declare)
	a.Offer(f)
}

// helper returns the function for the numbers of m in the file, which the place of the first one declares.
func (a *appender) helper(m maker, call *ast.CallExpr, kind string, writer types.Type) (h helper) {
	sign := "Int"
	if strings.HasSuffix(m.name, "Uint") {
		sign = "Uint"
	}
	key := a.Fset.Position(call.Pos()).Filename + " " + kind + sign
	if h, ok := a.helpers[key]; ok {
		return h
	}
	defer func() { a.helpers[key] = h }()
	places := 0
	for other := range source.Nodes[*ast.CallExpr](a.Syntax) {
		if of, _ := source.WriterCall(a.Info, other, "WriteString"); of != kind || len(other.Args) != 1 {
			continue
		}
		names := []string{"Format" + sign}
		if sign == "Int" {
			names = append(names, "Itoa")
		}
		if _, ok := source.CallTo(a.Info, other.Args[0], "strconv", names...); ok {
			places++
		}
	}
	decl, isFunc := a.DeclAt(call.Pos()).(*ast.FuncDecl)
	if places < leastHelped || !isFunc {
		return helper{}
	}
	to, ok := a.TypeText(writer, decl.Pos())
	name := "write" + sign
	if !ok || !a.IsFreeGlobal(name) {
		return helper{}
	}
	text := fmt.Sprintf("// %[1]s writes n in decimal, without a string of it.\nfunc %[1]s(b *%[2]s, n %[3]s64) {\n\tb.Write(%[4]s)\n}",
		a.FreshGlobal(name), to, strings.ToLower(sign), m.before+m.buffer()+", n, 10)")
	return helper{name, a.Above(decl.Pos(), text)}
}
