package truth

// static const char *greeting(void) { return "a text of more than thirty-two bytes, in C"; }
// static int first(const char *p) { return p[0]; }
import "C"

import "unsafe"

var (
	cgoText  string
	cgoBytes []byte
)

func cgoFromC() {
	cgoText = C.GoString(C.greeting())                            // heap: cgo 1
	cgoBytes = C.GoBytes(unsafe.Pointer(C.greeting()), C.int(20)) // heap: cgo 1
}

func cgoToC(n int) int {
	var buf [64]C.char // heap: cgo 1
	buf[0] = C.char(n)
	return int(C.first(&buf[0]))
}

func cgoNumber(n int) C.int {
	return C.int(n) + 1 // heap: none
}
