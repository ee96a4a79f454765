package called

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

func appendName(b []byte, name string) []byte {
	b = append(b, '"')
	b = append(b, name...)
	return append(b, '"')
}

func appendField(b []byte, id uint32, name string) []byte {
	b = binary.BigEndian.AppendUint32(b, id)
	return appendName(b, name)
}

// What a function appends to the slice that it is given follows from its arguments.
func fields(first, second string) []byte {
	var out []byte // want "out grows by append although its length is known$"
	out = appendField(out, 1, first)
	out = appendField(out, 2, second)
	return out
}

var errEmpty = errors.New("empty")

func checked(b []byte, name string) ([]byte, error) {
	if name == "" {
		return nil, errEmpty
	}
	return append(b, name...), nil
}

func lines(names []string) ([]byte, error) {
	b := []byte{} // want "b grows by append although its length is known"
	var err error
	for _, name := range names {
		if b, err = checked(b, name); err != nil {
			return nil, err
		}
		b = append(b, '\n')
	}
	return b, nil
}

func all(names []string) ([]byte, error) {
	b := []byte{} // want "b grows by append although its length is known"
	var err error
	for _, name := range names {
		b, err = checked(b, name)
		if err != nil {
			return nil, err
		}
		b = append(b, '\n')
	}
	return b, nil
}

type encoder struct{ sep byte }

func (e encoder) pair(list []string, key string, values ...string) []string {
	list = append(list, key, string(e.sep))
	return append(list, values...)
}

func (e encoder) pairs(values []string) []string {
	list := []string{} // want "list grows by append although its length is known$"
	list = e.pair(list, "a", values...)
	list = e.pair(list, "b", values...)
	return list
}

func writeName(b *bytes.Buffer, name string) {
	b.WriteByte('"')
	b.WriteString(name)
	b.WriteByte('"')
}

func written(names []string) []byte {
	var b bytes.Buffer
	for _, name := range names {
		writeName(&b, name) // want "the buffer b grows although its length is known$"
	}
	return b.Bytes()
}

// nope: the function returns another slice
func other(b []byte, name string) []byte {
	if name == "" {
		return []byte("none")
	}
	return append(b, name...)
}

func others(first, second string) []byte {
	out := []byte{}
	out = other(out, first)
	out = other(out, second)
	return out
}

// nope: the function appends to a part
func cut(b []byte, name string) []byte {
	b = b[:len(b)/2]
	return append(b, name...)
}

func cuts(first, second string) []byte {
	out := []byte{}
	out = cut(out, first)
	out = cut(out, second)
	return out
}

var kept []byte

// nope: the function retains the slice
func keeps(b []byte, name string) []byte {
	kept = b
	return append(b, name...)
}

func keeping(first, second string) []byte {
	out := []byte{}
	out = keeps(out, first)
	out = keeps(out, second)
	return out
}

// nope: nothing says how long numbers are
func numbers(ids []int) []byte {
	out := []byte{}
	for _, id := range ids {
		out = strconv.AppendInt(out, int64(id), 10)
		out = append(out, ',')
	}
	return out
}

func trimmed(b []byte, name string) []byte {
	name = name[:len(name)/2]
	return append(b, name...)
}

// nope: the length is that of another text
func trims(first, second string) []byte {
	out := []byte{}
	out = trimmed(out, first)
	out = trimmed(out, second)
	return out
}

func recursive(b []byte, n int) []byte {
	if n == 0 {
		return b
	}
	b = append(b, 'x')
	return recursive(b, n-1)
}

// nope: nothing says how often the function calls itself
func recursively(n int) []byte {
	out := []byte{}
	out = recursive(out, n)
	out = append(out, "ab"...)
	return out
}

func padded(b []byte, n int) []byte {
	pad := make([]byte, n) // want "pad is on the heap.*review: n panics in other words"
	for i := 0; i < n; i++ {
		b = append(b, pad[i])
	}
	return b
}

// nope: a number is no length
func pads(n int) []byte {
	out := []byte{}
	out = padded(out, n)
	out = padded(out, n+1)
	return out
}

// nope: the function may leave before the length is known to fit
func guarded(names []string, n int) []string {
	out := []string{"a"}
	if n > len(names) {
		return nil
	}
	out = append(out, names[:n]...)
	return out
}

type set map[string]bool

func (s set) add(names ...string) {
	for _, name := range names {
		s[name] = true
	}
}

func union(lists []string) set {
	all := make(set) // want "the map all grows although its size is known$"
	for _, name := range lists {
		all.add(name, name+".")
	}
	return all
}

func (s set) drop(name string) { delete(s, name) }

// nope: the method takes away
func without(lists []string) set {
	all := make(set)
	for _, name := range lists {
		all.drop(name)
	}
	return all
}

func appendDigits(b []byte, n int) []byte {
	for ; n > 0; n /= 10 {
		b = append(b, byte('0'+n%10))
	}
	return b
}

func digits(a, b int) string {
	var out []byte // want "out grows by append although it stays in the function$"
	out = appendDigits(out, a)
	out = append(out, ':')
	out = appendDigits(out, b)
	return string(out)
}

type tree struct {
	name string
	kids []*tree
}

func collect(names []string, t *tree) []string {
	for _, kid := range t.kids {
		names = collect(names, kid)
	}
	return append(names, t.name)
}

func size(t *tree) (n int) {
	var names []string // want "names grows by append although it stays in the function$"
	names = collect(names, t)
	for _, name := range names {
		n += len(name)
	}
	return n
}

func ping(b []byte, n int) []byte {
	if n == 0 {
		return []byte("none")
	}
	return pong(b, n-1)
}

func pong(b []byte, n int) []byte { return ping(append(b, 'x'), n) }

// nope: of two functions that call one another, one returns another slice
func pings(n int) int {
	var b []byte
	b = pong(b, n)
	b = append(b, "ab"...)
	return len(b)
}

func addUpper(list []string, name string) []string { return append(list, strings.ToUpper(name)) }

func (e encoder) add(list []string, name string) ([]string, error) {
	return append(list, name), nil
}

// What the function does beside its append is still done.
func upper(names []string) []string {
	var out []string
	for _, name := range names {
		out = addUpper(out, name) // want "out grows by append although its length is known$"
	}
	return out
}

func (e encoder) plain(names []string) (out []string, err error) {
	for i := range names {
		out, err = e.add(out, names[i]) // want "out grows by append although its length is known$"
	}
	return out, err
}

func maybe(list []string, on bool, more ...string) []string {
	if !on {
		return list
	}
	return append(list, more...)
}

// A function that may append nothing leaves nil as it is.
func twice(names []string, on bool) []string {
	var out []string
	out = maybe(out, on, names...) // want "out grows .*review: who keeps the result keeps room for .*; nil becomes empty"
	out = maybe(out, on, names...)
	return out
}

func each(names []string, on bool) (out []string) {
	for _, name := range names {
		out = maybe(out, on, name, name) // want "out grows .*review: who keeps the result keeps room for .*; nil becomes empty"
	}
	return out
}

func until(list, names []string) []string {
	for _, name := range names {
		if name == "" {
			break
		}
		list = append(list, name)
	}
	return list
}

func parts(first, second []string) []string {
	var out []string
	out = until(out, first) // want "out grows .*review: who keeps the result keeps room for .*; nil becomes empty"
	out = until(out, second)
	return out
}

func copied(names []string, on bool) []string {
	list := append([]string(nil), names...)
	list = maybe(list, on, "a", "b") // want "list grows .*review: who keeps the result keeps room for 4.*; the copy of a nil names is empty"
	list = maybe(list, on, "c", "d")
	return list
}

func writeIf(b *bytes.Buffer, name string, on bool) {
	if on {
		b.WriteString(name)
	}
}

func shown(names []string, on bool) []byte {
	var b bytes.Buffer
	for _, name := range names {
		writeIf(&b, name, on) // want "the buffer b grows .*review: who keeps the result keeps room for .*; Bytes of an unused buffer is empty"
	}
	return b.Bytes()
}

func tryWrite(b *bytes.Buffer, names []string) {
	defer func() { recover() }()
	b.WriteByte(names[0][0])
	b.WriteByte(names[1][0])
}

// nope: the function may recover before anything is written
func tried(names []string) []byte {
	var b bytes.Buffer
	for range names {
		tryWrite(&b, names)
	}
	return b.Bytes()
}

func pair(list []string, key, value string) []string {
	list = append(list, key)
	if value != "" {
		list = append(list, value)
	}
	return list
}

// What is appended in any case is enough.
func paired(names []string) []string {
	var out []string
	for _, name := range names {
		out = pair(out, name, name) // want "out grows by append although its length is known$"
	}
	return out
}

func addRare(list []string, name string) []string {
	if name == "rare" {
		list = append(list, name)
	}
	return list
}

// Who keeps the result keeps the room, whether the condition is here or there.
func rare(names []string) []string {
	out := []string{} // want "out grows .*review: who keeps the result keeps room for len.names., however little"
	for _, name := range names {
		out = addRare(out, name)
	}
	return out
}

func (s set) addRare(name string) {
	if name == "rare" {
		s[name] = true
	}
}

func rareSet(names []string) set {
	all := set{} // want "the map all grows although its size is known$"
	for _, name := range names {
		all.addRare(name)
	}
	return all
}

func rareHere(names []string) set {
	all := set{} // want "the map all grows although its size is known$"
	for _, name := range names {
		if name == "rare" {
			all[name] = true
		}
	}
	return all
}

// nope: what is nil may be returned
func early(on bool, name string) []string {
	var out []string
	out = maybe(out, on, "a", "b")
	if !on {
		return out
	}
	out = append(out, name, name, name)
	return out
}

func writeLetter(b *bytes.Buffer, r rune) {
	b.WriteRune(r)
	b.WriteByte(' ')
}

// The least that the function writes is two bytes.
func letters(text []byte) string {
	var b bytes.Buffer
	for _, c := range text {
		writeLetter(&b, rune(c)) // want "the buffer b grows although the least length is known"
		fmt.Fprintf(&b, "%d", c)
	}
	return b.String()
}

type large struct{ pad [64]int }

func pick(list []large, text string) []large {
	for i := range len(text) {
		if text[i] == '\n' {
			list = append(list, large{})
		}
	}
	return list
}

// A large element for each byte is far too much, there as here.
func picked(first, second string) []large {
	out := []large{} // want "out grows .*review: more memory may be reserved than is needed"
	out = append(out, large{})
	out = pick(out, first)
	out = pick(out, second)
	return out
}

func pickBelow(list []large, head large, text string) []large {
	list = append(list, head, head)
	return pick(list, text)
}

// So is it behind two that are there in any case.
func pickedBelow(head large, first, second string) []large {
	out := []large{} // want "out grows .*review: more memory may be reserved than is needed"
	out = pickBelow(out, head, first)
	out = pickBelow(out, head, second)
	return out
}

func putRunes(m map[rune]large, text string) {
	for _, r := range text {
		m[r] = large{}
	}
}

func runes(text string) int {
	m := map[rune]large{} // want "the map m grows .*review: more memory may be reserved than is needed"
	putRunes(m, text)
	return len(m)
}

// nope: what writes to the buffer may write later, or more
func encoded(names []string) []byte {
	var b bytes.Buffer
	for range names {
		io.WriteString(hex.NewEncoder(&b), "encoded: ")
	}
	return b.Bytes()
}

func tenfold(b []byte, name string) []byte {
	for range 1 << 19 {
		b = append(b, name...)
	}
	return b
}

// nope: so many copies are no text
func repeated(first, second string) []byte {
	out := []byte{}
	out = tenfold(out, first)
	out = tenfold(out, second)
	return out
}

type names []string

func (n names) with(list names) names { return append(list, n[0], "and", n[1]) }

// nope: the first argument of a method expression is the receiver
func expressed(first, second names) names {
	out := names{}
	out = names.with(out, first)
	out = names.with(out, second)
	return out
}

func two() (string, string) { return "a", "b" }

// nope: one call gives the method several arguments
func (s set) pairs(lists []string) set {
	all := make(set)
	for range lists {
		all.add(two())
	}
	return all
}

// What is ranged over is only looked at.
func indent(b []byte, name string) []byte {
	depth := 0
	for _, c := range b {
		if c == '{' {
			depth++
		}
	}
	b = append(b, name...)
	return append(b, byte('0'+depth))
}

func indented(first, second string) []byte {
	out := []byte{} // want "out grows by append although its length is known$"
	out = indent(out, first)
	out = indent(out, second)
	return out
}
