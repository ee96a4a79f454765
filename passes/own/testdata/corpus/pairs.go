// Package corpus has pairs of shapes that are everywhere, with which the standard library is
// rewritten: what comes of it must type-check. Better code it is not.
package corpus

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func beforeEmpty(s string) bool { return len(s) == 0 }

func afterEmpty(s string) bool { return s == "" }

func beforeFailed(err error) bool { return err != nil }

func afterFailed(err error) bool {
	var none error
	return err != none
}

func beforeLess(a, b int) bool { return a < b }

func afterLess(a, b int) bool { return b > a }

func beforeTwice(n int) int { return n * 2 }

func afterTwice(n int) int { return n + n }

func beforeTail(s string, i int) string { return s[i:] }

func afterTail(s string, i int) string {
	tail := s
	return tail[i:len(tail)]
}

func beforeByte(b []byte, i int) byte { return b[i] }

func afterByte(b []byte, i int) byte {
	var at byte
	for j, c := range b {
		if j == i {
			at = c
		}
	}
	return at
}

func beforeOne(list []string, s string) []string { return append(list, s) }

func afterOne(list []string, s string) []string { return slices.Concat(list, []string{s}) }

func beforeText(s string) string { return fmt.Sprintf("%s", s) }

func afterText(s string) string { return s }

func beforeNumber(n int) string { return strconv.Itoa(n) }

func afterNumber(n int) string { return strconv.FormatInt(int64(n), 10) }

func beforePut(b *strings.Builder, s string) { b.WriteString(s) }

func afterPut(b *strings.Builder, s string) {
	for i := range len(s) {
		b.WriteByte(s[i])
	}
}

func beforeClone[T any](list []T) []T {
	var out []T
	for _, v := range list {
		out = append(out, v)
	}
	return out
}

func afterClone[T any](list []T) []T {
	out := make([]T, len(list))
	copy(out, list)
	return out
}

func beforeLast[T any](list []T) T { return list[len(list)-1] }

func afterLast[T any](list []T) T {
	n := len(list)
	rest := slices.Clone(list[n-1:])
	var last T
	for _, v := range rest {
		last = T(v)
	}
	return last
}

func beforeCall(s, prefix string) bool { return strings.HasPrefix(s, prefix) }

func afterCall(s, prefix string) bool { return len(s) >= len(prefix) && s[:len(prefix)] == prefix }

func beforeIs(a, b error) bool { return a == b }

func afterIs(a, b error) bool { return map[error]bool{a: true}[b] }
