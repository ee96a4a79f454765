package negative

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"time"
)

// nope: the call may append to b
func calls(b []byte, f func() int) []byte {
	return append(b, strconv.Itoa(f())...)
}

func dst(f func() []byte, n int) []byte {
	return append(f(), strconv.Itoa(n)...)
}

// nope: not of time
type clock struct{}

func (clock) Format(string) string { return "" }

func other(b []byte, c clock) []byte {
	return append(b, c.Format("x")...)
}

type bytes []byte

// nope: another type of slice
func named(b bytes, t time.Time) bytes {
	return append(b, t.Format("x")...)
}

// nope: the pass format does more
func plain(b []byte, n int) []byte {
	return append(b, fmt.Sprintf("%d", n)...)
}

// nope: a function, not a method
func function(b []byte) []byte {
	sum := sha256.Sum256(nil)
	return append(b, sum[:]...)
}

// nope: the array would escape
func reset(b []byte) []byte {
	h := sha256.New()
	h.Write(b)
	return h.Sum(nil)
}

// nope: a comment would be lost
func comment(b []byte, n int) []byte {
	return append(b, strconv.Itoa(n /* items */)...)
}

// nope: the method is a value
func method(b []byte, t time.Time) []byte {
	return append(b, time.Time.Format(t, "x")...)
}

type day struct{ time.Time }

func (day) AppendFormat(b []byte, layout string) []byte { return b }

// nope: promoted beside another method
func promoted(b []byte, d day) []byte {
	return append(b, d.Format("x")...)
}
