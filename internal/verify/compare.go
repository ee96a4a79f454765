package verify

import "github.com/unheap/unheap/internal/record"

// poolNoise is the largest difference in allocations per operation that is taken for noise. Which objects a sync.Pool
// loses depends on when the collector runs, and moves an average by hundredths: 9.985 against 10 in the case of
// luthersystems/elps#537. The limit is one object in every twentieth operation.
const poolNoise = 0.05

// fewer reports whether after allocates less than before: fewer objects, or
// as many of fewer bytes. A change of at least 16 bytes and 1 % counts, since
// 16 bytes is the smallest block that can go away with pointers in it.
func fewer(before, after record.Measure) bool {
	switch d := before.AllocsPerOp - after.AllocsPerOp; {
	case d > poolNoise:
		return true
	case d < -poolNoise:
		return false
	}
	d := before.BytesPerOp - after.BytesPerOp
	return d >= 16 && d >= before.BytesPerOp/100
}

// dearer reports whether after has fewer objects but so many more bytes, such as room for all elements of a loop that
// retains few, that its estimated cost is at least that of before.
func dearer(before, after record.Measure) bool {
	return before.AllocsPerOp-after.AllocsPerOp > poolNoise && after.BytesPerOp > before.BytesPerOp && after.Cost >= before.Cost
}
