package verify

import (
	"math"

	"golang.org/x/perf/benchmath"

	"github.com/unheap/unheap/internal/record"
)

// This file is the test by which times are compared. It is looked at after every
// round, and stops as soon as it knows, so it must be right however often one looks:
// an interval or a P value of so many samples is not.
//
// In each round both versions are timed once, in an order that is drawn. Where one is
// not slower than the other by more than some ratio r, the quotient of the round lies
// above r with a probability of at most one half, whatever the noise, its tails and the
// drift of the machine are: what is drawn decides who meets them. So a player who bets
// a part of what he has on "above" in each round, at even odds, does not get richer on
// average; and by Ville's inequality, he ever has k times what he began with, at
// whatever round, with a probability of at most 1/k. What he has is the evidence.
// (Robbins 1970; Ramdas, Grünwald, Vovk and Shafer 2023: e-processes.)

const (
	// confidence of the intervals shown.
	confidence = 0.95
	// errorRate is how often, over all comparisons of a run together, something is
	// called slower that is not, and how often something is called faster that is not.
	// It is also how often a benchmark is taken out of a race that is slower by noticed.
	errorRate = 0.05
	// slowdown is the smallest ratio that counts as slower, and its inverse the largest
	// that counts as faster. Between them the placement of code and data alone moves
	// a benchmark.
	slowdown = 1.03
	// noticed is the ratio from which on a slower benchmark must not be taken out of a
	// race. Nearer to slowdown a race takes longer: where two timings differ by 1 %, 8.5
	// rounds in place of the 7.8 that 1.15 takes, and where they differ by 4 %, 14 for 10.
	noticed = 1.10
	// paying is the ratio whose inverse a pool that is worth having reaches.
	paying = 1.15
	// A race is given up after maxRounds, or when on average its benchmarks have been
	// timed meanRounds times: those that are settled early leave their turns to the
	// others. Where all rounds agree, 13 say which of forty benchmarks is slower, and 6
	// that one is not.
	maxRounds, meanRounds, moreTurns = 80, 20, 60
)

// stakes are the parts that are bet: the larger one decides soon where rounds agree,
// the smaller one survives where they do not. The evidence is the mean of both.
var stakes = [2]float64{0.5, 0.9}

// A bet is what is left, of 1 each, of what was bet by stakes, less 1: the zero value
// has seen nothing.
type bet [2]float64

func (b *bet) see(won bool) {
	for i, stake := range stakes {
		if !won {
			stake = -stake
		}
		b[i] = (1+b[i])*(1+stake) - 1
	}
}

// evidence against "won with a probability of at most one half": at least k with one of
// at most 1/k.
func (b *bet) evidence() float64 { return 1 + (b[0]+b[1])/2 }

// A duel is one benchmark, timed with the old and the new version in turns.
type duel struct {
	old, now []float64 // ns per operation, a pair for each round
	bets     struct {
		slower  bet // by more than slowdown
		cleared bet // not slower by noticed
		faster  bet // by more than slowdown
		idle    bet // not faster by paying
	}
}

func (d *duel) see(old, now float64) {
	d.old, d.now = append(d.old, old), append(d.now, now)
	ratio := now / old
	d.bets.slower.see(ratio > slowdown)
	d.bets.cleared.see(ratio < noticed)
	d.bets.faster.see(ratio < 1/slowdown)
	d.bets.idle.see(ratio > 1/paying)
}

// A claim is what a race may say of one benchmark, at the price of one comparison among
// all that a run makes: the share of errorRate that it may use up.
type claim float64

// claims divides the error rate between the races of a run and their benchmarks: the
// n-th race, from 1, gets 6/(π·n)² of it, so that any number of them, bisections too,
// stays within it.
func claims(race, benchmarks int) claim {
	return claim(errorRate * 6 / (math.Pi * math.Pi * float64(race*race)) / float64(max(benchmarks, 1)))
}

// twice is the claim of one of two races that must both show it: one after the other,
// they are wrong together with the product of both probabilities, for each of so many
// benchmarks. Among the races of a run, in pairs, this pair is the n-th.
func twice(pair, benchmarks int) claim {
	return claim(math.Sqrt(float64(claims(pair, benchmarks))))
}

// shown reports whether there is evidence enough for the claim.
func (c claim) shown(b *bet) bool { return b.evidence() >= 1/float64(c) }

// dropped reports whether there is evidence enough to take a benchmark out of a race. One
// that is slower passes only if it is dropped itself, so no number of others makes that
// more likely.
func dropped(b *bet) bool { return b.evidence() >= 1/errorRate }

// change is the ratio of the medians with its interval, for people. The interval is
// that of the median ratio; no distribution is assumed and no sample left out.
func (d *duel) change() record.TimeChange {
	n := len(d.old)
	if n == 0 {
		return record.TimeChange{}
	}
	ratios := make([]float64, n)
	for i := range ratios {
		ratios[i] = d.now[i] / d.old[i]
	}
	center := func(samples []float64) float64 {
		return benchmath.AssumeNothing.Summary(benchmath.NewSample(samples, &benchmath.DefaultThresholds), confidence).Center
	}
	ratio := benchmath.AssumeNothing.Summary(benchmath.NewSample(ratios, &benchmath.DefaultThresholds), confidence)
	return record.TimeChange{
		BeforeNs: center(d.old), AfterNs: center(d.now),
		Ratio: ratio.Center, Low: finite(ratio.Lo), High: finite(ratio.Hi),
		Samples: n,
	}
}

// finite replaces the infinite end of an interval, which too few samples have and JSON
// has not, by 0: "unknown".
func finite(x float64) float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return 0
	}
	return x
}
