// A machine whose states are methods that return the next one makes an object for each
// step: the method value carries its receiver. The method itself carries nothing.

package truth

import "testing"

type stateFunc func() stateFunc

type stateMachine struct{ n int }

func (m *stateMachine) run(n int) {
	m.n = n
	for next := stateFunc(m.begin); next != nil; { // heap: none
		next = next()
	}
}

//go:noinline
func (m *stateMachine) begin() stateFunc {
	return m.middle // heap: method-value 1 // says: return the method expression (*stateMachine).middle // says: methods of *stateMachine return method values
}

//go:noinline
func (m *stateMachine) middle() stateFunc {
	if m.n--; m.n == 0 {
		return nil
	}
	return m.begin // heap: none
}

func BenchmarkStateFunc(b *testing.B) {
	var m stateMachine
	for b.Loop() {
		m.run(1)
	}
}
