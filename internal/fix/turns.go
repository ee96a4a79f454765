package fix

import "time"

// Turns divides the time of a run between measuring packages, which shows what they promise, and judging the most
// promising one: half of it each, as long as there are packages to measure. The first package is judged as soon as it
// is measured, so that there is something to see. If a limit ends the run, half of the time went into the most
// promising of many. Call Begin before use.
type Turns struct {
	last                time.Time
	measured, judged    time.Duration
	measurings, judging int // how many of each
}

// Begin starts the clock, and restarts it after time that counts as neither measuring nor judging.
func (t *Turns) Begin(now time.Time) { t.last = now }

// Measured records that the time since the last call went into measuring a package.
func (t *Turns) Measured(now time.Time) {
	t.measured += now.Sub(t.last)
	t.last = now
	t.measurings++
}

// Judged records that the time since the last call went into judging a unit.
func (t *Turns) Judged(now time.Time) {
	t.judged += now.Sub(t.last)
	t.last = now
	t.judging++
}

// Judge reports whether it is the turn of judging.
func (t *Turns) Judge() bool { return t.judged <= t.measured }

// Left estimates the remaining time, with that many packages still to be measured and that many units of measured
// packages still to be judged, both including what is in progress. It assumes the mean times so far, and as many
// units per package as so far. As long as no unit was judged although there are some to judge, it is negative.
func (t *Turns) Left(now time.Time, packages, units int) time.Duration {
	if t.measurings == 0 || t.judging == 0 && packages+units > 0 {
		return -1
	}
	mean := func(sum time.Duration, n int) float64 { return float64(sum) / float64(max(n, 1)) }
	each := float64(t.judging+units) / float64(t.measurings)
	left := float64(packages)*mean(t.measured, t.measurings) + (float64(units)+float64(packages)*each)*mean(t.judged, t.judging)
	return max(time.Duration(left)-now.Sub(t.last), time.Second)
}
