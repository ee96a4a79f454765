package verify

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// Prices are in percent of the cost of a workload: a change must save at least its price. "Read cold" means that a
// reader was shown a diff and its figures without context, and asked whether to merge it.
const (
	// pricedLine is for each added line, and each added part of a condition: of nine diffs that added one, read cold,
	// two would have been merged as they were.
	pricedLine = 2
	// pricedLong is for longLines added lines and more in each place, in addition to the lines: of 18 diffs that added four and
	// more, read cold by two readers, one would have been merged by both and two by one, though five of them saved all objects of a
	// benchmark; of 125 that added none, 80 % would have been.
	pricedLong, longLines = 50, 4
	// pricedStale is for a comment in a changed function that says a name that the function no longer has: the reader has to
	// reword it. The one diff with such a comment that was read cold would have been merged by neither of two readers.
	pricedStale = 20
	// pricedFunction is for a new function, in addition to its lines: its name has to be understood, and its callers
	// found. Of five diffs that split a constructor, read cold, none would have been merged for one object of eleven,
	// or of five; with their lines these cost a fifth and more.
	pricedFunction = 10
	// calledPlaces is the number of places, for each new function, from which on it costs its lines alone: readers asked for one where
	// an expression was repeated, see pricedRepeated.
	calledPlaces = 4
	// pricedCold is for a change to how an error is made, to its text, to a panic, or to the text about a command's
	// usage: failures are rare, however often a test provokes them, and neighbouring code stays as it is.
	pricedCold = 10
	// pricedGuess is for room of a guessed size, without anything in the code that says why it suffices: of three
	// diffs with such a size, read cold, none would have been merged.
	pricedGuess = 3
	// pricedLarge is for such room of 100 and more, for whose number nothing speaks, unlike 64, with which a bytes.Buffer
	// begins: of four diffs with 256 or 512 that were read cold, none would have been merged as it was.
	pricedLarge = 10
	// pricedTwice is for memory that is made with one size and, if that is too small, made again: of four diffs with such
	// lines, read cold by two readers, none would have been merged; two of these were in generated files.
	pricedTwice = 40
	// pricedSpare is for room for more than may come, as for all of a list of which some elements are taken: of five diffs
	// with such room, read cold by two readers, two would have been merged by both: one for half of a benchmark's objects,
	// one that changed a single line.
	pricedSpare = 5
	// pricedMeasured is for room that a measurement suggests: whoever reads the number has to believe that other inputs
	// are like those of the workload. Neither of the two diffs with such a number that were read cold, for 23 and 83 % of the
	// objects of a benchmark, would have been merged as it was.
	pricedMeasured = 50
	// pricedSignature is for changed parameters or results, which all callers have to follow.
	pricedSignature = 2
	// pricedRoom is for append(make([]T, 0, 64), make([]T, n)...), which anybody who does not know its purpose would
	// undo: none of five diffs with it that were read cold would have been merged, although one of them saved 17 % of
	// the objects of a benchmark, another a tenth of the objects and half of the bytes.
	pricedRoom = 50
	// pricedLoop is for a new loop, in addition to its lines: a call says by its name what it does, a loop has to be
	// read. A loop that cut a text like strings.Split was turned down for one object of four.
	pricedLoop = 10
	// pricedCuts is for a loop that cuts one part after the other, for rest, more := s, true; more; {, in place of one over a
	// list, which says in one line what it does: such a loop reads as a library function would be written. Of three diffs with
	// it that were read cold, which saved up to a quarter of the objects, none would have been merged as it was.
	pricedCuts = 75
	// pricedPadding is for zeros that are put in front of a number by hand, which a format says with two characters.
	pricedPadding = 20
	// pricedPool is for a sync.Pool, in addition to its lines: a reader has to find out who takes from the pool, what
	// is put back, and who may still refer to it by then. None of five diffs that were read cold, four of which saved from a third to
	// a half, would have been merged as it was.
	pricedPool = 60
	// pricedRetained is for memory that an object retains from one call to the next, in a field of its own (rule scratch): its
	// callers must not meet in it. The one diff with such fields that was read cold by two readers, for 2.6 % of the objects of a
	// document, would have been merged by neither.
	pricedRetained = 10
	// pricedSplit is for a function in two, in addition to the new function, so that the compiler inlines the first: the name says
	// what it does less well than that of the whole, and only callers that drop the result gain. Of 15 diffs with such functions that
	// were read cold, none would have been merged as it was, one of which saved the only object of a benchmark.
	pricedSplit = 100
	// pricedRepeated is for repeatedRooms appends to a make and more, as of a number that is written: neither of two readers would have
	// merged either of the two diffs with so many, for six of seven objects of a benchmark; both asked for a function.
	pricedRepeated, repeatedRooms = 20, 4
	// pricedUngrown is for a buffer that had asked for its room with Grow and gets room of a fixed size instead.
	pricedUngrown = 10
	// pricedAnew is for a variable that a loop sets anew in each iteration in place of one that each iteration has for itself (rule
	// reusebuf), which is how its neighbours are written: where it saved 1 % and 7 % of a benchmark, neither of two readers would have
	// merged it, where it saved 10 %, one, where it saved 29 % and more, both would.
	pricedAnew = 10
	// pricedPositions is for groups of an expression by their positions: m[2] != m[3] has to be counted out.
	pricedPositions = 15
	// pricedField is for a field of another type (rule valuefield), which all that names it has to follow, and whose neighbours may
	// stay as they are.
	pricedField = 2
	// pricedHalf is for a function that returns one text in other words than before and another one not.
	pricedHalf = 5
	// pricedFixture is for code that only benchmarks, tests or examples run: neither of two readers would have merged the two diffs in
	// such code, as no program gains.
	pricedFixture = 20
	// pricedHeap is for heap.Fix and an append in place of heap.Push, in addition to its lines, which the comments of the heap do not
	// speak of: neither of two readers would have merged either of two diffs with it, for half of the objects of a benchmark.
	pricedHeap = 60
	// pricedByHand is for a loop that does by hand what a function of the library does: map letters rune by rune, or cut the
	// groups out of a text. Neither of two readers would have merged the one diff with such a loop for letters, which saved all objects of
	// a benchmark and was slower for the texts that had no object before.
	pricedByHand = 100
	// pricedAddress is for a list that is sorted by its address, sort.Sort(&x), which saves 24 bytes for each sort and looks like a
	// mistake: none of two diffs with it that were read cold would have been merged as it was.
	pricedAddress = 30
	// pricedTrick is for an unusual wording that has to be read twice: append to a make or an append in one expression, the
	// address of an element of a list, a copy of what a called function points to, a slice with
	// three indices, a literal that copies the fields of another value, a local name that ends in a number, a second name for the
	// memory of a slice, a switch without the tag that it had.
	pricedTrick = 3
	// pricedNumbered is for a declared name that ends in a number, as of the second expression that a function compiles: neither of two
	// readers would have merged either of two diffs with it as it was.
	pricedNumbered = 20
	// pricedWrittenOut is for a part of a text that is written out several times, s[i+len(sep):]: it wants a name. Neither of two readers
	// would have merged the one diff with such parts, for a third of the objects of a benchmark.
	pricedWrittenOut = 30
	// pricedIndex is for an index that begins at -1 and is counted by hand, as in a loop over parts that a range had counted: neither of
	// two readers would have merged the one diff with it, for a seventh of the objects of a benchmark.
	pricedIndex = 20
	// pricedNested is for append(append(make([]T, 0, n), x), y...) in one expression, which has to be read from the inside: of two
	// diffs with it that were read cold, none would have been merged as it was. So is append(x, make([]T, n)...), which only makes room.
	pricedNested = 30
	// pricedNameless is for an object of a struct without a name, for what has names and could be made by itself: the one
	// diff with it that was read cold, for two objects of three, would not have been merged as it was.
	pricedNameless = 20
	// pricedDetour is for a second way to one answer: an assertion of an error whose type errors.As is asked for next, in
	// eight lines for what is one call as of go1.26. The one diff with it that was read cold, for an object of eight
	// bytes, would not have been merged.
	pricedDetour = 10
	// plainChanges are the lines in each place that may be reworded for free. Each further line costs 1 %: a diff
	// with sixteen such lines was turned down for one object of eleven.
	plainChanges = 4
	// pricedReworded is for manyChanges reworded lines and more in each place, in addition: of five diffs with so many, read cold by two
	// readers, none would have been merged, though three of them saved half of the objects of a benchmark.
	pricedReworded, manyChanges = 40, 8
	// plainSum is the number of operands up to which a sum reads as easily as a format: of 28 kept diffs that
	// replaced fmt, read cold, 11 of 16 with up to four operands would have been merged, none of eight with more, and
	// none of four with FormatFloat.
	plainSum = 4
)

// coldName matches functions that make the text of an error, or say how a command is used, and failing those that make or
// report an error, or end the program; wordsName matches those
// that make a text for people who look at a value. If the code for it becomes longer, it counts like the text of an
// error: of the diffs with such a sum, read cold, none was merged.
var (
	coldName  = regexp.MustCompile(`\.Error$|([Uu]sage|[Hh]elp)s?([A-Z._]|$)`)
	failing   = regexp.MustCompile(`^(errors\.New|panic)$|([Ee]rrorf|[Ff]atalf?|[Pp]anicf)$|(^|\.)([Nn]ew|[Mm]ake)\w*Err(or)?f?$`)
	fixture   = regexp.MustCompile(`(^|/)(bench|benchmarks?|examples?|testdata|fixtures?)/`)
	wordsName = regexp.MustCompile(`\.(Go)?String$|([Dd]ump|[Dd]ebug)([A-Z._]|$)`)
)

// pricedRule is what each candidate of a rule costs, whatever its text.
var pricedRule = map[string]int{
	"scratch": pricedRetained, "reusebuf": pricedAnew, "outline": pricedSplit, "valuefield": pricedField, "typedheap": pricedHeap,
}

// price is what c costs the readers of the code, in percent of what a workload costs: for the added lines, for the
// odd spots that a reader stops at, and for places of the same form that stay as they are. If c changes several
// places alike, the odd spots are divided by their number: who has understood one understands all. It is not
// negative.
func (j *judge) price(c record.Candidate) int {
	if slices.Contains(j.Own, c.Rewrite) {
		return 0
	}
	if price, ok := j.prices[c.ID]; ok {
		return price
	}
	more, places := j.burden(c), max(c.Places, 1)
	if c.Observed != nil {
		more.odd = pricedMeasured + max(more.odd-pricedLarge, 0) // in place of the price of a guess
	} else if slices.ContainsFunc(c.Caveats, func(v record.Caveat) bool { return v.Kind == "spare" }) {
		more.odd += pricedSpare
	}
	same := places // in how many places the same odd spot stands
	if len(c.Of) > 0 && len(c.Parts) == 0 {
		same = 1 // two rules together
	}
	price := more.added + pricedRule[c.Rewrite] + (more.odd+same-1)/same + max(more.reworded-plainChanges*places, 0) + pricedStale*more.stale
	if more.lines >= longLines*places {
		price += pricedLong
	}
	if more.rooms >= repeatedRooms {
		price += pricedRepeated
	}
	if places >= calledPlaces*more.functions {
		price -= pricedFunction * more.functions
	}
	if more.reworded >= manyChanges*places {
		price += pricedReworded
	}
	if c.Rewrite == "format" {
		price += pricedHalf * more.half
	}
	if more.cold {
		price = max(price, 0) + pricedCold
	}
	if fixture.MatchString(c.Pos.File) {
		price = max(price, 0) + pricedFixture
	}
	price = max(price, 0) + (more.operands+same-1)/same + j.alike(c) // a call on several lines is no longer text than the sum on one
	if j.prices == nil {
		j.prices = make(map[string]int)
	}
	j.prices[c.ID] = price
	return price
}

// A burden is what a change adds to what a reader has to understand.
type burden struct {
	added     int // the price of lines, functions, loops and signatures; negative if there are fewer
	lines     int // more than before
	rooms     int // appends to a make
	functions int // new ones
	stale     int // comments in changed functions that say names which these no longer have
	odd       int // as in weight
	operands  int // as in weight
	reworded  int // lines
	half      int // functions that return one text of package fmt no more, and another one still
	cold      bool
}

// burden returns what c adds. It is the zero burden for a candidate that cannot be applied.
func (j *judge) burden(c record.Candidate) (b burden) {
	files, err := rewrite.Apply(j.Source, c)
	if err != nil {
		return b
	}
	longer := 0
	for name, text := range files {
		if old, err := j.Source(name); err == nil {
			now, was := weigh(text), weigh(old)
			b.added += now.more(was)
			b.lines += now.lines - was.lines
			b.rooms += now.rooms - was.rooms
			b.functions += max(len(now.signatures)-len(was.signatures), 0)
			b.stale += stale(was, now)
			b.odd += max(now.odd-was.odd, 0)
			b.operands += max(now.operands-was.operands, 0)
			b.reworded += changed(old, text)
			for f, n := range now.returns {
				if n < was.returns[f] {
					b.half++
				}
			}
			longer += now.letters - was.letters
			b.cold = b.cold || slices.ContainsFunc(c.Functions, was.explains) ||
				now.letters > was.letters && slices.ContainsFunc(c.Functions, func(f string) bool { return slices.Contains(was.prints, f) })
		}
	}
	b.cold = b.cold || slices.ContainsFunc(c.Functions, coldName.MatchString) || longer > 0 && slices.ContainsFunc(c.Functions, wordsName.MatchString)
	return b
}

// rewords reports whether c only says in other words, in a few lines, what a reader understands as quickly.
func (j *judge) rewords(c record.Candidate) bool {
	b := j.burden(c)
	return b.added <= 0 && b.reworded <= 2*plainChanges*max(c.Places, 1) && b.odd == 0 && b.operands == 0 && !b.cold
}

// alike is how many functions of the same file or name have places of the same form as c that stay as they are,
// because no workload runs them or they did not hold together with c: a reader of c asks why.
func (j *judge) alike(c record.Candidate) int {
	var stay []string
	for whole, ok := j.wholes[c.ID]; ok; whole, ok = j.wholes[whole.ID] {
		stay = append(stay, whole.Functions...)
	}
	for _, other := range j.Candidates {
		if c.Form != "" && !c.Local && other.Form == c.Form && other.Rewrite == c.Rewrite && (other.Pos.File == c.Pos.File || rewrite.Namesakes(other, c)) &&
			j.verdicts[other.ID].Outcome == record.NotExercised {
			stay = append(stay, other.Functions...)
		}
	}
	slices.Sort(stay)
	return len(slices.DeleteFunc(slices.Compact(stay), func(f string) bool { return slices.Contains(c.Functions, f) }))
}

// A weight is what a reader has to understand in a file.
type weight struct {
	// lines is the number of lines that are neither blank, nor a comment, nor an import, plus one for each && and ||,
	// as every part of a condition is read like a line.
	lines   int
	letters int // that are neither white space nor in an import
	// odd is the price of the spots that a reader stops at: 1 for a copy of a string, a number written by
	// strconv.FormatFloat, and a strings.Builder, which grows from 8 bytes
	// where a bytes.Buffer begins with 64, so that texts longer than the measured ones may make more objects;
	// pricedGuess, pricedLarge, pricedTrick, pricedRoom and pricedPool for what these describe.
	odd        int
	operands   int               // of texts, beyond plainSum
	signatures map[string]string // of each function, by receiver and name
	failures   map[string]int    // calls that make an error or panic: how many, by what they say, see saying
	errors     []string          // types with a method Error
	fails      []string          // functions that only make errors, or panic
	prints     []string          // functions that print to the terminal
	loops      int
	grown      int                 // calls of Grow
	rooms      int                 // calls of strconv that append to a make
	parts      map[string]int      // of a text, by their source
	returns    map[string]int      // how many texts of package fmt each function returns
	declares   map[string][]string // the names that each function declares
	comments   map[string][]string // the comments in and above each function
}

// explains reports whether a function is a method of an error type, or one that only makes errors, or panics.
func (w weight) explains(function string) bool {
	return slices.Contains(w.errors, receiver(function)) || slices.Contains(w.fails, function)
}

// receiver is the name of the type that a method, (*T).M, is declared on; empty for a function.
func receiver(function string) string {
	recv, _, isMethod := strings.Cut(function, ".")
	if !isMethod {
		return ""
	}
	return strings.Trim(recv, "(*)")
}

// changed is how many lines of a file are reworded: replaced, not added or removed.
func changed(old, now []byte) (n int) {
	lines := slices.Collect(strings.Lines(string(old)))
	for _, h := range rewrite.Hunks(old, now) {
		n += min(counted(strings.Join(lines[h.Start:h.End], "")), counted(strings.Join(h.New, "")))
	}
	return n
}

// counted is how many lines of a text are neither blank nor a comment.
func counted(text string) (n int) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}

// weigh weighs the text of a file; a text that does not parse has the zero weight.
func weigh(text []byte) (w weight) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		return w
	}
	w.declares, w.comments, w.parts = make(map[string][]string), make(map[string][]string), make(map[string]int)
	w.signatures, w.failures, w.returns = make(map[string]string), make(map[string]int), make(map[string]int)
	of := func(start, end token.Pos) string { return string(text[start-file.FileStart : end-file.FileStart]) }
	w.lines, w.letters = counted(string(text)), len(bytes.Join(bytes.Fields(text), nil))
	inner := make(map[ast.Expr]bool) // sums that are the left operand of another sum
	for n := range ast.Preorder(file) {
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok == token.IMPORT {
				w.lines -= counted(of(n.Pos(), n.End()))
				w.letters -= len(strings.Join(strings.Fields(of(n.Pos(), n.End())), ""))
			}
		case *ast.BinaryExpr:
			switch n.Op {
			case token.LAND, token.LOR:
				w.lines++
			case token.ADD:
				inner[n.X] = true
				if inner[n] {
					continue
				}
				if texts := operands(n); len(texts) > plainSum && (slices.ContainsFunc(texts, isText) || slices.ContainsFunc(texts, isFormat)) {
					w.operands += len(texts) - plainSum
				}
			}
		case *ast.FuncDecl:
			w.signatures[of(n.Type.Func, n.Name.End())] = of(n.Name.End(), n.Type.End())
			if n.Recv != nil && n.Name.Name == "Error" {
				w.errors = append(w.errors, receiver(rewrite.FuncName(n)))
			}
			w.function(n, of)
			w.locals(n, file.Comments)
		case *ast.CallExpr:
			w.odd += oddCall(of(n.Fun.Pos(), n.Fun.End()), n)
			if strings.HasSuffix(of(n.Fun.Pos(), n.Fun.End()), ".Grow") && len(n.Args) == 1 {
				w.grown++
			}
			if strings.HasPrefix(of(n.Fun.Pos(), n.Fun.End()), "strconv.Append") && isCall(n.Args[0], "make") {
				w.rooms++
			}
		case *ast.TypeAssertExpr:
			if x := of(n.X.Pos(), n.X.End()); n.Type != nil && (strings.HasSuffix(x, "err") || strings.HasSuffix(x, "Err")) {
				w.odd += pricedDetour
			}
		case *ast.SwitchStmt:
			if n.Tag == nil {
				w.odd += pricedTrick
			}
		case *ast.ForStmt:
			w.loops++
			if init, ok := n.Init.(*ast.AssignStmt); ok && n.Post == nil && len(init.Lhs) > 1 {
				w.odd += pricedCuts
			} else if ok && strings.Contains(of(init.Pos(), init.End()), "SubmatchIndex(") {
				w.odd += pricedByHand
			}
		case *ast.RangeStmt:
			w.loops++
		case *ast.CompositeLit:
			if copies(n, of) > 1 {
				w.odd += pricedTrick
			}
		case *ast.SliceExpr:
			if n.Slice3 {
				w.odd += pricedTrick
			}
			if from, ok := n.Low.(*ast.BinaryExpr); ok && isCall(from.Y, "len") {
				text := of(n.Pos(), n.End())
				if w.parts[text]++; w.parts[text] == 2 {
					w.odd += pricedWrittenOut
				}
			}
		case *ast.IfStmt:
			if isAgain(n) {
				w.odd += pricedTwice
			} else if len(n.Body.List) == 1 && strings.HasSuffix(of(n.Body.Pos(), n.Body.List[0].End()), ", '0')") {
				w.odd += pricedPadding
			}
		case *ast.StarExpr:
			if _, ok := n.X.(*ast.CallExpr); ok {
				w.odd += pricedTrick
			}
		case *ast.UnaryExpr:
			if _, ok := n.X.(*ast.IndexExpr); ok && n.Op == token.AND {
				w.odd += pricedTrick
			}
		case *ast.ValueSpec:
			w.odd += pricedNumbered * numbered(n.Names)
		case *ast.AssignStmt:
			w.odd += oddAssign(n, of)
		case *ast.SelectorExpr:
			switch of(n.Pos(), n.End()) {
			case "strings.Builder":
				w.odd++
			case "sync.Pool":
				w.odd += pricedPool
			}
		case *ast.ArrayType:
			if isGuess(n.Len) {
				w.odd += guess(n.Len)
			}
		}
	}
	return w
}

// oddAssign is the odd price of an assignment: for a name that ends in a number, a second name for the memory of a
// slice, an index that is counted by hand, and x = x + y, which anybody who tidies up would write as x += y.
func oddAssign(n *ast.AssignStmt, of func(start, end token.Pos) string) (odd int) {
	to, value := of(n.Lhs[0].Pos(), n.Lhs[0].End()), n.Rhs[0]
	if n.Tok == token.DEFINE {
		odd = pricedTrick * numbered(n.Lhs)
	}
	if cut, ok := value.(*ast.SliceExpr); ok && literal(cut.High) == "0" && to != of(cut.X.Pos(), cut.X.End()) {
		odd += pricedTrick
	}
	if sum, ok := value.(*ast.BinaryExpr); ok && n.Tok == token.ASSIGN && sum.Op == token.ADD && to == of(sum.X.Pos(), sum.X.End()) {
		odd += pricedTrick
	}
	if minus, ok := value.(*ast.UnaryExpr); ok && n.Tok == token.DEFINE && minus.Op == token.SUB && literal(minus.X) == "1" {
		odd += pricedIndex
	}
	return odd
}

// function adds what a declared function makes of failures: the outermost calls that say what went wrong, whether all that the
// function does is to fail, and whether it prints to the terminal.
func (w *weight) function(n *ast.FuncDecl, of func(start, end token.Pos) string) {
	end := token.NoPos
	for node := range ast.Preorder(n) {
		if ret, ok := node.(*ast.ReturnStmt); ok && len(ret.Results) == 1 && isFormat(ret.Results[0]) {
			w.returns[rewrite.FuncName(n)]++
		}
		call, ok := node.(*ast.CallExpr)
		if !ok {
			continue
		}
		if isFailing(call, of) && call.Pos() >= end {
			w.failures[saying(call, of)]++
			end = call.End()
		}
		toStream := len(call.Args) > 0 && strings.HasPrefix(of(call.Args[0].Pos(), call.Args[0].End()), "os.Std")
		if toStream || strings.HasPrefix(of(call.Fun.Pos(), call.Fun.End()), "fmt.Print") {
			w.prints = append(w.prints, rewrite.FuncName(n))
		}
	}
	if onlyFails(n, of) {
		w.fails = append(w.fails, rewrite.FuncName(n))
	}
}

// locals adds the names that a function declares, and its comments.
func (w *weight) locals(n *ast.FuncDecl, all []*ast.CommentGroup) {
	name := rewrite.FuncName(n)
	for node := range ast.Preorder(n) {
		var declared []ast.Expr
		switch d := node.(type) {
		case *ast.AssignStmt:
			if d.Tok == token.DEFINE {
				declared = d.Lhs
			}
		case *ast.RangeStmt:
			declared = []ast.Expr{d.Key, d.Value}
		case *ast.ValueSpec:
			for _, id := range d.Names {
				declared = append(declared, id)
			}
		}
		for _, e := range declared {
			if id, ok := e.(*ast.Ident); ok && len(id.Name) > 1 {
				w.declares[name] = append(w.declares[name], id.Name)
			}
		}
	}
	for _, g := range all {
		if g == n.Doc || n.Pos() <= g.Pos() && g.End() <= n.End() {
			w.comments[name] = append(w.comments[name], g.Text())
		}
	}
}

// stale is how many comments of functions say a name that the function declared in its old version only.
func stale(old, now weight) (n int) {
	for function, comments := range now.comments {
		for _, text := range comments {
			words := strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
			if slices.ContainsFunc(old.declares[function], func(name string) bool {
				left, was := times(now.declares[function], name), times(old.declares[function], name)
				return slices.Contains(words, name) && (left == 0 || left < was && strings.Contains(text, name+"["))
			}) {
				n++
			}
		}
	}
	return n
}

// times is how often a list has a name.
func times(list []string, name string) (n int) {
	for _, s := range list {
		if s == name {
			n++
		}
	}
	return n
}

// isFailing reports whether e is a call that makes or reports an error, or ends the program.
func isFailing(e ast.Expr, of func(start, end token.Pos) string) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && failing.MatchString(of(call.Fun.Pos(), call.Fun.End()))
}

// onlyFails reports whether each return of a function is of a failing call or, without a return, its last statement is one.
func onlyFails(n *ast.FuncDecl, of func(start, end token.Pos) string) bool {
	returns := false
	for node := range ast.Preorder(n) {
		if ret, ok := node.(*ast.ReturnStmt); ok {
			if len(ret.Results) != 1 || !isFailing(ret.Results[0], of) {
				return false
			}
			returns = true
		}
	}
	if returns || n.Body == nil || len(n.Body.List) == 0 || n.Name.Name == "main" {
		return returns
	}
	last, ok := n.Body.List[len(n.Body.List)-1].(*ast.ExprStmt)
	return ok && isFailing(last.X, of)
}

// saying is the text of a call that makes an error or panics, without the operands of its format: a part that has another
// name, or is made again, leaves the error as it was.
func saying(call *ast.CallExpr, of func(start, end token.Pos) string) string {
	if len(call.Args) > 1 && literal(call.Args[0]) != "" {
		return of(call.Pos(), call.Args[0].End())
	}
	return of(call.Pos(), call.End())
}

// numbered is how many names end in a digit from 2 to 9, as for a word that is already taken.
func numbered[E ast.Expr](names []E) (n int) {
	for _, e := range names {
		name, ok := ast.Expr(e).(*ast.Ident)
		if ok && len(name.Name) > 2 && strings.ContainsAny(name.Name[len(name.Name)-1:], "23456789") {
			n++
		}
	}
	return n
}

// literal is the text of a literal of a basic type; empty for any other expression.
func literal(e ast.Expr) string {
	if lit, ok := e.(*ast.BasicLit); ok {
		return lit.Value
	}
	return ""
}

// copies is how many fields a literal copies from a field of another value: a new field would have to be added there.
func copies(lit *ast.CompositeLit, of func(start, end token.Pos) string) (n int) {
	for _, e := range lit.Elts {
		field, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if from, ok := field.Value.(*ast.SelectorExpr); ok && of(field.Key.Pos(), field.Key.End()) == from.Sel.Name {
			n++
		}
	}
	return n
}

// oddCall is the odd price of a call.
func oddCall(name string, n *ast.CallExpr) int {
	onto, sized := len(n.Args) > 1 && isCall(n.Args[0], "make"), false // appends to a make, whose size has its own price
	if onto {
		list := n.Args[0].(*ast.CallExpr).Args
		sized = isMany(list[len(list)-1])
	}
	switch {
	case name == "new" && isNameless(n.Args[0]):
		return pricedNameless
	case name == "strings.Clone", name == "strconv.FormatFloat":
		return 1
	case strings.HasSuffix(name, "SubmatchIndex"):
		return pricedPositions
	case name == "unicode.ToUpper", name == "unicode.ToLower":
		return pricedByHand
	case name == "make" && len(n.Args) == 3 && (isGuess(n.Args[2]) || isBytes(n.Args[0]) && isMany(n.Args[2])):
		return guess(n.Args[2])
	case name == "append" && n.Ellipsis.IsValid() && onto && isCall(n.Args[1], "make"), strings.HasSuffix(name, ".Grow") && onto:
		return pricedRoom - pricedGuess // the size is counted at the make
	case strings.HasSuffix(name, ".Grow") && slices.ContainsFunc(n.Args, isGuess):
		return guess(n.Args[len(n.Args)-1])
	case name == "append" && n.Ellipsis.IsValid() && isCall(n.Args[1], "make"):
		return pricedNested
	case name == "append" && isCall(n.Args[0], "append") && isCall(n.Args[0].(*ast.CallExpr).Args[0], "make"):
		return pricedNested
	case name == "append" && onto && !sized, name == "append" && isCall(n.Args[0], "append"):
		return pricedTrick
	case strings.HasPrefix(name, "sort.S") && len(n.Args) == 1 && isAddress(n.Args[0]):
		return pricedAddress
	}
	return 0
}

// isAgain reports whether a branch makes x again if a number is larger than its length or capacity.
func isAgain(n *ast.IfStmt) bool {
	cond, ok := n.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.GTR || !isCall(cond.Y, "len") && !isCall(cond.Y, "cap") || len(n.Body.List) != 1 {
		return false
	}
	set, ok := n.Body.List[0].(*ast.AssignStmt)
	return ok && len(set.Rhs) == 1 && isCall(set.Rhs[0], "make")
}

// isAddress reports whether e is &x, or that as another type.
func isAddress(e ast.Expr) bool {
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) == 1 {
		e = call.Args[0]
	}
	u, ok := e.(*ast.UnaryExpr)
	return ok && u.Op == token.AND
}

// isNameless reports whether a type is a struct without a name.
func isNameless(e ast.Expr) bool {
	_, ok := e.(*ast.StructType)
	return ok
}

// isBytes reports whether a type is []byte.
func isBytes(e ast.Expr) bool { return types.ExprString(e) == "[]byte" }

// isMany reports whether a size is a number of two digits or more.
func isMany(e ast.Expr) bool { return len(literal(e)) > 1 }

// operands returns the operands of a sum.
func operands(e ast.Expr) []ast.Expr {
	if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		return append(operands(sum.X), sum.Y)
	}
	return []ast.Expr{e}
}

// isText reports whether e is a string literal.
func isText(e ast.Expr) bool { return strings.IndexAny(literal(e), "\"`") == 0 }

// isFormat reports whether e is a call of fmt.Sprintf or one like it.
func isFormat(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && strings.Contains(types.ExprString(call.Fun), "Sprint")
}

// isCall reports whether e is a call of a function of that name.
func isCall(e ast.Expr, name string) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && types.ExprString(call.Fun) == name
}

// guess is the price of a guessed size.
func guess(e ast.Expr) int {
	if len(literal(e)) > 2 {
		return pricedLarge
	}
	return pricedGuess
}

// isGuess reports whether a size is a power of two from 8 to 1024, which suggests that nobody has counted.
func isGuess(e ast.Expr) bool {
	return slices.Contains([]string{"8", "16", "32", "64", "128", "256", "512", "1024"}, literal(e))
}

// more is the price of a file relative to its old version, without the odd spots.
func (w weight) more(old weight) (price int) {
	price = pricedLine*(w.lines-old.lines) + pricedFunction*max(len(w.signatures)-len(old.signatures), 0) + pricedLoop*max(w.loops-old.loops, 0) + pricedUngrown*max(old.grown-w.grown, 0)
	for name, is := range w.signatures {
		if was, ok := old.signatures[name]; ok && is != was {
			price += pricedSignature
		}
	}
	for text, n := range old.failures {
		price += pricedCold * max(n-w.failures[text], 0)
	}
	return price
}
