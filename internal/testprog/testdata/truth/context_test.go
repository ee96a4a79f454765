// Each context.With… makes a node of the tree of contexts; one with a deadline
// has a timer as well.

package truth

import (
	"context"
	"testing"
	"time"
)

type contextKey struct{}

var (
	contextKept  context.Context
	contextValue = 12345
)

//go:noinline
func contextCancel() {
	ctx, cancel := context.WithCancel(context.Background()) // heap: context 2
	contextKept = ctx
	cancel()
}

//go:noinline
func contextWithValue() {
	contextKept = context.WithValue(context.Background(), contextKey{}, contextValue) // heap: context 1, boxing 1
}

//go:noinline
func contextTimeout() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour) // heap: context 4
	contextKept = ctx
	cancel()
}

func BenchmarkContext(b *testing.B) {
	for b.Loop() {
		contextCancel()
		contextWithValue()
		contextTimeout()
	}
}
