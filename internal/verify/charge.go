package verify

import (
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// changed returns the functions that the candidates change, and the files that these may be written in.
func (j *judge) changed() changes { return changesOf(j.Package, j.Candidates...) }

// changes are changed functions, by the linker's names for them.
type changes struct {
	names map[string]string   // from the linker's name to the candidates' name
	files map[string][]string // from the candidates' name to the files that the function may be in
}

func changesOf(pkg string, candidates ...record.Candidate) changes {
	all := changes{names: make(map[string]string), files: make(map[string][]string)}
	for _, c := range candidates {
		for _, f := range c.Functions {
			all.names[pkg+"."+f] = f
			for _, e := range c.Edits {
				all.files[f] = append(all.files[f], e.File)
			}
		}
	}
	return all
}

// of returns the changed function that contains the code which the linker calls symbol, or "". A closure belongs to
// the function around it.
func (all changes) of(symbol, file string) string {
	if f, ok := all.names[declared(symbol)]; ok {
		return f
	}
	return inlined(symbol, file, all.files)
}

// Changed returns a function that reports, for a stack frame given as the linker's symbol and its file, whether c
// changes the function that the frame's code is written in.
func Changed(c record.Candidate) func(symbol, file string) bool {
	all := changesOf(c.Package, c)
	return func(symbol, file string) bool { return all.of(symbol, file) != "" }
}

// innermost is the changed function nearest to the allocation, or "".
func (all changes) innermost(stack []record.Frame) string {
	for _, frame := range stack {
		if f := all.of(frame.Function, frame.File); f != "" {
			return f
		}
	}
	return ""
}

// inlined returns the function, one of those in files, that contains the closure with the linker's name symbol in
// file, or "". The compiler names a closure of a function that it inlines after both functions, but gives the package
// of the first only:
//
//	example.com/q.F.(*T).M.func2   (*T).M, inlined into F
func inlined(symbol, file string, files map[string][]string) string {
	parts := strings.Split(symbol, ".")
	n := len(parts)
	for n > 0 && isSuffix(parts[n-1]) {
		n--
	}
	if n == len(parts) {
		return ""
	}
	written := func(name string) bool { return strings.HasSuffix("/"+file, "/"+name) }
	for _, name := range []string{strings.Join(parts[max(n-2, 0):n], "."), strings.Join(parts[max(n-1, 0):n], ".")} {
		if slices.ContainsFunc(files[name], written) {
			return name // a method, before a function
		}
	}
	return ""
}

// declared is the linker's name of the declared function that a symbol
// belongs to: type arguments and the suffixes of closures, range bodies and
// wrappers are cut off.
//
//	example.com/p.(*T[...]).M.func1.2   example.com/p.(*T).M
//	example.com/p.F[...].F-range1       example.com/p.F
func declared(symbol string) string {
	if i := strings.IndexByte(symbol, '['); i >= 0 {
		if k := strings.IndexByte(symbol[i:], ']'); k >= 0 {
			symbol = symbol[:i] + symbol[i+k+1:]
		}
	}
	slash := strings.LastIndexByte(symbol, '/') + 1
	path, rest := symbol[:slash], symbol[slash:]
	parts := strings.Split(rest, ".")
	keep := 2 // package and function
	if len(parts) > 2 && (strings.HasPrefix(parts[1], "(") || !isSuffix(parts[2])) {
		keep = 3 // package, receiver and method
	}
	name := strings.Join(parts[:min(keep, len(parts))], ".")
	name, _, _ = strings.Cut(name, "-range")
	return strings.ReplaceAll(path+name, "%2e", ".") // as in gopkg.in/yaml%2ev3
}

// isSuffix reports whether part is what the compiler appends to the name of a
// function for something inside of it.
func isSuffix(part string) bool {
	for _, p := range []string{"func", "gowrap", "deferwrap"} {
		if rest, ok := strings.CutPrefix(part, p); ok && rest != "" && strings.Trim(rest, "0123456789-range") == "" {
			return true
		}
	}
	return strings.Trim(part, "0123456789") == "" || strings.Contains(part, "-range")
}
