// Package reusebuf defines an analyzer that makes buffers once per loop instead of
// once per iteration.
//
// Invariant: where the buffer was made it is as empty as a new one, and
// nothing that outlives an iteration can reach its memory.
//
// Model: file shape.go knows what a buffer is and how it is emptied; package retain
// decides for each use of the variable whether it may retain the memory.
//
// What it blurs: how long the memory lives. The buffer lives until the loop ends, as large as
// the largest iteration needed.
//
// # Analyzer reusebuf
//
// reusebuf: make a buffer before the loop and empty it in each iteration
//
//	for _, r := range records {          var buf bytes.Buffer
//		var buf bytes.Buffer             for _, r := range records {
//		encode(&buf, r)           =>         buf.Reset()
//		w.Write(buf.Bytes())                 encode(&buf, r)
//	}                                        w.Write(buf.Bytes())
//	                                     }
//
// A copy, and the result of a function that appends to nothing, are appended to the emptied buffer:
//
//	digest := h.Sum(nil)                 digest = h.Sum(digest[:0])
//	sorted := slices.Clone(list)  =>     sorted = append(sorted[:0], list...)
//	text := strconv.AppendInt(nil, n, 10)
//	                                     text = strconv.AppendInt(text[:0], n, 10)
//
// A buffer that is declared before the loop and made anew in it, or made anew between two uses,
// is emptied likewise:
//
//	buf = bytes.Buffer{}                 buf.Reset()
//	batch = nil                  =>      batch = batch[:0]
//	seen = map[string]bool{}             clear(seen)
//	text = strconv.AppendInt(nil, n, 10)
//	                                     text = strconv.AppendInt(text[:0], n, 10)
//
// A variable whose address, or the address of a part of it, goes to a function that may retain it moves likewise:
//
//	for i := range n {                   var rec record
//		var rec record                   for i := range n {
//		log.Read(i, &rec)                    rec = record{}
//	                                         log.Read(i, &rec)
//
// So does the object of a pointer p := new(T) or p := &T{…}, which is set by *p = T{…}; and the object that an inlined
// function of the package makes, p := newT(…), which is set by *p = *newT(…), where the new one is on the stack.
//
// A variable that binary.Read, or Rows.Scan of database/sql, fills behind the declaration is not set to zero before,
// if an error leaves the function.
//
// A pointer that goes on from iteration to iteration, and to which each gives a new variable, points to one
// in front of the loop:
//
//	var last *edge                       var last *edge
//	for _, e := range edges {            var lastValue edge // what last points to
//		if last != nil { … }             for _, e := range edges {
//		last = &e                 =>         if last != nil { … }
//	}                                        lastValue = e
//	                                         last = &lastValue
//	                                     }
//
// A timer is reset, be it a variable in the loop or the timer of time.After in a select:
//
//	for {                                var timer *time.Timer
//		select {                         for {
//		case <-c:                            if timer == nil {
//		case <-time.After(d):     =>             timer = time.NewTimer(d)
//		}                                    } else {
//	}                                            timer.Reset(d)
//	                                         }
//	                                         select {
//	                                         case <-c:
//	                                         case <-timer.C:
//	                                         }
//	                                     }
//
// A field that a function makes anew, in an object which it was given, is emptied likewise:
//
//	c.regions = []region{{from, to}}     c.regions = append(c.regions[:0], region{from, to})
//	c.names = make([]string, 0, 16)      c.names = slices.Grow(c.names[:0], 16)
//	c.text = []byte(s)                   c.text = append(c.text[:0], s...)
//	c.seen = nil                         clear(c.seen)
//
// Buffers are bytes.Buffer; slices that begin empty (var s []T, []T{}, make([]T, 0, n)) and
// are emptied with [:0]; slices of a length, and maps, which are cleared, maps before go1.21 by a
// loop; bufio.Reader and Writer, gzip.Writer, zlib.Writer and hashes, which are reset, including hashes that a function
// New… of another module makes without operands. strings.Builder is no buffer: its Reset drops the memory.
//
// Conditions:
//   - the variable is declared alone, in a statement of its own, inside a loop of the
//     same function, and moves before the outermost such loop; or it is a bytes.Buffer, a
//     slice that begins empty or a map, is declared before with memory of its own, and is set
//     to nothing else;
//   - no defer or go statement mentions it, function literals that mention it run in the iteration: they are called, given
//     to what only calls them, or held by a variable that is declared behind it and only called, and do not set it
//     then; and its function has no goto;
//   - each use retains nothing: methods that copy, len, range, elements,
//     append to itself, copy, conversions to string, and functions of the standard
//     library that package retain lists; or the buffer is passed to an unknown call that is not
//     seen to retain it, and whose results cannot lead to it, by their types;
//   - no use can tell a reused buffer from a new one: none asks for the capacity, and none compares
//     a slice or map with nil; no loop reads the elements of a slice and appends to it;
//   - a slice of constant size is passed to an interface method: otherwise it is on the stack already;
//   - the argument of bufio.NewReader or NewWriter is no bufio.Reader or Writer;
//   - a Write or Read that gets the memory belongs to another package, or is seen
//     to retain nothing; no type of the package that an interface may hold there is seen to retain it;
//   - the language has clear and slices.Grow (go1.21), and their names are not redeclared; a length fits
//     into an int; without clear the keys of a map are neither interfaces nor may be NaN.
//
// Conditions for a pointer that goes on:
//   - it begins as nil, is only compared with nil and followed, and lent to functions of the package that keep
//     nothing; it is set to nil, to the address of a variable of the iteration, to &T{…}, or to a variable that
//     is declared with that;
//   - the variable is not written when its address has been taken, nor is its address taken elsewhere; what it holds is
//     changed through the pointer only if that alone leads to it;
//   - it can be copied, and has at most 1 KiB; a variable of the loop itself is one of each iteration, as of go1.22.
//
// Conditions for a field:
//   - it is not exported, and no other build of the package, nor a composite literal without field names,
//     mentions it; it is only set to new memory, a copy in new memory, or a value made of itself;
//   - the object is the receiver or another parameter, a variable of the package, or a local variable that
//     is set to an element, a field or a type assertion, of what a pool gives, and the function is
//     exported, or called by one that makes no such object; the name of the function begins with neither
//     init nor new, nor with close, release, stop, shutdown or free, which give up the memory;
//   - it is set to nil only by a function whose name begins with reset or clear: others do so to
//     give up the memory;
//   - the statement stands behind no condition that asks for the field, or whether another field of the
//     object is nil;
//   - each use retains nothing, or passes the field to code of another package, in a function that does
//     not make the field anew; no loop over it waits or calls code that may change it, and no go or defer
//     statement gets it;
//   - the package retains no copy of the struct, or of a type that contains it. A copy in a variable of
//     which only other fields are read, or in an operand of a function that changes nothing, is not
//     retained. Append, range, method values and generic code make copies, too.
//
// Class of a variable whose address escapes: review, "who keeps the address of rec sees later
// iterations", unless all functions that get the address are known to retain nothing. No other use takes
// the address; no result of a function that gets it may lead to it, by its type, where errors are taken for
// texts; no function of the package, nor a method of it behind an interface, is seen to store it; the type
// takes one line, and is none of sync; and each iteration reaches the declaration.
//
// Class of a timer: review, "with GODEBUG=asynctimerchan=1 an iteration may see the tick of the
// one before"; the language is go1.23, and the timer is only received from, stopped and reset.
// Where the duration of time.After is more than local variables also "the duration is
// computed before what the other cases wait for".
//
// Class of a field: safe, but review where
//   - other packages have access to the struct, it is declared in several builds, or the package imports
//     reflect or unsafe: "a copy of c shares c.f with it";
//   - the field is passed to unknown code, or to code that may call the function which makes it anew: "who
//     was lent c.f and keeps it sees it overwritten";
//   - the number of elements may be 0: "c.f stays nil if it has no elements", or the field was set to
//     nil: "c.f is empty where it was nil";
//   - it is cut at a place that may lie beyond its length: "a part of c.f that goes beyond its length
//     has what was there before";
//   - a call in a statement that appends to it may make it anew: "a call behind c.f in a statement may
//     overwrite what it had there"; or an element has side effects: "nothing of
//     []T{f()} runs if c is nil";
//   - it may have had more elements than it gets: "c.f keeps as much memory as its largest call needed", for a map also "which
//     each later call clears";
//   - its elements hold more than plain memory, as below.
//
// Class of the others: safe, but review where
//   - it grows, and a loop around it ends only when what it calls, or waits for, ends it: "buf keeps as much memory as its
//     largest iteration needed", for a map also "which each later iteration clears";
//   - the buffer is passed to an unknown call: "f must not keep buf, which is used again"; for a slice that was
//     nil also "f may get an empty list where it was nil";
//   - a hash that is not one of the library appends its sum: "h.Sum must append, as hash.Hash says";
//   - the hash is made by another module: "Reset must make of the hash what New returns, and no
//     method of it keep what it is given";
//   - io.Copy gets the buffer together with a type that is not well known: "the other side of
//     io.Copy must not keep the buffer";
//   - a Reader or Writer works on something that is not in memory: "what an iteration
//     read from or wrote to stays reachable until the next one";
//   - a Write or Read of the package, which may be called through an interface, cannot be seen
//     to retain nothing: "no Write or Read of this module may keep the slice it is given";
//   - the size may be negative: "a negative n panics in other words" or, where each iteration makes as many elements, so that
//     they are made before the loop, "a negative n panics even if the loop ends at once";
//   - a buffer or map is made in a branch: "buf is made even if no iteration comes to it";
//   - the elements of a slice, or the entries of a map, hold more than plain memory
//     (pointers, interfaces, functions; not strings): "elements of an earlier iteration
//     stay reachable until they are overwritten", "entries of an iteration stay reachable
//     until the next one".
package reusebuf

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed reusebuf.go
var docText string

// Rule is the reusebuf rewrite.
var Rule = rule.New("reusebuf", docText, run, "stored", "passed", "unknown-callee", "too-large", "variable-size", "growth", "clone", "builder", "map", "map-growth", "constructor", "cgo")

func run(pass *rule.Pass) {
	given := make(map[place]bool)
	for r, cur := range pass.Nodes((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		r := &reuser{r, given}
		r.anew(cur)
		r.field(cur)
		if r.group(cur) {
			continue
		}
		for d := range r.Decls(cur) {
			if r.variable(d) {
				continue
			}
			r.carried(d)
			if b, ok := r.buffer(d); ok && r.usable(b, d) {
				r.fix(d, b)
			}
			r.timer(d)
		}
	}
	for r, cur := range pass.Nodes((*ast.CallExpr)(nil)) {
		(&reuser{r, given}).after(cur)
	}
}

type reuser struct {
	*rule.Run
	given map[place]bool // the names that fixes declare in front of loops
}

// A place is a name in a block.
type place struct {
	in   *types.Scope
	name string
}

// usable reports whether no use retains the buffer, and whether it is on the heap. It notes
// the caveats.
func (r *reuser) usable(b *buffer, d source.Decl) bool {
	k := &retain.Checker{Pkg: r.Pkg, Var: b.v, Kind: b.kind, Fixed: b.fixed, InPlace: true, Trusting: true}
	if !k.All() {
		return r.Refuse(d.Cur.Node(), b.v.Name()+" may be retained, or told from a new one, by "+k.Retains())
	}
	if b.fixed && !k.Escapes {
		return false // on the stack already
	}
	b.caveats = append(b.caveats, k.Caveats()...)
	if r.serves(d.Cur, b.around) {
		b.largest(b.v.Name(), "iteration")
	}
	if k.Escapes && r.rare(d.Cur) && b.kind != retain.EmptySlice && b.kind != retain.FullSlice {
		b.caveats = append(b.caveats, rule.Spare.Caveat(b.v.Name()+" is made even if no iteration comes to it"))
	}
	return true
}

// rare reports whether the loops around cur may end without having come to it, since it stands in a branch.
func (r *reuser) rare(cur inspector.Cursor) bool {
	last := cur
	for loop := range source.Loops(cur) {
		if seldom(last) {
			return true
		}
		last = loop
	}
	return false
}

// fix moves the declaration before the outermost loop, and reports whether it says so.
//
//	for … {
//		var buf bytes.Buffer
//	----------------------------
//	var buf bytes.Buffer
//	for … {
//		buf.Reset()
func (r *reuser) fix(d source.Decl, b *buffer) bool {
	loop, ok := r.outermost(d.Cur)
	if !ok || r.Jumps(d.Stmt.Pos()) {
		return false
	}
	for _, e := range b.before {
		if !r.Visible(e, loop.Pos()) {
			return r.Refuse(d.Cur.Node(), b.v.Name()+" is made of "+r.Text(e)+", which the loop declares")
		}
	}
	edits := b.imports
	name := b.v.Name()
	if !r.unique(b.v, loop) {
		name = r.Fresh(loop.Pos(), name)
		for _, use := range r.Pkg.Uses(b.v) {
			edits = append(edits, source.ReplaceNode(use.Node(), name))
		}
	}
	edits = append(edits, r.Before(loop, b.declare(name)))
	if b.empty == nil {
		edits = append(edits, d.Remove())
	} else {
		edits = append(edits, d.Instead(b.empty(name, r.Indent(d.Stmt.Pos())))...)
	}
	r.Report(rule.Finding{
		At:      d.Node(),
		Message: fmt.Sprintf("%s is made anew in each iteration", b.v.Name()),
		Title:   fmt.Sprintf("make %s once, before the loop", b.v.Name()),
		Class:   rule.Safe.And(rule.Review(b.caveats...)),
		Edits:   edits,
	})
	return true
}

// outermost returns the outermost loop around cur in its function, or the label of that loop. ok
// is false if there is no loop, or it does not stand in a list of statements.
func (r *reuser) outermost(cur inspector.Cursor) (loop ast.Node, ok bool) {
	last := cur
	for last = range source.Loops(cur) {
	}
	_, _, ok = source.StmtList(last)
	return last.Node(), ok && last != cur
}

// unique reports whether v can be declared in front of loop under its own name: nothing visible there,
// nor in the rest of the block, nor between the loop and v, has that name. If so, it reserves the name.
func (r *reuser) unique(v *types.Var, loop ast.Node) bool {
	scope := r.Info.Scopes[r.Syntax].Innermost(loop.Pos())
	for scope != nil && scope.Pos() >= loop.Pos() {
		scope = scope.Parent() // that of the loop itself
	}
	between := false
	for s := v.Parent(); s != nil && s != scope; s = s.Parent() {
		obj := s.Lookup(v.Name())
		between = between || obj != nil && obj != v
	}
	if scope == nil || between || scope.Lookup(v.Name()) != nil || r.given[place{scope, v.Name()}] {
		return false
	}
	_, obj := scope.LookupParent(v.Name(), loop.Pos())
	r.given[place{scope, v.Name()}] = obj == nil
	return obj == nil
}
