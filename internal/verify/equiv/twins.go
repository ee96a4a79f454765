package equiv

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"time"
)

// Twins is a package with pairs of functions that should do the same: each function has the name of its twin in
// [Function.With]. They are compared like the versions of a [Pair], except that they share helpers, and what both
// allocate is counted.
type Twins struct {
	Package
	// Strings and Ints are constants of the code, to make inputs of.
	Strings []string
	Ints    []int64
	// Time is the longest time for the comparison of two functions.
	Time time.Duration
}

// GenerateTwins writes the test for functions. It returns an error as Generate does.
func GenerateTwins(t Twins, functions []Function) (*Test, error) {
	all, w := declared(t.Package), newWorld(t.Package)
	g := &pairing{
		Pair: Pair{Old: t.Package, New: t.Package, Strings: t.Strings, Ints: t.Ints, Time: t.Time},
		test: newTest(), old: all, now: all, worlds: [2]*world{w, w}, twins: true,
	}
	if !g.choose(functions, func(f Function) string {
		why := g.refuseTwin(f.Name)
		if why == "" && f.With != "" {
			why = g.refuseTwin(f.With)
		}
		return why
	}) {
		return g.test, nil
	}
	return g.finish()
}

// refuseTwin says why a function cannot be compared with its twin; empty if it can.
func (g *pairing) refuseTwin(name string) string {
	d := g.now[name]
	if d == nil {
		return name + " is not declared in the package"
	}
	return d.refuse(name, g.worlds[0])
}

// nothing returns a function with the type of another one that returns zeros, as source; "nil" if that type cannot be
// written. imported returns the name of a package in the file.
func (g *pairing) nothing(name string, imported func(path string) string) string {
	sig, ok := instance(g.now[name].fn.Signature())
	if !ok {
		return "nil"
	}
	writable := true
	write := func(t types.Type) string {
		return types.TypeString(t, func(p *types.Package) string {
			if p == g.New.Types {
				return ""
			}
			writable = writable && slices.Contains(g.New.Types.Imports(), p)
			return imported(p.Path())
		})
	}
	var params, results []string
	for i := range sig.Params().Len() {
		t := write(sig.Params().At(i).Type())
		if sig.Variadic() && i == sig.Params().Len()-1 {
			t = "..." + strings.TrimPrefix(t, "[]")
		}
		params = append(params, t)
	}
	for v := range sig.Results().Variables() {
		results = append(results, "_ "+write(v.Type()))
	}
	if !writable {
		return "nil"
	}
	return fmt.Sprintf("func(%s) (%s) { return }", strings.Join(params, ", "), strings.Join(results, ", "))
}

// instance returns the signature of a function, instantiated with the type arguments that it is compared with if it
// is generic.
func instance(sig *types.Signature) (*types.Signature, bool) {
	n := sig.TypeParams().Len()
	if n == 0 {
		return sig, true
	}
	chosen := make([]types.Type, n)
	if n > maxTypeParams || !search(sig, chosen, 0) {
		return nil, false
	}
	t, err := types.Instantiate(nil, sig, chosen, true)
	if err != nil {
		return nil, false
	}
	return t.(*types.Signature), true
}

// Arguments returns the type arguments with which a generic function of the package is compared: "[int, string]";
// empty if it is not generic.
func (t Twins) Arguments(name string) string {
	d := declared(t.Package)[name]
	if d == nil {
		return ""
	}
	args, _ := instantiate(d.fn.Signature())
	return args
}
