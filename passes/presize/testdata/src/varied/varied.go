package varied

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
)

type user struct{ name string }

// sorted keys are the most frequent of these
func total(m map[string]int) (text string) {
	keys := make([]string, 0, len(m)) // want `keys is on the heap, since its length varies, although it stays in the function$`
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return strings.Join(keys, ",")
}

// a few statements append
func checked(version byte, input []byte) string {
	b := make([]byte, 0, 1+len(input)+4) // want `b is on the heap.*function$`
	b = append(b, version)
	b = append(b, input...)
	b = binary.BigEndian.AppendUint32(b, digest(b))
	return hex.EncodeToString(b)
}

func digest(b []byte) uint32 { return crc32.ChecksumIEEE(b[1:]) }

// a loop appends
func padded(names []string) int {
	all := make([]string, 0, len(names)+1) // want `all is on the heap.*function$`
	all = append(all, "")
	for range names {
		all = append(all, "x")
	}
	return len(strings.Join(all, ","))
}

func distance(a, b string) int {
	row := make([]int, len(b)+1) // want `row is on the heap.*function$`
	for i := range a {
		for j := range b {
			if a[i] == b[j] {
				row[j+1]++
			}
		}
	}
	return row[len(b)]
}

func (u *user) scrambled(key []byte) string {
	n := len(u.name)
	var out = make([]byte, n) // want `out is on the heap.*function$`
	copy(out, u.name)
	for i := range out {
		out[i] ^= key[i%len(key)]
	}
	return string(out)
}

func rounds(n int, hands [][]int) (best int) {
	for _, hand := range hands {
		if n > 3 {
			seen := make([]bool, n) // want `seen is on the heap.*review: n panics in other words`
			for _, card := range hand {
				seen[card] = true
			}
			best += fill(seen)
		}
	}
	return best
}

func fill(seen []bool) (n int) {
	for _, s := range seen {
		if !s {
			n++
		}
	}
	return n
}

func negative(n int, next func() int) (sum int) {
	all := make([]int, 0, n) // want `all is on the heap.*review: n panics in other words`
	for range n {
		all = append(all, next())
	}
	for _, x := range all {
		sum += x
	}
	return sum
}

type header struct{ count, flags uint8 }

func (h header) grouped(list, groups []int) (sum int) {
	sums := make([]int, int(h.count)+min(len(groups), 1<<20)) // want "sums is on the heap"
	each := make([]int, uint(len(groups)-1))                  // nope
	for _, x := range list {
		sums[x%int(h.count)] += x
		each[0]++
	}
	for _, s := range sums {
		sum += s / each[0]
	}
	return sum
}

func returned(s string) []byte {
	out := make([]byte, len(s)) // nope
	copy(out, s)
	return out
}

func lent(r io.Reader, n int) (sum int) {
	buf := make([]byte, n) // nope: the reader may keep it, for all that the compiler knows
	io.ReadFull(r, buf)
	for _, b := range buf {
		sum += int(b)
	}
	return sum
}

func cut(s string, n int) int {
	buf := make([]byte, len(s)) // nope: buf[:n] panics where n is above the length
	return copy(buf[:n], s)
}

func asked(s string) int {
	buf := make([]byte, len(s)) // nope
	copy(buf, s)
	return cap(buf)
}

func shared(s string) int {
	buf := make([]byte, len(s)) // nope: the second append must not write over the first
	a, b := append(buf, 'a'), append(buf, 'b')
	return int(a[0]) + int(b[0])
}

func rank(list []int) int {
	sort.Ints(list)
	return list[0]
}

func extended(list []int) (first, lowest int) {
	all := make([]int, len(list)) // nope: with room behind all, append makes no copy for rank to sort
	copy(all, list)
	lowest = rank(append(all, 0))
	return all[0], lowest
}

func grown(list []int) int {
	all := []int{} // want `all grows .*review: what is appended to it and kept`
	for _, x := range list {
		all = append(all, x)
	}
	lowest := rank(append(all, 0))
	return all[0] + lowest
}

func grownOnce(list []int) int {
	all := []int{} // want `all grows by append although its length is known$`
	for _, x := range list {
		all = append(all, x)
	}
	return rank(append(all, 0))
}

func spread(s string) string {
	buf := make([]byte, len(s)) // nope: the second append must not write over the first
	copy(buf, s)
	buf = append(append(buf, 'x'), string(strconv.AppendInt(buf, 1, 10))...)
	return string(buf)
}

func walk(m map[string]map[string]int) (n int) {
	keys := make([]string, 0, len(m)) // want `keys is on the heap.*function$`
	rows := make([][3]int, len(m))    // nope: a deep recursion needs a deep stack
	for k := range m {
		keys = append(keys, k)
	}
	for i := range keys {
		n += walk(nil) + rows[i][0]
	}
	return n
}

func constant(s string) int {
	buf := make([]byte, 64) // nope: on the stack already
	return copy(buf, s)
}

func large(list []int) (n int) {
	rooms := make([][128]byte, len(list)) // nope: too large for a stack
	for i, x := range list {
		rooms[i][x] = 1
	}
	return int(rooms[0][0])
}

func generic[T any](list []T) (n int) {
	seen := make([]T, len(list)) // nope: who knows how large
	return copy(seen, list)
}

func kept(list []int) int {
	seen := make([]int, len(list)) // nope: another goroutine has it
	go func() { seen[0] = 1 }()
	return len(seen)
}

func commented(list []int) int {
	seen := make([]int /* as many */, len(list)) // nope
	return copy(seen, list)
}

func swapped(list []int) int {
	last, row := make([]int, len(list)), make([]int, len(list)) // BAD: neither leaves
	for range list {
		last, row = row, last
	}
	return last[0] + row[0]
}

type item struct {
	action string
	id     int64
	meta   bytes.Buffer
}

// what functions of the library append is of unknown length, too
func (i *item) encode() {
	var aux []byte // want `aux grows by append although it stays in the function`
	aux = strconv.AppendQuote(aux, i.action)
	i.meta.Write(aux)
	aux = nil
	if i.id != 0 {
		aux = strconv.AppendInt(aux, i.id, 10)
		i.meta.Write(aux)
		aux = aux[:0]
	}
}

func (i *item) encodeTo(w io.Writer) {
	var aux []byte // nope: w may keep it, for all that the compiler knows
	aux = strconv.AppendQuote(aux, i.action)
	w.Write(aux)
}

func (i *item) appended() []byte {
	var aux []byte // nope: it leaves the function
	aux = strconv.AppendQuote(aux, i.action)
	return aux
}

func (i *item) isNil() bool {
	var aux []byte // nope: nil at the end
	aux = strconv.AppendQuote(aux, i.action)
	i.meta.Write(aux)
	aux = nil
	return aux == nil
}

func (i *item) counted() {
	aux := []byte{} // nope: 32 bytes are on the stack without being asked for
	aux = append(aux, 'x')
	i.meta.Write(aux)
}

func try(f func() error) (err error) {
	defer func() { recover() }()
	if f != nil {
		err = f()
	}
	return err
}

func tried(f func() error) error { return try(f) }

func later(f func() error) { go f() }

type handler interface{ Handle() error }

// a literal that only runs there and then
func (u *user) handle(all []handler, start int) (err error) {
	order := make([]handler, len(all)) // want `order is on the heap.*function$`
	copy(order, all[start:])
	copy(order[len(all)-start:], all[:start])
	for i := range order {
		err = tried(func() error { return order[i].Handle() })
		u.name = strings.Map(func(r rune) rune { return r + rune(len(order)) }, u.name)
		func() { order[i] = nil }()
	}
	return err
}

func (u *user) handleLater(all []handler) {
	order := make([]handler, len(all)) // nope: who knows when
	copy(order, all)
	later(func() error { return order[0].Handle() })
	defer func() { order[0] = nil }()
}

func (u *user) handleSoon(all []handler) (f func()) {
	order := make([]handler, len(all)) // nope: it leaves with the literal
	copy(order, all)
	f = func() { order[0] = nil }
	return f
}

func each(list []int, f func(int)) (sum int) {
	for _, x := range list {
		f(x)
		sum += x
	}
	return sum
}

func visited(list []int) (n int) {
	odd := make([]int, 0, len(list)) // want `odd is on the heap.*function$`
	each(list, func(x int) {
		if x%2 != 0 {
			odd = append(odd, x)
		}
	})
	return len(odd)
}

func visiting(list []int) int {
	again := make([]int, len(list)) // nope: each has the array of before, which append leaves only if there is no room
	n := each(again, func(x int) {
		again = append(again, x)
		again[1] = 100
	})
	row := make([]int, len(list)) // nope: so has the assignment
	row[0] = func() int { row = append(row, n); return 1 }()
	return row[0]
}

// copies that stay
func median(list []int, names []string) (int, string) {
	sorted := append([]int(nil), list...) // want `sorted is on the heap.*function$`
	slices.Sort(sorted)
	others := slices.Clone(names) // want `others is on the heap.*function$`
	sort.Strings(others)
	even := append([]int{}, list[:len(list)/2*2]...) // want `even is on the heap.*function$`
	return sorted[len(sorted)/2], others[len(even)]
}

func isNone(list []int) bool {
	other := slices.Clone(list) // nope: nil, or not
	return other == nil
}

func rest(list []int, names []string) ([]int, []string) {
	other := append([]int(nil), list...)   // nope: it leaves the function
	first := append(names[:1:1], names...) // nope: a part of it was there before
	return other, append([]string(nil), first[0])
}

func reversed(data []byte) (sum int) {
	back := append([]byte(nil), data...) // want `back is on the heap.*function$`
	reverse(back)
	for i, b := range back[1:] {
		sum += i * int(b)
	}
	return sum
}

func reverse(s []byte) {
	for i, j := 0, len(s)-1; i < j; i, j = i+1, j-1 {
		s[i], s[j] = s[j], s[i]
	}
}

func isReversed(data []byte) bool {
	back := append([]byte(nil), data...) // nope: the callee can tell
	return isNil(back)
}

func isNil(s []byte) bool { return s == nil }

func ahead(data []byte, n int) (first byte) {
	front := append([]byte(nil), data...) // nope: front[:n] panics where n is above the length
	for _, b := range front[:n] {
		first |= b
	}
	return first
}

func (i *item) numbered() {
	text := strconv.AppendInt(nil, i.id, 10) // want `text is on the heap.*function$`
	i.meta.Write(text)
	quoted := strconv.AppendQuote([]byte{}, i.action) // want `quoted is on the heap.*function$`
	i.meta.Write(quoted)
	more := strconv.AppendQuote(i.meta.Bytes(), i.action) // nope: to what is there
	i.meta.Write(more)
}

func (i *item) numbers() []byte {
	text := strconv.AppendInt(nil, i.id, 10) // nope: it leaves the function
	return text
}

func fields(line string) (n int) {
	parts := make([]string, 0, strings.Count(line, ",")+1) // want `parts is on the heap.*function$`
	for part := range strings.SplitSeq(line, ",") {
		parts = append(parts, part)
	}
	for _, part := range parts {
		n += len(part)
	}
	return n
}

func (i *item) written(w io.Writer) {
	i.meta.Write(strconv.AppendInt(nil, i.id, 10))    // want `AppendInt makes a slice that stays`
	w.Write(strconv.AppendInt(nil, i.id, 10))         // nope: w may keep it, for all that the compiler knows
	go i.meta.Write(strconv.AppendInt(nil, i.id, 10)) // nope: another goroutine has it
}

func huge(list []int) int {
	row := make([]int, len(list)+1<<20) // want `row is on the heap.*review: `
	return len(row)
}

func third(list []int) int { return list[:3][2] }

func peeked(next func() int) int {
	var list []int // nope: third panics where there are fewer
	for x := next(); x > 0; x = next() {
		list = append(list, x)
	}
	return third(list)
}

func sparse(list []int) int {
	var some []int
	for _, x := range list {
		if x > 0 {
			some = append(some, x) // want `some grows.*review: .*; nil becomes empty`
		}
		if x > 1 {
			some = append(some, 1)
		}
	}
	return third(some)
}

type cell [2]int

func (c *cell) self() *cell     { return c }
func first(list []cell) *cell   { return &list[0] }
func one(list []int) func() int { return func() int { return list[0] } }

func pointed(next func() int) int {
	var a []cell // nope: who has the address of an element keeps the array of before, unless there is room
	var b []cell
	var c []cell
	var d []int
	for x := next(); x > 0; x = next() {
		a = append(a, cell{x})
		b = append(b, cell{x})
		c = append(c, cell{x})
		d = append(d, x)
	}
	return a[0].self()[0] + b[0][:][0] + first(c)[0] + one(d)()
}

func (i *item) doubled() (sum int) {
	var text []byte // nope: the loop reads the array of before, which append leaves only if there is no room
	text = strconv.AppendInt(text, i.id, 10)
	for _, c := range text {
		text = strconv.AppendInt(text, int64(c), 10)
		text[1] = 'x'
		sum += int(c)
	}
	return sum
}

func quoted(list []string) string {
	buf := make([]byte, 0, 4*len(list)) // or "strings.Builder" // want `buf is on the heap.*review: 4.len.list. panics`
	for _, s := range list {
		buf = append(buf, s...)
		buf = append(buf, ',')
	}
	return string(buf)
}

type meter struct{ n int }

func (m *meter) next() int {
	m.n++
	return m.n
}

// The length is computed once, where it was.
func drained(m *meter) (total int) {
	first := m.next()
	readings := make([]int, m.next()) // want "readings is on the heap.*review: "
	for i := range readings {
		readings[i] = m.next()
	}
	for _, r := range readings {
		total += r
	}
	return total - first
}

// What stands in front of the length in the same statement runs before it.
func paired(m *meter) int {
	first, readings := m.next(), make([]int, m.next()) // nope
	for i := range readings {
		readings[i] = first
	}
	return readings[0]
}
