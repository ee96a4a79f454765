// A go statement with arguments or captured variables packs them into an
// object, because the new goroutine outlives the statement. A goroutine that
// starts without any needs none.

package truth

import (
	"sync"
	"testing"
)

var (
	goGroup sync.WaitGroup
	goTotal int
)

func goDone() { goGroup.Done() }

//go:noinline
func goAdd(n int) { goTotal = n; goGroup.Done() }

//go:noinline
func goArguments(n int) {
	goGroup.Add(1)
	go goAdd(n) // heap: go-statement 1
	goGroup.Wait()
}

//go:noinline
func goCapture(n int) {
	goGroup.Add(1)
	go func() { // heap: go-statement 1
		goTotal = n
		goGroup.Done()
	}()
	goGroup.Wait()
}

// goBoth packs what the literal uses, and then the literal with its arguments.
//
//go:noinline
func goBoth(n int) {
	goGroup.Add(1)
	go func(k int) { // heap: go-statement 2
		goTotal = n + k
		goGroup.Done()
	}(n + 1)
	goGroup.Wait()
}

//go:noinline
func goPlain() {
	goGroup.Add(1)
	go goDone() // heap: none
	goGroup.Wait()
}

func BenchmarkGoStatement(b *testing.B) {
	for b.Loop() {
		goArguments(1)
		goCapture(2)
		goBoth(3)
		goPlain()
	}
}
