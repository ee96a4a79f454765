package fields

import (
	"strings"
	"sync"
)

type item struct {
	name string
	n    int
}

type order struct {
	mu     sync.Mutex
	items  []item
	names  []string
	tags   map[string]string
	byName map[string]*item
	sub    struct{ lines []string }
}

func literal(from *order) *order {
	o := &order{names: []string{}} // want "o.names grows by append although its length is known"
	for _, it := range from.names {
		o.names = append(o.names, it)
	}
	return o
}

func skips(from []item) order {
	var o order
each:
	for _, it := range from {
		if it.n == 0 {
			continue each
		}
		o.items = append(o.items, it) // want "review: who keeps the result keeps room for .*nil becomes empty when nothing is added"
	}
	return o
}

func (o *order) reset(from []item) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.names = nil
	for i := range from {
		o.names = append(o.names, from[i].name, "") // want "o.names grows by append"
		o.n().items = nil
	}
}

func (o *order) n() *order { return o }

func (o *order) add(from []item) {
	for _, it := range from {
		o.items = append(o.items, it) // want "review: what is appended to o.items may no longer be written into an array that it shares; a nil o panics even if nothing is appended"
	}
}

func (o *order) own() {
	for _, it := range o.items {
		o.sub.lines = append(o.sub.lines, it.name) // want "review: what is appended to o.sub.lines may no longer be written into an array that it shares"
	}
}

func nested(groups [][]item) *order {
	o := new(order)
	for _, g := range groups {
		for _, it := range g {
			o.items = append(o.items, it) // want "o.items grows by append"
		}
	}
	return o
}

func tags(from *order) *order {
	o := &order{
		tags: map[string]string{}, // want "the map o.tags grows although its size is known"
	}
	for k, v := range from.tags {
		o.tags[k] = v
	}
	return o
}

func (o *order) index() {
	o.byName = make(map[string]*item) // want "the map o.byName grows"
	for i := range o.items {
		o.byName[o.items[i].name] = &o.items[i]
	}
}

// BAD: in a branch nobody looks for where it becomes empty
func branch(from []string, all bool) *order {
	o := &order{}
	if all {
		for _, s := range from {
			o.names = append(o.names, s) // want "review: what is appended"
		}
	}
	return o
}

func straight(a, b []string) (out []string) {
	out = append(out, a...) // want "out grows by append although its length is known"
	out = append(out, b...)
	return out
}

func kept(o *order, from []string) [][]string {
	var all [][]string
	o.sub.lines = nil
	for _, s := range from {
		o.sub.lines = append(o.sub.lines, strings.TrimSpace(s)) // want "o.sub.lines grows"
	}
	return append(all, o.sub.lines)
}

func (o *order) some(from []item) {
	for _, it := range from {
		if it.n > 0 {
			o.names = append(o.names, it.name) // want "review: .*an array that it shares; a nil o panics even if nothing is appended; nil becomes empty when nothing is added"
		}
	}
}

func asserted(v any) *order {
	o := new(order)
	for _, x := range v.([]any) {
		o.names = append(o.names, x.(string)) // want "o.names grows by append"
	}
	return o
}

func element(m map[string]any) []string {
	out := []string{} // want "out grows by append"
	for _, x := range m["names"].([]any) {
		out = append(out, x.(string))
	}
	return out
}

func (o *order) called(from []string, f func(string) string) {
	for _, s := range from {
		o.names = append(o.names, f(s)) // want "o.names grows by append .*review: .*; nothing that the loop calls may wait for others, or take a lock that guards o.names.$"
	}
}
