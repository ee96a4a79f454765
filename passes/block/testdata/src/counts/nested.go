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

type tree struct {
	kids []*text
	all  map[int]any
}

func (t *tree) add(k *text) { t.put(k) }

func (t *tree) put(k *text) { t.kids = append(t.kids, k) }

func (t *tree) set(i int, v any) { t.all[i] = v }

func (t *tree) fill(names []string) {
	for i, name := range names {
		t.add(&text{s: name}) // want "makes each text in .*review: one element in use"
		t.set(i, &id{n: i})   // want "makes each id in .*review: one element in use"
	}
	for _, name := range names {
		k := &text{s: name} // want "makes each text in .*review: one element in use"
		k.s += "!"
		t.add(k)
	}
}

func (t *tree) size(k *text) int { return len(k.s) }

func (t *tree) next(i *int, k *text) { *i++; t.add(k) }

// nope: the function only looks at the object
func (t *tree) sizes(names []string) {
	for _, name := range names {
		t.size(&text{s: name})
	}
}

// nope: two of them
func (t *tree) two(names []string) {
	for i, name := range names {
		t.both(&text{s: name}, &id{n: i})
	}
}

func (t *tree) both(k *text, v any) { t.add(k); t.set(0, v) }

// nope: what is called beside it changes what the object is made of
func (t *tree) counts(n *int, names []string) {
	for range names {
		t.set(t.step(n), &id{n: *n}) // refused "the rest of the statement may have side effects"
	}
}

func (t *tree) step(n *int) int { *n++; return *n }

// nope: there are far fewer separators than there is room for
func separators(s string) (out []*expr) {
	for i := 0; i < len(s); i++ {
		if s[i] == ',' {
			out = append(out, &expr{loc: i}) // refused "the loop may make far fewer than there would be room for"
		}
	}
	return out
}

type part struct {
	n int
	p *id
}

// what the statement evaluates first would panic first
func sooner(keys, ids []int) (parts []part) {
	for i := range keys {
		parts = append(parts, part{n: keys[i], p: &id{n: ids[i]}}) // want "makes each id in .*review: .*; where keys.i. panics and what an element is made of does, too, the latter does so first.$"
	}
	return parts
}

func asserted(keys, ids []int, k any, found map[int]*id) {
	for i := range keys {
		found[k.(int)] = &id{n: ids[i]} // want "makes each id in .*review: .*; where found.k..int.. panics and what an element is made of does, too, the latter does so first.$"
	}
}

// what is assigned to panics last
func target(keys, ids []int, found map[int]*id) {
	for i := range keys {
		found[keys[i]] = &id{n: ids[i]} // want "makes each id in .*review: .* fails or waits for all of them.$"
	}
}

// the element does not panic
func numbers(keys []int) (parts []part) {
	for i := range keys {
		parts = append(parts, part{n: keys[i], p: &id{n: i}}) // want "makes each id in .*review: .* fails or waits for all of them.$"
	}
	return parts
}
