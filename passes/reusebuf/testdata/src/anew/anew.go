package anew

import (
	"bytes"
	"io"
	"os"
	"strconv"
	"strings"
)

func buffer(lines []string, w io.Writer) {
	var buf bytes.Buffer
	for _, l := range lines {
		buf = bytes.Buffer{} // want `buf is made anew in each iteration`
		buf.WriteString(l)
		os.Stdout.Write(buf.Bytes())
	}
}

func pointer(lines []string) (n int) {
	buf := new(bytes.Buffer)
	for _, l := range lines {
		buf.WriteString(l)
		if buf.Len() > 100 {
			n += strings.Count(buf.String(), "x")
			buf = &bytes.Buffer{} // want `buf is made anew`
		}
	}
	return n + buf.Len()
}

func batches(lines []int) (sum int) {
	var batch []int
	for _, l := range lines {
		batch = append(batch, l)
		if len(batch) == 100 {
			sum += total(batch)
			batch = nil // want `batch is made anew`
		} else if l < 0 {
			batch = []int{} // want `batch is made anew`
		}
	}
	return sum + total(batch)
}

func total(list []int) (n int) {
	for _, v := range list {
		n += v
	}
	return n
}

func pointers(lines []string) (n int) {
	list := make([]*int, 0, 10)
	for i, l := range lines {
		if l == "" {
			n += len(list)
			list = nil // want `list is made anew .*review: elements of an earlier iteration`
		}
		list = append(list, &i)
	}
	return n
}

func tables(lines [][]string) (n int) {
	seen := map[string]bool{}
	for _, list := range lines {
		seen = make(map[string]bool) // want `seen is made anew`
		for _, l := range list {
			seen[l] = true
		}
		n += len(seen)
	}
	return n
}

func given(batch []int, lines []int) (sum int) {
	for _, l := range lines {
		batch = append(batch, l)
		sum += total(batch)
		batch = nil // nope: the memory is that of the caller
	}
	return sum
}

func cut(all []int, lines []int) (sum int) {
	batch := all[:0]
	for _, l := range lines {
		batch = append(batch, l)
		sum += total(batch)
		batch = nil // nope: likewise
	}
	return sum
}

func other(all []int, lines []int) (sum int) {
	var batch []int
	for _, l := range lines {
		batch = append(batch, l)
		sum += total(batch)
		batch = nil // nope: it may be all
		if l == 0 {
			batch = all
		}
	}
	return sum
}

func none(lines [][]string) (n int) {
	var seen map[string]bool
	for _, list := range lines {
		seen = make(map[string]bool) // nope: there is none to be cleared
		for _, l := range list {
			seen[l] = true
		}
		n += len(seen)
	}
	return n
}

func noBuffer(lines []string) (n int) {
	var buf *bytes.Buffer
	for _, l := range lines {
		buf = new(bytes.Buffer) // nope: there is none to be reset
		buf.WriteString(l)
		n += buf.Len()
	}
	return n
}

func kept(lines []int) (out [][]int) {
	var batch []int
	for _, l := range lines {
		if batch = append(batch, l); l < 0 {
			out = append(out, batch)
			batch = nil // nope: it is kept // refused "may be retained"
		}
	}
	return out
}

func returned(lines []int) []int {
	var batch []int
	for _, l := range lines {
		if batch = append(batch, l); l < 0 {
			batch = nil // nope: an empty result is nil
		}
	}
	return batch
}

func asked(lines []int) (n int) {
	var batch []int
	for _, l := range lines {
		if batch == nil {
			n++
		}
		if batch = append(batch, l); l < 0 {
			batch = nil // nope: whether it is nil is looked at
		}
	}
	return n
}

func once(lines []int) int {
	var batch []int
	batch = append(batch, lines...)
	n := total(batch)
	batch = nil // nope: in no loop, and nothing is put into it again
	return n + len(batch)
}

func shared(lines []int) (n int) {
	var batch []int
	count := func() int { return len(batch) }
	for _, l := range lines {
		batch = append(batch, l)
		n += count()
		batch = nil // nope: a literal shares it
	}
	return n
}

func field(lines []int) (n int) {
	var s struct{ batch []int }
	for _, l := range lines {
		s.batch = append(s.batch, l)
		n += total(s.batch)
		s.batch = nil // BAD: a field of a local variable would do, too
	}
	return n
}

func ranged(lines []string) (n int) {
	seen := map[string]bool{"": true}
	for _, l := range lines {
		for s := range seen {
			seen = map[string]bool{} // nope: the loop goes on over the old one
			seen[s+l] = true
		}
	}
	return len(seen)
}

func between(w io.Writer, buf *bytes.Buffer, names []string, n int64) {
	var line []byte
	line = strconv.AppendQuote(line, names[0])
	buf.Write(line)
	line = nil // want `line is made anew between uses`
	if n > 0 {
		line = strconv.AppendInt(line, n, 10)
		buf.Write(line)
		line = nil // nope: nothing uses it again
	}
}

func twice(w io.Writer, n, m int64) {
	text := strconv.AppendInt(nil, n, 10)
	w.Write(text)
	text = strconv.AppendInt(nil, m, 10) // want `text is made anew between uses`
	w.Write(text)
}

func copiedTwice(w io.Writer, list, other []byte) {
	var text = append([]byte(nil), list...)
	text[0] = '<'
	w.Write(text)
	text = append([]byte(nil), other...) // want `text is made anew between uses`
	text[0] = '>'
	w.Write(text)
}

func parts(buf *bytes.Buffer, names []string) {
	aux := []byte{}
	aux = strconv.AppendQuote(aux, names[0])
	os.Stdout.Write(aux)
	aux = []byte{} // want `aux is made anew between uses`
	if len(names) > 1 {
		aux = strconv.AppendQuote(aux, names[1])
		os.Stdout.Write(aux)
	}
}

func either(w io.Writer, n, m int64) {
	var text []byte
	if n > m {
		text = strconv.AppendInt(nil, n, 10)
	} else {
		text = strconv.AppendInt(nil, m, 10) // nope: nothing was put into it before
	}
	w.Write(text)
}

func keptPart(w io.Writer, n, m int64) {
	text := strconv.AppendInt(nil, n, 10)
	w.Write(text)
	head := text[:1]
	text = strconv.AppendInt(nil, m, 10) // nope: a part of the first one is used
	w.Write(text)
	w.Write(head)
}

func ofItself(w io.Writer, list []byte) {
	text := append([]byte(nil), list...)
	w.Write(text)
	text = append([]byte(nil), text[1:]...) // nope: it is made of itself
	w.Write(text)
}

func handed(n, m int64, out chan []byte) {
	text := strconv.AppendInt(nil, n, 10)
	out <- text
	text = strconv.AppendInt(nil, m, 10) // nope: who receives the first one has it // refused "may be retained"
	out <- text
}

func onto(given []byte, w io.Writer, n, m int64) {
	text := strconv.AppendInt(given, n, 10)
	w.Write(text)
	text = strconv.AppendInt(nil, m, 10) // nope: the memory is that of the caller
	w.Write(text)
}

func result(n, m int64, w io.Writer) []byte {
	text := strconv.AppendInt(nil, n, 10)
	w.Write(text)
	text = strconv.AppendInt(nil, m, 10) // nope: the result has it // refused "may be retained"
	return text
}

func deferred(n, m int64, w io.Writer) {
	text := strconv.AppendInt(nil, n, 10)
	defer w.Write(text)
	text = strconv.AppendInt(nil, m, 10) // nope: the first one is written at the end // refused "may be retained"
	w.Write(text)
}
