package rule

import (
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"github.com/unheap/unheap/internal/typefact"
	"github.com/unheap/unheap/passes/internal/source"
)

// Grow returns the lines that make room for n more elements in the slice of that name, n being a text that may
// stand twice; before go1.21 in the words of that time. ok is false where they cannot be written at pos.
//
//	list = slices.Grow(list, n)     if cap(list)-len(list) < n {
//	                                	list = append(list, make([]T, n)...)[:len(list)]
//	                                }
func (r *Run) Grow(pos token.Pos, name string, t types.Type, n string) (lines []string, imports []source.TextEdit, ok bool) {
	if r.AtLeast("go1.21") {
		q, imports, ok := r.Import("slices", "Grow", pos)
		return []string{name + " = " + q + "Grow(" + name + ", " + n + ")"}, imports, ok
	}
	typ, ok := r.TypeText(t, pos)
	return []string{
		"if cap(" + name + ")-len(" + name + ") < " + n + " {",
		"\t" + name + " = append(" + name + ", make(" + typ + ", " + n + ")...)[:len(" + name + ")]",
		"}",
	}, nil, ok && r.Universe(pos, "append", "cap", "len", "make")
}

// Emptied returns the lines that set v, "list = " or "list := ", to the slice of that name without its elements, but
// with room for n, as in [Run.Grow].
//
//	list = slices.Grow(d.list[:0], n)     if cap(d.list) < n {
//	                                      	d.list = make([]T, 0, n)
//	                                      }
//	                                      list = d.list[:0]
func (r *Run) Emptied(pos token.Pos, v, name string, t types.Type, n string) (lines []string, imports []source.TextEdit, ok bool) {
	if r.AtLeast("go1.21") {
		q, imports, ok := r.Import("slices", "Grow", pos)
		return []string{v + q + "Grow(" + name + "[:0], " + n + ")"}, imports, ok
	}
	typ, ok := r.TypeText(t, pos)
	return []string{
		"if cap(" + name + ") < " + n + " {",
		"\t" + name + " = make(" + typ + ", 0, " + n + ")",
		"}",
		v + name + "[:0]",
	}, nil, ok && r.Universe(pos, "cap", "make")
}

// Clear returns the lines that clear the slice or map of that name, by a loop where there is no builtin for it. ok is false where they
// cannot be written at pos, or the map may have keys that are not equal to themselves.
//
//	clear(list)     for i := range list {     clear(set)     for k := range set {
//	                	list[i] = 0                          	delete(set, k)
//	                }                                        }
func (r *Run) Clear(pos token.Pos, name string, t types.Type) (lines []string, ok bool) {
	if r.AtLeast("go1.21") && r.Universe(pos, "clear") {
		return []string{"clear(" + name + ")"}, true
	}
	switch t := source.Core(t).(type) {
	case *types.Map:
		k := beside(name, "k", "key")
		return []string{"for " + k + " := range " + name + " {", "\tdelete(" + name + ", " + k + ")", "}"}, findsItself(t.Key()) && r.Universe(pos, "delete")
	case *types.Slice:
		zero, ok := r.zero(t.Elem(), pos)
		i := beside(name, "i", "j")
		if counters.MatchString(zero) {
			ok = false // as the name of a type, or of a package
		}
		return []string{"for " + i + " := range " + name + " {", "\t" + name + "[" + i + "] = " + zero, "}"}, ok
	}
	return nil, false
}

// counters matches the names that a loop over a slice may give its counter.
var counters = regexp.MustCompile(`\b[ij]\b`)

// beside returns the one of two names that is not the first of a path, for a variable whose scope mentions no others.
func beside(path, name, other string) string {
	if first, _, _ := strings.Cut(path, "."); first == name {
		return other
	}
	return name
}

// zero is the zero value of a type as source text.
func (r *Run) zero(t types.Type, pos token.Pos) (text string, ok bool) {
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam {
		return "", false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`, true
		case u.Info()&types.IsBoolean != 0:
			return "false", r.Universe(pos, "false")
		case u.Info()&types.IsNumeric != 0:
			return "0", true
		}
	case *types.Struct, *types.Array:
		text, ok = r.TypeText(t, pos)
		return text + "{}", ok
	}
	return "nil", r.Universe(pos, "nil")
}

// findsItself reports whether each key of the type is equal to itself, unlike NaN: delete cannot remove others.
func findsItself(t types.Type) bool {
	return !typefact.AnyPart(t, func(t types.Type) bool {
		switch t := t.Underlying().(type) {
		case *types.Basic:
			return t.Info()&(types.IsFloat|types.IsComplex) != 0
		case *types.Pointer, *types.Chan, *types.Array, *types.Struct:
			return false
		}
		return true // an interface, which may hold a NaN
	})
}
