package copies

import "fmt"

// A struct of each of these types has a list that Set makes anew. Who has a copy of the struct has
// the list, too.

type saved struct {
	list []int
	sum  int
}

func (s *saved) Set(n int) {
	s.list = []int{n, n} // nope: a copy is kept // refused "may share s.list: c := .s"
}

func (s *saved) save() func() int {
	c := *s
	return func() int { return len(c.list) }
}

type counted struct {
	list []int
	sum  int
}

func (s *counted) Set(n int) {
	s.list = []int{n, n} // want "s.list is made anew each time$"
}

func (s *counted) count() int {
	c := *s
	s.Set(1)
	return c.sum // of the copy only this is read
}

type read struct {
	list []int
	sum  int
}

func (s *read) Set(n int) {
	s.list = []int{n, n} // nope: the copy has the old list // refused "may share s.list: c := .s"
}

func (s *read) read() int {
	c := *s
	s.Set(1)
	return c.list[0]
}

type put struct {
	list []int
	sum  int
}

func (s *put) Set(n int) {
	s.list = []int{n, n} // nope: another one has it // refused "may share s.list: .to = .s"
}

func (s *put) put(to *put) { *to = *s }

type emptied struct {
	list []int
	sum  int
}

func (s *emptied) Set(n int) {
	s.list = []int{n, n} // want "s.list is made anew each time$"
}

func (s *emptied) reset() { *s = emptied{} }

type given struct {
	list []int
	sum  int
}

func (s *given) Set(n int) {
	s.list = []int{n, n} // nope: the caller has a copy // refused "may share s.list: return .s"
}

func (s *given) get() given { return *s }

type moved struct {
	list []int
	sum  int
}

func (s *moved) Set(n int) {
	s.list = []int{n, n} // want "s.list is made anew each time$"
}

func move() moved {
	s := moved{list: []int{1}}
	s.sum++
	return s // there is no other one
}

type returned struct {
	list []int
	sum  int
}

func (s *returned) Set(n int) {
	s.list = []int{n, n} // nope: there is another one, by its address // refused "may share s.list: return s"
}

func makeReturned(all []*returned) returned {
	var s returned
	all[0] = &s
	return s
}

type passed struct {
	list []int
	sum  int
}

func (s *passed) Set(n int) {
	s.list = []int{n, n} // nope: who knows what show does // refused "may share s.list: show"
}

func (s *passed) pass(show func(passed)) { show(*s) }

type measured struct {
	list []int
	sum  int
}

func (s *measured) Set(n int) {
	s.list = []int{n, n} // want "s.list is made anew each time$"
}

func (s *measured) measure() int { return measure(*s) }

func measure(s measured) int { return s.list[0] + s.sum }

type late struct {
	list []int
	sum  int
}

func (s *late) Set(n int) {
	s.list = []int{n, n} // nope: next may set the list // refused "may share s.list: run"
}

func (s *late) run(next func()) int { return run(*s, next) }

func run(s late, next func()) int {
	next()
	return s.list[0]
}

type started struct {
	list []int
	sum  int
}

func (s *started) Set(n int) {
	s.list = []int{n, n} // nope: it runs besides // refused "may share s.list: show"
}

func (s *started) run() { go show(*s) }

func show(s started) int { return s.list[0] }

type called struct {
	list []int
	sum  int
}

func (s *called) Set(n int) {
	s.list = []int{n, n} // want "s.list is made anew each time$"
}

func (s called) total() int { return len(s.list) + s.sum }

func (s *called) both() int { return s.total() + s.total() }

type bound struct {
	list []int
	sum  int
}

func (s *bound) Set(n int) {
	s.list = []int{n, n} // nope: the method value has a copy // refused "may share s.list: return s.total"
}

func (s bound) total() int { return s.list[0] }

func (s *bound) later() func() int { return s.total }

type deferred struct {
	list []int
	sum  int
}

func (s *deferred) Set(n int) {
	s.list = []int{n, n} // nope: the list is read at the end // refused "may share s.list: s.total"
}

func (s deferred) total() int { return s.list[0] }

func (s *deferred) end() {
	defer s.total()
	s.Set(1)
}

type calling struct {
	list []int
	sum  int
}

func (s *calling) Set(n int) {
	s.list = []int{n, n} // nope: next may set the list // refused "may share s.list: operand s"
}

func (s calling) total(next func()) int {
	next()
	return s.list[0]
}

type appended struct {
	list []int
	sum  int
}

func (s *appended) Set(n int) {
	s.list = []int{n, n} // nope: the slice has a copy // refused "may share s.list: append"
}

func (s *appended) add(all []appended) []appended { return append(all, *s) }

type grown struct {
	list []int
	sum  int
}

func (s *grown) Set(n int) {
	s.list = []int{n, n} // nope: the old elements stay behind // refused "may share s.list: append"
}

func grow(all []grown) []grown { return append(all, grown{}) }

type inner struct {
	list []int
	sum  int
}

func (s *inner) Set(n int) {
	s.list = []int{n, n} // nope: a literal has a copy // refused "may share s.list: return &outer"
}

type outer struct{ in inner }

func (s *inner) wrap() *outer { return &outer{in: *s} }

type within struct {
	list []int
	sum  int
}

func (s *within) Set(n int) {
	s.list = []int{n, n} // nope: who copies what is around it copies it // refused "may share s.list: b := .a"
}

type around struct{ in within }

func copyAround(a *around) *around {
	b := *a
	return &b
}

type ranged struct {
	list []int
	sum  int
}

func (s *ranged) Set(n int) {
	s.list = []int{n, n} // nope: an element is copied // refused "may share s.list: for _, s = range all"
}

func last(all []ranged) (s ranged) {
	for _, s = range all {
	}
	return s
}

type summed struct {
	list []int
	sum  int
}

func (s *summed) Set(n int) {
	s.list = []int{n, n} // want "s.list is made anew each time$"
}

func sum(all []summed) (n int) {
	for _, s := range all {
		n += s.sum
	}
	return n
}

type sent struct {
	list []int
	sum  int
}

func (s *sent) Set(n int) {
	s.list = []int{n, n} // nope: the channel has a copy // refused "may share s.list: to <- .s"
}

func (s *sent) send(to chan sent) { to <- *s }

type boxed struct {
	list []int
	sum  int
}

func (s *boxed) Set(n int) {
	s.list = []int{n, n} // nope: an interface has a copy // refused "may share s.list: fmt.Println"
}

func (s *boxed) print() { fmt.Println(*s) }

type asserted struct {
	list []int
	sum  int
}

func (s *asserted) Set(n int) {
	s.list = []int{n, n} // nope: the interface has the other one // refused "may share s.list: s := x"
}

func assert(x any) int {
	s := x.(asserted)
	return s.list[0]
}

type switched struct {
	list []int
	sum  int
}

func (s *switched) Set(n int) {
	s.list = []int{n, n} // nope: likewise // refused "may share s.list: switch s"
}

func switched2(x any) int {
	switch s := x.(type) {
	case switched:
		return s.list[0]
	}
	return 0
}

type generic struct {
	list []int
	sum  int
}

func (s *generic) Set(n int) {
	s.list = []int{n, n} // nope: generic code copies it // refused "may share s.list: clone"
}

func clone[T any](p *T) T { return *p }

// A tree is a list of trees.
type tree []tree

func copyTree(t *tree) tree { return clone(t) }

func (s *generic) clone() int {
	c := clone(s)
	return len(c.list)
}

type named struct {
	list []int
	sum  int
}

func (s *named) Set(n int) {
	s.list = []int{n, n} // nope: a result has a copy // refused "may share s.list: result = s"
}

func named2(s named) (result named) {
	result = s
	return
}

type expressed struct {
	list []int
	sum  int
}

func (s *expressed) Set(n int) {
	s.list = []int{n, n} // nope: a method that is called as a function // refused "may share s.list: expressed.first"
}

func (s expressed) first(t *expressed) int { return s.list[0] }

func express(s, t *expressed) int { return expressed.first(*s, t) }

type seen struct {
	list []int
	sum  int
}

type twin struct {
	list []int
	sum  int
}

func (s *seen) Set(n int) {
	s.list = []int{n, n} // nope: the list of the twin is another field // refused "may share s.list: .*twin..s"
}

func (s *seen) twin() []int { return (*twin)(s).list }
