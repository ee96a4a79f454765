// strings.Builder and bytes.Buffer start empty and grow as they are written
// to. Grow makes the room at once; a Buffer that is kept and Reset has it
// already.

package truth

import (
	"bytes"
	"strings"
	"testing"
)

var (
	builderA     = strings.Repeat("a", 20)
	builderB     = strings.Repeat("b", 40)
	builderSink  string
	builderTotal int
	builderKept  bytes.Buffer
)

//go:noinline
func builderGrowing() {
	var b strings.Builder
	b.WriteString(builderA) // heap: builder 1
	b.WriteString(builderB) // heap: builder 1
	builderSink = b.String()
}

//go:noinline
func builderGrow() {
	var b strings.Builder
	b.Grow(60)              // heap: builder 1
	b.WriteString(builderA) // heap: none
	b.WriteString(builderB) // heap: none
	builderSink = b.String()
}

//go:noinline
func builderBuffer() {
	var b bytes.Buffer
	b.WriteString(builderA)  // heap: builder 1
	b.WriteString(builderB)  // heap: none
	builderSink = b.String() // heap: builder 1
}

//go:noinline
func builderReset() {
	builderKept.Reset()
	builderKept.WriteString(builderA) // heap: none
	builderTotal += builderKept.Len()
}

func BenchmarkBuilder(b *testing.B) {
	for b.Loop() {
		builderGrowing()
		builderGrow()
		builderBuffer()
		builderReset()
	}
}
