package verify

import (
	"context"
	"slices"

	"github.com/unheap/unheap/internal/record"
)

// Compiling a package with the compiler's log keeps one processor busy. The steps that follow the count, go vet and
// the build of the comparer, start at the same time on another: most sets gain, and then their results are there.

// A begun holds the later steps of a set's proof that were started while the set is compiled and counted. A nil
// *begun means that nothing was started.
type begun struct {
	set    []record.Candidate // the set that go vet and the type check look at
	quick  []record.Candidate // the candidates of set that are compared
	vet    <-chan vetted
	build  <-chan *comparer // delivers at most one comparer, then is closed
	result *comparer        // the comparer received from build
}

// A vetted is the result of go vet and of the type check for other builds.
type vetted struct {
	f   *failure
	err error
}

// begin starts to vet set, with the candidates beside it in place, and to build the comparer for those of its
// candidates that fewer objects are enough for. The caller must call end, which waits for both.
func (j *judge) begin(ctx context.Context, beside, set []record.Candidate) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	b := &begun{set: slices.Concat(beside, set), quick: j.quick(set)}
	vet, build := make(chan vetted, 1), make(chan *comparer, 1)
	b.vet, b.build = vet, build
	go func() { // one after the other: only one processor is free
		defer close(vet)
		if j.Equiv != nil {
			if functions := j.compared(b.quick, make(map[string]string)); len(functions) > 0 {
				if c, err := j.buildComparer(ctx, b.quick, functions); err == nil {
					build <- c
				}
			}
		}
		close(build)
		vet <- j.vet(ctx, b.set)
	}()
	j.begun = b
	return func() {
		cancel()
		for range vet {
		}
		if b.await(); b.result != nil {
			b.result.remove()
		}
		j.begun = nil
	}
}

// await waits for the comparer and stores it in result.
func (b *begun) await() {
	if c, ok := <-b.build; ok {
		b.result = c
	}
}

// comparer returns the comparer that was begun if it can compare the functions of set, and nil otherwise; it is
// handed out once. It may have been built with further candidates in place, as long as they change other functions.
func (b *begun) comparer(set []record.Candidate) *comparer {
	if b == nil {
		return nil
	}
	var others []record.Candidate
	for _, c := range b.quick {
		if !contains(set, c) {
			others = append(others, c)
		}
	}
	if len(set)+len(others) != len(b.quick) || len(independent(set, others)) < len(set) {
		return nil
	}
	b.await()
	c := b.result
	b.quick = nil // a candidate that is compared again is to be alone
	if c == nil || c.why != "" {
		return nil
	}
	return c
}

// vetted returns the result of vetting set, and whether that was begun.
func (b *begun) vetted(set []record.Candidate) (vetted, bool) {
	if b == nil || key(set) != key(b.set) {
		return vetted{}, false
	}
	v, ok := <-b.vet
	return v, ok
}
