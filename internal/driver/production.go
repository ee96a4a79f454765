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

// A production is the profile of fix -profile: which of the user's functions allocate in a program that runs
// elsewhere. It decides which functions are tried, and in which order; whether a rewrite stands is proven by
// benchmarks and tests, as always.
type production map[ownFunction]float64 // parts of the estimated cost of all allocation in the profile

// An ownFunction is one of the user's functions, by the linker's name and its file.
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
	shares, all := make(production), 0.0
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
	r.profiled = shares
	return nil
}

// share is the share of the profile that the functions of a candidate have; 0 without a profile.
func (p production) share(c *record.Candidate) (sum float64) {
	changed := verify.Changed(*c)
	for f, share := range p {
		if record.FunctionPackage(f.name) == c.Package && changed(f.name, f.file) {
			sum += share
		}
	}
	return sum
}
