package variables

import (
	"sync"
	"sync/atomic"
)

// What others keep, as far as the package shows.

type box struct{ last *user }

func (b *box) put(u *user)            { b.last = u }
func (b *box) fill(i int, u *user)    { u.id = i }
func (b *box) pass(n int, u *user)    { b.take(u) }
func (b *box) take(v any)             { last = v.(*user) }
func (b *box) slice(p []byte)         { keys = append(keys, p) }
func (u *user) register()             { registered = append(registered, u) }
func send(c chan *user, u *user)      { c <- u }
func link(head **user, u *user)       { *head = u }
func begin(u *user)                   { go (*user).reset(u) }
func insert(m map[*user]int, u *user) { m[u]++ }

var (
	last       *user
	keys       [][]byte
	registered []*user
)

type putter interface{ put(u *user) }

// nope: a method behind an interface keeps it, one that passes it on, a pool, a channel, a list, a goroutine
func given(p putter, b *box, pool *sync.Pool, c chan *user, m map[*user]int) {
	var head *user
	for i := range 3 {
		u := user{id: i} // refused "the address of u is kept by p.put.&u."
		p.put(&u)
	}
	for i := range 3 {
		u := user{id: i} // refused "the address of u is kept by b.pass.i, &u."
		b.pass(i, &u)
	}
	for i := range 3 {
		u := user{id: i} // refused "the address of u is kept by pool.Put.&u."
		pool.Put(&u)
	}
	for i := range 3 {
		u := user{id: i} // refused "the address of u is kept by send.c, &u."
		send(c, &u)
	}
	for i := range 3 {
		u := user{id: i} // refused "the address of u is kept by link.&head, &u."
		link(&head, &u)
	}
	for i := range 3 {
		u := user{id: i} // refused "the address of u is kept by begin.&u."
		begin(&u)
	}
	for i := range 3 {
		u := user{id: i} // refused "the address of u is kept by insert.m, &u."
		insert(m, &u)
	}
	for i := range 3 {
		u := user{id: i} // refused "the address of u is kept by b.slice.u.key.:.."
		b.slice(u.key[:])
	}
	for i := range 3 {
		u := user{id: i} // refused "the address of u is kept by u.register.."
		u.register()
	}
	for i := range 3 {
		u := &user{id: i} // refused "the address of u is kept by p.put.u."
		p.put(u)
	}
}

type filler interface{ Fill(i int, u *user) }

// it may be written to
func filled(f filler) (sum int) {
	for i := range 3 {
		var u user // want "u is made anew in each iteration .*review: who keeps"
		f.Fill(i, &u)
		sum += u.id
	}
	return sum
}

// nope: a type of many lines would be written twice
func unnamed(scan func(any) error) (sum int) {
	for range 3 {
		var v struct {
			id   int
			name string
		}
		if scan(&v) == nil {
			sum += v.id
		}
	}
	return sum
}

// the loop declares the name as well
func again(f filler, list []user) (sum int) {
	for _, u := range list {
		u := u // want "u is made anew in each iteration .*review: who keeps"
		f.Fill(1, &u)
		sum += u.id
	}
	return sum
}

// nope: the last one is looked at by others
func published(last *atomic.Pointer[user]) {
	for i := range 3 {
		u := &user{id: i} // refused "kept by last.Store.u."
		last.Store(u)
	}
}
