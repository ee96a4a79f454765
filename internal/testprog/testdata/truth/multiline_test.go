// An expression may span lines. Each allocation belongs to the line of its own
// operator, parenthesis or brace, not to that of the statement.

package truth

import (
	"fmt"
	"strings"
	"testing"
)

type multiPoint struct{ x, y int }

var (
	multiA     = strings.Repeat("a", 40)
	multiInt   = 12345
	multiSink  string
	multiKept  []*multiPoint
	multiAny   []any
	multiTotal int
)

//go:noinline
func multiConcat() {
	multiSink = multiA +
		multiA +
		"," + // heap: concat 1
		multiA
}

//go:noinline
func multiLiteral() {
	multiKept = []*multiPoint{ // heap: stored 1
		{1, 2}, // heap: stored 1
		{3, 4}, // heap: stored 1
	}
}

//go:noinline
func multiArguments() {
	multiSink = fmt.Sprint( // heap: format 1
		multiInt, // heap: boxing 1
		multiA,   // heap: boxing 1
	)
}

//go:noinline
func multiChain() {
	multiSink = strings.NewReplacer("a", "b"). // heap: constructor any
							Replace(multiA) // heap: text-result any
}

//go:noinline
func multiBoxes() {
	multiAny = append(
		multiAny[:0],
		multiInt, // heap: boxing 1
		multiA,   // heap: boxing 1
	)
}

func BenchmarkMultiline(b *testing.B) {
	multiAny = make([]any, 0, 4)
	for b.Loop() {
		multiConcat()
		multiLiteral()
		multiArguments()
		multiChain()
		multiBoxes()
	}
}
