package load

import (
	"go/ast"
	"go/constant"
	"go/types"
)

// The runtime functions that the compiler calls for each construct, of go1.25
// to go1.27 (cmd/compile/internal/walk and typecheck/_builtin/runtime.go).
var (
	objectPrimitives   = []string{"runtime.newobject"}
	variablePrimitives = []string{"runtime.newobject", "runtime.mallocgc"}
	// rangePrimitives allocate the closure of the body of a range-over-func loop, the variables that the body shares
	// with the function, and its defer statements.
	rangePrimitives      = []string{"runtime.newobject", "runtime.mallocgc", "runtime.deferrangefunc"}
	makeSlicePrimitives  = []string{"runtime.makeslice", "runtime.makeslice64", "runtime.makeslicecopy", "runtime.mallocgc"}
	makeMapPrimitives    = []string{"runtime.makemap", "runtime.makemap64", "runtime.makemap_small"}
	makeChanPrimitives   = []string{"runtime.makechan", "runtime.makechan64"}
	appendPrimitives     = []string{"runtime.growslice", "runtime.growsliceBuf", "runtime.growsliceNoAlias", "runtime.growsliceBufNoAlias"}
	movePrimitives       = []string{"runtime.moveSlice", "runtime.moveSliceNoScan", "runtime.moveSliceNoCap", "runtime.moveSliceNoCapNoScan"}
	concatPrimitives     = []string{"runtime.concatstring2", "runtime.concatstring3", "runtime.concatstring4", "runtime.concatstring5", "runtime.concatstrings"}
	mapAssignPrimitives  = []string{"runtime.mapassign", "runtime.mapassign_fast32", "runtime.mapassign_fast32ptr", "runtime.mapassign_fast64", "runtime.mapassign_fast64ptr", "runtime.mapassign_faststr"}
	mapLiteralPrimitives = append(append([]string(nil), makeMapPrimitives...), mapAssignPrimitives...)
	boxPrimitives        = []string{"runtime.convT", "runtime.convTnoptr", "runtime.convT16", "runtime.convT32", "runtime.convT64", "runtime.convTstring", "runtime.convTslice"}
	deferPrimitives      = []string{"runtime.deferproc", "runtime.deferprocat", "runtime.deferrangefunc"}
	// bytesPrimitives are those of []byte(s); the second row is []byte(a + b).
	bytesPrimitives = []string{
		"runtime.stringtoslicebyte",
		"runtime.concatbyte2", "runtime.concatbyte3", "runtime.concatbyte4", "runtime.concatbyte5", "runtime.concatbytes",
	}
)

// The types of closures, in which X0 and so on are what they capture, and of method values, in which R is the
// receiver.
var (
	closureTypes     = []string{"struct { F uintptr; X*"}
	methodValueTypes = []string{"struct { F uintptr; R *"}
)

// stringKind is the kind of the constants whose conversion to []byte copies read-only data.
const stringKind = constant.String

// convertPrimitives returns the runtime functions behind a conversion between two types; nil for one that does not
// allocate. A nil type stands for a type parameter with more than one type.
func convertPrimitives(to, from types.Type) []string {
	toElem, fromElem := elemKind(to), elemKind(from)
	switch {
	case to == nil && from != nil && (isString(from) || fromElem == types.Uint8),
		from == nil && to != nil && (isString(to) || toElem == types.Uint8),
		to == nil && from == nil:
		return []string{"runtime.slicebytetostring", "runtime.stringtoslicebyte"}
	case to == nil || from == nil:
		return nil
	case isString(from) && toElem == types.Uint8:
		return bytesPrimitives
	case isString(from) && toElem == types.Int32:
		return []string{"runtime.stringtoslicerune"}
	case isString(to) && fromElem == types.Uint8:
		return []string{"runtime.slicebytetostring"}
	case isString(to) && fromElem == types.Int32:
		return []string{"runtime.slicerunetostring"}
	case isString(to) && isInteger(from):
		return []string{"runtime.intstring"}
	}
	return nil
}

// elemKind returns the kind of the elements of t, if t is a slice of a basic type.
func elemKind(t types.Type) types.BasicKind {
	slice, ok := t.(*types.Slice)
	if !ok {
		return types.Invalid
	}
	basic, ok := slice.Elem().Underlying().(*types.Basic)
	if !ok {
		return types.Invalid
	}
	return basic.Kind()
}

func isString(t types.Type) bool { return hasInfo(t, types.IsString) }

func isInteger(t types.Type) bool { return hasInfo(t, types.IsInteger) }

func hasInfo(t types.Type, info types.BasicInfo) bool {
	if t == nil {
		return false
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&info != 0
}

// constInt returns the value of a constant integer expression.
func constInt(info *types.Info, e ast.Expr) (int64, bool) {
	value := info.Types[e].Value
	if value == nil {
		return 0, false
	}
	return constant.Int64Val(constant.ToInt(value))
}
