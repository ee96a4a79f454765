// Package narrow has counts that an int of 32 bits may not hold.
package narrow

import "strings"

// Nothing may be added, where four times the length is negative.
func escaped(s string) []byte {
	out := []byte{} // want `review: 4\*len\(s\) panics where it is too large for an int of 32 bits; who keeps the result keeps room for 4\*len\(s\)`
	for _, c := range []byte(s) {
		if c == '<' {
			out = append(out, '&', 'l', 't', ';')
		}
	}
	return out
}

// One byte of four is certain, in either branch.
func quoted(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' {
			i++                   // so that a turn may be for two bytes
			b.WriteString(`\x0a`) // want `the buffer b grows .*review: 4\*len\(s\) panics where it is too large for an int of 32 bits\)$`
		} else {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// A byte for each byte is a plain number, and needed in any case.
func doubled(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		switch c {
		case '"':
			b.WriteString(`\"`) // want `the buffer b grows although the least length is known$`
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// Memory runs out before three times as many strings are too many.
func words(list []string) []string {
	out := []string{} // want `review: who keeps the result keeps room for 3\*len\(list\), however little is in it\)$`
	for _, s := range list {
		if s != "" {
			out = append(out, s, s, s)
		}
	}
	return out
}

// All of them are added: a count that is too large is as many as do not fit into memory.
func certain(s string) []byte {
	out := []byte{} // want `out grows by append although its length is known$`
	for _, c := range []byte(s) {
		out = append(out, '%', c, c)
	}
	return out
}

// A product is as large as the result.
func product(a, b []int) []int {
	out := []int{} // want `out grows by append although its length is known$`
	for range a {
		for _, y := range b {
			out = append(out, y)
		}
	}
	return out
}

// But f may panic before there are so many.
func products(a, b []int, f func(x, y int) int) []int {
	out := []int{} // want `review: memory for len\(a\)\*len\(b\) is reserved before any is needed\)$`
	for _, x := range a {
		for _, y := range b {
			out = append(out, f(x, y))
		}
	}
	return out
}

// The loop and the count see the same number, cut off or not.
func cut(n int64) []int {
	out := []int{} // want `out grows by append although its length is known$`
	for i := range int(n) {
		out = append(out, i)
	}
	return out
}

// An int may not hold it: then there is less room, or the loop would need more memory than there is.
func long(n int64) []int64 {
	out := []int64{} // want `out grows by append although its length is known$`
	for i := range n {
		out = append(out, i)
	}
	return out
}

// An early return has what there is so far.
func early(s []string) (out []string) {
	for _, c := range s {
		out = append(out, c) // want `review: who keeps the result keeps room for len\(s\), however little is in it\)$`
		if c == "end" {
			return
		}
	}
	return
}

// Nobody but the function has the room.
func local(s []string) int {
	out := []string{} // want `out grows by append although its length is known$`
	for _, c := range s {
		if c != "" {
			out = append(out, c)
		}
	}
	return len(out)
}

// An error hands out nothing.
func parsed(s []string, parse func(string) (int, error)) ([]int, error) {
	out := []int{} // want `out grows by append although its length is known$`
	for _, c := range s {
		n, err := parse(c)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}
