package verify

import (
	"math"

	"golang.org/x/perf/benchmath"

	"github.com/unheap/unheap/internal/record"
)

// This file is the test by which times are compared. The test is looked at after every round and stops as soon as the
// answer is known, so it must be right however often one looks; an interval or a P value for a fixed number of
// samples is not.
//
// In each round both versions are timed once, in random order. If one version is not slower than the other by more
// than some ratio r, the quotient of the round lies above r with a probability of at most one half, whatever the
// noise, its tails and the drift of the machine are: the random order decides which version meets them. So a player
// who bets a part of his capital on "above" in each round, at even odds, does not get richer on average; and by
// Ville's inequality, he ever has k times his initial capital, in whatever round, with a probability of at most 1/k.
// The capital is the evidence. (Robbins 1970; Ramdas, Grünwald, Vovk and Shafer 2023: e-processes.)

const (
	// confidence of the intervals shown.
	confidence = 0.95
	// errorRate bounds, over all comparisons of a run together, the probability of calling something slower that is
	// not, and likewise of calling something faster that is not. It is also the probability of taking a benchmark out
	// of a race that is slower by the ratio noticed.
	errorRate = 0.05
	// slowdown is the smallest ratio that counts as slower, and its inverse the largest ratio that counts as faster.
	// Between the two, the placement of code and data alone can move a benchmark.
	slowdown = 1.03
	// noticed is the ratio from which on a slower benchmark must not be taken out of a race. The closer it is to
	// slowdown, the longer a race takes: with two timings that differ by 1 %, 8.5 rounds instead of the 7.8 that 1.15
	// takes, and with timings that differ by 4 %, 14 instead of 10.
	noticed = 1.10
	// paying is the speed-up that a pool worth having reaches: old time over new time.
	paying = 1.15
	// A race ends after maxRounds rounds, or after moreTurns timings plus meanRounds for each benchmark: benchmarks
	// that are settled early leave their turns to the others. If all rounds agree, 13 rounds show which of forty
	// benchmarks is slower, and 6 that a benchmark is not.
	maxRounds, meanRounds, moreTurns = 80, 20, 60
)

// stakes are the parts of the capital that two players bet: the larger stake decides soon if the rounds agree, the
// smaller one survives if they do not. The evidence is the mean of both capitals.
var stakes = [2]float64{0.5, 0.9}

// A bet is the capital of the player of each stake, who begins with 1, less 1. The zero value has seen no round.
type bet [2]float64

func (b *bet) see(won bool) {
	for i, stake := range stakes {
		if !won {
			stake = -stake
		}
		b[i] = (1+b[i])*(1+stake) - 1
	}
}

// evidence is the evidence against "won with a probability of at most one half": under that hypothesis it ever
// reaches k with a probability of at most 1/k.
func (b *bet) evidence() float64 { return 1 + (b[0]+b[1])/2 }

// A duel is one benchmark, timed with the old and the new version in turns.
type duel struct {
	old, now []float64 // ns per operation, one of each per round
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

// A claim is the probability of error allowed for one statement of a race about one benchmark: its share of
// errorRate, which covers all comparisons of a run.
type claim float64

// claims divides the error rate between the races of a run and their benchmarks: the n-th race, from 1, gets the part
// 6/(π·n)² of it. These parts sum to 1, so any number of races, bisections included, stays within the error rate.
func claims(race, benchmarks int) claim {
	return claim(errorRate * 6 / (math.Pi * math.Pi * float64(race*race)) / float64(max(benchmarks, 1)))
}

// twice is the claim for each of two races that must both show something for one of several benchmarks: they are both
// wrong with the product of their probabilities. pair numbers the pairs of races of a run, from 1.
func twice(pair, benchmarks int) claim {
	return claim(math.Sqrt(float64(claims(pair, benchmarks))))
}

// shown reports whether the evidence suffices for the claim.
func (c claim) shown(b *bet) bool { return b.evidence() >= 1/float64(c) }

// dropped reports whether the evidence suffices to take a benchmark out of a race. A slower benchmark passes only if
// it is dropped itself, so the number of other benchmarks does not make that more likely.
func dropped(b *bet) bool { return b.evidence() >= 1/errorRate }

// change is the ratio of the medians with the interval of the median ratio, for people to read. No distribution is
// assumed and no sample left out.
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

// finite replaces an infinite end of an interval, which is due to too few samples and cannot be written in JSON, by
// 0, which means "unknown".
func finite(x float64) float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return 0
	}
	return x
}
