package variables

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"sync"
)

type user struct {
	id   int
	name string
	tags []string
	key  [8]byte
}

func (u *user) reset() { u.tags = u.tags[:0] }

type rows interface {
	Next() bool
	Scan(dest ...any) error
	At(p *int) *int
}

// parts of it
func users(r rows) (list []user, err error) {
	for r.Next() {
		var u user // want "u is made anew in each iteration .*review: who keeps"
		if err := r.Scan(&u.id, &u.name, &(u.tags)); err != nil {
			return nil, err
		}
		list = append(list, u)
	}
	return list, nil
}

// one by one
func names(r rows, m map[int]string) error {
	for r.Next() {
		var id int      // want "id is made anew in each iteration .*review: who keeps"
		var name string // want "name is made anew in each iteration .*review: who keeps"
		if err := r.Scan(&id, &name); err != nil {
			return err
		}
		m[id] = name
	}
	for r.Next() {
		var ok bool // want "ok is made anew in each iteration .*review: who keeps"
		var v any   // want "v is made anew in each iteration .*review: who keeps"
		r.Scan(&ok, &v)
		if ok {
			id := len(m)
			m[id] = "v"
		}
	}
	return nil
}

// a group
func grouped(r rows, use func(int, []string)) {
	for r.Next() {
		var ( // want "variables are made anew in each iteration .*review: who keeps"
			id   int
			tags []string
		)
		if r.Scan(&id, &tags) == nil {
			use(id, tags)
		}
	}
}

// a value that is not zero
func ask(do func(*user, *user) error, n int) (sum int) {
	for i := range n {
		req := user{id: i} // want "req is made anew in each iteration .*review: who keeps"
		var resp user      // want "resp is made anew in each iteration .*review: who keeps"
		if do(&req, &resp) == nil {
			resp.reset()
			sum += resp.id
		}
	}
	return sum
}

// bytes
func heads(r io.Reader, n int) (sum uint32, err error) {
	for i := 0; i < n; i++ {
		var head [8]byte // want "head is made anew in each iteration$"
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return 0, err
		}
		sum += uint32(head[0])
	}
	return sum, nil
}

// a number
func sizes(r io.Reader, n int) (sum uint32, err error) {
	for i := 0; i < n; i++ {
		var size uint32 // want "size is made anew in each iteration .*review: who keeps"
		err := binary.Read(r, binary.LittleEndian, &size)
		if err != nil {
			continue
		}
		sum += size
	}
	return sum, nil
}

// what was read before the error
func tails(r io.Reader, n int) (sum uint32, err error) {
	for i := 0; i < n; i++ {
		var tail [8]byte // want "tail is made anew in each iteration$"
		if k, err := io.ReadFull(r, tail[:]); err != nil {
			return uint32(k) + uint32(tail[0]), err
		}
		sum += uint32(tail[0])
	}
	return sum, nil
}

// a line of JSON
func lines(d *json.Decoder) (all []map[string]int) {
	for d.More() {
		var m map[string]int // want "m is made anew in each iteration .*review: who keeps"
		if d.Decode(&m) == nil {
			all = append(all, m)
		}
	}
	return all
}

// nope: the pointer is kept
func kept(r rows) (list []*int) {
	for r.Next() {
		var id int
		r.Scan(&id)
		list = append(list, &id)
	}
	return list
}

// nope: the result may be the pointer
func result(r rows) (list []*int) {
	for r.Next() {
		var id int
		list = append(list, r.At(&id))
	}
	return list
}

// nope: others have it later
func later(r rows, wg *sync.WaitGroup) {
	for r.Next() {
		var id int
		wg.Add(1)
		go r.Scan(&id)
	}
}

// nope: a literal has it
func literal(r rows) (fs []func() int) {
	for r.Next() {
		var id int
		r.Scan(&id)
		fs = append(fs, func() int { return id })
	}
	return fs
}

// nope: it is in use
func group(run func(*sync.WaitGroup), n int) {
	for range n {
		var wg sync.WaitGroup
		run(&wg)
	}
}

// nope: on the stack
func local(n int) (sum int) {
	for i := range n {
		u := user{id: i}
		u.reset()
		fill(&u)
		sum += u.id
	}
	return sum
}

func fill(u *user) { u.id++ }

// nope: the name is taken
func taken(r rows, id int) {
	{
		for r.Next() {
			var n int // want "n is made anew in each iteration .*review: who keeps"
			r.Scan(&n)
		}
	}
	n := 0
	for r.Next() {
		n++
	}
	println(n, id)
}

// nope: type parameters have no zero
func generic[T any](r rows, use func(T)) {
	for r.Next() {
		var v T
		r.Scan(&v)
		use(v)
	}
}

// nope: a type of the loop
func own(r rows) {
	for r.Next() {
		type pair struct{ a, b int }
		var p pair // refused "which the loop declares"
		r.Scan(&p)
	}
}

type failure struct{ code int }

func (*failure) Error() string { return "" }

func codes(errs []error) (sum int) {
	for _, err := range errs {
		var f *failure // want "f is made anew in each iteration .*review: who keeps"
		if errors.As(err, &f) {
			sum += f.code
		}
	}
	return sum
}

// nope: a method value
func value(n int) (fs []func()) {
	for range n {
		var u user
		fs = append(fs, u.reset)
	}
	return fs
}

// with one that cannot move
func beside(r rows) (all []*int) {
	for r.Next() {
		var (
			a int // want "a is made anew in each iteration .*review: who keeps"
			b int
		)
		r.Scan(&a)
		b = a
		all = append(all, &b)
	}
	for r.Next() {
		var (
			a int // refused "declared with others, not all of which can move"
			b int // refused "declared with others, not all of which can move"
			c int
		)
		r.Scan(&a, &b)
		c = a + b
		all = append(all, &c)
	}
	return all
}

// nope: not each time
func seldom(r rows) (sum int) {
	for r.Next() {
		switch sum {
		case 3:
			var n int // refused "n is made in some iterations only"
			r.Scan(&n)
			sum += n
		default:
			sum++
		}
	}
	return sum
}

// objects
func objects(d *json.Decoder, use func(string) bool) (list []user) {
	for d.More() {
		u := &user{id: 1} // want "u is made anew in each iteration .*review: who keeps what u points to"
		if err := d.Decode(u); err != nil {
			return nil
		}
		u.id++
		u.reset()
		if use(u.name) {
			list = append(list, *u)
		}
	}
	return list
}

func fresh(d *json.Decoder, n int) (sum int) {
	for range n {
		var u = new(user) // want "u is made anew in each iteration .*review: who keeps what u points to"
		if d.Decode(&u.id) == nil && u != nil {
			sum += u.id
		}
	}
	return sum
}

// nope: kept, another one, a literal
func objectsKept(d *json.Decoder) (list []*user) {
	for d.More() {
		u := &user{}
		d.Decode(u)
		list = append(list, u)
	}
	for d.More() {
		u := &user{}
		if len(list) > 0 {
			u = list[0]
		}
		d.Decode(u)
	}
	for d.More() {
		u := &user{}
		d.Decode(u)
		defer func() { println(u.id) }()
	}
	for d.More() {
		u := &user{}
		d.Decode(&u)
	}
	for range 3 {
		u := new(user)
		fill(u)
	}
	for range 3 {
		l := &locked{}
		d.Decode(l)
	}
	return list
}

type locked struct {
	mu sync.Mutex
	n  int
}

// made by a function that is inlined
func constructed(d *json.Decoder, name string) (list []user) {
	for d.More() {
		u := newUser(len(list), name) // want "u is made anew in each iteration .*review: who keeps what u points to"
		if err := d.Decode(u); err != nil {
			return nil
		}
		list = append(list, *u)
	}
	return list
}

func newUser(id int, name string) *user {
	u := &user{id: id}
	u.name = name
	return u
}

var byName = map[string]*user{}

func sharedUser(name string) *user {
	if u := byName[name]; u != nil {
		return u
	}
	return &user{name: name}
}

func ownKey(name string) *keyed {
	k := &keyed{name: name}
	k.tail = k.key[:0]
	return k
}

type keyed struct {
	name string
	key  [8]byte
	tail []byte
}

// nope: another one has it, too; it points to itself
func constructedElsewhere(d *json.Decoder, name string) error {
	for d.More() {
		u := sharedUser(name)
		if err := d.Decode(u); err != nil {
			return err
		}
	}
	for d.More() {
		k := ownKey(name)
		if err := d.Decode(k); err != nil {
			return err
		}
	}
	return nil
}

type answers interface {
	Words(*user) []string
	Key(*user) []byte
	Tags(*user) map[string][]*user
	Next(*user) func() int
}

// what comes back does not lead there
func answered(r rows, a answers) (all []string, keys [][]byte) {
	for r.Next() {
		u := user{id: len(all)} // want "u is made anew in each iteration .*review: who keeps the address of u"
		all = append(all, a.Words(&u)...)
	}
	for r.Next() {
		u := user{id: len(all)} // nope: the key may be that of u
		keys = append(keys, a.Key(&u))
	}
	for r.Next() {
		u := user{id: len(all)} // nope: the map may have u
		all = append(all, a.Tags(&u)["a"][0].tags...)
	}
	for r.Next() {
		u := user{id: len(all)} // nope: the function may have u
		a.Next(&u)()
	}
	return all, keys
}
