package old

func nilSlice(src []string) []string {
	var out []string
	for _, s := range src {
		out = append(out, s) // want "out grows by append although its length is known"
	}
	return out
}

func skipped(src []string) (out []string) {
	for _, s := range src {
		if s != "" {
			out = append(out, s, s) // want "out grows by append .*review: .*who keeps the result keeps room for"
		}
	}
	return out
}

type list struct{ items, names []string }

func field(src []string) *list {
	l := &list{}
	for _, s := range src {
		l.items = append(l.items, s) // want "l.items grows by append although its length is known"
	}
	return l
}

func (l *list) add(src []string) {
	for _, s := range src {
		l.items = append(l.items, s+"\n") // want "l.items grows by append .*review: "
	}
}

// nope: max is of go1.21
func integer(n int) []string {
	out := []string{}
	for i := 0; i < n; i++ {
		out = append(out, "x")
	}
	return out
}

func (l *list) load() []string {
	l.items = append(l.items, "first")
	return l.names
}

// The range fills the field: it has elements where the loop begins.
func loaded() *list {
	l := &list{}
	for _, s := range l.load() {
		l.items = append(l.items, s) // want "l.items grows by append although its length is known"
	}
	return l
}

func first(l *list) { l.items = append(l.items, "first") }

// Somebody else fills it by another name.
func renamed(l, other *list, src []string) {
	l.items = nil
	first(other)
	for _, s := range src {
		l.items = append(l.items, s) // want "l.items grows by append although its length is known"
	}
}

func placeholders(query string, args []string, ends ...byte) (string, int) {
	buf := make([]byte, 0, len(query)+10) // or `strings.Builder` // want "buf is on the heap, since its length varies"
	for _, arg := range args {
		if len(buf) > 0 {
			buf = append(buf, ',', ' ')
		}
		buf = append(buf, arg...)
		buf = append(buf, []byte(arg)[1:]...)
	}
	if args == nil {
		return string(buf), len(buf)
	}
	buf = append(buf, ends...)
	return string(buf), 1
}

func early(n int, next func() byte) string {
	buf := make([]byte, 0, n) // want "the text that buf collects is copied.*review: "
	for i := 0; i < n; i++ {
		buf = append(buf, next())
	}
	return "<" + string(buf)
}

// No text is collected: it is taken again while buf grows, cut, set, or not one of bytes alone.
func texts(list []string) (last string) {
	buf := make([]byte, 0, len(list)) // want "buf is on the heap, since its length varies"
	for _, s := range list {
		buf = append(buf, s...)
		last = string(buf)
	}
	cut := make([]byte, 0, len(list)) // want "cut is on the heap, since its length varies"
	cut = append(cut, last...)
	set := make([]byte, 0, len(list)) // want "set is on the heap, since its length varies"
	set = append(set, string(cut[1:])...)
	set[0] = 'x'
	type text string
	named := make([]byte, 0, len(list)) // want "named is on the heap, since its length varies"
	named = append(named, text(last)...)
	own := make([]byte, 0, len(list)) // want "own is on the heap, since its length varies"
	own = append(own, string(named)...)
	other := make([]byte, 0, len(list)) // want "other is on the heap, since its length varies"
	other = append(other, byte(len(other)), 'x')
	return string(text(own)) + string(set) + string(other)
}

// want +3 "l.items grows by append .*review: "
func all(l *list, src []string) {
	for _, s := range src {
		l.items = append(l.items, s)
	}
}

func emptied(src []string) []string {
	out := []string{}
	src = src[1:]
	for _, s := range src {
		out = append(out, s+"\n") // want "out grows by append"
	}
	return out
}
