package negative

import (
	"fmt"
	"os"
	"sync"
)

var (
	mu     sync.Mutex
	serial int
)

// nope: serial is read before the deferred call unlocks it.
func numbered(n int) (func() int, int) {
	mu.Lock()
	defer mu.Unlock()
	for i := range n {
		n += i * n
		fmt.Fprintln(os.Stderr, n)
		fmt.Fprintln(os.Stderr, n)
	}
	serial++
	return func() int { return n }, serial
}

type steps struct{ n int }

// nope: a variable that is only assigned to is an error
func (s *steps) setter() func(string) {
	last := ""
	for i := range s.n {
		fmt.Fprintln(os.Stderr, last, i)
		fmt.Fprintln(os.Stderr, i)
		last = fmt.Sprint(i)
	}
	return func(next string) { last = next }
}

func callSetter(s *steps) { s.setter()("") }
