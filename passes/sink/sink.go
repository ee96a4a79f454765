// Package sink defines an analyzer that makes values where they are needed.
//
// Invariant: the value is made at most once, as before, from operands that are the
// same there, and nothing else can tell when it was made.
//
// Model: a variable is declared, and all its uses lie in one branch below, or
// behind a statement that may leave. Between the two places runs a region of code
// that is known exactly, because no loop lies between them; the operands must keep
// their values in it. Memory behind pointers, slices and maps keeps its contents
// only where the region is quiet: it calls nothing that is not known, stores
// nowhere but in local variables, and does not meet other goroutines.
//
// What it blurs: how often the branch is taken. If it is always taken, nothing is
// gained, and nothing lost.
//
// # Analyzer sink
//
// sink: make values only where they are needed
//
//	msg := fmt.Sprintf("%s: %d", name, n)   =>   if debug {
//	if debug {                                       msg := fmt.Sprintf("%s: %d", name, n)
//	    log(msg)                                     log(msg)
//	}                                            }
//
//	key := a + "/" + b                      =>   if n == 0 {
//	if n == 0 {                                      return nil
//	    return nil                               }
//	}                                            key := a + "/" + b
//	return find(key)                             return find(key)
//
//	if v, ok := m[ip.String()]; ok {        =>   if len(m) > 0 {
//	    use(v)                                       if v, ok := m[ip.String()]; ok {
//	}                                                    use(v)
//	                                                 }
//	                                             }
//
//	v, _ := m.LoadOrStore(k, new(entry))    =>   v, ok := m.Load(k) // m is a sync.Map
//	                                             if !ok {
//	                                                 v, _ = m.LoadOrStore(k, new(entry))
//	                                             }
//
//	n := &node{notes: make(map[int]string)} =>   n := &node{}
//	…                                            …
//	n.notes[i] = text                            if n.notes == nil {
//	                                                 n.notes = make(map[int]string)
//	                                             }
//	                                             n.notes[i] = text
//
//	opts := &Options{}                      =>   var opts *Options
//	if o != nil {                                if o != nil {
//	    opts = o                                     opts = o
//	}                                            } else {
//	                                                 opts = &Options{}
//	                                             }
//
// Conditions:
//   - the value is made of constants, variables, operators, literals, conversions,
//     make, new and functions of the standard library, or of the package, that are known
//     to change nothing;
//   - a local variable in it is not written in between, nor, if function literals or
//     pointers reach it, can something that is called write it;
//   - what it reads behind a pointer, in a slice or map, or in a package's variable
//     is read behind a quiet region only;
//   - it is not moved into a loop or a function literal, and what it is made of is no other value that would
//     have to move as well;
//   - every name in it means the same at the new place, its own is free there, and the
//     function has no goto;
//   - a comment above is about the declaration alone, and goes along; the declaration
//     has no more than eight lines;
//   - it may be on the heap; leaving with an error is no reason to move it;
//   - for lookups, that the map is that of a variable or field, that its keys can be
//     compared, that the branch is not taken where the key is missing, and that
//     nobody asks for its length already;
//   - for a value that is overwritten, that the first statement with the variable is an
//     if or a switch, of which all branches but one set it to another before they read it, or return
//     without it; making it cannot run code that is not known. It is made in the one that is left, or in
//     an else or a default;
//   - for the map of a field, that the field is not exported, that literals set it by its name to a map without
//     entries or room, that nobody else has the map, asks whether it is nil, or copies such an object, and that
//     entries are put in by at most three statements, in a list each; no other file mentions the field;
//   - for a sync.Map, that the map and the key are made of variables, fields and operators, that
//     what is set is local variables that are no part of the call, nor, in front of a condition,
//     names that the function has elsewhere, and that nobody asks for the key already.
//
// Review, if making the value may panic, as an index, a division or a nil pointer
// (also that of a buffer whose length is asked) does, unless a pointer was followed before, or seen to be none: the
// panic comes later, or not at all.
// And if fmt may call methods of its operands: they run later, or not at all. The map of a field: "it is nil
// until something is put in, for who compares or prints whole objects"; "what is put
// into it where an object was made without it, or it was set to nil, panicked".
//
// Not proposed: calls of functions of other packages; what a function literal is given so that
// it need not compute it each time.
package sink

import (
	_ "embed"
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/unheap/unheap/passes/internal/effect"
	"github.com/unheap/unheap/passes/internal/flow"
	"github.com/unheap/unheap/passes/internal/rule"
	"github.com/unheap/unheap/passes/internal/source"
)

//go:embed sink.go
var docText string

// Rule is the sink rewrite.
var Rule = rule.New("sink", docText, run, "captured", "passed", "variable-size", "closure", "clone", "concat", "bytes-to-string", "string-to-bytes", "format", "number-text", "text-result", "map", "error-value", "constructor")

func run(pass *rule.Pass) {
	for r := range pass.Runs() {
		s := &sinker{r}
		s.values()
		s.lookups()
		s.fallbacks()
		s.stores()
		s.tables()
	}
}

type sinker struct{ *rule.Run }

// A decl is the declaration of one variable, in a list of statements.
type decl struct {
	source.Decl
	val  effect.Summary // of the value
	heap bool           // the value, or the variable, may be on the heap
}

// values moves declarations, from the last of the file to the first.
func (s *sinker) values() {
	var all []decl
	for cur := range s.Cursor.Preorder((*ast.AssignStmt)(nil), (*ast.DeclStmt)(nil)) {
		for d := range s.Decls(cur) {
			if d, ok := s.recognise(d); ok {
				all = append(all, d)
			}
		}
	}
	for i, d := range slices.Backward(all) {
		to, ok := s.place(d)
		if ok && d.heap && s.pays(d, to) && s.may(d, to) && s.alone(d, all[:i], to) {
			s.move(d, to)
		}
	}
}

// alone requires that no other value is made for this one, and for nothing in front of the new place: it would
// have to move as well.
func (s *sinker) alone(d decl, before []decl, to place) bool {
	for _, x := range before {
		if x.heap && s.Pkg.Mentions(d.Node(), x.Var) > 0 && s.Pkg.Every(x.Var, func(use inspector.Cursor) bool {
			return source.Contains(d.Node(), use.Node()) || source.Contains(to.stmt.Parent().Node(), use.Node()) && use.Node().Pos() >= to.stmt.Node().Pos()
		}) {
			return s.Refuse(d.Node(), x.Var.Name()+", which "+d.Var.Name()+" is made of, would have to move as well")
		}
	}
	return true
}

// recognise reports whether the value of a declaration may be made elsewhere.
func (s *sinker) recognise(found source.Decl) (d decl, ok bool) {
	d.Decl = found
	if len(s.Pkg.Uses(d.Var)) == 0 {
		return d, false
	}
	d.val = effect.Of(s.Pkg, d.Value)
	d.heap = d.val.Allocates || s.shared(d.Var)
	return d, d.val.Movable() && s.lineOf(d.Node().End())-s.lineOf(d.Node().Pos()) < maxLines
}

// maxLines is how long a declaration may be that moves. A reader who looks for a long
// one knows where it was.
const maxLines = 8

// shared reports whether v is more than a value: its address is taken, or function
// literals see what is assigned to it.
func (s *sinker) shared(v *types.Var) bool {
	return s.Pkg.InLiteral(v) && len(s.Pkg.Writes(v)) > 0 || slices.ContainsFunc(s.Pkg.Uses(v), s.Pkg.Addressed)
}

// may reports whether the value can be made at the new place instead.
func (s *sinker) may(d decl, to place) bool {
	if s.Jumps(d.Stmt.Pos()) || !s.free(d, to) {
		return s.Refuse(d.Node(), "a goto, or another "+d.Var.Name()+", is in the way")
	}
	for id := range s.Misread(d.Node(), to.stmt.Node().Pos()) {
		return s.Refuse(d.Node(), id.Name+" means something else where "+d.Var.Name()+" is needed")
	}
	if !d.val.MayMove(s.Pkg, to.between...) {
		return s.Refuse(d.Node(), "what "+d.Var.Name()+" is made of may change before it is needed")
	}
	return true
}

// free reports whether the variable can be declared at the new place: its block
// declares no other of the name.
func (s *sinker) free(d decl, to place) bool {
	scope := s.Info.Scopes[s.Syntax].Innermost(to.stmt.Node().Pos())
	if scope == nil {
		return false
	}
	obj := scope.Lookup(d.Var.Name())
	return obj == nil || obj == d.Var
}

// dereferenced reports whether v is no nil pointer at d, or is followed by what stands first behind it, so
// that it panics there as well.
func (s *sinker) dereferenced(v *types.Var, d decl) bool {
	if flow.NonNilAt(s.Pkg, v, d.Cur) {
		return true
	}
	list, i, _ := source.StmtList(d.Cur)
	if i+1 >= len(list) {
		return false
	}
	heads := flow.Heads(s.Info, list[i+1])
	return effect.Of(s.Pkg, heads...).Quiet() && slices.ContainsFunc(heads, func(head ast.Node) bool { return flow.Follows(s.Info, head, v) })
}
