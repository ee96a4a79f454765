// Package pool defines an analyzer that takes expensive objects from a sync.Pool
// instead of making them in each call.
//
// Invariant: an object from the pool cannot be told from a new one where it is taken, and
// nothing refers to it any more when it goes back, at the end of the function.
//
// Model: file shape.go knows which objects are expensive and how they are reset; package
// retain decides for each use of the variable whether a reference may stay behind.
//
// What it blurs: whether a pool pays. It does if the object is expensive and taken
// more often than the garbage collector runs, which has to be measured. And when memory
// becomes free: an object in a pool stays until the second garbage collection after its
// last use. No program can rely on the difference, and it is bounded: a pool
// holds about as many objects as were in use at one time, each of a known size (a
// gzip.Writer has 800 KB, a buffer at most 64), and nothing else.
//
// # Analyzer pool
//
// pool: keep expensive objects in a sync.Pool
//
//	                                         var gzipWriters = sync.Pool{New: func() any {
//	                                             return gzip.NewWriter(nil)
//	                                         }}
//
//	func zip(w io.Writer, p []byte) error {  func zip(w io.Writer, p []byte) error {
//	    z := gzip.NewWriter(w)           =>      z := gzipWriters.Get().(*gzip.Writer)
//	                                             z.Reset(w)
//	                                             defer func() {
//	                                                 z.Reset(nil)
//	                                                 gzipWriters.Put(z)
//	                                             }()
//	    z.Write(p)                               z.Write(p)
//	    return z.Close()                         return z.Close()
//	}                                        }
//
// Objects are gzip.Reader and Writer, zlib.Writer, bufio.Reader and Writer; a
// bytes.Buffer that only gives copies away; byte slices of a constant length from 1024
// to 65536 that a reader fills; arrays and structs that are too large for the stack
// (more than 128 KiB, at most 16 MiB), parts of which are read and written by the function and
// by functions of the package that borrow the address; and structs from 256 bytes to 128 KiB whose
// address goes to calls that are not known to borrow it only:
//
//	req := &request{id: id}              req := requests.Get().(*request)
//	                                     *req = request{id: id}
//	                                     defer func() {
//	                               =>        *req = request{}
//	                                         requests.Put(req)
//	                                     }()
//	err := c.Do(req)                     err := c.Do(req)
//
// If the package has a pool of such buffers already, or of such objects that are lent, that pool is used.
//
// Conditions:
//   - the variable is declared alone (for gzip.NewReader: with its error, which the
//     next statement tests and leaves the function on) in a function that is not main
//     or init, and not in a loop;
//   - no goto leads back over the declaration;
//   - no go statement mentions it, defer statements only call its methods, and function literals that mention it run
//     before the function returns: they are called, deferred, given to what only calls them, or held by a variable that
//     is declared behind it and only called, and do not set it then;
//   - each use retains nothing, see package retain, or passes the object to an unknown call that is not seen to retain
//     it, and whose results cannot lead to it, by their types. To store it in a field is no such use;
//   - a pool that the package has is a variable that is not exported and only used by Get and Put; its New does
//     nothing but return such a buffer, or a zero object, and nothing else is put back;
//   - the argument of bufio.NewReader or NewWriter is no bufio.Reader or Writer, and no
//     interface;
//   - the file's Go version has clear (go1.21) for a slice; sync can be imported, and the
//     names that are added are free.
//
// What a pool could break, and why it does not:
//   - contents of an earlier use: Reset of these types is documented to make them what
//     their constructor made, sticky errors, headers and multistream mode included, and
//     runs after each Get; the level and the size are the same for all, since only
//     constructors without them are replaced; a byte slice is cleared; an array or struct
//     is set to its zero value before it goes back;
//   - a reference that stays behind, through which the data of the next use would be seen:
//     the conditions on uses exclude it. Write and Read methods must not retain a slice by their
//     contract (fmt, io.Copy and json pass pooled slices, too), but those of the package must be
//     seen to retain nothing;
//   - two owners: there is one Put for one Get, in a defer statement that runs last, after the
//     method calls that the function itself defers;
//   - a panic, or runtime.Goexit, in between: the object goes back half used, and Reset
//     works all the same; nobody else has it;
//   - recursion and other goroutines: each call takes an object of its own;
//   - an initializer that runs the function before the pool is declared: the compiler sets the
//     pool, a constant value, before any code runs;
//   - the underlying writer or reader kept alive by the pool, and with it a connection or
//     file that nobody closes: the object is reset to nil before it goes back;
//   - one huge use that all small ones pay for: a buffer that has grown above 64 KiB
//     does not go back.
//
// Class: safe, but review where
//   - the object is a gzip.Reader, which forgets its data only by reading another header: "the
//     pool keeps what was last read until the next use, or two garbage collections";
//   - a Write or Read of the package, which may be called through an interface, cannot be seen
//     to retain nothing: "no Write or Read of this module may keep the slice it is
//     given" (nothing is proposed if it is seen to retain the slice);
//   - io.Copy gets the object together with a type that is not well known: "the other
//     side of io.Copy must not keep the buffer";
//   - the object, or its address, is passed to an unknown call: "f must not keep buf, which is used again";
//   - the package has the pool already: "who else takes from bufPool must not keep what it puts back".
//
// Not proposed: hashes and other objects that the compiler keeps on the stack;
// structs of less than 256 bytes; constructors with a level or size.
package pool

import (
	_ "embed"
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/inline"
	"github.com/unheap/unheap/passes/internal/pools"
	"github.com/unheap/unheap/passes/internal/retain"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed pool.go
var docText string

// Rule is the pool rewrite.
var Rule = rule.Rule{
	Analyzer:     rule.Analyzer("pool", docText, run, pools.Analyzer),
	Reasons:      []string{"sent", "passed", "unknown-callee", "too-large", "read-all", "builder", "encoding", "constructor", "cgo"},
	MustSaveTime: true,
}

func run(pass *rule.Pass) {
	for r, cur := range pass.Nodes((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		p := &pooler{r, pools.Of(pass.Pass)}
		if !site(cur) {
			continue
		}
		for d := range r.Decls(cur) {
			if o := (&object{v: d.Var, name: d.Var.Name(), at: d.Node(), instead: d.Instead}); !d.HasComment() && p.declared(d, o) && p.usable(o) {
				p.fix(o)
			}
		}
		if o, ok := p.reader(cur); ok && p.usable(o) {
			p.fix(o)
		}
	}
}

type pooler struct {
	*rule.Run
	index *pools.Index
}

// site reports whether an object made at cur can go back when the function ends: it is
// made at most once in each call, and the function runs more than once.
func site(cur inspector.Cursor) bool {
	if _, _, ok := source.StmtList(cur); !ok || source.InLoop(cur) {
		return false
	}
	fn, ok := source.EnclosingFunc(cur)
	if !ok || jumpsBack(fn, cur.Node()) {
		return false
	}
	decl, isDecl := fn.Node().(*ast.FuncDecl)
	return !isDecl || decl.Recv != nil || decl.Name.Name != "main" && decl.Name.Name != "init"
}

// jumpsBack reports whether a goto behind the statement n may lead to a label above it.
func jumpsBack(fn inspector.Cursor, n ast.Node) bool {
	above := make(map[string]bool)
	for c := range fn.Preorder((*ast.LabeledStmt)(nil), (*ast.BranchStmt)(nil)) {
		switch s := c.Node().(type) {
		case *ast.LabeledStmt:
			above[s.Label.Name] = s.Pos() <= n.Pos()
		case *ast.BranchStmt:
			if s.Tok == token.GOTO && s.Pos() > n.Pos() && above[s.Label.Name] {
				return true
			}
		}
	}
	return false
}

// poolName returns a free name for the pool of o: what the pool holds, behind the name of the function
// that takes it, unless the kind of object says enough and its name is free.
func (p *pooler) poolName(o *object) string {
	typ, name := p.taker(o)
	if name == "" || (o.kind == retain.Stream || o.isLent) && p.IsFreeGlobal(o.pool) {
		return p.FreshGlobal(o.pool)
	}
	if typ != "" {
		name = typ + inline.Capital(name)
	}
	return p.FreshGlobal(inline.Small(name) + inline.Capital(o.pool))
}

// taker returns the name of the function that takes o, and of its receiver's type, "" if it is no method.
func (p *pooler) taker(o *object) (typ, name string) {
	decl, ok := p.DeclAt(o.at.Pos()).(*ast.FuncDecl)
	if !ok {
		return "", ""
	}
	if decl.Recv != nil {
		for id := range source.Idents(decl.Recv.List[0].Type) {
			typ = id.Name
			break // type parameters follow
		}
	}
	return typ, decl.Name.Name
}

// said returns the doc comment of the pool of o.
func (p *pooler) said(o *object, pool string) string {
	typ, name := p.taker(o)
	if typ != "" {
		name = typ + "." + name
	}
	if name == "" {
		return "// " + pool + " holds each " + o.typ + " from one use to the next."
	}
	return "// " + pool + " holds each " + o.typ + " of " + name + " from one call to the next."
}

// fix declares a pool above the function and takes the object from it.
//
//	                         // pool holds each gzip.Writer of F from one call to the next.
//	                         var pool = sync.Pool{New: func() any { return … }}
//
//	z := gzip.NewWriter(w)
//	-----------------------------------
//	z := pool.Get().(*gzip.Writer)
//	z.Reset(w)
//	defer pool.Put(z)
func (p *pooler) fix(o *object) {
	if p.fromThere(o) {
		return
	}
	top := p.DeclAt(o.at.Pos()).Pos()
	sync, edits, ok := p.Import("sync", "Pool", top)
	if !ok || !p.Universe(top, "new", "make") {
		return
	}
	anything := "any"
	if !p.AtLeast("go1.18") || !p.Universe(top, anything) {
		anything = "interface{}"
	}
	pool := p.poolName(o)
	declared := fmt.Sprintf("%s\nvar %s = %sPool{New: func() %s { %s }}", p.said(o, pool), pool, sync, anything, o.make)
	if o.grows {
		o.limit = p.FreshGlobal("max" + inline.Capital(strings.TrimSuffix(pool, "s")))
		declared += fmt.Sprintf("\n\n// %s is how many bytes a buffer has at most that goes back:\n// a larger one would be held for short texts.\nconst %s = 1 << 16", o.limit, o.limit)
	}
	lines := []string{fmt.Sprintf("%s := %s.Get().(*%s)", o.name, pool, o.typ)}
	lines = append(lines, o.then(pool+".Put("+o.name+")")...)
	edits = append(edits, o.edits...)
	edits = append(edits, p.Above(top, declared))
	p.Report(rule.Finding{
		At:      o.at,
		Message: fmt.Sprintf("%s is made in each call and used up in it; it could come from a pool", o.v.Name()),
		Title:   fmt.Sprintf("take %s from a sync.Pool", o.v.Name()),
		Class:   rule.Review(o.caveats...),
		Edits:   append(edits, o.instead(lines...)...),
	})
}
