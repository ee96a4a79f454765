// Package size computes, before a piece of code runs, how much it will add to something that grows:
// elements to a slice, keys to a map, bytes to a buffer.
//
// Invariant: the count is an upper bound of what the statements add if they run to their end, or the least of that
// ([Least]), provided that the [Leaf] of the pass bounds each of them. Evaluating the count has no effect, and panics only
// where the statements would panic at once. It is a hint for capacity, never a length: code that uses
// a wrong count still has the right result.
//
// Model: a sum of products. A loop multiplies what its body adds by the number of its iterations, unless it ends with what
// it adds. If what the body adds differs from iteration to iteration (append(x, group...)), a counting loop over
// the same range adds it up first. What a function of the package adds to a parameter is a sum of constants and of lengths of
// other parameters ([Adds.Or]).
//
// The model blurs branches, which count as the larger of their sides, or as both, and exits from
// loops, which are ignored. It does not where all sides add the same, or a condition only asks
// whether there is anything to add. [Count.Sure] says when that cannot turn "nothing added" into "something
// counted".
package size

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

// A Part is what one statement adds: K, plus the length of each expression in Of. Spare is how much less than K it may be,
// and Open says that it may be more, by what nothing tells. Loose and Density are those of the [Count] of a function that is
// called.
type Part struct {
	K       int64
	Of      []ast.Expr
	Spare   int64
	Open    bool
	Loose   bool
	Density float64
}

// A Leaf returns what a statement adds, ok false for a statement that it does not recognise.
type Leaf func(ast.Stmt) (part Part, ok bool)

// A Count is how much some statements add. The zero value is nothing.
type Count struct {
	terms []term
	loops []string       // texts of counting loops; %s stands for the counter
	from  []ast.Expr     // the expressions in loops
	vars  []types.Object // the variables of the loops
	// Sure: if the count is above zero, something is added.
	Sure bool
	// Certain: something is added in any case, by a statement of its own that nothing in front of it leaves out.
	Certain bool
	// Trusted are texts of integers, or of products of lengths, that bound a loop which may stop
	// early. Memory in proportion to them is taken although it may not be needed.
	Trusted []string
	// cuts are those of Trusted that are bounds of a part, which panic themselves if they are out of range.
	cuts []string
	// Loose: less may be added, because of a branch or an early exit.
	Loose bool
	// Spare are those of Leaves that may add nothing when they run.
	Spare []ast.Stmt
	// Ends: a loop ends with the first statement in it that adds something.
	Ends bool
	// Least: the count is no upper bound, but the least that is added.
	Least bool
	// Guess: the count is about what is added, it may be less or more.
	Guess bool
	// Wide is a part of a Loose count that may overflow an int of 32 bits although what is added
	// would fit into memory: Times a length. It is empty if there is none.
	Wide  string
	Times int64
	// Density is the largest number of units that are counted per byte of what a loop ranges
	// over. A loose count of high density may take far more memory than the program ever uses.
	Density float64
	// Range is the call or assertion that the first loop ranges over, if it needs a variable so
	// that its length can be taken; nil otherwise.
	Range     ast.Expr
	rangeText string
	// Loops says that one of the statements is a loop.
	Loops bool
	// Leaves are the statements that add.
	Leaves []ast.Stmt
	// At is where the count is evaluated.
	At token.Pos
}

// A term is K times the product of its factors.
type term struct {
	k       int64
	factors []factor
}

// A factor is the text of an integer expression, and the expressions in it. like is the call whose
// spelling a call of strings.Count in the text follows. bytes is how much memory each thing has
// that is counted, 0 if that is unknown or text is a number. part: text is only a part of a length. A text of
// len(x[k:]) is whole, len(x), less k. some: the number is above zero.
type factor struct {
	text  string
	from  []ast.Expr
	like  *ast.CallExpr
	bytes int64
	part  bool
	whole string
	less  int64
	some  bool
}

// Caveats returns what [Count.Trusted] and [Count.Guess] may cost.
func (c Count) Caveats() (caveats []rule.Caveat) {
	if c.Guess {
		caveats = append(caveats, rule.Spare.Caveat("the length is a guess: who keeps a shorter text keeps room for "+render(c.terms)))
	}
	if len(c.Trusted) > 0 {
		caveats = append(caveats, rule.Reserves.Caveat("memory for "+strings.Join(c.Trusted, " and ")+" is reserved before any is needed"))
	}
	for _, bound := range c.cuts {
		caveats = append(caveats, rule.LatePanic.Caveat(bound+" panics in other words if it is out of range"))
	}
	return caveats
}

// Const returns the count if it is a constant.
func (c Count) Const() (int64, bool) {
	if len(c.loops) > 0 {
		return 0, false
	}
	var sum int64
	for _, t := range c.terms {
		if len(t.factors) > 0 {
			return 0, false
		}
		sum += t.k
	}
	return sum, true
}

// Length returns x if the count is len(x).
func (c Count) Length() (x ast.Expr, ok bool) {
	if len(c.loops) > 0 || c.Range != nil || len(c.terms) != 1 || c.terms[0].k != 1 || len(c.terms[0].factors) != 1 {
		return nil, false
	}
	f := c.terms[0].factors[0]
	if len(f.from) != 1 || !strings.HasPrefix(f.text, "len(") || f.like != nil || f.part {
		return nil, false // a number
	}
	return f.from[0], true
}

// named stands for the variable of [Count.Range] in texts.
const named = "\x01"

// Lines returns the statements that compute the count, if there must be any, and the expression for
// it; fresh returns names for new variables. The edits make the loop use the variable of
// [Count.Range].
func (c Count) Lines(fresh func(base string) string) (lines []string, expr string, edits []source.TextEdit) {
	expr = render(c.terms)
	if len(c.loops) > 0 {
		name := fresh("size")
		lines = append(lines, name+" := "+expr)
		for _, l := range c.loops {
			lines = append(lines, strings.Split(strings.ReplaceAll(l, "%s", name), "\n")...)
		}
		expr = name
	}
	if c.Range != nil {
		name := fresh("list")
		lines = append([]string{name + " := " + c.rangeText}, lines...)
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], named, name)
		}
		expr = strings.ReplaceAll(expr, named, name)
		edits = append(edits, source.ReplaceNode(c.Range, name))
	}
	return lines, expr, edits
}

// String describes the count for a message.
func (c Count) String() string {
	text := strings.ReplaceAll(render(c.terms), named, "the range")
	if len(c.loops) > 0 || strings.Contains(text, "\n") || len(text) > 60 {
		return "what the loop adds"
	}
	switch {
	case c.Least:
		return "at least " + text
	case c.Guess:
		return "about " + text
	}
	return text
}

func render(terms []term) string {
	var parts []string
	var k int64
	for _, t := range terms {
		if len(t.factors) == 0 {
			k += t.k
			continue
		}
		var fs []string
		if t.k != 1 {
			fs = append(fs, fmt.Sprint(t.k))
		}
		for _, f := range t.factors {
			text := f.text
			if strings.ContainsAny(text, "+-") && len(t.factors)+len(fs) > 1 {
				text = "(" + text + ")"
			}
			fs = append(fs, text)
		}
		parts = append(parts, strings.Join(fs, "*"))
	}
	if k != 0 || len(parts) == 0 {
		parts = append(parts, fmt.Sprint(k))
	}
	return strings.Join(parts, "+")
}

// Of counts what stmts add. The count is evaluated at pos, and the statements between run after that and before stmts. ok is
// false if no bound is known, or if the statements add nothing.
func Of(f *source.File, between, stmts []ast.Stmt, pos token.Pos, leaf Leaf) (Count, bool) {
	c := &counter{file: f, pkg: f.Pkg, leaf: leaf, pos: pos, sure: true}
	return c.of(between, stmts)
}

// Least returns the least that stmts add if they run to their end, other than with an error. Its arguments are those of [Of].
func Least(f *source.File, between, stmts []ast.Stmt, pos token.Pos, leaf Leaf) (Count, bool) {
	c := &counter{file: f, pkg: f.Pkg, leaf: leaf, pos: pos, sure: true, least: true}
	count, ok := c.of(between, stmts)
	return count, ok && len(count.terms) > 0
}

// hidesConst reports whether e, of a counting loop, mentions a constant that means nothing, or something else, where the
// count is taken.
func (c *counter) hidesConst(e ast.Expr) bool {
	for _, obj := range c.file.Misread(e, c.pos) {
		if _, isConst := obj.(*types.Const); isConst {
			return true
		}
	}
	return false
}

// idle reports whether statements only declare variables, which nothing but their values shows, and call no function: what
// is read in front of the statements, and is not written by reading it, might as well be read behind them.
func (c *counter) idle(stmts []ast.Stmt) bool {
	return !slices.ContainsFunc(stmts, func(s ast.Stmt) bool {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if slices.ContainsFunc(s.Lhs, func(e ast.Expr) bool { id, ok := e.(*ast.Ident); return !ok || c.pkg.Info.Defs[id] == nil }) {
				return true
			}
		case *ast.DeclStmt:
			if s.Decl.(*ast.GenDecl).Tok != token.VAR {
				return true
			}
		default:
			return true
		}
		return !effect.Of(c.pkg, s).Unseen() || source.Any(s, func(call *ast.CallExpr) bool {
			return !source.IsConversion(c.pkg.Info, call) && !source.IsBuiltin(c.pkg.Info, call, "make", "new", "len", "cap")
		})
	})
}

// of counts stmts behind the statements between.
func (c *counter) of(between, stmts []ast.Stmt) (Count, bool) {
	next, idle, plain, waits := len(between) == 0, c.idle(between), c.plain(between), c.guards(between)
	var all sum
	certain := false
	if idle {
		c.first = c.looksThrough(stmts[0])
	}
	for i, s := range stmts {
		if i > 0 && c.lessens(stmts[i-1]) {
			break
		}
		c.next, c.soon, c.later, c.at = next && i == 0, idle && i == 0, !plain || i > 0, s.Pos()
		c.plainly = plain && !slices.ContainsFunc(stmts[:i], c.mayStop)
		c.waits = waits || c.mayWait(stmts[:i+1], idle)
		one, ok := c.listed(s)
		if !ok {
			return Count{}, false
		}
		all.add(one)
		if part, isLeaf := c.leaf(s); isLeaf && part.K > part.Spare && !c.exits {
			certain = true
		}
	}
	if len(c.leaves) == 0 || all.varies || slices.ContainsFunc(all.from, c.hidesConst) {
		return Count{}, false
	}
	sure := c.sure && !(c.exits && (len(all.loops) > 0 || slices.ContainsFunc(all.terms, term.isProduct)))
	slices.Sort(c.trusted)
	slices.Sort(c.cuts)
	count := Count{
		terms: merge(all.terms), loops: all.loops, from: all.from, vars: c.allVars, Sure: sure, Certain: certain,
		Trusted: slices.Compact(c.trusted), cuts: slices.Compact(c.cuts), Loose: c.loose, Spare: c.spare, Ends: c.ended, Least: c.least, Density: c.density, Loops: c.loops, Leaves: c.leaves, At: c.pos,
	}
	if c.loose && !c.least && !c.exits && len(c.spare) == 0 {
		if least, ok := Least(c.file, between, stmts, c.pos, c.leaf); ok && len(count.loops) == 0 && render(least.terms) == render(count.terms) {
			count.Loose, count.Sure = false, least.Sure // all sides of a branch add the same
		}
	}
	if count.Loose {
		count.Wide, count.Times = wide(count.terms)
	}
	if c.ranged != nil {
		count.Range, count.rangeText = c.ranged, c.file.Text(c.ranged)
	}
	return count, true
}

// wide returns the first multiple of a length that may overflow an int of 32 bits. Memory has 4 GiB
// then, and an element at least half of its size here, so that a length is at most 1<<33 divided by
// bytes, and k times the length must stay below 1<<31. Multiples of numbers are [Count.Trusted], and
// products are not loose.
func wide(terms []term) (text string, times int64) {
	for _, t := range terms {
		if len(t.factors) == 1 && t.k > 1 && t.factors[0].bytes > 0 && 4*t.k > t.factors[0].bytes {
			return render([]term{t}), t.k
		}
	}
	return "", 0
}

// isProduct reports whether the term is a product of two lengths.
func (t term) isProduct() bool { return len(t.factors) > 1 }

// merge adds terms with the same factors, and those of which one is less by a constant that another one has.
//
//	len(x[2:])+3
//	------------
//	len(x)+1
func merge(terms []term) []term {
	k := constant(terms)
	merged := []term{{k: k}}
	for _, t := range terms {
		if len(t.factors) == 0 {
			continue
		}
		if f := t.factors[0]; len(t.factors) == 1 && t.k == 1 && 0 < f.less && f.less <= merged[0].k {
			merged[0].k -= f.less
			t.factors = []factor{{text: f.whole, from: f.from, bytes: f.bytes, part: true, some: true}}
		}
		i := slices.IndexFunc(merged, func(u term) bool {
			return slices.EqualFunc(t.factors, u.factors, func(a, b factor) bool { return a.text == b.text })
		})
		if i < 0 {
			merged = append(merged, t)
		} else {
			merged[i].k += t.k
			merged[i].factors = slices.Clone(merged[i].factors)
			for j, f := range t.factors {
				merged[i].factors[j].some = merged[i].factors[j].some || f.some
			}
		}
	}
	if merged[0].k == 0 {
		return merged[1:]
	}
	return merged
}

// A sum is what a statement adds, per execution.
type sum struct {
	terms []term
	loops []string
	from  []ast.Expr // the expressions in loops
	// varies: some term mentions a variable of the loop around it, so that the
	// loop must be run to count.
	varies bool
}

func (s *sum) add(t sum) {
	s.terms = append(s.terms, t.terms...)
	s.loops = append(s.loops, t.loops...)
	s.from = append(s.from, t.from...)
	s.varies = s.varies || t.varies
}

func (s sum) zero() bool { return len(s.terms) == 0 && len(s.loops) == 0 }

type counter struct {
	file *source.File
	pkg  *source.Package
	leaf Leaf
	pos  token.Pos
	at   token.Pos // of the statement at hand, which is one of those that are counted
	next bool      // that statement is the first to run after pos
	soon bool      // that statement is the first of consequence to run after pos, see idle
	// later: something runs between pos and the statement at hand that may leave, for a number that
	// is too large, say.
	later bool
	// first is the pointer that the first statement to run after pos follows at once, so that it may
	// be followed at pos.
	first *types.Var
	// plainly: nothing between pos and the statement at hand may leave, panic or wait.
	plainly bool
	// waits: something between pos and the end of the statement at hand may wait, or take a lock:
	// memory that a lock guards must not be read before.
	waits bool

	vars        []types.Object // variables of the loops around the statement at hand
	allVars     []types.Object // variables of all loops
	conditional int            // depth of branches
	exits       bool           // there was a return, break, continue or goto
	sure        bool
	loops       bool
	leaves      []ast.Stmt
	trusted     []string
	ranges      []*ast.RangeStmt // the loops around the statement at hand
	ranged      ast.Expr         // the range that needs a variable
	cuts        []string         // those of trusted that are bounds of a part
	loose       bool
	density     float64
	guarded     int // leaves in a branch, or behind an exit
	least       bool
	spare       []ast.Stmt
	ended       bool // a loop ends with what it adds
}

func (c *counter) stmts(list []ast.Stmt) (sum, bool) {
	var all sum
	for i, s := range list {
		if i > 0 && c.lessens(list[i-1]) {
			break
		}
		if turn, ok := c.turn(s); ok {
			return c.either(all, turn, list[i+1:])
		}
		leaves := len(c.leaves)
		one, ok := c.listed(s)
		if !ok {
			return sum{}, false
		}
		c.next = false
		if added := c.leaves[leaves:]; len(added) > 0 && !slices.ContainsFunc(added, func(leaf ast.Stmt) bool { return !endsAfter(s, leaf) }) {
			// What follows is the other branch.
			rest, ok := c.stmts(list[i+1:])
			all.add(largest(one, rest))
			return all, ok
		}
		all.add(one)
	}
	return all, true
}

// turn returns the statements of a branch that goes on with the next turn of a loop, where the least is counted:
//
//	if r == '"' {
//		b.WriteString("\"\"")
//		continue
//	}
func (c *counter) turn(s ast.Stmt) (list []ast.Stmt, ok bool) {
	branch, isIf := s.(*ast.IfStmt)
	if !c.least || !isIf || branch.Else != nil || len(branch.Body.List) == 0 {
		return nil, false
	}
	last := len(branch.Body.List) - 1
	next, isNext := branch.Body.List[last].(*ast.BranchStmt)
	list = branch.Body.List[:last]
	return list, isNext && next.Tok == token.CONTINUE && next.Label == nil && !slices.ContainsFunc(list, c.lessens)
}

// either adds the least that either the statements of a branch add or those behind it, which run instead.
func (c *counter) either(all sum, branch, rest []ast.Stmt) (sum, bool) {
	c.conditional++
	one, ok := c.stmts(branch)
	c.conditional--
	other, ok2 := c.stmts(rest)
	if k := min(constant(one.terms), constant(other.terms)); k > 0 {
		all.add(sum{terms: []term{{k: k}}})
	}
	return all, ok && ok2
}

// lessens reports whether the least must do without what follows s: s may end the block around it, other than by a return
// with an error.
func (c *counter) lessens(s ast.Stmt) bool {
	if !c.least || flow.Leaves(c.pkg.Info, s) {
		return c.least
	}
	// On an error, with which the function goes on.
	return source.Any(s, func(jump *ast.BranchStmt) bool { return flow.Leaving(s, jump) })
}

// endsAfter reports whether the leaf stands in a branch of s that does not go on behind s.
func endsAfter(s, leaf ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.IfStmt:
		return endsAfter(s.Body, leaf) || endsAfter(s.Else, leaf)
	case *ast.BlockStmt:
		return source.Contains(s, leaf) && ends(s)
	}
	return false
}

// ends reports whether nothing behind the block runs after it.
func ends(block *ast.BlockStmt) bool {
	if len(block.List) == 0 {
		return false
	}
	switch s := block.List[len(block.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return s.Tok != token.FALLTHROUGH
	}
	return false
}

// listed counts a statement of a list. One that adds nothing is an exit only if it leaves the list.
func (c *counter) listed(s ast.Stmt) (sum, bool) {
	exits, leaves := c.exits, len(c.leaves)
	one, ok := c.stmt(s)
	if len(c.leaves) == leaves && !flow.Quits(c.pkg.Info, s) {
		c.exits = exits
	}
	return one, ok
}

func (c *counter) stmt(s ast.Stmt) (sum, bool) {
	if part, ok := c.leaf(s); ok {
		return c.part(s, part)
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		return c.stmts(s.List)
	case *ast.LabeledStmt:
		return c.stmt(s.Stmt)
	case *ast.IfStmt:
		if c.asksFor(s) != nil {
			return c.stmts(s.Body.List)
		}
		return c.behind(s.Init, []ast.Stmt{s.Body, s.Else}, s.Else != nil)
	case *ast.SwitchStmt:
		return c.behind(s.Init, clauses(s.Body), source.HasDefault(s.Body))
	case *ast.TypeSwitchStmt:
		return c.behind(s.Init, clauses(s.Body), source.HasDefault(s.Body))
	case *ast.SelectStmt:
		return c.branches(clauses(s.Body), true)
	case *ast.RangeStmt, *ast.ForStmt:
		return c.loop(s, c.pkg.Iteration(s))
	case *ast.ReturnStmt, *ast.BranchStmt:
		c.exits = true
	}
	return sum{}, true // adds nothing
}

// asksFor returns x where a statement only asks whether there is anything in x, and then adds nothing but what is in x, or for
// each element of x: it adds the same without the condition. It returns nil for other statements.
//
//	if x != nil { for _, e := range x { … } }    if len(x) > 0 { out = append(out, x...) }
func (c *counter) asksFor(s ast.Stmt) (x ast.Expr) {
	branch, ok := s.(*ast.IfStmt)
	if !ok || branch.Init != nil || branch.Else != nil {
		return nil
	}
	for _, cond := range conjuncts(branch.Cond) {
		of := c.nonEmpty(cond)
		if of == nil || x != nil && !c.alike(x, of) {
			return nil
		}
		x = of
	}
	for _, s := range branch.Body.List {
		r, isRange := c.pkg.AsRange(s)
		part, isLeaf := c.leaf(s)
		switch adds := source.Any(s, func(s ast.Stmt) bool { _, adds := c.leaf(s); return adds }); {
		case !adds && !c.written(x, s) && effect.Of(c.pkg, s).Quiet(), isRange && c.alike(r.X, x), isLeaf && part.K == 0 && len(part.Of) == 1 && c.alike(part.Of[0], x):
		default:
			return nil
		}
	}
	return x
}

// nonEmpty returns x if the condition is len(x) > 0, x != "" or, for a slice or map, x != nil, where x is a variable or field. It
// returns nil for other conditions.
func (c *counter) nonEmpty(cond ast.Expr) ast.Expr {
	cmp, ok := ast.Unparen(cond).(*ast.BinaryExpr)
	if !ok {
		return nil
	}
	x, isLen := source.LenOf(c.pkg.Info, cmp.X)
	zero, isConst := source.IntConst(c.pkg.Info, cmp.Y)
	if isLen = isLen && isConst && zero == 0; !isLen {
		x = cmp.X
	}
	text, isText := source.StringConst(c.pkg.Info, cmp.Y)
	t := c.pkg.Info.TypeOf(x)
	isNil := c.pkg.Info.Types[cmp.Y].IsNil() && (source.IsA[*types.Slice](t) || source.IsA[*types.Map](t))
	if source.IsPath(ast.Unparen(x)) && (cmp.Op == token.GTR && isLen || cmp.Op == token.NEQ && (isLen || isNil || isText && text == "")) {
		return x
	}
	return nil
}

func (c *counter) part(s ast.Stmt, p Part) (sum, bool) {
	c.leaves = append(c.leaves, s)
	if c.least {
		return c.leastPart(p), true
	}
	c.loose, c.density = c.loose || p.Loose, max(c.density, p.Density)
	spare := p.Spare > 0 && p.Spare >= p.K
	if spare {
		c.loose, c.spare = true, append(c.spare, s)
	}
	if spare || c.conditional > 0 || c.exits {
		c.sure = false
		c.guarded++
	}
	var one sum
	if p.K != 0 {
		one.terms = append(one.terms, term{k: p.K})
	}
	for _, e := range p.Of {
		varies, ok := c.evaluable(e)
		if !ok {
			return sum{}, false
		}
		t := c.lengthOf(e)
		one.terms = append(one.terms, t)
		one.varies = one.varies || varies && len(t.factors) > 0
	}
	return one, !p.Open
}

// leastPart returns the least that a statement adds. Lengths count only where they are not in a loop or branch.
func (c *counter) leastPart(p Part) (one sum) {
	c.sure = c.sure && !c.exits
	if k := p.K - p.Spare; k > 0 {
		one.terms = append(one.terms, term{k: k})
	}
	if c.conditional > 0 || len(c.vars) > 0 || p.Spare > 0 {
		return one
	}
	for _, e := range p.Of {
		if _, ok := c.evaluable(e); ok {
			one.terms = append(one.terms, c.lengthOf(e))
		}
	}
	return one
}

// lengthOf returns the length of e. That of a part is the difference of its bounds, where they are simple integers.
//
//	len(x[:i])    len(x[2:5])    len(x[i:j])    len(T{a, b})    len(make(T, 2))
//	----------    -----------    -----------    ------------    ---------------
//	i             3              len(x[i:j])    2               2
//
// A difference below zero would panic in other words.
func (c *counter) lengthOf(e ast.Expr) term {
	x := Measured(c.pkg.Info, e)
	f := factor{text: "len(" + c.file.Text(x) + ")", from: []ast.Expr{e}, bytes: max(1, c.elemBytes(source.Core(c.pkg.Info.TypeOf(e))))}
	if lit, ok := ast.Unparen(x).(*ast.CompositeLit); ok && source.IsA[*types.Slice](c.pkg.Info.TypeOf(lit)) && !slices.ContainsFunc(lit.Elts, isKeyed) {
		return term{k: int64(len(lit.Elts))}
	}
	if made, ok := valueOf(c.pkg, x).(*ast.CallExpr); ok && source.IsBuiltin(c.pkg.Info, made, "make") && source.IsA[*types.Slice](c.pkg.Info.TypeOf(made)) {
		if k, isConst := source.IntConst(c.pkg.Info, made.Args[1]); isConst {
			return term{k: k}
		}
	}
	cut, ok := ast.Unparen(x).(*ast.SliceExpr)
	if !ok || c.ranged != nil {
		return term{1, []factor{f}}
	}
	low, from := source.IntConst(c.pkg.Info, cut.Low)
	from = from || cut.Low == nil
	if cut.High == nil {
		if from && source.IsPath(ast.Unparen(cut.X)) && c.file.Universe(c.pos, "len") {
			f.whole, f.less = "len("+c.file.Text(cut.X)+")", low
		}
		return term{1, []factor{f}}
	}
	if high, isConst := source.IntConst(c.pkg.Info, cut.High); from && isConst {
		return term{k: max(high-low, 0)}
	}
	if !c.isBound(cut.High) || !from || low != 0 {
		return term{1, []factor{f}}
	}
	f.text, f.part = c.file.Text(cut.High), true
	if !c.modest(cut.High) {
		c.trusted, c.cuts = append(c.trusted, f.text), append(c.cuts, f.text)
	}
	return term{1, []factor{f}}
}

// isBound reports whether e is the name of an int, a field, a length, or a constant.
func (c *counter) isBound(e ast.Expr) bool {
	if !types.Identical(types.Default(c.pkg.Info.TypeOf(e)), types.Typ[types.Int]) {
		return false
	}
	_, isLen := source.LenOf(c.pkg.Info, e)
	return isLen || c.pkg.Info.Types[e].Value != nil || source.IsPath(ast.Unparen(e))
}

// modest reports whether a number is known to be neither negative nor larger than what is in memory.
func (c *counter) modest(e ast.Expr) bool {
	if NotNegative(c.pkg, e) && Bounded(c.pkg, e) {
		return true
	}
	v, ok := c.pkg.LocalVar(e)
	if !ok || len(c.pkg.Writes(v)) > 0 {
		return false
	}
	def, ok := c.pkg.Def(v)
	if !ok || def.ParentEdgeKind() != edge.RangeStmt_Key {
		return false
	}
	switch source.Core(c.pkg.Info.TypeOf(def.Parent().Node().(*ast.RangeStmt).X)).(type) {
	case *types.Slice, *types.Array, *types.Pointer:
		return true
	}
	return false
}

// evaluable reports whether the length of e can be taken before the statements run, and whether it
// depends on a variable of a loop around e.
func (c *counter) evaluable(e ast.Expr) (varies, ok bool) {
	if !c.ready(e) && !c.element(e) {
		return false, false
	}
	if c.waits && c.shared(e) || c.changed(e) {
		return false, false
	}
	if !effect.Kept(c.pkg, e, c.pos, e.Pos()) && !c.element(e) {
		c.sure = false // e may have another length when it is added
	}
	return c.early(e)
}

// changed reports whether statements in front of the one at hand change a variable of e, or a field or an element of it.
func (c *counter) changed(e ast.Expr) bool {
	changes := func(use inspector.Cursor) bool {
		if use.Node().Pos() < c.pos || use.Node().Pos() >= c.at {
			return false
		}
		if sel, ok := use.Parent().Node().(*ast.SelectorExpr); ok && c.pkg.Mentions(e, c.pkg.Info.Uses[sel.Sel]) == 0 {
			return false // another field
		}
		return c.pkg.Changes(use) || use.ParentEdgeKind() == edge.IndexExpr_X && c.pkg.Changes(use.Parent())
	}
	for v := range effect.Of(c.pkg, e).Vars {
		if slices.ContainsFunc(c.pkg.Uses(v), changes) {
			return true
		}
	}
	return false
}

// element reports whether e is x[i], or a field of that, where i is the key of a range over x
// around e. Then the index is in range, and the element is the one that is added if nothing in the
// loop can change x.
func (c *counter) element(e ast.Expr) bool {
	for {
		sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
		if !ok {
			break
		}
		if s := c.pkg.Info.Selections[sel]; s == nil || s.Kind() != types.FieldVal || s.Indirect() {
			return false
		}
		e = sel.X
	}
	index, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok {
		return false
	}
	x, ok := c.pkg.LocalVar(index.X)
	i, ok2 := c.pkg.LocalVar(index.Index)
	if !ok || !ok2 || c.pkg.Captured(x) || c.pkg.Captured(i) {
		return false
	}
	for _, l := range c.ranges {
		over, isVar := c.pkg.LocalVar(l.X)
		key, isIdent := l.Key.(*ast.Ident)
		if isVar && isIdent && over == x && c.pkg.Info.Defs[key] == types.Object(i) {
			return !c.pkg.WrittenIn(x, c.pos, l.End()) && !c.pkg.WrittenIn(i, l.Body.Pos(), l.End()) && c.quiet(l.Body)
		}
	}
	return false
}

// branches returns the larger of the alternatives, or their sum if neither is known to be larger. The least is that of
// the smallest, if all says that one of them runs in any case.
func (c *counter) branches(alternatives []ast.Stmt, all bool) (sum, bool) {
	before := c.next
	c.conditional, c.next = c.conditional+1, false // the condition comes first, and may say no
	defer func() { c.conditional, c.next = c.conditional-1, before }()
	var sums []sum
	least := int64(math.MaxInt64)
	for _, a := range alternatives {
		if a == nil {
			continue
		}
		one, ok := c.stmt(a)
		if !ok {
			return sum{}, false
		}
		sums, least = append(sums, one), min(least, constant(one.terms))
	}
	if c.least && all && least > 0 {
		return sum{terms: []term{{k: least}}}, true
	} else if c.least {
		return sum{}, true
	}
	return largest(sums...), true
}

// largest returns the largest of the constant sums, plus all others.
func largest(sums ...sum) (all sum) {
	var most int64
	for _, one := range sums {
		if k, isConst := (Count{terms: one.terms, loops: one.loops}).Const(); isConst {
			most = max(most, k)
		} else {
			all.add(one)
		}
	}
	if most > 0 {
		all.add(sum{terms: []term{{k: most}}})
	}
	return all
}

// behind returns what a statement and the alternatives behind it add.
func (c *counter) behind(init ast.Stmt, alternatives []ast.Stmt, all bool) (both sum, ok bool) {
	if init != nil {
		if both, ok = c.stmt(init); !ok {
			return sum{}, false
		}
	}
	one, ok := c.branches(alternatives, all)
	both.add(one)
	return both, ok
}

// clauses returns the bodies of the clauses of a switch or select.
func clauses(body *ast.BlockStmt) (alternatives []ast.Stmt) {
	for _, list := range source.Clauses(body) {
		alternatives = append(alternatives, &ast.BlockStmt{List: list})
	}
	return alternatives
}

// maxGuess is the constant number of iterations up to which memory is taken for a loop that may stop early.
const maxGuess = 1 << 10

func (c *counter) loop(s ast.Stmt, body *ast.BlockStmt) (sum, bool) {
	before := *c
	c.next = false
	c.vars = append(slices.Clone(c.vars), c.loopVars(s)...)
	c.allVars = append(c.allVars, c.vars...)
	if r, isRange := c.pkg.AsRange(s); isRange {
		c.ranges = append(slices.Clone(c.ranges), r)
	}
	one, ok := c.stmts(body.List)
	c.vars, c.next, c.ranges = before.vars, before.next, before.ranges
	if !ok || one.zero() {
		return one, ok
	}
	if c.least {
		return c.leastLoop(s, body, constant(one.terms)), true
	}
	if !one.varies && len(one.loops) == 0 && c.once(s, body, c.leaves[len(before.leaves):]) {
		c.sure, c.loose, c.ended = false, true, true
		return one, true
	}
	c.loops = true
	src, ok := c.trips(s)
	if !ok && c.exits == before.exits && c.guarded == before.guarded && before.conditional == 0 {
		return c.again(s, one)
	}
	if !ok {
		return sum{}, false
	}
	maybe := c.exits != before.exits || c.guarded > before.guarded || before.conditional > 0 || src.partly || src.skips
	c.sure = c.sure && !src.partly
	if src.integer && c.later {
		return sum{}, false
	}
	switch stops := maybe || c.ends(body); {
	case src.f.text == "" && src.k > maxGuess && stops:
		return sum{}, false // such a constant says that there is no bound
	case src.integer && stops:
		c.trusted = append(c.trusted, c.file.Text(src.f.from[0]))
	case src.f.text != "" && stops && !one.varies:
		c.trusted = append(c.trusted, products(src, one.terms)...)
	}
	c.loose = c.loose || maybe
	if !src.integer && !src.unsized {
		c.density = max(c.density, float64(constant(one.terms))/float64(max(src.bytes, 1)))
	}
	if !one.varies {
		return c.multiply(src, one)
	}
	return c.count(s, src, one)
}

// leastLoop returns the least that a loop adds whose body adds at least k, which nothing ends early but a return with an
// error.
func (c *counter) leastLoop(s ast.Stmt, body *ast.BlockStmt, k int64) sum {
	shortened := func(s ast.Stmt) bool {
		_, goesOn := c.turn(s)
		return c.lessens(s) && !goesOn
	}
	if k == 0 || c.conditional > 0 || slices.ContainsFunc(body.List, shortened) {
		return sum{}
	}
	src, ok := c.trips(s)
	plain := len(src.f.from) != 1 || source.IsPath(ast.Unparen(Measured(c.pkg.Info, src.f.from[0])))
	if !ok || !plain || src.partly || src.skips || src.integer || src.varies {
		return sum{}
	}
	c.loops = true
	if src.f.like == nil {
		c.density = max(c.density, float64(k)/float64(max(src.bytes, 1)))
	}
	return sum{terms: []term{src.times(term{k: k})}}
}

// once reports whether the loop ends with the first statement in it that adds something.
//
//	for _, m := range x.members {
//		if m.name == name { list = append(list, m); break }
func (c *counter) once(loop ast.Stmt, body *ast.BlockStmt, leaves []ast.Stmt) bool {
	label := ""
	if cur, ok := c.file.Cursor.FindNode(loop); ok {
		if l, isLabeled := cur.Parent().Node().(*ast.LabeledStmt); isLabeled {
			label = l.Label.Name
		}
	}
	return !slices.ContainsFunc(leaves, func(leaf ast.Stmt) bool {
		cur, ok := c.file.Cursor.FindNode(leaf)
		if !ok {
			return true
		}
		for at := range cur.Enclosing() {
			if at.Node() == ast.Node(body) {
				break
			}
			if list, i, ok := source.StmtList(at); ok && quitsFor(list[i:], body, label) {
				return false
			}
		}
		return true
	})
}

// quitsFor reports whether the statements end in one that leaves the loop around the body, and which has the label, for good.
func quitsFor(list []ast.Stmt, body *ast.BlockStmt, label string) bool {
	last := len(list) - 1
	if slices.ContainsFunc(list[:last], func(s ast.Stmt) bool { return source.Has[*ast.BranchStmt](s) }) {
		return false // perhaps it goes on with the next turn
	}
	switch s := list[last].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		next := s.Tok == token.CONTINUE && (s.Label == nil || s.Label.Name == label)
		return s.Tok != token.GOTO && !next && flow.Leaving(body, s)
	}
	return false
}

// products returns the texts of the products of lengths that a loop makes of what its body adds:
// memory may hold the operands, but not as much as their product.
func products(src trips, body []term) (texts []string) {
	for _, t := range body {
		if len(t.factors) > 0 {
			texts = append(texts, render([]term{src.times(t)}))
		}
	}
	return texts
}

// constant returns the constant part of the terms.
func constant(terms []term) int64 {
	var k int64
	for _, t := range terms {
		if len(t.factors) == 0 {
			k += t.k
		}
	}
	return k
}

// multiply returns what a body adds that adds the same in each iteration, times the iterations.
//
// A product of lengths is only counted if the loops run to their end: otherwise it may take far
// more memory than the program ever has.
func (c *counter) multiply(src trips, body sum) (sum, bool) {
	if len(body.loops) > 0 {
		return sum{}, false
	}
	result := sum{varies: src.varies && src.f.text != ""}
	for _, t := range body.terms {
		if len(t.factors) > 0 && (c.exits || !c.sure) {
			return sum{}, false
		}
		result.terms = append(result.terms, src.times(t))
		if src.more > 0 {
			result.terms = append(result.terms, term{src.more * t.k, t.factors})
		}
	}
	return result, true
}

// count returns a loop that adds up what differs from iteration to iteration.
//
//	for _, g := range groups { … append(x, g...) }
//	-----------------------------------------------
//	for _, g := range groups { n += len(g) }
func (c *counter) count(s ast.Stmt, src trips, body sum) (sum, bool) {
	r, isRange := c.pkg.AsRange(s)
	if !isRange || !src.again || r.Tok != token.DEFINE {
		return sum{}, false // the range cannot be run twice
	}
	var mine, outer []term
	for _, t := range body.terms {
		if len(t.factors) == 0 {
			outer = append(outer, src.times(t))
		} else {
			mine = append(mine, t)
		}
	}
	var lines []string
	if len(mine) > 0 {
		lines = append(lines, "\t%s += "+render(merge(mine)))
	}
	for _, l := range body.loops {
		lines = append(lines, "\t"+strings.ReplaceAll(l, "\n", "\n\t"))
	}
	text := strings.Join(lines, "\n")
	if strings.Contains(strings.ReplaceAll(text, "%s", ""), "%") {
		return sum{}, false // a remainder in the source would be taken for the counter
	}
	from := body.from
	for _, t := range mine {
		for _, f := range t.factors {
			from = append(from, f.from...)
		}
	}
	head, ok := c.header(r, mentioned(c.pkg.Info, from))
	return sum{
		terms:  outer,
		loops:  []string{head + " {\n" + text + "\n}"},
		from:   append(from, r.X),
		varies: src.varies,
	}, ok
}

// header writes the head of the counting loop with the variables that it uses. ok is false if they
// hide a function that it calls.
func (c *counter) header(r *ast.RangeStmt, used map[types.Object]bool) (head string, ok bool) {
	name := func(e ast.Expr) string {
		id, ok := e.(*ast.Ident)
		if !ok || !used[c.pkg.Info.Defs[id]] {
			return "_"
		}
		return id.Name
	}
	key, value := name(r.Key), name(r.Value)
	for _, v := range []string{key, value} {
		if v == "len" || v == "max" {
			return "", false
		}
	}
	text := " range " + c.file.Text(r.X)
	if c.ranged != nil && ast.Unparen(r.X) == c.ranged {
		text = " range " + named
	}
	switch {
	case value != "_":
		return "for " + key + ", " + value + " :=" + text, true
	case key != "_":
		return "for " + key + " :=" + text, true
	}
	return "for" + text, true
}

// mentioned returns the objects that the expressions mention.
func mentioned(info *types.Info, from []ast.Expr) map[types.Object]bool {
	used := make(map[types.Object]bool)
	for _, e := range from {
		for id := range source.Idents(e) {
			used[info.Uses[id]] = info.Uses[id] != nil
		}
	}
	return used
}

func (c *counter) loopVars(s ast.Stmt) []types.Object {
	var vars []types.Object
	add := func(e ast.Expr) {
		if id, ok := e.(*ast.Ident); ok && c.pkg.Info.Defs[id] != nil {
			vars = append(vars, c.pkg.Info.Defs[id])
		}
	}
	if r, ok := c.pkg.AsRange(s); ok {
		add(r.Key)
		add(r.Value)
	} else if init, ok := s.(*ast.ForStmt).Init.(*ast.AssignStmt); ok {
		for _, e := range init.Lhs {
			add(e)
		}
	}
	return vars
}

// Fixed reports whether the expressions of the count keep their values from start to end, so that
// the count may be taken at start.
func (c Count) Fixed(pkg *source.Package, start, end token.Pos) bool {
	return !slices.ContainsFunc(append(c.from, c.lengths()...), func(e ast.Expr) bool {
		return !c.ownVars(pkg, e) && !effect.Kept(pkg, e, start, end)
	})
}

// Total reports whether no expression in the factors of the count can panic.
func (c Count) Total(info *types.Info) bool {
	return !slices.ContainsFunc(c.lengths(), func(e ast.Expr) bool { return !effect.Total(info, e) })
}

// lengths returns the expressions in the factors of the count.
func (c Count) lengths() (exprs []ast.Expr) {
	for _, t := range c.terms {
		for _, f := range t.factors {
			exprs = append(exprs, f.from...)
		}
	}
	return exprs
}

// Visible reports whether the count has no loops, and its expressions mean the same at pos.
func (c Count) Visible(f *source.File, pos token.Pos) bool {
	for _, e := range c.lengths() {
		if !f.Visible(e, pos) {
			return false
		}
	}
	for _, t := range c.terms {
		for _, factor := range t.factors {
			if factor.like != nil && !f.Spelled(factor.like, pos, "Count") {
				return false
			}
		}
	}
	return len(c.loops) == 0
}

// ownVars reports whether e mentions a variable of a counting loop.
func (c Count) ownVars(pkg *source.Package, e ast.Expr) bool {
	return slices.ContainsFunc(c.vars, func(v types.Object) bool { return pkg.Mentions(e, v) > 0 })
}

// Plus returns the count plus k.
func (c Count) Plus(k int64) Count {
	if k != 0 {
		c.terms = merge(append(slices.Clone(c.terms), term{k: k}))
	}
	return c
}

// PlusLen returns the count plus the length of the expression with the given text.
func (c Count) PlusLen(text string) Count {
	c.terms = merge(append(slices.Clone(c.terms), term{1, []factor{{text: "len(" + text + ")"}}}))
	return c
}

// Several reports whether the count is the sum of a length and of something else.
func (c Count) Several() bool { return len(c.terms) > 1 }

// Multiple reports whether the count has a multiple of a length.
func (c Count) Multiple() bool {
	return slices.ContainsFunc(c.terms, func(t term) bool { return t.k > 1 && len(t.factors) > 0 })
}

// Positive reports whether the count cannot be zero: a part of it is a constant, or one more than there are
// separators.
func (c Count) Positive() bool {
	return slices.ContainsFunc(c.terms, func(t term) bool {
		return t.k > 0 && !slices.ContainsFunc(t.factors, func(f factor) bool { return f.like == nil && !f.some })
	})
}

// AlwaysPositive reports whether something is surely added.
func (c Count) AlwaysPositive() bool { return c.Certain || c.Positive() && c.Sure }

// Bytes returns how many bytes writing e adds: the sum over the operands of a concatenation, in
// which strconv.Itoa counts as the longest number, and a time, formatted by a constant layout, with
// the longest names and years of four digits.
func Bytes(info *types.Info, e ast.Expr) Part {
	e = ast.Unparen(e)
	if s, ok := source.StringConst(info, e); ok {
		return Part{K: int64(len(s))}
	}
	if info.Types[e].IsNil() {
		return Part{} // len(nil) is no expression
	}
	if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		x, y := Bytes(info, sum.X), Bytes(info, sum.Y)
		return Part{K: x.K + y.K, Of: append(x.Of, y.Of...), Spare: x.Spare + y.Spare}
	}
	if lit, ok := e.(*ast.CompositeLit); ok && source.IsBytes(info.TypeOf(lit)) && !slices.ContainsFunc(lit.Elts, isKeyed) {
		return Part{K: int64(len(lit.Elts))}
	}
	if _, ok := source.CallTo(info, e, "strconv", "Itoa"); ok {
		return Part{K: int64(len("-9223372036854775808")), Spare: int64(len("-9223372036854775808") - 1)}
	}
	if call, ok := source.CallTo(info, e, "time", "Time.Format", "Time.AppendFormat"); ok {
		if part, ok := formatted(info, call); ok {
			return part
		}
	}
	if x := Measured(info, e); x != e {
		return Bytes(info, x)
	}
	return Part{Of: []ast.Expr{e}}
}

func isKeyed(elt ast.Expr) bool {
	_, ok := elt.(*ast.KeyValueExpr)
	return ok
}

// formatted returns the length of t.Format(layout), and of t.AppendFormat(b, layout) where b is a
// make with length 0. ok is false if layout is not constant.
func formatted(info *types.Info, call *ast.CallExpr) (Part, bool) {
	layout, ok := source.StringConst(info, call.Args[len(call.Args)-1])
	if len(call.Args) == 2 {
		made, isCall := ast.Unparen(call.Args[0]).(*ast.CallExpr)
		if !isCall || !source.IsBuiltin(info, made, "make") || len(made.Args) != 3 {
			return Part{}, false
		}
		n, isConst := source.IntConst(info, made.Args[1])
		ok = ok && isConst && n == 0
	}
	return Part{K: int64(len(longest.Format(layout)))}, ok
}

// longest is a time with the longest weekday and month, two digits wherever there can be two, and a
// zone whose name is as long as most.
var longest = time.Date(2006, time.September, 27, 23, 59, 59, 999999999, time.FixedZone("CEST", 2*60*60))

// Measured returns the operand of e if e is a conversion that does not change the length, otherwise
// e.
func Measured(info *types.Info, e ast.Expr) ast.Expr {
	for {
		call, ok := ast.Unparen(e).(*ast.CallExpr)
		if !ok || !source.IsConversion(info, call) || !sameLength(info, call) {
			return e
		}
		e = call.Args[0]
	}
}

// sameLength reports whether the conversion is between string and []byte, whose operand has the
// length of the result.
func sameLength(info *types.Info, call *ast.CallExpr) bool {
	flat := func(t types.Type) bool {
		b, isBasic := source.Core(t).(*types.Basic)
		s, isSlice := source.Core(t).(*types.Slice)
		if isSlice {
			elem, ok := s.Elem().Underlying().(*types.Basic)
			return ok && elem.Kind() == types.Byte
		}
		return isBasic && b.Info()&types.IsString != 0
	}
	return flat(info.TypeOf(call)) && flat(info.TypeOf(call.Args[0]))
}
