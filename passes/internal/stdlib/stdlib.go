// Package stdlib says what functions and types of the standard library do.
//
// Invariant: there is one table; whatever a pass believes about a function of the
// standard library stands in it, and a test holds it against the toolchain's own library.
// A function that is not in it may do anything.
//
// Model: a function is words, see [Func]. They hold for every operand that the signature
// allows, apart from functions and methods that belong to the program: what the callee
// makes of a func that it is given, or of a method String, is the program's own code.
//
// What it blurs: memory that runs out, and what package reflect or unsafe may do to the
// library itself.
package stdlib

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
	"sync"
)

// Args is a set of arguments of a call: bit i stands for the argument i, [Receiver] for
// that of a method. The zero value is none.
type Args uint16

// Receiver is the receiver of a method, as a set.
const Receiver Args = 1 << 15

// Has reports whether the argument i is in the set.
func (a Args) Has(i int) bool { return i >= 0 && i < 15 && a&(1<<i) != 0 }

// A Func is what is known of one function or method. The zero value knows nothing.
type Func struct {
	// Path is the import path of its package, Name is "Name" or "Type.Name".
	Path, Name string
	// Quiet: it changes nothing that its caller can see, and waits for nobody.
	Quiet bool
	// World: as Quiet, but its result depends on more than its operands: the clock,
	// the file system, the environment.
	World bool
	// Writes are the operands whose memory it changes; nothing else is changed.
	Writes Args
	// Appends: it returns its first argument with more behind it, and changes nothing but
	// the memory behind that slice.
	Appends bool
	// Prints: it writes to a file, and changes no memory.
	Prints bool
	// Allocates: it may take memory from the heap.
	Allocates bool
	// Unlike: its result does not follow later changes of the memory behind a string.
	Unlike bool
	// Panics: it panics for some operands, and Accepts does not say for which.
	Panics bool
	// Compares: it compares elements by ==, which panics for some interfaces.
	Compares bool
	// NilSafe: as a method with a pointer receiver it does not follow a nil pointer.
	NilSafe bool
	// Methods: it calls methods of its operands, whatever their types, as fmt does.
	Methods bool
	// Calls: it calls the functions that it is given, before it returns, and does not
	// retain them. A function that is given one and is neither Calls nor Once may retain it.
	Calls bool
	// Once: it, or the function that it returns, calls its argument at most once.
	Once bool
	// Waits: it may wait for another goroutine, or takes or gives back a lock.
	Waits bool
	// Frames: it looks at the frames of its callers.
	Frames bool
	// Never: it does not return.
	Never bool
	// Lends are the operands that it uses as readers or writers, and retains nothing of.
	Lends Args
	// Wraps are the operands that its result retains, and shows nothing of.
	Wraps Args
	// Part are the operands of whose memory its result is a part.
	Part Args
	// Fills are the slices of which it overwrites the elements.
	Fills Args
	// Copying: as a method of a reader, writer or buffer, it returns copies, and retains
	// nothing of what it is given.
	Copying bool
	// Blind: its results and effects are the same for nil and for empty slices, although
	// its results could be told apart.
	Blind bool
	// Owned: the slice that it returns is nobody else's, and never nil.
	Owned bool
	// Text is the twin for the other kind of text, "bytes" or "strings" where it has the
	// same name there; Free and Needle say how it takes its second operand.
	Text         string
	Free, Needle bool
	// Append is the name of the twin that appends. Exact: it appends in one step, and
	// writes nothing behind the slice but the text.
	Append string
	Exact  bool
	// Resets is "stream" or "digest" for a constructor whose result has a method Reset
	// that makes it new.
	Resets string
	// Size is the constant of its package that says how long the sum of the hash is.
	Size string
	// Whole is the function of its package that makes such a hash, writes one slice to it and
	// returns the sum.
	Whole string
	// Since is the first language version that has it ("go1.21"), empty if that is before
	// go1.17.
	Since string

	takes string
}

// Known reports whether all effects of the function are: it is in the table for more than
// a twin, a version, or what it retains.
func (f Func) Known() bool {
	return f.Quiet || f.World || f.Appends || f.Prints || f.Writes != 0
}

// Accepts reports whether the function does not panic for a last argument of n; isConst
// says whether n is known.
func (f Func) Accepts(n int64, isConst bool) bool {
	if f.takes == "" {
		return !f.Panics
	}
	if low, high, isRange := strings.Cut(f.takes, ".."); isRange {
		return isConst && number(low) <= n && n <= number(high)
	}
	for one := range strings.SplitSeq(f.takes, "|") {
		if isConst && number(one) == n {
			return true
		}
	}
	return false
}

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		panic(err) // the table is constant, and a test reads all of it
	}
	return n
}

// Forgets reports whether fn, of which f is known, retains nothing of its argument i: what
// it changes and returns holds no memory of it.
func (f Func) Forgets(fn *types.Func, i int) bool {
	if !f.Known() || f.Methods || f.Part != 0 || f.Wraps != 0 || f.Appends && i == 0 {
		return false
	}
	for v := range fn.Origin().Signature().Results().Variables() {
		if !f.Appends && holds(v.Type()) {
			return false
		}
	}
	return true
}

// holds reports whether a result of type t may hold memory of an argument. An element of a
// slice, as a type parameter, is a copy; errors of the functions that are known hold none.
func holds(t types.Type) bool {
	if param, ok := t.(*types.TypeParam); ok {
		iface := param.Constraint().Underlying().(*types.Interface)
		for e := range iface.EmbeddedTypes() {
			union, ok := e.(*types.Union)
			if ok && union.Len() == 1 && holds(union.Term(0).Type()) {
				return true // S ~[]E
			}
		}
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Array:
		return holds(u.Elem())
	case *types.Interface:
		return !types.Identical(t, types.Universe.Lookup("error").Type())
	case *types.Struct:
		for f := range u.Fields() {
			if holds(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// Of returns what is known of fn, the zero value if nothing is.
func Of(fn *types.Func) Func {
	if fn == nil || fn.Pkg() == nil {
		return Func{}
	}
	if f := Named(fn.Pkg().Path(), FuncName(fn.Origin())); f.Path != "" {
		return f
	}
	return Named(fn.Pkg().Path(), "*")
}

// Named is Of for the function name, or the method "Type.Name", of the package at path.
func Named(path, name string) Func { return funcs()[path+"."+name] }

// FuncName returns "Name" for a function, "Type.Name" for a method.
func FuncName(fn *types.Func) string {
	recv := fn.Signature().Recv()
	if recv == nil {
		return fn.Name()
	}
	t := recv.Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Obj().Name() + "." + fn.Name()
	}
	return "." + fn.Name()
}

// A Type is what is known of one type that reads or writes. The zero value knows nothing.
type Type struct {
	Path, Name string
	// Memory: it holds nothing but memory.
	Memory bool
	// Last: no other reader or writer of the program stands behind it.
	Last bool
	// Known: its methods are those of the library, and retain nothing that they are given.
	Known bool
	// Alike: its Write and WriteString do the same, and neither retain nor change what
	// they are given.
	Alike bool
	// Buffer: it has contents, which its method Reset drops. Stream: Reset drops what it
	// holds of another reader or writer, and makes it work on a new one.
	Buffer, Stream bool
}

// TypeOf returns what is known of t, or of what it points to.
func TypeOf(t types.Type) Type {
	if t == nil {
		return Type{}
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return Type{}
	}
	return typeFacts()[named.Obj().Pkg().Path()+"."+named.Obj().Name()]
}

// Streams reports whether the package at path is one of the library that reads, writes or
// converts what it is given, and whose functions retain nothing unless they are called New.
func Streams(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	switch first {
	case "bufio", "bytes", "compress", "encoding", "fmt", "hash", "html", "image", "io", "strconv", "strings", "text":
		return true
	}
	return false
}

var funcs = sync.OnceValue(func() map[string]Func {
	all := make(map[string]Func)
	lines(table, func(path, name string, words []string) {
		f := all[path+"."+name]
		f.Path, f.Name = path, name
		for _, word := range words {
			f.set(word)
		}
		all[path+"."+name] = f
	})
	return all
})

var typeFacts = sync.OnceValue(func() map[string]Type {
	all := make(map[string]Type)
	lines(typeTable, func(path, name string, words []string) {
		t := all[path+"."+name]
		t.Path, t.Name = path, name
		for _, word := range words {
			*map[string]*bool{"memory": &t.Memory, "last": &t.Last, "known": &t.Known, "alike": &t.Alike, "buffer": &t.Buffer, "stream": &t.Stream}[word] = true
		}
		all[path+"."+name] = t
	})
	return all
})

// lines calls add for each name of a table.
func lines(table string, add func(path, name string, words []string)) {
	for line := range strings.Lines(table) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, ": ")
		for name := range strings.FieldsSeq(parts[2]) {
			add(parts[0], name, strings.Fields(parts[1]))
		}
	}
}

// set adds the meaning of one word of the table.
func (f *Func) set(word string) {
	key, value, isPair := strings.Cut(word, "=")
	if isPair {
		if key == "since" {
			value = "go" + value
		}
		*map[string]*string{"takes": &f.takes, "text": &f.Text, "append": &f.Append, "resets": &f.Resets, "size": &f.Size, "whole": &f.Whole, "since": &f.Since}[key] = value
		return
	}
	flags := map[string]*bool{
		"quiet": &f.Quiet, "world": &f.World, "appends": &f.Appends, "prints": &f.Prints, "alloc": &f.Allocates, "unlike": &f.Unlike,
		"panics": &f.Panics, "eq": &f.Compares, "nilsafe": &f.NilSafe, "methods": &f.Methods, "calls": &f.Calls, "once": &f.Once,
		"waits": &f.Waits, "frames": &f.Frames, "never": &f.Never, "copying": &f.Copying, "blind": &f.Blind, "owned": &f.Owned,
		"free": &f.Free, "needle": &f.Needle, "exact": &f.Exact,
	}
	if flag, ok := flags[word]; ok {
		*flag = true
		return
	}
	last := len(word) - 1
	arg := Receiver
	if word[last] != 'r' {
		arg = 1 << number(word[last:])
	}
	sets := map[string]*Args{"writes": &f.Writes, "lends": &f.Lends, "wraps": &f.Wraps, "part": &f.Part, "fills": &f.Fills}
	set, ok := sets[word[:last]]
	if !ok {
		panic(fmt.Sprintf("%s.%s: %q is no word of the table", f.Path, f.Name, word)) // the table is constant, and a test reads all of it
	}
	*set |= arg
}
