// errors.New and fmt.Errorf make an error object, and Errorf its text. An
// error that is always the same can be made once, in a package variable.

package truth

import (
	"errors"
	"fmt"
	"io"
	"testing"
)

var (
	errorKept   error
	errorStatic = errors.New("static")
	errorCode   = 12345
)

//go:noinline
func errorNew() {
	errorKept = errors.New("dynamic")                 // heap: error-value 1
	errorKept = fmt.Errorf("code %d", errorCode)      // heap: error-value 2, boxing 1
	errorKept = fmt.Errorf("reading: %w", io.EOF)     // heap: error-value 2
	errorKept = errors.Join(io.EOF, io.ErrShortWrite) // heap: error-value 2
}

//go:noinline
func errorSentinel() error {
	return errorStatic // heap: none
}

func BenchmarkErrorValue(b *testing.B) {
	for b.Loop() {
		errorNew()
		errorKept = errorSentinel()
	}
}
