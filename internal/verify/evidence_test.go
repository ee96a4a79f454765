package verify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/perf/benchmath"
)

// A machine makes times as a busy one does: its speed drifts by a third within a race,
// one timing in ten is hit by something else that runs, by up to several times, and each
// benchmark has noise of its own with heavy tails.
type machine struct {
	r     *rand.Rand
	t     int
	phase float64
	walk  float64
	noise float64 // of one timing, relative
}

func newMachine(seed uint64, noise float64) *machine {
	r := rand.New(rand.NewPCG(seed, 7))
	return &machine{r: r, phase: r.Float64() * 2 * math.Pi, noise: noise}
}

func (m *machine) time(ns float64) float64 {
	m.t++
	m.walk += 0.01 * m.r.NormFloat64()
	drift := 1 + 0.15*math.Sin(float64(m.t)/40+m.phase)
	// Student's t with three degrees of freedom: no fourth moment.
	heavy := m.r.NormFloat64() / math.Sqrt((square(m.r.NormFloat64())+square(m.r.NormFloat64())+square(m.r.NormFloat64()))/3)
	ns *= drift * math.Exp(m.walk) * math.Exp(m.noise*heavy)
	if m.r.IntN(10) == 0 {
		ns *= 1 + m.r.ExpFloat64()/2
	}
	return ns
}

func square(x float64) float64 { return x * x }

// runRace is a race of benchmarks of these ratios, the old versions at 1, until it is
// over. As in a race of processes, some are timed in a row before the other version is.
func runRace(m *machine, number int, ratios []float64, pool bool) *contest {
	names := make([]string, len(ratios))
	ratio := make(map[string]float64)
	for i := range names {
		names[i] = fmt.Sprintf("Benchmark%03d", i)
		ratio[names[i]] = ratios[i]
	}
	var asked question
	if pool {
		asked = question{names[:min(len(names), mostAsked)], mostAsked}
	}
	race := newContest(number, names, asked)
	for !race.over() {
		for some := range slices.Chunk(race.left(), inOneProcess) {
			times := make(map[string][2]float64)
			first := m.r.IntN(2)
			for _, version := range []int{first, 1 - first} {
				for _, name := range some {
					t := times[name]
					t[version] = m.time(1000 * []float64{1, ratio[name]}[version])
					times[name] = t
				}
			}
			for _, name := range some {
				race.see(name, times[name][0], times[name][1])
			}
		}
		race.rounds++
	}
	return race
}

func repeat(ratio float64, n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = ratio
	}
	return all
}

// TestFalseVeto: of rewrites that change no time, at most one in twenty is refused,
// however many sub-benchmarks and bisections there are.
func TestFalseVeto(t *testing.T) {
	if testing.Short() {
		t.Skip("arithmetic, in one goroutine")
	}
	const runs = 400
	for _, noise := range []float64{0.01, 0.04, 0.10} {
		for _, benchmarks := range []int{1, 6, 42} {
			vetoes, rounds := 0, 0
			for seed := range uint64(runs) {
				m := newMachine(seed, noise)
				veto := false
				for race := 1; race <= 3; race++ { // a run has several races
					c := runRace(m, race, repeat(1, benchmarks), false)
					veto = veto || len(c.slow()) > 0
					rounds += c.turns / benchmarks
				}
				if veto {
					vetoes++
				}
			}
			rate := float64(vetoes) / runs
			t.Logf("noise %.2f, %d benchmarks: %.3f vetoed, %.1f rounds a race", noise, benchmarks, rate, float64(rounds)/runs/3)
			if rate > errorRate {
				t.Errorf("noise %.2f, %d benchmarks: %.3f of the runs refuse something that is as fast", noise, benchmarks, rate)
			}
		}
	}
}

// TestFalseKeep: of rewrites that make one of some benchmarks slower, at most one in
// twenty is kept: by a fifth, or twice as slow where two timings of the same differ by a
// third.
func TestFalseKeep(t *testing.T) {
	const runs = 200
	for noise, slow := range map[float64]float64{0.01: 1.2, 0.04: 1.2, 0.10: 2} {
		for _, benchmarks := range []int{1, 6, 42} {
			kept := 0
			for seed := range uint64(runs) {
				ratios := repeat(1, benchmarks)
				ratios[benchmarks/2] = slow
				if len(runRace(newMachine(seed, noise), 1, ratios, false).slow()) == 0 {
					kept++
				}
			}
			rate := float64(kept) / runs
			t.Logf("noise %.2f, %d benchmarks, ratio %.2f: %.3f kept", noise, benchmarks, slow, rate)
			if rate > errorRate {
				t.Errorf("noise %.2f, %d benchmarks: %.3f of those that take %.2f × the time are kept", noise, benchmarks, rate, slow)
			}
		}
	}
}

// TestPools: of pools that save no time at most one in twenty is kept, of those that save
// a third at least nineteen. Each of twenty in a run is one that may be wrong.
func TestPools(t *testing.T) {
	const runs = 200
	for _, noise := range []float64{0.01, 0.04, 0.10} {
		for _, ratio := range []float64{0.67, 1 / slowdown, 1} {
			for _, benchmarks := range []int{1, 6} {
				kept := 0
				for seed := range uint64(runs) {
					m := newMachine(seed, noise)
					first := runRace(m, 1, repeat(ratio, benchmarks), true)
					if len(first.slow()) == 0 && len(first.fast()) > 0 {
						second := runRace(m, 2, repeat(ratio, len(first.fast())), true)
						if len(second.slow()) == 0 && len(second.fast()) > 0 {
							kept++
						}
					}
				}
				rate := float64(kept) / runs
				t.Logf("noise %.2f, %d benchmarks, ratio %.2f: %.3f kept", noise, benchmarks, ratio, rate)
				switch {
				case ratio > 0.9 && rate > errorRate:
					t.Errorf("noise %.2f, %d benchmarks: %.3f of the pools that take %.2f × the time are kept", noise, benchmarks, rate, ratio)
				case ratio < 0.9 && rate < 1-errorRate:
					t.Errorf("noise %.2f, %d benchmarks: only %.3f of the pools that take %.2f × the time are kept", noise, benchmarks, rate, ratio)
				}
			}
		}
	}
}

// TestEvidence: someone who may stop when he likes is right as often as one who may not.
func TestEvidence(t *testing.T) {
	const runs, bound = 20000, 20.0
	r := rand.New(rand.NewPCG(1, 1))
	ever := 0
	for range runs {
		var b bet
		for range maxRounds {
			if b.see(r.IntN(2) == 0); b.evidence() >= bound {
				ever++
				break
			}
		}
	}
	if rate := float64(ever) / runs; rate > 1/bound || rate == 0 {
		t.Errorf("a fair coin is called unfair in %.4f of the runs, want at most %.2f", rate, 1/bound)
	}
}

// TestClaims: all races of a run together stay within the error rate.
func TestClaims(t *testing.T) {
	sum := 0.0
	for race := 1; race <= 1000; race++ {
		sum += 42 * float64(claims(race, 42))
	}
	if sum > errorRate || sum < 0.99*errorRate {
		t.Errorf("1000 races of 42 benchmarks may claim %.4f, want nearly %.2f", sum, errorRate)
	}
}

// TestSimulationTells: the judge that was there before fails the simulation: ten rounds, the
// old version first, a U test and an interval, corrected for the candidates of a run and
// not for benchmarks and bisections.
func TestSimulationTells(t *testing.T) {
	const runs, rounds = 100, 10
	thresholds := benchmath.DefaultThresholds
	slower := func(m *machine) bool {
		var old, now, ratios []float64
		for range rounds {
			a, b := m.time(1000), m.time(1000)
			old, now, ratios = append(old, a), append(now, b), append(ratios, b/a)
		}
		ratio := benchmath.AssumeNothing.Summary(benchmath.NewSample(ratios, &thresholds), confidence)
		test := benchmath.AssumeNothing.Compare(benchmath.NewSample(old, &thresholds), benchmath.NewSample(now, &thresholds))
		return test.P < 1-confidence && finite(ratio.Lo) > 1 && ratio.Center > slowdown
	}
	vetoes := 0
	for seed := range uint64(runs) {
		m := newMachine(seed, 0.10)
		veto := false
		for range 3 * 42 { // three races of 42 benchmarks
			veto = slower(m) || veto
		}
		if veto {
			vetoes++
		}
	}
	rate := float64(vetoes) / runs
	t.Logf("%.3f of the runs refuse something that is as fast", rate)
	if rate <= errorRate {
		t.Errorf("the judge before refuses something that is as fast in %.3f of the runs: the simulation does not see what was wrong with it", rate)
	}
}

// TestSlight says how slow a rewrite must be to be refused: where two timings of the same
// differ by a few percent, one that takes an eighth more; of those that take a tenth more
// most, of those that take a twentieth more few.
func TestSlight(t *testing.T) {
	const runs = 200
	for _, noise := range []float64{0.01, 0.04} {
		for _, benchmarks := range []int{1, 6, 42} {
			for _, ratio := range []float64{1.05, 1.08, 1.10, 1.125, 1.15} {
				kept := 0
				for seed := range uint64(runs) {
					ratios := repeat(1, benchmarks)
					ratios[benchmarks/2] = ratio
					if len(runRace(newMachine(seed, noise), 1, ratios, false).slow()) == 0 {
						kept++
					}
				}
				rate := float64(kept) / runs
				t.Logf("noise %.2f, %d benchmarks, ratio %.3f: %.3f kept", noise, benchmarks, ratio, rate)
				if most := map[float64]float64{1.10: 0.2, 1.125: errorRate, 1.15: errorRate}[ratio]; most > 0 && rate > most {
					t.Errorf("noise %.2f, %d benchmarks: %.3f of those that take %.3f × the time are kept", noise, benchmarks, rate, ratio)
				}
			}
		}
	}
}
