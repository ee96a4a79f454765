//go:build go1.25

package kit

import (
	"reflect"
	"runtime"
)

// counts is how often a call is counted. The smallest count is the call's own, since other activity can only add
// objects.
const counts = 3

// count sums what the versions allocate on the inputs kept, except inputs on which one panics. The cost of the call
// itself, and of its results, is that of c.Nothing, and is subtracted.
func (c Case) count(kept []seen, r *Result) {
	for _, s := range kept {
		before, ok := counted(c.Old, s.in)
		after, ok2 := counted(c.New, s.in)
		nothing, _ := counted(c.Nothing, s.in)
		if !ok || !ok2 {
			continue
		}
		r.Counted++
		for i, of := range [][2]int64{before, after} {
			r.Objects[i] += of[0] - nothing[0]
			r.Bytes[i] += of[1] - nothing[1]
		}
	}
}

// counted returns how many objects and how many bytes a call of f allocates; ok is false if it panics.
func counted(f any, in input) (least [2]int64, ok bool) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // as testing.AllocsPerRun
	var before, after runtime.MemStats
	for i := range counts {
		p := prepare(f, in)
		runtime.ReadMemStats(&before)
		p.run()
		runtime.ReadMemStats(&after)
		if p.panicText != "" {
			return least, false
		}
		took := [2]int64{int64(after.Mallocs - before.Mallocs), int64(after.TotalAlloc - before.TotalAlloc)}
		if i == 0 || took[0] < least[0] || took[0] == least[0] && took[1] < least[1] {
			least = took
		}
	}
	return least, true
}

// countable reports whether c is to be counted: it has a Nothing of its type.
func (c Case) countable() bool {
	return c.Nothing != nil && reflect.TypeOf(c.Nothing) == reflect.TypeOf(c.Old)
}
