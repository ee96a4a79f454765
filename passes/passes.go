// Package passes is the suite of rewrites that remove heap allocations.
//
// Each pass is an ordinary go/analysis analyzer in a folder of its own: it knows
// syntax and types, nothing of measurements, and therefore runs in any driver (go
// vet -vettool, gopls, golangci-lint, unheap fix). A pass states in its
// documentation each condition that it checks and says of each fix how far it
// preserves behaviour: [ParseMessage] reads that.
//
// Invariant: a fix of class safe changes nothing that a program can rely on; a
// fix of class review names the ways in which it may. Nothing is proposed for
// generated files or files that use cgo, and a pass finds nothing in its own
// results. Test files are not treated apart; the driver decides about them.
//
// What the suite blurs: whether a fix pays. That depends on the compiler, the
// machine and the data, and is measured elsewhere.
package passes

import (
	"golang.org/x/tools/go/analysis"

	"github.com/unheap/unheap/passes/appendto"
	"github.com/unheap/unheap/passes/block"
	"github.com/unheap/unheap/passes/concat"
	"github.com/unheap/unheap/passes/convert"
	"github.com/unheap/unheap/passes/errorsas"
	"github.com/unheap/unheap/passes/filter"
	"github.com/unheap/unheap/passes/fold"
	"github.com/unheap/unheap/passes/format"
	"github.com/unheap/unheap/passes/hoist"
	"github.com/unheap/unheap/passes/internal/source"
	"github.com/unheap/unheap/passes/pool"
	"github.com/unheap/unheap/passes/poolbox"
	"github.com/unheap/unheap/passes/poolcap"
	"github.com/unheap/unheap/passes/poolescape"
	"github.com/unheap/unheap/passes/poolmiss"
	"github.com/unheap/unheap/passes/poolreset"
	"github.com/unheap/unheap/passes/presize"
	"github.com/unheap/unheap/passes/reusebuf"
	"github.com/unheap/unheap/passes/sharedbuf"
	"github.com/unheap/unheap/passes/sink"
	"github.com/unheap/unheap/passes/sortfunc"
	"github.com/unheap/unheap/passes/split"
	"github.com/unheap/unheap/passes/stack"
	"github.com/unheap/unheap/passes/unsafeview"
	"github.com/unheap/unheap/passes/verbatim"
)

// Suite lists the passes in the order in which their documentation is best read.
//
// Not included, because
//   - stringsbuilder, stringsseq, fmtappendf, stringscut: golang.org/x/tools has
//     them, and they can be run beside this suite;
//   - string(b) in map lookups, comparisons, concatenations, range and switch, and
//     append(dst, []byte(s)...): the compiler makes no copy there;
//   - strings.ToLower(a) == strings.ToLower(b) to EqualFold, []byte(b.String()) to
//     b.Bytes(), string(b)[:n] to string(b[:n]), append([]T(nil), s...) to make and
//     copy: each changes behaviour for some input;
//   - h.Sum(buf[:0]) through hash.Hash: the array escapes through the interface;
//   - io.ReadAll and Unmarshal to a Decoder: more allocations on small input;
//   - unsafe.String: wrong as soon as the bytes change.
var Suite = []*analysis.Analyzer{
	presize.Analyzer,
	concat.Analyzer,
	format.Analyzer,
	verbatim.Analyzer,
	convert.Analyzer,
	split.Analyzer,
	appendto.Analyzer,
	hoist.Analyzer,
	block.Analyzer,
	stack.Analyzer,
	sink.Analyzer,
	filter.Analyzer,
	sortfunc.Analyzer,
	fold.Analyzer,
	errorsas.Analyzer,
	reusebuf.Analyzer,
	pool.Analyzer,
	poolreset.Analyzer,
	poolbox.Analyzer,
	poolescape.Analyzer,
	poolcap.Analyzer,
	poolmiss.Analyzer,
	sharedbuf.Analyzer,
	unsafeview.Analyzer,
}

// Faster names the passes of which a fix must save time, not only objects: a pool
// costs code, memory between uses and a place to look at when something is wrong.
var Faster = []string{pool.Analyzer.Name}

// A Class says how far a fix preserves behaviour: it is safe if it has no caveats.
type Class = source.Class

// ParseMessage splits the message of a [analysis.SuggestedFix] of this suite into
// its class and a title. ok is false for fixes of other analyzers, whose message
// is returned as it is.
func ParseMessage(message string) (class Class, title string, ok bool) {
	return source.ParseMessage(message)
}
