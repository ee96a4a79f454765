package reuse

import "testing"

// TestSeal: each time that a value goes out has a number of its own, one above
// the last, whether or not a lot is full; a full lot is noticed once; and when
// the numbers begin again, after 2^32, the state stays what it is.
func TestSeal(t *testing.T) {
	if checking {
		t.Skip("the misuse build numbers records")
	}
	const tag = 8*12345 ^ tagMark
	for _, flags := range []uint32{0, watched} {
		var s seal
		s.begin(tag | flags)
		s.bits += (1<<26 - 3) << (hitBits + stateBits) // three lots before the end
		last, lots := s.generation(), 0
		for i := range 10 * lot {
			if !s.is(tag|flags) || s.whose(tag) != idle || s.whose(tag+8) != other {
				t.Fatalf("hit %d: the state of an idle value is %#x, its tag %#x", i, s.state(), uint32(tag))
			}
			s.goOut()
			if g := s.generation(); g != last+1 {
				t.Fatalf("hit %d: the number is %d after %d", i, g, last)
			}
			if full := !s.is(tag | flags | out); full != ((i+1)%lot == 0) || s.whose(tag) != out {
				t.Fatalf("hit %d: the state of a value that is out is %#x", i, s.state())
			}
			last = s.generation()
			if s.lotFull() {
				lots++
			}
			s.goIdle()
			if s.generation() != last {
				t.Fatalf("hit %d: Put changes the number", i)
			}
		}
		if lots != 10 {
			t.Errorf("%d full lots in %d hits", lots, 10*lot)
		}
	}
	var s seal
	if s.whose(tag) != other {
		t.Error("a seal that was never set is taken for one with a tag")
	}
}
