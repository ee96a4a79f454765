package appended

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"io"
	"math/big"
	"slices"
	"strconv"
)

// the hash of each part is a number
func pads(h hash.Hash, parts [][]byte) *big.Int {
	sum, pad := new(big.Int), new(big.Int)
	for _, p := range parts {
		for i := range p {
			h.Reset()
			h.Write(p[i:])
			digest := h.Sum(nil) // want `digest is made anew in each iteration .review: h.Sum must append`
			pad.SetBytes(digest[:len(digest)-1])
			sum.Add(sum, pad)
		}
	}
	return sum
}

func known(parts [][]byte) (n int) {
	h := sha256.New()
	for _, p := range parts {
		h.Reset()
		h.Write(p)
		digest := h.Sum([]byte(nil)) // want `digest is made anew in each iteration$`
		n += int(digest[0]) + len(digest)
	}
	return n
}

func medians(lists [][]int, out []int) []int {
	for _, list := range lists {
		sorted := append([]int(nil), list...) // want `sorted is made anew in each iteration$`
		slices.Sort(sorted)
		others := slices.Clone(list) // want `others is made anew in each iteration$`
		slices.Sort(others)
		out = append(out, sorted[len(sorted)/2]+others[0])
	}
	return out
}

func numbers(b *bytes.Buffer, list []int64) {
	for _, n := range list {
		text := strconv.AppendInt(nil, n, 10) // want `text is made anew in each iteration$`
		b.Write(text)
		b.Write(text[1:])
	}
}

func kept(lists [][]int) (out [][]int) {
	for _, list := range lists {
		sorted := append([]int(nil), list...) // nope: the result has it
		slices.Sort(sorted)
		out = append(out, sorted)
	}
	return out
}

func told(lists [][]int) (n int) {
	for _, list := range lists {
		other := slices.Clone(list) // nope: nil, or not
		if other == nil {
			n++
		}
	}
	return n
}

func grown(list []int, x int) (n int) {
	for range list {
		more := append(list, x) // nope: it has elements before
		n += len(more)
	}
	return n
}

func once(h hash.Hash) int {
	digest := h.Sum(nil) // nope: no loop
	return len(digest)
}

func local(lists [][]int) (n int) {
	type row []int
	for _, list := range lists {
		type cell int
		row := append(row(nil), list...)                // want `row is made anew in each iteration$`
		cells := append([]cell(nil), cell(len(row)), 2) // nope: its type is known there only
		all := append([]cell{}, cells...)               // nope: its type is known there only
		n += len(all)
	}
	return n
}

func lent(b *bytes.Buffer, w io.Writer, names []string) {
	for _, name := range names {
		text := []byte(name) // nope: a text that is only read is not copied
		b.Write(text)
		line := []byte(name) // want `line is made anew in each iteration$`
		w.Write(line)
		w.Write(line[1:])
	}
}
