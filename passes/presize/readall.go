package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// readAll offers a slice of the right length for io.ReadAll of a reader that
// knows how much it has left.
//
// Both read to the end, leave the reader in the same state and return a non-nil
// slice and no error: a bytes.Reader or strings.Reader fills what it is given.
func (p *presizer) readAll(cur inspector.Cursor) {
	if _, _, ok := source.StmtList(cur); !ok {
		return
	}
	stmt := cur.Node().(ast.Stmt)
	call, ok := p.readAllCall(stmt)
	if !ok || p.HasComment(stmt.Pos(), stmt.End()) ||
		!p.Universe(stmt.Pos(), "make", "byte") {
		return
	}
	io, ok := p.qualifier(call)
	if !ok {
		return
	}
	r := p.Text(call.Args[0])
	read := p.readFull
	if p.stays(call.Args[0]) && p.Universe(stmt.Pos(), "nil") {
		read = p.readOnce
	}
	text := strings.Join(read(stmt, r, io), "\n"+p.Indent(stmt.Pos()))
	p.Report(rule.Finding{
		At:      call,
		Message: "io.ReadAll grows its result although the reader knows its length",
		Title:   "Read into a slice of " + r + ".Len() bytes",
		Edits:   []source.TextEdit{source.ReplaceNode(stmt, text)},
	})
}

// readFull returns the lines for a reader that is on the heap anyway.
//
//	data, err := io.ReadAll(r)              return io.ReadAll(r)
//	-------------------------------         -------------------------------
//	data := make([]byte, r.Len())           data := make([]byte, r.Len())
//	_, err := io.ReadFull(r, data)          _, err := io.ReadFull(r, data)
//	                                        return data, err
func (p *presizer) readFull(stmt ast.Stmt, r, io string) []string {
	if s, ok := stmt.(*ast.AssignStmt); ok {
		data, err := s.Lhs[0].(*ast.Ident), s.Lhs[1].(*ast.Ident)
		return []string{
			data.Name + " " + p.token(data) + " make([]byte, " + r + ".Len())",
			"_, " + err.Name + " " + p.token(err) + " " + io + "ReadFull(" + r + ", " + data.Name + ")",
		}
	}
	data, err := p.Fresh(stmt.Pos(), "data", "content"), p.Fresh(stmt.Pos(), "err")
	return []string{
		data + " := make([]byte, " + r + ".Len())",
		"_, " + err + " := " + io + "ReadFull(" + r + ", " + data + ")",
		"return " + data + ", " + err,
	}
}

// readOnce returns the lines for a reader that can stay on the stack, since it is not converted to
// an io.Reader. Its Read fails only if nothing is left, with io.EOF.
//
//	data, err := io.ReadAll(r)              return io.ReadAll(r)
//	-------------------------------         -------------------------------
//	data := make([]byte, r.Len())           data := make([]byte, r.Len())
//	_, err := r.Read(data)                  _, _ = r.Read(data)
//	if err == io.EOF {                      return data, nil
//		err = nil
//	}
func (p *presizer) readOnce(stmt ast.Stmt, r, io string) []string {
	if s, ok := stmt.(*ast.AssignStmt); ok {
		data, err := s.Lhs[0].(*ast.Ident), s.Lhs[1].(*ast.Ident)
		lines := []string{
			data.Name + " " + p.token(data) + " make([]byte, " + r + ".Len())",
			"_, " + err.Name + " " + p.token(err) + " " + r + ".Read(" + data.Name + ")",
		}
		if !source.IsBlank(err) {
			lines = append(lines, "if "+err.Name+" == "+io+"EOF {", "\t"+err.Name+" = nil", "}")
		}
		return lines
	}
	data := p.Fresh(stmt.Pos(), "data", "content")
	return []string{data + " := make([]byte, " + r + ".Len())", "_, _ = " + r + ".Read(" + data + ")", "return " + data + ", nil"}
}

// stays reports whether the reader is made in this function, and all other uses are calls of its
// methods.
func (p *presizer) stays(e ast.Expr) bool {
	r, _ := p.Pkg.LocalVar(e)
	made, _ := p.Pkg.Only(e)
	_, ofBytes := source.CallTo(p.Info, made, "bytes", "NewReader")
	_, ofString := source.CallTo(p.Info, made, "strings", "NewReader")
	return (ofBytes || ofString) && p.Pkg.Every(r, func(use inspector.Cursor) bool {
		return use.Node() == ast.Unparen(e) || p.method(use) != ""
	})
}

// readAllCall returns the call of io.ReadAll that stmt consists of.
func (p *presizer) readAllCall(stmt ast.Stmt) (*ast.CallExpr, bool) {
	var results []ast.Expr
	switch s := stmt.(type) {
	case *ast.ReturnStmt:
		results = s.Results
	case *ast.AssignStmt:
		if len(s.Lhs) != 2 || s.Tok != token.DEFINE && s.Tok != token.ASSIGN || !p.plain(s.Lhs[0], false) || !p.plain(s.Lhs[1], true) ||
			types.IsInterface(p.Info.TypeOf(s.Lhs[0])) {
			return nil, false // data must be a variable, and a slice
		}
		results = s.Rhs
	}
	if len(results) != 1 {
		return nil, false
	}
	call, ok := source.CallTo(p.Info, results[0], "io", "ReadAll")
	if !ok {
		return nil, false
	}
	r, ok := p.Pkg.LocalVar(call.Args[0]) // the rewrite evaluates it twice
	if !ok || p.Pkg.Captured(r) {
		return nil, false
	}
	if s, isAssign := stmt.(*ast.AssignStmt); isAssign && s.Lhs[0].(*ast.Ident).Name == r.Name() {
		return nil, false // the new variable would hide the reader
	}
	known := source.IsNamed(r.Type(), "bytes", "Reader") || source.IsNamed(r.Type(), "strings", "Reader")
	return call, known
}

// plain reports whether e is a local variable that is not captured, or _ if blank allows that.
func (p *presizer) plain(e ast.Expr, blank bool) bool {
	if source.IsBlank(e) {
		return blank
	}
	v, ok := p.Pkg.LocalVar(e)
	return ok && !p.Pkg.Captured(v)
}

// token returns ":=" if its statement declares id, "=" if it assigns to it.
func (p *presizer) token(id *ast.Ident) string {
	if p.Info.Defs[id] != nil && id.Name != "_" {
		return ":="
	}
	return "="
}

// qualifier returns the qualifier of package io at the call, "" for a dot import. ok is false if
// io.ReadFull cannot be named there.
func (p *presizer) qualifier(call *ast.CallExpr) (q string, ok bool) {
	q, edits, ok := p.Import("io", "ReadFull", call.Pos())
	return q, ok && len(edits) == 0
}
