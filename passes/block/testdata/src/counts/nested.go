package counts

type expr struct {
	loc  int
	data any
	list []any
}

type text struct{ s string }

type id struct{ n int }

func wrapped(names []string) (out []expr) {
	for i, name := range names {
		out = append(out, expr{
			loc:  i,
			data: &text{s: name}, // want "makes each text in .*review: one element in use keeps all len.names. of them"
		})
	}
	return out
}

func deep(m map[string]expr, r *reader, names []string) {
	for i, name := range names {
		m[name] = expr{loc: r.n, list: []any{i, &id{n: r.read()}}} // want "makes each id in .*review: .* is evaluated before r.n is read, as it is today"
	}
}

func kept(names []string) (out []expr) {
	for _, name := range names {
		e := expr{data: &text{s: name}} // want "makes each text in .*review: one element in use"
		e.loc = len(name)
		out = append(out, e)
	}
	return out
}

// nope: on the stack
func local(names []string) (n int) {
	for _, name := range names {
		e := expr{data: &text{s: name}}
		n += e.loc
	}
	return n
}

// nope: several
func pairs(names []string) (out []expr) {
	for i, name := range names {
		out = append(out, expr{data: &text{s: name}, list: []any{&id{n: i}}})
	}
	return out
}

// nope: a call in front of it changes what the object is made of
func before(r *reader, names []string) (out []expr) {
	for range names {
		out = append(out, expr{loc: r.read(), data: &id{n: r.n}}) // refused "the rest of the statement may have side effects"
	}
	return out
}

// nope: they are in one block already
func blocks(names []string) (out []*expr) {
	block := make([]expr, len(names))
	for i, name := range names {
		block[i] = expr{data: &text{s: name}}
		out = append(out, &block[i])
	}
	return out
}
