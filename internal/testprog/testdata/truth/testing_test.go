// What the testing package allocates inside the measured loop is counted with
// the rest, but is not part of the program.

package truth

import "testing"

func testingNothing() {}

func BenchmarkTesting(b *testing.B) {
	for b.Loop() {
		b.Cleanup(testingNothing) // heap: testing any
	}
}
