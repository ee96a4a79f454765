package poolreset

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/unheap/unheap/passes/internal/source"
)

// A kind is a group of types that are cleaned alike.
type kind int

const (
	other        kind = iota
	buffer            // Reset()
	stream            // Reset(x)
	slicePointer      // *p = (*p)[:0]
	slice             // s = s[:0]
)

// kinds are the types whose contents outlive a Put, by package and name.
var kinds = map[string]kind{
	"bytes.Buffer": buffer, "strings.Builder": buffer,
	"hash.Hash": buffer, "hash.Hash32": buffer, "hash.Hash64": buffer,
	"bufio.Reader": stream, "bufio.Writer": stream,
	"compress/flate.Writer": stream, "compress/gzip.Reader": stream, "compress/gzip.Writer": stream,
	"compress/zlib.Writer": stream,
}

func kindOf(t types.Type) kind {
	elem := t
	p, isPointer := types.Unalias(t).(*types.Pointer)
	if isPointer {
		elem = p.Elem()
	}
	if named, ok := types.Unalias(elem).(*types.Named); ok && named.Obj().Pkg() != nil {
		k := kinds[named.Obj().Pkg().Path()+"."+named.Obj().Name()]
		if types.IsInterface(named) == isPointer {
			return other // by value it is a copy
		}
		if k != other {
			return k
		}
	}
	if _, ok := elem.Underlying().(*types.Slice); !ok {
		return other
	}
	if isPointer {
		return slicePointer
	}
	return slice
}

// An event is what a node does to an object.
type event int

const (
	none    event = iota // nothing that matters
	use                  // adds to the contents, or reads them
	clean                // drops the contents
	unknown              // may do anything
)

// event returns the first event in n.
func (c *checker) event(n ast.Node, v *types.Var) event {
	for _, cur := range c.Pkg.Uses(v) {
		if source.Contains(n, cur.Node()) {
			if e := c.eventOf(cur, kindOf(v.Type())); e != none {
				return e
			}
		}
	}
	return none
}

// eventOf returns what happens to the object at one use of its variable.
func (c *checker) eventOf(cur inspector.Cursor, k kind) event {
	cur = source.Parens(cur)
	switch cur.ParentEdgeKind() {
	case edge.AssignStmt_Lhs:
		return c.store(cur)
	case edge.BinaryExpr_X, edge.BinaryExpr_Y:
		return none // compared with nil
	case edge.SelectorExpr_X:
		return c.method(cur.Parent(), k)
	case edge.CallExpr_Args:
		return c.argument(cur, k)
	case edge.StarExpr_X:
		return c.pointee(cur.Parent(), k)
	case edge.IndexExpr_X, edge.RangeStmt_X:
		return none // elements
	case edge.SliceExpr_X:
		if k == slice && c.emptied(cur.Parent().Node().(ast.Expr)) {
			return clean
		}
	}
	return unknown
}

// neutral are the methods that neither need nor change the contents.
var neutral = map[string]bool{"Grow": true, "Cap": true, "Len": true, "Available": true, "Size": true, "BlockSize": true}

// method judges v.M at the selector.
func (c *checker) method(sel inspector.Cursor, k kind) event {
	sel = source.Parens(sel)
	if sel.ParentEdgeKind() != edge.CallExpr_Fun || k != buffer && k != stream {
		return unknown
	}
	name := ast.Unparen(sel.Node().(ast.Expr)).(*ast.SelectorExpr).Sel.Name
	switch {
	case name == "Reset", name == "Truncate":
		return clean // Truncate(n) may be
	case neutral[name]:
		return none
	case strings.HasPrefix(name, "Write"), strings.HasPrefix(name, "Read"), strings.HasPrefix(name, "Sum"), name == "String", name == "Bytes", name == "Flush", name == "Close":
		return use
	}
	return unknown
}

// standard reports whether fn is a function of the standard library that may be
// given a buffer and will only write to it, or read it.
func standard(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return true // error.Error
	}
	first, _, _ := strings.Cut(fn.Pkg().Path(), "/")
	switch first {
	case "bufio", "bytes", "compress", "encoding", "fmt", "hash", "html", "image", "io", "strconv", "strings", "text":
		return true
	}
	return false
}

// argument judges f(v).
func (c *checker) argument(cur inspector.Cursor, k kind) event {
	call := cur.Parent().Node().(*ast.CallExpr)
	for _, put := range c.Puts {
		if put.Call == call {
			return none
		}
	}
	if k == slice {
		return c.builtin(call, cur.Node())
	}
	fn, ok := typeutil.Callee(c.info, call).(*types.Func)
	if !ok || k != buffer || fn.Pkg() == c.Pkg.Types || !standard(fn) {
		return unknown
	}
	return use
}

// builtin judges append(s, …) where arg is s. No other call can change how much s
// holds.
func (c *checker) builtin(call *ast.CallExpr, arg ast.Node) event {
	if source.IsBuiltin(c.info, call, "append") && call.Args[0] == arg {
		return use
	}
	return none
}

// pointee judges *v at the star.
func (c *checker) pointee(star inspector.Cursor, k kind) event {
	star = source.Parens(star)
	switch star.ParentEdgeKind() {
	case edge.AssignStmt_Lhs:
		return c.store(star)
	case edge.CallExpr_Args:
		if k == slicePointer {
			return c.builtin(star.Parent().Node().(*ast.CallExpr), star.Node())
		}
	case edge.SliceExpr_X:
		if c.emptied(star.Parent().Node().(ast.Expr)) {
			return clean
		}
	}
	return unknown
}

// store judges v = x or *v = x at its left side: a cleaning, unless x is
// append(v, …), which is seen at the v on the right.
func (c *checker) store(target inspector.Cursor) event {
	if c.appended(target.Parent().Node(), target.Node()) {
		return none
	}
	return clean
}

// appended reports whether s is target = append(…).
func (c *checker) appended(s, target ast.Node) bool {
	a, ok := s.(*ast.AssignStmt)
	if !ok || len(a.Lhs) != 1 || len(a.Rhs) != 1 || a.Lhs[0] != target {
		return false
	}
	call, ok := ast.Unparen(a.Rhs[0]).(*ast.CallExpr)
	return ok && source.IsBuiltin(c.info, call, "append")
}

// emptied reports whether e is x[:0].
func (c *checker) emptied(e ast.Expr) bool {
	s, ok := ast.Unparen(e).(*ast.SliceExpr)
	if !ok || s.Low != nil && !c.zero(s.Low) || s.High == nil {
		return false
	}
	return c.zero(s.High)
}

func (c *checker) zero(e ast.Expr) bool {
	n, ok := source.IntConst(c.info, e)
	return ok && n == 0
}
