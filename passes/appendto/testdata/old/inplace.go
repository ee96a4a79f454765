package old

import (
	"fmt"
	"io"
	"strings"
)

type item struct {
	name string
	size int
	done bool
	next *item
}

type store struct {
	items []*item
	names map[string]int
}

func (s *store) open() []*item {
	var out []*item
	for _, it := range s.items {
		if !it.done {
			out = append(out, it) // want `what open returns is only ranged over \(review: where open panics`
		}
	}
	return out
}

func (st *store) size(limit int) (n int) {
	for _, x := range st.open() {
		if x.size > limit {
			continue // too large
		}
		if n > limit {
			return -1
		}
		n += x.size
	}
	return n
}

func below(list []*item, limit int) []string {
	names := make([]string, 0, len(list))
	for _, it := range list {
		if it.size >= limit {
			continue
		}
		names = append(names, strings.TrimSpace(it.name)) // want `what below returns is only ranged over \(review: what the loop calls must not change what below reads; where below panics`
	}
	return names
}

func (s *store) print(w io.Writer) {
	small := below(s.items, 10)
	for _, name := range small {
		fmt.Fprintln(w, name)
	}
}

func chain(it *item) []*item {
	var out []*item
	for p := it; p != nil; p = p.next {
		out = append(out, p) // want `what chain returns is only ranged over \(review: where chain panics`
	}
	return out
}

func (s *store) find(first *item, name string) bool {
outer:
	for _, it := range chain(first) {
		for _, x := range s.items {
			if x == it {
				continue outer
			}
		}
		if it.name == name {
			return true
		}
	}
	return false
}

func words(text string) []string {
	var out []string
	for _, w := range strings.Split(text, " ") {
		if w != "" {
			out = append(out, w) // want "what words returns is only ranged over$"
		}
	}
	return out
}

func (s *store) long() (n int) {
	for _, w := range words(s.items[0].name) {
		n += len(w)
	}
	return n
}

// listed is documented, so that it stays.
func listed(list []*item) []string {
	var out []string
	for _, it := range list {
		out = append(out, it.name) // nope: its comment would be lost // refused "listed does more than append in one loop"
	}
	return out
}

func useListed(list []*item) (n int) {
	for _, name := range listed(list) {
		n += len(name)
	}
	return n
}

func both(list []*item) []string {
	var out []string
	for _, it := range list {
		out = append(out, it.name) // nope: two loops would do the same // refused "go 1.17 has no range over functions"
	}
	return out
}

func useBoth(list []*item) (n int) {
	for _, name := range both(list) {
		n += len(name)
	}
	for _, name := range both(list) {
		n += len(name)
	}
	return n
}

func every(list []*item) []string {
	var out []string
	for _, it := range list {
		out = append(out, it.name) // nope: in two places // refused "every does more than append in one loop"
		if it.done {
			out = append(out, "done")
		}
	}
	return out
}

func useEvery(list []*item) (n int) {
	for _, name := range every(list) {
		if name == "" {
			continue
		}
		n += len(name)
	}
	return n
}

func first(list []*item) []string {
	var out []string
	for _, it := range list {
		out = append(out, it.name) // nope: the turn goes on // refused "first does more than append in one loop"
		if it.done {
			break
		}
	}
	return out
}

func useFirst(list []*item) (n int) {
	for _, name := range first(list) {
		if name == "" {
			continue
		}
		n += len(name)
	}
	return n
}

func sizes(list []*item) []int {
	var out []int
	for _, it := range list {
		n := it.size * 2
		out = append(out, n) // want "what sizes returns is only ranged over$"
	}
	return out
}

func useSizes(list []*item) (sum int) {
	m := 7
	for _, size := range sizes(list) {
		sum += size * m
	}
	return sum
}

func twice(list []*item) []int {
	var out []int
	for _, it := range list {
		n := it.size * 2
		if n > 3 {
			out = append(out, n+1)
		}
	}
	return out
}

func useTwice(list []*item) (sum int) {
	n := 7
	for _, size := range twice(list) { // nope: n is another one there // refused "a name, or an element, means something else in the loop of twice"
		sum += size * n
	}
	return sum
}

func counted(list []*item) []int {
	var out []int
	for i := 0; i < len(list); i++ {
		out = append(out, i)
	}
	return out
}

func useCounted(list []*item) (sum int) {
	for _, i := range counted(list) { // nope: the loop would count on from there // refused "a name, or an element, means something else in the loop of counted"
		i *= 2
		sum += i
	}
	return sum
}

func shorter(list []*item) []*item {
	var out []*item
	for _, it := range list {
		out = append(out, it) // want "what shorter returns is only ranged over$"
	}
	return out
}

func useShorter(list []*item) (sum int) {
	for _, it := range shorter(list) {
		list = list[1:]
		sum += len(list) + it.size
	}
	return sum
}

func while(list []*item) []*item {
	var out []*item
	for i := 0; i < len(list); i++ {
		out = append(out, list[i])
	}
	return out
}

func useWhile(list []*item) (sum int) {
	for _, it := range while(list) { // nope: as well // refused "what while is given cannot stand in its loop"
		list = list[1:]
		sum += len(list) + it.size
	}
	return sum
}

func shadow(first *item) []*item {
	var out []*item
	for p := first; p != nil; p = p.next {
		if p != first {
			out = append(out, p)
		}
	}
	return out
}

func useShadow(it *item) (sum int) {
	for _, it := range shadow(it) { // nope: it is the element there // refused "a name, or an element, means something else in the loop of shadow"
		sum += it.size
	}
	return sum
}

func halves(list []*item) []float64 {
	var out []float64
	for range list {
		out = append(out, 1)
	}
	return out
}

func sized(list []*item) []interface{} {
	var out []interface{}
	for _, it := range list {
		out = append(out, it)
	}
	return out
}

func above(least float64, list []float64) []float64 {
	var out []float64
	for _, x := range list {
		if x > least/2 {
			out = append(out, x)
		}
	}
	return out
}

func useElements(list []*item, sizes []float64) (sum float64) {
	for _, v := range halves(list) { // nope: 1 is no float64 // refused "a name, or an element, means something else in the loop of halves"
		sum += v / 2
	}
	for _, v := range sized(list) { // nope: a nil item is not nil there // refused "a name, or an element, means something else in the loop of sized"
		if v == nil {
			sum++
		}
	}
	for _, v := range above(1, sizes) { // nope: 1/2 is 0 // refused "what above is given cannot stand in its loop"
		sum += v
	}
	return sum
}
