//go:build go1.25

package before

import (
	"errors"
	"io/fs"
)

type Error struct{ Code int }

func (e *Error) Error() string { return "error" }

func code(err error) int {
	code := 500
	var e *Error
	matched := errors.As(err, &e) // want "review: an As method"
	if matched && e != nil {
		code = e.Code
	}
	return code
}

type server struct{ err error }

func (s *server) path(last error) string {
	var pe *fs.PathError
	if errors.As(last, &pe) && pe.Op == "open" { // want "review: an As method"
		return pe.Path
	}
	var e *Error
	if !errors.As(s.err, &e) { // want "review: an As method"
		return ""
	}
	return e.Error()
}

func is(err error) bool {
	var e *Error
	found := errors.As(err, &e) // want "review: an As method"
	return found
}

type Code int

func (Code) Error() string { return "code" }

func nested[T any](errs []error, handle func(Code, T), v T) {
	for _, err := range errs {
		switch {
		case err != nil:
			var c Code
			if errors.As(err, &c) || v2(c) { // want "review: an As method"
			}
			handle(c, v)
		}
	}
}

func v2(Code) bool { return false }

// In an if statement alone, too.
func only(err error) int {
	var e *Error
	if errors.As(err, &e) { // want "review: an As method"
		return e.Code
	}
	return 0
}

// nope: the error is made twice
func call(f func() error) bool {
	var e *Error
	found := errors.As(f(), &e)
	return found
}

// nope: not an interface, which an assertion needs
func concrete(err *Error) bool {
	var e Code
	found := errors.As(err, &e)
	return found
}

// nope: nil is something else
func taken(err error, nil int) bool {
	var e *Error
	found := errors.As(err, &e)
	return found
}

func grouped(err error) int {
	var (
		code = 500
		e    *Error
	)
	if errors.As((err), &e) { // want "review: an As method"
		code = e.Code
	}
	return code
}
