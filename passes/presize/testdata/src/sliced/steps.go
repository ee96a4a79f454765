package sliced

import "encoding/binary"

type pair struct{ key, value string }

func pairs(list []string) []pair {
	var out []pair
	for i := 0; i+1 < len(list); i += 2 {
		out = append(out, pair{list[i], list[i+1]}) // want "out grows by append although its length is known$"
	}
	return out
}

func odd(list []string) []string {
	out := []string{} // want "out grows by append"
	for i := 1; i < len(list); i += 3 {
		out = append(out, list[i], "x")
	}
	return out
}

func numbers(b []byte, first bool) (out []uint64) {
	if first {
		b = b[1:]
	}
	for len(b) >= 8 {
		out = append(out, binary.BigEndian.Uint64(b)) // want "out grows by append although its length is known$"
		b = b[8:]
	}
	return out
}

func quartets(text string) []string {
	var out []string
	for ; text != ""; text = text[4:] {
		out = append(out, text[:4]) // want "out grows by append although its length is known$"
	}
	return out
}

func tail(list []string) []string {
	var out []string
	for len(list) > 0 {
		if list[0] != "" {
			out = append(out, list[0]) // want "out grows by append .*review: who keeps"
		}
		list = list[1:]
	}
	return out
}

// nope: how much is cut is not known, nor how much there is
func negative(b []byte, next func() []byte) (out, more, other, ends []byte, nested []int) {
	for len(b) > 0 {
		out = append(out, b[0])
		b = b[b[0]:]
	}
	c := next()
	for len(c) > 4 {
		more = append(more, c[0])
		c = c[3:]
		if len(c) == 4 {
			c = next()
		}
	}
	d := next()
	for i := 2; i < len(d); i += 2 {
		other = append(other, d[i]) // want "other grows"
	}
	e := next()
	for len(e) > 0 {
		ends = append(ends, e[0])
		e = e[:len(e)-1]
	}
	g := next()
	for range e {
		for len(g) > 3 {
			nested = append(nested, 1)
			g = g[4:]
		}
		g = next()
	}
	return
}

// nope: the text that is cut is not the one that is there in front of the loop
func second(b []byte) (out []byte) {
	for len(b) >= 2 {
		out = append(out, b[0]) // want "out grows by append"
		b = b[2:]
	}
	for len(b) >= 1 {
		out = append(out, b[0])
		b = b[1:]
	}
	return out
}

// nope: perhaps nothing is cut
func perhaps(b []byte) (out, more []byte) {
	for len(b) > 10 {
		out = append(out, b[0])
		if b[0] > 0 {
			b = b[1:]
		}
	}
	for len(b) > 0 {
		more = append(more, b[0])
		if b[0] == 0 {
			continue
		}
		b = b[1:]
	}
	return out, more
}

func oneATurn(words []string) []string {
	var out []string
	for _, w := range words {
		if w == "" {
			out = append(out, "_") // want `out grows by append .*.review: who keeps the result keeps room for len.words., however`
			continue
		}
		if w[0] < ' ' {
			out = append(out, "?")
			continue
		}
		out = append(out, w)
	}
	return out
}

func oneATurnOrNone(words []string) ([]string, bool) {
	var out []string
	for _, w := range words {
		if w == "" {
			continue
		} else if w[0] == ' ' {
			out = append(out, "_") // want `out grows by append .*.review: who keeps the result keeps room for len.words., however`
			continue
		} else if w[0] < ' ' {
			return nil, false
		}
		out = append(out, w)
	}
	return out, true
}

func twoATurn(words []string) []string {
	var out []string
	for _, w := range words {
		if w == "" {
			continue
		} else if w[0] == ' ' {
			out = append(out, "_") // want `out grows by append .*.review: who keeps the result keeps room for 2\*len.words., however`
		}
		out = append(out, w)
	}
	return out
}

func ended(words []string, end string) []string { return append(words, end) }

// What one call appends, another one may overwrite: that depends on the capacity.
func endings(src []string) (question, exclamation []string) {
	var words []string
	for _, w := range src {
		words = append(words, w+"-") // want `words grows by append although its length is known .review: .*may share its array`
	}
	question = ended(words, "?")
	return question, ended(words, "!")
}
