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
// memory is wasted, and only a measurement tells whether the fix pays. If other code
// shares the array of a slice, an append to the full slice copies the array, and an append to
// one with room writes to it; so code that writes through both may see other
// elements than before, as it may with another release of Go.
//
// # Analyzer presize
//
// presize: allocate slices, maps and buffers once, in the size they will have
//
// A slice that grows by append is allocated and copied again at each power of two
// or so, and so are a map and a buffer. If the number of elements can be
// computed before the loop, one allocation does:
//
//	var out []string                        var out []string
//	                                        out = slices.Grow(out, len(users))
//	for _, u := range users {         =>    for _, u := range users {
//		out = append(out, u.Name)               out = append(out, u.Name)
//	}                                       }
//
//	                                        // ids stays on the stack up to this capacity.
//	var ids []int                           ids := make([]int, 0, 64)
//	for id := range found {           =>    for id := range found {
//		ids = append(ids, id)                   ids = append(ids, id)
//	}                                       }
//	slices.Sort(ids)                        slices.Sort(ids)
//
// Slices that are declared, or set, empty ([]T{}, make([]T, 0)) become make([]T, 0, n). Nil slices
// get slices.Grow, which leaves nil alone if n is 0; or make if no use of the
// slice can tell nil from empty; or make at the first element, if perhaps
// none is appended. Before go1.21, which has slices.Grow, an empty slice gets a make, and a nil slice gets one
// if n is not 0. The same goes for fields of a variable that a loop fills. A loop that only appends each
// element of a slice to a nil slice becomes append(out, src...). A slice that begins with elements
// gets room for those that follow. A slice that branches and other statements outside of loops append to gets
// room if it stays in the function, or begins with elements, or if something is appended
// in any case and its memory is more than 64 bytes. A slice that is appended to by more than can be counted gets room for what
// the first statements append, if that is a loop or more than one length; a condition that only asks whether there is anything
// to append counts for nothing. A slice of slices that is merged is counted
// first, or becomes slices.Concat. Where nothing tells the most that loops add, a slice gets room for what each turn adds
// in any case, and a buffer, or bytes, if that is one for each byte of the range:
//
//	                                        var out []byte
//	                                        out = slices.Grow(out, len(text))
//	for _, c := range text {           =>   for _, c := range text {
//		if bol {                                if bol {
//			out = append(out, prefix...)            out = append(out, prefix...)
//		}                                       }
//		out = append(out, c)                    out = append(out, c)
//	}                                       }
//
// A slice whose elements nothing counts, but that stays in the
// function, as a queue does, gets 512 bytes on the stack, even if it begins with elements. So does a slice that stays in
// the function and is made with a length, or a capacity, that varies: it is on the heap only if it needs more,
//
//	row := make([]int, len(b)+1)       =>   row := make([]int, 64)
//	                                        if len(b)+1 > len(row) {
//	                                        	row = make([]int, len(b)+1)
//	                                        }
//	                                        row = row[:len(b)+1]
//	keys := make([]string, 0, count(m))     keys := slices.Grow(make([]string, 0, 32), count(m))
//	sorted := slices.Clone(list)       =>   sorted := append(make([]int, 0, 64), list...)
//	noise := make([]byte, 64*eta)      =>   noise := make([]byte, 64*eta, 192)
//
// the last where no caller gives a length beyond that capacity.
//
// A slice that one expression joins from others is made in its length, before go1.22 by make:
//
//	append([]string{"run"}, args...)   =>   slices.Concat([]string{"run"}, args)
//	append([]byte(prefix), id...)      =>   append(append(make([]byte, 0, len(prefix)+len(id)), prefix...), id...)
//	list := slices.Clone(names)        =>   list := append(make([]string, 0, len(names)+1), names...)
//	return append(list, id)                 return append(list, id)
//
// Elements that loops put in front of a slice, each time in a copy of it, are appended, and the slice is reversed behind the loops:
//
//	for ; n != nil; n = n.up {                  for ; n != nil; n = n.up {
//		path = append([]T{n.t}, path...)   =>           path = append(path, n.t)
//	}                                           }
//	                                            slices.Reverse(path)
//
// A buffer whose text nothing counts, but a part of which is short, becomes a slice with 256
// bytes on the stack, and its text is copied once or, if it is only looked at, not at all; so does one that
// is emptied after each of several texts. A slice that
// a loop makes with room of 128 bytes or more, and appends to in a branch, is made at its
// first element. Maps get a hint, strings.Builder and bytes.Buffer a Grow. A bytes.Buffer
// that only makes a string becomes a strings.Builder, which does not copy the string, even if it
// begins with a text and the rest is counted; so does a slice of bytes of variable capacity.
// Bytes that a loop makes of all of a text, escaped or in other words, get room for as many as the text has:
//
//	for _, r := range s {              =>   b.Grow(len(s))
//		b.WriteString(quoted(r))            for _, r := range s { … }
//	}
//
// io.ReadAll of a bytes.Reader or strings.Reader becomes io.ReadFull into a slice of the right
// length, or Read if the reader is made in the same function, where it can stay on the stack.
//
// Conditions of the safe class:
//   - the variable is local, and its address is not taken, except for methods of a buffer. No function literal
//     captures it, except for a map, or for a slice that the literal only looks at, and that is filled before the
//     literal is made or compared for sort.Slice. Between its declaration and the loop, and in it, only appends,
//     stores and what looks at its elements or its length use it;
//   - the loop ranges over a slice, array, map, string, integer, strings.Split or
//     Seq with a constant separator, maps.Keys, slices.Values, or a call (which gets a
//     name). Or a number that is not negative goes up to such a length, to a sum of lengths or to an integer, or
//     down from it, by at least one in each iteration, whatever else the condition asks; or the loop cuts a constant part
//     off a local slice or text each time, or goes through a list.List. Or it is an inner loop of numbers, whose
//     bounds are those of the loops around it, and that nothing leaves: it is run once to count. In
//     the body only recognised statements use the variable;
//   - functions and methods of the package may fill a slice, map or buffer, too, if they only add to it, by constants and
//     lengths of their parameters, return the slice and do not recover;
//   - what fills a field, of whose variable the address is taken, comes before that;
//   - evaluating the count has no side effect and cannot panic where the loop would not, and
//     does not read what a lock, a channel or a check in front of the loop guards;
//   - a slice that elements are put in front of begins with one element at most, nothing but these statements uses it in the
//     loops, and no branch leaves them for a label around them;
//   - a nil slice stays nil if nothing is appended: the count is zero then, or no
//     use can tell;
//   - a field becomes empty before the loop, in the same list of statements, and nothing
//     in between shares the variable, or waits;
//   - a buffer that becomes a strings.Builder is only written to, by its methods or by
//     functions of the library that take an io.Writer, in one piece if its length is not
//     known, and its text is taken once, or in return statements;
//   - a slice of bytes that becomes a strings.Builder is only appended to, by statements whose
//     operands do not read it, asked for its length, and converted to a string once, or in return statements;
//   - a slice of variable length that gets room on the stack is not retained, nor cut beyond
//     its length, nor is its capacity asked for; it gets 128 bytes if its function may call itself; its
//     length is bounded by lengths of values in memory;
//   - a text that is collected on the stack is written by statements, with methods or functions
//     of fmt, and the buffer is otherwise emptied, or cut by a few bytes at its end; the text is only looked at, or taken
//     once, in return statements, or in loops that empty the buffer, and nothing retains a part of it;
//   - the file's Go version has slices.Grow, for slices that may not be nil, max and slices.Reverse (go1.21) or
//     slices.Concat (go1.22).
//
// Class review:
//   - "nil becomes empty when nothing is added", where a count above zero does not prove that something is
//     appended, and the function, or a caller of one that is only called in the package, can tell;
//   - "memory for n is reserved before any is needed", where the loop is bounded by an integer and may stop
//     early or calls a function that may; or where it is run once to count, and steps by more than one, so that
//     it might never end, or follows a pointer that may be nil;
//   - "the length is a guess: who keeps a shorter text keeps room for n", where a text is made of another one, of which a loop goes
//     through each byte or rune, from the first to the last, and writes parts; it is made once, and given no room otherwise;
//   - "i panics in other words if it is out of range", where x[:i] is counted as i, which nothing bounds;
//   - "more memory may be reserved than is needed", where an upper bound could be more than four times the
//     memory that the loop ranges over, or where a map counts or groups, so that many keys are equal;
//   - "what is appended to it and kept under another name may share its array, or no longer do so", where the
//     results of several appends to the slice are assigned to other variables;
//   - "what is appended to a field may no longer be written into an array that it shares", and "a nil pointer
//     panics even if nothing is appended", where the function does not itself empty the field; and "nothing that the
//     loop calls may wait for others, or take a lock that guards the field", where the loop calls unknown code;
//   - "who keeps the result keeps room for n, however little is in it", where no counted element is certain
//     and the memory leaves the function, but for callers in the package that keep none of it;
//   - "who keeps the text keeps the memory that it grew in, 64 bytes or up to twice its length", where a
//     bytes.Buffer of unknown length becomes a strings.Builder;
//   - "who keeps a text that is taken while the buffer grows keeps the memory of all of it", where the text is
//     taken more than once;
//   - "bytes that are retained while the buffer is emptied may be written over", where the Bytes of a buffer are retained,
//     or ranged over, and the buffer is emptied or read;
//   - "n panics where it is too large for an int of 32 bits", where n is a multiple of a length that may be far
//     above the number of elements;
//   - "n panics in other words", where a slice of an unbounded length n gets room on the stack;
//   - "Truncate panics in other words where nothing was written", where no condition says how much is in a buffer;
//   - "who keeps the text keeps room for n, however little is in it", where bytes, or a bytes.Buffer of them,
//     become a strings.Builder.
//
// If nothing counts the elements, and all other conditions hold, a measurement may: a slice, a map, a buffer or a
// field that was seen to grow gets the room that suffices for 90 % of those that were measured,
// or for fewer if that would take more memory than growth does,
//
//	                                          // Room for most that BenchmarkWords makes.
//	var words []string                  =>    words := make([]string, 0, 32)
//	for s.Scan() {                            for s.Scan() {
//		words = append(words, s.Text())           words = append(words, s.Text())
//
// which is of class review: "the room is that of what was measured: other inputs may leave it unused,
// and who keeps what is in it keeps the room". There a function literal may share the slice.
// Only 'unheap fix' proposes that.
//
// Not proposed: constant sizes that fit the 32 bytes which the compiler reserves on
// the stack anyway, or a map's first group of 8; counts of channels
// and iterators; products of lengths in loops that may stop early.
package presize

import (
	_ "embed"
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed presize.go
var docText string

// Rule is the presize rewrite.
var Rule = rule.New("presize", docText, run, "growth", "variable-size", "read-all", "builder", "map-growth", "size-class")

func run(pass *rule.Pass) {
	for r := range pass.Runs() {
		p := &presizer{r, make(map[*types.Func]bool), size.Appended(r.Pkg).Or(r.Pkg), size.Written(r.Pkg).Or(r.Pkg), stored(r.Pkg), make(map[ast.Node]bool)}
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

type presizer struct {
	*rule.Run
	blind map[*types.Func]bool // the functions whose callers blindCallers is looking at

	added, written, stores size.Adds // for slices, buffers and maps

	prepends map[ast.Node]bool // the calls that put an element in front of a slice, and append it by a fix
}

// declared offers room for the slice, map or buffer that d declares.
func (p *presizer) declared(d source.Decl) {
	switch d.Var.Type().Underlying().(type) {
	case *types.Slice:
		if !p.prepended(d) {
			p.slice(d)
		}
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

// fills returns the statements of rest from the first that fills v to the last, as long as each one that mentions v only
// fills it, and looks at it. before is the number of statements that come first.
func (p *presizer) fills(d source.Decl, leaf size.Leaf) (stmts []ast.Stmt, before int) {
	end := 0
	isNil, empty := p.emptySlice(d.Value)
	begun := !isNil && !empty && source.IsA[*types.Slice](d.Var.Type()) // and may be returned as it is
	for i, s := range d.Rest {
		n, fills := p.Pkg.Mentions(s, d.Var), p.leafUses(s, d.Var, leaf)
		if n != fills && !(fills > 0 && source.IsA[*types.Map](d.Var.Type())) && fills+p.looks(s, d.Var, begun || end > 0 || fills > 0) != n {
			break
		}
		if fills > 0 && end == 0 {
			before = i
		}
		if fills > 0 {
			end = i + 1
		}
	}
	return d.Rest[before:max(before, end)], before
}

// perByte returns the count of what statements add to v or, where a byte of a range may become several, one for each of them:
// a number that a reader understands, and that is needed in any case.
//
//	for i := range s { if s[i] == '"' { b = append(b, '\\') }; b = append(b, s[i]) }
//	-------------------------------------------------------------------------------
//	len(s)
func (p *presizer) perByte(v *types.Var, c size.Count, between, stmts []ast.Stmt, pos token.Pos, leaf size.Leaf) size.Count {
	if isBytes(v) && c.Loose && c.Multiple() {
		if least, ok := size.Least(p.File, between, stmts, pos, leaf); ok && least.Density >= 1 {
			return least
		}
	}
	return c
}

// first is [size.Of] of as many of the statements as are countable, if there is a loop among them, or two lengths, or of all.
func (p *presizer) first(between, stmts []ast.Stmt, pos token.Pos, leaf size.Leaf) (size.Count, bool) {
	c, ok := size.Of(p.File, between, stmts, pos, leaf)
	for ; !ok && len(stmts) > 1; ok = ok && (c.Loops || c.Several()) {
		stmts = stmts[:len(stmts)-1]
		c, ok = size.Of(p.File, between, stmts, pos, leaf)
	}
	return c, ok
}

// returns reports whether a statement may return v.
func (p *presizer) returns(stmts []ast.Stmt, v *types.Var) bool {
	return slices.ContainsFunc(stmts, func(s ast.Stmt) bool {
		return slices.ContainsFunc(p.Pkg.UsesIn(s, v), func(use inspector.Cursor) bool {
			return source.Parens(use).ParentEdgeKind() == edge.ReturnStmt_Results
		})
	})
}

// leafUses counts the uses of v in s that belong to statements which leaf recognises.
func (p *presizer) leafUses(s ast.Stmt, v *types.Var, leaf size.Leaf) int {
	n := 0
	for stmt := range source.Nodes[ast.Stmt](s) {
		if part, ok := leaf(stmt); ok && !p.reads(part, v) {
			n += p.Pkg.Mentions(stmt, v)
		}
	}
	return n
}

// looks counts the uses of the slice v in s that only look at the slice, or set an element: they retain nothing, and are
// the same for nil and empty. Where s fills v, uses that return v count, too. Uses in the head of a loop that fills v do
// not count, as the loop may run as long as v grows.
func (p *presizer) looks(s ast.Stmt, v *types.Var, fills bool) (n int) {
	k := &retain.Checker{Pkg: p.Pkg, Var: v, Kind: retain.EmptySlice}
	only := func(use inspector.Cursor) bool {
		switch v.Type().Underlying().(type) {
		case *types.Map:
			return p.Pkg.Looked(use)
		case *types.Slice:
			return p.blindUse(use, v) && k.Lets(use) && !p.steers(use, v)
		}
		return false
	}
	for _, use := range p.Pkg.UsesIn(s, v) {
		use = source.Parens(use)
		if fills && use.ParentEdgeKind() == edge.ReturnStmt_Results || only(use) {
			n++
		}
	}
	return n
}

// steers reports whether the use of v is part of an assignment to v, or stands in the head of a loop with one.
func (p *presizer) steers(use inspector.Cursor, v *types.Var) bool {
	for c := range use.Enclosing() {
		switch c.ParentEdgeKind() {
		case edge.AssignStmt_Lhs, edge.AssignStmt_Rhs, edge.ForStmt_Init, edge.ForStmt_Cond, edge.ForStmt_Post, edge.RangeStmt_X:
			if around := c.Parent().Node(); p.Pkg.WrittenIn(v, around.Pos(), around.End()) {
				return true
			}
		}
	}
	return false
}

// reads reports whether the number of elements that are added depends on v itself.
func (p *presizer) reads(part size.Part, v *types.Var) bool {
	return slices.ContainsFunc(part.Of, func(e ast.Expr) bool { return p.Pkg.Mentions(e, v) > 0 })
}

// nilBecomesEmpty is the caveat of a count above zero that does not prove that something
// is added.
var nilBecomesEmpty = rule.NilOrEmpty.Caveat("nil becomes empty when nothing is added")

// tooMuch is the caveat of a count that may be far above what is needed.
var tooMuch = rule.Retention.Caveat("more memory may be reserved than is needed")

// maxGrowth is the number of bytes that may be reserved, without proof that they are needed, for
// each byte that the loop ranges over.
const maxGrowth = 4

// known says in a message what the count tells.
func known(c size.Count) string {
	switch {
	case c.Least:
		return "the least length is known"
	case c.Guess:
		return "it is made of a text whose length is known"
	}
	return "its length is known"
}

// trust returns the class that follows from the count alone: unit is the size of a counted element
// in bytes, loose says that fewer elements may be added.
func trust(c size.Count, unit int64, loose bool) rule.Class {
	class := rule.Review(c.Caveats()...)
	if loose && c.Density*float64(unit) > maxGrowth {
		class = class.And(rule.Review(tooMuch))
	}
	return class
}

// unit returns the sum of the sizes of the types in bytes. A type whose size depends on a type
// parameter counts as one word.
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

// fresh returns a function that names new variables at pos. The names differ from those of the
// other rules that count with package size, whose fixes may be applied to the same statements.
func (p *presizer) fresh(pos token.Pos) func(base string) string {
	own := map[string]string{"size": "total", "list": "items"}
	return func(base string) string { return p.Fresh(pos, own[base]) }
}
