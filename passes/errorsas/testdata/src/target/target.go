package target

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

func (s *server) path(last func() error) string {
	var pe *fs.PathError
	if errors.As(last(), &pe) && pe.Op == "open" { // want "review: an As method"
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

func grouped(err error) int {
	var (
		e    *Error
		code = 500
	)
	matched := errors.As(err, &e) // want "review: an As method"
	if matched {
		code = e.Code
	}
	return code
}

// the comment stays
func comment(err error) bool {
	var e *Error // what to find
	ok := errors.As(err, &e) // want "review: an As method"
	return ok && e != nil
}

func spelt(err error) bool {
	var e *Error
	var matched = (errors.As(err, &e)) // want "review: an As method"
	return matched && e.Code > 0
}
