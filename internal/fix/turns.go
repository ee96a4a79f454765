package fix

import "time"

// Turns deals the time of a run between measuring packages, which tells what they
// promise, and judging the one that promises most: half of it each, as long as there are
// packages to measure. The first one is judged as soon as it is measured, so that there is
// something to see; where a limit ends the run, half of it went into what promised most
// of many. Begin it before use.
type Turns struct {
	last                time.Time
	measured, judged    time.Duration
	measurings, judging int // how many
}

// Begin starts the clock, also after something that is neither measuring nor judging.
func (t *Turns) Begin(now time.Time) { t.last = now }

// Measured says that the time since the last call went into measuring a package.
func (t *Turns) Measured(now time.Time) {
	t.measured += now.Sub(t.last)
	t.last = now
	t.measurings++
}

// Judged says that the time since the last call went into judging a unit.
func (t *Turns) Judged(now time.Time) {
	t.judged += now.Sub(t.last)
	t.last = now
	t.judging++
}

// Judge reports whether it is the turn of judging.
func (t *Turns) Judge() bool { return t.judged <= t.measured }

// Left estimates the time that is left, where so many packages are to be measured yet, and
// units, of those that were measured, to be judged, the present ones included: they take
// what others took in the mean, and the packages have as many units. It is negative as long
// as none was judged, if there is something to judge.
func (t *Turns) Left(now time.Time, packages, units int) time.Duration {
	if t.measurings == 0 || t.judging == 0 && packages+units > 0 {
		return -1
	}
	mean := func(sum time.Duration, n int) float64 { return float64(sum) / float64(max(n, 1)) }
	each := float64(t.judging+units) / float64(t.measurings)
	left := float64(packages)*mean(t.measured, t.measurings) + (float64(units)+float64(packages)*each)*mean(t.judged, t.judging)
	return max(time.Duration(left)-now.Sub(t.last), time.Second)
}
