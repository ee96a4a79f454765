package whole

type list struct {
	names, more []string
	lists       [][]string
}

type names []string

// want +3 "l.names grows by append .*review: what is appended to l.names may no longer be written into an array that it shares; a nil l panics"
func field(l *list, more ...string) {
	for _, s := range more {
		l.names = append(l.names, s)
	}
}

// want +4 "out grows by append"
func indexed(l *list) []string {
	var out []string
	for i := range l.names {
		out = append(out, l.names[i])
	}
	return out
}

// want +5 "out grows by append"
func counted(src names) (out []string) {
	_ = src
	for i := 0; i < len(src); i++ {
		s := src[i]
		out = append(out, s)
	}
	return out
}

// want +5 "out grows by append"
func branch(src []string, all bool) []string {
	var out []string
	if all {
		for i := range len(src) {
			out = append(out, src[i])
		}
	}
	return out
}

// the elements become others, so that room is made for them
//
// want +4 "out grows by append"
func boxed(src []string) []any {
	var out []any
	for _, s := range src {
		out = append(out, s)
	}
	return out
}

// an array is no slice
//
// want +4 "out grows by append"
func array(src [9]string) []string {
	var out []string
	for _, s := range src {
		out = append(out, s)
	}
	return out
}

// the comment would be lost
func commented(src []string) []string {
	var out []string
	for _, s := range src {
		// one after the other
		out = append(out, s) // want "out grows by append"
	}
	return out
}

// what is ranged over may append to the field
//
// want +3 "l.names grows by append .*review: what is appended to l.names"
func called(l *list) {
	for _, s := range l.load() {
		l.names = append(l.names, s)
	}
}

func (l *list) load() []string {
	l.names = append(l.names, "first")
	return l.more
}

// the key is that of another loop
//
// want +5 "out grows by append .*review: "
func outer(src, keys []string) []string {
	var out []string
	for i := range keys {
		for range src {
			out = append(out, src[i])
		}
	}
	return out
}

type source interface{ Names() []string }

// who is asked may wait, but the field is read before that
func with(l *list, s source) [][]string {
	all := [][]string{} // want "all grows by append"
	all = append(all, l.lists...)
	all = append(all, s.Names())
	return all
}

// nope: who is asked may take a lock that guards the field
func behind(l *list, s source) [][]string {
	all := [][]string{}
	all = append(all, s.Names()) // refused "nothing says beforehand how much is appended to all"
	all = append(all, l.lists...)
	return all
}
