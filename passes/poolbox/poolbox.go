// Package poolbox defines an analyzer that finds pools whose Put allocates, and
// makes them pools of pointers.
//
// Invariant: after a fix the pool holds pointers to the slices it held before; each
// pointer is put back at most once for each time it was taken.
//
// Model: what Put is given becomes an interface value. A slice, string or struct is
// copied to the heap for that; a pointer is not.
//
// What it blurs: nothing that matters for the report; the fix is confined to pools
// whose every use is in one shape.
//
// # Analyzer poolbox
//
// poolbox: keep pointers in a sync.Pool
//
// Put of a slice allocates its header, 24 bytes each time, which is part of what the
// pool was to save. The fix carries the pointer along:
//
//	b := pool.Get().([]byte)      bp := pool.Get().(*[]byte)
//	                              b := *bp
//	b = fill(b[:0])          =>   b = fill(b[:0])
//	                              *bp = b
//	pool.Put(b)                   pool.Put(bp)
//
// Reported is each Put of a value that is not shaped like a pointer, and not of a
// type parameter or interface type.
//
// The fix is offered once per pool, if all of this holds:
//   - the pool is an unexported package variable, a sync.Pool or *sync.Pool literal, or an
//     unexported field that is a sync.Pool without a New; it is only used to call Get and
//     Put, in hand-written files, and no file beside the package (for another system, a
//     test) mentions its name;
//   - its New, if there is one, is a function literal whose only statement returns a
//     slice;
//   - each Get is b := pool.Get().([]T), perhaps with [:0] or a second result, and one T
//     for the pool;
//   - each Put is a statement, or deferred, in the function of the Get that set b (or in
//     a function literal that is deferred there), and puts back b or a slice of it;
//   - no path leads from one Put of b to another, or back to itself, without the Get;
//   - the names that the fix adds are free.
//
// Slices of one constant length need no pointer beside them, wherever they are kept, or
// taken and put back by functions of the package:
//
//	pool.New = func() any {               pool.New = func() any {
//		return make([]byte, 512)              return new([512]byte)
//	}                               =>    }
//	b := pool.Get().([]byte)              b := pool.Get().(*[512]byte)[:]
//	pool.Put(b)                           pool.Put((*[512]byte)(b))
//
// The fix is offered if the pool is declared as above, and
//   - it is only used to call Get and Put, and to set New to such a literal;
//   - each Get is pool.Get().([]T), in any expression, without a second result;
//   - what each Put gives back has that length: it was taken in the same function and is not
//     assigned to, or is b[:512];
//   - the length and T mean the same in all places; go1.17 converts slices to arrays.
//
// In a function that takes a value and puts it back as it is, what Get returned can go back,
// whatever else the pool is used for:
//
//	                                boxed := pool.Get()
//	b := pool.Get().([]byte)        b := boxed.([]byte)
//	n, err := r.Read(b)       =>    n, err := r.Read(b)
//	pool.Put(b)                     pool.Put(boxed)
//
// The fix is offered if b is declared by a statement of its own, without a second result, and no
// path leads from an assignment to it, or to a part of a struct or array, to the Put.
//
// Class: safe; review where a slice is put back that may not be from the pool, and may have
// more room than its length. A deferred Put stores b where the defer statement stands, as its
// argument was evaluated there.
//
// Not fixed: functions that take in one place and put back in another, and those with
// select or goto, unless all slices have one length.
package poolbox

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed poolbox.go
var docText string

// Rule is the poolbox rewrite.
var Rule = rule.Rule{
	Analyzer: rule.Analyzer("poolbox", docText, run, pools.Analyzer),
	Reasons:  []string{"boxing", "pool-box"},
}

func run(pass *rule.Pass) {
	b := &boxer{pass: pass, Index: pools.Of(pass.Pass)}
	converted, retained := make(map[types.Object]bool), make(map[*pools.Put]bool)
	for _, put := range b.Puts {
		if put.Via != nil {
			continue // reported in the function that has the Put
		}
		size := b.boxed(put.Arg)
		if size == 0 {
			continue
		}
		f := rule.Finding{
			At: put.Arg,
			Message: fmt.Sprintf("Put copies the %s to the heap, %d bytes each time; keep pointers in %s",
				kindName(pass.TypesInfo.TypeOf(put.Arg)), size, put.Name()),
			Title: "keep pointers in " + put.Name(),
		}
		whole, tried := converted[put.Pool]
		if put.Pool != nil && !tried {
			if f.Edits = b.convert(put.Pool); f.Edits == nil {
				f.Edits, f.Class = b.arrays(put.Pool)
			}
			whole = f.Edits != nil
			converted[put.Pool] = whole
		}
		if !whole {
			f.Title, f.Class, f.Edits = "put back what Get of "+put.Name()+" returned", rule.Safe, b.retain(put, retained)
		}
		pass.Report(f)
	}
}

type boxer struct {
	pass *rule.Pass
	*pools.Index
	names source.Names
}

// boxed returns the number of bytes that converting e to an interface allocates. It is 0 if the conversion allocates
// nothing, or if the number is not known.
func (b *boxer) boxed(e ast.Expr) int64 {
	tv := b.Pkg.Info.Types[e]
	if tv.Type == nil || tv.Value != nil || tv.IsNil() {
		return 0
	}
	if types.IsInterface(tv.Type) || typefact.PointerShaped(tv.Type) || small(tv.Type) {
		return 0
	}
	size, _ := b.Pkg.Sizeof(tv.Type)
	return size
}

// small reports whether t is a number or boolean: small values of such types need no box, and they should not be in a
// pool.
func small(t types.Type) bool {
	basic, ok := typefact.Sole(t).Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsString == 0
}

func kindName(t types.Type) string {
	switch t.Underlying().(type) {
	case *types.Slice:
		return "slice header"
	case *types.Struct:
		return "struct"
	case *types.Array:
		return "array"
	}
	return "value"
}
