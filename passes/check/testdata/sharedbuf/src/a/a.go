package a

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"strconv"
	"sync"
)

var digits [20]byte

func Format(n int) string {
	b := strconv.AppendInt(digits[:0], int64(n), 10) // want `digits is shared: any goroutine may call Format, and may overwrite here what another goroutine is using`
	return string(b)
}

var numbers []int

func Parse(list []string) (sum int) {
	numbers = numbers[:0] // want `numbers is shared: any goroutine may call Parse`
	for _, s := range list {
		n, _ := strconv.Atoi(s)
		numbers = append(numbers, n)
	}
	for _, n := range numbers {
		sum += n
	}
	return sum
}

var out bytes.Buffer

type Encoder struct{}

func (*Encoder) Encode(x any) string {
	return encode(x)
}

func encode(x any) string {
	out.Reset() // want `out is shared: any goroutine may call Encoder.Encode`
	fmt.Fprint(&out, x)
	return out.String()
}

var block = make([]byte, 512)

func Read(r io.Reader) (string, error) {
	n, err := io.ReadFull(r, block) // want `block is shared`
	return string(block[:n]), err
}

var hasher = fnv.New32()

func Sum(p []byte) uint32 {
	hasher.Reset() // want `hasher is shared`
	hasher.Write(p)
	return hasher.Sum32()
}

var mu sync.Mutex

var locked [20]byte

// nope: a lock.
func Locked(n int) string {
	mu.Lock()
	defer mu.Unlock()
	return string(strconv.AppendInt(locked[:0], int64(n), 10))
}

var outer [20]byte

// nope: the caller has the lock.
func Outer(n int) string {
	mu.Lock()
	defer mu.Unlock()
	return inner(n)
}

func inner(n int) string {
	return string(strconv.AppendInt(outer[:0], int64(n), 10))
}

var table [256]byte

// nope: init runs once.
func init() {
	for i := range table {
		table[i] = byte(i)
	}
	fmt.Println(table)
}

// nope: only read.
func Lookup(i byte) byte { return table[i] }

var once sync.Once

var lazy [256]byte

// nope: filled once.
func Lazy(i byte) byte {
	once.Do(func() {
		for i := range lazy {
			lazy[i] = byte(i)
		}
		fmt.Println(lazy)
	})
	return lazy[i]
}

var magic = []byte("magic")

// nope: a setter.
func SetMagic(m []byte) {
	magic = m
	fmt.Println(len(magic))
}

var counters [8]int

var registry []string

// nope: a list that grows.
func Register(name string) int {
	registry = append(registry, name)
	return len(registry)
}

var suites = []int{1, 2, 3}

// nope: only made shorter.
func Restrict(n int) int {
	suites = suites[:n]
	return suites[0]
}

// nope: counters are racy, but no buffer.
func Count(i int) int {
	counters[i]++
	return counters[i]
}

var flags [8]bool

// nope: written, never used here.
func Switch(i int) { flags[i] = true }

var documented [8]byte // one goroutine at a time

// Documented must not be called concurrently.
//
// nope: it says so.
func Documented(c byte) string {
	documented[0] = c
	return string(documented[:1])
}

var local [8]byte

// nope: another variable of that name.
func Shadowed(c byte) string {
	var local [8]byte
	local[0] = c
	return string(local[:1])
}

// nope: nobody calls it.
func unused(c byte) string {
	local[0] = c
	return string(local[:1])
}

// BAD: the closure keeps the buffer, and each caller its closure.
var captured [8]byte

func Closure() func(byte) string {
	p := &captured
	return func(c byte) string {
		p[0] = c
		return string(p[:1])
	}
}
