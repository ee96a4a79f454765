package later

import "reflect"

type header struct {
	n     uint16
	count uint32
}

func converted(h header) (ids []int) {
	for i := 0; i < int(h.n); i++ {
		ids = append(ids, i) // want "ids grows by append although its length is known$"
	}
	return ids
}

func wide(n int64, h header) (out, all []int) {
	for range n {
		out = append(out, 1) // want "out grows by append although its length is known$"
	}
	for i := uint32(0); i < h.count; i++ {
		all = append(all, int(i)) // want "all grows by append although its length is known$"
	}
	return out, all
}

func skips(s string) []byte {
	out := []byte{} // want "out grows by append although its length is known$"
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		out = append(out, s[i])
	}
	return out
}

func onwards(list []string, i int) []string {
	out := []string{} // want "out grows by append although its length is known$"
	for j := range list {
		if j == i {
			i += j
		}
	}
	for i := len(list) / 2; i < len(list); i++ {
		out = append(out, list[i]+"!")
	}
	return out
}

func together(a, b []int) []int {
	out := []int{} // want "out grows by append although its length is known$"
	for i, n := 0, len(a)+len(b); i < n; i++ {
		out = append(out, n-i)
	}
	return out
}

func while(list []int, ok func(int) bool) []int {
	out := []int{} // want "out grows by append although its length is known .review: who keeps"
	i := 0
	for i < len(list) && ok(i) {
		if list[i] > 0 {
			out = append(out, list[i])
		}
		i++
	}
	return out
}

func backwards(list []int) []int {
	out := []int{} // want "out grows by append although its length is known$"
	for i := len(list) - 1; 0 <= i; i-- {
		out = append(out, list[i])
	}
	for i := len(list); i > 0; i-- {
		out = append(out, -list[i-1])
	}
	return out
}

func fields(v reflect.Value) []any {
	out := []any{} // want "out grows by append although its length is known"
	for i := 0; i < v.NumField(); i++ {
		out = append(out, v.Field(i).Interface())
	}
	return out
}

func tight(n byte, ok func(int) bool) []int {
	out := []int{} // want "out grows by append although its length is known .review: more memory may be reserved than is needed; who keeps the result keeps room for 20, however little is in it.$"
	for i := 0; i <= int(n-'0')+5 && 20 > i; i++ {
		if ok(i) {
			out = append(out, i)
		}
	}
	return out
}

func sums(n uint16) []int {
	out := []int{} // want "out grows by append although its length is known$"
	for i := 0; i <= int(n)+5; i++ {
		out = append(out, i)
	}
	for i := 0; i <= int(n); i++ {
		out = append(out, i)
	}
	return out
}

// nope: the constant says that there is no bound
func endless(read func() (int, bool)) (out []int) {
	for i := 0; i < 1<<16-1; i++ {
		n, ok := read()
		if !ok {
			break
		}
		out = append(out, n) // refused "nothing says beforehand"
	}
	return out
}

type chain struct{ list []int }

// nope: the condition asks for nil first, and what the loop begins with may change the list
func (c *chain) asks(start func() int) (out, all []int) {
	for i := 0; c != nil && i < len(c.list); i++ {
		out = append(out, i) // refused "nothing says beforehand"
	}
	for i, n := 0, start(); i < len(c.list); i++ {
		all = append(all, n) // refused "nothing says beforehand"
	}
	return out, all
}

// nope: the number may be negative
func below(list []int, start int) (out []int) {
	for i := start; i < len(list); i++ {
		out = append(out, i) // refused "nothing says beforehand"
	}
	return out
}

// nope: the number may stay, or go back
func back(list []int) (out []int) {
	i, j := 0, 0
	for i < len(list) {
		if list[i] > 0 {
			i++
		}
		out = append(out, i) // refused "nothing says beforehand"
	}
	for j < len(list) {
		out = append(out, j) // refused "nothing says beforehand"
		j++
		j -= list[0]
	}
	return out
}

// nope: the number wraps around
func wraps(n uint8) (out []uint8) {
	for i := uint8(1); i <= n; i++ {
		out = append(out, i) // refused "nothing says beforehand"
	}
	return out
}

// nope: the loop goes on where the number was passed by
func passed(n int) (out []int) {
	for i := 1; i != n; i++ {
		out = append(out, i) // refused "nothing says beforehand"
	}
	return out
}
