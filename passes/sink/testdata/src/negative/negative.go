package negative

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

func log(...any) {}

var hook func()

// touch may do anything.
func touch() { hook() }

var global string

// nope: two branches need it
func two(a string, n int) {
	key := a + "/"
	switch n {
	case 1:
		log(key, 1)
	case 2:
		log(key, 2)
	}
}

// nope: is needed in any case
func always(a string, n int) {
	key := a + "/"
	if key != "" {
		log(n)
	}
	for range n {
		log(key)
	}
}

// nope: would be made in each iteration
func loop(a string, n int) {
	key := a + "/"
	for i := range n {
		if i > 3 {
			log(key)
		}
	}
}

// nope: the operand is written in between
func written(a string, n int) {
	key := a + "/" // refused "may change before it is needed"
	a = "other"
	if n > 3 {
		log(key, a)
	}
}

// nope: so it is in the condition
func writtenIn(a string, n int) {
	key := a + "/"
	if a = "other"; n > 3 {
		log(key, a)
	}
}

// nope: a function literal writes it
func captured(a string, n int) {
	set := func() { a = "other" }
	key := a + "/"
	set()
	if n > 3 {
		log(key)
	}
}

// nope: a pointer may reach it
func addressed(a string, n int, f func(*string)) {
	f(&a)
	key := a + "/"
	touch()
	if n > 3 {
		log(key)
	}
}

// nope: the bytes may be other ones by then
func elements(b []byte, n int) {
	text := string(b)
	touch()
	if n > 3 {
		log(text)
	}
}

// nope: the bytes are other ones by then
func stored(b []byte, n int) {
	text := string(b)
	b[0] = 'x'
	if n > 3 {
		log(text)
	}
}

// nope: append may write into the same array
func appended(b []byte, n int) {
	text := string(b)
	c := append(b[:1], 'x')
	if n > 3 {
		log(text, c)
	}
}

// nope: copy does
func copied(b []byte, n int) {
	text := string(b)
	if copy(b, "xyz") > n {
		log(text)
	}
}

type object struct{ name string }

// nope: a call may write the field
func (o *object) field(n int) {
	if o.name == "" {
		return
	}
	key := o.name + "/"
	touch()
	if n > 3 {
		log(key)
	}
}

// nope: a variable that a pointer reaches may be the field
func aliased(n int) {
	x := object{"a"}
	o := &x
	if o.name == "" {
		return
	}
	key := o.name + "/"
	x.name = "b"
	if n > 3 {
		log(key)
	}
}

// nope: another goroutine may write once the lock is given back
func (o *object) locked(mu *sync.Mutex, n int) {
	mu.Lock()
	name := o.name + "/"
	mu.Unlock()
	if n > 3 {
		log(name)
	}
}

// nope: or once it was told
func told(b []byte, c chan bool) {
	text := string(b)
	c <- true
	if len(c) > 3 {
		log(text)
	}
}

// nope: or has told
func heard(b []byte, c chan bool) {
	text := string(b)
	if <-c {
		log(text)
	}
}

// nope: or runs
func started(b []byte, n int) {
	text := string(b)
	go touch()
	if n > 3 {
		log(text)
	}
}

// nope: a variable of the package
func ofPackage(n int) {
	key := global + "/"
	touch()
	if n > 3 {
		log(key)
	}
}

// nope: a snapshot is what it is for
func snapshot(m []int, f func()) {
	before := append([]int(nil), m...)
	f()
	if m[0] > 3 {
		log(before)
	}
}

// nope: the buffer is emptied
func emptied(buf *bytes.Buffer, n int) {
	text := buf.String()
	buf.Reset()
	if n > 3 {
		log(text)
	}
}

// nope: calls of other functions may have effects
func calls(a string, n int) {
	key := effect(a) + "/"
	if n > 3 {
		log(key)
	}
}

func effect(a string) string { global = a; return a }

// nope: the clock goes on
func clock(n int) {
	t := fmt.Sprint(time.Now().Unix())
	if n > 3 {
		log(t)
	}
}

// nope: a received value is gone
func received(c chan string, n int) {
	key := <-c + "/"
	if n > 3 {
		log(key)
	}
}

// nope: the writer's Write may take a lock that guards the words, and change them
func behindWrite(words []string, w io.Writer, n int) {
	text := strings.Join(words, " ")
	fmt.Fprintf(w, "%d", n)
	if n > 3 {
		log(text)
	}
}

// nope: the comparison is the caller's, and may write
func behindSort(words, list []string, less func(a, b string) int, n int) {
	text := strings.Join(words, " ")
	slices.SortFunc(list, less)
	if n > 3 {
		log(text)
	}
}

// nope: a method of what is printed may write
func behindString(words []string, s fmt.Stringer, n int) {
	text := strings.Join(words, " ")
	fmt.Println(s)
	if n > 3 {
		log(text)
	}
}

// nope: the clock goes on
func ticking(n int) {
	text := time.Now().String()
	if n > 3 {
		log(text)
	}
}

func counted(s string) string { counts++; return s + "/" }

var counts int

// nope: the call is counted
func called(s string, n int) {
	key := counted(s)
	if n > 3 {
		log(key)
	}
}

// nope: a deferred call of the function may write through the pointer
func deferring(o *object, n int) {
	key := o.name + "/"
	rename(o)
	if n > 3 {
		log(key)
	}
}

func rename(o *object) {
	defer func() { o.name = "" }()
}

// nope: a name means something else there
func shadowed(a string, n int) {
	key := a + "/" // refused "means something else where"
	if a := n; a > 3 {
		log(key)
	}
}

// nope: so does that of a package
func shadowedPackage(a string, n int) {
	low := strings.ToLower(a)
	if strings := n; strings > 3 {
		log(low)
	}
}

// nope: and that of a type
func shadowedType(a string, n int) {
	b := []byte(a)
	if byte := n; byte > 3 {
		log(b)
	}
}

// nope: the branch has another of its name
func taken(a string, n int) {
	key := a + "/"
	if n > 3 {
		log(key)
		key := n
		log(key)
	}
}

// nope: the literal has a parameter of its name
func parameter(a string, n int) {
	key := a + "/"
	defer func(b string) {
		if n > 3 {
			log(key)
		}
		a := b
		log(a)
	}(key)
}

// nope: goto
func jumps(a string, n int) {
	key := a + "/" // refused "is in the way"
	if n > 3 {
	again:
		log(key)
		n++
		if n < 9 {
			goto again
		}
	}
}

// nope: is made so that it need not be made each time
func prepared(a string) func(string) bool {
	low := strings.ToLower(a)
	return func(s string) bool { return s == low }
}

// nope: the variable is another one when the function runs
func later(names []string, f func()) {
	for i := 0; i < len(names); i++ {
		text := fmt.Sprint(i)
		defer func() {
			if recover() != nil {
				log(text)
			}
		}()
		f()
	}
}

// nope: the result is set by then
func result(f func()) (name string) {
	text := name + "/"
	defer func() {
		if recover() != nil {
			log(text)
		}
	}()
	f()
	return "other"
}

// nope: the parameter is set by then
func assigned(name string, f func()) {
	text := name + "/"
	defer func() {
		if recover() != nil {
			log(text)
		}
	}()
	name = "other"
	f()
}

// nope: the elements may be other ones by then
func deferredElements(b []byte, f func([]byte)) {
	text := string(b)
	defer func() {
		if recover() != nil {
			log(text)
		}
	}()
	f(b)
}

// nope: the function may have been called again, and the variable with it
func kept(n int) func() {
	count := new(int)
	return func() {
		if n > 3 {
			*count++
		}
	}
}

// nope: only errors leave
func onError(a string, f func() error) error {
	key := a + "/"
	if err := f(); err != nil {
		return err
	}
	log(key)
	return nil
}

// nope: only errors leave, whatever they are called
func onOwnError(a string, n int) (string, error) {
	key := a + "/"
	if n > 3 {
		return "", errors.New("too large")
	}
	return key, nil
}

// nope: a function literal sees a value that is not on the heap
func value(n int) func() {
	m := n
	if n > 3 {
		return func() { log(m) }
	}
	return nil
}

// nope: is long
func long(a string, n int) {
	f := func() {
		log(a)
		log(a)
		log(a)
		log(a)
		log(a)
		log(a)
		log(a)
		log(a)
	}
	if n > 3 {
		f()
	}
}

// nope: nothing leaves
func stays(a string, n int) {
	key := a + "/"
	for {
		if n > 3 {
			break
		}
		n++
	}
	log(key)
}

// nope: falls into the branch with another name
func falls(a string, n int) {
	key := a + "/"
	switch n {
	case 1:
		a = "other"
		fallthrough
	case 2:
		log(key, a)
	}
}

// nope: the comment is about more
func heading(a, b string, n int) {
	// Look for the longest.
	key := a + "/"
	m := n + len(b)
	if m > 3 {
		log(key)
	}
}

// nope: makes nothing
func cheap(a string, n int) {
	size := len(a)
	if n > 3 {
		log(size)
	}
}

// nope: two variables
func pair(a, b string, n int) {
	x, y := a+"/", b+"/"
	if n > 3 {
		log(x, y)
	}
}

// nope: has a result for the error, too
func comma(x any, n int) {
	s, ok := x.(string)
	if n > 3 {
		log(s, ok)
	}
}

// nope: is compared before
func compared(n int) bool {
	err := errors.New("x")
	same := err == nil
	if n > 3 {
		log(err)
	}
	return same
}

// nope: ranges over a function, which may do anything
func rangeFunc(b []byte, seq func(func(int) bool)) {
	text := string(b)
	n := 0
	for i := range seq {
		n = i
	}
	if n > 3 {
		log(text)
	}
}

// nope: others send and receive
func waiting(c chan int, n int) {
	text := fmt.Sprint(len(c))
	if n > 3 {
		log(text)
	}
}

// nope: a copy, because the string is not to be trusted
func cloned(s string, n int) {
	c := strings.Clone(s)
	touch()
	if n > 3 {
		log(c)
	}
}

// nope: the variable that the literal writes
func accumulates(n int, each func(func(int))) int {
	text := fmt.Sprint(n)
	each(func(k int) { n += k })
	if n > 3 {
		log(text)
	}
	return n
}

// nope: the value that it is made of would be made for nothing
func together(name string, n int) {
	low := strings.ToLower(name)
	key := low + "/" + name // refused "low, which key is made of, would have to move as well"
	if n > 3 {
		log(key, low)
	}
}

// nope: likewise, of a variable that the function shares
func shared(n int, each func(func())) {
	total := 0
	add := func() { total += n } // refused "total, which add is made of, would have to move as well"
	if n > 3 {
		each(add)
	}
}

// nope: the comment is about both statements
func headed(line string, n int) {
	// get the line and split it
	line = strings.TrimSpace(line)
	parts := strings.Split(line, " ")

	if n > 3 {
		log(parts)
	}
}

// nope: the comment is about all three statements
func headedThree(lines func() string, n int) {
	// get the line and split it
	line := lines()
	line = strings.TrimSpace(line)
	parts := strings.Split(line, " ")

	if n > 3 {
		log(parts)
	}
}
