package fallback

import (
	"strconv"
	"strings"
)

type opts struct{ n int }

type server struct{ opts *opts }

func given(o *opts) int {
	h := &opts{n: 3} // want "h is made, and then overwritten"
	if o != nil {
		h = o
	}
	return use(h)
}

var last *opts

func use(o *opts) int {
	last = o
	return o.n
}

func field(s *server) *opts {
	var h = new(opts) // want "h is made, and then overwritten"
	if s.opts != nil {
		h = s.opts
	}
	return h
}

func found(m map[string]*opts, name string, n int) *opts {
	o := &opts{n: n} // want "o is made"
	if old, ok := m[name]; ok {
		o = old
		o.n++
	}
	return o
}

func grouped(name string, n int) string {
	var (
		one = 1
		// text is what is shown.
		text = strings.Repeat(name, 3) // want "text is made"
	)
	if n > one {
		text = strconv.Itoa(n)
	}
	return text
}

func typed(n int, list []int) any {
	var v any = &opts{n: n} // want "v is made"
	if len(list) > 0 {
		v = list
	}
	return v
}

func later(n int, m map[int]*opts) map[int]*opts {
	all := map[int]*opts{} // want "all is made"
	n++
	if n > 3 {
		all = m
	}
	return all
}

func slices(extra []*opts) []*opts {
	list := make([]*opts, 0, 16) // want "list is made"
	if extra != nil {
		list = extra
	}
	return append(list, last)
}

func asked(o *opts) *opts {
	h := &opts{}
	if h != last { // nope: it is looked at
		h = o
	}
	return h
}

func part(o *opts) *opts {
	h := &opts{}
	if o != nil {
		h = join(h, o) // nope: it is used
	}
	return h
}

func join(a, b *opts) *opts { return &opts{a.n + b.n} }

func otherwise(o *opts) *opts {
	h := &opts{} // want "h is made"
	if o != nil {
		h = o
	} else {
		h.n = 3
	}
	return h
}

func changed(n int, o *opts) *opts {
	h := &opts{n: n} // refused "may change before it is needed"
	if n++; o != nil {
		h = o
	}
	return h
}

func effect(o *opts) *opts {
	h := made() // nope: what it does would not be done
	if o != nil {
		h = o
	}
	return h
}

func made() *opts {
	last = &opts{}
	return last
}

func panics(s *server, o *opts) *opts {
	h := &opts{n: s.opts.n} // want "review: where making the value panics"
	if o != nil {
		h = o
	}
	return h
}

func behind(o *opts) *opts {
	h := &opts{} // want "h is made"
	if o != nil {
		use(o)
		h = o
	}
	return h
}

func shadowed(o *opts, n int) *opts {
	h := &opts{n: n} // refused "n means something else"
	if n := use(o); n > 3 {
		h = o
	}
	return h
}

func jumps(o *opts) *opts {
	h := &opts{n: 1} // refused "a goto, or a comment"
	if o != nil {
		h = o
		goto end
	}
end:
	return h
}

func cheap(o int) int {
	h := 3 // nope: it costs nothing
	if o != 0 {
		h = o
	}
	return h
}

func commented(o *opts) *opts {
	h := &opts{ /* the usual */ n: 1} // refused "a goto, or a comment"
	if o != nil {
		h = o
	}
	return h
}

type kind int

func chosen(k kind, name string) string {
	text := "some " + name // want "text is made"
	switch k {
	case 1:
		text = name
	case 2, 3:
		use(last)
		text = strconv.Itoa(int(k))
	}
	return text
}

func among(k kind, name string) string {
	text := "some " + name // want "text is made"
	switch {
	case k == 1:
		text = name
	case k > 3:
	default:
		text = "no " + name
	}
	return text
}

func chain(n int, name string) (string, error) {
	var err error
	text := "some " + name // want "text is made"
	if n > 3 {
		text = name
	} else if n > 2 {
		text, err = strconv.Unquote(name)
	}
	return text, err
}

type tag struct {
	kind kind
	n    int
}

// The condition follows the pointer.
func (t *tag) String() string {
	text := strconv.Itoa(t.n) // want "text is made, and then overwritten$"
	if t.kind == 1 {
		text = "one"
	}
	return text
}

func twice(n int, name string) string {
	text := "some " + name // nope: two branches need it
	if n > 3 {
		text = name
	} else if n > 2 {
		n++
	}
	return text + strconv.Itoa(n)
}

func falls(n int, name string) string {
	text := "some " + name // nope: it would be set again
	switch n {
	case 1:
		text = name
		fallthrough
	case 2:
		n++
	default:
		text = "no"
	}
	return text
}

func breaks(n int, name string) string {
	text := "some " + name
	for range 3 {
		n--
	}
	switch {
	case n > 3: // nope: it may not get there
		if n > 4 {
			break
		}
		text = name
	}
	return text
}

func ends(n int, names []string) (all []string) {
	for _, name := range names {
		text := "some " + name // want "text is made"
		if n++; n > 3 {
			text = name
		} else {
			if n == 2 {
				continue
			}
		}
		all = append(all, text)
	}
	return all
}

func oneLine(k int, name string) string {
	text := "some " + name // want "text is made"
	switch { case k > 3: text = "many" }
	return text
}

func oneLineClause(k int, name string) string {
	text := "some " + name // want "text is made"
	switch { case k > 4: default: text = "many" }
	return text
}
