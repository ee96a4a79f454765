package driver

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/unheap/unheap/internal/cost"
	"github.com/unheap/unheap/internal/heap"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/verify"
)

// A production is what fix -profile asks about: which functions of the user's allocate in
// a program that runs elsewhere. It decides what is tried and what first; whether a rewrite
// stands is for the benchmarks and tests to prove, as always.
type production struct {
	shares map[ownFunction]float64 // of the estimated cost of all its allocation
}

// An ownFunction is a function of the user's, as the linker names it, with the file.
type ownFunction struct{ name, file string }

// coldInProduction is the share below which nothing is tried.
const coldInProduction = 0.01

// readProduction reads the profile of fix -profile.
func (r *fixing) readProduction() error {
	if r.production == "" {
		return nil
	}
	p, err := parseProfile(r.production, r.in)
	if err != nil {
		return fmt.Errorf("-profile=%s: %w", r.production, err)
	}
	if isCPU(p) {
		return fmt.Errorf("-profile=%s: a CPU profile, which does not say what allocates: give a heap profile", r.production)
	}
	allocs, err := heap.Convert(p, heap.Options{Rel: r.program.Rel, Own: r.program.Own, Workload: filepath.Base(r.production)})
	if err != nil {
		return fmt.Errorf("-profile=%s: %w", r.production, err)
	}
	shares, all := make(map[ownFunction]float64), 0.0
	for _, a := range allocs {
		c := r.model.Estimate(float64(a.Objects), float64(a.Bytes), cost.Pointers(a.Primitive, a.Type))
		all += c
		for _, f := range a.Stack {
			if r.program.Own(f.Package) {
				shares[ownFunction{f.Function, f.File}] += c
				break
			}
		}
	}
	if all == 0 {
		return errors.New("-profile=" + r.production + ": nothing is allocated in it")
	}
	for f := range shares {
		shares[f] /= all
	}
	r.profiled = &production{shares}
	return nil
}

// share is the part of a profile that the functions of a candidate have; 0 without one.
func (p *production) share(c *record.Candidate) (sum float64) {
	if p == nil {
		return 0
	}
	changed := verify.Changed(*c)
	for f, share := range p.shares {
		if record.FunctionPackage(f.name) == c.Package && changed(f.name, f.file) {
			sum += share
		}
	}
	return sum
}
