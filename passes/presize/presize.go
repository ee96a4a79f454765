// Package presize defines an analyzer that gives slices, maps and buffers the
// capacity they will need.
//
// Invariant: a fix changes capacity and nothing else: elements, order, length and,
// in the safe class, the difference between nil and empty stay. Capacity is not
// specified by the language after an append, so code cannot rely on it.
//
// Model: package size counts what the statements after a declaration will add,
// and that count becomes a capacity.
//
// What it blurs: a count may be an upper bound (branches, duplicate keys); then
// memory is given away, and only a measurement tells whether it pays. Where a slice
// that is full has a second name outside of the function, an append to one of them
// copies, and one that has room does not; so code that writes through both may see other
// elements than before, as it may with another release of Go.
//
// # Analyzer presize
//
// presize: allocate slices, maps and buffers once, in the size they will have
//
// A slice that grows by append is allocated and copied again at each power of two
// or so; a map likewise; a buffer likewise. Where the number of elements can be
// computed before the loop, one allocation does:
//
//	var out []string                        var out []string
//	                                        out = slices.Grow(out, len(users))
//	for _, u := range users {         =>    for _, u := range users {
//		out = append(out, u.Name)               out = append(out, u.Name)
//	}                                       }
//
//	var ids []int                           ids := make([]int, 0, 64)
//	for id := range found {           =>    for id := range found {
//		ids = append(ids, id)                   ids = append(ids, id)
//	}                                       }
//	slices.Sort(ids)                        slices.Sort(ids)
//
// Slices declared, or set, empty ([]T{}, make([]T, 0)) become make([]T, 0, n); nil slices
// get slices.Grow, which leaves nil alone if n is 0, or make where no use of the
// slice can tell nil from empty, or make when the first element comes, where perhaps
// none does. Before go1.21, which has slices.Grow, what is empty gets a make, what is nil if n is
// not 0. The same goes for fields of a variable that a loop fills. A loop that only appends each
// element of a slice, to what is nil, becomes append(out, src...). A slice that begins with elements
// gets room for those that follow. What branches and other statements append without a loop gets
// room where the slice stays in the function, or begins with elements, or something is appended
// in any case, and it is more than 64 bytes. A slice of slices that is merged is counted
// first, or becomes slices.Concat. One that nothing counts, but that stays in the
// function, as a queue does, gets 512 bytes, which are on the stack, also where it begins with elements; so does one that is made with a length, or a
// capacity, that varies, and stays there: it is on the heap only where it needs more,
//
//	row := make([]int, len(b)+1)       =>   row := make([]int, 64)
//	                                        if len(b)+1 > len(row) {
//	                                        	row = make([]int, len(b)+1)
//	                                        }
//	                                        row = row[:len(b)+1]
//	keys := make([]string, 0, count(m))     keys := slices.Grow(make([]string, 0, 32), count(m))
//	sorted := slices.Clone(list)       =>   sorted := append(make([]int, 0, 64), list...)
//
// What one expression joins of others is made in its length, before go1.22 by make:
//
//	append([]string{"run"}, args...)   =>   slices.Concat([]string{"run"}, args)
//	append([]byte(prefix), id...)      =>   append(append(make([]byte, 0, len(prefix)+len(id)), prefix...), id...)
//	list := slices.Clone(names)        =>   list := append(make([]string, 0, len(names)+1), names...)
//	return append(list, id)                 return append(list, id)
//
// The text of a buffer that nothing counts, but of which a part is short, is collected in 256
// bytes on the stack, and copied once or, where it is only looked at, not at all. A slice that
// a loop makes with room of 128 bytes or more, and appends to in a branch, is made when its
// first element comes. Maps get a hint, strings.Builder and bytes.Buffer a Grow; a bytes.Buffer
// that only makes a string becomes a strings.Builder, of which that string is no copy, also if it
// begins with a text and the rest is counted, as does a
// slice of bytes of variable capacity;
// io.ReadAll of a bytes.Reader or strings.Reader becomes io.ReadFull into a slice of the right
// length, or Read if the reader is made in the same function, where it can stay on the stack.
//
// Conditions of the safe class:
//   - the variable is local, not captured by a function literal (other than a map, and a slice
//     by one that only looks at it, when it has been filled, or as the comparison of sort.Slice), its
//     address is not taken (methods of a buffer apart), and between its declaration and the
//     loop nothing but appends and stores uses it;
//   - the loop ranges over a slice, array, map, string, integer, strings.Split or
//     Seq with a constant separator, maps.Keys, slices.Values, a call (which gets a
//     name) or counts from 0 to such a length, in steps of a constant perhaps, or down from it, or
//     to any integer of which a slice was made before, or cuts a local slice or text by a
//     constant each time, or goes through a list.List; or it is an inner loop of numbers, whose
//     bounds are those of the loops around it, and that nothing leaves: it is run once to count; in
//     the body only recognised statements use the variable;
//   - a map may be filled by a function of the package, too, by a loop over another parameter;
//   - evaluating the count has no effect and cannot panic where the loop would not, nor
//     does it read in front of a lock, a channel or a check what is guarded by it;
//   - a nil slice stays nil if nothing is appended: the count is zero then, or no
//     use can tell;
//   - a field becomes empty before the loop, in the same list of statements, and nothing
//     between them gives the variable to anybody or waits;
//   - a buffer that becomes a strings.Builder is only written to, by its methods or by
//     functions of the library that take an io.Writer, in one piece if its length is not
//     known, and its text is taken once, or in return statements;
//   - a slice of bytes that becomes a strings.Builder is only appended to, by statements whose
//     operands do not read it, measured, and turned into a string once, or in return statements;
//   - a slice of variable length that gets room on the stack is not kept by anybody, nor cut beyond
//     its length, nor is its capacity asked for; it has 128 bytes where its function may call itself; the
//     length is not above a few of those that are in memory;
//   - a text that is collected on the stack is written to by statements, with methods or functions
//     of fmt, taken once, or in return statements, and no part of it is lent to what keeps it;
//   - the file's Go version has slices.Grow, for what may not be nil, and max (go1.21) or
//     slices.Concat (go1.22).
//
// Class review: "nil becomes empty when nothing is added", where a count above zero
// does not prove that something is appended; "memory for n is reserved before any
// is needed", where the loop is bounded by an integer and may stop early or calls
// something that may, or is run once to count and steps by more than one, so that it might
// never end, or follows a pointer that may be nil; "more memory may be reserved than is needed", where an upper
// bound could be more than four times the memory of what the loop ranges over, or
// where a map counts or groups, so that many keys are equal; "keeping one of the slices
// keeps the memory of all", where slices that are made one an iteration are cut from one
// array; "what is appended to it and kept under another name may share its array, or no
// longer do so", where the function appends to the slice more than once without taking
// the result back; "what is appended to a field may no longer be written into an array that
// it shares", where the loop finds the field as somebody else left it; there, too, "a nil
// pointer panics even if nothing is appended"; "who keeps the result keeps room for n,
// however little is in it", where nothing of what is counted is certain and the memory
// leaves the function; "who keeps the text keeps the memory that it grew in, 64 bytes or up
// to twice its length", where a bytes.Buffer becomes a strings.Builder of which nothing is
// known; "who keeps a text that is taken while the buffer grows keeps the memory of all of
// it", where it is taken more than once; "n panics where it is too large for an int of 32
// bits", where n is a multiple of a length that may be far above what is added; "n panics in other
// words", where a slice of a length n of which nothing is known gets room on the stack; "who keeps
// the text keeps room for n, however little is in it", where bytes, or a bytes.Buffer of them, become
// a strings.Builder.
//
// Where nothing counts, and all other conditions hold, a measurement may: a slice, a map, a buffer or a
// field that was seen to grow gets the room that suffices for 90 % of those that were measured,
// or for fewer where that would take more memory than growth does,
//
//	var words []string                  =>    words := make([]string, 0, 32)
//	for s.Scan() {                            for s.Scan() {
//		words = append(words, s.Text())           words = append(words, s.Text())
//
// which is of class review: "the room is that of what was measured: other inputs may leave it unused,
// and who keeps what is in it keeps the room". There a function literal may share the slice.
// Only 'unheap fix' proposes that.
//
// Not proposed: constant sizes that fit the 32 bytes which the compiler keeps on
// the stack for nothing, or a map's first group of 8; counts of channels
// and iterators; products of lengths in loops that may stop early.
package presize

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed presize.go
var docText string

// Rule is the presize rewrite.
var Rule = rule.Rule{
	Analyzer: rule.Analyzer("presize", docText, run),
	Reasons:  []string{"growth", "variable-size", "read-all", "builder", "map-growth", "size-class"},
}

func run(pass *rule.Pass) {
	for r := range pass.Runs() {
		p := &presizer{r}
		for cur := range r.Cursor.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil), (*ast.ReturnStmt)(nil)) {
			p.readAll(cur)
			for d := range r.Decls(cur) {
				if !r.Jumps(d.Name.Pos()) {
					p.declared(d)
				}
			}
			p.assigned(cur)
		}
		for cur := range r.Cursor.Preorder((*ast.FuncDecl)(nil), (*ast.FuncLit)(nil)) {
			p.results(cur)
		}
		for cur := range r.Cursor.Preorder((*ast.CallExpr)(nil)) {
			p.inPlace(cur, cur.Node().(*ast.CallExpr))
			p.joined(cur)
		}
		done := make(map[ast.Stmt]bool)
		for cur := range r.Cursor.Preorder((*ast.RangeStmt)(nil), (*ast.ForStmt)(nil)) {
			p.fields(cur, done)
		}
	}
}

type presizer struct{ *rule.Run }

func (p *presizer) declared(d source.Decl) {
	switch d.Var.Type().Underlying().(type) {
	case *types.Slice:
		p.slice(d)
	case *types.Map:
		said := p.Said()
		if p.table(d); p.Said() == said {
			p.observedTable(d)
		}
	default:
		p.buffer(d)
	}
}

// results looks at named results that are slices: nil when the body begins.
func (p *presizer) results(cur inspector.Cursor) {
	var ft *ast.FuncType
	switch fn := cur.Node().(type) {
	case *ast.FuncDecl:
		ft = fn.Type
	case *ast.FuncLit:
		ft = fn.Type
	}
	body := source.Body(cur.Node())
	if body == nil || ft.Results == nil || source.Has[*ast.DeferStmt](body) || p.Jumps(body.Pos()) {
		return // a deferred function sees the result even after a panic
	}
	for _, field := range ft.Results.List {
		for _, name := range field.Names {
			v, ok := p.Info.Defs[name].(*types.Var)
			if !ok {
				continue
			}
			if source.IsA[*types.Slice](v.Type()) {
				p.slice(source.Decl{Var: v, Rest: body.List})
			}
		}
	}
}

// fills returns the statements of rest that fill v: from the first that mentions
// v on, as long as each one that mentions it only fills it. before is the number
// of statements that come first.
func (p *presizer) fills(d source.Decl, leaf size.Leaf) (stmts []ast.Stmt, before int) {
	started := false
	for i, s := range d.Rest {
		n := p.Pkg.Mentions(s, d.Var)
		if n == 0 {
			if started && !p.passive(s) {
				break // may return or change what is counted
			}
			continue
		}
		if p.leafUses(s, d.Var, leaf) != n {
			break
		}
		if !started {
			started, before = true, i
		}
		stmts = append(stmts, s)
	}
	return stmts, before
}

// passive reports whether a statement between two fills leaves the count alone.
func (p *presizer) passive(s ast.Stmt) bool {
	_, isDecl := s.(*ast.DeclStmt)
	_, isAssign := s.(*ast.AssignStmt)
	return isDecl || isAssign
}

// leafUses counts the uses of v in s that are the leaf's own.
func (p *presizer) leafUses(s ast.Stmt, v *types.Var, leaf size.Leaf) int {
	n := 0
	for m := range ast.Preorder(s) {
		if stmt, ok := m.(ast.Stmt); ok {
			if part, ok := leaf(stmt); ok && !p.reads(part, v) {
				n += p.Pkg.Mentions(stmt, v)
			}
		}
	}
	return n
}

// reads reports whether what is added depends on v itself.
func (p *presizer) reads(part size.Part, v *types.Var) bool {
	return slices.ContainsFunc(part.Of, func(e ast.Expr) bool { return p.Pkg.Mentions(e, v) > 0 })
}

// nilBecomesEmpty is the caveat of a count above zero that does not prove that something
// is added.
var nilBecomesEmpty = rule.NilOrEmpty.Caveat("nil becomes empty when nothing is added")

// tooMuch is the caveat of a count that may be far above what is needed.
var tooMuch = rule.Retention.Caveat("more memory may be reserved than is needed")

// maxGrowth is how many bytes may be reserved, on suspicion, for each byte that
// the loop ranges over: no more than a few times of what is in memory anyway.
const maxGrowth = 4

// trust returns the class that the count alone asks for: unit is the size of what
// is counted, loose says that less may be added.
func trust(c size.Count, unit int64, loose bool) rule.Class {
	var class rule.Class
	if len(c.Trusted) > 0 {
		class = rule.Review(rule.Reserves.Caveat("memory for " + strings.Join(c.Trusted, " and ") + " is reserved before any is needed"))
	}
	if loose && c.Density*float64(unit) > maxGrowth {
		class = class.And(rule.Review(tooMuch))
	}
	return class
}

// unit returns the size of an element of type t, one word if it depends on a type
// parameter.
func (p *presizer) unit(parts ...types.Type) int64 {
	var sum int64
	for _, t := range parts {
		n, ok := p.Pkg.Sizeof(t)
		if !ok {
			n, _ = p.Pkg.Sizeof(types.Typ[types.Uintptr])
		}
		sum += n
	}
	return sum
}

// fresh returns how new variables at pos are named: unlike those of the other
// passes that count, which may be at work in the same statements.
func (p *presizer) fresh(pos token.Pos) func(base string) string {
	own := map[string]string{"size": "total", "list": "items"}
	return func(base string) string { return p.Fresh(pos, own[base]) }
}
