package old

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"strconv"
)

// nope: fmt.Appendf is of Go 1.19, AvailableBuffer of 1.18, AppendEncode of 1.22
func old(b []byte, w *bufio.Writer, err error) []byte {
	w.WriteString(strconv.Itoa(len(b)))
	b = append(b, hex.EncodeToString(b)...)
	return append(b, fmt.Sprintf("%v", err)...)
}

// nope: before go1.22 the variable is one for all turns
func last(all []int) (sum int) {
	var list []*int
	for _, n := range all {
		list = append(list, &n)
	}
	for _, p := range list {
		sum += *p
	}
	return sum
}
