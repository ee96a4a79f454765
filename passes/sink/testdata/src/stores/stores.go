package stores

import (
	"fmt"
	"sync"
)

type entry struct{ n int }

func newEntry(n int) *entry { return &entry{n} }

func (e *entry) copied() *entry { return &entry{e.n} }

type registry struct {
	data sync.Map
	last any
}

func (r *registry) entry(key string) *entry {
	e, _ := r.data.LoadOrStore(key, newEntry(1)) // want "a value is made that is dropped where the map has the key"
	return e.(*entry)
}

func (r *registry) lock(key string) func() {
	v, loaded := r.data.LoadOrStore(key, &sync.Mutex{}) // want "a value is made"
	if loaded {
		fmt.Println("shared")
	}
	v.(*sync.Mutex).Lock()
	return v.(*sync.Mutex).Unlock
}

func (r *registry) ensure(ok bool, id int) {
	if ok {
		r.data.LoadOrStore(id, map[string]int{}) // want "a value is made"
	}
}

func (r *registry) begin(key string) error {
	// One at a time.
	if c, running := r.data.LoadOrStore(key, make(chan int)); running { // want "a value is made"
		return fmt.Errorf("%v is running", c)
	}
	return nil
}

func (r *registry) first(key string) bool {
	_, _ = r.data.LoadAndDelete("old")
	if _, known := r.data.LoadOrStore(key, []int{len(key)}); !known { // want "a value is made"
		return true
	}
	return false
}

// nope: there would be two variables of the name
func again(m *sync.Map) (x any) {
	if x, ok := m.LoadOrStore("a", new(entry)); ok {
		return x
	}
	return x
}

func assigned(m *sync.Map, id int) (v any, known bool) {
	v, known = m.LoadOrStore(id, &entry{ // want "a value is made"
		n: id,
	})
	return
}

func mayPanic(m *sync.Map, e *entry) any {
	v, _ := m.LoadOrStore(e.n, e.copied()) // want "a value is made .*review: where making the value panics"
	return v
}

// nope: the value is there already, or is none on the heap
func made(m *sync.Map, e *entry) (any, bool) {
	m.LoadOrStore("known", struct{}{})
	return m.LoadOrStore("e", e)
}

// nope: the variable is the key, and would be overwritten
func overwritten(m *sync.Map, v any) any {
	v, loaded := m.LoadOrStore(v, new(entry)) // refused "what is set may be a part"
	if loaded {
		return nil
	}
	return v
}

// nope: the name is that of another variable behind the statement
func shadowed(m *sync.Map, key any) *entry {
	{
		key, _ := m.LoadOrStore(key, new(entry)) // refused "what is set may be a part"
		return key.(*entry)
	}
}

// nope: the key is made by a call
func called(m *sync.Map, key func() string) any {
	v, _ := m.LoadOrStore(key(), new(entry)) // refused "computed twice"
	return v
}

// nope: others would see nil for a moment
func (r *registry) shared(key string) {
	r.last, _ = r.data.LoadOrStore(key, new(entry)) // refused "what is set may be a part"
}

// nope: a method of the operand that may do anything
func printed(m *sync.Map, x any) any {
	v, _ := m.LoadOrStore("x", fmt.Sprint(x)) // refused "a method that fmt calls"
	return v
}

// nope: somebody asks already
func asked(m *sync.Map, key string) any {
	if v, ok := m.Load(key); ok {
		return v
	}
	v, _ := m.LoadOrStore(key, new(entry))
	return v
}

// nope: a variable that is there already, and that a literal sees
func redeclared(m *sync.Map, each func(func())) any {
	var v any
	each(func() { fmt.Println(v) })
	v, loaded := m.LoadOrStore("a", new(entry)) // refused "others see what is set"
	return []any{v, loaded}
}

// nope: it counts
func counted(m *sync.Map, n *int) any {
	next := func() *entry { *n++; return &entry{*n} }
	v, _ := m.LoadOrStore("n", next())
	return v
}

type mine struct{ sync.Map }

func (m *mine) Load(any) (any, bool) { return nil, true }

// nope: another Load is in front of it
func hidden(m *mine) any {
	v, _ := m.LoadOrStore("n", new(entry))
	return v
}
