package a

import "io"

type user struct {
	name   string
	active bool
	id     [32]byte
}

func (u *user) touch()     {}
func (u user) empty() bool { return u.name == "" }

type sender interface{ Send(u *user) }

func send(users []user, s sender) (n int) {
	for _, u := range users { // want "each u is a copy on the heap.*review: a change"
		if u.active && !u.empty() {
			s.Send(&u)
			n += len(u.name)
		}
	}
	return n
}

func indexes(users []user) (found []*user, last user) {
	for k, u := range users { // want "each u is a copy .*review: "
		if k > 0 {
			found = append(found, &u)
			last = u
		}
	}
	return found, last
}

func ids(w io.Writer, list [][32]byte) {
	for _, id := range list { // want "each id is a copy .*review: "
		w.Write(id[:])
	}
}

func fields(w io.Writer, list []user) {
	for /* each */ _, u := range list { // refused "a comment is in the way"
		w.Write(u.id[:])
	}
	for _, u := range list { // want "each u is a copy .*review: "
		u.touch()
		w.Write(u.id[:])
	}
}

type box struct{ Users, Élèves []user }

func field(b *box, s sender) {
outer:
	for _, u := range b.Users { // want "each u is a copy .*review: "
		for !u.active {
			continue outer
		}
		s.Send(&u)
	}
	for _, u := range list() { // want "each u is a copy .*review: "
		s.Send(&u)
	}
	for _, u := range b.Élèves { // want "each u is a copy .*review: "
		s.Send(&u)
	}
}

func list() []user { return nil }

func indexed(users []user, s sender) {
	for i := 0; i < len(users); i++ {
		u := users[i] // want "each u is a copy .*review: "
		s.Send(&u)
	}
	for i := range users {
		var (
			n = i
			u = users[n] // want "each u is a copy .*review: "
		)
		s.Send(&u)
	}
}

func (u *user) rename(name string) { u.id[0] = name[0] }

// nope: each copy is changed by a method, one of them would change the other.
func changed(users []user, s sender) {
	for i := range users {
		a, b := users[i], users[i]
		a.rename("a")
		s.Send(&a)
		c := users[i]
		c.rename("c") // refused "c is changed, and the element is not to be"
		s.Send(&c)
		s.Send(&b)
	}
}
