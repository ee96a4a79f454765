//go:build go1.25

package impossible

import (
	"errors"
	"net"
)

type Error struct{ Code int }

func (e *Error) Error() string { return "error" }

// nope: Error is no net.Error, but may be wrapped by one
func wrapped(err net.Error) int {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}
