package verify

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// Prices are in percent of what a workload costs.
const (
	// pricedLine is for each line that there is more of, and each part of a condition: of nine diffs
	// that added one, read cold, two would have been merged as they were.
	pricedLine = 2
	// pricedFunction is for a new function, beside its lines: it has a name to be understood, and callers. Of
	// five diffs that split a constructor, read cold, none would have been merged for one object of eleven, or of
	// five; with their lines these cost a fifth and more.
	pricedFunction = 10
	// pricedCold is for another way to make an error, its text, a panic, or what a command says about its use:
	// what goes wrong is rare, however often a test makes it go wrong, and its neighbours stay as they are.
	pricedCold = 10
	// pricedGuess is for room of a guessed size, of which nothing in the code says why it suffices: of
	// three diffs with it, read cold, none would have been merged.
	pricedGuess = 3
	// pricedSignature is for other parameters or results, which all callers have to go along with.
	pricedSignature = 2
	// pricedRoom is for append(make([]T, 0, 64), make([]T, n)...), which whoever does not know why it
	// stands there would undo: none of five that were read cold would have been merged, one of them
	// 17 % of the objects of a benchmark, another a tenth of them and half of the bytes.
	pricedRoom = 50
	// pricedLoop is for a loop that there was not, beside its lines: a call says what it does, and of a
	// loop that has to be found out. One that cuts what Split cut was turned down for one object of four.
	pricedLoop = 10
	// pricedPool is for a sync.Pool, beside its lines: who takes from it, what goes back, and who may have
	// it by then. Of two that were read cold, of 26 lines in all, a third of the bytes less would have been
	// merged as little as 18 % of them.
	pricedPool = 20
	// pricedTrick is for what is not in the first words for it, as append to a make in one expression, an
	// element's address by the length of its list, a slice with three indices, a literal that copies the
	// fields of another value, a name that ends in a number, a second
	// name for the memory of a slice: it is read twice.
	pricedTrick = 3
	// plainChanges are the lines that may be said in other words in each place. Each one beyond costs 1 %:
	// a diff of sixteen such lines was turned down for one object of eleven.
	plainChanges = 4
	// plainSum are the operands of a sum that reads as easily as a format: of 28 kept diffs that took
	// fmt out, read cold, 11 of 16 with up to four operands would have been merged, none of eight
	// with more, and none of four with FormatFloat.
	plainSum = 4
)

// coldName is the name of a function that makes the text of an error, or says how a command is used.
var coldName = regexp.MustCompile(`\.Error$|([Uu]sage|[Hh]elp)s?([A-Z._]|$)`)

// price is what c costs who reads the code, in percent of what a workload costs: the lines that there are
// more of with it, what a reader stops at, and the places of the same form that stay as they are. Who has
// understood one of several places that are alike does not stop at the others. It is not negative.
func (j *judge) price(c record.Candidate) int {
	if price, ok := j.prices[c.ID]; ok {
		return price
	}
	price, odd, changes, cold, places := 0, 0, 0, false, max(c.Places, 1)
	if files, err := rewrite.Apply(j.Source, c); err == nil {
		for name, text := range files {
			if old, err := j.Source(name); err == nil {
				now, was := weigh(text), weigh(old)
				price += now.more(was)
				odd += max(now.odd-was.odd, 0)
				changes += changed(old, text)
				cold = cold || slices.ContainsFunc(c.Functions, was.explains)
			}
		}
	}
	if c.Observed != nil {
		odd = max(odd, pricedGuess) // however round it is
	}
	price += (odd+places-1)/places + max(changes-plainChanges*places, 0)
	if cold || slices.ContainsFunc(c.Functions, coldName.MatchString) {
		price += pricedCold
	}
	price = max(price, 0) + j.alike(c)
	if j.prices == nil {
		j.prices = make(map[string]int)
	}
	j.prices[c.ID] = price
	return price
}

// alike is how many functions of the file, or of the same name, have places of the form of c that stay as
// they are, since no workload runs them, or since they did not hold with c: whoever reads c asks why.
func (j *judge) alike(c record.Candidate) int {
	var stay []string
	for whole, ok := j.wholes[c.ID]; ok; whole, ok = j.wholes[whole.ID] {
		stay = append(stay, whole.Functions...)
	}
	for _, other := range j.Candidates {
		if c.Form != "" && other.Form == c.Form && other.Rewrite == c.Rewrite && (other.Pos.File == c.Pos.File || rewrite.Namesakes(other, c)) &&
			j.verdicts[other.ID].Outcome == record.NotExercised {
			stay = append(stay, other.Functions...)
		}
	}
	slices.Sort(stay)
	return len(slices.DeleteFunc(slices.Compact(stay), func(f string) bool { return slices.Contains(c.Functions, f) }))
}

// A weight is what a file gives its readers to understand.
type weight struct {
	// lines are those that are not blank nor a comment, imports aside, and the parts of conditions, each of
	// which is to be read like a line.
	lines int
	// odd is how often something stands there that a reader stops at: room of a guessed size, a copy
	// of a text that does not change, a number written by strconv.FormatFloat, an operand of a text
	// beyond the fourth, a strings.Builder, which grows from 8 bytes where a bytes.Buffer begins with
	// 64: longer texts than those that were measured may make more objects, a sync.Pool.
	odd        int
	signatures map[string]string // of each function, by receiver and name
	failures   map[string]int    // calls in functions that make an error, or panic, by their text
	errors     []string          // types with a method Error
	loops      int
}

// explains reports whether a function is a method of a type of errors.
func (w weight) explains(function string) bool {
	recv, _, isMethod := strings.Cut(strings.TrimPrefix(strings.Replace(function, ")", "", 1), "(*"), ".")
	return isMethod && slices.Contains(w.errors, recv)
}

// changed is how many lines of a file are said in other words.
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

// weigh reads a file; one that does not parse weighs nothing.
func weigh(text []byte) (w weight) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", text, parser.SkipObjectResolution)
	if err != nil {
		return w
	}
	w.signatures, w.failures = make(map[string]string), make(map[string]int)
	of := func(start, end token.Pos) string { return string(text[start-file.FileStart : end-file.FileStart]) }
	w.lines = counted(string(text))
	inner := make(map[ast.Expr]bool) // sums that are the left operand of another one
	for n := range ast.Preorder(file) {
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok == token.IMPORT {
				w.lines -= counted(of(n.Pos(), n.End()))
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
				if texts := operands(n); len(texts) > plainSum && slices.ContainsFunc(texts, isText) {
					w.odd += len(texts) - plainSum
				}
			}
		case *ast.FuncDecl:
			w.signatures[of(n.Type.Func, n.Name.End())] = of(n.Name.End(), n.Type.End())
			if n.Recv != nil && n.Name.Name == "Error" {
				w.errors = append(w.errors, receiver(n))
			}
			for call := range ast.Preorder(n) {
				if call, ok := call.(*ast.CallExpr); ok && fails(of(call.Fun.Pos(), call.Fun.End())) {
					w.failures[of(call.Pos(), call.End())]++
				}
			}
		case *ast.CallExpr:
			w.odd += oddCall(of(n.Fun.Pos(), n.Fun.End()), n)
		case *ast.ForStmt, *ast.RangeStmt:
			w.loops++
		case *ast.CompositeLit:
			if copies(n, of) > 1 {
				w.odd += pricedTrick
			}
		case *ast.SliceExpr:
			if n.Slice3 {
				w.odd += pricedTrick
			}
		case *ast.UnaryExpr:
			if x, ok := n.X.(*ast.IndexExpr); ok && n.Op == token.AND && of(x.Index.Pos(), x.Index.End()) == "len("+of(x.X.Pos(), x.X.End())+")-1" {
				w.odd += pricedTrick
			}
		case *ast.ValueSpec:
			w.odd += pricedTrick * numbered(n.Names)
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
				w.odd += pricedGuess
			}
		}
	}
	return w
}

// oddAssign is what a reader stops at in an assignment: a name that ends in a number, a second name for the memory
// of a slice, and x = x + y, of which whoever tidies up makes x += y.
func oddAssign(n *ast.AssignStmt, of func(start, end token.Pos) string) (odd int) {
	to, value := of(n.Lhs[0].Pos(), n.Lhs[0].End()), n.Rhs[0]
	if n.Tok == token.DEFINE {
		odd = pricedTrick * numbered(n.Lhs)
	}
	if cut, ok := value.(*ast.SliceExpr); ok && isZero(cut.High) && to != of(cut.X.Pos(), cut.X.End()) {
		odd += pricedTrick
	}
	if sum, ok := value.(*ast.BinaryExpr); ok && n.Tok == token.ASSIGN && sum.Op == token.ADD && to == of(sum.X.Pos(), sum.X.End()) {
		odd += pricedTrick
	}
	return odd
}

// fails reports whether a function of that name makes an error, or panics.
func fails(name string) bool { return name == "fmt.Errorf" || name == "errors.New" || name == "panic" }

// numbered is how many names end in a number, since another one has the word.
func numbered[E ast.Expr](names []E) (n int) {
	for _, e := range names {
		name, ok := ast.Expr(e).(*ast.Ident)
		if ok && len(name.Name) > 2 && strings.ContainsAny(name.Name[len(name.Name)-1:], "23456789") {
			n++
		}
	}
	return n
}

// isZero reports whether e is 0.
func isZero(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Value == "0"
}

// receiver is the name of the type of a method.
func receiver(decl *ast.FuncDecl) string {
	typ := decl.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	name, _ := typ.(*ast.Ident)
	return name.String()
}

// copies is how many fields a literal takes from one of another value: whoever adds a field has to know of it.
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

// oddCall is what a reader stops at in a call.
func oddCall(name string, n *ast.CallExpr) int {
	onto, sized := len(n.Args) > 1 && isMake(n.Args[0]), false // appends to a make, whose size counts itself
	if onto {
		list := n.Args[0].(*ast.CallExpr).Args
		sized = isMany(list[len(list)-1])
	}
	switch {
	case name == "strings.Clone", name == "strconv.FormatFloat":
		return 1
	case name == "make" && len(n.Args) == 3 && (isGuess(n.Args[2]) || isBytes(n.Args[0]) && isMany(n.Args[2])):
		return pricedGuess
	case name == "append" && n.Ellipsis.IsValid() && onto && isMake(n.Args[1]), strings.HasSuffix(name, ".Grow") && onto:
		return pricedRoom - pricedGuess // for the size
	case strings.HasSuffix(name, ".Grow") && slices.ContainsFunc(n.Args, isGuess):
		return pricedGuess
	case name == "append" && onto && !sized:
		return pricedTrick
	}
	return 0
}

// isBytes reports whether a type is []byte.
func isBytes(e ast.Expr) bool {
	list, ok := e.(*ast.ArrayType)
	if !ok || list.Len != nil {
		return false
	}
	elem, ok := list.Elt.(*ast.Ident)
	return ok && elem.Name == "byte"
}

// isMany reports whether a size is a number of two digits or more.
func isMany(e ast.Expr) bool {
	size, ok := e.(*ast.BasicLit)
	return ok && len(size.Value) > 1
}

// operands are those of a sum.
func operands(e ast.Expr) []ast.Expr {
	if sum, ok := e.(*ast.BinaryExpr); ok && sum.Op == token.ADD {
		return append(operands(sum.X), sum.Y)
	}
	return []ast.Expr{e}
}

// isText reports whether e is a constant text.
func isText(e ast.Expr) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == token.STRING
}

// isMake reports whether e makes a slice.
func isMake(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	name, ok := call.Fun.(*ast.Ident)
	return ok && name.Name == "make"
}

// isGuess reports whether a size is a power of two, as one that nobody has counted.
func isGuess(e ast.Expr) bool {
	size, ok := e.(*ast.BasicLit)
	if !ok {
		return false
	}
	switch size.Value {
	case "8", "16", "32", "64", "128", "256", "512", "1024":
		return true
	}
	return false
}

// more is what a file costs more than another version, without what is odd.
func (w weight) more(old weight) (price int) {
	price = pricedLine*(w.lines-old.lines) + pricedFunction*max(len(w.signatures)-len(old.signatures), 0) + pricedLoop*max(w.loops-old.loops, 0)
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
