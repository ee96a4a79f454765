package a

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
)

func classic(list []string) (out []string) {
	for _, s := range list {
		var buf bytes.Buffer // want `buf is made anew in each iteration`
		buf.WriteString(s)
		buf.WriteByte('!')
		out = append(out, buf.String())
	}
	return out
}

func pointer(list []any, out *bytes.Buffer) error {
	for _, x := range list {
		buf := new(bytes.Buffer) // want `buf is made anew in each iteration`
		if err := json.NewEncoder(buf).Encode(x); err != nil {
			return err
		}
		fmt.Fprintf(buf, "%v", x)
		out.Write(buf.Bytes())
	}
	return nil
}

func toWriter(w io.Writer, list []string) {
	for _, s := range list {
		buf := &bytes.Buffer{} // want `buf is made anew in each iteration`
		buf.WriteString(s)
		w.Write(buf.Bytes())
	}
}

func grown(list [][]int) (out []string) {
	for _, xs := range list {
		var b []byte // want `b is made anew in each iteration`
		for _, x := range xs {
			b = strconv.AppendInt(b, int64(x), 10)
			b = append(b, ',')
		}
		out = append(out, string(b))
	}
	return out
}

func nested(list [][][]int) (sum int) {
	for _, rows := range list {
	next:
		for _, row := range rows {
			s := []int{} // want `s is made anew in each iteration`
			for _, x := range row {
				if x < 0 {
					continue next
				}
				s = append(s, x)
			}
			slices.Sort(s)
			sum += s[0]
		}
	}
	return sum
}

func sized(list [][]string) (n int) {
	for _, words := range list {
		keys := make([]string, 0, len(words)) // want `keys is made anew in each iteration$`
		for _, w := range words {
			keys = append(keys, w)
		}
		slices.Sort(keys)
		for i, k := range keys {
			n += i * len(k)
		}
	}
	return n
}

func full(list [][]int) (sum int) {
	for _, xs := range list {
		seen := make([]bool, len(xs)) // want `seen is made anew in each iteration`
		for _, x := range xs {
			if !seen[x] {
				sum += x
			}
			seen[x] = true
		}
	}
	return sum
}

func read(f *os.File, n int) (sum int) {
	for range n {
		b := make([]byte, 4096) // want `b is made anew in each iteration`
		m, _ := f.Read(b)
		for _, c := range b[:m] {
			sum += int(c)
		}
	}
	return sum
}

func distinct(list [][]string) (n int) {
	for _, words := range list {
		seen := make(map[string]bool) // want `seen is made anew in each iteration`
		for _, w := range words {
			seen[w] = true
		}
		n += len(seen)
	}
	return n
}

func lines(files []*os.File) (n int) {
	for _, f := range files {
		br := bufio.NewReader(f) // want `br is made anew in each iteration .*review: what an iteration read from or wrote to stays reachable until the next one.`
		for {
			if _, err := br.ReadString('\n'); err != nil {
				break
			}
			n++
		}
	}
	return n
}

func zip(list [][]byte, open func() io.Writer) {
	for _, p := range list {
		z := gzip.NewWriter(open()) // want `z is made anew in each iteration .*review: what an iteration read from or wrote to stays reachable until the next one.`
		z.Write(p)
		z.Close()
	}
}

func sums(list [][]byte) (out [][]byte) {
	for _, p := range list {
		h := sha256.New() // want `h is made anew in each iteration`
		h.Write(p)
		out = append(out, h.Sum(nil))
	}
	return out
}

func twoLoops(list []string) (n int) {
	for _, s := range list {
		var buf bytes.Buffer // want `buf is made anew in each iteration`
		buf.WriteString(s)
		n += buf.Len()
	}
	for _, s := range list {
		var buf bytes.Buffer // want `buf is made anew in each iteration`
		buf.WriteString(s)
		n -= buf.Len()
	}
	return n
}

func inBranch(list []string) (n int) {
	for _, s := range list {
		if len(s) > 3 {
			var buf bytes.Buffer // want `buf is made anew in each iteration`
			buf.WriteString(s)
			n += buf.Len()
		}
	}
	return n
}

func generic[T any](list []T) (n int) {
	for _, x := range list {
		var buf bytes.Buffer // want `buf is made anew in each iteration`
		fmt.Fprint(&buf, x)
		n += buf.Len()
	}
	return n
}

func compress(list [][]byte) (out [][]byte, err error) {
	for _, p := range list {
		packed := new(bytes.Buffer)
		z := gzip.NewWriter(packed) // want `z is made anew in each iteration$`
		z.Write(p)
		if err := z.Close(); err != nil {
			return nil, err
		}
		out = append(out, packed.Bytes())
	}
	return out, nil
}

type tree []struct {
	name  string
	below tree
}

func holding(list [][]*bytes.Buffer) (n int) {
	for _, l := range list {
		var s []*bytes.Buffer // want `s is made anew .*review: elements of an earlier iteration stay reachable until they are overwritten.`
		s = append(s, l...)
		m := make(map[string]*bytes.Buffer) // want `m is made anew .*review: entries of an iteration stay reachable until the next one.`
		m["x"] = s[0]
		var t []tree // want `t is made anew .*review: elements of an earlier`
		t = append(t, nil)
		c := map[string][][]string{} // want `c is made anew in each iteration$`
		c["x"] = nil
		n += len(m) + len(s) + len(t) + len(c)
	}
	return n
}

// inner gives the buffer to a function that keeps nothing of it.
func inner(list []string) {
	for _, s := range list {
		var b []byte // want `b is made anew in each iteration$`
		b = append(b, s...)
		show(b)
	}
}

func show(b []byte) { fmt.Print(len(b)) }
