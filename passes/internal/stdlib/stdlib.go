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
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/unheap/unheap/internal/typefact"
)

// Args is a set of arguments of a call: bit i stands for argument i, [Receiver] for the receiver of a method. The zero
// value is the empty set.
type Args uint16

// Receiver is the receiver of a method, as a set.
const Receiver Args = 1 << 15

// Has reports whether the argument i is in the set.
func (a Args) Has(i int) bool { return i >= 0 && i < 15 && a&(1<<i) != 0 }

// A Func holds what is known of one function or method. The zero value says nothing: such a function may do anything.
type Func struct {
	// Path is the import path of the function's package. Name is "Name", or "Type.Name" for a method.
	Path, Name string
	// Quiet: the function changes nothing that its caller can see, and does not wait.
	Quiet bool
	// World: as Quiet, but the result depends on more than the operands: the clock, the file system, the environment.
	World bool
	// Writes are the operands whose memory the function changes; it changes nothing else.
	Writes Args
	// Appends: the function appends to its first argument and returns the result. It changes nothing but the memory
	// behind that slice.
	Appends bool
	// Prints: the function writes to a file, and changes no memory.
	Prints bool
	// Allocates: the function may allocate on the heap.
	Allocates bool
	// Unlike: the result does not follow later changes of the memory behind a string.
	Unlike bool
	// Panics: the function panics for some operands, and Accepts does not say for which.
	Panics bool
	// Compares: the function compares elements by ==, which panics for some values of interfaces.
	Compares bool
	// NilSafe: a method with a pointer receiver that does not dereference a nil pointer.
	NilSafe bool
	// Follows: the function follows the pointers that it is given.
	Follows bool
	// Slice: the function panics if its first argument, of type any, holds no slice.
	Slice bool
	// Methods: the function calls methods of its operands, whatever their types, as fmt does.
	Methods bool
	// Calls: the function calls the functions that it is given before it returns, and does not retain them. A function
	// that is given one and has neither Calls nor Once may retain it.
	Calls bool
	// Once: the function, or the function that it returns, calls its argument at most once.
	Once bool
	// Waits: the function may wait for another goroutine, or acquires or releases a lock.
	Waits bool
	// Frames: the function inspects the stack frames of its callers.
	Frames bool
	// Never: the function does not return.
	Never bool
	// Lends are the operands that the function uses as readers or writers, and of which it retains nothing.
	Lends Args
	// Wraps are the operands that the result retains, and of which it shows nothing.
	Wraps Args
	// Part are the operands of whose memory the result may be a part.
	Part Args
	// Fills are the slices whose elements the function overwrites.
	Fills Args
	// Copying: a method of a reader, writer or buffer that returns copies, and retains nothing of its arguments.
	Copying bool
	// Blind: results and effects are the same for nil and for empty slices, although a nil and an empty result could
	// be told apart.
	Blind bool
	// Owned: the slice that the function returns is shared with nobody, and never nil.
	Owned bool
	// Text is the function that does the same for the other kind of text: a name, or "bytes" or "strings" for the
	// function of the same name in that package. Free and Needle say how that function takes its second operand.
	Text         string
	Free, Needle bool
	// Append is the name of the function that appends the same text. Exact: that function appends in one step, and
	// writes nothing behind the slice but the text.
	Append string
	Exact  bool
	// Resets is "stream" or "digest" for a constructor whose result has a method Reset that sets it back to its
	// initial state.
	Resets string
	// Size is the constant of the function's package that is the length of the hash's sum.
	Size string
	// Whole is the function of the same package that makes such a hash, writes one slice to it and returns the sum.
	Whole string
	// Since is the first language version that has the function ("go1.21"); empty for versions before go1.17.
	Since string

	takes string
}

// Known reports whether all effects of the function are known: the table says more about it than a counterpart, a
// version, or what it retains.
func (f Func) Known() bool {
	return f.Quiet || f.World || f.Appends || f.Prints || f.Writes != 0
}

// Accepts reports whether the function surely does not panic if its last argument is n; isConst says whether n is
// known.
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

// Forgets reports whether fn, whose facts are f, retains nothing of its argument i, so that neither its results nor
// what it changes refer to memory of the argument.
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

// holds reports whether a result of type t may refer to memory of an argument. An element of a slice, whose type is a
// type parameter, is a copy. Errors of the functions that are known refer to none.
func holds(t types.Type) bool {
	return typefact.AnyPart(t, func(t types.Type) bool {
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
		switch t.Underlying().(type) {
		case *types.Basic, *types.Array, *types.Struct:
			return false
		case *types.Interface:
			return !types.Identical(t, types.Universe.Lookup("error").Type())
		}
		return true
	})
}

// Of returns the facts about fn; the zero value if there are none.
func Of(fn *types.Func) Func {
	if fn == nil || fn.Pkg() == nil {
		return Func{}
	}
	if f := Named(fn.Pkg().Path(), FuncName(fn.Origin())); f.Path != "" {
		return f
	}
	return Named(fn.Pkg().Path(), "*")
}

// Named returns the facts about the function name, or the method "Type.Name", of the package at path.
func Named(path, name string) Func { return funcs()[path+"."+name] }

// Sums reports whether a function makes a hash, writes one slice to it and returns the sum.
func Sums(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && slices.ContainsFunc([]string{"New", "New224", "New384", "New512_224", "New512_256"}, func(name string) bool {
		whole := Named(fn.Pkg().Path(), name).Whole
		return whole != "" && whole == fn.Name()
	})
}

// FuncName returns "Name" for a function, and "Type.Name" for a method.
func FuncName(fn *types.Func) string {
	if fn.Signature().Recv() == nil {
		return fn.Name()
	}
	if named, _ := typefact.Receiver(fn); named != nil {
		return named.Obj().Name() + "." + fn.Name()
	}
	return "." + fn.Name()
}

// A Type holds what is known of one type that reads or writes. The zero value says nothing.
type Type struct {
	Path, Name string
	// Memory: values of the type refer to nothing but memory.
	Memory bool
	// Last: the type does not pass data on to another reader or writer of the program.
	Last bool
	// Known: the methods are those of the library, and retain none of their arguments.
	Known bool
	// NilSafe: reading and writing do not panic for a nil pointer.
	NilSafe bool
	// Alike: Write and WriteString do the same, and neither retain nor change their arguments.
	Alike bool
	// Buffer: the type has contents, which its method Reset drops. Stream: its method Reset drops what it retains of
	// one reader or writer, and makes it work on another.
	Buffer, Stream bool
}

// TypeOf returns the facts about t, or about the type that t points to.
func TypeOf(t types.Type) Type {
	if t == nil {
		return Type{}
	}
	named, ok := types.Unalias(typefact.Pointee(t)).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return Type{}
	}
	return typeFacts()[named.Obj().Pkg().Path()+"."+named.Obj().Name()]
}

// Streams reports whether the package at path is one of the library's that read, write or convert what they are given.
// Functions of such a package retain none of their arguments, unless their names begin with New.
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
			*map[string]*bool{"memory": &t.Memory, "last": &t.Last, "known": &t.Known, "nilsafe": &t.NilSafe, "alike": &t.Alike, "buffer": &t.Buffer, "stream": &t.Stream}[word] = true
		}
		all[path+"."+name] = t
	})
	return all
})

// lines calls add for each name of a table, with the words of its line.
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

// set sets the fields that one word of the table stands for.
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
		"panics": &f.Panics, "eq": &f.Compares, "follows": &f.Follows, "slice": &f.Slice, "nilsafe": &f.NilSafe, "methods": &f.Methods, "calls": &f.Calls, "once": &f.Once,
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
