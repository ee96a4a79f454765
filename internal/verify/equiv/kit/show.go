//go:build go1.25

package kit

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// A Shown is a call of the old version as Go source for a test in the package: its arguments, and what it did. Calls
// that cannot be written as source have none.
type Shown struct {
	Args []string `json:"args"`
	// Variadic is set if the last argument is passed with "...".
	Variadic bool `json:"variadic,omitempty"`
	// Results are the results of the old version; empty if it panicked, with the value as text in Panic. A result of
	// type error is "error " followed by its text, as fmt.Sprint writes it, quoted.
	Results []string `json:"results"`
	Panic   string   `json:"panic,omitempty"`
	// After are the arguments afterwards.
	After []string `json:"after"`
}

// show returns the call for an input as source; nil if it cannot be written.
func (c Case) show(limits Limits, in input) *Shown {
	s := &Shown{}
	done := make(chan bool, 1)
	go func() {
		before := prepare(c.Old, in)
		var ok [3]bool
		s.Variadic = before.fn.Type().IsVariadic()
		s.Args, ok[0] = sources(before.args)
		before.run()
		s.Panic = before.panicText
		s.Results, ok[1] = sources(before.results)
		s.After, ok[2] = sources(before.args)
		for _, arg := range s.Args {
			ok[0] = ok[0] && !strings.HasPrefix(arg, "error ")
		}
		done <- ok == [3]bool{true, true, true}
	}()
	select {
	case ok := <-done:
		if ok {
			return s
		}
	case <-time.After(limits.Call):
	}
	return nil
}

func sources(values []reflect.Value) ([]string, bool) {
	all := []string{}
	for _, v := range values {
		text, ok := source(v, 0)
		if !ok {
			return nil, false
		}
		all = append(all, text)
	}
	return all, true
}

// maxSource bounds the text of one value, in bytes, and maxNested how deeply values are nested.
const maxSource, maxNested = 4096, 8

// source returns an expression for v, of its type, for a file of the package under test. Types are written with the
// package name, which the writer of the test removes.
func source(v reflect.Value, depth int) (text string, ok bool) {
	defer func() { ok = ok && len(text) <= maxSource }()
	if !v.IsValid() {
		return "nil", true
	}
	if depth > maxNested {
		return "", false
	}
	t := v.Type().String()
	switch v.Kind() {
	case reflect.Bool:
		return convertedTo(t, "bool", strconv.FormatBool(v.Bool())), true
	case reflect.String:
		return convertedTo(t, "string", strconv.Quote(v.String())), true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return fmt.Sprintf("%s(%d)", t, v.Int()), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return fmt.Sprintf("%s(%d)", t, v.Uint()), true
	case reflect.Float32, reflect.Float64:
		f := v.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) || f == 0 && math.Signbit(f) {
			return "", false
		}
		return fmt.Sprintf("%s(%v)", t, f), true
	case reflect.Slice:
		if v.IsNil() {
			return t + "(nil)", true
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return fmt.Sprintf("%s(%q)", t, v.Bytes()), true
		}
		return elements(v, t, depth)
	case reflect.Array:
		return elements(v, t, depth)
	case reflect.Map:
		return entries(v, t, depth)
	case reflect.Struct:
		return fieldsSource(v, t, depth)
	case reflect.Pointer:
		return pointerSource(v, t, depth)
	case reflect.Interface:
		if v.Type() == errorType && depth == 0 && v.CanInterface() {
			return "error " + strconv.Quote(fmt.Sprint(v.Interface())), true
		}
		if v.IsNil() {
			return "nil", true
		}
		return source(v.Elem(), depth+1)
	}
	return "", false
}

func convertedTo(t, plain, text string) string {
	if t == plain {
		return text
	}
	return t + "(" + text + ")"
}

func elements(v reflect.Value, t string, depth int) (string, bool) {
	parts := make([]string, v.Len())
	for i := range parts {
		var ok bool
		if parts[i], ok = source(v.Index(i), depth+1); !ok {
			return "", false
		}
	}
	return t + "{" + strings.Join(parts, ", ") + "}", true
}

func entries(v reflect.Value, t string, depth int) (string, bool) {
	if v.IsNil() {
		return t + "(nil)", true
	}
	var parts []string
	for iter := v.MapRange(); iter.Next(); {
		key, ok := source(iter.Key(), depth+1)
		value, ok2 := source(iter.Value(), depth+1)
		if !ok || !ok2 {
			return "", false
		}
		parts = append(parts, key+": "+value)
	}
	return t + "{" + strings.Join(sorted(parts), ", ") + "}", true
}

// fieldsSource returns a literal of a struct of the package, or of a struct with exported fields only, without its
// zero fields.
func fieldsSource(v reflect.Value, t string, depth int) (string, bool) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		return "", false
	}
	own := v.Type().PkgPath() == OldPackage || v.Type().PkgPath() == Package || v.Type().PkgPath() == ""
	var parts []string
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if v.Field(i).IsZero() {
			continue
		}
		text, ok := source(v.Field(i), depth+1)
		if !ok || !own && !f.IsExported() {
			return "", false
		}
		parts = append(parts, f.Name+": "+text)
	}
	return t + "{" + strings.Join(parts, ", ") + "}", true
}

func pointerSource(v reflect.Value, t string, depth int) (string, bool) {
	if v.IsNil() {
		return "(" + t + ")(nil)", true
	}
	if v.CanInterface() {
		switch x := v.Interface().(type) {
		case *bytes.Buffer:
			return fmt.Sprintf("bytes.NewBufferString(%q)", x.String()), true
		case context.Context:
			return "context.Background()", true
		}
	}
	text, ok := source(v.Elem(), depth+1)
	if ok && v.Type().Elem().Kind() == reflect.Struct {
		return "&" + text, true
	}
	return "", false
}
