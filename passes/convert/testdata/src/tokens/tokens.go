package tokens

import (
	"bufio"
	"io"
	"strings"
)

// a line is looked at, and only some are kept
func values(r io.Reader) (list []string) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		line := sc.Text() // want "bytes are copied to a string that is looked at before it is kept"
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		list = append(list, line)
	}
	return list
}

// space around it is cut off first
func trimmed(r io.Reader, prefix string) (list []string, n int) {
	sc := bufio.NewScanner(r)
	sc.Split(bufio.ScanLines)
	for sc.Scan() {
		line := strings.TrimSuffix(strings.TrimSpace(sc.Text()), ";") // want "bytes are copied to a string that is looked at"
		switch {
		case strings.HasPrefix(line, prefix):
			list = append(list, strings.TrimPrefix(line, prefix))
		case len(line) > 0 && line[0] == '=':
			n += strings.Count(line, "=") + strings.IndexByte(line, ',')
		}
	}
	return list, n
}

// nothing is kept
func count(r io.Reader) (n int) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		if line := sc.Text(); line != "" && line[0] != '#' { // want "bytes are copied to a string that is looked at"
			n++
		}
	}
	return n
}

// the bytes of a slice, as far as nothing writes them
func prefixed(b []byte) string {
	s := strings.TrimSpace(string(b)) // want "bytes are copied to a string that is looked at"
	if !strings.HasPrefix(s, "x") {
		return ""
	}
	return s
}

// nope: every line is kept
func every(r io.Reader) (list []string) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		line := sc.Text()
		list = append(list, line, strings.TrimSpace(line))
	}
	return list
}

// the last one is not
func all(r io.Reader) (list []string) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		line := sc.Text() // want "bytes are copied to a string that is looked at"
		if line == "end" {
			break
		}
		list = append(list, line)
	}
	return list
}

// nope: the token is looked at when the next one has been read
func pairs(r io.Reader) (n int) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		first := sc.Text() // refused "the bytes of first may change before it is looked at"
		if !sc.Scan() {
			break
		}
		if strings.HasPrefix(first, "x") {
			n++
		}
	}
	return n
}

// nope: others may read on, or have the memory
func shared(sc *bufio.Scanner, r io.Reader, buf []byte) (n int) {
	for sc.Scan() {
		line := sc.Text()
		if strings.HasPrefix(line, "x") {
			n++
		}
	}
	own := bufio.NewScanner(r)
	own.Buffer(buf, 1<<20)
	for own.Scan() {
		line := own.Text()
		if strings.HasPrefix(line, "x") {
			n++
		}
	}
	cut := bufio.NewScanner(r)
	cut.Split(func(data []byte, end bool) (int, []byte, error) { return 1, buf, nil })
	for cut.Scan() {
		line := cut.Text()
		buf[0]++
		if strings.HasPrefix(line, "x") {
			n++
		}
	}
	return n
}

// nope: the bytes are written before the text is looked at
func written(b []byte) bool {
	s := strings.TrimSpace(string(b)) // refused "the bytes of s may change before it is looked at"
	b[0] = 'x'
	return strings.HasPrefix(s, "x")
}

// nope: the token is written to by way of its bytes
func overwritten(r io.Reader) (list []string) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		line := sc.Text()
		clear(sc.Bytes())
		if strings.HasPrefix(line, "#") {
			continue
		}
		list = append(list, line)
	}
	return list
}

// nope: byte is another type where the text is looked at
func otherByte(r io.Reader) (list []string) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		line := sc.Text()
		type byte int
		if strings.HasPrefix(line, "#") {
			continue
		}
		list = append(list, line)
	}
	return list
}

// nope: the package would have two names
func namedBytes(r io.Reader) (list []string) {
	sc := bufio.NewScanner(r)
	for sc.Scan() {
		bytes := strings.TrimSpace(sc.Text())
		if strings.HasPrefix(bytes, "#") {
			continue
		}
		list = append(list, bytes)
	}
	return list
}
