package helper

import (
	"strconv"
	"strings"
)

type header struct{ version, length uint16 }

type writer struct{ buf strings.Builder }

func (w *writer) header(h header, ids []int) {
	w.buf.WriteString("v")
	w.buf.WriteString(strconv.Itoa(int(h.version)))           // or "^writeInt.&w.buf, int64.h.version..\n" // want "strconv.Itoa makes"
	w.buf.WriteString(strconv.FormatInt(int64(h.length), 10)) // or "^writeInt.&w.buf, int64.h.length..\n" // want "strconv.FormatInt makes"
	for _, id := range ids {
		w.buf.WriteString(strconv.Itoa(id)) // or "b.Write.strconv.AppendInt.make...byte, 0, 24., n, 10..\n" // want "strconv.Itoa makes"
	}
}

func number(b *strings.Builder, n int) (int, error) {
	b.WriteString(strconv.Itoa(n))        // or "^writeInt.b, int64.n..\n" // want "strconv.Itoa makes"
	return b.WriteString(strconv.Itoa(n)) // want "strconv.Itoa makes"
}

type embedding struct{ strings.Builder }

func text(e *embedding, n int) {
	e.WriteString(strconv.Itoa(n)) // want "strconv.Itoa makes"
}

func unsigned(b *strings.Builder, n uint64) {
	b.WriteString(strconv.FormatUint(n, 10)) // want "strconv.FormatUint makes"
}
