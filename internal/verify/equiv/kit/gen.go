//go:build go1.25

package kit

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unsafe"
)

// A gen builds the values of one input.
type gen struct {
	rand   *draws
	edge   float64 // probability of an edge value
	huge   bool
	exempt exemptions
	sent   []reflect.Value // channels that the function sends to
	bytes  []byte          // the array that byte slices of this input share
	last   string          // the previous text, for a similar one
	calls  *callLog        // calls of function arguments
	does   mischief        // what function arguments do
	ends   []func()        // cancel the contexts of this input
	again  func()          // calls the function under test once more
	words  Words
	old    bool // whether values are for the old version
	madeUp bool // an unexported field was set, so the state may be one that no caller can make
}

func newGen(in input) *gen {
	g := &gen{rand: newDraws(in), huge: in.huge, exempt: in.exempt, calls: new(callLog), does: in.does, words: words}
	g.edge = 0.25
	if in.seed < 200 {
		g.edge = edgeOfFirst
	}
	g.bytes = []byte("shared=backing,array of 64 bytes; \xff\xfe 0123456789 @end\n........")
	return g
}

// edgeOfFirst is the probability of an edge value in the first inputs, which are small.
const edgeOfFirst = 0.8

func (g *gen) small() bool { return g.edge == edgeOfFirst }

// args returns one value for each parameter. Input 0 is all zero values.
func (g *gen) args(fn reflect.Type) []reflect.Value {
	args := make([]reflect.Value, fn.NumIn())
	for i := range args {
		args[i] = g.value(fn.In(i), 0)
	}
	return args
}

// maxDepth bounds values of recursive types.
const maxDepth = 4

// value returns an addressable value of type t, which unsupported has accepted. It is the zero value if t is nested
// too deeply, or is not supported, as the type of a struct's field may be.
func (g *gen) value(t reflect.Type, depth int) reflect.Value {
	v := reflect.New(t).Elem()
	if depth > maxDepth || unsupported(t, nil) != "" {
		return v
	}
	if g.fromMaker(v, depth) {
		return v
	}
	if kinds := g.implementers(t); len(kinds) > 0 && slices.Contains(knownTypes, t) && g.rand.Float64() < 0.5 {
		v.Set(g.value(kinds[g.rand.IntN(len(kinds))], depth+1))
		return v
	}
	if made := g.known(t); made.IsValid() {
		v.Set(made)
		return v
	}
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(g.rand.IntN(2) == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(g.integer(t))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(g.integer(t)) & (math.MaxUint64 >> (64 - t.Bits())))
		if !g.huge && v.Uint() > 1<<20 {
			v.SetUint(v.Uint() % 300)
		}
	case reflect.Float32, reflect.Float64:
		v.SetFloat(g.float())
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(g.float(), g.float()))
	case reflect.String:
		v.SetString(g.text())
	case reflect.Slice:
		g.slice(v, depth)
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).Set(g.value(t.Elem(), depth+1))
		}
	case reflect.Map:
		g.fillMap(v, depth)
	case reflect.Struct:
		g.fields(v, depth)
	case reflect.Pointer:
		if g.rand.Float64() > 0.15 {
			v.Set(reflect.New(t.Elem()))
			v.Elem().Set(g.value(t.Elem(), depth+1))
		}
	case reflect.Func:
		if g.rand.Float64() > 0.1 {
			v.Set(g.function(t))
		}
	case reflect.Chan:
		g.channel(v, depth)
	case reflect.Interface:
		if kinds := g.implementers(t); len(kinds) > 0 && g.rand.Float64() > 0.1 {
			v.Set(g.value(kinds[g.rand.IntN(len(kinds))], depth+1))
		}
	}
	return v
}

// mostLength is the largest of the huge numbers that may be a length.
const mostLength = 1 << 24

var smallEdges = []int64{0, 1, -1, 2, 3, 7, 8, 9, 10, 15, 16, 31, 32, 33, 63, 64, 65, 99, 100, 127, 128, 255, 256, 1000}

// integer returns a number that fits the type. Unless huge is set it is small, as it may be a length or a loop bound.
// Huge numbers that do not fit 32 bits are above 1<<48, the most bytes that the runtime tries to allocate: smaller
// ones would end the process.
func (g *gen) integer(t reflect.Type) int64 {
	bits := t.Bits()
	var n int64
	switch {
	case g.huge && len(g.words.Wide) > 0 && g.rand.Float64() < 0.3:
		if n = g.words.Wide[g.rand.IntN(len(g.words.Wide))] + int64(g.rand.IntN(3)) - 1; t.Kind() == reflect.Int && n > mostLength {
			n = -n
		}
	case g.huge && t.Kind() != reflect.Int && g.rand.Float64() < 0.4: // of any size, as it is no length
		n = int64(g.rand.Uint64() >> g.rand.IntN(64))
	case g.huge:
		n = []int64{math.MinInt64, math.MaxInt64, math.MinInt32, math.MaxInt32, 1 << 50, -1 << 50, math.MinInt64 + 1, int64(g.rand.Uint64())}[g.rand.IntN(8)]
	case len(g.words.Ints) > 0 && g.rand.Float64() < 0.3:
		n = g.words.Ints[g.rand.IntN(len(g.words.Ints))] + int64(g.rand.IntN(3)) - 1
	case g.rand.Float64() < g.edge:
		n = smallEdges[g.rand.IntN(len(smallEdges))]
	default:
		n = g.rand.Int64N(320) - 20
	}
	return n << (64 - bits) >> (64 - bits)
}

var floatEdges = []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, math.NaN(), math.Inf(1), math.Inf(-1),
	math.MaxFloat64, math.SmallestNonzeroFloat64, 1e21, 1e-7, 123456789, 100, 1e6}

func (g *gen) float() float64 {
	if g.rand.Float64() < g.edge {
		return floatEdges[g.rand.IntN(len(floatEdges))]
	}
	return math.Round(g.rand.NormFloat64()*1e4) / 100
}

// textEdges are strings that rewrites of string handling often get wrong.
var textEdges = []string{"", " ", "a", "ab", ",", ",,", "a,b", ",a", "a,", "a,b,c", "k=v", "=", "a=b=c", "user@host", "@", "a@b@c",
	"/", "/a/b/", "a.b.c", "a\nb", "\n", "a\r\nb\r\n", "  two  spaces ", "\ttab", "0", "7", "-1", "42", "+5", "255", "256", "1e9",
	"true", "nil", "%d", "%s%", "%!", "héllo", "日本語", "\x00", "a\x00b", "\xff", "a\xc3", "\xed\xa0\x80", "\u2028", "ÀÉ", "İı", "ſ", "K", "\u212a",
	"\"quoted\"", "`back`", "{\"k\":[1,2]}", "<a href='x'>", "prefix-suffix", "prefix-", "Content-Type: text/plain"}

// text returns a string. One in five is similar to the previous one, so that comparisons and searches succeed.
func (g *gen) text() string {
	if g.rand.Float64() < 0.2 && g.last != "" {
		cut := g.rand.IntN(len(g.last) + 1)
		return []string{g.last, strings.ToLower(g.last), strings.ToUpper(g.last), g.last[:cut], g.last[cut:]}[g.rand.IntN(5)]
	}
	g.last = g.freshText()
	if g.exempt.letters {
		g.last = sameFolded.Replace(g.last)
	}
	return g.last
}

func (g *gen) freshText() string {
	if len(g.words.Long) > 0 && !g.small() && g.rand.Float64() < 0.01 {
		n := g.words.Long[g.rand.IntN(len(g.words.Long))]
		return strings.Repeat("x", n-1+g.rand.IntN(3)) + "\n" + g.word(g.rand.IntN(9))
	}
	if len(g.words.Strings) > 0 && g.rand.Float64() < 0.6 {
		return g.likeWords()
	}
	switch x := g.rand.Float64(); {
	case x > 0.99 && !g.small():
		return g.word(g.length(1 << 12))
	case x < g.edge:
		return textEdges[g.rand.IntN(len(textEdges))]
	case x < 0.85:
		return g.word(g.rand.IntN(40))
	case x < 0.97:
		return textEdges[g.rand.IntN(len(textEdges))] + g.word(g.rand.IntN(12)) + textEdges[g.rand.IntN(len(textEdges))]
	}
	return strings.Repeat(g.word(1+g.rand.IntN(9)), 1+g.rand.IntN(500))
}

// length returns a number up to limit: a constant of the code under test, one more or less, or any number.
func (g *gen) length(limit int) int {
	if len(g.words.Ints) > 0 && g.rand.IntN(2) == 0 {
		if n := g.words.Ints[g.rand.IntN(len(g.words.Ints))] + int64(g.rand.IntN(3)) - 1; n >= 0 && n <= int64(limit) {
			return int(n)
		}
	}
	return g.rand.IntN(limit)
}

// word returns n bytes of a small alphabet, so that matches occur.
func (g *gen) word(n int) string {
	const alphabet = "aabbcdeABz0123 ,.=@/-_\n\"é\xff"
	b := make([]byte, n)
	for i := range b {
		b[i] = alphabet[g.rand.IntN(len(alphabet))]
	}
	return string(b)
}

// slice sets v to a slice: nil, empty, short, or longer; often with spare capacity that holds values, since append
// writes there.
func (g *gen) slice(v reflect.Value, depth int) {
	t := v.Type()
	if t.Elem().Kind() == reflect.Uint8 && g.rand.Float64() < 0.8 {
		v.Set(g.byteSlice().Convert(t))
		return
	}
	n, spare := 0, 0
	switch x := g.rand.Float64(); {
	case x < 0.1:
		return // nil
	case x < 0.2:
	case x < 0.8:
		n, spare = 1+g.rand.IntN(5), g.rand.IntN(4)
	case x > 0.98 && !g.small():
		n, spare = g.length(600), g.rand.IntN(20)
	default:
		n, spare = g.rand.IntN(70), g.rand.IntN(20)
	}
	if depth > 0 {
		n, spare = min(n, 8), min(spare, 2)
	}
	s := reflect.MakeSlice(t, n+spare, n+spare)
	for i := range n + spare {
		s.Index(i).Set(g.value(t.Elem(), depth+1))
	}
	v.Set(s.Slice(0, n))
}

// byteSlice returns nil, an empty slice, text, or a window of the array that all windows of one input share.
func (g *gen) byteSlice() reflect.Value {
	switch x := g.rand.Float64(); {
	case x < 0.08:
		return reflect.ValueOf([]byte(nil))
	case x < 0.16:
		return reflect.ValueOf([]byte{})
	case x < 0.4:
		i := g.rand.IntN(len(g.bytes))
		j := i + g.rand.IntN(len(g.bytes)-i)
		if g.exempt.overlap {
			return reflect.ValueOf(bytes.Clone(g.bytes)[i:j])
		}
		return reflect.ValueOf(g.bytes[i:j])
	}
	text := g.text()
	b := make([]byte, len(text), len(text)+g.rand.IntN(9))
	copy(b, text)
	return reflect.ValueOf(b)
}

func (g *gen) fillMap(v reflect.Value, depth int) {
	t := v.Type()
	if g.rand.Float64() < 0.1 {
		return // nil
	}
	v.Set(reflect.MakeMap(t))
	for range g.rand.IntN(6) {
		if key := g.value(t.Key(), depth+1); key.Comparable() {
			v.SetMapIndex(key, g.value(t.Elem(), depth+1))
		}
	}
}

// fields sets every field, unexported ones too: an input is a state of the package, which may be in any state.
func (g *gen) fields(v reflect.Value, depth int) {
	for i := range v.NumField() {
		f := v.Field(i)
		g.madeUp = g.madeUp || !v.Type().Field(i).IsExported()
		if f.Kind() == reflect.Chan {
			continue // the other end is unknown
		}
		if f.Kind() != reflect.Array && isAdded(v.Type(), v.Type().Field(i).Name) {
			continue // its memory belongs to the new version alone
		}
		open := reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
		open.Set(g.value(f.Type(), depth+1))
	}
}

// mostCalls bounds how often a function argument may be called. More calls mean a loop that waits for a result that
// does not come, and may collect results until the memory is exhausted.
const mostCalls = 1 << 14

// function returns a func of type t whose results depend on its arguments only. The results of a func without
// arguments, which may be an iterator, depend on the number of calls, and are zeros in the end. Calls are logged, so
// that their order and number are compared.
func (g *gen) function(t reflect.Type) reflect.Value {
	salt := g.rand.Uint64N(8)
	last := int64(1 + 4*salt)
	var called atomic.Int64
	return reflect.MakeFunc(t, func(args []reflect.Value) []reflect.Value {
		n := called.Add(1)
		if n > mostCalls {
			panic("a function is called without end")
		}
		text := dumpAll(args, g.exempt.ofResults())
		g.calls.add(text)
		g.calls.lend(args)
		h := salt
		if len(args) == 0 {
			h += uint64(n)
		}
		for _, c := range []byte(text) {
			h = h*1099511628211 + uint64(c)
		}
		g.misbehave(h)
		inner := newGen(input{seed: h, exempt: g.exempt})
		inner.old = g.old
		for _, arg := range args { // write to any writer among the arguments
			if w, ok := arg.Interface().(io.Writer); ok && arg.Type() == writerType {
				io.WriteString(w, inner.text())
			}
		}
		out := make([]reflect.Value, t.NumOut())
		for i := range out {
			if len(args) == 0 && n > last {
				out[i] = reflect.Zero(t.Out(i))
				continue
			}
			out[i] = inner.value(t.Out(i), 2)
		}
		return out
	})
}

// A text is a fmt.Stringer, for interfaces.
type text string

func (t text) String() string { return "text:" + string(t) }

// A failure is an error with a type of its own.
type failure struct{ code int }

func (f *failure) Error() string { return fmt.Sprintf("failure %d", f.code) }

var errPlain = errors.New("plain error")

var (
	intType      = reflect.TypeFor[int]()
	errorType    = reflect.TypeFor[error]()
	anyType      = reflect.TypeFor[any]()
	stringerType = reflect.TypeFor[fmt.Stringer]()
	readerType   = reflect.TypeFor[io.Reader]()
	writerType   = reflect.TypeFor[io.Writer]()
	contextType  = reflect.TypeFor[context.Context]()
)

// knownTypes are the types that the function known builds: interfaces, with a value of each relevant kind, and types
// of the standard library that cannot be built field by field.
var knownTypes = []reflect.Type{errorType, anyType, stringerType, readerType, writerType, contextType,
	reflect.TypeFor[io.ReadCloser](), reflect.TypeFor[io.WriteCloser](), reflect.TypeFor[io.Closer](), reflect.TypeFor[io.ReadWriter](), reflect.TypeFor[io.ReadWriteCloser](),
	reflect.TypeFor[io.ReadSeeker](), reflect.TypeFor[io.ReaderAt](), reflect.TypeFor[io.RuneReader](), reflect.TypeFor[io.RuneScanner](), reflect.TypeFor[io.ByteScanner](), reflect.TypeFor[io.ByteWriter](),
	reflect.TypeFor[io.ByteReader](), reflect.TypeFor[io.StringWriter](),
	reflect.TypeFor[*bytes.Buffer](), reflect.TypeFor[*strings.Builder](), reflect.TypeFor[*bytes.Reader](), reflect.TypeFor[*strings.Reader](),
	reflect.TypeFor[*bufio.Reader](), reflect.TypeFor[*bufio.Writer](), reflect.TypeFor[*bufio.Scanner](),
	reflect.TypeFor[bytes.Buffer](), reflect.TypeFor[strings.Builder](), reflect.TypeFor[time.Time](), reflect.TypeFor[time.Duration]()}

// known returns a value of a known type; otherwise the zero reflect.Value, which also stands for the nil of an
// interface.
func (g *gen) known(t reflect.Type) reflect.Value {
	if !slices.Contains(knownTypes, t) || t.Kind() == reflect.Interface && g.rand.Float64() < 0.1 {
		return reflect.Value{}
	}
	switch t {
	case errorType:
		return reflect.ValueOf([]error{errPlain, io.EOF, &failure{g.rand.IntN(3)}, fmt.Errorf("wrapped: %w", errPlain)}[g.rand.IntN(4)])
	case anyType:
		all := []any{g.text(), int(g.integer(intType)), g.float(), g.rand.IntN(2) == 0, text("x"), errPlain, []byte(g.text()),
			struct{ A, B int }{1, 2}, (*failure)(nil), uint8(g.integer(intType)), 'x', []string{"a", "b"},
			g.integer(intType), []any{}, []any{g.text(), int(g.integer(intType)), nil}, map[string]any{g.text(): g.text(), "b": nil}, []int(nil)}
		return reflect.ValueOf(all[g.rand.IntN(len(all))])
	case stringerType:
		return reflect.ValueOf(text(g.text()))
	case contextType:
		return reflect.ValueOf(g.context())
	case readerType:
		return reflect.ValueOf(g.reader())
	case writerType, reflect.TypeFor[io.StringWriter]():
		return reflect.ValueOf(&sink{room: g.room(), calls: g.calls, number: g.calls.writer()})
	case reflect.TypeFor[io.ReadCloser](), reflect.TypeFor[io.WriteCloser](), reflect.TypeFor[io.Closer](), reflect.TypeFor[io.ReadWriter](), reflect.TypeFor[io.ReadWriteCloser]():
		return reflect.ValueOf(&closing{sink: sink{room: g.room(), calls: g.calls, number: g.calls.writer()}, r: g.reader(), fails: g.rand.Float64() < 0.2})
	case reflect.TypeFor[io.ByteWriter]():
		return reflect.ValueOf(bytes.NewBufferString(g.text()))
	case reflect.TypeFor[io.ByteReader](), reflect.TypeFor[io.ReadSeeker](), reflect.TypeFor[io.ReaderAt](), reflect.TypeFor[io.RuneReader](), reflect.TypeFor[io.RuneScanner](), reflect.TypeFor[io.ByteScanner]():
		return reflect.ValueOf(strings.NewReader(g.text()))
	}
	return reflect.ValueOf(g.standard(t))
}

// standard builds a value of a concrete type of the standard library.
func (g *gen) standard(t reflect.Type) any {
	switch reflect.Zero(t).Interface().(type) {
	case *bytes.Buffer:
		return bytes.NewBufferString(g.text())
	case *strings.Builder:
		return new(strings.Builder)
	case *bytes.Reader:
		return bytes.NewReader([]byte(g.text()))
	case *strings.Reader:
		return strings.NewReader(g.text())
	case *bufio.Reader:
		return bufio.NewReaderSize(g.reader(), 16+g.rand.IntN(64))
	case *bufio.Writer:
		return bufio.NewWriterSize(&sink{room: g.room()}, 16+g.rand.IntN(64))
	case *bufio.Scanner:
		return bufio.NewScanner(g.reader())
	case bytes.Buffer:
		return bytes.Buffer{}
	case strings.Builder:
		return strings.Builder{}
	case time.Time:
		return g.time()
	}
	return g.duration() // the last of knownTypes
}

// duration returns a duration of any magnitude and of either sign.
func (g *gen) duration() time.Duration {
	d := time.Duration(g.rand.Uint64() >> g.rand.IntN(64))
	if g.rand.Float64() < 0.3 {
		d = time.Duration(smallEdges[g.rand.IntN(len(smallEdges))]) * []time.Duration{time.Millisecond, time.Second, time.Minute, time.Hour}[g.rand.IntN(4)]
	}
	return d
}

// room is how many bytes a sink accepts: mostly everything. For a function that looks at the stack it has no limit:
// it might fall within a line number, which may have a digit more in one version.
func (g *gen) room() int {
	if g.rand.Float64() < 0.2 && !comparingFrames.Load() {
		return g.rand.IntN(20)
	}
	return math.MaxInt
}

// A sink stores what is written, until it is full and fails.
type sink struct {
	data   []byte
	room   int
	calls  *callLog // nil if the order of writes is not compared
	number int
	failed bool
}

var errFull = errors.New("sink is full")

func (s *sink) Write(p []byte) (int, error) {
	if s.calls != nil && len(p) > 0 {
		s.calls.write(s.number)
		if s.failed {
			s.calls.writeAgain()
		}
	}
	n := min(len(p), s.room-len(s.data))
	s.data = append(s.data, p[:n]...)
	if n < len(p) {
		s.failed = true
		return n, errFull
	}
	return n, nil
}

func (s *sink) WriteString(p string) (int, error) { return s.Write([]byte(p)) }

// reader returns a reader of a text: whole, in short reads, or ending in an error.
func (g *gen) reader() io.Reader {
	r := strings.NewReader(g.text())
	switch g.rand.IntN(6) {
	case 5:
		return &last{r}
	case 0:
		return &short{r: r}
	case 1:
		return &short{r: r, err: errPlain}
	case 2:
		return bytes.NewBufferString(g.text())
	case 3:
		return bytes.NewReader([]byte(g.text()))
	}
	return r
}

// A short is a reader that first reads nothing, which is not the end, and then three bytes at a time. It ends with
// err if that is set.
type short struct {
	r      *strings.Reader
	err    error
	waited bool
}

func (s *short) Read(p []byte) (int, error) {
	if !s.waited {
		s.waited = true
		return 0, nil
	}
	n, err := s.r.Read(p[:min(len(p), 3)])
	if err == io.EOF && s.err != nil {
		err = s.err
	}
	return n, err
}

// unsupportedParams says which parameter of fn cannot be generated, and why; empty if all can.
func unsupportedParams(fn reflect.Type) string {
	for i := range fn.NumIn() {
		if why := unsupported(fn.In(i), nil); why != "" {
			return fmt.Sprintf("parameter %d: %s", i+1, why)
		}
	}
	return ""
}

// unsupported says why values of t cannot be generated; empty if they can. Unsupported fields of a struct of the
// package are left zero.
func unsupported(t reflect.Type, inside []reflect.Type) string {
	if slices.Contains(knownTypes, t) || isMade(t) || len(implementers[t][0]) > 0 {
		return ""
	}
	for _, outer := range inside {
		if outer == t {
			return "" // a recursive type: ends at maxDepth
		}
	}
	inside = append(inside, t)
	switch t.Kind() {
	case reflect.Chan:
		return unsupported(t.Elem(), inside)
	case reflect.UnsafePointer, reflect.Interface:
		return fmt.Sprintf("no values of type %v can be generated", t)
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return unsupported(t.Elem(), inside)
	case reflect.Map:
		if why := unsupported(t.Key(), inside); why != "" {
			return why
		}
		return unsupported(t.Elem(), inside)
	case reflect.Func:
		for i := range t.NumOut() {
			if why := unsupported(t.Out(i), inside); why != "" {
				return why
			}
		}
	case reflect.Struct:
		return unsupportedStruct(t)
	}
	return ""
}

// unsupportedStruct refuses structs of other packages with unexported fields: an impossible state of such a struct
// would prove nothing.
func unsupportedStruct(t reflect.Type) string {
	for i := range t.NumField() {
		if f := t.Field(i); !f.IsExported() && f.PkgPath != Package && f.PkgPath != OldPackage {
			return fmt.Sprintf("%v has unexported fields", t)
		}
	}
	return ""
}

// Package is the import path of the package under test, whose unexported fields may be set; OldPackage is that of its
// old version if it differs. The generated test sets them before it calls Run.
var Package, OldPackage string

// Added are the fields that the new version adds to structs of the package, as "T.f". They are not compared: only the
// new version knows them, and what they hold has no meaning between calls. At first, added arrays hold arbitrary
// values, and other added fields zero.
var Added []string

// isAdded reports whether the field of a struct is one of Added.
func isAdded(t reflect.Type, field string) bool {
	if len(Added) == 0 || t.PkgPath() != Package {
		return false
	}
	name, _, _ := strings.Cut(t.Name(), "[")
	return slices.Contains(Added, name+"."+field)
}
