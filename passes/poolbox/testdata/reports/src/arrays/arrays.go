package arrays

import "sync"

// nope: a buffer of any length may go back.
type loose struct{ pool sync.Pool }

func (l *loose) init()        { l.pool.New = func() any { return make([]byte, 512) } }
func (l *loose) get() []byte  { return l.pool.Get().([]byte) }
func (l *loose) put(b []byte) { l.pool.Put(b) } // want `Put copies the slice header`

// nope: the buffer may be longer by then.
type grown struct{ pool sync.Pool }

func (g *grown) init() { g.pool.New = func() any { return make([]byte, 512) } }

func (g *grown) get() []byte { return g.pool.Get().([]byte) }

func (g *grown) put(b []byte) {
	if len(b) != 512 {
		return
	}
	b = append(b, 0)
	g.pool.Put(b) // want `Put copies the slice header`
}

// nope: two lengths.
type twoSizes struct{ pool sync.Pool }

func (s *twoSizes) small() { s.pool.New = func() any { return make([]byte, 512) } }
func (s *twoSizes) large() { s.pool.New = func() any { return make([]byte, 1024) } }
func (s *twoSizes) get() []byte {
	return s.pool.Get().([]byte)
}
func (s *twoSizes) put(b []byte) {
	if len(b) == 512 {
		s.pool.Put(b) // want `Put copies the slice header`
	}
}

// nope: New is somebody else's as well.
type kept struct{ pool sync.Pool }

func (k *kept) init() func() any {
	k.pool.New = func() any { return make([]byte, 512) }
	return k.pool.New
}
func (k *kept) get() []byte { return k.pool.Get().([]byte) }
func (k *kept) put(b []byte) {
	if len(b) == 512 {
		k.pool.Put(b) // want `Put copies the slice header`
	}
}

// nope: a pool without a New may have nothing.
type perhaps struct{ pool sync.Pool }

func (p *perhaps) init() { p.pool.New = func() any { return make([]byte, 512) } }
func (p *perhaps) get() []byte {
	b, ok := p.pool.Get().([]byte)
	if !ok {
		return nil
	}
	return b
}
func (p *perhaps) put(b []byte) {
	if len(b) == 512 {
		p.pool.Put(b) // want `Put copies the slice header`
	}
}

// nope: size is another one where the slice goes back.
type hidden struct{ pool sync.Pool }

const size = 128

func (h *hidden) init()       { h.pool.New = func() any { return make([]byte, size) } }
func (h *hidden) get() []byte { return h.pool.Get().([]byte) }
func (h *hidden) put(b []byte, size int) {
	if len(b) == 128 {
		h.pool.Put(b) // want `Put copies the slice header`
	}
}

// nope: New makes slices of no elements.
type empty struct{ pool sync.Pool }

func (e *empty) init()       { e.pool.New = func() any { return make([]byte, 0, 512) } }
func (e *empty) get() []byte { return e.pool.Get().([]byte) }
func (e *empty) put(b []byte) {
	e.pool.Put(b[:0]) // want `Put copies the slice header`
}

// nope: the slice goes back when the function ends, and may have another length by then.
type late struct{ pool sync.Pool }

func (l *late) init()       { l.pool.New = func() any { return make([]byte, 512) } }
func (l *late) get() []byte { return l.pool.Get().([]byte) }
func (l *late) put(b []byte) {
	if len(b) == 512 {
		defer func() {
			b = b[:1]
			l.pool.Put(b) // want `Put copies the slice header`
		}()
	}
}

// nope: a part of another length.
type part struct{ pool sync.Pool }

func (p *part) init()        { p.pool.New = func() any { return make([]byte, 512) } }
func (p *part) get() []byte  { return p.pool.Get().([]byte) }
func (p *part) put(b []byte) { p.pool.Put(b[1:512]) } // want `Put copies the slice header`

// nope: a type of its own, that a Get asks for.
type block []byte

type named struct{ pool sync.Pool }

func (n *named) init()      { n.pool.New = func() any { return make(block, 512) } }
func (n *named) get() block { return n.pool.Get().(block) }
func (n *named) put(b block) {
	if len(b) == 512 {
		n.pool.Put(b) // want `Put copies the slice header`
	}
}
