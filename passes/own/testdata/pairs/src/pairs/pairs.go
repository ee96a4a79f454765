// Package pairs has the rules that the other packages here are rewritten with.
package pairs

import (
	"bytes"
	enc "encoding/hex"
	"fmt"
	"lib"
	"sort"
	"strconv"
	"strings"
	"time"
)

func beforeQuote(s string) string { return fmt.Sprintf("%q", s) }

func afterQuote(s string) string { return strconv.Quote(s) }

func beforeJoin(a, b string) string { return lib.Join(a, b) }

func afterJoin(x, y string) string { return x + "/" + y }

func beforeEqual(a, b []byte) bool {
	x := string(a)
	y := string(b)
	return strings.EqualFold(x, y)
}

func afterEqual(a, b []byte) bool { return bytes.EqualFold(a, b) }

func beforeKeys(m map[string]int) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func afterKeys(m map[string]int) []string {
	// The length is known.
	sorted := make([]string, 0, len(m))
	for key := range m {
		sorted = append(sorted, key)
	}
	sort.Strings(sorted)
	return sorted
}

func beforePad(s string, n int) string { return fmt.Sprintf("%s%d", s, n) }

func afterPad(s string, n int) string {
	var buf [64]byte
	b := append(buf[:0], s...)
	return string(strconv.AppendInt(b, int64(n), 10))
}

func beforeIndex[T comparable](list []T, v T) bool {
	set := make(map[T]bool)
	for _, x := range list {
		set[x] = true
	}
	return set[v]
}

func afterIndex[T comparable](list []T, v T) bool {
	found := false
	for _, x := range list {
		if x == v {
			found = true
		}
	}
	return found
}

func beforePushes(s *lib.Stack, v []string) {
	for _, x := range v {
		s.Push(x)
	}
}

func afterPushes(s *lib.Stack, v []string) { s.PushAll(v) }

func beforeReverse(a, b string) string { return fmt.Sprintf("%[2]s%[1]s", a, b) }

func afterReverse(a, b string) string { return b + a }

func beforeDouble(s string) string { return fmt.Sprintf("%s%[1]s", s) }

func afterDouble(s string) string { return s + s }

func beforeScale(x, y float64) float64 { return lib.Div(x, y) }

func afterScale(x, y float64) float64 { return x / y }

func beforeHalf(n int64) string { return lib.Half(n) }

func afterHalf(n int64) string { return strconv.FormatInt(n>>1+n-n>>1, 10) }

func beforeAnd(s string, ok bool) bool { return lib.Fast(s, "") == "/" && ok }

func afterAnd(s string, ok bool) bool { return s == "" && ok }

func beforeFirst(list []string) string { return list[:1][0] }

func afterFirst(list []string) string { return list[0] }

func beforeGet(m map[string]int, k []byte) int { s := string(k); return m[s] }

func afterGet(m map[string]int, k []byte) int { v, _ := m[string(k)]; return v }

func beforeLines(list []string) int { return lib.Lines(list...) }

func afterLines(list []string) int { return len(list) }

func beforeLazy(s string) func() string { return func() string { return lib.Fast(s, s) } }

func afterLazy(s string) func() string { return func() string { return s + "/" + s } }

func beforeID(id lib.ID) []byte { return []byte(id.String()) }

func afterID(id lib.ID) []byte { return id.Append(nil) }

func beforeRead(p *int) string { n := strconv.Itoa(*p); return fmt.Sprint(n) }

func afterRead(p *int) string { return strconv.Itoa(*p) }

func beforeConcat(parts []string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p)
	}
	return b.String()
}

func afterConcat(parts []string) string { return strings.Join(parts, "") }

func beforeRaw(s string) string { return lib.Tag(s) }

func afterRaw(s string) string {
	head := `<tag>
	` + s
	return head + `
	</tag>`
}

func beforeSum(x, y, z float64) float64 { return lib.Mul(x*y, z) }

func afterSum(x, y, z float64) float64 { return x * y * z }

func beforeWait(d time.Duration) int64 { return lib.Millis(d) }

func afterWait(d time.Duration) int64 { return int64(d / time.Millisecond) }

func beforeSwapped(list []string, i int) string { return lib.Fast(list[i], "") }

func afterSwapped(list []string, i int) string { return lib.Fast(list[i], list[i][:0]) }

func beforeEach(list []string) []string {
	return lib.Every(list, func(v string) string { return lib.Fast(v, v) })
}

func afterEach(list []string) []string {
	return lib.Every(list, func(v string) string { return v + "/" + list[0] })
}

func beforeHexed(b []byte) string { return lib.Hex(b) }

func afterHexed(b []byte) string {
	hex := enc.EncodeToString(b)
	return hex
}

func beforeFinal[T any](list []T) T { return list[:len(list)][len(list)-1] }

func afterFinal[T any](list []T) T { return T(list[len(list)-1]) }

func beforeFront[T any](v T, list []T) []T { return append([]T{v}, list...) }

func afterFront[T any](v T, list []T) []T {
	return append(append(make([]T, 0, len(list)+1), v), list...)
}
