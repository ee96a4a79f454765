//go:build go1.25

package kit

import (
	"context"
	"reflect"
	"time"
)

// A mischief is what functions that are arguments do beside returning something, now and then.
// Each may leave a lock taken, or wait for ever for one: so these calls come last.
type mischief int

const (
	behaves  mischief = iota
	panics            // they panic
	cancels           // they end the contexts that were passed with them
	reenters          // they call the function that calls them, on the same receiver
)

func (m mischief) String() string {
	return [...]string{"nothing", "panics", "ends the context", "calls it again"}[m]
}

// A cancelable is a context that functions may end.
type cancelable struct{ context.Context }

// misbehave does in one of four calls what functions of this input do. Which ones is in the hash
// of their arguments, so that it is the same for both versions. Called on a goroutine of the
// function's own it does nothing: nobody knows what comes first then.
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
			g.again = nil // not from there, too
			again()
			g.again = again
		}
	}
}

// again calls the function with other arguments, and the same receiver if it has one that was
// made, and notes what it returns.
func (p *prepared) again() {
	next := prepare(p.fn.Interface(), input{seed: p.gen.rand.Uint64(), exempt: p.exempt})
	if len(p.args) > 0 && isMade(p.args[0].Type()) {
		next.args[0] = p.args[0]
	}
	next.run()
	p.calls.add("again " + next.panicText + dumpAll(next.results, p.exempt.ofResults()))
}

// takesFunctions reports whether a function has a parameter that is one.
func takesFunctions(f any) bool {
	t := reflect.TypeOf(f)
	for i := range t.NumIn() {
		if in := t.In(i); in.Kind() == reflect.Func || in.Kind() == reflect.Slice && in.Elem().Kind() == reflect.Func {
			return true
		}
	}
	return false
}

// mischiefInputs is how many inputs there are for each kind.
const mischiefInputs = 100

// runMischief compares c on functions that do more than return something.
func (c Case) runMischief(limits Limits, r *Result) {
	deadline := time.Now().Add(limits.Time)
	for _, does := range []mischief{panics, cancels, reenters} {
		for i := 0; i < mischiefInputs && time.Now().Before(deadline); i++ {
			got := c.compare(limits, input{seed: uint64(i), does: does, exempt: c.exemptions()})
			if got.hang {
				break // with a lock taken, say
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
