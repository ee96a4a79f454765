// Package scratch defines an analyzer that keeps the memory which a method needs for its work in its
// object, from call to call.
//
// Invariant: while a method uses the memory, nobody else does: no other goroutine, no call of the
// method in the middle of itself, and nothing that outlives the call.
//
// Model: a method that also writes a plain field of its object, or holds a lock of it, is not at
// work twice at once for one object; see [effect.Alone]. Less speaks for it where the method only reads
// from or writes to a stream of the object, or writes a field sometimes; see file evidence.go. Package
// retain says of each use of the memory whether anything may keep it, file object.go which structs may
// have a field more.
//
// What it blurs: how long objects live, and how often the method is called. Whoever counts decides.
//
// # Analyzer scratch
//
// scratch: keep the memory that a method works with in its object
//
//	type decoder struct {                      type decoder struct {
//		r io.Reader                                r io.Reader
//		n int                                      n int
//	                                                   hdr [8]byte // scratch memory of next
//	}                                          }
//
//	func (d *decoder) next() error {           func (d *decoder) next() error {
//		var hdr [8]byte                            hdr := d.hdr[:]
//		_, err := io.ReadFull(d.r, hdr[:])         _, err := io.ReadFull(d.r, hdr[:])
//		if err != nil {                            if err != nil {
//			return err                                 return err
//		}                                          }
//		d.n += 8                                   d.n += 8
//
// Slices of a size that is computed, slices that are appended to, buffers, maps and hashes are kept
// likewise:
//
//	buf := make([]byte, n)         if cap(d.buf) < n {
//	                                       d.buf = make([]byte, n)
//	                               }
//	                               buf := d.buf[:n]
//	                               clear(buf)
//
//	var list []int                 list := e.list[:0]
//	list = append(list, x)         list = append(list, x)
//	                               e.list = list // and what it has grown
//
//	var buf bytes.Buffer           buf := &e.buf
//	                               buf.Reset()
//
// A method that may be called again meanwhile takes the slice out of the object:
//
//	var list []string              list := f.list[:0]
//	                               f.list = nil // walk may be called again meanwhile
//	list = append(list, x)         list = append(list, x)
//	for _, x := range list {       for _, x := range list {
//	        f.walk(x)                      f.walk(x)
//	}                              }
//	                               f.list = list
//
// The capacity that a slice begins with is left out where it is only a number, since later calls have
// what earlier ones needed.
//
// Arrays, and slices of a constant length, of several methods of a type share one field, as large as
// the largest of them, if none of the methods may run while another one is at work.
//
// Conditions:
//   - the memory is declared in a method with a pointer receiver that is not set anew, nor what it
//     points to as a whole, outside of loops and function literals, and there is no goto; no function literal,
//     defer or go statement mentions it;
//   - each use is one that keeps nothing, as for reusebuf, and cannot tell used memory from new one:
//     what is not overwritten is cleared. The method does not ask whether its receiver is nil, but in front
//     of it, to leave; nothing that it calls sets an object of the type anew. Memory of a constant size is lent to an interface, since
//     otherwise the compiler keeps it on the stack for nothing; an array has 64 KB at most, and its
//     elements are numbers, or arrays of numbers;
//   - the method writes a plain field of its object whenever it comes to the declaration, and
//     meets no other goroutine; or a method of the package that it always calls does, or all that
//     call it, of one that is not exported; or it uses a bufio.Reader or a buffer of the object; or
//     it holds a lock of the object until it ends. With a caveat it is enough that the method,
//     or another one that it calls of the object, uses a reader, writer, hash or encoder of the object,
//     or writes a plain field of it on some branch. Not so if
//     a field of the object is there for other goroutines, a go statement or a method named Go has
//     an object of the type, the method waits or locks, or is given a context or request, or if
//     the name of the type or a comment speaks of several goroutines. What reads from a connection shares
//     no memory with what writes to it;
//   - the method is none that is called once for each object, as its name says, the memory is not for
//     an error, and no name says that it holds a secret;
//   - nothing that the method calls while it uses the memory may come to the method again, as far as
//     the package shows, by whatever interface or function value but Read and Write; or the memory is a
//     slice, and the object does not have it meanwhile, if only errors leave the method before
//     it is put back;
//   - the type is a struct of the package with a field that is not exported, or no other package gets to an object of it;
//     it has no tags, and there is no list, map, channel or pointer of it anywhere; one literal at most gives its fields
//     without names, and is given them; no conversion makes it another struct, no struct without a name has its fields,
//     nothing compares it or asks unsafe for its size; for memory that is no array, the package makes no copy that is kept.
//
// Class: safe, but review where
//   - the type is exported, becomes an interface, is a part of another struct, or the package imports
//     reflect or unsafe: "what looks at all fields of a decoder, as fmt and reflect do, finds one more";
//   - code that is not known runs meanwhile: "nothing that next calls may come back to it of the same
//     decoder, or let another goroutine do so"; or before, behind what the method writes: "nothing that
//     next or its caller calls may let another goroutine into next of the same decoder", which is all for a
//     slice that the object does not have meanwhile;
//   - only a stream, or what is written sometimes, says that there is one goroutine: "two goroutines must not be in next of one
//     decoder at once";
//   - the memory grows: "a decoder keeps as much memory as its largest call needed", for maps also "which
//     each later call clears"; elements hold more than plain memory: "elements of an earlier call
//     stay reachable until they are overwritten";
//   - the receiver is not followed before: "a nil d panics earlier"; a size may be negative: "a
//     negative n panics in other words", or "panics no more" where the size is left out;
//   - an array has more than 1 KB: "each mixer is 8192 bytes larger"; it is given to a method of an interface,
//     of which no method by its name in the package is seen to store it: "v.Stream must not keep tmp, which is used again";
//   - a Write or Read of the package cannot be seen to keep nothing, as for reusebuf; what is lent
//     without having been cleared: "a Read that looks at what it is given sees bytes of an earlier call".
package scratch

import (
	"cmp"
	_ "embed"
	"go/ast"
	"slices"

	"github.com/unheap/unheap/passes/internal/rule"
)

//go:embed scratch.go
var docText string

// Rule is the scratch rewrite.
var Rule = rule.New("scratch", docText, run, "passed", "unknown-callee", "too-large", "variable-size", "growth", "builder", "map", "map-growth", "constructor")

func run(pass *rule.Pass) {
	objects := make(map[string]*object)
	var all []*site
	for r, cur := range pass.Nodes((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		for d := range r.Decls(cur) {
			if s, ok := recognise(r, d, objects); ok && s.check() {
				all = append(all, s)
			}
		}
	}
	for _, group := range groups(all) {
		group.report()
	}
}

// groups puts sites together that share a field: those of arrays of one type, as far as none is at
// work while another one is.
func groups(all []*site) (list []*group) {
	slices.SortStableFunc(all, func(a, b *site) int { return cmp.Compare(a.d.Var.Pos(), b.d.Var.Pos()) })
	for _, s := range all {
		i := slices.IndexFunc(list, func(g *group) bool { return g.takes(s) })
		if i < 0 {
			list = append(list, new(group))
			i = len(list) - 1
		}
		list[i].add(s)
	}
	return list
}
