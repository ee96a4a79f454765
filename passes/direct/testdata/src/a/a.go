package a

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"os"
	"reflect"
	"regexp"
	"strings"
	"time"
)

var errShort = errors.New("short")

type header struct{ Kind, Size uint16 }

func decode(b []byte) (*header, error) {
	var h header
	if err := binary.Read(bytes.NewReader(b), binary.BigEndian, &h); err != nil { // want "a reader is made .*review: where there"
		return nil, errShort
	}
	return &h, nil
}

func decodeBelow(b []byte) (h header, err error) {
	r := bytes.NewBuffer(b[2:])
	err = binary.Read(r, binary.LittleEndian, &h) // want "a reader is made .*review: where there"
	return h, err
}

func decodeTail(b []byte, h *header) error {
	return binary.Read(bytes.NewReader(b), binary.LittleEndian, h) // want "a reader is made .*review: where there"
}

func decodeOnly(b []byte, h *header) {
	binary.Read(bytes.NewReader(b), binary.LittleEndian, h) // want "a reader is made .*review: where there"
}

func copied(w io.Writer, b []byte, s string) error {
	io.Copy(w, bytes.NewReader(b))                            // want "a reader is made for bytes .*review: the writer"
	if _, err := io.Copy(w, bytes.NewReader(b)); err != nil { // want "a reader is made for bytes .*review: the writer"
		return err
	}
	_, err := io.Copy(w, strings.NewReader(s)) // want "a reader is made for a text .*review: the writer"
	return err
}

func copiedBuffers(w io.Writer, b, buf []byte) error {
	io.Copy(w, bytes.NewBuffer(b))                                    // want "a reader is made for bytes .*review: the writer"
	io.CopyBuffer(w, bytes.NewReader(b), buf)                         // want "a reader is made for bytes .*review: the writer"
	_, err := io.CopyBuffer(w, bytes.NewReader(b), make([]byte, 512)) // want "a reader is made for bytes .*review: the writer"
	return err
}

type counter struct{ n int }

func (c counter) Write(p []byte) (int, error) { return len(p), nil }

func copiedInto(buf *bytes.Buffer, file *os.File, b []byte, s string) {
	var c counter
	io.Copy(buf, bytes.NewReader(b))                 // want "a reader is made for bytes .*review: the writer"
	io.Copy(c, bytes.NewReader(b))                   // want "a reader is made for bytes .*review: the writer"
	io.Copy(&c, bytes.NewReader(b))                  // want "a reader is made for bytes .*review: the writer"
	io.Copy(&bytes.Buffer{}, bytes.NewReader(b))     // want "a reader is made for bytes .*review: the writer"
	n, err := io.Copy(file, strings.NewReader(s))    // nope: n is an int64
	_, failed := io.Copy(file, strings.NewReader(s)) // want "a reader is made for a text .*review: the writer"
	_, _, _ = n, err, failed
}

type scratch struct{ buf []byte }

func (s *scratch) all() []byte { return s.buf }

func copiedThrough(w io.Writer, b []byte, s *scratch) {
	io.CopyBuffer(w, bytes.NewReader(b), s.buf)   // want "a reader is made for bytes .*review: the writer.*nil pointer that leads to it"
	io.CopyBuffer(w, bytes.NewReader(b), s.all()) // refused "has an effect or may panic"
}

func onlyForCopy(w io.Writer, b []byte) {
	buf := make([]byte, 512)
	io.CopyBuffer(w, bytes.NewReader(b), buf) // refused "without which nothing uses buf"
}

func decodedBase64(b []byte) ([]byte, error) { return base64.StdEncoding.DecodeString(string(b)) } // want "bytes are copied to be decoded .*review: a nil Encoding"

func posted(url, body string, b []byte) (*http.Response, error) {
	http.Post(url, "text/plain", bytes.NewBufferString(body))  // want "a text is copied to be read .*review: who asks"
	http.Post(url, "text/plain", strings.NewReader(string(b))) // want "bytes are copied to be read .*review: what changes"
	r := bufio.NewReader(bytes.NewReader([]byte(body)))        // want "a text is copied to be read .*review: who asks"
	r.ReadByte()
	return http.Post(url, "text/plain", bytes.NewBuffer([]byte(body))) // want "a text is copied to be read .*review: who asks"
}

func printed(w io.Writer, s string) {
	fmt.Fprint(w, s)          // want "put into an interface .*review: a writer with"
	fmt.Fprint(w, "constant") // refused "a constant fills s"
}

type field struct{ reflect.Value }

func formatted(w io.Writer, s string, b []byte) (err error) {
	if _, err = fmt.Fprintf(w, "%s", s); err != nil { // want "put into an interface .*review: a writer with"
		return err
	}
	fmt.Fprintf(w, "%s", "constant") // refused "a constant fills s"
	_, err = fmt.Fprintf(w, "%s", b) // want "put into an interface .*review: the writer gets"
	return err
}

func zero(v reflect.Value, f field) bool {
	if reflect.DeepEqual(v.Interface(), reflect.Zero(v.Type()).Interface()) { // want "are put into interfaces .*review: a negative zero"
		return true
	}
	current, none := f.Interface(), reflect.Zero(f.Type()).Interface()
	if reflect.DeepEqual(current, none) { // nope: none is set twice
		return false
	}
	if reflect.DeepEqual(reflect.Zero(v.Type()).Interface(), v.Interface()) { // want "review: a negative zero"
		return false
	}
	if f.Value.Interface() != reflect.Zero(f.Value.Type()).Interface() { // want "review: a negative zero"
		return false
	}
	kind := v.Type()
	none = reflect.Zero(kind).Interface()
	return v.Interface() == reflect.Zero(kind).Interface() // nope: the type is used twice
}

func same(a, b []string, m, n map[string]int, x, y net.IP) bool {
	if !reflect.DeepEqual(a, b) { // want "slices are put into interfaces"
		return false
	}
	if reflect.DeepEqual(m, n) { // want "maps are compared by reflection"
		return true
	}
	return reflect.DeepEqual(x, y) // want "slices are put into interfaces"
}

func addresses(a, b net.IP, m net.HardwareAddr, x, y netip.Addr) bool {
	if a.String() != b.String() || x.String() != y.String() { // want "texts of addresses" "texts of addresses"
		return false
	}
	return m.String() == net.HardwareAddr{}.String() // want "texts of addresses"
}

var word = regexp.MustCompile(`^\w+$`)

// found has a variable for the list.
func found(s string) string {
	places := word.FindAllStringIndex(s, -1)
	if len(places) == 0 { // want "a list of matches"
		return ""
	}
	return s
}

func matches(s string, b []byte) int {
	switch {
	case word.FindStringSubmatch(s) != nil: // want "a list of matches"
		return 1
	case len(word.FindAllString(s, -1)) > 0: // want "a list of matches"
		return 2
	case len(word.FindStringSubmatch(s)) == 0: // want "a list of matches"
		return 3
	case len(word.FindStringSubmatch(s)) != 0: // want "a list of matches"
		return 4
	case word.FindSubmatch(b) == nil: // want "a list of matches"
		return 5
	}
	return 0
}

func text(b []byte, s string) (string, []byte) {
	if strings.TrimSpace(string(b)) != s { // want "bytes are copied to be compared"
		return s, nil
	}
	lower := []byte(strings.ToLower(string(b)))      // want "bytes are copied for each step"
	return string(bytes.TrimSpace([]byte(s))), lower // want "a text is copied for each step .*review: who keeps"
}

func encoded(buf *bytes.Buffer, enc *base64.Encoding, b []byte) {
	// want +1 "an encoder is made .*review: a nil Encoding"
	e := base64.NewEncoder(enc, buf)
	e.Write(b)
	e.Close()
	hex.NewEncoder(buf).Write(b) // want "an encoder is made .*review: the buffer"
}

func local(b []byte) string {
	var out bytes.Buffer
	hex.NewEncoder(&out).Write(b) // want "an encoder is made .*review: the buffer"
	return out.String()
}

func decodedHex(b []byte) ([]byte, error) { return hex.DecodeString(string(b)) } // want "bytes are copied to be decoded|decode"

type table struct{ rows []header }

func (t *table) insert(i int, h header) []header {
	rows := t.rows
	rows = append(rows[:i], append([]header{h}, rows[i:]...)...) // want "a list is made to insert one element .review: an index that is out of range panics in other words"
	return rows
}

func heads(x net.IP, y netip.Addr) int {
	if (net.IP{1, 2, 3, 4}).String() == x.String() { // want "texts of addresses"
		return 1
	}
	for (netip.Addr{}).String() != y.String() { // want "texts of addresses"
	}
	if strings.TrimSpace(string([]byte{'x'})) == "x" { // want "bytes are copied to be compared"
		return 2
	}
	return 0
}

// the bytes lie where their text is to be.
func room(out *bytes.Buffer, s string) {
	b := append(out.AvailableBuffer(), s...)
	hex.NewEncoder(out).Write(b) // want "an encoder is made .*review: the buffer"
}

func brands(raw []byte, brand []byte, name, kind string) bool {
	if bytes.Equal(raw[4:12], append([]byte("ftyp"), brand...)) { // want "bytes are put together to be compared"
		return true
	}
	return strings.HasPrefix(name, kind+"/") || strings.HasPrefix(name, "x"+"/") // want "a text is put together to be looked for"
}

func places(s string, b []byte) bool {
	return word.FindAllString(s, -1) != nil // want "a list of matches"
}

func texts(sum [20]byte, b []byte, x, y netip.AddrPort, m, n *big.Int) int {
	switch {
	case hex.EncodeToString(sum[:]) == hex.EncodeToString(b): // want "texts of bytes"
		return 1
	case x.String() == y.String(): // want "texts of addresses .*review: of what"
		return 2
	case m.String() == n.String(): // want "texts of numbers .*review: a nil number"
		return 3
	}
	return 0
}

func days(t, u time.Time) bool {
	return t.Format(time.DateOnly) == u.Format(time.DateOnly) || // want "texts of times"
		t.Format("20060102") != u.Format("20060102") // want "texts of times"
}

func held(w io.Writer, buf *bytes.Buffer, s string) int {
	switch {
	case buf.String() == s: // want "copied to be compared .*review: a nil buffer"
		return 1
	case strings.HasPrefix(buf.String(), s): // want "copied to be looked through .*review: a nil buffer"
		return 2
	case strings.Contains(buf.String(), "x"): // want "copied to be looked through .*review: a nil buffer"
		return 3
	}
	if strings.HasSuffix(buf.String(), s) && // want "copied to be looked through .*review: a nil buffer"
		strings.Index(buf.String(), "y") > 2 { // want "copied to be looked through .*review: a nil buffer"
		var b strings.Builder
		b.WriteString(buf.String())   // want "copied to be written .*review: a nil buffer"
		w.Write([]byte(buf.String())) // want "copied twice .*review: a nil buffer"
		return b.Len()
	}
	io.WriteString(w, buf.String()) // want "copied to be written .*review: a nil buffer"
	return len(buf.String())        // want "copied to be measured .*review: a nil buffer"
}

func store(v reflect.Value, b []byte, s string, n int64, u uint64, x float64, small int) {
	v.Set(reflect.ValueOf(b)) // want "bytes are put into an interface .*review: a variable of an interface"
	v.Set(reflect.ValueOf(s)) // want "a text is put into an interface .*review: a variable of an interface"
	v.Set(reflect.ValueOf(n)) // want "a number is put into an interface .*review: a variable of an interface"
	v.Set(reflect.ValueOf(u)) // want "a number is put into an interface .*review: a variable of an interface"
	v.Set(reflect.ValueOf(x)) // want "a number is put into an interface .*review: a variable of an interface"
	v.Set(reflect.ValueOf(small))
}

type holder struct {
	buf   bytes.Buffer
	inner struct{ buf bytes.Buffer }
	list  []bytes.Buffer
}

// a method of a variable is one of a pointer to it
func values(h *holder, w io.Writer, s string) int {
	var buf bytes.Buffer
	buf.WriteString(s)
	if buf.String() == s { // want "copied to be compared .*review: a nil buffer"
		io.WriteString(w, h.buf.String()) // want "copied to be written .*review: a nil buffer"
		return len(h.inner.buf.String())  // want "copied to be measured .*review: a nil buffer"
	}
	if h.buf.Len() > 0 {
		io.WriteString(w, h.buf.String()) // want "copied to be written .*review: a nil buffer"
	}
	return len(h.list[0].String())
}

func unmarshalled(b []byte, s string) (h header, err error) {
	if err := json.NewDecoder(bytes.NewReader(b)).Decode(&h); err != nil { // want "a reader and a decoder .*review: what stands"
		return h, err
	}
	d := json.NewDecoder(strings.NewReader(s)) // nope: it is changed
	d.UseNumber()
	d.Decode(&h)
	return h, json.NewDecoder(strings.NewReader(s)).Decode(&h) // want "a reader and a decoder .*review: what stands"
}

func runes(s string) (rune, rune) {
	first := []rune(s)[0] // want "all characters are listed .*review: a text"
	list := []rune(s)     // want "all characters are listed .*review: a text"
	return first, list[len(list)-1]
}

func counting(a, b []int, x, y []string, line []byte) int {
	if fmt.Sprint(a) == fmt.Sprint(b) { // want "texts of lists are made to be compared"
		return 0
	}
	if strings.Join(x, ",") != strings.Join(y, ",") { // want "lists are joined to be compared .*review: lists that"
		return 1
	}
	if len(bytes.Fields(line)) == 0 || len(bytes.Fields(line)) > 0 { // want "a list of fields is made" "a list of fields is made"
		return len(bytes.Split(line, []byte{'\n'})) // want "a list of lines is made to be counted"
	}
	return len(bytes.Split(line, []byte("\n"))) // want "a list of lines is made to be counted"
}

type rank int

func (r rank) String() string { return "rank" }

func otherTexts(a, b []rank, x, y []float64, line []byte) bool {
	if len(bytes.Split(line, []byte(""))) == 3 { // nope: into characters
		return true
	}
	return fmt.Sprint(a) == fmt.Sprint(b) || fmt.Sprint(x) == fmt.Sprint(y) // nope: each rank is the same text; not a number is another one
}
