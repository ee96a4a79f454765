//go:build go1.25

package kit

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A Maker says how values of a type come to be in a program: what returns one, and the
// methods that change it. So no state is made up that cannot be.
type Maker struct {
	Type reflect.Type
	// Funcs return the type, a pointer to it, or an interface that may hold either, and
	// perhaps an error behind that. With none of them, the zero value is what a program
	// begins with.
	Funcs []any
	// Methods are names of methods of a pointer to the type.
	Methods []string
}

var (
	makers       map[reflect.Type]Maker
	implementers map[reflect.Type][2][]reflect.Type // for values of the old version, and of the new one
)

// SetMakers makes values of the types by their makers.
func SetMakers(all ...Maker) {
	makers = make(map[reflect.Type]Maker)
	for _, m := range all {
		makers[m.Type] = m
	}
}

// An Interface names types behind it: those that implement it, or that the code under test
// looks for. An interface that both versions have, such as error, has other types for each;
// one of one version has only its own.
type Interface struct {
	Type     reflect.Type
	Old, New []reflect.Type
}

// SetInterfaces makes values of the interfaces that are of their types.
func SetInterfaces(all ...Interface) {
	implementers = make(map[reflect.Type][2][]reflect.Type)
	for _, i := range all {
		implementers[i.Type] = [2][]reflect.Type{i.Old, i.New}
	}
}

// implementers are the types for values of an interface.
func (g *gen) implementers(t reflect.Type) []reflect.Type {
	if g.old {
		return implementers[t][0]
	}
	return implementers[t][1]
}

// madeType is the type with a Maker behind t, which may be a pointer to it.
func madeType(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Pointer {
		return t.Elem()
	}
	return t
}

func isMade(t reflect.Type) bool {
	_, ok := makers[madeType(t)]
	return ok
}

const (
	// makerTries is how often a maker is called until it returns no error.
	makerTries = 3
	// maxSteps is how many methods are called on what it returns, at the most.
	maxSteps = 3
)

// fromMaker sets v to a value of its maker, and reports whether there is one. Where a maker
// has nothing to give it is the zero value.
func (g *gen) fromMaker(v reflect.Value, depth int) bool {
	t := v.Type()
	m, ok := makers[madeType(t)]
	if !ok {
		return false
	}
	if t.Kind() == reflect.Pointer && g.rand.Float64() < 0.04 {
		return true // nil
	}
	made := reflect.New(m.Type)
	for try := 0; len(m.Funcs) > 0 && try < makerTries; try++ {
		f := reflect.ValueOf(m.Funcs[g.rand.IntN(len(m.Funcs))])
		out, ok := g.try(f, depth)
		if !ok || len(out) > 1 && !out[len(out)-1].IsNil() {
			continue
		}
		got := out[0]
		if got.Kind() == reflect.Interface {
			got = got.Elem()
		}
		if got.IsValid() && got.Type() == m.Type {
			made.Elem().Set(got)
			break
		}
		if got.IsValid() && got.Type() == made.Type() && !got.IsNil() {
			made = got
			break
		}
	}
	if len(m.Methods) > 0 {
		for n := g.rand.IntN(maxSteps + 1); n > 0; n-- {
			if _, ok := g.try(made.MethodByName(m.Methods[g.rand.IntN(len(m.Methods))]), depth); !ok {
				break // it panicked half way
			}
		}
	}
	if t.Kind() != reflect.Pointer {
		made = made.Elem()
	}
	v.Set(made)
	return true
}

// try calls f on values of its types. ok is false if it panicked.
func (g *gen) try(f reflect.Value, depth int) (out []reflect.Value, ok bool) {
	args := make([]reflect.Value, f.Type().NumIn())
	for i := range args {
		args[i] = g.value(f.Type().In(i), depth+1)
	}
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	if f.Type().IsVariadic() {
		return f.CallSlice(args), true
	}
	return f.Call(args), true
}

// observe calls methods of the made values among arguments and results, and functions among
// the results, and says what they return: a state that callers cannot see is compared by
// what it does.
func (g *gen) observe(args, results []reflect.Value) string {
	var out strings.Builder
	called := g.calls.Len()
	for i, list := range [][]reflect.Value{args, results} {
		for _, v := range list {
			if v.Kind() == reflect.Interface {
				v = v.Elem()
			}
			if v.IsValid() && v.Kind() == reflect.Chan && i == 1 {
				observeChan(v, &out)
				continue
			}
			if v.IsValid() && v.Kind() == reflect.Func && i == 1 {
				g.observeFunc(v, &out)
				continue
			}
			if !v.IsValid() || !isMade(v.Type()) || v.Kind() == reflect.Pointer && v.IsNil() {
				continue
			}
			if v.Kind() != reflect.Pointer {
				p := reflect.New(v.Type())
				p.Elem().Set(v)
				v = p
			}
			g.observeOne(v, &out)
		}
	}
	if g.calls.Len() > called {
		out.WriteString("\nthen calls " + g.calls.String()[called:])
	}
	return out.String()
}

// observeOne calls as many methods of a made value as make a sequence, twice the length
// of one that it was made by.
func (g *gen) observeOne(v reflect.Value, out *strings.Builder) {
	methods := makers[madeType(v.Type())].Methods
	for n := 0; n < 2*maxSteps && len(methods) > 0; n++ {
		name := methods[g.rand.IntN(len(methods))]
		results, ok := g.try(v.MethodByName(name), maxDepth-2)
		if !ok {
			fmt.Fprintf(out, "\nthen %s panics", name)
			return
		}
		fmt.Fprintf(out, "\nthen %s returns %s", name, dumpAll(results, g.exempt.ofResults()))
	}
}

// observeFunc calls a function that was returned, twice: it may have a state.
func (g *gen) observeFunc(v reflect.Value, out *strings.Builder) {
	if v.IsNil() || unsupportedParams(v.Type()) != "" {
		return
	}
	for range 2 {
		results, ok := g.try(v, maxDepth-2)
		if !ok {
			out.WriteString("\nthen the function returned panics")
			return
		}
		fmt.Fprintf(out, "\nthen the function returned returns %s", dumpAll(results, g.exempt.ofResults()))
	}
}

// scribble writes into the slices that a call has returned, up to their capacity, and
// empties its maps: whoever owns a result may.
func scribble(results []reflect.Value) {
	for _, v := range results {
		scribbleOn(v, 0)
	}
}

func scribbleOn(v reflect.Value, depth int) {
	if depth > 2 {
		return
	}
	switch v.Kind() {
	case reflect.Slice:
		if v.Cap() > 1<<12 || v.Cap() == 0 {
			return
		}
		v = v.Slice(0, v.Cap())
		for i := range v.Len() {
			scribbleElem(v.Index(i))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			scribbleOn(v.Elem(), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				scribbleOn(v.Field(i), depth+1)
			}
		}
	case reflect.Map:
		if v.CanInterface() && !v.IsNil() {
			v.Clear()
		}
	}
}

func scribbleElem(e reflect.Value) {
	if !e.CanSet() {
		return
	}
	switch {
	case e.CanInt():
		e.SetInt(42)
	case e.CanUint():
		e.SetUint(42)
	case e.Kind() == reflect.String:
		e.SetString("scribbled")
	case e.CanFloat():
		e.SetFloat(42)
	}
}

// sorted are the strings of a list without repetition, shortest first, so that small
// decisions choose small texts.
func sorted(list []string) []string {
	slices.SortFunc(list, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(list)
}
