package presize

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/size"
	"github.com/unheap/unheap/passes/internal/source"
)

// shortText is the room for a number, or for a short text in quotes, in bytes.
const shortText = 64

// otherWords is the caveat of a length that may be too large, or negative; the length comes in front of it.
const otherWords = " panics in other words if there is no memory of that size, or it is negative"

// varies offers room on the stack for a slice of variable length that stays in the function: if
// the room suffices, nothing is allocated, otherwise one array as before. It reports whether it does.
//
// If the length has a limit of which that room is enough, the limit is the capacity:
//
//	x := make([]byte, 64*eta)         x := make([]T, 0, min(n, 16))
//	-----------------------------     -----------------------------
//	x := make([]byte, 64*eta, 192)    x := make([]T, 0, 16)
//
// If a few statements append to it, append makes room where that does not suffice:
//
//	x := make([]T, 0, n)
//	---------------------
//	x := make([]T, 0, 64)
//
// If all of another slice, or text, is copied to it next, append does so:
//
//	x := make([]T, len(y))                    copy(x, y)
//	---------------------------------------------------
//	x := append(make([]T, 0, 64), y...)
//
// If the length can be read twice, or be given a name, the code asks whether the room suffices. A sum gets a name, and so
// does what is computed otherwise or is long:
//
//	x := make([]T, n+1)        x := make([]T, 0, n)
//	-----------------------    -------------------------
//	need := n + 1
//	x := make([]T, 64)         x := make([]T, 0, 64)
//	if need > len(x) {        if n > cap(x) {
//		x = make([]T, need)       x = make([]T, 0, n)
//	}                          }
//	x = x[:need]
//
// Otherwise Grow does so, of an empty slice:
//
//	x := make([]T, 0, n)
//	-------------------------------------
//	x := slices.Grow(make([]T, 0, 64), n)
func (p *presizer) varies(d source.Decl) bool {
	call, ok := ast.Unparen(d.Value).(*ast.CallExpr)
	if !ok || !p.Universe(call.Pos(), "append", "make") || p.HasComment(call.Pos(), call.End()) {
		return false
	}
	if !source.IsBuiltin(p.Info, call, "make") {
		return p.clone(d, call)
	}
	n := call.Args[len(call.Args)-1]
	if zero, isConst := source.IntConst(p.Info, call.Args[1]); p.Info.Types[n].Value != nil || len(call.Args) == 3 && (!isConst || zero != 0) {
		return false
	}
	kind := retain.FullSlice
	if len(call.Args) == 3 {
		kind = retain.EmptySlice
	}
	room := p.roomOnStack(d, kind)
	if room == 0 {
		return false
	}
	if p.limited(d, call, kind) {
		return true
	}
	typ := p.Text(call.Args[0])
	if x, filled := p.copied(d, n); filled && len(call.Args) == 2 {
		text := "append(make(" + typ + ", 0, " + strconv.FormatInt(room, 10) + "), " + p.Text(x) + "...)"
		return p.reportVaries(d, room, rule.Safe, append(p.aboutStack(d, stays(d)), source.ReplaceNode(call, text), p.Remove(d.Rest[0])))
	}
	var text string
	var edits []source.TextEdit
	var above []string
	if kind == retain.EmptySlice && !types.Identical(types.Default(p.Info.TypeOf(n)), types.Typ[types.Int]) {
		return false
	}
	// A negative length would pass the question, and panic with another message where the slice is cut.
	if kind == retain.EmptySlice && effect.Total(p.Info, n) && !p.Pkg.Needs(n) && size.NotNegative(p.Pkg, n) && size.Bounded(p.Pkg, n) && p.inSteps(d.Var) {
		text = "make(" + typ + ", 0, " + strconv.FormatInt(room, 10) + ")"
	} else if twice := p.readsTwice(d, n); (twice || kind == retain.FullSlice && p.namesLength(d, n)) && (size.NotNegative(p.Pkg, n) || kind == retain.FullSlice && !size.Bounded(p.Pkg, n)) {
		length := p.Text(n)
		if _, isSum := ast.Unparen(n).(*ast.BinaryExpr); isSum || !twice {
			length = p.Fresh(d.Stmt.Pos(), "need", "length")
			above = []string{length + " := " + p.Text(n)}
		}
		asks := p.asks(d.Var.Name(), typ, length, room, kind)
		text, edits = asks[0], []source.TextEdit{d.File.Below(d.Stmt, asks[1:]...)}
	} else if kind == retain.FullSlice {
		return p.Refuse(d.Node(), "the length of "+d.Var.Name()+" would have to be computed twice")
	} else if text, edits, ok = p.grown(call.Pos(), typ, room, p.Text(n)); !ok {
		return false
	}
	var class rule.Class
	if !size.Bounded(p.Pkg, n) || kind == retain.EmptySlice && !size.NotNegative(p.Pkg, n) {
		class = rule.Review(rule.LatePanic.Caveat(p.Text(n) + otherWords))
	}
	return p.reportVaries(d, room, class, slices.Concat(edits, []source.TextEdit{source.ReplaceNode(call, text)}, p.aboutStack(d, append(above, stays(d))...)))
}

// copied returns x if the length n of the slice that d declares is len(x), and all of x is copied to it next.
func (p *presizer) copied(d source.Decl, n ast.Expr) (x ast.Expr, ok bool) {
	x, isLen := source.LenOf(p.Info, n)
	if !isLen || len(d.Rest) == 0 || !p.namesLength(d, n) || !effect.Total(p.Info, x) || p.HasComment(d.Rest[0].Pos(), d.Rest[0].End()) {
		return nil, false
	}
	stmt, isExpr := d.Rest[0].(*ast.ExprStmt)
	if !isExpr {
		return nil, false
	}
	call, isCall := ast.Unparen(stmt.X).(*ast.CallExpr)
	if !isCall || !source.IsBuiltin(p.Info, call, "copy") || !p.Pkg.Is(call.Args[0], d.Var) || p.Text(call.Args[1]) != p.Text(x) {
		return nil, false
	}
	return x, p.Pkg.Mentions(stmt, d.Var) == 1
}

// inSteps reports whether nothing but statements of their own, in no loop, append to the slice v.
func (p *presizer) inSteps(v *types.Var) bool {
	for _, w := range p.Pkg.Writes(v) {
		s, ok := source.Parens(w).Parent().Node().(*ast.AssignStmt)
		if !ok || source.LoopSince(w, v.Pos()) {
			return false
		}
		call, isCall := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
		if !isCall || !source.IsBuiltin(p.Info, call, "append") && !retain.Appends(p.Info, call) {
			return false
		}
	}
	return !p.Pkg.Captured(v)
}

// limited offers the largest length that a call of make can be given as the capacity of the slice. It reports whether it does.
func (p *presizer) limited(d source.Decl, call *ast.CallExpr, kind retain.Kind) bool {
	n := call.Args[len(call.Args)-1]
	most, ok := size.Most(p.Pkg, n)
	elem, known := p.Pkg.Sizeof(p.Info.TypeOf(call).Underlying().(*types.Slice).Elem())
	if !ok || !known || most*elem > p.frame(d) || kind == retain.EmptySlice && (!effect.Total(p.Info, n) || p.Pkg.Needs(n)) {
		return false
	}
	limit := strconv.FormatInt(most, 10)
	edit := source.TextEdit{Pos: n.End(), End: n.End(), NewText: []byte(", " + limit)}
	if kind == retain.EmptySlice {
		edit = source.ReplaceNode(n, limit)
	}
	return p.reportVaries(d, most, rule.Safe, []source.TextEdit{edit})
}

// longLength is the number of characters up to which a length is written twice.
const longLength = 32

// readsTwice reports whether a length can be evaluated again behind the declaration d: it is short and an int,
// calls nothing but len, cap and conversions, and mentions no variable that the statement of d declares or sets.
func (p *presizer) readsTwice(d source.Decl, n ast.Expr) bool {
	if len(p.Text(n)) > longLength || !p.asksLength(d, n) {
		return false
	}
	for m := range ast.Preorder(n) {
		switch m := m.(type) {
		case *ast.CallExpr:
			if !source.IsBuiltin(p.Info, m, "len", "cap") && !source.IsConversion(p.Info, m) {
				return false
			}
		case *ast.Ident:
			if setsName(d.Stmt, m.Name) {
				return false
			}
		case *ast.FuncLit, *ast.CompositeLit, *ast.TypeAssertExpr:
			return false
		case *ast.UnaryExpr:
			if m.Op == token.ARROW {
				return false
			}
		}
	}
	return true
}

// namesLength reports whether a length can be evaluated in front of the declaration d, which declares one variable.
func (p *presizer) namesLength(d source.Decl, n ast.Expr) bool {
	s, ok := d.Stmt.(*ast.AssignStmt)
	return ok && len(s.Lhs) == 1 && p.asksLength(d, n)
}

// asksLength reports whether a question about a length, an int, can stand behind the declaration d.
func (p *presizer) asksLength(d source.Decl, n ast.Expr) bool {
	decl, isGroup := d.Stmt.(*ast.DeclStmt)
	return !(isGroup && len(decl.Decl.(*ast.GenDecl).Specs) > 1) && types.Identical(p.Info.TypeOf(n), types.Typ[types.Int]) &&
		!p.HasComment(n.Pos(), n.End()) && p.Universe(d.Stmt.End(), "len", "cap", "make")
}

// setsName reports whether a statement declares, or assigns to, a variable of that name.
func setsName(stmt ast.Stmt, name string) bool {
	named := func(e ast.Expr) bool { id, ok := e.(*ast.Ident); return ok && id.Name == name }
	switch stmt := stmt.(type) {
	case *ast.AssignStmt:
		return slices.ContainsFunc(stmt.Lhs, named)
	case *ast.DeclStmt:
		for _, spec := range stmt.Decl.(*ast.GenDecl).Specs {
			if spec, ok := spec.(*ast.ValueSpec); ok && slices.ContainsFunc(spec.Names, func(id *ast.Ident) bool { return named(id) }) {
				return true
			}
		}
	}
	return false
}

// asks returns the value to declare the slice with, and the lines that ask whether the room suffices.
func (p *presizer) asks(name, typ, n string, room int64, kind retain.Kind) []string {
	zero, asked := "", "len"
	if kind == retain.EmptySlice {
		zero, asked = "0, ", "cap"
	}
	lines := []string{
		"make(" + typ + ", " + zero + strconv.FormatInt(room, 10) + ")",
		"if " + n + " > " + asked + "(" + name + ") {",
		"\t" + name + " = make(" + typ + ", " + zero + n + ")",
		"}",
	}
	if kind == retain.EmptySlice {
		return lines
	}
	return append(lines, name+" = "+name+"["+":"+n+"]")
}

// reportVaries reports a slice that gets room on the stack. It returns true.
func (p *presizer) reportVaries(d source.Decl, room int64, class rule.Class, edits []source.TextEdit) bool {
	p.Report(rule.Finding{
		At:      d.Node(),
		Message: d.Var.Name() + " is on the heap, since its length varies, although it stays in the function",
		Title:   "Keep " + d.Var.Name() + " on the stack up to " + strconv.FormatInt(room, 10) + " elements",
		Class:   class,
		Edits:   edits,
	})
	return true
}

// clone offers room on the stack for a copy that stays in the function, or for the result of a function
// of the library that appends to nothing.
//
//	x := append([]T{}, y...)               x := slices.Clone(y)                   x := strconv.AppendInt(nil, n, 10)
//	-----------------------------------    -----------------------------------    --------------------------------------------------
//	x := append(make([]T, 0, 64), y...)    x := append(make([]T, 0, 64), y...)    x := strconv.AppendInt(make([]byte, 0, 256), n, 10)
func (p *presizer) clone(d source.Decl, call *ast.CallExpr) bool {
	typ, ok := p.TypeText(d.Var.Type(), call.Pos())
	if !ok || len(call.Args) == 0 {
		return false
	}
	first := call.Args[0]
	isNil, empty := p.emptySlice(first)
	isNil = isNil || p.Info.Types[first].IsNil()
	fn := source.Func(p.Info, call)
	clones := fn != nil && (fn.FullName() == "slices.Clone" || fn.FullName() == "bytes.Clone")
	spreads := source.IsBuiltin(p.Info, call, "append") && len(call.Args) == 2 && call.Ellipsis.IsValid()
	if !clones && !(isNil || empty) || !clones && !spreads && !retain.Appends(p.Info, call) || !(empty && spreads) && !p.nilBlind(d.Var) {
		return false
	}
	room := p.roomOnStack(d, retain.FullSlice)
	if room == 0 {
		return false
	}
	if fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "strconv" && !strings.HasPrefix(fn.Name(), "AppendQuote") {
		room = min(room, shortText)
	}
	text := "make(" + typ + ", 0, " + strconv.FormatInt(room, 10) + ")"
	edit := source.ReplaceNode(first, text)
	if clones {
		edit = source.ReplaceNode(call, "append("+text+", "+p.Text(first)+"...)")
	}
	return p.reportVaries(d, room, rule.Safe, []source.TextEdit{edit})
}

// inPlace offers room on the stack for the result of a function of the library that appends to
// nothing, as the argument of a function that only looks at it.
//
//	b.Write(strconv.AppendInt(nil, n, 10))
//	------------------------------------------------------
//	b.Write(strconv.AppendInt(make([]byte, 0, 64), n, 10))
func (p *presizer) inPlace(cur inspector.Cursor, call *ast.CallExpr) {
	if !retain.Appends(p.Info, call) || !p.Info.Types[call.Args[0]].IsNil() || source.ArgumentOf(cur) == nil {
		return
	}
	if source.RunsLater(source.Parens(cur).Parent()) {
		return // the call outlives the statement
	}
	switch source.Func(p.Info, call).Pkg().Path() {
	case "strconv", "unicode/utf8": // they append something: the result is not nil
	default:
		return
	}
	v := types.NewVar(call.Pos(), p.Pkg.Types, "_", p.Info.TypeOf(call)) // stands for the result
	if !p.Universe(call.Pos(), "make", "byte") || p.HasComment(call.Pos(), call.End()) || !retain.IsBorrowed(p.Pkg, v, cur) {
		return
	}
	room := strconv.Itoa(effect.Room(p.Pkg, cur, shortText))
	p.Report(rule.Finding{
		At:      call,
		Message: source.CalleeName(call) + " makes a slice that stays in the function",
		Title:   "Keep the text on the stack up to " + room + " bytes",
		Edits:   []source.TextEdit{source.ReplaceNode(call.Args[0], "make([]byte, 0, "+room+")")},
	})
}

// grown returns the value of an empty slice with room on the stack that grows to n elements. ok is false if
// slices.Grow cannot be named, as before go1.21.
func (p *presizer) grown(pos token.Pos, typ string, room int64, n string) (text string, edits []source.TextEdit, ok bool) {
	made := "make(" + typ + ", 0, " + strconv.FormatInt(room, 10) + ")"
	if !p.AtLeast("go1.21") {
		return "", nil, false
	}
	q, edits, ok := p.Import("slices", "Grow", pos)
	return q + "Grow(" + made + ", " + n + ")", edits, ok
}

// roomOnStack returns the number of elements that the slice of d can have on the stack. It is 0 if
// its memory may leave the function, or something may ask for its capacity.
func (p *presizer) roomOnStack(d source.Decl, kind retain.Kind) int64 {
	if p.Pkg.Asked(d.Var, "cap") {
		return 0
	}
	k := &retain.Checker{Pkg: p.Pkg, Var: d.Var, Kind: kind, InPlace: true, Drops: true, Shrinks: true}
	if n := p.elems(d, p.frame(d)); n >= minElems && k.All() && !k.Escapes {
		return n
	}
	return 0
}

// frame returns how many bytes on the stack the slice of d may have.
func (p *presizer) frame(d source.Decl) int64 {
	if def, ok := p.Pkg.Def(d.Var); !ok || effect.Recursive(p.Pkg, def) {
		return effect.DeepBytes
	}
	return frameBytes
}
