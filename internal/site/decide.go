package site

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// decisions looks up the compiler's decisions by place.
type decisions struct {
	all    []record.Decision
	byLine map[lineKey][]int32
	files  map[string]bool // the files with any decision
	used   map[int32]bool
}

type lineKey struct {
	file string
	line int
}

// indexDecisions indexes the verdicts on values, each once: compiling a package again with its test files repeats
// them.
func indexDecisions(all []record.Decision) *decisions {
	d := &decisions{
		byLine: make(map[lineKey][]int32),
		files:  make(map[string]bool),
		used:   make(map[int32]bool),
	}
	for _, decision := range all {
		switch decision.Kind {
		case record.Escapes, record.Moved, record.Stays, record.ZeroCopy:
			d.all = append(d.all, decision)
		}
	}
	slices.SortFunc(d.all, compareDecisions)
	d.all = slices.CompactFunc(d.all, sameDecision)
	for i := range d.all {
		pos := d.all[i].Pos
		key := lineKey{pos.File, pos.Line}
		d.byLine[key] = append(d.byLine[key], int32(i))
		d.files[pos.File] = true
	}
	return d
}

// compareDecisions orders by place and value; of equal ones the plain package comes before its test variant, and then
// the longer flow first.
func compareDecisions(a, b record.Decision) int {
	return cmp.Or(
		a.Pos.Compare(b.Pos),
		strings.Compare(string(a.Kind), string(b.Kind)),
		strings.Compare(a.Expr, b.Expr),
		slices.Compare(a.Inlined, b.Inlined),
		strings.Compare(a.EndOfCopy(), b.EndOfCopy()),
		cmp.Compare(boolInt(a.Test), boolInt(b.Test)),
		cmp.Compare(len(b.Flow), len(a.Flow)),
		strings.Compare(a.Package, b.Package),
		strings.Compare(a.Function, b.Function),
		strings.Compare(a.Reason, b.Reason),
	)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func sameDecision(a, b record.Decision) bool {
	return a.Pos == b.Pos && a.Kind == b.Kind && a.Expr == b.Expr && slices.Equal(a.Inlined, b.Inlined) && a.EndOfCopy() == b.EndOfCopy()
}

// at returns the indexes of the verdicts on the value of a point. A column of 0 in the log stands for one above 255,
// which the compiler does not print.
func (d *decisions) at(p *record.Point) []int32 {
	var found []int32
	for _, i := range d.byLine[lineKey{p.Pos.File, p.Pos.Line}] {
		decision := &d.all[i]
		near := decision.Pos.Column == p.Pos.Column || decision.Pos.Column == 0 && p.Pos.Column > 255
		if near && speaksOf(decision, p) {
			found = append(found, i)
		}
	}
	return found
}

// receivers returns the verdicts that the method ".M" of the type typ, as in "pkg.T", moves its by-value receiver to
// the heap. There are none if several types match that name, since packages are compared by name only.
func (d *decisions) receivers(method, typ string, packageName func(path string) string) []int32 {
	name, isMethod := strings.CutPrefix(method, ".")
	pkg, typ, _ := strings.Cut(typ, ".")
	typ = record.WithoutTypeArguments(typ)
	if !isMethod || !token.IsIdentifier(pkg) || !token.IsIdentifier(typ) {
		return nil
	}
	want := typ + "." + name
	var all []int32
	for i := range d.all {
		decision := &d.all[i]
		if decision.Kind != record.Moved || len(decision.Inlined) > 0 || record.WithoutTypeArguments(decision.Function) != want || packageName(decision.Package) != pkg {
			continue
		}
		if len(all) > 0 && (d.all[all[0]].Package != decision.Package || d.all[all[0]].Function != decision.Function) {
			return nil
		}
		all = append(all, int32(i))
	}
	return all
}

// speaksOf reports whether a verdict in the column of p is about p: a call, its variadic array and everything inlined
// from the callee share the column of the parenthesis.
func speaksOf(decision *record.Decision, p *record.Point) bool {
	inlined := len(decision.Inlined) > 0
	switch {
	case p.Kind == record.PointCall:
		return inlined
	case inlined:
		return false
	case p.Kind == record.PointVariable:
		// In another package that instantiates a generic function, the compiler puts the package of a variable before
		// its name: "a.v".
		return decision.Kind == record.Moved && (decision.Expr == p.Expr || strings.HasSuffix(decision.Expr, "."+p.Expr))
	case p.Kind == record.PointVariadic:
		return decision.Expr == "... argument"
	case p.Kind == record.PointRangeFunc || p.Kind == record.PointNew:
		return true // "moved to heap: #state1", "moved to heap: .autotmp_0"
	}
	return decision.Kind != record.Moved && decision.Expr != "... argument"
}

// inlinedCopy returns the verdicts on the copy of a point that was inlined into outer: they have the position of the
// outermost call, and name the function. own are the verdicts on the function itself.
func (d *decisions) inlinedCopy(p *record.Point, outer lineKey, own []int32) []int32 {
	var found []int32
	for _, i := range d.byLine[outer] {
		decision := &d.all[i]
		inlined := len(decision.Inlined) > 0 && namesFunction(decision.Inlined, p.Function)
		if (inlined || decision.Inlined == nil && isLoopBody(p.Function)) && looksLike(decision, p) {
			found = append(found, i)
		}
	}
	return d.sameText(p, found, own)
}

// isLoopBody reports whether the linker's name is that of the body of a range-over-func loop. The log does not name
// what is inlined at such a loop, as the position of the call is also that of the loop's own state.
func isLoopBody(function string) bool {
	_, number, ok := strings.Cut(function[strings.LastIndexByte(function, '.')+1:], "-range")
	return ok && number != "" && strings.Trim(number, "0123456789") == ""
}

// sameText returns the copies with the text of the point, in the words of the source or of the compiler. If there are
// none, it returns all copies if they share one text; of different texts nothing says which belongs to the point, and
// it returns none.
func (d *decisions) sameText(p *record.Point, copies, own []int32) []int32 {
	texts := map[string]bool{plainText(p.Expr, p.Function): true}
	if p.Kind == record.PointAddrLiteral { // the source may leave out the type
		for _, typ := range p.Types {
			texts[plainText("&"+typ+"{", p.Function)] = true
		}
	}
	for _, i := range own {
		texts[plainText(d.all[i].Expr, p.Function)] = true
	}
	var same []int32
	differ := false
	for _, i := range copies {
		if texts[plainText(d.all[i].Expr, p.Function)] {
			same = append(same, i)
		}
		differ = differ || d.all[i].Expr != d.all[copies[0]].Expr
	}
	if len(same) > 0 || differ {
		return same
	}
	return copies
}

// plainText reduces a text to what source and compiler agree on: without blanks, without the contents of literals,
// and without the name of the function's package, which the compiler adds to names in a body that it inlines into
// another package.
func plainText(expr, function string) string {
	pkg, _, _ := strings.Cut(function[strings.LastIndexByte(function, '/')+1:], ".")
	expr = strings.NewReplacer(" ", "", "go.shape.", "", pkg+".", "").Replace(expr)
	expr, _, _ = strings.Cut(expr, "{")
	return expr
}

// namesFunction reports whether inlined has the function with the linker's name; the compiler leaves out its package,
// or shortens the path to the name.
func namesFunction(inlined []string, function string) bool {
	function = record.WithoutTypeArguments(function)
	short := function[strings.LastIndexByte(function, '/')+1:]
	_, bare, _ := strings.Cut(short, ".")
	return slices.ContainsFunc(inlined, func(name string) bool {
		name = record.WithoutTypeArguments(name)
		return name == function || name == short || name == bare
	})
}

// looksLike compares the shape of the compiler's text with the kind of the point. The text cannot be compared, as
// names in an inlined body carry the package of the callee.
func looksLike(decision *record.Decision, p *record.Point) bool {
	has := func(prefix string) bool { return strings.HasPrefix(decision.Expr, prefix) }
	switch p.Kind {
	case record.PointNew:
		return has("new(")
	case record.PointAddrLiteral:
		return has("&")
	case record.PointMakeSlice:
		return has("make([]")
	case record.PointMakeMap:
		return has("make(map")
	case record.PointAppend:
		return has("append")
	case record.PointClosure:
		return has("func literal")
	case record.PointVariadic:
		return has("... argument")
	case record.PointVariable:
		_, name, _ := strings.Cut("."+decision.Expr, ".")
		return decision.Kind == record.Moved && (name == p.Expr || strings.HasSuffix(name, "."+p.Expr))
	case record.PointConcat:
		return strings.Contains(decision.Expr, " + ")
	case record.PointSliceLiteral, record.PointMapLiteral:
		return strings.HasSuffix(decision.Expr, "}") && !has("&")
	case record.PointConvert:
		return has("string(") || has("([]")
	}
	return false
}

// fixedSize are the kinds of points that never allocate if the compiler says that they stay on the stack. Other kinds
// have only a buffer there, and may outgrow it.
var fixedSize = map[record.PointKind]bool{
	record.PointNew:          true,
	record.PointAddrLiteral:  true,
	record.PointSliceLiteral: true,
	record.PointClosure:      true,
	record.PointMethodValue:  true,
	record.PointVariadic:     true,
}

// boxOnStack is the largest size, in bytes, of a value whose box is on the stack if it does not escape
// (cmd/compile/internal/walk, dataWord).
const boxOnStack = 1024

// stays reports whether, by the verdicts on p, p cannot have allocated. It is false without a log for the file.
func (d *decisions) stays(p *record.Point) bool {
	verdicts := d.at(p)
	switch {
	case p.Kind == record.PointVariable:
		return len(verdicts) == 0 && d.files[p.Pos.File]
	case p.Kind == record.PointBox:
		if p.Size == 0 || p.Size > boxOnStack {
			return false
		}
	case p.Kind == record.PointMakeSlice && p.Size > 0:
	case !fixedSize[p.Kind]:
		return false
	}
	return len(verdicts) > 0 && !slices.ContainsFunc(verdicts, func(i int32) bool { return d.all[i].Kind != record.Stays })
}
