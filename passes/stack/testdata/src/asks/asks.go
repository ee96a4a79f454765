//go:build go1.21

package asks

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
)

type myError struct{ code int }

func (e *myError) Error() string { return fmt.Sprint(e.code) }

type valueError int

func (e valueError) Error() string { return fmt.Sprint(int(e)) }

func code(err error) int {
	var e *myError // want `errors.As puts e on the heap each time`
	if errors.As(err, &e) {
		return e.code
	}
	return 0
}

func both(err error) (string, bool) {
	var e *fs.PathError // want `errors.As puts e on the heap`
	if errors.As(err, &e) && e.Path != "" {
		return e.Path, true
	} else if e != nil {
		return "", true
	}
	var v valueError // want `errors.As puts v on the heap`
	matched := !errors.As(err, &v)
	return "", matched || v > 3
}

func is(err error) bool {
	var e *myError // want `errors.As puts e on the heap`
	return errors.As(err, &e) // in other words
}

// nope: an interface, which err may have, too.
func iface(err error) bool {
	var e net.Error
	return errors.As(err, &e) && e.Timeout()
}

// nope: evaluated twice, the call could give another error.
func called(f func() error) bool {
	var e *myError
	return errors.As(f(), &e)
}

// nope: its address is taken again.
func again(err, other error) bool {
	var e *myError
	if errors.As(err, &e) {
		return true
	}
	return errors.As(other, &e)
}

// nope: the call comes second, or not at all.
func second(err error, ok bool) bool {
	var e *myError
	return ok && errors.As(err, &e)
}

// nope: e has a value before.
func value(err error) *myError {
	e := &myError{}
	if errors.As(err, &e) {
		return e
	}
	return e
}
