// The compiler copies small functions into their callers and decides anew
// there: one line of source allocates in one caller and not in another.

package truth

import "testing"

type inlinePoint struct{ x, y int }

var (
	inlineKept  *inlinePoint
	inlineAny   any
	inlineInt   = 12345
	inlineTotal int
)

func inlineNew(x, y int) *inlinePoint { return &inlinePoint{x, y} } // heap: stored 3

func inlineTwice(x int) (*inlinePoint, *inlinePoint) { return inlineNew(x, 1), inlineNew(x, 2) }

func inlineBox(n int) any { return n } // heap: boxing 1

//go:noinline
func inlineKeeping() {
	inlineKept = inlineNew(1, 2)
}

//go:noinline
func inlineBoth() {
	p, q := inlineTwice(1)
	inlineKept = p
	inlineKept = q
}

//go:noinline
func inlineLocal() {
	p := inlineNew(1, 2) // heap: none
	inlineTotal += p.x
}

//go:noinline
func inlineBoxing() {
	inlineAny = inlineBox(inlineInt)
	n, _ := inlineBox(inlineInt).(int) // heap: none
	inlineTotal += n
}

var inlineFirst, inlineSecond *[8]byte

// inlineTwins makes two values of the same text, which are kept in two places.
func inlineTwins() {
	inlineFirst = new([8]byte)  // heap: stored 1 // says: inlineFirst = new([8]byte)
	inlineSecond = new([8]byte) // heap: stored 1 // says: inlineSecond = new([8]byte)
}

//go:noinline
func inlineTwinsHere() { inlineTwins() }

func inlineWords() []string {
	return []string{
		inlineWord,
		"word",
	}
}

type inlineWriter struct{ words []string }

var inlineWord = "first"

// set gets the words in a statement of its own: their array is made there, and no frame
// names the function that lists them.
//
//go:noinline
func (w inlineWriter) set() {
	if w.words == nil {
		w.words = inlineWords() // heap: passed 1
	}
	inlineTotal += inlineParts(w)
}

//go:noinline
func inlineParts(w inlineWriter) int {
	inlineAll = w.words
	return len(w.words)
}

var inlineAll []string

func BenchmarkInline(b *testing.B) {
	for b.Loop() {
		inlineWriter{}.set()
		inlineTwinsHere()
		inlineKeeping()
		inlineBoth()
		inlineLocal()
		inlineBoxing()
	}
}
