// Package effect says what evaluating an expression, running statements or calling a function may
// do, and therefore what may move and what stays the same.
//
// Invariant: a [Summary] has every effect that the code can have. A function that is neither in
// the package nor in package stdlib may do anything, as may syntax that is not understood: both
// are in [Summary.Calls].
//
// Model: one walk over the syntax. A function of the package is summed up once, with the functions
// that it calls. A callback of a function of the standard library runs in the call. Methods that
// such a function calls on its operands (String, Error, Write, Format) are looked up if the static
// type of the operand is concrete, and are unknown code if it is an interface.
//
// The model blurs which memory code reads and writes. It distinguishes only the kinds of [Memory],
// variables that nothing but their names reaches, and buffers that are [Closed].
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
	// Vars are the local variables that are read, Derefs the pointers among them that are
	// followed, which panics if they are nil.
	Vars, Derefs map[*types.Var]bool
	// Reads: the code reads memory that other code may write.
	Reads bool
	// Writes is the memory that is changed, without variables that only their names reach.
	Writes Memory
	// Calls are the names of unknown code that is run, sorted, "" for code without a name.
	// Unknown code may do anything.
	Calls []string
	// Methods: a function of the standard library may call unknown methods of operands, as
	// fmt does.
	Methods bool
	// Prints: the code writes to a file or terminal, which changes no memory.
	Prints bool
	// World: the value depends on more than memory: on the clock, files, the environment.
	World bool
	// Panics: the code may panic, other than by following a pointer, or not return.
	Panics bool
	// Follows: the code follows a pointer that may be nil and is not one of Derefs.
	Follows bool
	// Allocates: the code may take memory from the heap.
	Allocates bool
	// Waits: the code synchronizes with other goroutines: by a channel, a lock, a go statement.
	Waits bool
	// Works: the code calls more than conversions and builtins that only return a value.
	Works bool
	// Literals: the code makes a function literal, whose body is not part of the summary unless
	// it is called.
	Literals bool
}

// Unknown reports whether the code runs unknown code.
func (s Summary) Unknown() bool { return len(s.Calls) > 0 || s.Methods }

// Quiet reports whether memory has the same contents before and after: the code changes none, runs
// no code that might, and does not synchronize with another goroutine.
func (s Summary) Quiet() bool { return s.Writes == 0 && !s.Unknown() && !s.Waits }

// MayWait reports whether the code, or code that it runs, may synchronize with another goroutine.
func (s Summary) MayWait() bool { return s.Waits || s.Unknown() }

// MayEnd reports whether the code may panic or not return.
func (s Summary) MayEnd() bool { return s.Panics || s.Follows || len(s.Derefs) > 0 || s.Unknown() }

// MayChange reports whether the code may change memory of one of the kinds.
func (s Summary) MayChange(kinds Memory) bool { return s.Writes&kinds != 0 || s.Unknown() }

// Movable reports whether evaluating the code shows in nothing but its value or a panic. Unknown
// methods of operands are left to the caller.
func (s Summary) Movable() bool {
	return s.Writes == 0 && len(s.Calls) == 0 && !s.Waits && !s.World && !s.Prints
}

// Unseen reports whether the code comes to its end, as far as it has no endless loop, and nothing but the values of its
// variables shows that it ran.
func (s Summary) Unseen() bool { return s.Quiet() && !s.MayEnd() && !s.Prints }

// Inert reports whether it makes no difference when, whether and how often the code runs with the
// same operands.
func (s Summary) Inert() bool {
	return s.Quiet() && !s.MayEnd() && !s.Reads && !s.World && !s.Prints
}

// MayMove reports whether the code, an expression, is movable and has the same value behind the
// nodes as before them: they write no variable that the expression reads, and change no memory if
// it reads memory or runs methods.
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

// With returns s with the effects of calling a function added.
func (s Summary) With(callee Summary) Summary {
	s.add(callee)
	return s
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

// Of returns what evaluating the expressions and running the statements may do. Nodes that are nil
// do nothing. The body of a function literal counts only if the literal is called.
func Of[N ast.Node](pkg *source.Package, nodes ...N) Summary {
	return sum(pkg, nil, nodes)
}

// Direct is [Of] without the effects of functions of the package that are called. It returns these
// functions, in the order of their declarations.
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
