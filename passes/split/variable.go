package split

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/source"
)

// variable looks for the rewrite that fits the uses of parts := strings.Split(…).
func (p *splitter) variable(s site, d source.Decl) {
	if w, ok := effect.WalkOf(p.File, d.Var); ok {
		p.walk(s, w)
		return
	}
	if len(p.Pkg.Uses(d.Var)) == 0 || d.HasComment() {
		return
	}
	fixed := len(p.Pkg.Writes(d.Var)) == 0 && s.sep != ""
	if !fixed || !p.lastPart(s, d) && !p.parts(s, d) && !p.counted(s, d) {
		p.gathered(s, d)
	}
}

// walk uses SplitSeq for the only loop over the parts, and counts separators for their length.
//
//	parts := strings.Split(s, ",")    len(parts)                   for _, p := range parts {
//	------------------------------    --------------------------   -------------------------------------
//	                                  strings.Count(s, ",") + 1    for p := range strings.SplitSeq(s, ",") {
func (p *splitter) walk(s site, w effect.Walk) {
	d := w.Decl
	loop, ranges := w.Loop.(*ast.RangeStmt)
	if _, isShort := d.Stmt.(*ast.AssignStmt); isShort && w.Counter == nil && s.name != "FieldsFunc" && len(w.Lens) == 0 && d.Rest[0] == w.Loop && ranges && len(w.Parts) == 0 && p.AtLeast("go1.24") {
		return // stringsseq of x/tools does so
	}
	if d.HasComment() || p.HasComment(w.Loop.Pos(), w.Body.Lbrace) {
		return
	}
	part := ""
	switch {
	case ranges && loop.Value != nil && !source.IsBlank(loop.Value):
		part = p.Text(loop.Value)
		v := p.Info.Defs[loop.Value.(*ast.Ident)].(*types.Var)
		if p.Pkg.Captured(v) && !p.AtLeast("go1.22") || len(w.Parts) > 0 && len(p.Pkg.Writes(v)) > 0 {
			return // a literal captures the only variable of all iterations, or the variable gets another value
		}
	case len(w.Parts) > 0:
		part = p.Fresh(w.Loop.Pos(), "part")
	}
	if !p.AtLeast("go1.24") && !p.cutsIn(s, w.Body, part) {
		return // the part hides the separator, or the body declares its name anew
	}
	var lines []string
	if w.Moves {
		s.text = p.Fresh(d.Stmt.Pos(), "text", "input", "line")
		lines = append(lines, s.text+" := "+p.Text(s.call.Args[0]))
	}
	n := ""
	if len(w.Lens) > 1 { // they are counted once, as they were
		n = p.Fresh(d.Stmt.Pos(), "n", "count", "number")
		lines = append(lines, n+" := "+s.q+"Count("+p.args(s)+") + 1")
	}
	edits, room := []source.TextEdit{d.Remove()}, true
	if lines != nil {
		edits, room = p.instead(d, lines)
	}
	head, ok := p.each(s, w, part)
	if !ok || !room {
		return
	}
	edits = append(edits, head...)
	for _, e := range w.Parts {
		if p.HasComment(e.Pos(), e.End()) {
			return
		}
		edits = append(edits, source.ReplaceNode(e, part))
	}
	for _, length := range w.Lens {
		if p.HasComment(length.Pos(), length.End()) {
			return
		}
		cur, ok := p.Cursor.FindNode(length)
		if !ok {
			return
		}
		at, text := ast.Node(length), n
		if n == "" {
			at, text = p.number(s, cur)
		}
		edits = append(edits, source.ReplaceNode(at, text))
	}
	title := "Range over strings." + s.name + "Seq"
	if !p.AtLeast("go1.24") {
		title = "Cut one part after the other"
	}
	p.report(s, title, edits...)
}

// number returns the text of the number of parts, for the place of their length at cur, and what it replaces.
//
//	len(parts)                   len(parts) - 1
//	--------------------------   ----------------------
//	strings.Count(s, ",") + 1    strings.Count(s, ",")
func (p *splitter) number(s site, cur inspector.Cursor) (at ast.Node, text string) {
	if less, ok := source.Parens(cur).Parent().Node().(*ast.BinaryExpr); ok && less.Op == token.SUB && ast.Unparen(less.X) == cur.Node() {
		if one, isLit := less.Y.(*ast.BasicLit); isLit && one.Value == "1" && !p.HasComment(less.Pos(), less.End()) {
			return less, s.q + "Count(" + p.args(s) + ")"
		}
	}
	return cur.Node(), p.separators(s, cur)
}

// each returns the edits of the head of a loop over the parts, and of its counter, if it has one. ok is false if there
// is no room for the counter.
func (p *splitter) each(s site, w effect.Walk, part string) (edits []source.TextEdit, ok bool) {
	if !p.AtLeast("go1.24") {
		if w.Counter == nil {
			return p.cutting(s, w.Loop, w.Body, part, "", "", ""), true
		}
		return p.cutting(s, w.Loop, w.Body, part, w.Counter.Name()+", ", "0, ", " "+w.Counter.Name()+"++"), true
	}
	if w.Counter != nil {
		cur, found := p.Cursor.FindNode(w.Loop)
		cur = source.Labeled(cur)
		if _, _, inList := source.StmtList(cur); !found || !inList || source.UsedOutside(cur, w.Counter.Name()) || source.NamesIn(s.call)[w.Counter.Name()] {
			return nil, p.Refuse(s.call, "there is no room for the counter of the parts")
		}
		edits = append(edits, p.Before(cur.Node(), w.Counter.Name()+" := -1"), p.Top(w.Body, w.Counter.Name()+"++"))
	}
	if part != "" {
		part += " := "
	}
	return append(edits, source.Replace(w.Loop.Pos(), w.Body.Lbrace, "for "+part+"range "+s.q+s.name+"Seq("+p.args(s)+") ")), true
}

// A list is the slice of the parts.
type list struct {
	*types.Var
	n     int64   // the number of parts that the code wants
	exact bool    // there may be more than n parts, and comparisons ask for exactly n
	open  bool    // there may be more than n parts, and the last is all that is behind the others
	may   lengths // the numbers that are possible by conditions in front of the call
}

// all returns the numbers of parts that are possible.
func (l list) all() lengths {
	if l.exact || l.open {
		return upTo(maxLength) & l.may
	}
	return upTo(l.n) & l.may
}

// has reports whether the variable that is cut for the part i has that part, if the number of parts is in
// the set.
func (l list) has(i int64, set lengths) bool {
	if l.exact {
		return set == 1<<l.n
	}
	return set&(1|upTo(i)) == 0
}

// A use is one use of the slice, of one kind.
type use struct {
	// kind is 'p' for a part, 'n' for the number of parts, '=' for a comparison "there are n", '!' for "there are
	// not n", 's' for a switch by the number, 'r' for a loop over the parts from the last on.
	kind byte
	i    int64 // the index of the part
	cur  inspector.Cursor
}

// parts uses Cut for the first part, or for each of a known number of parts.
//
//	kv := strings.SplitN(s, "=", 2)           if len(kv) == 2 {   kv[0]    kv[1]
//	------------------------------------      -----------------   ------   -----
//	before, after, ok := strings.Cut(s, "=")  if ok {             before   after
//
//	v := strings.Split(s, ".")                if len(v) == 3 {
//	-------------------------------------     -------------------------------------------
//	first, rest, _ := strings.Cut(s, ".")     if ok && !strings.Contains(third, ".") {
//	second, third, ok := strings.Cut(rest, ".")
func (p *splitter) parts(s site, d source.Decl) bool {
	return slices.ContainsFunc(p.listsOf(s, d), func(l list) bool { return p.partsOf(s, d, l) })
}

// partsOf is parts for a list of which so many parts are wanted.
func (p *splitter) partsOf(s site, d source.Decl, l list) bool {
	var uses []use
	live, idle := p.live(s, d)
	for _, cur := range live {
		u, ok := p.use(cur, l)
		if l.open && !ok {
			u, ok = p.restOf(s, cur, l)
		}
		if !ok || u.kind != 's' && u.kind != 'r' && p.HasComment(u.cur.Node().Pos(), u.cur.Node().End()) {
			return false
		}
		uses = append(uses, u)
	}
	loop, ok := p.onlyLoop(d, uses)
	if !ok {
		return false
	}
	if !slices.ContainsFunc(uses, func(u use) bool { return u.kind != 'p' || u.i > 0 }) {
		l.n = 2 // the first part is all that is wanted
	}
	asks := slices.ContainsFunc(uses, func(u use) bool { return u.kind != 'p' })
	if len(live) == 0 || !p.cuttable(s, l.n) || s.bytes && l.exact && asks {
		return false // the bytes of the last part may have changed where it is searched for a separator
	}
	if used := slices.ContainsFunc(uses, func(u use) bool { return u.kind == 'p' }); used && !p.hasCut() && loop == nil && p.sliced(s, d, l, uses, idle) {
		return true
	}
	edits, ok := p.taken(s, d, l, loop, uses)
	if ok {
		p.report(s, "Take the parts with strings."+p.finder(), append(edits, idle...)...)
	}
	return ok
}

// taken returns the edits that cut the parts, and put them in the place of their uses. ok is false if there is no room, or
// a name means something else at a use.
func (p *splitter) taken(s site, d source.Decl, l list, loop *ast.RangeStmt, uses []use) (edits []source.TextEdit, ok bool) {
	plain, uses, second := p.needless(s, d, l, uses)
	found, more := "_", uses
	if slices.ContainsFunc(uses, func(u use) bool { return u.kind != 'p' }) {
		if found = p.Fresh(d.Stmt.Pos(), "ok", "found"); l.exact {
			more = append(more, use{'p', l.n - 1, d.Cur}) // it is searched for another separator
		}
	}
	own, renamed, gone := p.named(d, uses)
	names := p.namesOf(s, d, l.n, own, more)
	if second != "" {
		names[1] = second
	}
	if loop != nil {
		names[l.n-1] = p.Fresh(d.Stmt.Pos(), "rest", "remaining")
	}
	if edits, ok = p.instead(d, p.cuts(s, d.Stmt.Pos(), names, found, l.n)); !ok {
		return nil, false
	}
	edits = append(edits, slices.Concat(renamed, plain)...)
	if around, question, ok := p.unguarded(loop, uses); ok {
		edits, gone[question] = append(edits, around...), true
	}
	for _, u := range uses {
		text := names[u.i]
		switch {
		case gone[u]:
			continue
		case u.kind == 's':
			edits = append(edits, p.chosen(u.cur.Node().(*ast.SwitchStmt), found)...)
			continue
		case u.kind == 'r':
			edits = append(edits, p.goesOn(s, loop, names[l.n-1], found)...)
			continue
		case u.kind != 'p':
			text = p.condition(s, u, l, found, "!"+found, names[l.n-1])
		}
		if text == "" {
			return nil, false
		}
		edits = append(edits, source.ReplaceNode(u.cur.Node(), text))
	}
	return edits, true
}

// partNames are the names of parts, for each number of them.
var partNames = map[int64][]string{2: {"before", "after"}, 3: {"first", "second", "third"}, 4: {"first", "second", "third", "fourth"}}

// listsOf returns the list with each number of parts that may be wanted: the limit of SplitN, the number that a
// comparison asks for, or, without these, two, the second of which is not used.
func (p *splitter) listsOf(s site, d source.Decl) (lists []list) {
	v, may := d.Var, p.guarded(s, d.Cur)
	if partNames[s.limit] != nil {
		lists = append(lists, list{v, s.limit, false, false, may})
	} else if n := p.heads(v) + 1; partNames[n] != nil && (n == 2 || p.hasCut()) && !s.bytes {
		return []list{{v, n, false, true, may}}
	}
	for _, cur := range p.Pkg.Uses(v) {
		if call := source.ArgumentOf(cur); call != nil {
			if cmp, ok := source.Parens(source.Parens(cur).Parent()).Parent().Node().(*ast.BinaryExpr); ok {
				if n, ok := source.IntConst(p.Info, cmp.Y); ok && partNames[n] != nil && n != s.limit {
					return append(lists, list{v, n, may>>(n+1) != 0, false, may})
				}
			}
		}
	}
	if lists == nil {
		lists = []list{{v, 2, may>>3 != 0, false, may}}
	}
	return lists
}

// cuts returns the statements that cut the parts: n-1 calls of Cut, the last of which finds
// nothing if one before it found nothing. ok is the name of the result that says whether there are at least least parts.
// Without Cut, what is behind two parts is cut off.
func (p *splitter) cuts(s site, pos token.Pos, names []string, ok string, least int64) (lines []string) {
	if !p.hasCut() {
		lines = p.finds(s, pos, names[0], names[1], ok)
		if len(names) > 2 {
			second := names[1]
			i := p.counter(s, pos, second)
			lines = append(lines, p.ifFound(s, "Index", i, second, second+" = "+second+"[:"+i+"]")...)
		}
		return lines
	}
	rest, from, sep := "", p.args(s), p.Text(s.call.Args[1])
	for i, name := range names[:len(names)-1] {
		after, found, assign := rest, "_", " := "
		if int64(i) == least-2 {
			found = ok
		}
		switch {
		case i == len(names)-2:
			after = names[i+1]
			if name == "_" && after == "_" && found == "_" {
				assign = " = "
			}
		case rest == "":
			rest = p.Fresh(pos, "rest", "remaining")
			after = rest
		case name == "_" && found == "_":
			assign = " = "
		}
		lines = append(lines, name+", "+after+", "+found+assign+s.q+"Cut("+from+")")
		from = rest + ", " + sep
	}
	return lines
}

// condition returns the condition whether there are n parts, or are not, for a use of the kind '=' or '!'. found and
// missing are the conditions for the last separator, last is the last part. It is "" if a name means something else at
// the use.
func (p *splitter) condition(s site, u use, l list, found, missing, last string) string {
	text, op := found, token.LAND
	if u.kind == '!' {
		text, op = missing, token.LOR
	}
	if !l.exact {
		return text
	}
	if !p.Visible(s.call, u.cur.Node().Pos()) || !p.Spelled(s.call, u.cur.Node().Pos(), "Contains") {
		return ""
	}
	more := s.q + "Contains(" + last + ", " + p.Text(s.call.Args[1]) + ")"
	if u.kind == '=' {
		more = "!" + more
	}
	text += " " + op.String() + " " + more
	return source.Enclosed(u.cur, op, text)
}

// use recognises kv[0], a guarded kv[1] and the comparisons of len(kv).
func (p *splitter) use(cur inspector.Cursor, l list) (use, bool) {
	cur = source.Parens(cur)
	switch parent := cur.Parent().Node().(type) {
	case *ast.IndexExpr:
		i, ok := source.IntConst(p.Info, parent.Index)
		if !ok || i < 0 || i >= l.n || l.open && i == l.n-1 || cur.ParentEdgeKind() != edge.IndexExpr_X || p.Pkg.Changes(cur.Parent()) {
			return use{}, false
		}
		return use{'p', i, cur.Parent()}, i == 0 || l.has(i, p.lengthsAt(cur, l.Var, l.all()))
	case *ast.CallExpr:
		if !source.IsBuiltin(p.Info, parent, "len") {
			return use{}, false
		}
		at := source.Parens(cur.Parent()).Parent()
		if sw, ok := at.Node().(*ast.SwitchStmt); ok {
			return use{'s', 0, at}, l.n == 2 && !l.exact && !l.open && p.oneOrTwo(sw)
		}
		cmp, ok := at.Node().(*ast.BinaryExpr)
		if !ok {
			return use{}, false
		}
		kind, ok := p.compares(cmp, l)
		return use{kind, 0, at}, ok
	}
	return use{}, false
}

// oneOrTwo reports whether all cases of a switch are 1 or 2.
func (p *splitter) oneOrTwo(sw *ast.SwitchStmt) bool {
	for _, clause := range sw.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			if n, ok := source.IntConst(p.Info, e); !ok || n != 1 && n != 2 {
				return false
			}
		}
	}
	return p.hasCut() && !p.HasComment(sw.Tag.Pos(), sw.Body.Lbrace)
}

// chosen returns the edits for a switch by the number of parts.
//
//	switch len(kv) {     case 2:      case 1:
//	----------------     --------     ---------
//	switch {             case ok:     case !ok:
func (p *splitter) chosen(sw *ast.SwitchStmt, ok string) (edits []source.TextEdit) {
	edits = append(edits, source.Replace(sw.Tag.Pos(), sw.Body.Lbrace, ""))
	for _, clause := range sw.Body.List {
		for _, e := range clause.(*ast.CaseClause).List {
			text := ok
			if n, _ := source.IntConst(p.Info, e); n == 1 {
				text = "!" + ok
			}
			edits = append(edits, source.ReplaceNode(e, text))
		}
	}
	return edits
}

// compares recognises comparisons of len(l) that tell whether there are n parts.
func (p *splitter) compares(cond *ast.BinaryExpr, l list) (kind byte, ok bool) {
	set, all, n := p.where(cond, l.Var, true), l.all(), lengths(1)<<l.n
	if l.open {
		n = all &^ upTo(l.n-1)
	}
	switch set & all {
	case n:
		return '=', true
	case all &^ n:
		return '!', true
	}
	return 0, false
}

// lastPart uses LastIndex for the last part. If there is no separator, LastIndex is -1, and the part is the
// whole string. The part is cut where it is used, if it is used once and the string is unchanged there;
// otherwise instead of the list.
func (p *splitter) lastPart(s site, d source.Decl) bool {
	if s.name != "Split" || overlaps(s.sep) {
		return false
	}
	uses := p.Pkg.Uses(d.Var)
	var last, before []inspector.Cursor // the uses of the last part, and of the sum of those before it
	var asked []use                     // whether there is a separator
	for i := 0; i < len(uses); i++ {
		if u, ok := p.use(uses[i], list{d.Var, 1, true, false, ^lengths(0)}); ok && u.kind != 'p' {
			asked = append(asked, u)
			continue
		}
		cur, isLast, ok := p.lastUse(s, d.Var, source.Parens(uses[i]))
		i++ // the length in the index
		switch {
		case !ok || p.HasComment(cur.Node().Pos(), cur.Node().End()):
			return false
		case isLast:
			last = append(last, cur)
		default:
			before = append(before, cur)
		}
	}
	switch {
	case len(last)+len(before) == 0:
		return false
	case len(asked)+len(before) > 0:
		return p.lastWhereFound(s, d, last, before, asked)
	}
	return len(last) == 1 && p.lastWhereUsed(s, d, last[0]) || p.lastWhereMade(s, d, last)
}

// overlaps reports whether a separator may begin within itself, as "--" does: strings.Split finds the first ones, and
// LastIndex the last one.
func overlaps(sep string) bool {
	for i := 1; i < len(sep); i++ {
		if strings.HasPrefix(sep, sep[i:]) {
			return true
		}
	}
	return false
}

// lastUse recognises the last part around v at cur, or the sum of the parts before it.
//
//	v[len(v)-1]     strings.Join(v[:len(v)-1], "/")
func (p *splitter) lastUse(s site, v *types.Var, cur inspector.Cursor) (at inspector.Cursor, isLast, ok bool) {
	at = cur.Parent()
	switch e := at.Node().(type) {
	case *ast.IndexExpr:
		return at, true, p.Pkg.Is(e.X, v) && p.Pkg.IsLast(e.Index, v) && !p.Pkg.Changes(at)
	case *ast.SliceExpr:
		if low, isConst := source.IntConst(p.Info, e.Low); e.Low != nil && (!isConst || low != 0) || e.High == nil || e.Max != nil || !p.Pkg.IsLast(e.High, v) {
			return at, false, false
		}
		at, ok = p.joins(s, source.Parens(at))
		return at, false, ok
	}
	return at, false, false
}

// lastWhereUsed cuts the last part where it is used. It reports whether it does.
//
//	parts := strings.Split(s, "/")
//	return parts[len(parts)-1]
//	-------------------------------------
//	return s[strings.LastIndex(s, "/")+1:]
func (p *splitter) lastWhereUsed(s site, d source.Decl, part inspector.Cursor) bool {
	arg, pos := s.call.Args[0], part.Node().Pos()
	src, ok := p.Pkg.LocalVar(arg)
	if !ok || len(s.sep) > 1 || p.Pkg.InLiteral(d.Var) || !effect.StableBetween(p.Pkg, arg, d.Node().Pos(), p.comesBack(part, d.Stmt)) || !p.Visible(s.call, pos) || !p.Spelled(s.call, pos, "LastIndex") {
		return false
	}
	p.report(s, "Take the last part with strings.LastIndex", d.Remove(), source.ReplaceNode(part.Node(), p.lastOf(s, src.Name())))
	return true
}

// lastWhereMade declares a variable for the last part instead of the list, and before it one for the string, if
// that is no variable or field. It reports whether it does.
//
//	parts := strings.Split(f(), "/")                parts[len(parts)-1]
//	----------------------------------------------  -------------------
//	whole := f()                                    last
//	last := whole[strings.LastIndex(whole, "/")+1:]
//
// A separator of more bytes is found before it is skipped:
//
//	parts := strings.Split(s, ": ")                 parts[len(parts)-1]
//	----------------------------------------------  -------------------
//	last := s                                       last
//	if i := strings.LastIndex(last, ": "); i >= 0 {
//	        last = last[i+2:]
//	}
func (p *splitter) lastWhereMade(s site, d source.Decl, parts []inspector.Cursor) bool {
	arg, pos := s.call.Args[0], d.Stmt.Pos()
	last, text := p.Fresh(pos, "last", "lastPart"), p.Text(arg)
	var lines []string
	switch {
	case len(s.sep) > 1:
		i := p.counter(s, pos, last)
		lines = append([]string{last + " := " + text}, p.ifFound(s, "LastIndex", i, last, last+" = "+last+"["+i+"+"+p.width(s)+":]")...)
	case source.IsPath(arg):
		lines = []string{last + " := " + p.lastOf(s, text)}
	default:
		whole := p.Fresh(pos, "whole")
		lines = []string{whole + " := " + text, last + " := " + p.lastOf(s, whole)}
	}
	edits, ok := p.instead(d, lines)
	for _, part := range parts {
		edits = append(edits, source.ReplaceNode(part.Node(), last))
	}
	if ok {
		p.report(s, "Take the last part with strings.LastIndex", edits...)
	}
	return ok
}

// lastWhereFound finds the last separator instead of the list, for uses that ask whether there is one, or for the sum
// of the parts before it. It reports whether it does.
//
//	parts := strings.Split(s, "/")    len(parts) > 1    parts[len(parts)-1]    strings.Join(parts[:len(parts)-1], "/")
//	------------------------------    --------------    -------------------    ---------------------------------------
//	i := strings.LastIndex(s, "/")    i >= 0            s[i+1:]                s[:max(i, 0)]
func (p *splitter) lastWhereFound(s site, d source.Decl, last, before []inspector.Cursor, asked []use) bool {
	arg := s.call.Args[0]
	if _, local := p.Pkg.LocalVar(arg); !local || p.Pkg.InLiteral(d.Var) {
		return false
	}
	i := p.Fresh(d.Stmt.Pos(), "i", "at", "end")
	edits, ok := p.instead(d, []string{i + " := " + s.q + "LastIndex(" + p.args(s) + ")"})
	for _, part := range slices.Concat(last, before) {
		ok = ok && p.Visible(s.call, part.Node().Pos()) && effect.StableBetween(p.Pkg, arg, d.Node().Pos(), p.comesBack(part, d.Stmt))
	}
	for _, part := range last {
		edits = append(edits, source.ReplaceNode(part.Node(), p.Text(arg)+"["+i+"+"+p.width(s)+":]"))
		ok = ok && (len(s.sep) == 1 || p.lengthsAt(part, d.Var, upTo(maxLength))&upTo(1) == 0)
	}
	for _, sum := range before {
		end := i
		if p.lengthsAt(sum, d.Var, upTo(maxLength))&upTo(1) != 0 {
			end = "max(" + i + ", 0)"
			ok = ok && p.AtLeast("go1.21") && p.Universe(sum.Node().Pos(), "max")
		}
		edits = append(edits, source.ReplaceNode(sum.Node(), p.Text(arg)+"[:"+end+"]"))
	}
	for _, u := range asked {
		ok = ok && !p.HasComment(u.cur.Node().Pos(), u.cur.Node().End())
		edits = append(edits, source.ReplaceNode(u.cur.Node(), i+map[byte]string{'=': " < 0", '!': " >= 0"}[u.kind]))
	}
	if ok {
		p.report(s, "Take the last part with strings.LastIndex", edits...)
	}
	return ok
}

// lastOf returns the expression of the last part of the string that text stands for.
func (p *splitter) lastOf(s site, text string) string {
	return text + "[" + s.q + "LastIndex(" + text + ", " + p.Text(s.call.Args[1]) + ")+1:]"
}

// comesBack returns the end of the code that may run between the declaration and
// the use at cur: the end of the outermost loop around the use that begins behind
// the declaration, or else of the statement. The target of an assignment is written after the use.
func (p *splitter) comesBack(cur inspector.Cursor, decl ast.Stmt) token.Pos {
	stmt, _ := source.EnclosingStmt(cur)
	end := stmt.Node().End()
	if assign, ok := stmt.Node().(*ast.AssignStmt); ok && cur.Node().Pos() > assign.TokPos {
		end = assign.Pos()
	}
	for loop := range cur.Enclosing((*ast.ForStmt)(nil), (*ast.RangeStmt)(nil)) {
		if loop.Node().Pos() > decl.Pos() {
			end = loop.Node().End()
		}
	}
	return end
}
