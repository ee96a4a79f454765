//lint:file-ignore U1000 fields without a use are filled by reflection

package kit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unsafe"
)

func TestMain(m *testing.M) {
	Package = "github.com/unheap/unheap/internal/verify/equiv/kit"
	os.Exit(m.Run())
}

// patient are limits that only a version which never returns reaches, on a busy
// machine too.
var patient = Limits{Time: 20 * time.Second, Call: 10 * time.Second}

// runCase returns the Result of one case as a reader of the output sees it.
func runCase(t *testing.T, c Case) Result {
	t.Helper()
	return runWithin(t, patient, c)
}

func runWithin(t *testing.T, limits Limits, c Case) Result {
	t.Helper()
	var out bytes.Buffer
	Run(&out, limits, c)
	var r Result
	for line := range strings.Lines(out.String()) {
		text, ok := strings.CutPrefix(line, Marker)
		if !ok {
			t.Fatalf("no marker in %q", line)
		}
		r = Result{}
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			t.Fatal(err)
		}
	}
	if r.Running != "" {
		t.Fatalf("the last line says that %s has not ended", r.Running)
	}
	return r
}

// some returns the list, and with -short every fourth of it.
func some[E any](list []E) (some []E) {
	if !testing.Short() {
		return list
	}
	for i := 0; i < len(list); i += 4 {
		some = append(some, list[i])
	}
	return some
}

type pair struct{ key, value string }

type state struct {
	n    int
	name string
	sub  *state
	mu   sync.Mutex
}

func (s *state) label() string  { return s.name + strconv.Itoa(s.n) }
func (s *state) label2() string { return fmt.Sprintf("%s%d", s.name, s.n) }

var counter int

// A wraps has no text if it wraps nothing.
type wraps struct{ Err error }

func (w *wraps) Error() string { return "wraps " + w.Err.Error() }

// right are correct rewrites: a difference reported here is one that no
// caller can see.
var right = []Case{
	{Name: "asked for what never comes", Old: func(f func(int) int, n int) int {
		for n == 16 && f(n) != 1<<40 {
		}
		return f(n)
	}, New: func(f func(int) int, n int) int {
		for n == 16 {
			if f(n) == 1<<40 {
				break
			}
		}
		return f(n)
	}},
	{Name: "Sprintf to concat", Old: func(s string, n int) string { return fmt.Sprintf("%s=%d", s, n) },
		New: func(s string, n int) string { return s + "=" + strconv.Itoa(n) }},
	{Name: "presize, nil kept", Old: func(src []int) (out []int) {
		for _, v := range src {
			out = append(out, v*2)
		}
		return out
	}, New: func(src []int) (out []int) {
		if len(src) > 0 {
			out = make([]int, 0, len(src))
		}
		for _, v := range src {
			out = append(out, v*2)
		}
		return out
	}},
	{Name: "Errorf without verbs", Old: func(b bool) error {
		if b {
			return fmt.Errorf("bad")
		}
		return nil
	}, New: func(b bool) error {
		if b {
			return errBad
		}
		return nil
	}},
	{Name: "the order of a map", Old: func(m map[string]int) (s string) {
		for k, v := range m {
			s += fmt.Sprintf("%s=%d;", k, v)
		}
		return s
	}, New: func(m map[string]int) string {
		var b strings.Builder
		for k, v := range m {
			b.WriteString(k + "=" + strconv.Itoa(v) + ";")
		}
		return b.String()
	}},
	{Name: "method", Old: (*state).label, New: (*state).label2},
	{Name: "io.Writer", Old: func(w io.Writer, s string) error { _, err := w.Write([]byte(s)); return err },
		New: func(w io.Writer, s string) error { _, err := io.WriteString(w, s); return err }},
	{Name: "scratch space of a bufio.Writer", Old: func(w *bufio.Writer, s string, n int) error {
		_, err := w.Write([]byte(fmt.Sprintf("%s=%d\n", s, n)))
		return err
	}, New: func(w *bufio.Writer, s string, n int) error {
		b := append(w.AvailableBuffer(), s...)
		b = append(b, '=')
		b = strconv.AppendInt(b, int64(n), 10)
		_, err := w.Write(append(b, '\n'))
		return err
	}},
	{Name: "func argument", Old: func(f func(int) int, v []int) int {
		sum := 0
		for _, x := range v {
			sum += f(x)
		}
		return sum
	}, New: func(f func(int) int, v []int) int {
		sum := 0
		for i := range v {
			sum += f(v[i])
		}
		return sum
	}},
	{Name: "results of one array that end where they do", Old: func(s string) (a, b []byte) {
		k := len(s) / 2
		return append(make([]byte, 0, k), s[:k]...), append(make([]byte, 0, len(s)-k), s[k:]...)
	}, New: func(s string) (a, b []byte) {
		k, all := len(s)/2, append(make([]byte, 0, len(s)), s...)
		return all[:k:k], all[k:]
	}},
	{Name: "calls from goroutines", Old: func(in []int, f func(int) int) int {
		if f == nil { // a panic there ends the process
			return 0
		}
		var wg sync.WaitGroup
		var mu sync.Mutex
		sum := 0
		for _, v := range in {
			wg.Go(func() {
				n := f(v)
				mu.Lock()
				defer mu.Unlock()
				sum += n
			})
		}
		wg.Wait()
		return sum
	}, New: func(in []int, f func(int) int) int {
		if f == nil { // a panic there ends the process
			return 0
		}
		var wg sync.WaitGroup
		var sum atomic.Int64
		for _, v := range in {
			wg.Go(func() { sum.Add(int64(f(v))) })
		}
		wg.Wait()
		return int(sum.Load())
	}},
	{Name: "pieces of what is written between calls", Old: func(w io.Writer, in []string, f func(string) string) {
		for _, s := range in {
			fmt.Fprintf(w, "%s=%s;", s, f(s))
		}
	}, New: func(w io.Writer, in []string, f func(string) string) {
		for _, s := range in {
			t := f(s)
			io.WriteString(w, s)
			io.WriteString(w, "="+t)
			io.WriteString(w, ";")
		}
	}},
	{Name: "errors that are not looked at", Old: func(w io.Writer, s string, n int) { fmt.Fprintf(w, "%s=%d\n", s, n) },
		New: func(w io.Writer, s string, n int) {
			io.WriteString(w, s)
			io.WriteString(w, "="+strconv.Itoa(n))
			io.WriteString(w, "\n")
		}},
	{Name: "an error that has no text", Old: func(e *wraps) error {
		if e == nil {
			return nil
		}
		return e
	}, New: func(e *wraps) (err error) {
		if e != nil {
			err = e
		}
		return err
	}},
	{Name: "one pointer passed to each call", Old: func(in []int, f func(*pair)) {
		var p pair
		for _, v := range in {
			p.key = strconv.Itoa(v)
			f(&p)
		}
	}, New: func(in []int, f func(*pair)) {
		p := new(pair)
		for _, v := range in {
			p.key = fmt.Sprint(v)
			f(p)
		}
	}},
	{Name: "empty inside of a foreign type", Old: func(n uint32) *big.Int { return new(big.Int) },
		New: func(n uint32) *big.Int { return new(big.Int).SetBits([]big.Word{}) }},
	{Name: "the address of a pointer", Old: func(n int) string { return fmt.Sprint(new(n)) },
		New: func(n int) string { return fmt.Sprintf("%p", new(n)) }},
	{Name: "room for less than nothing", Old: func(n int) int {
		var b strings.Builder
		b.Grow(n)
		return b.Len()
	}, New: func(n int) int { return len(make([]byte, 0, n)) }, Exempt: []string{HugeNumbers}},
	{Name: "block", Old: func(n int) []*pair {
		var out []*pair
		for i := range n {
			out = append(out, &pair{key: strconv.Itoa(i)})
		}
		return out
	}, New: func(n int) (out []*pair) {
		block := make([]pair, max(n, 0))
		for i := range n {
			block[i].key = strconv.Itoa(i)
			out = append(out, &block[i])
		}
		return out
	}, Exempt: []string{HugeNumbers}}, // it would make them all
}

var errBad = fmt.Errorf("%s", "bad")

func TestRight(t *testing.T) {
	for _, c := range some(right) {
		r := runCase(t, c)
		if r.Differs != "" || r.Skipped != "" || r.Inputs < 50 {
			t.Errorf("%s: %+v", c.Name, r)
		}
	}
}

// TestSkipped: what cannot be compared says so, and why.
func TestSkipped(t *testing.T) {
	tests := []struct {
		c    Case
		want string
	}{
		{Case{Name: "pointer", Old: func(unsafe.Pointer) {}, New: func(unsafe.Pointer) {}}, "unsafe.Pointer"},
		{Case{Name: "interface", Old: func(c io.Seeker) {}, New: func(c io.Seeker) {}}, "io.Seeker"},
		{Case{Name: "foreign struct", Old: func(f *os.File) {}, New: func(f *os.File) {}}, "os.File"},
		{Case{Name: "type changed", Old: func() *pair { return nil }, New: func() pair { return pair{} }}, "type changed"},
		{Case{Name: "counts", Old: func() int { counter++; return counter }, New: func() int { counter++; return counter }}, "not determined"},
	}
	for _, tt := range tests {
		if r := runCase(t, tt.c); !strings.Contains(r.Skipped, tt.want) || r.Inputs != 0 {
			t.Errorf("%s: %+v; want skipped because of %q", tt.c.Name, r, tt.want)
		}
	}
}

// TestHuge: a version that loops up to its argument is compared all the same.
func TestHuge(t *testing.T) {
	f := func(n int) (sum int) {
		for i := range n {
			sum += i & 1
		}
		return sum
	}
	limits := patient
	limits.Call = 2 * time.Second // is waited for, twice
	if r := runWithin(t, limits, Case{Name: "loop", Old: f, New: f}); r.Inputs < 100 || r.Differs != "" || r.Note == "" {
		t.Errorf("%+v; want inputs, and a note on huge ones", r)
	}
}

// TestSameInput: both versions must get equal values from one seed.
func TestSameInput(t *testing.T) {
	typ := func(*state, *pair, []pair, map[string][]int, any, error, io.Reader, [3]float64) {}
	for seed := range uint64(300) {
		a, b := call(typ, input{seed: seed}, time.Second), call(typ, input{seed: seed}, time.Second)
		if a.text() != b.text() || a.before != b.before {
			t.Fatalf("seed %d: %s\n%s", seed, a.before, b.before)
		}
	}
}

// TestInputs: the values that rewrites get wrong do occur.
func TestInputs(t *testing.T) {
	var nilSlice, emptySlice, spare, shared, invalid, nan, nilPtr bool
	f := func(a, b []byte, s string, x float64, p *pair) {
		nilSlice = nilSlice || a == nil
		emptySlice = emptySlice || a != nil && len(a) == 0
		spare = spare || cap(a) > len(a)
		shared = shared || sharedBytes(a, b)
		invalid = invalid || s != strings.ToValidUTF8(s, "")
		nan = nan || x != x
		nilPtr = nilPtr || p == nil
	}
	for seed := range uint64(300) {
		call(f, input{seed: seed}, time.Second)
	}
	if !nilSlice || !emptySlice || !spare || !shared || !invalid || !nan || !nilPtr {
		t.Error(nilSlice, emptySlice, spare, shared, invalid, nan, nilPtr)
	}
}

// sharedBytes reports whether a write to a can be seen in b.
func sharedBytes(a, b []byte) bool {
	for i := range a {
		was := string(b)
		a[i]++
		changed := was != string(b)
		a[i]--
		if changed {
			return true
		}
	}
	return false
}

// TestOnly: the environment chooses the cases, and nothing else is run.
func TestOnly(t *testing.T) {
	t.Setenv(Only, "B\nC")
	same := func(n int) int { return n }
	var out bytes.Buffer
	Run(&out, patient, Case{Name: "A", Old: same, New: func(int) int { panic("run") }}, Case{Name: "B", Old: same, New: same}, Case{Name: "C", Old: same, New: same})
	for name, want := range map[string]bool{"A": false, "B": true, "C": true} {
		if got := strings.Contains(out.String(), fmt.Sprintf(`"name":%q`, name)); got != want {
			t.Errorf("%s is run: %v, want %v", name, got, want)
		}
	}
}
