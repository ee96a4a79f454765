package writers

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

func builder(ns []int, t time.Time) string {
	var b strings.Builder
	for _, n := range ns {
		b.WriteString(strconv.Itoa(n)) // want "strconv.Itoa makes"
		b.WriteByte(',')
	}
	b.WriteString(t.Format(time.RFC3339Nano)) // want "Time.Format makes"
	return b.String()
}

type page struct{ out bytes.Buffer }

func (p *page) row(next func() *page, f float64, sum []byte) {
	p.out.WriteString(strconv.FormatFloat(f, 'f', 2, 64)) // want "strconv.FormatFloat makes"
	next().out.WriteString(hex.EncodeToString(sum))       // want "hex.EncodeToString makes"
	p.out.Write([]byte(strconv.FormatInt(7, 2)))          // want "strconv.FormatInt makes"
}

func results(b *bytes.Buffer, n int) (int, error) {
	return b.WriteString(strconv.Itoa(n)) // or "^b.Write.strconv.AppendInt.b.AvailableBuffer.., int64.n., 10.." // want "strconv.Itoa makes"
}

func buffered(w *bufio.Writer, n int, s string) {
	w.WriteString(strconv.Itoa(n))   // want `strconv.Itoa makes .*\(review: the writer below may see other chunks\)`
	w.Write([]byte(strconv.Itoa(n))) // want `strconv.Itoa makes .*\(review: the writer below`
	w.WriteString(strconv.Quote(s))  // want `strconv.Quote makes .*\(review: the writer below may see other chunks\)`
}

// the buffer has 4096 bytes
func usual(w io.Writer, n int, s string) error {
	bw := bufio.NewWriter(w)
	bw.WriteString(strconv.Itoa(n))  // want "strconv.Itoa makes"
	bw.WriteString(strconv.Quote(s)) // want `strconv.Quote makes .*\(review: the writer below may see other chunks\)`
	return bw.Flush()
}

// the buffer may be smaller than the text
func small(w io.Writer, n int) error {
	bw := bufio.NewWriterSize(w, 4)
	bw.WriteString(strconv.Itoa(n)) // want `strconv.Itoa makes .*\(review: the writer below`
	return bw.Flush()
}

func printed(b *strings.Builder, err error) {
	b.WriteString(fmt.Sprintf("%v;", err)) // want "fmt.Sprintf makes"
	b.WriteString(fmt.Sprintln(err))       // want "fmt.Sprintln makes"
}

func local(errs []error) string {
	var b strings.Builder
	for _, err := range errs {
		b.WriteString(fmt.Sprint(err)) // want "fmt.Sprint makes"
	}
	return b.String()
}

func anyWriter(w io.Writer, n int) {
	w.Write([]byte(strconv.Itoa(n))) // want "strconv.Itoa makes"
}

// want +5 "fmt.Sprintf makes"
// want +10 "fmt.Sprintf makes"

// each argument stays on its line
func lines(b *strings.Builder, n int, err error) {
	b.WriteString(fmt.Sprintf(
		"%v: "+
			"%v\n",
		n,
		err,
	))
	b.WriteString(fmt.Sprintf("%v: %v\n",
		n, err))
}

type printer struct {
	bytes.Buffer
	n int
}

func (p *printer) method(s string) {
	p.WriteString(strconv.Quote(s)) // want "strconv.Quote makes"
}

type wrapped struct{ *printer }

func deeper(w wrapped, n int) {
	w.WriteString(strconv.Itoa(n)) // want "strconv.Itoa makes"
}
