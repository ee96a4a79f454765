package size

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// Bounded reports whether a number is at most the sum of a few lengths of values in memory, is negative, or is known to be
// less than 64 Ki ([Most]).
func Bounded(pkg *source.Package, n ast.Expr) bool {
	if k, ok := Most(pkg, n); ok && k < 1<<16 {
		return true
	}
	if basic, ok := pkg.Info.TypeOf(n).Underlying().(*types.Basic); ok {
		switch basic.Kind() {
		case types.Int8, types.Int16:
			return true
		case types.Uint, types.Uint32, types.Uint64, types.Uintptr:
			return false // a difference below zero is large
		}
	}
	switch n := valueOf(pkg, n).(type) {
	case *ast.CallExpr:
		switch {
		case source.IsBuiltin(pkg.Info, n, "len", "cap"), counts(pkg.Info, n):
			return true
		case source.IsBuiltin(pkg.Info, n, "min"):
			return slices.ContainsFunc(n.Args, func(e ast.Expr) bool { return Bounded(pkg, e) })
		case source.IsConversion(pkg.Info, n):
			return Bounded(pkg, n.Args[0])
		}
	case *ast.BinaryExpr:
		switch n.Op {
		case token.ADD:
			return Bounded(pkg, n.X) && Bounded(pkg, n.Y)
		case token.SUB:
			return Bounded(pkg, n.X) && source.NotNegative(pkg.Info, n.Y)
		case token.QUO, token.REM, token.SHR:
			return Bounded(pkg, n.X)
		}
	}
	k, isConst := source.IntConst(pkg.Info, n)
	return isConst && k < 0
}

// NotNegative reports whether a number is known not to be negative: it is made of lengths and counts, and of numbers
// that have a limit ([Most]).
func NotNegative(pkg *source.Package, n ast.Expr) bool {
	_, limited := Most(pkg, n)
	return limited || notNegative(pkg, n)
}

// notNegative is [NotNegative] of numbers without a limit.
func notNegative(pkg *source.Package, n ast.Expr) bool {
	switch n := valueOf(pkg, n).(type) {
	case *ast.CallExpr:
		toInt := source.IsConversion(pkg.Info, n) && types.Identical(pkg.Info.TypeOf(n), types.Typ[types.Int])
		return source.IsBuiltin(pkg.Info, n, "len", "cap") || counts(pkg.Info, n) || toInt && NotNegative(pkg, n.Args[0])
	case *ast.BinaryExpr:
		k, isConst := source.IntConst(pkg.Info, n.Y)
		switch n.Op {
		case token.ADD, token.MUL:
			return NotNegative(pkg, n.X) && NotNegative(pkg, n.Y)
		case token.QUO, token.REM, token.SHR:
			return NotNegative(pkg, n.X) && isConst && k > 0
		}
	}
	return false
}

// counts reports whether a call counts something in a text, or tells a length.
func counts(info *types.Info, call *ast.CallExpr) bool {
	return calls(info, call, map[string][]string{
		"strings": {"Count"}, "bytes": {"Count"}, "unicode/utf8": {"RuneCount", "RuneCountInString"},
	}) || calls(info, call, lengths)
}

// calls reports whether a call is one of the functions and methods of packages.
func calls(info *types.Info, call *ast.CallExpr, of map[string][]string) bool {
	for path, names := range of {
		if _, ok := source.CallOf(info, call, path, names...); ok {
			return true
		}
	}
	return false
}

// lengths are methods that tell a length.
var lengths = map[string][]string{
	"reflect":        {"Value.Len", "Value.NumField", "Value.NumMethod"},
	"container/list": {"List.Len"},
	"bytes":          {"Buffer.Len", "Reader.Len"},
	"strings":        {"Reader.Len", "Builder.Len"},
	"go/types":       {"Tuple.Len", "Struct.NumFields", "Named.NumMethods", "Interface.NumMethods", "Scope.NumChildren"},
}

// valueOf returns the value of a variable that never has another value, or the expression itself.
func valueOf(pkg *source.Package, n ast.Expr) ast.Expr {
	if value, only := pkg.Only(n); only {
		return value
	}
	return ast.Unparen(n)
}

// asked reports whether e is the call of a method that tells a length, right in front of the loop that asks for it.
func (c *counter) asked(e ast.Expr) bool {
	call, ok := valueOf(c.pkg, e).(*ast.CallExpr)
	if !ok || !c.next {
		return false
	}
	return calls(c.pkg.Info, call, lengths) && effect.Pure(c.pkg.Info, source.Receiver(c.pkg.Info, call))
}

// unsigned reports whether the number has a type without negative values. As an int it may be negative, if the loop
// would need more memory than there are addresses, unless the loop itself converts it.
func (c *counter) unsigned(e ast.Expr) bool {
	basic, ok := c.pkg.Info.TypeOf(e).Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsUnsigned != 0
}
