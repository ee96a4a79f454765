package split

import (
	"go/ast"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/source"
)

// usualParts is the smallest room on the stack, in parts: 256 bytes. If there are more parts, append
// moves them to the heap.
const usualParts = 16

// gathered appends the parts to a slice on the stack, if the list stays in the function
// and few parts are expected. All uses of the list stay as they are, including the panics of
// an index out of range.
//
//	f := strings.Fields(s)
//	---------------------------------------
//	f := make([]string, 0, 16)
//	for field := range strings.FieldsSeq(s) {
//	        f = append(f, field)
//	}
func (p *splitter) gathered(s site, d source.Decl) {
	few := p.expected(s, d)
	switch k := (&retain.Checker{Pkg: p.Pkg, Var: d.Var, Kind: retain.EmptySlice, Shrinks: true}); {
	case s.name == "SplitN" || !d.Typed():
		return
	case few < 2:
		p.Refuse(s.call, "nothing shows how many parts there are")
		return
	case !k.All():
		p.Refuse(s.call, "more than Cut gives is done with the list, which may leave the function by "+k.Retains())
		return
	}
	room := effect.Room(p.Pkg, s.cur, stringBytes*max(few, usualParts)) / stringBytes
	if room < few {
		p.Refuse(s.call, "the function may call itself, and the stack has no room for that many parts")
		return
	}
	lines, ok := p.gather(s, d.Stmt, d.Var.Name(), room, false)
	if !ok {
		return
	}
	if edits, ok := p.instead(d, lines); ok {
		p.report(s, "Gather the parts on the stack", edits...)
	}
}

// stringBytes is the size of a string header on 64 bits.
const stringBytes = 16

// expected returns the number of parts that the code expects: the largest constant index, bound,
// or number that the length is compared with. It is 0 if there is none, or if the text is split into
// lines, or if a loop cuts off one part after the other.
func (p *splitter) expected(s site, d source.Decl) int {
	v := d.Var
	if strings.Contains(s.sep, "\n") || slices.ContainsFunc(p.Pkg.Writes(v), func(w inspector.Cursor) bool { return p.cutsOff(w) && source.LoopSince(w, d.Stmt.Pos()) }) {
		return 0
	}
	most := int64(0)
	note := func(e ast.Expr, more int64) {
		if n, ok := source.IntConst(p.Info, e); e != nil && ok && n <= maxLength {
			most = max(most, n+more)
		}
	}
	for _, cur := range p.Pkg.Uses(v) {
		cur = source.Parens(cur)
		switch parent := cur.Parent().Node().(type) {
		case *ast.IndexExpr:
			note(parent.Index, 1)
		case *ast.SliceExpr:
			note(parent.Low, 1)
		case *ast.CallExpr:
			length := source.Parens(cur.Parent())
			if !p.isLen(length.Node().(ast.Expr), v) {
				continue
			}
			switch around := length.Parent().Node().(type) {
			case *ast.BinaryExpr:
				note(around.X, 0)
				note(around.Y, 0)
			case *ast.SwitchStmt:
				for _, clause := range around.Body.List {
					for _, e := range clause.(*ast.CaseClause).List {
						note(e, 0)
					}
				}
			}
		}
	}
	return int(most)
}

// cutsOff reports whether the write is the target of v = v[i:j].
func (p *splitter) cutsOff(write inspector.Cursor) bool {
	assign, ok := write.Parent().Node().(*ast.AssignStmt)
	return ok && slices.ContainsFunc(assign.Rhs, func(e ast.Expr) bool { return source.Has[*ast.SliceExpr](e) })
}

// gather returns the statements that declare the list, and append the parts to it; with only, no more
// parts than there is room for. ok is false if a name means something else, or the language version lacks a function.
func (p *splitter) gather(s site, at ast.Node, list string, room int, only bool) (lines []string, ok bool) {
	pos := at.Pos()
	if !p.Universe(pos, "make", "string", "append", "len", "true") || s.sep == "" && !p.Has(s.call, "strings", s.name+"Seq") {
		return nil, false
	}
	names := source.NamesIn(s.call)
	inner := func(base string) string { // a name for the loop, which only has to differ from those in it
		if names[base] || base == list {
			return p.Fresh(pos, base)
		}
		return base
	}
	part := inner(map[bool]string{true: "field", false: "part"}[s.sep == ""])
	size := strconv.Itoa(room)
	lines = []string{list + " := make([]string, 0, " + size + ")"}
	add := list + " = append(" + list + ", " + part + ")"
	if !p.AtLeast("go1.24") {
		t := p.turn(s, part, inner)
		if only {
			t.more += " && len(" + list + ") < " + size
		}
		lines = append(lines, "for "+t.names+" := "+t.values+"; "+t.more+"; {")
		for _, line := range append(t.lines, add) {
			lines = append(lines, "\t"+line)
		}
		return append(lines, "}"), true
	}
	lines = append(lines, "for "+part+" := range "+s.q+s.name+"Seq("+p.args(s)+") {")
	if only {
		return append(lines, "\tif "+add+"; len("+list+") == "+size+" {", "\t\tbreak", "\t}", "}"), true
	}
	return append(lines, "\t"+add, "}"), true
}

// nth gathers the parts up to the one with the index i, which may be out of range.
//
//	                                             return strings.Split(s, ",")[1]
//	----------------------------------------
//	parts := make([]string, 0, 2)
//	for part := range strings.SplitSeq(s, ",") {
//	        if parts = append(parts, part); len(parts) == 2 {
//	                break
//	        }
//	}
//	                                             return parts[1]
func (p *splitter) nth(s site, cur inspector.Cursor, i int64) {
	if p.known(s, cur, i) {
		return
	}
	if s.name == "SplitN" || i < 0 || i >= usualParts || p.Pkg.Changes(cur) {
		p.Refuse(s.call, "a part is used that may not exist, or may change")
		return
	}
	stmt, ok := effect.Lift(p.File, s.cur)
	if !ok || !effect.Undisturbed(p.File, s.cur, stmt, s.call.Args...) {
		p.Refuse(s.call, "something else in the statement has to be evaluated first")
		return
	}
	list := p.Fresh(stmt.Pos(), "parts")
	if lines, ok := p.gather(s, stmt, list, int(i)+1, true); ok {
		p.report(s, "Go on to the part that is used", p.Before(stmt, lines...), source.ReplaceNode(s.cur.Node(), list))
	}
}

// known cuts the part with the index i, at cur, which exists by the conditions around. It reports whether it does.
//
//	                                         return strings.SplitN(s, "=", 2)[1]
//	------------------------------------
//	_, after, _ := strings.Cut(s, "=")
//	                                         return after
func (p *splitter) known(s site, cur inspector.Cursor, i int64) bool {
	n := i + 2 // the part, and the rest
	if s.limit == i+1 {
		n = s.limit
	}
	stmt, ok := effect.Lift(p.File, s.cur)
	if !ok || s.sep == "" || i < 0 || partNames[n] == nil || !p.hasCut() || !effect.Undisturbed(p.File, s.cur, stmt, s.call.Args...) {
		return false
	}
	at, ok := p.Cursor.FindNode(stmt)
	if !ok || p.guarded(s, at)&(1|upTo(i)) != 0 || p.Pkg.Changes(cur) || p.HasComment(cur.Node().Pos(), cur.Node().End()) {
		return false
	}
	names := slices.Repeat([]string{"_"}, int(n))
	names[i] = p.nameOf(stmt.Pos(), cur, partNames[n][i])
	p.report(s, "Take the part with strings.Cut", p.Before(stmt, p.cuts(s, stmt.Pos(), names, "_", n)...), source.ReplaceNode(cur.Node(), names[i]))
	return true
}

// words counts the fields.
//
//	                                       len(strings.Fields(s))
//	-------------------------------------
//	n := 0
//	for range strings.FieldsSeq(s) {
//	        n++
//	}
//	                                       n
func (p *splitter) words(s site, length inspector.Cursor) {
	if !p.Has(s.call, "strings", s.name+"Seq") || p.HasComment(length.Node().Pos(), length.Node().End()) {
		return
	}
	stmt, ok := effect.Lift(p.File, s.cur)
	if !ok || !effect.Undisturbed(p.File, s.cur, stmt, s.call.Args...) {
		p.Refuse(s.call, "something else in the statement has to be evaluated first")
		return
	}
	n := p.Fresh(stmt.Pos(), "n", "count")
	p.report(s, "Count the fields",
		p.Before(stmt, n+" := 0", "for range "+s.q+s.name+"Seq("+p.args(s)+") {", "\t"+n+"++", "}"),
		source.ReplaceNode(length.Node(), n))
}
