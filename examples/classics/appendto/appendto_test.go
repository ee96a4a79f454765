package appendto

import (
	"crypto/md5"
	"crypto/sha256"
	"fmt"
	"hash"
	"testing"
	"time"
)

// Inputs and results of the benchmarks.
var (
	sha      = hashes()["sha256"]
	data     = make([]byte, 200)
	parts    = [][]byte{data[:50], data[50:]}
	times    = timesOf(10)
	clock    = &Clock{time.DateTime}
	dst      = make([]byte, 0, 1024)
	sink     string
	byteSink byte
	out      []byte
)

// hashes are two, so that the compiler cannot see which one is called.
func hashes() map[string]hash.Hash {
	return map[string]hash.Hash{"sha256": sha256.New(), "md5": md5.New()}
}

func timesOf(n int) []time.Time {
	list := make([]time.Time, n)
	for i := range list {
		list[i] = time.Date(2026, time.November, 1+i, 12, 30, 0, 0, time.UTC)
	}
	return list
}

func TestCases(t *testing.T) {
	two := times[:2]
	for _, c := range []struct {
		name            string
		got, hand, want any
	}{
		{"C14", C14(md5.New(), [][]byte{[]byte("a")}), handC14(md5.New(), [][]byte{[]byte("a")}), byte(0x0c ^ 0x61)},
		{"C14b", fmt.Sprintf("%x", C14b([]byte("a")))[:8], fmt.Sprintf("%x", handC14b([]byte("a")))[:8], "ca978112"},
		{"C18", C18(two), handC18(two), "2026-11-01\n2026-11-02\n"},
		{"C18Bytes", string(C18Bytes([]byte("> "), two[:1])), string(handC18Bytes([]byte("> "), two[:1])), "> 2026-11-01T12:30:00Z "},
		{"C18b", string(C18b([]byte("at "), two[0])), string(handC18b([]byte("at "), two[0])), "at 2026-11-01T12:30:00Z"},
		{"C18bMethod", string(clock.C18bMethod(nil, two[0])), string(clock.handC18bMethod(nil, two[0])), "[2026-11-01 12:30:00]"},
	} {
		if c.got != c.want || c.hand != c.want {
			t.Errorf("%s: got %v, by hand %v, want %v", c.name, c.got, c.hand, c.want)
		}
	}
}
