package appendto

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/verbs"
)

// held keeps the text of a variable, which m makes, on the stack, if each use copies the text or looks at it. It reports whether
// it does.
//
//	s := strconv.Itoa(n)                                         w.WriteString(s)    s == "0"
//	-------------------------------------------------------------------------------------------
//	s := strconv.AppendInt(make([]byte, 0, 24), int64(n), 10)    w.Write(s)          string(s) == "0"
//
// The uses len(s), s[i] and append(b, s...) stay as they are.
func (a *appender) held(m maker, d source.Decl) bool {
	if !m.quiet || m.name == "strconv.FormatBool" || !types.Identical(d.Var.Type(), types.Typ[types.String]) || len(a.Pkg.Writes(d.Var)) > 0 || d.HasComment() {
		return false
	}
	var edits []source.TextEdit
	copied, kept := false, a.Pkg.Captured(d.Var)
	for _, use := range a.Pkg.Uses(d.Var) {
		use = within(use, d.Var, a.Pkg)
		outer := source.ArgumentOf(use)
		copies := outer != nil && !source.IsBuiltin(a.Info, outer, "len") && (retain.BytesDo(a.Pkg, use) || a.writes(use))
		copied = copied || copies
		kept = kept || isLater(use) || !copies && !retain.BytesDo(a.Pkg, use) && !retain.Looks(a.Pkg, use) || !a.Universe(use.Node().Pos(), "string", "len")
		edits = append(edits, a.asBytes(use)...)
	}
	if !copied {
		return false
	} else if kept {
		return a.Refuse(m.call, d.Var.Name()+" is kept, or needed as a string")
	}
	text := m.append(verbs.Buffer(min(m.room, effect.Room(a.Pkg, d.Cur, m.room))))
	set := []source.TextEdit{source.ReplaceNode(d.Value, text)}
	if d.Type != nil {
		set = d.Set(text)
	}
	a.Report(rule.Finding{
		At:      m.call,
		Message: m.name + " makes a string that is only copied",
		Title:   "Append the text to a buffer on the stack",
		Class:   rule.Safe,
		Edits:   append(edits, set...),
		Form:    "variable with a " + m.form(),
	})
	return true
}

// within returns the largest part of the variable around a use that ends with it. A part of a slice may reach beyond the
// length, that of a string panics there.
//
//	s    s[i:]    s[i:len(s)-1]
func within(use inspector.Cursor, v *types.Var, pkg *source.Package) inspector.Cursor {
	for use = source.Parens(use); use.ParentEdgeKind() == edge.SliceExpr_X; use = source.Parens(use.Parent()) {
		if part := use.Parent().Node().(*ast.SliceExpr); part.High != nil && !(&retain.Checker{Pkg: pkg, Var: v}).Shorter(part) {
			break
		}
	}
	return use
}
