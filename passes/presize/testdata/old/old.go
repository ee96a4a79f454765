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
		l.items = append(l.items, s) // nope: slices.Grow is of go1.21 // refused "slices.Grow"
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

// nope: the range fills the field
func loaded() *list {
	l := &list{}
	for _, s := range l.load() {
		l.items = append(l.items, s) // refused "slices.Grow"
	}
	return l
}

func first(l *list) { l.items = append(l.items, "first") }

// nope: somebody else fills it by another name
func renamed(l, other *list, src []string) {
	l.items = nil
	first(other)
	for _, s := range src {
		l.items = append(l.items, s) // refused "slices.Grow"
	}
}
