package mechanism

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// capacity is the remedy for a slice with too little room, if no more is known.
const capacity = "give it the final capacity"

// growthRemedy returns the remedy for a growing slice: to make it with enough room before the loop that fills it, if
// it was made without. A slice that is appended to in order to make another one needs no room.
func (f *facts) growthRemedy() string {
	call, path := f.src.call(f.site.Pos)
	if _, known := instead(f.site.Callee); known {
		return ""
	}
	if f.site.Kind != record.PointAppend || call == nil || len(call.Args) == 0 {
		return capacity
	}
	base := ast.Unparen(call.Args[0])
	if cut, ok := base.(*ast.SliceExpr); ok && cut.High != nil && !cut.Slice3 && f.src.zero(cut.High) {
		return "it is cut to [:0] already, and has too little room: begin with more"
	}
	if lit, ok := base.(*ast.CompositeLit); ok && len(lit.Elts) > 0 {
		return "the literal is outgrown at once: make the slice with room for all, and append to that"
	}
	if to := assignedTo(path); to != nil && !f.sameExpr(to, base) && !f.src.emptySlice(base) {
		return fmt.Sprintf("%s is to stay as it is, so the two are joined in a new slice: go through one after the other, where nobody needs them in one", types.ExprString(base))
	}
	place := f.src.place(base)
	if f.src.habits(place).emptied {
		return emptiedAlready
	}
	switch v, ok := place.(*types.Var); {
	case !ok:
		return capacity
	case f.local(base):
		return f.localRoom(v, call)
	case v.IsField() || v.Pkg() != nil && v.Parent() == v.Pkg().Scope():
		if v.Exported() {
			return capacity
		}
		return capacity + ", or cut it to [:0] and use it again, where nobody has it any more"
	}
	if namesResult(f.path, place.Name()) {
		return capacity
	}
	return "the slice is the caller's: let him give it the final capacity"
}

// tooLittle is the remedy for a slice that is made only if an existing one has too little room.
const tooLittle = "it is made only where what is there has too little room: see that it has enough"

// emptiedAlready is the remedy for a slice that is reused already.
const emptiedAlready = "it is cut and used again already, and has too little room: begin with more"

// localRoom is growthRemedy for a local variable.
func (f *facts) localRoom(v *types.Var, call *ast.CallExpr) string {
	text := ""
	if len(call.Args) == 2 && !call.Ellipsis.IsValid() {
		made := f.typeText(f.src.info.TypeOf(call))
		text = f.withRoom(ast.Unparen(call.Args[0]).(*ast.Ident), 3, fmt.Sprintf("make(%s, 0, len(%%s))", made))
	}
	if lines := f.appendedElsewhere(v); lines != nil {
		// With room left in v, each of these appends would write to the same place.
		text = cmp.Or(text, "give make the final capacity")
		return fmt.Sprintf("%s; but then append to %[2]s[:len(%[2]s):len(%[2]s)] in line %[3]s, since the results would share its room", text, v.Name(), strings.Join(lines, " and "))
	}
	if text != "" {
		return text
	}
	if f.handsOut(v) {
		return "give make the final capacity"
	}
	return "give make the final capacity, or take a slice from a sync.Pool, cut to [:0]"
}

// appendedElsewhere returns the lines of all appends to v whose result is not assigned to v.
func (f *facts) appendedElsewhere(v types.Object) (lines []string) {
	for call := range each[*ast.CallExpr](function(f.path)) {
		if f.called(call) != "append" || len(call.Args) < 2 || !f.src.isVariable(call.Args[0], v) {
			continue
		}
		at := f.src.fset.Position(call.Lparen)
		_, path := f.src.call(record.Position{File: f.src.name, Line: at.Line, Column: at.Column})
		if path == nil {
			continue
		}
		if to := assignedTo(path); to == nil || f.src.place(to) != v {
			lines = append(lines, strconv.Itoa(at.Line))
		}
	}
	return slices.Compact(lines)
}

// sameExpr reports whether two expressions are the same variable, or have the same text.
func (f *facts) sameExpr(a, b ast.Expr) bool {
	x, isName := ast.Unparen(a).(*ast.Ident)
	y, alsoName := ast.Unparen(b).(*ast.Ident)
	if isName && alsoName {
		return f.src.info.ObjectOf(x) == f.src.info.ObjectOf(y)
	}
	return types.ExprString(ast.Unparen(a)) == types.ExprString(ast.Unparen(b))
}

// mapRemedy returns the remedy for a growing map: to make it with room for what a loop inserts, if it is made for
// that loop.
func (f *facts) mapRemedy() string {
	if strings.HasPrefix(record.WithoutTypeArguments(f.site.Callee), "maps.") {
		return f.copyRemedy()
	}
	index, _, ok := inner[*ast.IndexExpr](f.path)
	if !ok {
		return ""
	}
	if call, ok := ast.Unparen(index.X).(*ast.CallExpr); ok {
		return f.roomFrom(call)
	}
	place, own := f.src.place(index.X), f.local(index.X)
	emptied := f.src.habits(place).emptied
	switch first := f.firstGroup(); {
	case own && f.origin(place) != nil:
		return f.roomFrom(f.origin(place))
	case emptied:
		return "it is cleared and used again already: give make the number of entries"
	case first && own && !f.handsOut(place):
		return f.againOf(place) + ", and clear it; a few entries are found in a slice as fast"
	case first:
		return "a few entries are found in a slice as fast, which needs no room for eight"
	case !own:
		return "give make the number of entries"
	}
	text := f.withRoom(index.X.(*ast.Ident), 2, fmt.Sprintf("make(%s, len(%%s))", f.typeText(f.src.info.TypeOf(index.X))))
	text = cmp.Or(text, f.entries(place))
	return text
}

// entries returns the remedy for a local map: to make it with room, and to reuse it if nobody retains it.
func (f *facts) entries(v types.Object) string {
	if f.handsOut(v) {
		return "give make the number of entries"
	}
	return "give make the number of entries, or " + f.againOf(v) + ", and clear it"
}

// roomFrom returns the remedy for a map that a call returns: to give it room in the called function, if that is the
// user's.
func (f *facts) roomFrom(call *ast.CallExpr) string {
	if _, obj := f.src.callee(call); obj != nil && f.owned(obj.Pkg()) {
		return fmt.Sprintf("it comes from %s: give it room there", brief(types.ExprString(call)))
	}
	return fmt.Sprintf("it comes from %s, which gives it no room: put only into it what is needed", brief(types.ExprString(call)))
}

// origin returns the call, other than of a builtin function, whose result a local variable is; nil if there is none.
func (f *facts) origin(v types.Object) *ast.CallExpr {
	for assign := range each[*ast.AssignStmt](function(f.path)) {
		for i, left := range assign.Lhs {
			id, ok := left.(*ast.Ident)
			call, isCall := ast.Unparen(assign.Rhs[min(i, len(assign.Rhs)-1)]).(*ast.CallExpr)
			if !ok || !isCall || assign.Tok != token.DEFINE || f.src.info.Defs[id] != v {
				continue
			}
			if kind, obj := f.src.callee(call); kind != builtinCall && kind != conversionCall && obj != nil {
				return call
			}
		}
	}
	return nil
}

// madeMapRemedy returns the remedy for a new map; it does not advise to reuse a map that others retain.
func (f *facts) madeMapRemedy() string {
	switch f.wayOut().mechanism {
	case Returned, Stored, Sent:
		return f.handedOutRemedy()
	}
	if f.literalEntries() > 0 {
		return strings.TrimPrefix(f.handedOutRemedy(), handedOut)
	}
	if again := f.again(); again != "" {
		return again + ", and clear it"
	}
	return f.handedOutRemedy()
}

// copyRemedy returns the remedy for a map that a function of package maps fills; it does not advise room that the map
// has.
func (f *facts) copyRemedy() string {
	call, _ := f.src.call(f.site.Pos)
	if call == nil || len(call.Args) == 0 {
		return ""
	}
	id, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
	if !ok || !f.local(id) {
		return "give make the number of entries"
	}
	v := f.src.info.Uses[id]
	if f.roomGiven(v, 2) == 0 {
		return f.entries(v)
	}
	text := "the map has its room: it is made, not grown. Make it only where something is to be in it"
	if !f.handsOut(v) {
		text += ", or " + f.againOf(v) + ", and clear it"
	}
	return text
}

// withRoom returns the remedy for what a loop fills: to make it as text says, with the length of what the loop ranges
// over for its verb. A make with at least that many arguments gives room already.
func (f *facts) withRoom(filled *ast.Ident, arguments int, text string) string {
	v := f.src.info.Uses[filled]
	if line := f.roomGiven(v, arguments); line > 0 {
		text = fmt.Sprintf("the room that make gives it in line %d is not enough: give it more", line)
		if !f.handsOut(v) {
			text += ", or " + f.againOf(v)
		}
		return text
	}
	if over := f.overLength(v); over != "" && f.origin(v) == nil {
		return "make it with room for the loop: " + fmt.Sprintf(text, over)
	}
	return ""
}

// storedSliceRemedy returns the remedy for a slice that is retained, so that it cannot be reused: to cut several from
// one array, unless the code does so already.
func (f *facts) storedSliceRemedy() string {
	if f.tooSmall() {
		return tooLittle
	}
	if target := f.target(); target != nil && f.src.habits(f.src.place(target)).batch {
		call, _ := f.src.call(f.site.Pos)
		if call != nil && len(call.Args) > 1 && f.src.info.Types[call.Args[1]].Value != nil {
			return "it is one array for many already: a longer one is made less often"
		}
		return "it is one array for many already: fewer only where it is made for more of them at once"
	}
	return "cut several slices of one type from one array"
}
