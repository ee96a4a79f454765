//go:build go1.25

package kit

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

// maxDump bounds the text of one value; longer texts are cut, and followed by a checksum of the rest.
const maxDump = 1 << 16

// dumpAll writes values as text. Equal texts mean that a caller cannot tell the values apart, within the limits that
// the package comment names, and except for the aspects in without.
func dumpAll(values []reflect.Value, without exemptions) string {
	d := &dumper{seen: make(map[visit]int), exemptions: without}
	for i, v := range values {
		if i > 0 {
			d.out.WriteString(", ")
		}
		d.value(v, 0)
	}
	return shorten(d.out.String())
}

func shorten(s string) string {
	if len(s) <= maxDump {
		return s
	}
	h, rest := fnv.New64a(), plain(s[maxDump:])
	io.WriteString(h, rest)
	return fmt.Sprintf("%s… and %d bytes more (%x)", s[:maxDump], len(rest), h.Sum64())
}

// A visit is a pointer that has been dumped. Its type matters: a struct and its first field have one address.
type visit struct {
	ptr unsafe.Pointer
	typ reflect.Type
}

type dumper struct {
	exemptions
	out  strings.Builder
	seen map[visit]int
	// within is the number of errors that the present one is a part of.
	within int
	// hidden is set within an unexported field of a type of another package, where nobody can tell nil from empty.
	hidden bool
}

func (d *dumper) value(v reflect.Value, depth int) {
	if !v.IsValid() {
		d.out.WriteString("nil")
		return
	}
	if depth > 20 {
		d.out.WriteString("…")
		return
	}
	if d.special(v) {
		return
	}
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		d.float(v.Float())
	case reflect.Complex64, reflect.Complex128:
		d.float(real(v.Complex()))
		d.float(imag(v.Complex()))
	case reflect.Bool:
		d.out.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.String:
		d.out.WriteString(strconv.Quote(v.String()))
	case reflect.Slice:
		d.slice(v, depth)
	case reflect.Array:
		d.list(v, depth)
	case reflect.Map:
		d.mapping(v, depth)
	case reflect.Struct:
		d.fields(v, depth)
	case reflect.Pointer:
		d.pointer(v, depth)
	case reflect.Interface:
		d.iface(v, depth)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		fmt.Fprintf(&d.out, "%v(nil: %v)", v.Type(), v.IsNil())
	default:
		d.number(v)
	}
}

func (d *dumper) number(v reflect.Value) {
	if v.CanInt() {
		d.out.WriteString(strconv.FormatInt(v.Int(), 10))
		return
	}
	if v.Kind() == reflect.Uintptr {
		if at := counterOf(v.Uint()); at != "" {
			d.out.WriteString(at)
			return
		}
	}
	d.out.WriteString(strconv.FormatUint(v.Uint(), 10))
}

// float distinguishes 0 from -0; all NaNs are one, since arithmetic does not specify which of them it returns.
func (d *dumper) float(f float64) {
	if f == 0 && math.Signbit(f) {
		d.out.WriteByte('-')
	}
	d.out.WriteString(strconv.FormatFloat(f, 'g', -1, 64))
}

// slice writes nil-ness, length and elements, never the capacity.
func (d *dumper) slice(v reflect.Value, depth int) {
	switch {
	case v.IsNil() && !d.nilOrEmpty && !d.hidden:
		fmt.Fprintf(&d.out, "%v(nil)", v.Type())
		return
	case d.elements:
		fmt.Fprintf(&d.out, "%v of %d elements", v.Type(), v.Len())
		return
	}
	if v.Type().Elem().Kind() == reflect.Uint8 {
		fmt.Fprintf(&d.out, "%v(%q)", v.Type(), v.Bytes())
		return
	}
	d.list(v, depth)
}

func (d *dumper) list(v reflect.Value, depth int) {
	d.out.WriteString(v.Type().String() + "{")
	for i := range v.Len() {
		d.value(v.Index(i), depth+1)
		d.out.WriteString(", ")
	}
	d.out.WriteByte('}')
}

// mapping writes the entries, sorted by the text of their keys.
func (d *dumper) mapping(v reflect.Value, depth int) {
	if v.IsNil() && !d.hidden {
		fmt.Fprintf(&d.out, "%v(nil)", v.Type())
		return
	}
	var entries []string
	for iter := v.MapRange(); iter.Next(); {
		e := &dumper{seen: d.seen, exemptions: d.exemptions, hidden: d.hidden}
		e.value(iter.Key(), depth+1)
		e.out.WriteString(": ")
		e.value(iter.Value(), depth+1)
		entries = append(entries, e.out.String())
	}
	slices.Sort(entries)
	fmt.Fprintf(&d.out, "%v{%s}", v.Type(), strings.Join(entries, ", "))
}

// fields writes every field or, for a type with a Maker, the fields that callers see.
func (d *dumper) fields(v reflect.Value, depth int) {
	d.out.WriteString(v.Type().String() + "{")
	m, made := makers[v.Type()]
	outer, in := d.hidden, v.Type().PkgPath()
	own := in == "" || in == Package || in == OldPackage
	for i := range v.NumField() {
		exported := v.Type().Field(i).IsExported()
		if made && !(m.Open && d.open) && !d.whole && !exported || isAdded(v.Type(), v.Type().Field(i).Name) {
			continue
		}
		d.out.WriteString(v.Type().Field(i).Name + ": ")
		if file := v.FieldByName("File"); v.Type().Field(i).Name == "Line" && v.Field(i).CanInt() && file.Kind() == reflect.String && strings.HasSuffix(file.String(), ".go") {
			d.out.WriteString(file.String() + ":") // a frame: its line is written as file.go:12
		}
		d.hidden = outer || (!own || m.Open) && !exported
		d.value(v.Field(i), depth+1)
		d.out.WriteString(", ")
	}
	d.hidden = outer
	d.out.WriteByte('}')
}

// pointer writes the value pointed to or, if it was written before, its number: the shape of what is shared is
// compared, addresses are not.
func (d *dumper) pointer(v reflect.Value, depth int) {
	if v.IsNil() {
		fmt.Fprintf(&d.out, "%v(nil)", v.Type())
		return
	}
	key := visit{v.UnsafePointer(), v.Type()}
	if n, ok := d.seen[key]; ok && v.Type().Elem().Size() > 0 {
		fmt.Fprintf(&d.out, "&#%d", n)
		return
	}
	d.seen[key] = len(d.seen)
	d.out.WriteByte('&')
	d.value(v.Elem(), depth+1)
	if d.pointers { // only a cycle is abbreviated; other pointers to one value are written in full
		delete(d.seen, key)
	}
}

// iface writes an error by its text and chain, so that a fmt.Errorf without verbs equals an errors.New, and any other
// value with its type.
func (d *dumper) iface(v reflect.Value, depth int) {
	if v.IsNil() {
		d.out.WriteString("nil")
		return
	}
	if v.CanInterface() {
		switch v := v.Interface().(type) {
		case error:
			d.err(v)
			return
		case *cancelable:
			fmt.Fprintf(&d.out, "context with the error %v", v.Err())
			return
		case context.Context:
			if ended(v) {
				fmt.Fprintf(&d.out, "context that is over: %v", v.Err())
				return
			}
		}
	}
	fmt.Fprintf(&d.out, "%v ", v.Elem().Type())
	d.value(v.Elem(), depth+1)
}

// err writes the type and text of each error of a chain. Types of packages errors and fmt are left out: they are
// unexported, and cannot be told apart without reflection.
func (d *dumper) err(err error) {
	t := reflect.TypeOf(err)
	if t.Kind() == reflect.Pointer && reflect.ValueOf(err).IsNil() {
		fmt.Fprintf(&d.out, "%v(nil)", t)
		return
	}
	elem := t
	if t.Kind() == reflect.Pointer {
		elem = t.Elem()
	}
	if p := elem.PkgPath(); p != "errors" && p != "fmt" {
		d.out.WriteString(t.String() + " ")
	}
	fmt.Fprintf(&d.out, "error(%q", textOf(err))
	if name := nameOf(err); name != "" {
		d.out.WriteString(", which is " + name)
	}
	switch u := err.(type) {
	case interface{ Unwrap() error }:
		d.wrapped(u.Unwrap())
	case interface{ Unwrap() []error }:
		for _, inner := range u.Unwrap() {
			d.wrapped(inner)
		}
	}
	if elem.Kind() == reflect.Struct && ownPackage(elem) && d.within < maxDepth {
		d.within++
		d.exported(reflect.Indirect(reflect.ValueOf(err)))
		d.within--
	}
	d.out.WriteByte(')')
}

// textOf returns the text of an error, whose method may panic if the error's state was made up.
func textOf(err error) (text string) {
	defer func() {
		if recover() != nil {
			text = "Error panics"
		}
	}()
	return err.Error()
}

// wrapped writes an error that another one wraps.
func (d *dumper) wrapped(err error) {
	if err != nil {
		d.out.WriteString(" wraps ")
		d.err(err)
	}
}

// exported writes the fields of an error that callers see.
func (d *dumper) exported(v reflect.Value) {
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && f.Type.Kind() != reflect.Func {
			d.out.WriteString(", " + f.Name + ": ")
			d.value(v.Field(i), 0)
		}
	}
}

// ownPackage reports whether a type is of the package under test, in either version.
func ownPackage(t reflect.Type) bool {
	in := t.PkgPath()
	return in != "" && (in == Package || in == OldPackage)
}

// named are errors that callers compare with, and their names.
var named = []struct {
	name string
	err  error
}{{"io.EOF", io.EOF}, {"io.ErrUnexpectedEOF", io.ErrUnexpectedEOF}, {"io.ErrShortWrite", io.ErrShortWrite}, {"io.ErrShortBuffer", io.ErrShortBuffer},
	{"io.ErrNoProgress", io.ErrNoProgress}, {"strconv.ErrRange", strconv.ErrRange}, {"strconv.ErrSyntax", strconv.ErrSyntax},
	{"fs.ErrNotExist", fs.ErrNotExist}, {"fs.ErrExist", fs.ErrExist}, {"fs.ErrInvalid", fs.ErrInvalid}, {"fs.ErrClosed", fs.ErrClosed},
	{"context.Canceled", context.Canceled}, {"context.DeadlineExceeded", context.DeadlineExceeded}}

// SetError names an error that each version has under the same name.
func SetError(name string, versions ...any) {
	for _, v := range versions {
		if err, ok := v.(error); ok {
			named = append(named, struct {
				name string
				err  error
			}{name, err})
		}
	}
}

// nameOf returns the name of an error; empty if it has none.
func nameOf(err error) string {
	if !reflect.TypeOf(err).Comparable() {
		return ""
	}
	for _, n := range named {
		if reflect.TypeOf(n.err).Comparable() && n.err == err {
			return n.name
		}
	}
	return ""
}

// special writes values whose fields show more, or less, than a caller sees.
func (d *dumper) special(v reflect.Value) bool {
	if v.Kind() != reflect.Struct || !v.CanAddr() {
		return false
	}
	p := v.Addr().UnsafePointer()
	switch v.Type() {
	case reflect.TypeFor[bytes.Buffer]():
		fmt.Fprintf(&d.out, "bytes.Buffer(%q)", (*bytes.Buffer)(p).Bytes())
	case reflect.TypeFor[strings.Builder]():
		fmt.Fprintf(&d.out, "strings.Builder(%q)", (*strings.Builder)(p).String())
	case reflect.TypeFor[sync.Pool]():
		d.out.WriteString("sync.Pool")
	case reflect.TypeFor[sink]():
		s := (*sink)(p)
		fmt.Fprintf(&d.out, "%v{data: []uint8(%q), room: %d}", v.Type(), s.data, s.room)
	case reflect.TypeFor[bufio.Writer]():
		return d.buffered(v)
	default:
		return false
	}
	return true
}

// buffered writes a bufio.Writer over a sink as all the text written to it, whether flushed or not. The rest of the
// buffer is scratch space (AvailableBuffer hands it out), and how the text was cut into writes is not compared. After
// an error the text in the buffer is lost, and is left out.
func (d *dumper) buffered(v reflect.Value) bool {
	err, buf, n, below := v.FieldByName("err"), v.FieldByName("buf"), v.FieldByName("n"), v.FieldByName("wr")
	if !err.IsValid() || !buf.IsValid() || !n.IsValid() || !below.IsValid() || below.IsNil() || below.Elem().Type() != reflect.TypeFor[*sink]() {
		return false
	}
	text := string((*sink)(below.Elem().UnsafePointer()).data)
	if err.IsNil() {
		text += string(buf.Bytes()[:n.Int()])
	}
	fmt.Fprintf(&d.out, "bufio.Writer(%q, err: ", text)
	d.value(err, 0)
	d.out.WriteByte(')')
	return true
}

// dumpPanic writes a panic value. For a runtime error only the kind counts: a slice expression reports other bounds
// than the index expression that it replaced.
func dumpPanic(p any) string {
	if err, ok := p.(runtime.Error); ok {
		text := err.Error()
		for _, kind := range []string{"out of range", "nil pointer", "nil map", "divide by zero", "interface conversion", "makeslice", "hash of unhashable"} {
			if strings.Contains(text, kind) {
				return "runtime error: " + kind
			}
		}
		return text
	}
	if text, ok := p.(string); p == bytes.ErrTooLarge || ok && slices.Contains(sizePanics, text) {
		return "runtime error: out of range"
	}
	return dumpAll([]reflect.Value{reflect.ValueOf(&p).Elem()}, exemptions{})
}

// sizePanics are the panics of standard library functions for sizes that no memory has; make and append panic in the
// runtime for such sizes. It makes no difference which of these a version meets first.
var sizePanics = []string{
	"strings.Builder.Grow: negative count", "bytes.Buffer.Grow: negative count",
	"strings: Repeat output length overflow", "bytes: Repeat output length overflow", "strings: Join output length overflow", "cannot be negative", "len out of range",
}

// firstDifference quotes both texts from shortly before they differ.
func firstDifference(old, now string) string {
	i := 0
	for i < len(old) && i < len(now) && old[i] == now[i] {
		i++
	}
	const around = 60
	from := max(strings.LastIndexByte(old[:i], '\n')+1, i-around)
	cut := func(s string) string {
		end := min(len(s), i+around)
		if nl := strings.IndexByte(s[i:end], '\n'); nl >= 0 {
			end = i + nl
		}
		return s[from:end]
	}
	return fmt.Sprintf("old: %s; new: %s", cut(old), cut(now))
}
