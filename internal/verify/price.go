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
	// pricedFunction is for a new function: it has a name to be understood, and callers.
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
	// stands there would undo: neither of two that were read cold would have been merged, one of them
	// 17 % of the objects of a benchmark.
	pricedRoom = 20
	// pricedPool is for a sync.Pool, beside its lines: who takes from it, what goes back, and who may have
	// it by then. Of two that were read cold, of 26 lines in all, a third of the bytes less would have been
	// merged as little as 18 % of them.
	pricedPool = 20
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
	price, odd, places := 0, 0, max(c.Places, 1)
	if files, err := rewrite.Apply(j.Source, c); err == nil {
		for name, text := range files {
			if old, err := j.Source(name); err == nil {
				now, was := weigh(text), weigh(old)
				price += now.more(was)
				odd += max(now.odd-was.odd, 0)
			}
		}
	}
	price += (odd + places - 1) / places
	if slices.ContainsFunc(c.Functions, coldName.MatchString) {
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
	failures   map[string]int    // calls that make an error, or panic, by their text
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
	lines := func(text string) (n int) {
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
				n++
			}
		}
		return n
	}
	w.lines = lines(string(text))
	inner := make(map[ast.Expr]bool) // sums that are the left operand of another one
	for n := range ast.Preorder(file) {
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok == token.IMPORT {
				w.lines -= lines(of(n.Pos(), n.End()))
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
		case *ast.CallExpr:
			switch name := of(n.Fun.Pos(), n.Fun.End()); {
			case name == "fmt.Errorf" || name == "errors.New" || name == "panic":
				w.failures[of(n.Pos(), n.End())]++
			case name == "strings.Clone", name == "strconv.FormatFloat":
				w.odd++
			case name == "make" && len(n.Args) == 3 && isGuess(n.Args[2]), strings.HasSuffix(name, ".Grow") && slices.ContainsFunc(n.Args, isGuess):
				w.odd += pricedGuess
			case name == "append" && n.Ellipsis.IsValid() && len(n.Args) == 2 && isMake(n.Args[0]) && isMake(n.Args[1]):
				w.odd += pricedRoom - pricedGuess // for the size
			}
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
	price = pricedLine*(w.lines-old.lines) + pricedFunction*max(len(w.signatures)-len(old.signatures), 0)
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
