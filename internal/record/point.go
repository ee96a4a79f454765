package record

// A PointKind says which construct of the language may ask the heap.
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
	PointReturn       PointKind = "return"        // a slice built on the stack, copied out at return
)

// A Point is one expression of the user's source that may ask the heap for
// memory: the candidates among which a join looks for what was measured. It is
// found in the syntax alone and says nothing about whether it ever does.
//
// A Point is never part of a stream.
type Point struct {
	// Pos has the column that the compiler's diagnostics use: the last
	// operator of a chain of +, the parenthesis of a call, conversion, make,
	// new and append, & of &T{}, the brace of a literal, the dot of a
	// selector, the identifier of a variable.
	Pos  Position
	Kind PointKind
	// Package is the import path, with "_test" for an external test package.
	Package string
	// Function is the enclosing function as the linker names it.
	Function string
	// Expr is the source text, shortened to one line of at most 60 runes; the
	// name alone for a variable. Ordinal counts from 1 the points of equal
	// Expr in Function, in source order.
	Expr    string
	Ordinal int
	// Primitives are the runtime functions that can be behind it, as in
	// Alloc.Primitive. Empty for a call: any.
	Primitives []string
	// Types are what Alloc.Type can be, with "" for "has none"; a final "*"
	// stands for any rest. Nil when the type says nothing: any.
	Types []string
	// Size is the number of bytes asked for, where it is the same each time;
	// 0 when it is not known before the run.
	Size int64
	// Callee is the linker's name of the function called, with [...] for type
	// arguments. ".M" for method M of an interface; empty for a call of a
	// function value and for all other kinds.
	Callee string
	// Test says that it is in a _test.go file.
	Test bool
	// Order is the rank, from 1, in which the points of a function are
	// evaluated if control reaches them; Group is equal for points whose
	// Order is certain relative to one another: elements of one list.
	Order, Group int
}
