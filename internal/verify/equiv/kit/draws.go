//go:build go1.25

package kit

import (
	"math/bits"
	"math/rand/v2"
)

// draws are the decisions by which an input is made: first those of its tape, then those that follow from its seed
// or, for a bare input, zeros, which mean the first and the smallest of everything. One number is one decision, so
// that an input can be changed, and made smaller, through its tape.
type draws struct {
	tape  []uint64
	next  *rand.PCG // nil for zeros
	taken []uint64
}

// maxTape bounds how many decisions of an input are remembered: more of them make values that are too large to read.
const maxTape = 1 << 12

func newDraws(in input) *draws {
	d := &draws{tape: in.tape}
	if !in.bare {
		d.next = rand.NewPCG(in.seed, 1)
	}
	return d
}

func (d *draws) Uint64() (x uint64) {
	switch at := len(d.taken); {
	case at < len(d.tape):
		x = d.tape[at]
	case d.next != nil:
		x = d.next.Uint64()
	}
	if len(d.taken) < maxTape || len(d.taken) < len(d.tape) {
		d.taken = append(d.taken, x)
	}
	return x
}

// Uint64N is at least 0 and below n.
func (d *draws) Uint64N(n uint64) uint64 {
	hi, _ := bits.Mul64(d.Uint64(), n)
	return hi
}

func (d *draws) IntN(n int) int { return int(d.Uint64N(uint64(n))) }

func (d *draws) Int64N(n int64) int64 { return int64(d.Uint64N(uint64(n))) }

// Float64 is at least 0 and below 1.
func (d *draws) Float64() float64 { return float64(d.Uint64()>>11) / (1 << 53) }

// NormFloat64 is mostly near 0: the sum of some draws, with variance 1.
func (d *draws) NormFloat64() (sum float64) {
	for range 3 {
		sum += 2*d.Float64() - 1
	}
	return sum
}

// A pool holds the tapes of inputs that ran code which no input before had run; further tapes are made from them.
type pool struct {
	rand  *rand.Rand
	tapes [][]uint64
}

// maxPool bounds the pool; the oldest tape is dropped.
const maxPool = 200

func (p *pool) add(tape []uint64) {
	p.tapes = append(p.tapes, tape)
	if len(p.tapes) > maxPool {
		p.tapes = p.tapes[1:]
	}
}

// mutant returns a variation of a tape of the pool.
func (p *pool) mutant() []uint64 {
	tape := append([]uint64(nil), p.tapes[p.rand.IntN(len(p.tapes))]...)
	for n := 1 + p.rand.IntN(4); n > 0 && len(tape) > 0; n-- {
		i := p.rand.IntN(len(tape))
		span := 1 + p.rand.IntN(min(8, len(tape)-i))
		switch p.rand.IntN(6) {
		case 0, 1:
			tape[i] = p.rand.Uint64()
		case 2: // close to the decision it was
			tape[i] += (p.rand.Uint64N(5) - 2) << 58
		case 3:
			tape = append(tape[:i], tape[i+span:]...)
		case 4:
			tape = append(tape[:i+span], append(append([]uint64(nil), tape[i:i+span]...), tape[i+span:]...)...)
		case 5:
			other := p.tapes[p.rand.IntN(len(p.tapes))]
			if len(other) > 0 {
				tape = append(tape[:i], other[p.rand.IntN(len(other)):]...)
			}
		}
	}
	return tape
}

// smaller returns the smallest tape that it finds, with fewer and smaller decisions, for which keeps is still true.
// It calls keeps at most tries times.
func smaller(tape []uint64, tries int, keeps func([]uint64) bool) []uint64 {
	try := func(next []uint64) bool {
		if tries--; tries < 0 || !keeps(next) {
			return false
		}
		tape = next
		return true
	}
	for improved := true; improved && tries > 0; {
		improved = false
		for span := max(len(tape)/2, 1); span > 0; span /= 2 {
			for i := 0; i+span <= len(tape); {
				if try(append(append([]uint64(nil), tape[:i]...), tape[i+span:]...)) {
					improved = true
				} else {
					i += span
				}
			}
		}
		for i := range tape {
			for _, less := range []uint64{0, tape[i] >> 32, tape[i] / 2, tape[i] - tape[i]>>4} {
				if less >= tape[i] {
					continue
				}
				next := append([]uint64(nil), tape...)
				next[i] = less
				if try(next) {
					improved = true
					break
				}
			}
		}
	}
	return tape
}
