package appends

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"strconv"
	"time"
)

// basic tests
func stamp(b []byte, t time.Time, layout string) []byte {
	return append(b, t.Format(layout)...) // want "Format makes memory"
}

func loop(n int) []byte {
	var b []byte
	for range n {
		b = append(b, time.Now().Format(time.RFC3339)...) // want "Format makes memory"
	}
	return b
}

func numbers(b []byte, n int, u uint64, f float64, ok bool, s string) []byte {
	b = append(b, strconv.Itoa(n)...)                        // want "strconv.Itoa makes memory"
	b = append(b, strconv.FormatUint(u, 16)...)              // want "strconv.FormatUint makes memory"
	b = append(b, strconv.FormatFloat(f, 'g', -1, 64)...)    // want "strconv.FormatFloat makes memory"
	b = append(b[:len(b):len(b)], strconv.FormatBool(ok)...) // want "strconv.FormatBool makes memory"
	b = append(b, strconv.Quote(s)...)                       // want "strconv.Quote makes memory"
	return b
}

func format(b []byte, err error, args []any) []byte {
	b = append(b, fmt.Sprintf("%5d: %v", len(b), err)...) // want "fmt.Sprintf makes memory"
	b = append(b, fmt.Sprintln(args...)...)               // want "fmt.Sprintln makes memory"
	return b
}

func sum(b []byte, h hash.Hash) []byte {
	x := sha256.New()
	b = append(b, x.Sum(nil)...)    // want `Sum makes memory.*\(review: Sum of the hash`
	return append(b, h.Sum(nil)...) // want `Sum makes memory.*\(review: Sum of the hash`
}
