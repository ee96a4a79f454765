package spread

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
)

// basic test
func number(b []byte, n int) []byte {
	b = append(b, strconv.Itoa(n)...) // or "^strconv.AppendInt.b, int64.n., 10.\n" // want "strconv.Itoa makes a string that is only copied"
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
	e.buf = append(e.buf, strconv.Itoa(e.n)...)         // or "^strconv.AppendInt.e.buf, int64.e.n., 10." // want "strconv.Itoa makes"
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
	b = append(b, hex.EncodeToString(p)...)                   // want `hex.EncodeToString makes`
	return append(b, base64.StdEncoding.EncodeToString(p)...) // want `EncodeToString makes`
}

func converted(n int, s string, t time.Time) (a, b, c []byte) {
	a = []byte(strconv.Itoa(n))                                                                // want "strconv.Itoa makes"
	b = []byte(strconv.Quote(s))                                                               // want "strconv.Quote makes"
	c = []byte(t.Format("2006 a very long layout that needs more room than sixty-four bytes")) // want "Time.Format makes"
	return a, b, c
}

// the twins of these grow step by step
func empty(t time.Time, s string) ([]byte, []byte) {
	return append([]byte(nil), t.Format("2006")...), append([]byte{}, strconv.Quote(s)...) // want "Time.Format makes" "strconv.Quote makes"
}

type object struct{ buf []byte }

// String may write to o.buf
func (o *object) printed(v fmt.Stringer) {
	o.buf = append(o.buf, fmt.Sprintf("%v", v)...) // want `makes a string that is only copied .review: what an operand, or its String or Error method, does to o.buf is not seen.$`
}

type digits []int

func (d digits) String() string { return strconv.Itoa(len(d)) }

// nothing writes to o.buf
func (o *object) steady(d digits) {
	o.buf = append(o.buf, fmt.Sprintf("%v: %v", d, []int{1})...) // want "fmt.Sprintf makes"
}

var all object

type loud struct{}

func (loud) String() string {
	all.buf = nil
	return "loud"
}

// String writes to o.buf, if o is &all
func (o *object) written(d loud) {
	o.buf = append(o.buf, fmt.Sprintf("%+v", d)...) // want `makes a string that is only copied .review: what an operand, or its String or Error method, does to o.buf is not seen.$`
}

func (o *object) max() int { return cap(o.buf) }

func (o *object) made(v any) []byte {
	b := append([]byte{}, fmt.Sprintf("%v", v)...)        // want "fmt.Sprintf makes"
	return append(b[:o.max()], fmt.Sprint(v, o.max())...) // want `makes a string that is only copied .review: what an operand, or its String or Error method, does to b.:o.max... is not seen.$`
}

// next may write to o.buf
func (o *object) called(next func() int) {
	o.buf = append(o.buf, strconv.Itoa(next())...) // want "strconv.Itoa makes"
}

func captured(v any) []byte {
	var b []byte
	f := func() { b = b[:0] }
	f()
	return append(b, fmt.Sprintf("%v", v)...) // want `makes a string that is only copied .review: what an operand, or its String or Error method, does to b is not seen.$`
}

// f may change n
func dst(f func(*int) []byte, n int) []byte {
	return append(f(&n), strconv.Itoa(n)...) // want "strconv.Itoa makes"
}

// nobody else sees the room behind b
func own(t time.Time, n int, f float64) string {
	b := make([]byte, 0, 32)
	b = append(b, t.Format("15:04:05.000")...)               // want "Time.Format makes"
	b = append(b, strconv.Itoa(n)...)                        // want "strconv.Itoa makes"
	b = append(append(b, ' '), strconv.Quote("x")...)        // want "strconv.Quote makes"
	b = append(b[:0], strconv.FormatFloat(f, 'g', 3, 32)...) // want "strconv.FormatFloat makes"
	return string(b)
}

func ownArray(t time.Time) []byte {
	var array [32]byte
	b := array[:0]
	return append(b, t.Format("05.000")...) // want "Time.Format makes"
}

func result(p []byte, n int) (b []byte) {
	b = append(b, hex.EncodeToString(p)...) // want "hex.EncodeToString makes"
	b = append(b, strconv.Itoa(n)...)       // want "strconv.Itoa makes"
	return b
}

// the caller may read what lies behind b, in which AppendFormat would write
func record(b []byte, t time.Time) []byte {
	return append(b[:8], t.Format("15:04:05.000")...) // want "Time.Format makes"
}

// old is the first text still
func kept(t time.Time, list [][]byte) [][]byte {
	b := make([]byte, 0, 16)
	b = append(b, "text"...)
	list = append(list, b)
	b = append(b[:0], t.Format(time.RFC3339)...) // want "Time.Format makes"
	return append(list, b)
}

// the array has another name
func shared(t time.Time) (string, byte) {
	var array [32]byte
	b := array[:0]
	b = append(b, t.Format("05.000")...) // want "Time.Format makes"
	return string(b), array[7]
}

// read while it is written over
func overlapping() []byte {
	b := make([]byte, 0, 64)
	b = append(b, "text"...)
	b = append(b[:0], hex.EncodeToString(b)...) // want "hex.EncodeToString makes"
	return b
}

// no minus sign can come
func lengths(b []byte, s string) []byte {
	b = append(b, strconv.Itoa(len(s))...)                 // want "strconv.Itoa makes"
	b = append(b, strconv.FormatInt(int64(cap(b)), 10)...) // want "strconv.FormatInt makes"
	return append(b, strconv.Itoa(7)...)                   // want "strconv.Itoa makes"
}

func digest(b []byte, sum [32]byte) []byte {
	b = append(b, hex.EncodeToString(sum[:])...)                      // want "hex.EncodeToString makes"
	return append(b, base64.RawURLEncoding.EncodeToString(sum[:])...) // want "EncodeToString makes"
}

func wide(b []byte, n *big.Int, key []byte) ([]byte, string) {
	b = append(b, n.String()...)                             // want "Int.String makes"
	b = append(b, n.Text(16)...)                             // want "Int.Text makes"
	b = append(b, base32.StdEncoding.EncodeToString(key)...) // want "Encoding.EncodeToString makes"
	var sb strings.Builder
	sb.WriteString(n.String()) // want "Int.String makes"
	return b, sb.String()
}

type shouted string

func (l shouted) String() string {
	println("called")
	return string(l)
}

// the method would not be called where o is nil
func (o *object) shout(l shouted) {
	o.buf = append(o.buf, fmt.Sprintf("%v %v", l, l)...) // want `makes a string that is only copied .review: `
}
