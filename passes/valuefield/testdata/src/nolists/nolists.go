package nolists

import (
	"fmt"
	"sort"
	"sync"
)

type item struct {
	name string
	n    int
}

func (i *item) add()              { i.n++ }
func (i *item) self() *item       { return i }
func (i *item) later() func() int { return func() int { return i.n } }

var kept *item

func changed(names []string) int {
	var l []*item
	for _, name := range names {
		i := &item{name: name}
		l = append(l, i) // nope: i.n changes behind it // refused "i may be changed when it is an element"
		i.n = len(l)
	}
	return l[0].n
}

func global(names []string) {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: a variable keeps one // refused "may be kept"
	}
	kept = l[0]
}

func returned(names []string) *item {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: the caller may change it // refused "may be kept"
	}
	for _, i := range l {
		if i.n > 0 {
			return i
		}
	}
	return nil
}

func compared(names []string) bool {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: two copies are no longer the same // refused "is compared"
	}
	return l[0] == l[1]
}

func passed(names []string) {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: fmt prints addresses // refused "fmt.Println is given it"
	}
	fmt.Println(l)
}

func printed(names []string) {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: fmt prints an address // refused "may keep"
	}
	for _, i := range l {
		fmt.Println(i)
	}
}

func method(names []string) *item {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: the method returns it // refused "may be kept"
	}
	return l[0].self()
}

func literal(names []string) func() int {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: the literal has it // refused "may point to another object later"
	}
	return l[0].later()
}

func elsewhere(names []string) {
	var l []*item
	for _, name := range names {
		i := &item{name: name}
		kept = i
		l = append(l, i) // nope: another has it // refused "i may be kept elsewhere"
	}
	println(l[0].n)
}

func shared(names []string) int {
	var l []*item
	i := item{}
	for _, name := range names {
		i.name = name
		l = append(l, &i) // nope: each element is the same object // refused "i becomes more than one element"
	}
	return len(l)
}

func none(names []string) int {
	l := make([]*item, 0, 3)
	for _, name := range names {
		l = append(l, &item{name: name}, nil) // nope: some are nil // refused "nil is not always a new object"
	}
	return len(l)
}

func Exported(names []string) (l []*item) { // others get it
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: others get it // refused "a function whose calls are not all known has l"
	}
	return l
}

type locked struct {
	mu sync.Mutex
	n  int
}

func locks(n int) int {
	var l []*locked
	for range n {
		l = append(l, &locked{}) // nope: a lock must not be copied // refused "an element must not be copied"
	}
	return len(l)
}

type huge struct{ a [1000]byte }

func large(n int) int {
	var l []*huge
	for range n {
		l = append(l, new(huge)) // nope: it costs more to copy them // refused "too large"
	}
	return len(l)
}

func nested(n int) int {
	m := map[int][]*item{}
	for i := range n {
		m[i] = append(m[i], &item{n: i}) // nope: which one that is may change // refused "two may point to another object later"
	}
	two := m[2][0]
	two = m[3][0]
	return len(m) + two.n
}

func best(names []string) int {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // BAD: the best one could be a copy // refused "best may point to another object later"
	}
	var best *item
	for _, i := range l {
		best = i
	}
	return best.n
}

func deferred(names []string) {
	l := []*item{}
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: who knows what it is then // refused "runs when"
	}
	for _, i := range l {
		go look(i)
	}
}

func look(i *item) { println(i.n) }

type overwriting struct{ l []*item }

func (o *overwriting) fill(n int) int {
	for range n {
		o.l = append(o.l, &item{n: n}) // nope: the element is another one when it is read // refused "other may put another element in the place"
	}
	sort.Slice(o.l, func(i, j int) bool { return o.l[i].n < o.l[j].n })
	return o.other(o.l[0])
}

func (o *overwriting) other(i *item) int {
	o.l[0] = &item{}
	return i.n
}

func anys(names []string) []any {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: an interface has the pointer // refused "may keep|may be kept"
	}
	var out []any
	for _, i := range l {
		out = append(out, i)
	}
	return out
}

func mapped(names []string) int {
	m := map[string]*item{}
	for _, name := range names {
		m[name] = &item{name: name} // nope: an element of a map has no address // refused "has no address"
	}
	m["a"].look()
	return 0
}

func (i *item) look() { println(i.n) }

func absent(names []string) int {
	m := map[string]*item{}
	for _, name := range names {
		m[name] = &item{name: name} // BAD: it could ask whether it is there // refused "is compared"
	}
	if i := m["a"]; i != nil {
		return i.n
	}
	return 0
}

func beside(names []string) int {
	var l []*item
	for _, name := range names {
		i := &item{name: name}
		l, i.n = append(l, i), 1 // nope: the statement itself changes it // refused "i may be changed when it is an element"
	}
	return len(l)
}

func array(names []string) int {
	var a [3]*item
	l := a[:0]
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: the array has pointers // refused "a is of another type"
	}
	return len(l)
}

func expression(names []string) int {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // BAD: a method as a function // refused "may keep"
	}
	(*item).look(l[0])
	return len(l)
}

func received(ch chan item) int {
	var l []*item
	pointers := make(chan *item, 1)
	pointers <- new(item)
	for range ch {
		l = append(l, &item{}, <-pointers) // nope: who knows whose it is // refused "pointers is not always a new object"
	}
	return len(l)
}

type namer interface{ call() }

func (i *item) call() { i.n++ }

func behindInterface(names []string) int {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: the method behind the interface changes it // refused "i may be kept"
	}
	for _, i := range l {
		lend(i)
	}
	return l[0].n
}

func lend(i *item) {
	var s namer = i
	s.call()
}

func aliased(names []string) int {
	var l []*item
	for _, name := range names {
		v := item{name: name}
		p := &v
		l = append(l, p) // nope: v changes
		v.n++
	}
	return len(l)
}

func twoNames(names []string) int {
	var l []*item
	for _, name := range names {
		q := &item{name: name}
		p := q
		l = append(l, p) // nope: q changes
		q.n++
	}
	return len(l)
}

func itself(n int) *item {
	i := itself(n - 1)
	return i
}

func recursive(names []string) int {
	var l []*item
	for range names {
		l = append(l, itself(1), &item{}) // nope: it does not end // refused "itself.1. is not always a new object"
	}
	return len(l)
}

type Public struct{ Items []*item }

func byKey(names []string) *Public {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: the field is that of others // refused "others may use Items"
	}
	return &Public{Items: l}
}

func inOrder(names []string) *Public {
	var l []*item
	for _, name := range names {
		l = append(l, &item{name: name}) // nope: the field is that of others
	}
	return &Public{l}
}

type mixed struct{ Rows, rows []*item }

func (m *mixed) fill(names []string) {
	for _, name := range names {
		m.rows = append(m.rows, &item{name: name}) // nope: they have one type // refused "others may use Rows"
	}
}

func fromChannel(c chan []*item) (n int) {
	for l := range c {
		l = append(l, &item{}) // nope: the channel has lists of pointers // refused "it comes from a channel or a function"
		n += len(l)
	}
	return n
}

type bare struct{ items []*item }

func unnamed() int {
	var b bare = struct{ items []*item }{}
	b.items = append(b.items, &item{}) // nope: it is assigned a struct without a name // refused "other types may be converted to"
	return len(b.items)
}

func again(n int) int {
	var l []*item
	var v item
again:
	v.n = n
	l = append(l, &v) // nope: a goto leads back // refused "v may be changed when it is an element"
	if n--; n > 0 {
		goto again
	}
	return len(l)
}

var room = make([]*item, 0, 9)

func sameRoom() int {
	l := append(room, &item{n: 1}) // nope: another list has an element in the same place // refused "slow may put another element in the place of"
	return slow(l[0])
}

func slow(i *item) int {
	n := i.n
	other()
	return n + i.n
}

func other() int {
	l := append(room, &item{n: 2})
	return len(l)
}

func (i *item) orNone() string {
	if i == nil {
		return "none"
	}
	return i.name
}

func orNone(key string) string {
	m := map[string]*item{}
	m["a"] = &item{name: "a"} // nope: there is another answer for nil // refused "a function does something else for nil"
	p := m[key]
	return p.orNone()
}

func grown(n int) int {
	var l []*item
	for range n {
		l = append(l, &item{}) // nope: it grows in other steps // refused "the list stays one of pointers: cap is given it"
	}
	return cap(l)
}

type items = []*item

func asserted(n int, v any) int {
	var l items
	for range n {
		l = append(l, &item{}) // nope: an assertion asks for the type // refused "the list stays one of pointers: items is used for something else than a list"
	}
	other, _ := v.(items)
	return len(l) + len(other)
}
