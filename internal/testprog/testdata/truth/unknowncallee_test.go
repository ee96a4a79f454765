// Which function is called through an interface, a function value or a type
// parameter is known only when the program runs. The compiler must assume that
// it keeps its arguments and its receiver.

package truth

import "testing"

type unknownReader interface{ Read(p []byte) (int, error) }

type unknownZero struct{ calls int }

func (z *unknownZero) Read(p []byte) (int, error) { z.calls++; return len(p), nil }

type unknownOne struct{ n int }

func (o unknownOne) Read(p []byte) (int, error) { return o.n, nil }

var (
	unknownIface unknownReader = &unknownZero{}
	unknownFunc                = func(p []byte) int { return len(p) }
	unknownTotal int
)

//go:noinline
func unknownInterface(r unknownReader) int {
	var buf [64]byte // heap: unknown-callee 1
	n, _ := r.Read(buf[:])
	return n
}

//go:noinline
func unknownValue(f func([]byte) int) int {
	buf := make([]byte, 64) // heap: unknown-callee 1 // says: where the function that is called does not keep it
	return f(buf)
}

//go:noinline
func unknownGeneric[R unknownReader](r R) int {
	var buf [64]byte // heap: unknown-callee 1
	n, _ := r.Read(buf[:])
	return n
}

//go:noinline
func unknownReceiver() int {
	z := unknownZero{} // heap: passed 1
	return unknownInterfaceLen(&z)
}

//go:noinline
func unknownInterfaceLen(r unknownReader) int {
	n, _ := r.Read(nil)
	return n
}

// unknownConcrete calls a method that the compiler can see.
//
//go:noinline
func unknownConcrete(z *unknownZero) int {
	var buf [64]byte // heap: none
	n, _ := z.Read(buf[:])
	return n
}

func BenchmarkUnknownCallee(b *testing.B) {
	z := &unknownZero{}
	for b.Loop() {
		unknownTotal += unknownInterface(unknownIface)
		unknownTotal += unknownValue(unknownFunc)
		unknownTotal += unknownGeneric(z)
		unknownTotal += unknownReceiver()
		unknownTotal += unknownConcrete(z)
	}
}
