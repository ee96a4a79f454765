//go:build go1.25

package kit

import (
	"context"
	"reflect"
	"time"
)

// A mischief is what function arguments sometimes do beside returning something. Each kind may leave a lock taken, or
// wait for ever for one, so these calls come last.
type mischief int

const (
	behaves  mischief = iota
	panics            // they panic
	cancels           // they cancel the contexts of this input
	reenters          // they call the function under test again, on the same receiver
)

func (m mischief) String() string {
	return [...]string{"nothing", "panics", "ends the context", "calls it again"}[m]
}

// A cancelable is a context that function arguments may cancel.
type cancelable struct{ context.Context }

// misbehave does, in one of four calls, the mischief of this input. The hash of the arguments decides in which, so
// that it is the same for both versions. On a goroutine that the function started it does nothing, as the order is
// unknown there.
func (g *gen) misbehave(hash uint64) {
	if g.does == behaves || hash>>32%4 != 0 || !onOwnGoroutine() {
		return
	}
	switch g.does {
	case panics:
		panic(errPlain)
	case cancels:
		for _, end := range g.ends {
			end()
		}
	case reenters:
		if again := g.again; again != nil {
			g.again = nil // do not recurse
			again()
			g.again = again
		}
	}
}

// with calls the function with other arguments, and with the same receiver if that was made by a Maker: what a method
// reuses mostly belongs to its receiver.
func (p *prepared) with(seed uint64) *prepared {
	next := prepare(p.fn.Interface(), input{seed: seed, exempt: p.exempt})
	if len(p.args) > 0 && isMade(p.args[0].Type()) {
		next.args[0] = p.args[0]
	}
	next.run()
	return next
}

// again is with, and logs what the function returns.
func (p *prepared) again() {
	next := p.with(p.gen.rand.Uint64())
	p.calls.add("again " + next.panicText + dumpAll(next.results, p.exempt.ofResults()))
}

// takesFunctions reports whether a function has a function, or a slice of functions, as a parameter.
func takesFunctions(f any) bool {
	t := reflect.TypeOf(f)
	for i := range t.NumIn() {
		if in := t.In(i); in.Kind() == reflect.Func || in.Kind() == reflect.Slice && in.Elem().Kind() == reflect.Func {
			return true
		}
	}
	return false
}

// mischiefInputs is the number of inputs for each kind of mischief.
const mischiefInputs = 100

// runMischief compares c on function arguments that do more than return something.
func (c Case) runMischief(limits Limits, r *Result) {
	deadline := time.Now().Add(limits.Time)
	for _, does := range []mischief{panics, cancels, reenters} {
		for i := 0; i < mischiefInputs && time.Now().Before(deadline); i++ {
			got := c.compare(limits, input{seed: uint64(i), does: does, exempt: c.exemptions()})
			if got.hang {
				break // for example, with a lock taken
			}
			switch {
			case got.unsteady || got.excused || got.lines != "":
			case got.differs != "" && got.madeUp:
				r.Doubt = got.differs
			case got.differs != "":
				r.Differs = "where a function that it is given " + does.String() + ", " + got.differs
				return
			default:
				r.Inputs++
			}
		}
	}
}
