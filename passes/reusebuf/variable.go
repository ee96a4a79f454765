package reusebuf

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// variable moves a variable in front of the loop whose address each iteration gives to a
// function that may keep it, so that each makes one on the heap.
//
//	                                 var rec record
//	for … {                          for … {
//		var rec record                   rec = record{}
//		log.Read(i, &rec)        =>      log.Read(i, &rec)
func (r *reuser) variable(d source.Decl) {
	b, ok := r.zero(d)
	if !ok || !source.InLoop(d.Cur) || d.HasComment() || !r.lentOnly(d.Var) {
		return
	}
	name := d.Var.Name()
	b.caveats = []rule.Caveat{rule.Sharing.Caveat("who keeps the address of " + name + " sees later iterations")}
	r.fix(d, b)
}

// zero recognises the declaration of a struct or array that has its zero value.
func (r *reuser) zero(d source.Decl) (*buffer, bool) {
	if !source.IsA[*types.Struct](d.Var.Type()) && !source.IsA[*types.Array](d.Var.Type()) || isBuffer(d.Var.Type()) || source.WriterKind(d.Var.Type()) != "" {
		return nil, false
	}
	typ := d.Type
	if lit, ok := ast.Unparen(d.Value).(*ast.CompositeLit); ok && len(lit.Elts) == 0 && typ == nil {
		typ = lit.Type
	} else if d.Value != nil || typ == nil {
		return nil, false
	}
	text := r.Text(ast.Unparen(typ)) // a literal has none in parentheses
	return &buffer{
		v: d.Var, end: d.Stmt.End(), before: []ast.Expr{typ},
		declare: as("var %s " + text), empty: line("%s = " + text + "{}"),
	}, true
}

// lentOnly reports whether the address of the variable goes only to calls that are made where they
// stand, and to one at least that may keep it.
func (r *reuser) lentOnly(v *types.Var) bool {
	if r.Pkg.InLiteral(v) {
		return false
	}
	kept := false
	for _, use := range r.Pkg.Uses(v) {
		if !r.Pkg.Addressed(use) {
			continue
		}
		k := &retain.Checker{Pkg: r.Pkg, Var: v, Kind: retain.Large}
		if k.Lets(use) && !k.Escapes {
			continue
		}
		if !r.lentAt(use) {
			return false
		}
		kept = true
	}
	return kept
}

// lentAt reports whether the use is &v as an argument of a call, of which no result is a pointer.
func (r *reuser) lentAt(use inspector.Cursor) bool {
	ref := source.Parens(use)
	if ref.ParentEdgeKind() != edge.UnaryExpr_X {
		return false
	}
	arg := source.Parens(ref.Parent())
	call := source.ArgumentOf(arg)
	if call == nil || source.IsConversion(r.Info, call) || source.IsBuiltin(r.Info, call) {
		return false
	}
	if value, only := r.Pkg.Only(call.Fun); only && source.IsA[*types.Signature](r.Info.TypeOf(value)) {
		if _, isLit := ast.Unparen(value).(*ast.FuncLit); isLit {
			return false // the compiler knows the literal
		}
	}
	switch source.Parens(arg.Parent()).ParentEdgeKind() {
	case edge.GoStmt_Call, edge.DeferStmt_Call:
		return false
	}
	sig, ok := source.Core(r.Info.TypeOf(call.Fun)).(*types.Signature)
	if !ok {
		return false
	}
	for result := range sig.Results().Variables() {
		basic := source.IsA[*types.Basic](result.Type())
		if !basic && !types.Identical(result.Type(), types.Universe.Lookup("error").Type()) {
			return false // it may be what v points to
		}
	}
	return true
}
