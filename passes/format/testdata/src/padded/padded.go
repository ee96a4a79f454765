package padded

import (
	"fmt"
	"strings"
	"time"
)

func clock(h, m int, s uint8) string {
	return fmt.Sprintf("%02d:%02d:%2d", h, m, s) // want "fmt.Sprintf puts plain values into interfaces"
}

func of(t time.Time) string {
	day := fmt.Sprintf("%02d", t.Day()) // want "puts plain values"
	return day
}

func elapsed(sb *strings.Builder, d time.Duration) {
	sec := int(d / time.Second)
	// Minutes and seconds.
	fmt.Fprintf(sb, "%d:%02d", sec/60, sec%60) // want "fmt.Fprintf puts plain values"
}

func appended(b []byte, n uint64, list []string) []byte {
	b = fmt.Appendf(b, "%2d of %02d", n, len(list)) // want "fmt.Appendf puts plain values"
	return b
}

type level int

func (l level) String() string { return "level" }

// A verb for numbers asks for no method.
func number(l level) int {
	s := fmt.Sprintf("<%02d>", l) // want "puts plain values"
	return strings.Index(s, "1")
}

// nope: the statements would run before the others
func beside(first func() string, n int) string {
	return first() + fmt.Sprintf("%02d", n+1) // refused "no room for the statements"
}

// nope: the text of an error
func failed(n int) error {
	return fmt.Errorf("no %02d", n) // refused "too much for the text of an error"
}

// nope: nobody wants to read so many lines
func many(a, b, c, d int) string {
	return fmt.Sprintf("%02d%02d%02d%02d", a, b, c, d) // refused "so many numbers"
}

// nope: other widths, and what is no number
func others(n int, s string, f float64) []string {
	return []string{
		fmt.Sprintf("%03d", n),         // refused "needs fmt"
		fmt.Sprintf("%-2d", n),         // refused "needs fmt"
		fmt.Sprintf("%02s", s),         // refused "needs fmt"
		fmt.Sprintf("%2v%02.1f", n, f), // refused "needs fmt"
	}
}

// nope: another build may have another number
func constant(s string) string {
	const n = 3
	return fmt.Sprintf("%s%02d", s, n) // refused "needs fmt"
}
