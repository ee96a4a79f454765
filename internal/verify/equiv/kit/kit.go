// Package kit runs two versions of a function on the same generated inputs
// and says where they differ.
//
// It is compiled into the test binary of the package under change: its source
// is laid over the user's module, so it may import the standard library only,
// and nothing newer than the oldest toolchain served (Go 1.25).
//
// Invariant: a difference that is reported is one that a caller could see. So
// capacity, addresses, the identity of error values and the number of Write
// calls are not compared; results, nil-ness, panics, changes made to
// arguments, the calls made to function arguments, and memory shared between
// results and arguments are.
//
// Model: one integer seeds one input. The old and the new version each get
// values built from the same seed, never the same values, so that neither can
// see what the other did. Inputs of edge values come first.
//
// What the model blurs: package variables are shared by both versions, and
// values behind interfaces the kit does not know are not generated at all.
package kit

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"sync"
	"time"
)

// A Case is one function in two versions of the same type. Methods are given
// as method expressions, so that the receiver is the first argument.
type Case struct {
	Name     string
	Old, New any
}

// A Result says how a Case went. Exactly one of Skipped, Differs and "Inputs
// agreed" is the outcome.
type Result struct {
	Name string `json:"name"`
	// Inputs is the number of inputs on which both versions agreed.
	Inputs int `json:"inputs"`
	// Panics is the number of those on which both panicked alike.
	Panics int `json:"panics"`
	// Skipped says why no inputs could be generated; empty otherwise.
	Skipped string `json:"skipped,omitempty"`
	// Differs is the first difference, with its input; empty if none.
	Differs string `json:"differs,omitempty"`
	// Note says what was left out, such as huge numbers.
	Note string `json:"note,omitempty"`
}

// Marker begins the line of output that carries one Result as JSON.
const Marker = "unheap-equivalence "

// Limits of one run.
type Limits struct {
	Inputs int           // per case; 2000 if 0
	Time   time.Duration // per case; 2 s if 0
	// Call is how long one call may take before it counts as hanging; 3 s if
	// 0. Calls that end take microseconds.
	Call time.Duration
}

// Run runs every case and writes one line with Marker for each to w. Inputs
// with huge numbers, on which a version may loop for ever, come after all
// others; a case that hangs there keeps the result it had.
func Run(w io.Writer, limits Limits, cases ...Case) {
	if limits.Inputs == 0 {
		limits.Inputs = 2000
	}
	if limits.Time == 0 {
		limits.Time = 2 * time.Second
	}
	if limits.Call == 0 {
		limits.Call = 3 * time.Second
	}
	results := make([]Result, len(cases))
	for i, c := range cases {
		results[i] = c.run(limits)
	}
	for i, c := range cases {
		if results[i].Skipped == "" && results[i].Differs == "" {
			c.runHuge(limits, &results[i])
		}
	}
	for _, r := range results {
		text, err := json.Marshal(r)
		if err != nil {
			panic(err) // strings and ints only: cannot fail
		}
		fmt.Fprintf(w, "%s%s\n", Marker, text)
	}
}

// run compares c on ordinary inputs: one after another, then again from
// several goroutines at once.
func (c Case) run(limits Limits) Result {
	r := Result{Name: c.Name}
	typ := reflect.TypeOf(c.New)
	if old := reflect.TypeOf(c.Old); old != typ {
		r.Skipped = fmt.Sprintf("its type changed from %v to %v", old, typ)
		return r
	}
	if r.Skipped = unsupportedParams(typ); r.Skipped != "" {
		return r
	}
	deadline := time.Now().Add(limits.Time)
	var kept []seen
	for i := range limits.Inputs {
		if time.Now().After(deadline) {
			break
		}
		got := c.compare(limits, input{seed: uint64(i)})
		if got.hang {
			r.Note = "stopped at an input on which the old version did not return"
			break
		}
		if got.unsteady {
			r.Skipped = "its result is not determined by its arguments"
			return r
		}
		if got.differs != "" {
			r.Differs = got.differs
			return r
		}
		r.Inputs++
		if got.panicked {
			r.Panics++
		}
		if len(kept) < 64 {
			kept = append(kept, seen{input{seed: uint64(i)}, got.after})
		}
	}
	r.Differs = c.repeat(limits, kept)
	return r
}

// hugeInputs is small: each of them exercises the same overflow checks.
const hugeInputs = 40

func (c Case) runHuge(limits Limits, r *Result) {
	for i := range hugeInputs {
		got := c.compare(limits, input{seed: uint64(i), huge: true})
		if got.hang {
			r.Note = "huge numbers were not compared: the old version did not return"
			return
		}
		if got.unsteady {
			return
		}
		if got.differs != "" {
			r.Differs = got.differs
			return
		}
		r.Inputs++
	}
}

// An input names the values of one call.
type input struct {
	seed uint64
	huge bool // numbers may be anything, not only small
}

// seen is an input and what the old version did with it.
type seen struct {
	in    input
	after string
}

// compared is the outcome of one input.
type compared struct {
	differs  string
	after    string // what the old version's call left behind, as text
	panicked bool
	hang     bool // the old version did not return
	unsteady bool // the old version differs from itself
}

// compare calls both versions on the values of in.
func (c Case) compare(limits Limits, in input) compared {
	old := call(c.Old, in, limits.Call)
	if old.hang {
		return compared{hang: true}
	}
	now := call(c.New, in, limits.Call)
	got := compared{after: old.after, panicked: old.panicked}
	switch {
	case now.hang:
		got.differs = fmt.Sprintf("on %s the new version does not return", old.before)
	case old.after != now.after:
		got.differs = fmt.Sprintf("on %s: %s", old.before, firstDifference(old.after, now.after))
	case !now.unstable():
	case !old.unstable():
		got.differs = fmt.Sprintf("on %s: the result changes when the function is called again", old.before)
	}
	if got.differs != "" {
		again := call(c.Old, in, limits.Call)
		got.unsteady = again.hang || again.after != old.after
	}
	return got
}

// repeat calls the new version on inputs already seen, from four goroutines:
// a buffer that it shares between calls shows here.
func (c Case) repeat(limits Limits, kept []seen) string {
	var (
		wg    sync.WaitGroup
		mu    sync.Mutex
		found string
	)
	for g := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range kept {
				s := kept[(i+g*7)%len(kept)]
				if got := call(c.New, s.in, limits.Call); !got.hang && got.after != s.after {
					mu.Lock()
					found = fmt.Sprintf("called from several goroutines at once, on %s: %s", got.before, firstDifference(s.after, got.after))
					mu.Unlock()
					return
				}
			}
		}()
	}
	wg.Wait()
	if found == "" {
		return ""
	}
	// A function that depends on package variables differs from itself too.
	for _, s := range kept {
		if call(c.Old, s.in, limits.Call).after != s.after {
			return ""
		}
	}
	return found
}

// An outcome is what one call did.
type outcome struct {
	before   string // the arguments as text
	after    string // results, panic, arguments afterwards, shared memory
	panicked bool
	hang     bool
	results  []reflect.Value
	snapshot string // results as text at the time of the return
}

// unstable reports whether the results are no longer what was returned.
func (o outcome) unstable() bool {
	return !o.panicked && dumpAll(o.results) != o.snapshot
}

// call builds the arguments of in, calls f on them, and then once more on
// other arguments, so that unstable can tell whether the first results live.
func call(f any, in input, limit time.Duration) outcome {
	fn := reflect.ValueOf(f)
	g := newGen(in)
	args := g.args(fn.Type())
	o := outcome{before: dumpAll(args)}
	memory := regions(args)
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.results, o.after, o.panicked = protect(fn, args)
	}()
	select {
	case <-done:
	case <-time.After(limit):
		return outcome{before: o.before, hang: true}
	}
	o.snapshot = dumpAll(o.results)
	o.after += "results " + o.snapshot +
		"\narguments afterwards " + dumpAll(args) +
		"\nshared memory " + sharing(memory, o.results) +
		"\ncalls " + g.calls.String()
	if !o.panicked && !in.huge {
		other := newGen(input{seed: in.seed + 1})
		protect(fn, other.args(fn.Type()))
	}
	return o
}

// protect calls fn and turns a panic into text.
func protect(fn reflect.Value, args []reflect.Value) (results []reflect.Value, panicText string, panicked bool) {
	defer func() {
		if p := recover(); p != nil {
			panicText, panicked = "panic "+dumpPanic(p)+"\n", true
		}
	}()
	if fn.Type().IsVariadic() {
		return fn.CallSlice(args), "", false
	}
	return fn.Call(args), "", false
}
