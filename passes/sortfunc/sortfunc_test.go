package sortfunc_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"github.com/unheap/unheap/passes/internal/passtest"
	"github.com/unheap/unheap/passes/sortfunc"
)

func Test(t *testing.T) { passtest.Run(t, sortfunc.Rule) }

// A row is an element that is more than what it is compared by.
type row struct{ key, id int }

// TestSame holds the toolchain to what the pass rests on: package slices asks for the
// same pairs and gives the same order as package sort, also where less contradicts
// itself, and whatever is returned for false.
func TestSame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	orders := map[string]func(a, b row) bool{
		"key":          func(a, b row) bool { return a.key < b.key },
		"descending":   func(a, b row) bool { return a.key > b.key },
		"all equal":    func(a, b row) bool { return false },
		"always":       func(a, b row) bool { return true },
		"not strict":   func(a, b row) bool { return a.key <= b.key },
		"no order":     func(a, b row) bool { return (a.key*7+b.key*3)%5 < 2 },
		"equal by two": func(a, b row) bool { return a.key/2 < b.key/2 },
	}
	for name, less := range orders {
		for n := range 60 {
			rows := make([]row, n*n%701)
			for i := range rows {
				rows[i] = row{r.IntN(1 + n*n/7), i}
			}
			same(t, name, rows, less, sort.Slice, slices.SortFunc)
			same(t, name+", stable", rows, less, sort.SliceStable, slices.SortStableFunc)
			same(t, name+", by methods", rows, less, methods(sort.Sort), slices.SortFunc)
			same(t, name+", stable by methods", rows, less, methods(sort.Stable), slices.SortStableFunc)
		}
	}
}

// A byLess sorts rows by methods.
type byLess struct {
	rows []row
	less func(i, j int) bool
}

func (b byLess) Len() int           { return len(b.rows) }
func (b byLess) Less(i, j int) bool { return b.less(i, j) }
func (b byLess) Swap(i, j int)      { b.rows[i], b.rows[j] = b.rows[j], b.rows[i] }

// methods is a function of package sort that takes methods, as one that takes less.
func methods(sorts func(sort.Interface)) func(x any, less func(i, j int) bool) {
	return func(x any, less func(i, j int) bool) { sorts(byLess{x.([]row), less}) }
}

func same(t *testing.T, name string, rows []row, less func(a, b row) bool,
	old func(x any, less func(i, j int) bool), sorted func(x []row, cmp func(a, b row) int)) {
	var asked, wanted [][2]row
	want := slices.Clone(rows)
	old(want, func(i, j int) bool {
		wanted = append(wanted, [2]row{want[i], want[j]})
		return less(want[i], want[j])
	})
	for _, other := range []int{0, 1} {
		asked = asked[:0]
		got := slices.Clone(rows)
		sorted(got, func(a, b row) int {
			asked = append(asked, [2]row{a, b})
			if less(a, b) {
				return -1
			}
			return other
		})
		if !slices.Equal(got, want) || !slices.Equal(asked, wanted) {
			t.Fatalf("%s, %d elements: slices sorts in another way than sort", name, len(rows))
		}
	}
}

// TestNaN holds package slices to the order of sort.Float64Slice.
func TestNaN(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	values := []float64{math.NaN(), 0, math.Copysign(0, -1), math.Inf(1), 1, 2, 3}
	for n := range 300 {
		x := make([]float64, n)
		for i := range x {
			x[i] = values[r.IntN(len(values))]
		}
		for _, reverse := range []bool{false, true} {
			want, got := slices.Clone(x), slices.Clone(x)
			if reverse {
				sort.Sort(sort.Reverse(sort.Float64Slice(want)))
				slices.SortFunc(got, func(a, b float64) int { return cmp.Compare(b, a) })
			} else {
				sort.Sort(sort.Float64Slice(want))
				slices.Sort(got)
			}
			if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
				t.Fatalf("%v: slices gives %v, sort %v", x, got, want)
			}
		}
	}
}

// A byKey sorts rows by their keys.
type byKey []row

func (s byKey) Len() int           { return len(s) }
func (s byKey) Less(i, j int) bool { return s[i].key < s[j].key }
func (s byKey) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

// A table sorts its rows by their address.
type table struct{ rows []row }

func (t *table) sort() { sort.Sort((*byKey)(&t.rows)) }

// TestObjects holds the toolchain to what methods save where there is no slices.SortFunc.
func TestObjects(t *testing.T) {
	rows := []row{{2, 1}, {1, 2}, {3, 3}}
	field := &struct{ rows []row }{rows}
	for name, run := range map[string]struct {
		sort    func()
		objects float64
	}{
		"sort.Slice": {func() { sort.Slice(rows, func(i, j int) bool { return rows[i].key < rows[j].key }) }, 3},
		"a type":     {func() { sort.Sort(byKey(rows)) }, 1},
		"a pointer":  {func() { sort.Sort((*byKey)(&field.rows)) }, 0},
		"an object of the caller": {func() {
			t := table{rows}
			t.sort()
		}, 1},
	} {
		if got := testing.AllocsPerRun(10, run.sort); got != run.objects {
			t.Errorf("%s makes %v objects, want %v", name, got, run.objects)
		}
	}
}
