package negative

import (
	"errors"
	"net"
)

type Error struct{ Code int }

func (e *Error) Error() string { return "error" }

// nope: x/tools does this
func only(err error) int {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}

// nope: an interface
func timeout(err error) bool {
	var ne net.Error
	ok := errors.As(err, &ne)
	return ok && ne.Timeout()
}

// nope: a value before
func value(err error) *Error {
	var e = &Error{}
	ok := errors.As(err, &e)
	if !ok {
		return e
	}
	var f *Error
	f = &Error{}
	found := errors.As(err, &f)
	if !found {
		return f
	}
	return nil
}

// nope: the address is taken once more
func twice(err, other error) bool {
	var e *Error
	ok := errors.As(err, &e)
	return ok || errors.As(other, &e)
}

// nope: a literal holds the variable
func literal(err error) func() int {
	var e *Error
	ok := errors.As(err, &e)
	if !ok {
		return nil
	}
	return func() int { return e.Code }
}

// nope: not what is evaluated first
func second(err error, ok bool) int {
	var e *Error
	if ok && errors.As(err, &e) {
		return e.Code
	}
	var f *Error
	if errors.As(err, &f) == ok {
		return f.Code
	}
	var g *Error
	if ok := ok; errors.As(err, &g) && ok {
		return g.Code
	}
	return 0
}

// nope: assigned to what is there already
func assigned(err error, ok bool) (*Error, bool) {
	var e *Error
	ok = errors.As(err, &e)
	return e, ok
}

// nope: names that are used on both sides
func names(err error) bool {
	{
		var e *Error
		err := errors.As(err, &e)
		if err {
			return true
		}
	}
	var Error *Error
	ok := errors.As(err, &Error)
	return ok
}

// nope: of itself
func itself() bool {
	var e *Error
	ok := errors.As(e, &e)
	return ok
}

// nope: a goto would jump over the new variable
func jump(err error) bool {
	if err == nil {
		goto end
	}
	{
		var e *Error
		ok := errors.As(err, &e)
		return ok
	}
end:
	return false
}

// nope: the other variable of the group would be lost
func several(err error) (bool, int) {
	var e *Error
	var (
		ok = errors.As(err, &e)
		n  = 1
	)
	return ok, n
}

// nope: a variable of another type
func boxed(err error) any {
	var e *Error
	var ok any = errors.As(err, &e)
	return ok
}

// nope: its type has no name any more
func hidden(err error) (bool, int) {
	var (
		e     *Error
		Error = 1
	)
	ok := errors.As(err, &e)
	return ok && e != nil, Error
}

// nope: what errors.As panics for does not compile as a type argument
func none(err error) bool {
	var n int
	ok := errors.As(err, &n)
	return ok
}
