package a

import "time"

func assigned(users []user, s sender) {
	for _, u := range users {
		u.active = true // refused "u is changed, and the element is not to be"
		s.Send(&u)
	}
}

func counted(users [][4]int, f func(*[4]int)) {
	for _, u := range users {
		u[0]++ // refused "u is changed"
		f(&u)
	}
}

func grows(users []user, s sender) {
	for _, u := range users { // refused "users may become another slice meanwhile"
		s.Send(&u)
		users = append(users, u)
	}
}

func captured(users []user, s sender) {
	for _, u := range users { // refused "a function literal has u"
		go func() { s.Send(&u) }()
	}
}

func stays(users []user) (n int) {
	for _, u := range users { // nope: the address goes nowhere
		p := &u.name
		n += len(*p)
		u.touch()
	}
	return n
}

func whole(users []user, out chan user, s sender) {
	for _, u := range users { // refused "u is copied more often than pointed to"
		out <- u
		out <- u
		s.Send(&u)
	}
}

func array(users [4]user, s sender) {
	for _, u := range users { // nope: the loop has a copy of its own
		s.Send(&u)
	}
}

func pointers(users []*user, f func(**user)) {
	for _, u := range users { // nope: fields of a pointer to a pointer are not written so
		f(&u)
	}
}

func methods(list []time.Timer) {
	for _, t := range list { // nope: the compiler knows what the method does
		t.Stop()
	}
}

func redeclared(users []user, s sender) (n int) {
	for _, u := range users { // refused "the body declares another u"
		s.Send(&u)
		u := len(u.name)
		n += u
	}
	return n
}

func index(users []user, s sender) {
	for users, u := range users { // refused "users is the index in the body"
		s.Send(&u)
		_ = users
	}
}

func popped(stack []user, s sender, next func(user) []user) {
	for len(stack) > 0 {
		u := stack[len(stack)-1] // refused "stack is made of itself"
		stack = stack[:len(stack)-1]
		stack = append(stack, next(u)...)
		s.Send(&u)
	}
}

func refilled(b *box, s sender, next func([]user) []user) {
	for range 3 {
		for _, u := range b.Users { // refused "Users is made of itself"
			s.Send(&u)
		}
		b.Users = next(b.Users[:0])
	}
}
