// Encoders and decoders walk values of types they do not know, through reflect
// and interfaces: the value is boxed, and the work inside allocates.

package truth

import (
	"encoding/json"
	"testing"
)

type encodingPoint struct {
	X      int
	Values []int
}

var (
	encodingPt    = encodingPoint{1, []int{1, 2}}
	encodingIn    = []byte(`{"X":1,"Values":[1,2]}`)
	encodingBytes []byte
	encodingTotal int
)

//go:noinline
func encodingMarshal() {
	encodingBytes, _ = json.Marshal(encodingPt) // heap: encoding any, boxing 1
}

//go:noinline
func encodingUnmarshal() {
	var p encodingPoint                        // heap: passed 1
	if json.Unmarshal(encodingIn, &p) == nil { // heap: encoding any
		encodingTotal += p.X
	}
}

func BenchmarkEncoding(b *testing.B) {
	for b.Loop() {
		encodingMarshal()
		encodingUnmarshal()
	}
}
