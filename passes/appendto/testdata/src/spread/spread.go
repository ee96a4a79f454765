package spread

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"
)

// basic test
func number(b []byte, n int) []byte {
	b = append(b, strconv.Itoa(n)...) // want "strconv.Itoa makes a string that is only copied"
	b = append(b, ',')
	return append(b, strconv.FormatInt(int64(n), 16)...) // want "strconv.FormatInt makes"
}

func formatted(b []byte, t time.Time, layout string) []byte {
	return append(b, t.Format(layout)...) // want "Time.Format makes"
}

// the slice is not seen by any call
func called(b []byte) []byte {
	b = append(b[:0], time.Now().UTC().Format(time.RFC3339)...) // want "Time.Format makes"
	return b
}

func others(b []byte, s string, f float64, ok bool, u uint64) []byte {
	b = append(b, strconv.Quote(s)...)                      // want "strconv.Quote makes"
	b = append(b, (strconv.FormatFloat(f, 'g', -1, 64))...) // want "strconv.FormatFloat makes"
	b = append(b, []byte(strconv.FormatBool(ok))...)        // want "strconv.FormatBool makes"
	b = append(b, strconv.FormatUint(u, 10)...)             // want "strconv.FormatUint makes"
	b = append(b, strconv.QuoteRune('x')...)                // want "strconv.QuoteRune makes"
	return b
}

type event struct {
	at  time.Time
	n   int
	buf []byte
}

// operands without calls, functions that run none
func (e *event) field() {
	e.buf = append(e.buf, strconv.Itoa(e.n)...)         // want "strconv.Itoa makes"
	e.buf = append(e.buf, e.at.Format(time.Kitchen)...) // want "Time.Format makes"
}

func now(e *event) {
	e.buf = append(e.buf[:len(e.buf):len(e.buf)], time.Now().Format(time.Kitchen)...) // want "Time.Format makes"
}

// n is not seen by f
func made(f func() []byte, n int) []byte {
	return append(f(), strconv.Itoa(n)...) // want "strconv.Itoa makes"
}

func args(b []byte, args []any) []byte {
	b = append(b, fmt.Sprintf("%v", args...)...) // want "fmt.Sprintf makes"
	return append(b, fmt.Sprintln(args...)...)   // want "fmt.Sprintln makes"
}

func nested(b []byte, n int) []byte {
	return append(append(b, "n="...), strconv.Itoa(n)...) // want "strconv.Itoa makes"
}

func fresh(n int) []byte {
	return append([]byte(nil), strconv.Itoa(n)...) // want "strconv.Itoa makes"
}

func printed(b []byte, err error, v any) []byte {
	b = append(b, fmt.Sprintf("%v: %5d", err, len(b))...) // want "fmt.Sprintf makes"
	b = append(b, fmt.Sprint(err, v)...)                  // want "fmt.Sprint makes"
	b = append(b, fmt.Sprintln(v)...)                     // want "fmt.Sprintln makes"
	return b
}

// format would need statements of its own
func returned(b []byte, k string, n int) []byte {
	return append(b, fmt.Sprintf("%s=%d", k, n)...) // want "fmt.Sprintf makes"
}

func encoded(b, p []byte) []byte {
	b = append(b, hex.EncodeToString(p)...)                   // want `hex.EncodeToString makes .*\(review: p may not share memory with the room behind the slice\)`
	return append(b, base64.StdEncoding.EncodeToString(p)...) // want `EncodeToString makes .*\(review: p may not share`
}

func converted(n int, s string, t time.Time) (a, b, c []byte) {
	a = []byte(strconv.Itoa(n))                                                                // want "strconv.Itoa makes"
	b = []byte(strconv.Quote(s))                                                               // want "strconv.Quote makes"
	c = []byte(t.Format("2006 a very long layout that needs more room than sixty-four bytes")) // want "Time.Format makes"
	return a, b, c
}
