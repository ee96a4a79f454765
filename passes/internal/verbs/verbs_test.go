package verbs

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/token"
	"io/fs"
	"log/slog"
	"math"
	"net"
	"net/http"
	"net/netip"
	"reflect"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// TestSameText checks the facts on which the rewrites rest: what strconv writes is
// what fmt writes, for the values at which formatters differ.
func TestSameText(t *testing.T) {
	same := func(format string, x any, got string) {
		t.Helper()
		if want := fmt.Sprintf(format, x); got != want {
			t.Errorf("Sprintf(%q, %v) = %q, without fmt %q", format, x, want, got)
		}
	}
	for _, x := range []int64{0, 1, -1, 9, 10, -255, math.MaxInt64, math.MinInt64} {
		same("%d", x, strconv.FormatInt(x, 10))
		same("%v", x, strconv.FormatInt(x, 10))
		same("%x", x, strconv.FormatInt(x, 16))
		same("%d", uint64(x), strconv.FormatUint(uint64(x), 10))
		same("%x", uint64(x), strconv.FormatUint(uint64(x), 16))
		same("%c", rune(x), string(rune(x)))
		same("%q", rune(x), strconv.QuoteRune(rune(x)))
		same("%q", byte(x), strconv.QuoteRune(rune(byte(x))))
		same("%02x", byte(x), hex.EncodeToString([]byte{byte(x)}))
		same("%04x", uint16(x), hex.EncodeToString(binary.BigEndian.AppendUint16(nil, uint16(x))))
		same("%08x", uint32(x), hex.EncodeToString(binary.BigEndian.AppendUint32(nil, uint32(x))))
		same("%016x", uint64(x), hex.EncodeToString(binary.BigEndian.AppendUint64(nil, uint64(x))))
	}
	for _, r := range []rune{0xD800, 0xFFFD, 0x10FFFF, 0x110000, -1} {
		same("%c", r, string(r))
		same("%q", r, strconv.QuoteRune(r))
	}
	floats := []float64{0, math.Copysign(0, -1), 1, -1, 0.1, 1e6, 1e20, 1e21, 1e22, 1e-5, 123456789, 5e-324,
		math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN(), 1.0 / 3}
	for _, x := range floats {
		same("%v", x, strconv.FormatFloat(x, 'g', -1, 64))
		same("%g", x, strconv.FormatFloat(x, 'g', -1, 64))
		same("%f", x, strconv.FormatFloat(x, 'f', 6, 64))
		same("%.2f", x, strconv.FormatFloat(x, 'f', 2, 64))
		same("%.0f", x, strconv.FormatFloat(x, 'f', 0, 64))
		same("%v", float32(x), strconv.FormatFloat(float64(float32(x)), 'g', -1, 32))
		same("%.3f", float32(x), strconv.FormatFloat(float64(float32(x)), 'f', 3, 32))
	}
	for _, s := range []string{"", "a", `a"b`, "`", "\x00\xff", "é世\u2028", "\ufeff", "%d"} {
		same("%s", s, s)
		same("%v", s, s)
		same("%q", s, strconv.Quote(s))
		same("%s", []byte(s), string([]byte(s)))
		same("%q", []byte(s), strconv.Quote(string([]byte(s))))
	}
	same("%s", []byte(nil), string([]byte(nil)))
	same("%q", []byte(nil), strconv.Quote(string([]byte(nil))))
	for _, b := range [][]byte{nil, {}, {0, 0xff, 'a'}} {
		same("%x", b, hex.EncodeToString(b))
	}
	same("%x", [3]byte{1, 2, 0xab}, hex.EncodeToString([]byte{1, 2, 0xab}))
	same("%t", true, strconv.FormatBool(true))
	same("%v", false, strconv.FormatBool(false))
}

type named string

// TestSpaces checks between which operands Sprint puts a space.
func TestSpaces(t *testing.T) {
	for got, want := range map[string]string{
		fmt.Sprint(1, 2, true):                 "1 2 true",
		fmt.Sprint("a", 1, "b", 2):             "a1b2",
		fmt.Sprint(1, named("a"), 2):           "1a2",
		fmt.Sprint(1, json.Number("2"), 3):     "123",
		fmt.Sprint(time.Second, time.Month(1)): "1s January",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestQuiet checks that the methods which package stdlib has as quiet return what fmt prints, for
// values outside of the constants of their types, too.
func TestQuiet(t *testing.T) {
	for _, x := range []fmt.Stringer{
		time.Duration(0), time.Duration(math.MinInt64), time.Month(0), time.Month(13), time.Weekday(-1), time.Time{}, time.Now(),
		netip.Addr{}, netip.AddrPort{}, netip.Prefix{}, net.IP(nil), net.IP{1}, net.IPMask(nil), net.HardwareAddr(nil), http.ConnState(99),
		fs.FileMode(math.MaxUint32), reflect.Kind(99), syscall.Signal(-1), json.Number(""), token.Token(-1), token.Position{}, slog.Level(-99),
	} {
		if got, want := x.String(), fmt.Sprintf("%v", x); got != want {
			t.Errorf("%T: String is %q, fmt prints %q", x, got, want)
		}
		if got, want := strconv.Quote(x.String()), fmt.Sprintf("%q", x); got != want {
			t.Errorf("%T: quoted String is %s, fmt prints %s", x, got, want)
		}
	}
	if e := syscall.Errno(99999); e.Error() != fmt.Sprintf("%s", e) {
		t.Errorf("Error of syscall.Errno is %q, fmt prints %q", e.Error(), fmt.Sprintf("%s", e))
	}
}
