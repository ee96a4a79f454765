package record

// A PointKind says which construct of the language may allocate on the heap.
type PointKind string

const (
	PointCall         PointKind = "call"          // f(x): what the callee allocates
	PointNew          PointKind = "new"           // new(T), new(expr)
	PointAddrLiteral  PointKind = "addr-literal"  // &T{...}, and {...} in []*T{{...}}
	PointSliceLiteral PointKind = "slice-literal" // []T{...}
	PointMapLiteral   PointKind = "map-literal"   // map[K]V{...}
	PointMakeSlice    PointKind = "make-slice"
	PointMakeMap      PointKind = "make-map"
	PointMakeChan     PointKind = "make-chan"
	PointAppend       PointKind = "append"
	PointConcat       PointKind = "concat"        // a + b + c, one point for the whole chain
	PointConcatAssign PointKind = "concat-assign" // s += x
	PointConvert      PointKind = "convert"       // string <-> []byte, []rune; rune -> string
	PointBox          PointKind = "box"           // a value into an interface, explicit or implied
	PointVariadic     PointKind = "variadic"      // the array behind f(a, b) for f(...T)
	PointClosure      PointKind = "closure"       // func literal that captures
	PointMethodValue  PointKind = "method-value"  // x.M, not called
	PointVariable     PointKind = "variable"      // variable, parameter or result that may be moved
	PointMapAssign    PointKind = "map-assign"    // m[k] = v, m[k]++
	PointGo           PointKind = "go"            // the closure that go f(x) passes its arguments in
	PointDefer        PointKind = "defer"         // the same of defer, and its record
	PointRangeFunc    PointKind = "range-func"    // closure and state of a loop over an iterator
	PointReturn       PointKind = "return"        // a slice built on the stack, copied to the heap at return
)

// A Point is one expression of the user's source that may allocate on the heap. When a measured allocation is joined
// with the source, the Points are the candidates. A Point is found in the syntax alone, and does not say whether it
// ever allocates.
//
// A Point is never part of a stream.
type Point struct {
	// Pos has the column that the compiler's diagnostics use: the last operator of a chain of +, the parenthesis of a
	// call, conversion, make, new and append, & of &T{}, the brace of a literal, the dot of a selector, the identifier
	// of a variable.
	Pos  Position
	Kind PointKind
	// Package is the import path, with "_test" for an external test package.
	Package string
	// Function is the linker's name of the enclosing function.
	Function string
	// Expr is the source text, shortened to one line of at most 60 runes; for a variable it is the name. Ordinal
	// numbers, from 1, the points with equal Expr in Function, in source order.
	Expr    string
	Ordinal int
	// Primitives are the runtime functions that the expression may call, as in Alloc.Primitive. Empty for a call: any.
	Primitives []string
	// Types are the possible values of Alloc.Type, including "" if there may be none; a final "*" stands for any rest.
	// Nil if the type may be any.
	Types []string
	// Size is the number of bytes requested, if it is always the same; 0 if it is not known before the run.
	Size int64
	// Callee is the linker's name of the function called, with [...] for type
	// arguments. ".M" for method M of an interface; empty for a call of a
	// function value and for all other kinds.
	Callee string
	// Test says that the point is in a _test.go file.
	Test bool
	// Order is the rank, from 1, in which the points of a function are evaluated if control reaches them. Points with
	// the same Group, such as the elements of one list, are certain to be evaluated in that order relative to each
	// other.
	Order, Group int
}
