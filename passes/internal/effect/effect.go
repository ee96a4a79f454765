// Package effect says what evaluating an expression, running statements or calling a
// function may do, and what follows: what may move, and what stays the same.
//
// Invariant: a [Summary] has every effect that the code can have. What is not understood,
// and every function that is neither in the package nor in package stdlib, may do
// anything: it is in Calls.
//
// Model: one walk over the syntax, the only one of the passes. A function of the package
// is summed up once, through the functions that it calls. A callback that a function of
// the standard library is given runs in the call; methods that it finds in its operands
// (String, Error, Write, Format) are looked up where their static type is concrete, and
// are code that is not known where it is an interface.
//
// What it blurs: which memory. Memory is one thing, but for the variables that only their
// names reach, and for buffers of which only methods are called; see [Closed].
package effect

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"slices"

	"github.com/unheap/unheap/passes/internal/source"
)

// A Memory is a set of kinds of memory. The zero value is none.
type Memory uint8

const (
	// Slots are elements of slices and arrays, fields and variables that are reached by
	// pointers, variables of packages, and those that function literals share.
	Slots Memory = 1 << iota
	// Maps are the entries of maps.
	Maps
	// Behind is the memory behind the length of slices, which append writes.
	Behind
)

// A Summary is what some code may do. The zero value is code that does nothing.
type Summary struct {
	// Vars are the local variables whose values are read, Derefs those of them that are
	// followed as pointers, which panics if they are nil.
	Vars, Derefs map[*types.Var]bool
	// Reads: it reads memory that other code may write.
	Reads bool
	// Writes is the memory that it changes, variables that only their names reach apart.
	Writes Memory
	// Calls are the names of the code that it runs and of which nothing is known, sorted;
	// "" stands for one that has no name. It may do anything.
	Calls []string
	// Methods: a function of the standard library may call methods of the operands that
	// are not known, as fmt does.
	Methods bool
	// Prints: it writes to a file or terminal, which changes no memory.
	Prints bool
	// World: its value depends on more than memory: on the clock, files, the environment.
	World bool
	// Panics: it may panic, other than by following a pointer, or not return.
	Panics bool
	// Follows: it follows a pointer that is not one of Derefs, and may be nil.
	Follows bool
	// Allocates: it may take memory from the heap.
	Allocates bool
	// Waits: it meets other goroutines: by a channel, a lock, a go statement.
	Waits bool
	// Works: it calls more than the builtins and conversions that only look.
	Works bool
	// Literals: it makes a function literal. What that does is its own summary.
	Literals bool
}

// Unknown reports whether it runs code of which nothing is known.
func (s Summary) Unknown() bool { return len(s.Calls) > 0 || s.Methods }

// Quiet reports whether it changes no memory, runs no code that might, and meets no other
// goroutine: memory has the same contents before and after.
func (s Summary) Quiet() bool { return s.Writes == 0 && !s.Unknown() && !s.Waits }

// MayWait reports whether it, or code that it runs, may meet another goroutine.
func (s Summary) MayWait() bool { return s.Waits || s.Unknown() }

// MayEnd reports whether it may panic or not return.
func (s Summary) MayEnd() bool { return s.Panics || s.Follows || len(s.Derefs) > 0 || s.Unknown() }

// MayChange reports whether it may change memory of one of the kinds.
func (s Summary) MayChange(kinds Memory) bool { return s.Writes&kinds != 0 || s.Unknown() }

// Movable reports whether nothing but its value, or its panic, shows that it was evaluated,
// methods of operands apart.
func (s Summary) Movable() bool {
	return s.Writes == 0 && len(s.Calls) == 0 && !s.Waits && !s.World && !s.Prints
}

// Inert reports whether it makes no difference when, whether and how often code is run that
// does no more than this, as long as it has the same operands.
func (s Summary) Inert() bool {
	return s.Quiet() && !s.MayEnd() && !s.Reads && !s.World && !s.Prints
}

// MayMove reports whether the value of a movable expression is the same behind the nodes as
// before them: none of them writes a variable that it reads, and where it reads memory, or
// runs methods, none of them changes any.
func (s Summary) MayMove(pkg *source.Package, past ...ast.Node) bool {
	if !s.Movable() {
		return false
	}
	quiet := Of(pkg, past...).Quiet()
	if (s.Reads || s.Methods) && !quiet {
		return false
	}
	for v := range s.Vars {
		if pkg.Captured(v) && len(pkg.Writes(v)) > 0 && !quiet {
			return false
		}
		if slices.ContainsFunc(past, func(n ast.Node) bool { return pkg.WrittenIn(v, n.Pos(), n.End()) }) {
			return false
		}
	}
	return true
}

// add adds the effects of calling a function to those of its caller.
func (s *Summary) add(callee Summary) {
	s.Reads, s.World = s.Reads || callee.Reads, s.World || callee.World
	s.Prints = s.Prints || callee.Prints
	s.Writes |= callee.Writes
	s.Calls = union(s.Calls, callee.Calls)
	s.Methods = s.Methods || callee.Methods
	s.Panics, s.Follows = s.Panics || callee.Panics, s.Follows || callee.Follows || len(callee.Derefs) > 0
	s.Allocates = s.Allocates || callee.Allocates || callee.Literals
	s.Waits = s.Waits || callee.Waits
}

// union returns the sorted elements of both lists.
func union(a, b []string) []string {
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	return slices.Compact(all)
}

// Of returns what evaluating the expressions and running the statements may do. Nodes that
// are nil do nothing. The body of a function literal is not run, unless it is called.
func Of[N ast.Node](pkg *source.Package, nodes ...N) Summary {
	return sum(pkg, nil, nodes)
}

// Direct is [Of] without the functions of the package that are called, which it returns, in
// the order of their declarations.
func Direct(pkg *source.Package, nodes ...ast.Node) (Summary, []*types.Func) {
	callees := make(map[*types.Func]bool)
	s := sum(pkg, callees, nodes)
	list := slices.Collect(maps.Keys(callees))
	slices.SortFunc(list, func(a, b *types.Func) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return s, list
}

func sum[N ast.Node](pkg *source.Package, callees map[*types.Func]bool, nodes []N) Summary {
	w := walker{callees: callees, pkg: pkg, info: pkg.Info, Summary: Summary{Vars: map[*types.Var]bool{}, Derefs: map[*types.Var]bool{}}}
	all(&w, nodes...)
	w.Reads = w.Reads || w.mapLen
	return w.Summary
}
