package hoist

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestIndependent replaces in random texts of few letters, one pair after the other and all in one pass:
// of pairs that are independent both give the same.
func TestIndependent(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func(most int) string {
		b := make([]byte, random.IntN(most+1))
		for i := range b {
			b[i] = "abcd"[random.IntN(4)]
		}
		return string(b)
	}
	held := 0
	for range 20000 {
		pairs := []string{text(2), text(3), text(3), text(2), text(1), text(2)}
		if !independent(pairs) {
			continue
		}
		held++
		for range 20 {
			s := text(12)
			want := s
			for i := 0; i < len(pairs); i += 2 {
				want = strings.ReplaceAll(want, pairs[i], pairs[i+1])
			}
			if got := strings.NewReplacer(pairs...).Replace(s); got != want {
				t.Fatalf("%q of %q: %q in one pass, %q one after the other", pairs, s, got, want)
			}
		}
	}
	if held == 0 {
		t.Error("no pairs are independent")
	}
}
