package a

import (
	"bytes"
	"io"
	"sync"
)

var classic = sync.Pool{
	New: func() any {
		return make([]byte, 0, 1024)
	},
}

func ladder(w io.Writer, s string) {
	b := classic.Get().([]byte) // stays
	b = append(b[:0], s...)
	w.Write(b)
	classic.Put(b) // want `Put copies the slice header to the heap, 24 bytes each time; keep pointers in classic`
}

var oneLine = &sync.Pool{New: func() any { return make([]int, 64) }}

func unchanged(f func([]int)) {
	s := oneLine.Get().([]int)
	f(s)
	oneLine.Put(s) // want `Put copies the slice header`
}

type row []string

var rows = sync.Pool{New: func() any { return row{} }}

func deferred(f func(row)) {
	r := rows.Get().(row)
	defer rows.Put(r) // want `Put copies the slice header`
	f(r)
}

var lits = sync.Pool{New: func() any { return []byte(nil) }}

func deferredLiteral(w io.Writer, s string) {
	b := lits.Get().([]byte)
	bp := 0 // taken
	_ = bp
	defer func() {
		lits.Put(b[:0]) // want `Put copies the slice header`
	}()
	b = append(b, s...)
	w.Write(b)
}

var branches = sync.Pool{New: func() any { return make([]byte, 512) }}

func early(r io.Reader) error {
	b := branches.Get().([]byte)
	n, err := r.Read(b)
	if err != nil {
		branches.Put(b) // want `Put copies the slice header`
		return err
	}
	if n > 100 {
		return io.EOF
	}
	branches.Put(b[:cap(b)]) // want `Put copies the slice header`
	return nil
}

var cut = sync.Pool{New: func() any { return make([]byte, 0, 64) }}

func sliced(s string) int {
	b := cut.Get().([]byte)[:0]
	b = append(b, s...)
	n := len(b)
	cut.Put(b) // want `Put copies the slice header`
	return n
}

type server struct{ pool sync.Pool }

func (s *server) field(w io.Writer, text string) {
	b, _ := s.pool.Get().([]byte)
	defer func() { s.pool.Put(b) }() // want `Put copies the slice header`
	b = append(b[:0], text...)
	w.Write(b)
}

func (s *server) ok() {
	b, ok := s.pool.Get().([]byte)
	if !ok {
		b = make([]byte, 8)
	}
	s.pool.Put(b) // want `Put copies the slice header`
}

// nope: pointers.
var pointers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func pointer() {
	buf := pointers.Get().(*bytes.Buffer)
	pointers.Put(buf)
}

// nope: maps are pointers.
var maps = sync.Pool{New: func() any { return map[string]int{} }}

func table() {
	m := maps.Get().(map[string]int)
	clear(m)
	maps.Put(m)
}

// nope: a struct of one pointer is held directly.
type handle struct{ p *int }

func single(h handle) { maps.Put(h) }

// nope: an interface already.
func iface(x any) { maps.Put(x) }

// nope: the size of T is not known.
func generic[T any](x T) { maps.Put(x) }

// nope: another Put.
type own struct{}

func (own) Put(any) {}

func notSync(o own, b []byte) { o.Put(b) }

var parens = sync.Pool{New: (func() any { return ([]byte(nil)) })}

func inParens(f func([]byte)) {
	b := ((parens.Get()).([]byte))
	f(b)
	parens.Put((b)) // want `Put copies the slice header`
}

var declares = sync.Pool{New: func() any { return []byte(nil) }}

func declared(f func([]byte)) {
	var b = declares.Get().([]byte)[:0]
	f(b)
	declares.Put(b) // want `Put copies the slice header`
}

func grouped(f func([]byte, int)) {
	var (
		n = 1
		b = declares.Get().([]byte)
	)
	f(b, n)
	declares.Put(b) // want `Put copies the slice header`
}
