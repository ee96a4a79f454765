package convert

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/internal/stdlib"
)

// origin returns the expression of the bytes that the library makes the text e of, and notes the scanner and
// the imports in t.
//
//	sc.Text()     strings.TrimSpace(sc.Text())     strings.TrimPrefix(string(b), "x")
//	----------    -----------------------------    ----------------------------------
//	sc.Bytes()    bytes.TrimSpace(sc.Bytes())      bytes.TrimPrefix(b, []byte("x"))
func (c *converter) origin(t *text, e ast.Expr) (bytes string, ok bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return "", false
	}
	if bytes, ok = c.bytesBehind(e); ok {
		if x := source.Receiver(c.Info, call); x != nil {
			t.scanner, ok = c.Pkg.LocalVar(x)
			ok = ok && c.scanner(t.scanner)
		}
		return bytes, ok
	}
	name := source.CalleeName(call)
	if _, ok := source.CallTo(c.Info, call, "strings", name); !ok || !stdlib.Named("bytes", name).Part.Has(0) {
		return "", false
	}
	if bytes, ok = c.origin(t, call.Args[0]); !ok || !c.needs(t, call, name) {
		return "", false
	}
	for _, arg := range call.Args[1:] {
		if s, isConst := source.StringConst(c.Info, arg); !isConst || len(s) > stackBytes {
			return "", false
		}
		operand := c.Text(arg)
		if name == "TrimPrefix" || name == "TrimSuffix" { // the others take a string of characters in both packages
			if !c.Universe(arg.Pos(), "byte") {
				return "", false
			}
			operand = "[]byte(" + operand + ")"
		}
		bytes += ", " + operand
	}
	return t.bytesPackage + name + "(" + bytes + ")", true
}

// needs notes the import of package bytes for a function that replaces the call.
func (c *converter) needs(t *text, call *ast.CallExpr, name string) (ok bool) {
	qualifier, edits, ok := c.Import("bytes", name, call.Pos())
	if !ok || t.bytesPackage != "" && t.bytesPackage != qualifier {
		return false // another place calls the package by another name
	}
	t.bytesPackage, t.imports = qualifier, edits
	return true
}

// scanner reports whether only Scan can change the token of the bufio.Scanner v: the scanner is made in this
// function, splits the input by a function of bufio, and is only used for the methods Scan, Text, Err and Split.
func (c *converter) scanner(v *types.Var) bool {
	value, ok := c.Pkg.Initial(v)
	if _, made := source.CallTo(c.Info, value, "bufio", "NewScanner"); !ok || !made || len(c.Pkg.Writes(v)) > 0 || c.Pkg.InLiteral(v) {
		return false
	}
	return c.Pkg.Every(v, func(use inspector.Cursor) bool {
		call, ok := c.method(use)
		if !ok {
			return false
		}
		switch source.CalleeName(call) {
		case "Scan", "Text", "Err":
			return true // not Bytes, by which the token can be changed
		case "Split":
			split, ok := ast.Unparen(call.Args[0]).(*ast.SelectorExpr)
			if !ok {
				return false
			}
			fn, ok := c.Info.Uses[split.Sel].(*types.Func)
			return ok && fn.Pkg().Path() == "bufio"
		}
		return false
	})
}

// method returns the method call that has the use as its receiver.
func (c *converter) method(use inspector.Cursor) (*ast.CallExpr, bool) {
	use = source.Parens(use)
	if use.ParentEdgeKind() != edge.SelectorExpr_X {
		return nil, false
	}
	fun := source.Parens(use.Parent())
	call, ok := fun.Parent().Node().(*ast.CallExpr)
	return call, ok && fun.ParentEdgeKind() == edge.CallExpr_Fun
}

// scans reports whether n may call Scan of the scanner v, which overwrites the token.
func (c *converter) scans(v *types.Var, n ast.Node) bool {
	return slices.ContainsFunc(c.Pkg.UsesIn(n, v), func(use inspector.Cursor) bool {
		call, ok := c.method(use)
		return !ok || source.CalleeName(call) == "Scan"
	})
}

// twinned reports whether the use is the first argument of a function of package strings that has a twin in package
// bytes, and the second argument needs no copy.
func (c *converter) twinned(t *text, use inspector.Cursor) bool {
	call := source.ArgumentOf(use)
	if call == nil || ast.Unparen(call.Args[0]) != use.Node() {
		return false
	}
	known := stdlib.Of(source.Func(c.Info, call))
	if _, ok := source.CallTo(c.Info, call, "strings", known.Name); !ok || known.Text != "bytes" || c.HasComment(call.Pos(), call.End()) {
		return false
	}
	if s, isConst := source.StringConst(c.Info, call.Args[1]); c.isText(call) && !known.Free && (!isConst || len(s) > stackBytes) ||
		c.Pkg.Mentions(call.Args[1], t.Var) > 0 || c.isText(call) && !c.Universe(call.Pos(), "byte") {
		return false
	}
	return c.needs(t, call, known.Name)
}

// onBytes returns the edits that call the twin with the bytes.
//
//	strings.HasPrefix(line, "x")
//	--------------------------------
//	bytes.HasPrefix(line, []byte("x"))
func (c *converter) onBytes(t *text, use inspector.Cursor, bytes string) []source.TextEdit {
	call := source.ArgumentOf(use)
	edits := []source.TextEdit{source.ReplaceNode(call.Fun, t.bytesPackage+source.CalleeName(call)), source.ReplaceNode(call.Args[0], bytes)}
	if c.isText(call) {
		edits = append(edits, source.ReplaceNode(call.Args[1], "[]byte("+c.Text(call.Args[1])+")"))
	}
	return edits
}
