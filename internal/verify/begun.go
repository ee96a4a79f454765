package verify

import (
	"context"

	"github.com/unheap/unheap/internal/record"
)

// Compiling a package with the compiler's log keeps one processor busy. Beside that, what
// comes after the count is begun: most sets gain, and then it is there.

// A begun is what was begun of a set's proof while it is compiled and counted. The nil
// begun is nothing.
type begun struct {
	set    []record.Candidate // of which go vet and the types are looked at
	quick  []record.Candidate // which are compared
	vet    <-chan vetted
	build  <-chan *comparer // closed
	result *comparer        // of build
}

// A vetted is what go vet and the types for other builds say of a set.
type vetted struct {
	f   *failure
	err error
}

// begin begins to build what compares the candidates of a set that are compared at once,
// and to vet all of it. End waits for both; it must be called.
func (j *judge) begin(ctx context.Context, set []record.Candidate) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	b := &begun{set: set, quick: j.quick(set)}
	vet, build := make(chan vetted, 1), make(chan *comparer, 1)
	b.vet, b.build = vet, build
	go func() { // one after the other: the processor that is left
		defer close(vet)
		if j.Equiv != nil {
			if functions := j.compared(b.quick, make(map[string]string)); len(functions) > 0 {
				if c, err := j.buildComparer(ctx, b.quick, functions); err == nil {
					build <- c
				}
			}
		}
		close(build)
		vet <- j.vet(ctx, set)
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

// await waits for the comparer.
func (b *begun) await() {
	if c, ok := <-b.build; ok {
		b.result = c
	}
}

// comparer is one that can compare the functions of a set, once; nil if none was begun. It
// was built with other candidates in place too, of other functions.
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

// vetted is what vet says of a set, and whether it was begun.
func (b *begun) vetted(set []record.Candidate) (vetted, bool) {
	if b == nil || key(set) != key(b.set) {
		return vetted{}, false
	}
	v, ok := <-b.vet
	return v, ok
}
