// Package reusebuf defines an analyzer that makes buffers once per loop instead of
// once per iteration.
//
// Invariant: at the place where the buffer was made it is as empty as a new one, and
// nothing that outlives an iteration can reach its memory.
//
// Model: file shape.go knows what a buffer is and how it is emptied; package retain
// decides of each use of the variable whether it may keep the memory.
//
// What it blurs: how big the buffer becomes. It lives until the loop ends, as large as
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
// What is a copy, or what a function appends to nothing, is appended to what is left of it:
//
//	digest := h.Sum(nil)                 digest = h.Sum(digest[:0])
//	sorted := slices.Clone(list)  =>     sorted = append(sorted[:0], list...)
//	text := strconv.AppendInt(nil, n, 10)
//	                                     text = strconv.AppendInt(text[:0], n, 10)
//
// One that is declared before the loop, and made anew in it, or made anew between uses, is
// emptied likewise:
//
//	buf = bytes.Buffer{}                 buf.Reset()
//	batch = nil                  =>      batch = batch[:0]
//	seen = map[string]bool{}             clear(seen)
//	text = strconv.AppendInt(nil, n, 10)
//	                                     text = strconv.AppendInt(text[:0], n, 10)
//
// A variable whose address, or that of a part of it, goes to a function that may keep it moves likewise:
//
//	for i := range n {                   var rec record
//		var rec record                   for i := range n {
//		log.Read(i, &rec)                    rec = record{}
//	                                         log.Read(i, &rec)
//
// So does an object that a pointer is declared with, p := new(T) or p := &T{…}: *p = T{…}; and one that a function of
// the package makes that is inlined, and of which the result is on the stack then, p := newT(…): *p = *newT(…).
//
// What binary.Read or Rows.Scan of database/sql fills, behind the declaration, and what a branch
// leaves if there is an error, needs no other value before.
//
// A timer is started anew, be it a variable of the loop or that of time.After in a select:
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
// So is a field that a function makes anew in an object that it was given:
//
//	c.regions = []region{{from, to}}     c.regions = append(c.regions[:0], region{from, to})
//	c.names = make([]string, 0, 16)      c.names = slices.Grow(c.names[:0], 16)
//	c.text = []byte(s)                   c.text = append(c.text[:0], s...)
//	c.seen = nil                         clear(c.seen)
//
// Buffers are bytes.Buffer; slices that begin empty (var s []T, []T{}, make([]T, 0, n)) and
// are emptied with [:0]; slices of a length, and maps, which are cleared, maps before go1.21 by a
// loop; bufio.Reader and Writer, gzip.Writer, zlib.Writer, and hashes, those that a function
// New… of another module makes without operands among them, which are reset. strings.Builder is none: its Reset gives the memory away.
//
// Conditions:
//   - the variable is declared alone, in a statement of its own, inside a loop of the
//     same function, and goes before the outermost such loop; or it is a bytes.Buffer, a
//     slice that begins empty or a map, is declared before with memory of its own, and is set
//     to nothing else;
//   - no function literal, defer or go statement mentions it, and its function has no
//     goto;
//   - each use is one that keeps nothing: methods that copy, len, range, elements,
//     append to itself, copy, conversions to string, and functions of the standard
//     library that package retain lists; or it is lent to a call of which that is not known,
//     that is not seen to keep it, and of which no result may lead to it, by its type;
//   - no use can tell a reused buffer from a new one: not the capacity, and for slices
//     and maps not nil either; no loop reads the elements of a slice and appends to it;
//   - a slice of constant size is passed to an interface method, since otherwise the
//     compiler keeps it on the stack for nothing;
//   - what is passed to bufio.NewReader or NewWriter is no bufio.Reader or Writer;
//   - a Write or Read that is lent the memory belongs to another package, or can be seen
//     to keep nothing; no type of the package that may stand behind it is seen to keep it;
//   - clear and slices.Grow need go1.21, and the names used must mean what they say; a length fits
//     into an int; without clear the keys of a map are neither interfaces nor NaN.
//
// Conditions for a field:
//   - it is not exported, and no other build of the package, nor a literal without names, mentions it;
//     what it is set to is new memory, a copy in new memory, or made of itself;
//   - the object is the receiver or another parameter, a variable of the package, or a local one that
//     begins with an element, a field or what is asserted of a pool's, and the function is exported, or
//     called by one that makes no such object; its name begins with neither
//     init nor new, nor with close, release, stop, shutdown or free, which let go of the memory;
//   - it is set to nil only by a function whose name begins with reset or clear: others do so to
//     let go of the memory;
//   - no question about the field, or whether there is another one of the object, leads there;
//   - each use keeps nothing, or lends it to code that is not of the package, in a function that does
//     not make it anew; no loop over it waits or calls what may change it, and no go or defer
//     statement is given it;
//   - the package makes no copy of the struct, or of what has it in itself, that is kept: a copy in a
//     variable of which only other fields are read, or in an operand of a function that changes
//     nothing, is not. A copy is also made by append, range, a method value and generic code.
//
// Class of a variable whose address is lent: review, "who keeps the address of rec sees later
// iterations", unless who gets it is known to keep nothing; no other use takes the address, no
// result of the function may lead to it, by its type, where an error is taken for a text, no function of the package, nor a
// method of it behind an interface, is seen to store it, the type takes one line, it is none of sync, and each
// iteration comes by it.
//
// Class of a timer: review, "with GODEBUG=asynctimerchan=1 an iteration may see the tick of the
// one before"; the language is go1.23, and nothing is done with it but to receive from it, stop it
// and start it. Where the duration of time.After is more than local variables also "the duration is
// computed before what the other cases wait for".
//
// Class of a field: safe, but review where
//   - other packages get to the struct, it is declared in several builds, or the package imports
//     reflect or unsafe: "a copy of c shares c.f with it";
//   - it is lent to code that is not known, or that may come back to what makes it anew: "who was lent
//     c.f and keeps it sees it overwritten";
//   - it may have been made for nothing: "c.f stays nil if it has no elements", or is not nil any
//     more: "c.f is empty where it was nil";
//   - it is cut at a place that may lie beyond its length: "a part of c.f that goes beyond its length
//     has what was there before";
//   - a call in a statement that appends to it may make it anew: "a call behind c.f in a statement may
//     overwrite what it had there"; or one among its elements does more than compute: "nothing of
//     []T{f()} runs if c is nil";
//   - its elements hold more than plain memory, as below.
//
// Class of the others: safe, but review where
//   - it is lent: "f must not keep buf, which is used again"; a slice that was nil also "f may get an empty list where it
//     was nil";
//   - a hash that is not one of the library appends its sum: "h.Sum must append, as hash.Hash says";
//   - the hash is made by another module: "Reset must make of the hash what New returns, and no
//     method of it keep what it is given";
//   - io.Copy gets it together with a type that is not well known: "the other side of
//     io.Copy must not keep the buffer";
//   - a Reader or Writer works on something that is not in memory: "what an iteration
//     read from or wrote to stays reachable until the next one";
//   - a Write or Read of the package, which may stand behind an interface, cannot be seen
//     to keep nothing: "no Write or Read of this module may keep the slice it is given";
//   - the size is not seen to be positive: "a negative n panics in other words";
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
var Rule = rule.Rule{
	Analyzer: rule.Analyzer("reusebuf", docText, run),
	Reasons:  []string{"stored", "passed", "unknown-callee", "too-large", "variable-size", "growth", "clone", "builder", "map", "map-growth", "constructor", "cgo"},
}

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
			if b, ok := r.buffer(d); ok && r.usable(b, d.Cur.Node()) {
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
	given map[place]bool // what loops have got in front of them
}

// A place is a name in a block.
type place struct {
	in   *types.Scope
	name string
}

// usable reports whether every use of the buffer declared at a place keeps nothing, notes the caveats,
// and whether there is anything to win.
func (r *reuser) usable(b *buffer, at ast.Node) bool {
	k := &retain.Checker{Pkg: r.Pkg, Var: b.v, Kind: b.kind, Fixed: b.fixed, Trusting: true}
	if !k.All() {
		return r.Refuse(at, b.v.Name()+" may be retained, or told from another one, by "+k.Retains())
	}
	if b.fixed && !k.Escapes {
		return false // on the stack already
	}
	b.caveats = append(b.caveats, k.Caveats()...)
	return true
}

// fix moves the declaration before the outermost loop, and reports whether it does.
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

// outermost returns the statement of the outermost loop around cur in its function,
// with its label, if it stands in a list.
func (r *reuser) outermost(cur inspector.Cursor) (ast.Node, bool) {
	loop := cur
	for loop = range source.Loops(cur) {
	}
	_, _, ok := source.StmtList(loop)
	return loop.Node(), ok && loop != cur
}

// unique reports whether v can be declared at loop under its own name, and takes it then: nothing
// visible there, nor in the rest of the block, nor between it and v, has that name.
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
