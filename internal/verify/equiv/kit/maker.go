//go:build go1.25

package kit

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A Maker says how programs make values of a type: which functions return one, and which methods change it. So no
// impossible state is made up.
type Maker struct {
	Type reflect.Type
	// Funcs return the type, a pointer to it, or an interface that may hold either, and perhaps an error as well. If
	// there are none, programs begin with the zero value.
	Funcs []any
	// Methods are names of methods of a pointer to the type.
	Methods []string
	// Uses are functions with a parameter of the type, or of a pointer to it.
	Uses []any
	// Open is set if nothing but its fields can be seen of a returned value.
	Open bool
}

var (
	makers       map[reflect.Type]Maker
	implementers map[reflect.Type][2][]reflect.Type // for values of the old version, and of the new one
)

// SetMakers sets the makers of types.
func SetMakers(all ...Maker) {
	makers = make(map[reflect.Type]Maker)
	for _, m := range all {
		makers[m.Type] = m
	}
}

// An Interface lists types of the values of an interface: types that implement it, or that the code under test looks
// for behind it. If both versions have the interface, as with error, each has a list; otherwise only one is not
// empty.
type Interface struct {
	Type     reflect.Type
	Old, New []reflect.Type
}

// SetInterfaces sets the types of the values of interfaces.
func SetInterfaces(all ...Interface) {
	implementers = make(map[reflect.Type][2][]reflect.Type)
	for _, i := range all {
		implementers[i.Type] = [2][]reflect.Type{i.Old, i.New}
	}
}

// implementers returns the types of the values of an interface.
func (g *gen) implementers(t reflect.Type) []reflect.Type {
	if g.old {
		return implementers[t][0]
	}
	return implementers[t][1]
}

// madeType is t or, if t is a pointer, its element: the type that a Maker is registered for.
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

// begunAsZero reports whether the type, or what it points to, has a Maker without functions that return it.
func begunAsZero(t reflect.Type) bool {
	m, ok := makers[madeType(t)]
	return ok && len(m.Funcs) == 0
}

const (
	// makerTries is how often a maker is called until it returns no error.
	makerTries = 3
	// maxSteps is the largest number of methods that are called on what the maker returns.
	maxSteps = 3
)

// fromMaker sets v to a value that its maker makes, and reports whether there is a maker. If all functions of the
// maker fail, the zero value is used.
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
			out, ok := g.try(made.MethodByName(m.Methods[g.rand.IntN(len(m.Methods))]), depth)
			if !ok {
				break // it panicked half way
			}
			if len(out) > 0 && madeType(out[0].Type()) == m.Type { // methods of an immutable type return another value
				if next := pointerTo(out[0]); !next.IsNil() {
					made = next
				}
			}
		}
	}
	if t.Kind() != reflect.Pointer {
		made = made.Elem()
	}
	v.Set(made)
	return true
}

// try calls f on generated arguments. ok is false if it panicked.
func (g *gen) try(f reflect.Value, depth int) (out []reflect.Value, ok bool) {
	return g.tryOn(f, reflect.Value{}, depth)
}

// tryOn is try with a given argument: if on, a pointer, is valid, it or what it points to is the first argument of
// that type.
func (g *gen) tryOn(f, on reflect.Value, depth int) (out []reflect.Value, ok bool) {
	args := make([]reflect.Value, f.Type().NumIn())
	for i := range args {
		switch t := f.Type().In(i); {
		case on.IsValid() && t == on.Type():
			args[i], on = on, reflect.Value{}
		case on.IsValid() && t == on.Type().Elem():
			args[i], on = on.Elem(), reflect.Value{}
		default:
			args[i] = g.value(t, depth+1)
		}
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

// observe calls methods of the made values among arguments and results, and functions among the results, and writes
// what they return: a state that callers cannot see is compared by its behaviour.
func (g *gen) observe(args, results []reflect.Value) string {
	var out strings.Builder
	before := g.calls.mark()
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
			for _, made := range madeWithin(nil, v, 0) {
				g.observeOne(made, &out)
			}
		}
	}
	if g.calls.mark() != before {
		out.WriteString("\nthen calls " + g.calls.since(before).inOrder)
	}
	return out.String()
}

const (
	// mostWithin is how many made values of one argument or result are observed, and withinDepth how deeply they may
	// be nested in it.
	mostWithin, withinDepth = 4, 4
)

// madeWithin appends to found pointers to the made values that callers find in a value: the value itself, or parts of
// it.
func madeWithin(found []reflect.Value, v reflect.Value, depth int) []reflect.Value {
	if !v.IsValid() || len(found) >= mostWithin || depth > withinDepth || v.Kind() == reflect.Pointer && v.IsNil() {
		return found
	}
	if v.Kind() == reflect.Interface {
		return madeWithin(found, v.Elem(), depth+1)
	}
	switch {
	case isMade(v.Type()):
		return append(found, pointerTo(v))
	case slices.Contains(knownTypes, v.Type()):
		return found
	}
	switch v.Kind() {
	case reflect.Pointer:
		return madeWithin(found, v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				found = madeWithin(found, v.Field(i), depth+1)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range min(v.Len(), 4*mostWithin) {
			found = madeWithin(found, v.Index(i), depth+1)
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int {
			return strings.Compare(dumpAll([]reflect.Value{a}, exemptions{}), dumpAll([]reflect.Value{b}, exemptions{}))
		})
		for _, key := range keys[:min(len(keys), mostWithin)] {
			found = madeWithin(found, v.MapIndex(key), depth+1)
		}
	}
	return found
}

// pointerTo returns v if it is a pointer, and a pointer to a copy of v otherwise.
func pointerTo(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Pointer {
		return v
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p
}

// observeOne calls methods of a made value, and functions that take one, twice as many as a maker calls at most, and
// then methods of made values that these return.
func (g *gen) observeOne(v reflect.Value, out *strings.Builder) {
	returned := g.observeSome(v, 2*maxSteps, out)
	for _, inner := range returned[:min(len(returned), mostReturned)] {
		g.observeSome(inner, maxSteps, out)
	}
}

// mostReturned is how many values that methods return are observed as well.
const mostReturned = 2

// observeSome makes a number of calls, and returns the first made values that these return.
func (g *gen) observeSome(v reflect.Value, calls int, out *strings.Builder) (returned []reflect.Value) {
	m := makers[madeType(v.Type())]
	for n := 0; n < calls && len(m.Methods)+len(m.Uses) > 0; n++ {
		var results []reflect.Value
		var name string
		var ok bool
		if i := g.rand.IntN(len(m.Methods) + len(m.Uses)); i < len(m.Methods) {
			name = m.Methods[i]
			results, ok = g.try(v.MethodByName(name), maxDepth-2)
		} else {
			i -= len(m.Methods)
			name = fmt.Sprintf("user %d of the type", i+1)
			results, ok = g.tryOn(reflect.ValueOf(m.Uses[i]), v, maxDepth-2)
		}
		if !ok {
			fmt.Fprintf(out, "\nthen %s panics", name)
			return returned
		}
		for _, r := range results {
			returned = madeWithin(returned, r, 1)
		}
		fmt.Fprintf(out, "\nthen %s returns %s", name, dumpAll(results, g.exempt.ofResults()))
	}
	return returned
}

// observeFunc calls a returned function twice, as it may have a state.
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

// scribble writes into the slices that a call has returned, up to their capacity, and into the fields behind its
// pointers, and adds an entry to its maps: the owner of a result may do that.
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
				scribbleElem(v.Field(i))
				scribbleOn(v.Field(i), depth+1)
			}
		}
	case reflect.Map:
		if !v.CanInterface() || v.IsNil() {
			return
		}
		v.Clear()
		key := reflect.New(v.Type().Key()).Elem()
		if scribbleElem(key); key.Comparable() {
			v.SetMapIndex(key, reflect.Zero(v.Type().Elem()))
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

// sorted returns the strings of a list without duplicates, shortest first, so that small decisions choose short
// texts.
func sorted(list []string) []string {
	slices.SortFunc(list, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return slices.Compact(list)
}
