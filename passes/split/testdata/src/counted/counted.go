package counted

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
)

func address(s string) (host, port string, ok bool) {
	parts := strings.Split(s, ":") // want "strings.Split makes a slice"
	switch len(parts) {
	case 1:
		return parts[0], "", true
	case 2:
		return parts[0], parts[1], true
	}
	return "", "", false
}

// perhaps more than two
func atLeast(s string) bool {
	kv := strings.Split(s, "=") // want "strings.Split makes a slice"
	return len(kv) >= 2 && kv[1] == "x"
}

func numbers(s string) string {
	v := strings.Split(s, ".") // want "strings.Split makes a slice"
	if len(v) == 2 {
		return v[1]
	}
	if 3 == len(v) {
		return v[2]
	}
	return ""
}

func condition(s string) string {
	if v := strings.Split(s, "."); len(v) == 3 { // want "strings.Split makes a slice"
		return v[1]
	}
	return ""
}

func tagged(s string) (first, last string) {
	n := len(s)
	switch v := strings.Split(s, "."); len(v) { // want "strings.Split makes a slice"
	case 1, 2:
		return v[0], ""
	default:
		return v[0], v[2][:n%2]
	case 0, 3:
	}
	return "", ""
}

func conditions(s string) string {
	v := strings.Split(s, "/") // want "strings.Split makes a slice"
	switch {
	case len(v) < 2 || v[1] == "":
		return v[0]
	case len(v) == 2, len(v) == 3:
		return v[1]
	default:
		return v[2]
	}
}

func loop(lines []string) (n int) {
	for _, l := range lines {
		v := strings.Split(l, " ") // want "strings.Split makes a slice"
		for n := 0; len(v) > 1 && n < 3; n++ {
			println(v[1])
		}
		if !(len(v) >= 4) {
			continue
		}
		n += len(v) + len(v[3])
	}
	return n
}

func limited(s string) (string, int) {
	v := strings.SplitN(s, " ", 3) // want "strings.SplitN makes a slice"
	if len(v) < 2 {
		return "", len(v)
	} else if len(v) > 2 {
		return v[2], len(v)
	}
	return v[1], 0
}

func later(s string) func() string {
	v := strings.Split(s, " ") // want "strings.Split makes a slice"
	if len(v) < 2 {
		return nil
	}
	return func() string { return v[1] }
}

// nope: two names v
func twice(s, v string) string {
	if v := strings.Split(s, "."); len(v) == 3 { // refused "no room for more than one statement"
		return v[1]
	}
	return v
}

// nope: an else has no room
func otherwise(s string) string {
	if s == "" {
	} else if v := strings.Split(s, "."); len(v) == 3 { // refused "no room for more than one statement"
		return v[1]
	}
	return ""
}

// nope: the next clause has it, too, and the closure has the list
func falls(s string) func() string {
	v := strings.Split(s, ".") // refused "part 1 may not exist"
	switch len(v) {
	case 2:
		fallthrough
	case 1:
		return func() string { return v[1] }
	}
	return nil
}

// nope: the other branch of it
func other(s string) func() string {
	v := strings.Split(s, ".") // refused "part 1 may not exist"
	if len(v) == 1 || s == "" {
		return func() string { return v[1] }
	}
	return nil
}

// nope: the length of another one
func mistaken(s string, w []string) func() string {
	v := strings.Split(s, ".") // refused "part 1 may not exist"
	switch len(w) {
	case 2:
		return func() string { return v[1] }
	}
	return nil
}

// nope: only if s is not empty
func sometimes(s string) func() string {
	v := strings.Split(s, ".") // refused "part 1 may not exist"
	if s != "" {
		if len(v) < 2 {
			return nil
		}
	}
	return func() string { return v[1] }
}

// A clause that goes on with the next one.
func levels(s string) (low, high string) {
	l := strings.SplitN(s, "-", 2) // want "strings.SplitN makes a slice"
	switch len(l) {
	case 2:
		high = l[1]
		fallthrough
	case 1:
		low = l[0]
	}
	return low, high
}

func which(s string) string {
	l := strings.SplitN(s, "-", 2) // want "strings.SplitN makes a slice"
	switch len(l) {
	case 1:
		return l[0]
	default:
		return l[1]
	case 3:
		return ""
	}
}

// what is made for it is made once
func made(x float64) string {
	parts := strings.Split(describe(x), "/") // want "strings.Split makes a slice"
	if len(parts) > 1 {
		return parts[1]
	}
	return parts[0]
}

func describe(x float64) string { return fmt.Sprint(x) }

func threshold(s string) (string, int) {
	v := strings.Split(s, "/") // want "strings.Split makes a slice"
	if len(v) >= 3 {
		return v[2], 1
	}
	if len(v) < 3 && s != "" {
		return v[0], 2
	}
	return "", 0
}

// a number has one point at most
func grouped(x float64, b *big.Float) (digits []string) {
	parts := strings.Split(strconv.FormatFloat(x, 'f', -1, 64), ".") // want "strings.Split makes a slice"
	digits = append(digits, parts[0])
	if len(parts) > 1 {
		digits = append(digits, parts[1])
	}
	text := fmt.Sprintf("$%.2f", x)
	halves := strings.Split(text, ".") // want "strings.Split makes a slice"
	if len(halves) == 1 {
		return digits
	}
	digits = append(digits, halves[0], halves[1])
	whole := strings.Split(b.Text('f', 2), ".") // want "strings.Split makes a slice"
	if len(whole) != 2 {
		return nil
	}
	return append(digits, whole[1])
}

// of other texts this is not known
func pointed(x float64, s string, d time.Duration) (all []string) {
	v := strings.Split(fmt.Sprintf("%.2f%s", x, s), ".") // want "strings.Split makes a slice"
	if len(v) > 1 {
		all = append(all, v[1])
	}
	w := strings.Split(fmt.Sprintf("%.2f.", x), ".") // want "strings.Split makes a slice"
	if len(w) > 1 {
		all = append(all, w[1])
	}
	y := strings.Split(fmt.Sprintf("%v", d), ".") // want "strings.Split makes a slice"
	if len(y) > 1 {
		all = append(all, y[1])
	}
	z := strings.Split(strconv.FormatFloat(x, 'f', -1, 64), "1") // want "strings.Split makes a slice"
	if len(z) > 1 {
		all = append(all, z[1])
	}
	return all
}
