package reusebuf

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/edit"
)

// A keeper decides whether a buffer may be used again, one use at a time.
type keeper struct {
	*reuser
	buffer *buffer
	// escapes notes that the memory is passed where the compiler loses track of
	// it, contract that it must not be kept there but could be.
	escapes, contract bool
}

// lets reports whether one use of the variable keeps nothing of its memory, and
// cannot tell it from a new one.
func (k *keeper) lets(use inspector.Cursor) bool {
	for c := range use.Enclosing((*ast.FuncLit)(nil), (*ast.DeferStmt)(nil), (*ast.GoStmt)(nil)) {
		if c.Node().Pos() > k.buffer.v.Pos() {
			return false // runs at another time
		}
	}
	use = edit.Parens(use)
	switch k.buffer.kind {
	case emptySlice, fullSlice:
		return k.slice(use)
	case table:
		return k.table(use)
	}
	if use.ParentEdgeKind() == edge.UnaryExpr_X {
		u := use.Parent()
		return u.Node().(*ast.UnaryExpr).Op == token.AND && k.writer(edit.Parens(u))
	}
	if use.ParentEdgeKind() == edge.SelectorExpr_X {
		return k.method(use)
	}
	_, value := k.buffer.v.Type().Underlying().(*types.Struct)
	return !value && k.writer(use)
}

// copying are the methods that return copies, or take what they are given, by kind.
// Capacities are left out: they tell an old buffer from a new one.
var copying = map[kind]string{
	bytesBuffer: " Write WriteString WriteByte WriteRune String Len Reset Truncate Grow ReadByte ReadRune ReadString UnreadByte UnreadRune ",
	stream:      " Write WriteString WriteByte WriteRune Flush Close ReadByte ReadRune ReadString UnreadByte UnreadRune Discard ",
	digest:      " Write Sum32 Sum64 Size BlockSize Reset ",
}

// method judges b.M.
func (k *keeper) method(use inspector.Cursor) bool {
	sel := edit.Parens(use.Parent())
	if sel.ParentEdgeKind() != edge.CallExpr_Fun {
		return false // a method value, or a field
	}
	name := use.Parent().Node().(*ast.SelectorExpr).Sel.Name
	call := edit.Parens(sel.Parent())
	switch {
	case strings.Contains(copying[k.buffer.kind], " "+name+" "):
		return true
	case name == "ReadFrom":
		return k.passes(call.Node().(*ast.CallExpr).Args[0])
	case name == "Bytes" && k.buffer.kind == bytesBuffer:
		return k.slice(call)
	case name == "WriteTo" && k.buffer.kind == bytesBuffer:
		return k.passes(call.Node().(*ast.CallExpr).Args[0])
	case name == "Sum" && k.buffer.kind == digest:
		return true // appends to its argument
	}
	return false
}

// writers are functions that write to their first argument and do not keep it.
var writers = map[string]bool{
	"fmt.Fprint": true, "fmt.Fprintf": true, "fmt.Fprintln": true,
	"io.WriteString":        true,
	"encoding/json.Compact": true, "encoding/json.Indent": true, "encoding/json.HTMLEscape": true, "encoding/binary.Write": true,
	"(*text/template.Template).Execute": true, "(*html/template.Template).Execute": true,
	"(*text/template.Template).ExecuteTemplate": true, "(*html/template.Template).ExecuteTemplate": true,
}

// writer reports whether the buffer at cur is given to a function that writes to it
// and keeps nothing.
func (k *keeper) writer(cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	if kind != edge.CallExpr_Args {
		return false
	}
	call := cur.Parent()
	fn, ok := typeutil.Callee(k.info, call.Node().(*ast.CallExpr)).(*types.Func)
	if !ok {
		return false
	}
	if writers[fn.FullName()] {
		return i == 0
	}
	if fn.FullName() == "io.Copy" {
		return i == 0 && k.passes(call.Node().(*ast.CallExpr).Args[1])
	}
	if fn.FullName() != "encoding/json.NewEncoder" {
		return false
	}
	// json.NewEncoder(&buf).Encode(x): the encoder lives no longer than the call.
	call = edit.Parens(call)
	if call.ParentEdgeKind() != edge.SelectorExpr_X {
		return false
	}
	sel := call.Parent().Node().(*ast.SelectorExpr)
	return sel.Sel.Name == "Encode" && edit.Parens(call.Parent()).ParentEdgeKind() == edge.CallExpr_Fun
}

// slice judges a use of the slice at cur: the variable itself, a slice of it, or the
// Bytes of a buffer.
func (k *keeper) slice(cur inspector.Cursor) bool {
	cur = edit.Parens(cur)
	kind, i := cur.ParentEdge()
	switch kind {
	case edge.IndexExpr_X:
		return k.element(cur.Parent())
	case edge.RangeStmt_X:
		return true
	case edge.SliceExpr_X:
		return k.within(cur.Parent().Node().(*ast.SliceExpr)) && k.slice(cur.Parent())
	case edge.CallExpr_Args:
		return k.argument(cur, i)
	case edge.AssignStmt_Lhs:
		return k.reassigned(cur)
	case edge.AssignStmt_Rhs:
		return k.toItself(cur)
	}
	return false
}

// within reports whether a slice expression surely stays below the length: above it
// an old buffer has what earlier iterations left.
func (k *keeper) within(e *ast.SliceExpr) bool {
	if e.High == nil {
		return true
	}
	if n, ok := edit.IntConst(k.info, e.High); ok && n == 0 {
		return true
	}
	return k.buffer.kind == fullSlice && k.buffer.fixed && e.Max == nil // capacity is length
}

// element judges s[i] at cur: its address must not be taken, openly or not.
func (k *keeper) element(cur inspector.Cursor) bool {
	switch k.info.TypeOf(cur.Node().(ast.Expr)).Underlying().(type) {
	case *types.Array:
		return false // may be sliced
	case *types.Struct:
		kind := edit.Parens(cur).ParentEdgeKind()
		if kind == edge.SelectorExpr_X {
			return false // may be a method with a pointer receiver
		}
	}
	cur = edit.Parens(cur)
	if cur.ParentEdgeKind() == edge.SelectorExpr_X {
		sel := k.info.Selections[cur.Parent().Node().(*ast.SelectorExpr)]
		_, pointer := k.info.TypeOf(cur.Node().(ast.Expr)).Underlying().(*types.Pointer)
		return sel != nil && (sel.Kind() == types.FieldVal || pointer || types.IsInterface(sel.Recv()))
	}
	if cur.ParentEdgeKind() == edge.UnaryExpr_X {
		return cur.Parent().Node().(*ast.UnaryExpr).Op != token.AND
	}
	return true
}

// lookers are functions that look at a slice, or sort it, and keep nothing.
// (slices.Clone is none: it tells nil from empty.)
var lookers = map[string]bool{
	"bytes.Equal": true, "bytes.Compare": true, "bytes.Contains": true, "bytes.Count": true, "bytes.HasPrefix": true,
	"bytes.HasSuffix": true, "bytes.Index": true, "bytes.IndexByte": true, "bytes.LastIndex": true,
	"slices.Sort": true, "slices.Contains": true, "slices.Index": true, "slices.Equal": true, "slices.Reverse": true,
	"slices.Max": true, "slices.Min": true, "slices.BinarySearch": true,
	"sort.Ints": true, "sort.Strings": true, "sort.Float64s": true, "strings.Join": true,
	"unicode/utf8.Valid": true, "unicode/utf8.RuneCount": true, "encoding/hex.EncodeToString": true,
	"hash/crc32.ChecksumIEEE": true, "crypto/sha256.Sum256": true, "crypto/sha1.Sum": true, "crypto/md5.Sum": true,
}

// argument judges f(…, s, …).
func (k *keeper) argument(cur inspector.Cursor, i int) bool {
	call := cur.Parent().Node().(*ast.CallExpr)
	if edit.IsConversion(k.info, call) {
		b, ok := k.info.TypeOf(call).Underlying().(*types.Basic)
		return ok && b.Info()&types.IsString != 0
	}
	switch {
	case edit.IsBuiltin(k.info, call, "len", "copy", "clear"):
		return true
	case edit.IsBuiltin(k.info, call, "append"):
		// append(x, s...) copies; s = append(s, …) stays with s.
		return i > 0 && call.Ellipsis.IsValid() || i == 0 && k.toItself(edit.Parens(cur.Parent()))
	}
	fn, ok := typeutil.Callee(k.info, call).(*types.Func)
	if !ok {
		return false
	}
	if lookers[fn.FullName()] {
		return true
	}
	if i == 0 && appends(fn) {
		return k.toItself(edit.Parens(cur.Parent()))
	}
	if fn.FullName() == "io.ReadFull" && i == 1 {
		return k.passes(call.Args[0])
	}
	if i == 0 && len(call.Args) == 1 && (fn.Name() == "Write" || fn.Name() == "Read") && ioMethod(fn) {
		return k.passes(edit.Receiver(k.info, call))
	}
	return false
}

// appends reports whether fn returns its first argument, with more behind it.
func appends(fn *types.Func) bool {
	if fn.Pkg() == nil || !strings.HasPrefix(fn.Name(), "Append") {
		return false
	}
	switch fn.Pkg().Path() {
	case "strconv", "fmt", "time", "encoding/binary", "unicode/utf8", "encoding/hex", "encoding/base64":
		return true
	}
	return false
}

// ioMethod reports whether fn has the signature of io.Writer's and io.Reader's
// methods.
func ioMethod(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Recv() == nil || sig.Params().Len() != 1 || sig.Results().Len() != 2 {
		return false
	}
	return edit.IsBytes(sig.Params().At(0).Type())
}

// passes notes that the memory is given to the writer or reader e.
func (k *keeper) passes(e ast.Expr) bool {
	if e == nil {
		return false
	}
	t := k.info.TypeOf(e)
	k.escapes = true
	for _, name := range []string{"bytes.Buffer", "bytes.Reader", "strings.Builder", "strings.Reader", "bufio.Reader", "bufio.Writer", "os.File"} {
		pkg, typ, _ := strings.Cut(name, ".")
		if edit.IsNamed(t, pkg, typ) {
			k.contract = k.contract || pkg == "bufio" // hands it on
			return true
		}
	}
	k.contract = true
	return true
}

// reassigned judges s = x: x must be made of s.
func (k *keeper) reassigned(cur inspector.Cursor) bool {
	s := cur.Parent().Node().(*ast.AssignStmt)
	if k.buffer.kind != emptySlice || len(s.Lhs) != 1 || len(s.Rhs) != 1 || s.Tok != token.ASSIGN {
		return false
	}
	return k.madeOf(s.Rhs[0])
}

// madeOf reports whether e is s, s[:n], append(s, …) or strconv.AppendX(s, …).
func (k *keeper) madeOf(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return k.info.Uses[e] == k.buffer.v
	case *ast.SliceExpr:
		return e.Low == nil && k.within(e) && k.madeOf(e.X)
	case *ast.CallExpr:
		if len(e.Args) == 0 {
			return false
		}
		if edit.IsBuiltin(k.info, e, "append") {
			return k.madeOf(e.Args[0])
		}
		fn, ok := typeutil.Callee(k.info, e).(*types.Func)
		return ok && appends(fn) && k.madeOf(e.Args[0])
	}
	return false
}

// toItself reports whether the expression at cur is assigned to the variable.
func (k *keeper) toItself(cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	if kind == edge.CallExpr_Args {
		return i == 0 && k.argument(cur, i) // s = append(append(s, …), …)
	}
	if kind != edge.AssignStmt_Rhs || k.buffer.kind != emptySlice {
		return false
	}
	s := cur.Parent().Node().(*ast.AssignStmt)
	if len(s.Lhs) != 1 || len(s.Rhs) != 1 || s.Tok != token.ASSIGN {
		return false
	}
	id, ok := ast.Unparen(s.Lhs[0]).(*ast.Ident)
	return ok && k.info.Uses[id] == k.buffer.v
}

// table judges a use of a map.
func (k *keeper) table(cur inspector.Cursor) bool {
	kind, _ := cur.ParentEdge()
	switch kind {
	case edge.IndexExpr_X, edge.RangeStmt_X:
		return true // elements of a map have no address
	case edge.CallExpr_Args:
		return edit.IsBuiltin(k.info, cur.Parent().Node().(*ast.CallExpr), "len", "delete", "clear")
	}
	return false
}

// hasPointers reports whether values of type t refer to other memory.
func hasPointers(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&types.IsString != 0 || t.Kind() == types.UnsafePointer
	case *types.Array:
		return hasPointers(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if hasPointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}
