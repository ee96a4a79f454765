// Package passes is the suite of rewrites that remove heap allocations.
//
// Each pass is an ordinary go/analysis analyzer in a folder of its own, but for those that
// look for mistakes, which share package check. It knows syntax and types, nothing of
// measurements, and therefore runs in any driver (go vet -vettool, gopls, golangci-lint,
// unheap fix). A pass states in its documentation each condition that it checks; what it
// found, how far each fix preserves behaviour, and what it refused is its [Result].
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
	"github.com/unheap/unheap/passes/appendto"
	"github.com/unheap/unheap/passes/block"
	"github.com/unheap/unheap/passes/check"
	"github.com/unheap/unheap/passes/coldaddr"
	"github.com/unheap/unheap/passes/concat"
	"github.com/unheap/unheap/passes/concreteparam"
	"github.com/unheap/unheap/passes/convert"
	"github.com/unheap/unheap/passes/digest"
	"github.com/unheap/unheap/passes/direct"
	"github.com/unheap/unheap/passes/equalfold"
	"github.com/unheap/unheap/passes/errorsas"
	"github.com/unheap/unheap/passes/filterinplace"
	"github.com/unheap/unheap/passes/format"
	"github.com/unheap/unheap/passes/guardcall"
	"github.com/unheap/unheap/passes/headerkey"
	"github.com/unheap/unheap/passes/hoist"
	"github.com/unheap/unheap/passes/hoistclosure"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/outline"
	"github.com/unheap/unheap/passes/outlineclosure"
	"github.com/unheap/unheap/passes/plusassign"
	"github.com/unheap/unheap/passes/pool"
	"github.com/unheap/unheap/passes/poolbox"
	"github.com/unheap/unheap/passes/presize"
	"github.com/unheap/unheap/passes/rangeaddr"
	"github.com/unheap/unheap/passes/reusebuf"
	"github.com/unheap/unheap/passes/scratch"
	"github.com/unheap/unheap/passes/sink"
	"github.com/unheap/unheap/passes/sortfunc"
	"github.com/unheap/unheap/passes/split"
	"github.com/unheap/unheap/passes/typedheap"
	"github.com/unheap/unheap/passes/valuefield"
	"github.com/unheap/unheap/passes/verbatim"
)

// Suite lists the passes in the order in which their documentation is best read.
//
// Not included, because
//   - stringsseq, fmtappendf, stringscut: golang.org/x/tools has
//     them, and they can be run beside this suite;
//   - string(b) in map lookups, comparisons, concatenations and switch, and
//     append(dst, []byte(s)...): the compiler makes no copy there;
//   - []byte(b.String()) to b.Bytes(), string(b)[:n] to string(b[:n]), append([]T(nil), s...)
//     to make and copy: each changes behaviour for some input;
//   - h.Sum(buf[:0]) through hash.Hash: the array escapes through the interface;
//   - io.ReadAll and Unmarshal to a Decoder: more allocations on small input;
//   - unsafe.String: wrong as soon as the bytes change.
var Suite = []Rule{
	presize.Rule,
	concat.Rule,
	plusassign.Rule,
	format.Rule,
	verbatim.Rule,
	convert.Rule,
	split.Rule,
	appendto.Rule,
	digest.Rule,
	direct.Rule,
	headerkey.Rule,
	hoist.Rule,
	block.Rule,
	valuefield.Rule,
	outline.Rule,
	outlineclosure.Rule,
	concreteparam.Rule,
	hoistclosure.Rule,
	coldaddr.Rule,
	rangeaddr.Rule,
	guardcall.Rule,
	sink.Rule,
	filterinplace.Rule,
	sortfunc.Rule,
	typedheap.Rule,
	equalfold.Rule,
	errorsas.Rule,
	reusebuf.Rule,
	scratch.Rule,
	pool.Rule,
	check.PoolReset,
	poolbox.Rule,
	check.PoolEscape,
	check.PoolCap,
	check.PoolMiss,
	check.SharedBuf,
	check.UnsafeView,
}

// A Rule is one rewrite, or one check, and all that is known of it.
type Rule = rule.Rule

// Kinds lists the kinds of caveats that a finding may have.
var Kinds = rule.Kinds

// An Open is a fix that only a measurement completes, by a number in place of [Hole].
type Open = rule.Open

// Hole stands in the texts of an [Open] where the number is to be.
const Hole = rule.Hole

// Origin stands in the comments of an [Open] where the workload is to be named that the number is taken from.
const Origin = rule.Origin

// A Result is what the analyzer of a [Rule] returns for a package.
type Result = rule.Result
