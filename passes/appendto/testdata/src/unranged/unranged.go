package unranged

import (
	"container/list"
	"os"
	"runtime"
	"slices"
	"sync"
)

type item struct {
	name string
	next *item
	done bool
}

type store struct {
	mu    sync.Mutex
	items []*item
	byKey map[string]*item
	order *list.List
	hook  func(*item)
}

func (s *store) stale() []string {
	var keys []string
	for k, it := range s.byKey {
		if it.done {
			keys = append(keys, k)
		}
	}
	return keys
}

func (s *store) sweep() {
	for _, k := range s.stale() { // nope: the map loses entries while it is ranged over // refused "the loop may change what stale reads"
		delete(s.byKey, k)
	}
}

func (s *store) open() []*item {
	var out []*item
	for _, it := range s.items {
		if !it.done {
			out = append(out, it)
		}
	}
	return out
}

func (s *store) close() {
	for _, it := range s.open() { // nope: what is asked of the next one may have changed // refused "the loop may change what open reads"
		it.done = true
	}
}

func (s *store) kept() []*item {
	var out []*item
	for _, it := range s.items {
		if it.done {
			out = append(out, it)
		}
	}
	return out
}

func (s *store) compact() {
	left := s.items[:0]
	for _, it := range s.kept() { // nope: it writes over what is ranged over // refused "the loop may change what kept reads"
		left = append(left, it)
	}
	s.items = left
}

func (s *store) locked() []*item {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*item
	for _, it := range s.items {
		out = append(out, it) // nope: the loop would run under the lock // refused "locked defers calls"
	}
	return out
}

func (s *store) useLocked() (n int) {
	for range s.locked() {
		n++
	}
	return n
}

func (s *store) taken() []*item {
	var out []*item
	s.mu.Lock()
	for _, it := range s.items {
		out = append(out, it) // nope: as well // refused "taken changes what a loop in between may see, or waits for others"
	}
	s.mu.Unlock()
	return out
}

func (s *store) useTaken() (n int) {
	for range s.taken() {
		n++
	}
	return n
}

func (s *store) old() []*list.Element {
	var out []*list.Element
	for e := s.order.Front(); e != nil; e = e.Next() {
		out = append(out, e)
	}
	return out
}

func (s *store) drop() {
	for _, e := range s.old() { // nope: an element that is removed has no next one // refused "the loop may change what old reads"
		s.order.Remove(e)
	}
}

func (s *store) watched() []*item {
	var out []*item
	for it := s.items[0]; it != nil; it = it.next {
		out = append(out, it)
	}
	return out
}

func (s *store) tell() {
	for _, it := range s.watched() { // nope: who is told may do anything with it // refused "the loop may change what watched reads"
		s.hook(it)
	}
}

func files(names []string) []string {
	var out []string
	for _, n := range names {
		if _, err := os.Stat(n); err == nil {
			out = append(out, n)
		}
	}
	return out
}

func clean(names []string) {
	for _, n := range files(names) { // nope: one may be a folder that holds another // refused "what files finds may depend on what the loop does"
		os.RemoveAll(n)
	}
}

func taking(s *store) []string {
	var out []string
	for len(s.items) > 0 {
		out = append(out, s.items[0].name) // nope: it changes what the loop may look at // refused "taking changes what a loop in between may see, or waits for others"
		s.items = s.items[1:]
	}
	return out
}

func useTaking(s *store) (n int) {
	for range taking(s) {
		n += len(s.items)
	}
	return n
}

func scratch(n int) []*item {
	var it item
	var out []*item
	for i := range n {
		it.done = i > 1
		out = append(out, &it) // nope: all elements are one, which has its last value // refused "scratch changes what a loop in between may see, or waits for others"
	}
	return out
}

func useScratch(n int) (m int) {
	for _, it := range scratch(n) {
		if it.done {
			m++
		}
	}
	return m
}

func views(text []string) [][]byte {
	var out [][]byte
	var buf []byte
	for _, s := range text {
		buf = append(buf[:0], s...)
		out = append(out, buf) // nope: all elements have the bytes of the last one // refused "views changes what a loop in between may see, or waits for others"
	}
	return out
}

func useViews(text []string) (n int) {
	for _, b := range views(text) {
		n += len(b)
	}
	return n
}

func listed(n int) []int {
	var out []int
	for i := range n {
		out = append(out, i) // nope: somebody wants the list
	}
	return out
}

func useListed(n int) []int {
	for _, i := range listed(n) {
		if i > 3 {
			return nil
		}
	}
	return slices.Clip(listed(n))
}

func indexed(n int) []int {
	var out []int
	for i := range n {
		out = append(out, i*i) // nope: who gives the index
	}
	return out
}

func useIndexed(n int) (sum int) {
	for i, sq := range indexed(n) {
		sum += i * sq
	}
	return sum
}

func Known(n int) []int {
	var out []int
	for i := range n {
		out = append(out, i*i) // nope: others may call it
	}
	return out
}

func useKnown(n int) (sum int) {
	for _, sq := range Known(n) {
		sum += sq
	}
	return sum
}

func undone(n int) []int {
	var out []int
	for i := range n {
		out = append(out, i) // nope: it takes back what it has given // refused "undone may return something else than out when it has appended to it"
		if i == 100 {
			return nil
		}
	}
	return out
}

func useUndone(n int) (sum int) {
	for _, i := range undone(n) {
		sum += i
	}
	return sum
}

func keysOf(m map[string]int) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return out
}

func doubled(keys []string) map[string]int {
	m := make(map[string]int)
	for _, k := range keys {
		m[k] = 1
	}
	for _, k := range keysOf(m) { // nope: the map gets entries while it is ranged over // refused "the loop may change what keysOf reads"
		m[k+k] = 2
	}
	return m
}

func tree(it *item) []*item {
	var out []*item
	if it == nil {
		return out
	}
	out = append(out, it)
	for _, x := range tree(it.next) { // nope: a chain of functions, one for each level
		out = append(out, x)
	}
	return out
}

func lines(n int) []int {
	var out []int
	for i := range n {
		out = append(out, i)
	}
	return out
}

func traced(n int) (line int) {
	for range lines(n) { // nope: it sees who calls it // refused "the loop looks at the frames of its callers"
		_, _, line, _ = runtime.Caller(1)
	}
	return line
}

func received(n int) []int {
	var out []int
	for i := range n {
		out = append(out, i)
	}
	return out
}

func sendAll(items *store, ch chan int) {
	for _, i := range items.numbers() { // nope: who receives may change the names // refused "the loop waits for others, who may change what numbers reads"
		ch <- i
	}
}

func (s *store) numbers() []int {
	var out []int
	for _, it := range s.items {
		out = append(out, len(it.name))
	}
	return out
}
