package negative

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"sync"
	"sync/atomic"
)

// Who is at work at once.

type conn struct {
	r  io.Reader
	mu sync.RWMutex
	n  int
	c  chan int
	a  atomic.Int64
}

func (c *conn) shared() byte {
	var b [1]byte // nope: a lock says that there are goroutines // refused "two goroutines may be in shared of one conn"
	_, _ = io.ReadFull(c.r, b[:])
	return b[0]
}

func (c *conn) unlocked() byte {
	c.mu.Lock()
	c.n++
	c.mu.Unlock()
	var b [1]byte // nope: the lock is given back // refused "two goroutines may be in unlocked of one conn"
	_, _ = io.ReadFull(c.r, b[:])
	return b[0]
}

func (c *conn) reading() byte {
	c.mu.RLock()
	defer c.mu.RUnlock()
	var b [1]byte // nope: others read, too // refused "two goroutines may be in reading of one conn"
	_, _ = io.ReadFull(c.r, b[:])
	return b[0]
}

func (c *conn) early() byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	var b [1]byte // nope: the lock is given back in between // refused "two goroutines may be in early of one conn"
	_, _ = io.ReadFull(c.r, b[:])
	c.mu.Unlock()
	c.mu.Lock()
	return b[0]
}

func (c *conn) late() byte {
	var b [1]byte // nope: it is taken behind the declaration // refused "two goroutines may be in late of one conn"
	c.mu.Lock()
	defer c.mu.Unlock()
	_, _ = io.ReadFull(c.r, b[:])
	return b[0]
}

func (c *conn) counted() byte {
	c.n++
	c.a.Add(1)
	var b [1]byte // nope: the counter orders what is written // refused "two goroutines may be in counted of one conn"
	_, _ = io.ReadFull(c.r, b[:])
	return b[0]
}

func (c *conn) sent() byte {
	c.n++
	c.c <- 1
	var b [1]byte // nope: so does the channel // refused "two goroutines may be in sent of one conn"
	_, _ = io.ReadFull(c.r, b[:])
	return b[0]
}

func (c *conn) helped() byte {
	c.n++
	c.bump()
	var b [1]byte // nope: so does what is called // refused "two goroutines may be in helped of one conn"
	_, _ = io.ReadFull(c.r, b[:])
	return b[0]
}

func (c *conn) bump() { c.a.Add(1) }

// out is no part of any object.
var out io.Writer

type server struct {
	r    io.Reader
	w    io.Writer
	next int
}

func (s *server) start() { go s.loop() }

func (s *server) loop() {
	var b [4]byte // nope: a goroutine runs it // refused "two goroutines may be in loop of one server"
	_, _ = io.ReadFull(s.r, b[:])
	_, _ = s.w.Write(b[:])
}

func (s *server) written(n uint32) {
	var b [4]byte // nope: a goroutine has a server // refused "two goroutines may be in written of one server"
	binary.BigEndian.PutUint32(b[:], n)
	_, _ = s.w.Write(b[:])
}

func (s *server) sometimes(n uint32) {
	if n > 1 {
		s.next++
	}
	var b [4]byte // nope: a goroutine has a server // refused "two goroutines may be in sometimes of one server"
	binary.BigEndian.PutUint32(b[:], n)
	_, _ = s.w.Write(b[:])
}

func (s *server) failing(n uint32) error {
	var b [4]byte // nope: a goroutine has a server // refused "two goroutines may be in failing of one server"
	binary.BigEndian.PutUint32(b[:], n)
	if _, err := s.w.Write(b[:]); err != nil {
		return err
	}
	s.next++
	return nil
}

func (s *server) maybe(n uint32) bool {
	ok := n > 1 && s.inc()
	var b [4]byte // nope: a goroutine has a server // refused "two goroutines may be in maybe of one server"
	_, _ = s.w.Write(b[:])
	return ok
}

func (s *server) inc() bool { s.next++; return true }

func (s *server) copied(n uint32) {
	t := *s
	t.next++
	var b [4]byte // nope: a copy is written // refused "nothing says that two goroutines are not in copied of one server"
	_, _ = out.Write(b[:])
}

func (s *server) literal() {
	f := func() { s.next++ }
	var b [4]byte // nope: nobody runs it // refused "nothing says that two goroutines are not in literal of one server"
	_, _ = out.Write(b[:])
	_ = f
}

func (s *server) deferred() {
	defer s.inc()
	var b [4]byte // nope: it runs later // refused "nothing says that two goroutines are not in deferred of one server"
	_, _ = out.Write(b[:])
}

// Methods that others call.

type two struct {
	w    io.Writer
	a, b int
}

func (t *two) first()  { t.a++; t.helper() }
func (t *two) second() { t.b++; t.helper() }

func (t *two) helper() {
	var b [4]byte // nope: each writes something else // refused "nothing says that two goroutines are not in helper of one two"
	_, _ = out.Write(b[:])
}

func (t *two) third() { t.a++; t.other() }
func (t *two) bare()  { t.other() }

func (t *two) other() {
	var b [4]byte // nope: one writes nothing // refused "nothing says that two goroutines are not in other of one two"
	_, _ = out.Write(b[:])
}

func (t *two) fourth() { t.a++; go t.beside() }

func (t *two) beside() {
	var b [4]byte // nope: beside its caller // refused "nothing says that two goroutines are not in beside of one two"
	_, _ = out.Write(b[:])
}

func (t *two) fifth(u *two) { t.a++; u.another() }

func (t *two) another() {
	var b [4]byte // nope: of another object // refused "nothing says that two goroutines are not in another of one two"
	_, _ = out.Write(b[:])
}

type caller interface{ hidden() }

func (t *two) sixth() { t.a++; t.hidden() }

func (t *two) hidden() {
	var b [4]byte // nope: an interface has the method // refused "nothing says that two goroutines are not in hidden of one two"
	_, _ = out.Write(b[:])
}

// Methods that come back.

type tree struct {
	w     io.Writer
	depth int
	then  func()
	v     visitor
}

type visitor interface{ visit(t *tree) }

type again struct{}

func (again) visit(t *tree) { t.dynamic() }

func (t *tree) walk(n int) {
	t.depth++
	var b [4]byte // nope: it calls itself // refused "what walk calls may come to call it again"
	_, _ = t.w.Write(b[:])
	if n > 0 {
		t.walk(n - 1)
		_, _ = t.w.Write(b[:])
	}
}

func (t *tree) odd(n int) {
	t.depth++
	list := make([]int, n) // nope: by way of another // refused "what odd calls may come to call it again"
	if t.even(n - 1); n == 1 {
		return
	}
	list[0]++
}

func (t *tree) even(n int) { t.odd(n - 1) }

func (t *tree) dynamic() int {
	t.depth++
	var list []int // nope: by way of an interface // refused "what dynamic calls may come to call it again"
	list = append(list, 1)
	t.v.visit(t)
	return len(list)
}

func (t *tree) called() int {
	t.depth++
	var list []int // nope: by way of a function value // refused "what called calls may come to call it again"
	list = append(list, 1)
	t.then()
	return len(list)
}

func (t *tree) set() { t.then = func() { t.called() } }

func (t *tree) Write(p []byte) (int, error) {
	t.depth++
	var list []int // nope: by what another package does with it // refused "what Write calls may come to call it again"
	list = append(list, 1)
	_, _ = io.WriteString(t, "x")
	return len(list), nil
}

// Memory that somebody keeps, or that is told apart.

type keeper struct {
	r    *bufio.Reader
	n    int
	last []int
	all  [][]int
}

func (k *keeper) returned() []int {
	k.n++
	var list []int // nope: the caller has it // refused "list may be retained, or told from a new one, by return list"
	list = append(list, k.n)
	return list
}

func (k *keeper) stored() {
	k.n++
	var list []int // nope: the object has it // refused "list may be retained, or told from a new one, by k.last = list"
	list = append(list, k.n)
	k.last = list
}

func (k *keeper) listed() {
	k.n++
	var list []int // nope: a list has it // refused "list may be retained, or told from a new one, by append.k.all, list."
	list = append(list, k.n)
	k.all = append(k.all, list)
}

func (k *keeper) asked() bool {
	k.n++
	var list []int // nope: it is nil at first // refused "list may be retained, or told from a new one, by return list == nil"
	if k.n > 3 {
		list = append(list, k.n)
	}
	return list == nil
}

func (k *keeper) deferring() {
	k.n++
	var list []int // nope: it runs later // refused "list may be retained, or told from a new one, by len.list."
	list = append(list, k.n)
	defer func() { println(len(list)) }()
}

func (k *keeper) copies() [4]byte {
	k.n++
	var b [4]byte // nope: all of it is returned // refused "b may be retained, or told from a new one, by return b"
	_, _ = io.ReadFull(k.r, b[:])
	return b
}

func (k *keeper) address() {
	k.n++
	var b [4]byte // nope: who knows // refused "b may be retained, or told from a new one, by binary.Read.k.r, binary.BigEndian, &b."
	_ = binary.Read(k.r, binary.BigEndian, &b)
}

func (k *keeper) capacity() int {
	k.n++
	var list []int // nope: the capacity would differ // refused "list may be retained, or told from a new one, by cap.list."
	list = append(list, k.n)
	return cap(list)
}

func (k *keeper) forever() {
	k.n++
	var list []int // nope: nothing runs behind the loop // refused "nothing runs behind the statement that list grows in"
	for {
		list = append(list, k.n)
	}
}

func (k *keeper) stack() int {
	k.n++
	var b [4]byte // nope: on the stack
	b[k.n&3]++
	return len(b)
}

func (k *keeper) constant() int {
	k.n++
	var b [4]byte // nope: its length is a constant
	_, _ = io.ReadFull(k.r, b[:])
	var more [len(b)]int
	return len(more)
}

func (k *keeper) ranged() (n int) {
	k.n++
	var b [4]byte // nope: a loop over a copy // refused "b may be retained, or told from a new one, by for _, x := range b ."
	_, _ = io.ReadFull(k.r, b[:])
	for _, x := range b {
		b[3]++
		n += int(x)
	}
	return n
}

func (k *keeper) large() {
	k.n++
	var b [1 << 17]byte // nope: each object would be large
	_, _ = io.ReadFull(k.r, b[:])
}

func (k *keeper) wide(n uint32) int {
	k.n++
	marks := make([]bool, n) // nope: no int // refused "the size n is no int that can be repeated"
	marks[0] = true
	return len(marks)
}

func (k *keeper) hinted() int {
	k.n++
	seen := make(map[int]bool, k.next()) // nope: the hint has to be computed each time
	seen[k.n] = true
	return len(seen)
}

func (k *keeper) next() int { k.n++; return k.n }

func (k *keeper) loops(n int) {
	for range n {
		var list []int // nope: reusebuf has it before the loop
		list = append(list, k.n)
		k.n += len(list)
	}
}

func (k *keeper) jumps(n int) {
	k.n++
	var list []int // nope: a goto
again:
	list = append(list, k.n)
	if n--; n > 0 {
		goto again
	}
	k.n += len(list)
}

func (k keeper) value() {
	k.n++
	var list []int // nope: of a copy
	list = append(list, k.n)
	_ = len(list)
}

func (k *keeper) moves(other *keeper) {
	k.n++
	k = other
	var list []int // nope: of which one? // refused "k is set anew"
	list = append(list, k.n)
	_ = len(list)
}

func (k *keeper) inner() func() int {
	return func() int {
		k.n++
		var list []int // nope: in a literal
		list = append(list, k.n)
		return len(list)
	}
}

// Types that may have no field more.

type Open struct{ N int }

func (o *Open) f() {
	o.N++
	var list []int // nope: literals of others have no names // refused "all fields of an Open are exported, and others may make one"
	list = append(list, o.N)
	_ = len(list)
}

type named struct{ N int }

// Named gives other packages the name of its type.
type Named = named

func (o *named) f() {
	o.N++
	var list []int // nope: literals of others have no names // refused "all fields of a named are exported, and others may make one"
	list = append(list, o.N)
	_ = len(list)
}

type defined struct{ N int }

// Defined has the fields of its own.
type Defined defined

func (o *defined) f() {
	o.N++
	var list []int // nope: literals of others have no names // refused "all fields of a defined are exported, and others may make one"
	list = append(list, o.N)
	_ = len(list)
}

type instance[T any] struct{ V T }

// Instance is one type of many.
type Instance = instance[int]

func (o *instance[T]) f(v T) {
	o.V = v
	var list []T // nope: literals of others have no names // refused "all fields of an instance are exported, and others may make one"
	list = append(list, o.V)
	_ = len(list)
}

type taken struct{ N int }

// Take is given a struct without a name.
func Take(t taken) int { return t.N }

func (o *taken) f() {
	o.N++
	var list []int // nope: literals of others have no names // refused "all fields of a taken are exported, and others may make one"
	list = append(list, o.N)
	_ = len(list)
}

type spelt struct{ letters int }

var speltOne spelt = struct{ letters int }{1}

func (o *spelt) f() {
	o.letters++
	var list []int // nope: a struct without a name is assigned to it // refused "a struct without a name has the fields of a spelt"
	list = append(list, o.letters)
	_ = len(list)
}

type tagged struct {
	n int `json:"n"`
}

func (t *tagged) f() {
	t.n++
	var list []int // nope: it is data // refused "the fields of a tagged have tags, which others read"
	list = append(list, t.n)
	_ = len(list)
}

type bare struct{ n int }

var bareOne, bareTwo = bare{1}, bare{2}

func (t *bare) f() {
	t.n++
	var list []int // nope: a literal // refused "a literal of bare has no names of fields"
	list = append(list, t.n)
	_ = len(list)
}

type elided struct{ n int }

var some = map[int]*elided{1: {1}, 2: {2}}

func (t *elided) f() {
	t.n++
	var list []int // nope: a literal without a type // refused "a literal of elided has no names of fields"
	list = append(list, t.n)
	_ = len(list)
}

type node struct {
	n    int
	next *node
}

func (t *node) f() {
	t.n++
	var list []int // nope: there are many // refused "there may be many objects of type node"
	list = append(list, t.n)
	_ = len(list)
}

type item struct{ n int }

var items []*item

func (t *item) f() {
	t.n++
	var list []int // nope: there are many // refused "there may be many objects of type item"
	list = append(list, t.n)
	_ = len(list)
}

type twin struct{ n int }

type other struct{ n int }

func (t *twin) f() other {
	t.n++
	var list []int // nope: a conversion // refused "a conversion makes something else of a twin"
	list = append(list, t.n)
	_ = len(list)
	return other(*t)
}

type equal struct{ n int }

func (t *equal) f(u *equal) bool {
	t.n++
	var list []int // nope: slices are not compared // refused "objects of type equal are compared"
	list = append(list, t.n)
	return *t == *u && len(list) > 0
}

type boxed struct{ n int }

func (t *boxed) f(m map[any]bool) bool {
	t.n++
	var list []int // nope: so may those in interfaces be // refused "objects of type boxed are compared"
	list = append(list, t.n)
	return m[*t] && len(list) > 0
}

type forked struct{ n int }

func (t *forked) fork() *forked {
	u := *t
	return &u
}

func (t *forked) f() {
	t.n++
	var list []int // nope: a copy has the array, too // refused "a copy may share the memory of list: u := .t"
	list = append(list, t.n)
	_ = len(list)
}

type second keeper

func (s *second) f() {
	s.n++
	var list []int // nope: the fields are those of keeper
	list = append(list, s.n)
	_ = len(list)
}

type message struct {
	in   []byte
	kind int
}

func (m *message) unmarshal(in []byte) bool {
	*m = message{in: in}
	m.kind++
	seen := make(map[byte]bool) // nope: there is none from an earlier call // refused "unmarshal sets all of m anew"
	for _, b := range m.in {
		if seen[b] {
			return false
		}
		seen[b] = true
	}
	return true
}

type full struct{ list, buf, scratch, listBuf, fBuf int }

func (f *full) f() {
	f.list++
	var list []int // nope: there is no name for it // refused "a full has fields of all names that would do"
	list = append(list, f.list)
	_ = len(list)
}

type seen struct{ w bytes.Buffer }

func (s *seen) f() string {
	var buf bytes.Buffer // nope: a text is a copy, but nothing is written to s // refused "nothing says that two goroutines are not in f of one seen"
	buf.WriteString("x")
	return buf.String()
}

type counters struct {
	in    middle
	total int64
}

type middle struct{ n int }

func (m *middle) f(c *counters) {
	m.n++
	var list []int // nope: total would be no multiple of eight bytes behind the object // refused "on 32 bit an atomic number of 64 bits behind a middle would move"
	list = append(list, m.n)
	atomic.AddInt64(&c.total, int64(len(list)))
}

// Functions of the package that are lent a buffer, and keep it.

type report struct {
	w    io.Writer
	n    int
	last *bytes.Buffer
	all  []byte
}

func (r *report) kept() {
	r.n++
	var buf bytes.Buffer // nope: it is kept // refused "buf may be retained, or told from a new one, by r.keep.&buf."
	r.keep(&buf)
}

func (r *report) keep(buf *bytes.Buffer) { r.last = buf }

func (r *report) boxed() {
	r.n++
	var buf bytes.Buffer // nope: it is kept by an interface // refused "buf may be retained, or told from a new one, by r.box.&buf."
	r.box(&buf)
}

func (r *report) box(w io.Writer) { r.w = w }

func (r *report) asserted() {
	r.n++
	var buf bytes.Buffer // nope: its bytes are kept // refused "buf may be retained, or told from a new one, by r.assert.&buf."
	r.assert(&buf)
}

func (r *report) assert(w io.Writer) { r.all = w.(*bytes.Buffer).Bytes() }

func (r *report) viewed() {
	r.n++
	var buf bytes.Buffer // nope: so they are without an assertion // refused "buf may be retained, or told from a new one, by r.view.&buf."
	r.view(&buf)
}

func (r *report) view(w interface{ Bytes() []byte }) { r.all = w.Bytes() }

func (r *report) set() {
	r.n++
	var buf bytes.Buffer // nope: another one is written to // refused "buf may be retained, or told from a new one, by r.reset.&buf."
	r.reset(&buf)
}

func (r *report) reset(w io.Writer) {
	w = io.MultiWriter(w, r.w)
	_, _ = w.Write(nil)
}

func (r *report) ran() {
	r.n++
	var buf bytes.Buffer // nope: a goroutine has it
	go r.run(&buf)
}

func (r *report) run(w io.Writer) { _, _ = w.Write(nil) }

func (r *report) chained() {
	r.n++
	var buf bytes.Buffer // nope: it comes back // refused "buf may be retained, or told from a new one, by r.chain.&buf."
	r.w = r.chain(&buf)
}

func (r *report) chain(w io.Writer) io.Writer {
	_, _ = w.Write(nil)
	return w
}
