package mechanism

import (
	"cmp"
	"fmt"
	"go/ast"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// facts are what is known about a site.
type facts struct {
	site *record.Site
	src  source
	log  *Log // nil: calls are not followed
	// cause is what other sites may have in common with this one, as in record.Site.
	cause    string
	causePos record.Position
	taken    holding // which function has what was taken from an empty pool
	trail    trail   // where a value that is passed to a function goes
	held     int     // how many holders of the value have been followed
	// path are the nodes around the site, innermost first; nil without source.
	path []ast.Node
	// heap is the verdict that puts the value on the heap; nil if there is none. stays is true if a verdict says that
	// the value stays on the stack.
	heap  *record.Decision
	stays bool
}

// A finding is the result of a decision: the name of a reason, and why it holds here, in words. The zero finding
// means that there is none.
type finding struct{ mechanism, why string }

func newFacts(s *record.Site, src source) *facts {
	f := &facts{site: s, src: src, path: src.at(s.Pos)}
	for i := range s.Decisions {
		d := &s.Decisions[i]
		f.stays = f.stays || d.Kind == record.Stays
		if puts(d) && (f.heap == nil || better(d, f.heap, s.Pos)) {
			f.heap = d
		}
	}
	f.preferOwn()
	return f
}

// preferOwn replaces the verdict on an inlined copy by the verdict on the function itself, if the value escapes in
// the same way in both, since the lines of the function are the lines of the site. The verdict is replaced, too, if
// there are several copies with equal text, and nothing says which is the site's.
func (f *facts) preferOwn() {
	several := f.severalCopies()
	for i := range f.site.Decisions {
		d := &f.site.Decisions[i]
		if f.heap == nil || f.heap.Pos == f.site.Pos || d.Pos != f.site.Pos || !puts(d) || len(d.Flow) == 0 {
			continue
		}
		own, copied := last(d), last(f.heap)
		if several || own.Dst == copied.Dst && own.Why == copied.Why && clean(own.Expr) == clean(copied.Expr) {
			f.heap = d
		}
	}
}

// severalCopies reports whether another value with the same text escapes at the same call, in another way.
func (f *facts) severalCopies() bool {
	return f.heap != nil && slices.ContainsFunc(f.site.Decisions, func(d record.Decision) bool {
		return puts(&d) && d.Pos == f.heap.Pos && d.Expr == f.heap.Expr && len(d.Flow) > 0 && len(f.heap.Flow) > 0 &&
			last(&d).Expr != last(f.heap).Expr
	})
}

// puts reports whether a verdict puts its value on the heap.
func puts(d *record.Decision) bool { return d.Kind == record.Escapes || d.Kind == record.Moved }

// better reports whether verdict d says more about the site at pos than old: verdicts with a flow are better, and
// among these verdicts on an inlined copy, which is the code that ran.
func better(d, old *record.Decision, pos record.Position) bool {
	if (len(d.Flow) > 0) != (len(old.Flow) > 0) {
		return len(d.Flow) > 0
	}
	return old.Pos == pos && d.Pos != pos
}

// decide finds the reason, in the order of certainty: code that runs outside of the user's, then constructs that
// decide alone, then the way in which a value escaped.
func decide(f *facts) finding {
	if f.foreign() {
		return f.nowhere()
	}
	if f.missed() {
		return f.poolMiss()
	}
	switch construct := constructOf(f.site.Primitive); {
	case construct == startGoroutine || construct == forRuntime:
		return f.ofRuntime(construct)
	case len(f.site.Inside) > 0 || f.site.Callee != "":
		return f.outside(f.site.Callee)
	case construct == unknownConstruct && exported(f.site.Primitive):
		return f.outside(f.site.Primitive)
	case f.site.Kind != "":
		return f.byKind(construct)
	default:
		return f.byConstruct(construct)
	}
}

// foreign reports whether the stack has no frame of the user's: the site is then in a function of another package, in
// a file below its import path.
func (f *facts) foreign() bool {
	pkg := record.FunctionPackage(f.site.Function)
	if f.src.own != nil && f.src.own(pkg) {
		return f.site.Pos.File == "" // no file: the profile of a program without its source
	}
	return f.site.Pos.File == "" || f.src.file == nil && strings.HasPrefix(f.site.Pos.File, pkg+"/")
}

// nowhere explains what no line of the user's requested: goroutines of the runtime and of libraries.
func (f *facts) nowhere() finding {
	function, construct := cmp.Or(f.site.Function, f.site.Primitive), constructOf(f.site.Primitive)
	switch {
	case strings.HasPrefix(function, "runtime.") && construct != startGoroutine:
		return finding{Runtime, function + " allocates for the runtime itself"}
	case construct == startGoroutine || construct == forRuntime:
		return f.ofRuntime(construct)
	case function == "":
		return finding{}
	}
	return finding{ofCallee(function), "it runs in a goroutine that no line of yours started: " + f.inside(function)}
}

// ofRuntime explains what the runtime allocates for a goroutine, or for itself.
func (f *facts) ofRuntime(c construct) finding {
	if c == startGoroutine {
		return finding{Goroutine, "more goroutines run at once than ever before, and each needs a record"}
	}
	return finding{Runtime, f.site.Primitive + " keeps a record of its own"}
}

// outside explains what a function of another package allocates. If the function is called through an interface or a
// function value, only what it allocates inside is known.
func (f *facts) outside(called string) finding {
	if (called == "" || strings.HasPrefix(called, ".")) && len(f.site.Inside) > 0 {
		called = f.site.Inside[0].Frame.Function
	}
	if called == "" || strings.HasPrefix(called, ".") {
		return finding{}
	}
	return finding{ofCallee(called), f.inside(called)}
}

// inside describes what was allocated below the line.
func (f *facts) inside(called string) string {
	text := short(called) + " allocates"
	var parts []string
	for _, in := range f.site.Inside {
		part, where := constructWords[constructOf(in.Primitive)], short(in.Frame.Function)
		switch {
		case where == short(called):
		case part == "":
			part = where
		default:
			part += " in " + where
		}
		if part != "" && !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	if len(parts) > 3 {
		parts = append(parts[:3], "…")
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

// constructWords names constructs whose source is not shown.
var constructWords = map[construct]string{
	object: "an object", makeSlice: "make", makeCopy: "a copy", growSlice: "append", moveSlice: "a returned slice",
	concatStrings: "a concatenation", bytesToString: "a string from bytes", stringToBytes: "bytes from a string",
	convertRunes: "runes", box: "boxing", makeMap: "a map", assignMap: "a map's growth", makeChan: "a channel",
	deferCall: "a defer",
}

// short removes the folders of an import path: "json.Marshal" for "encoding/json.Marshal".
func short(function string) string {
	function = record.WithoutTypeArguments(function)
	return function[strings.LastIndexByte(function, '/')+1:]
}

// byKind decides a site whose expression is known.
func (f *facts) byKind(c construct) finding {
	switch f.site.Kind {
	case record.PointAppend:
		call, _ := f.src.call(f.site.Pos)
		if call != nil && len(call.Args) == 2 && call.Ellipsis.IsValid() && f.src.emptySlice(call.Args[0]) {
			return finding{Clone, f.expr() + " copies a slice into a new one"}
		}
		return finding{Growth, f.expr() + " needs more room than its array has" + f.beyondBuffer()}
	case record.PointReturn:
		return finding{ReturnCopy, movedAtReturn}
	case record.PointConcat, record.PointConcatAssign:
		return f.concatenated()
	case record.PointConvert:
		return f.converted(c)
	case record.PointBox:
		return f.boxed()
	case record.PointMakeMap, record.PointMapLiteral:
		if f.heap == nil { // with a hint, or a literal of more than eight entries
			return finding{Map, f.expr() + " makes a map with more room than the stack has for it"}
		}
		return finding{Map, "the map " + f.expr() + " " + f.gone()}
	case record.PointMapAssign:
		return f.assignedMap()
	case record.PointMakeChan:
		return finding{Channel, fmt.Sprintf("%s: goroutines share a channel, so it is always on the heap", f.expr())}
	case record.PointGo:
		return finding{GoStatement, "the arguments and variables of the go statement are packed for the new goroutine"}
	case record.PointDefer:
		return f.deferred()
	case record.PointRangeFunc:
		return finding{RangeFunc, "the body is a function of its own, since this is " + iteratorNotInlined}
	case record.PointMakeSlice:
		return f.madeSlice()
	case record.PointCall:
		return f.inlined()
	case record.PointVariadic:
		return finding{Variadic, "the extra arguments of the call are put into a slice " + f.which()}
	case record.PointClosure:
		return f.closure()
	case record.PointMethodValue:
		return f.methodValue()
	case record.PointNew, record.PointAddrLiteral, record.PointSliceLiteral, record.PointVariable:
		return f.moved()
	}
	return finding{}
}

// inlined explains an unmeasured value in a body that was inlined into the line. Measured ones are known by their own
// lines, or have a Callee.
func (f *facts) inlined() finding {
	if f.heap == nil {
		return finding{}
	}
	for _, function := range f.heap.Inlined {
		if m := ofCallee(function); m != Callee {
			return finding{m, fmt.Sprintf("%s, inlined here, allocates: %s", short(function), brief(f.plain(f.heap.Expr)))}
		}
	}
	return f.moved()
}

// byConstruct decides a site of which only the line is known, as far as the construct alone can decide.
func (f *facts) byConstruct(c construct) finding {
	switch c {
	case moveSlice:
		return finding{ReturnCopy, movedAtReturn}
	case concatStrings:
		return f.concatenated()
	case deferCall:
		return f.deferred()
	case makeSlice, object:
		return f.moved()
	}
	if does := constructDoes[c]; does != "" {
		return finding{ofInside[c], "something on this line " + does}
	}
	return finding{}
}

// constructDoes says what the line of a construct does, if the construct alone decides its reason.
var constructDoes = map[construct]string{
	growSlice: "appends beyond its capacity", makeCopy: "makes a slice and copies into it",
	bytesToString: "converts bytes to a string", stringToBytes: "converts a string to bytes",
	convertRunes: "converts text to or from runes", box: "becomes an interface",
	makeMap: "makes a map", assignMap: "inserts into a map", makeChan: "makes a channel",
}

// movedAtReturn explains the copy of a slice that its function returns.
const movedAtReturn = "the slice was built on the stack, and moves to the heap as it is returned"

// brieflyLiteral is the site's expression; for a literal too long for a sentence, without its contents.
func (f *facts) brieflyLiteral() string {
	text := f.site.Expr
	if head, _, ok := strings.Cut(text, "{"); ok && len(text) > 30 {
		switch f.site.Kind {
		case record.PointAddrLiteral, record.PointSliceLiteral, record.PointMapLiteral:
			return head + "{…}"
		}
	}
	return text
}

// expr is the name of the site's expression in a sentence.
func (f *facts) expr() string {
	switch {
	case f.site.Match == record.Shared:
		return "one of several expressions"
	case f.site.Expr != "":
		return f.brieflyLiteral()
	case f.heap != nil:
		return clean(f.heap.Expr)
	}
	return "it"
}
