package least

import "strings"

type feed struct {
	categories []category
	subjects   []string
	keywords   string
	byName     map[string]category
	size       [4]int
}

type category struct{ label, term string }

// The condition only asks whether there is anything to range over, and what follows is more.
func categories(f *feed) []string {
	cats := []string{} // want "cats grows by append although its length is known$"
	if f.categories != nil {
		for _, c := range f.categories {
			cats = append(cats, c.label)
		}
	}
	if f.keywords != "" {
		keywords := strings.Split(f.keywords, ",")
		cats = append(cats, keywords...)
	}
	return cats
}

// The slice stays nil where there is nothing to range over.
func staysNil(f *feed, more func() []string) []string {
	var cats []string
	if len(f.categories) > 0 {
		for _, c := range f.categories {
			cats = append(cats, c.label) // want "cats grows by append although its length is known$"
		}
	}
	for _, s := range more() {
		cats = append(cats, s)
	}
	return cats
}

func listed(f *feed, all []category, more func(string) []string) []string {
	list := []string{} // want "list grows by append although the least length is known$"
	list = append(list, f.subjects...)
	for _, c := range all {
		if c.label != "" {
			list = append(list, c.label)
		}
		list = append(list, c.term)
		list = append(list, more(c.term)...)
	}
	return list
}

// Two lists, and more.
func twice(f *feed, extra []string, more func() []string) []string {
	list := []string{} // want "list grows by append although its length is known$"
	list = append(list, f.subjects...)
	list = append(list, "more")
	if len(extra) != 0 {
		list = append(list, extra...)
	}
	list = append(list, more()...)
	return list
}

// Both sides add one element.
func labels(f *feed) (list []string) {
	if f.categories != nil {
		list = []string{} // want "list grows by append although its length is known$"
		for _, c := range f.categories {
			if c.label != "" {
				list = append(list, c.label)
			} else {
				list = append(list, c.term)
			}
		}
	}
	return list
}

func sides(f *feed, kind func(category) int) []string {
	var list []string
	for _, c := range f.categories {
		switch kind(c) {
		case 0:
			list = append(list, c.label) // want "list grows by append although its length is known$"
		case 1:
			if c.term == "" {
				list = append(list, "none")
			} else {
				list = append(list, c.term)
			}
		default:
			list = append(list, "unknown")
		}
	}
	return list
}

func inMap(f *feed) []string {
	list := []string{} // want "list grows by append although its length is known$"
	if f.byName != nil {
		for name := range f.byName {
			list = append(list, name)
		}
	}
	return list
}

// nope: one append makes as much room
func once(f *feed, more func() []string) []string {
	list := []string{}
	list = append(list, f.subjects...)
	list = append(list, more()...)
	return list
}

// nope: the condition asks for another list
func other(f, g *feed, more func(string) []string) []string {
	list := []string{}
	if g.categories != nil {
		for _, c := range f.categories {
			list = append(list, c.label)
			list = append(list, more(c.label)...)
		}
	}
	return list
}

// nope: the condition asks for more
func full(f *feed, more func(string) []string) []string {
	list := []string{}
	if f.categories != nil && f.keywords != "" {
		for _, c := range f.categories {
			list = append(list, c.label)
			list = append(list, more(c.label)...)
		}
	}
	return list
}

// nope: a nil pointer would panic at the declaration
func pointer(f *feed, more func(string) []string) []string {
	list := []string{}
	if f != nil && f.categories != nil {
		for _, c := range f.categories {
			list = append(list, c.label)
			list = append(list, more(c.label)...)
		}
	}
	return list
}

// nope: the loop ranges over another list of the same name
func hidden(cats []category, more func(string) []string) []string {
	list := []string{}
	if cats != nil {
		cats := cats[1:]
		for _, c := range cats {
			list = append(list, c.label)
			list = append(list, more(c.label)...)
		}
	}
	return list
}

// nope: the other branch adds something else
func either(f *feed, more func(string) []string) []string {
	list := []string{}
	if f.categories != nil {
		for _, c := range f.categories {
			list = append(list, c.label)
			list = append(list, more(c.label)...)
		}
	} else {
		list = append(list, more("")...)
	}
	return list
}

// nope: a nil array has a length
func array(size *[4]int, more func(int) []int) []int {
	list := []int{}
	if size != nil {
		for _, n := range size {
			list = append(list, n)
			list = append(list, more(n)...)
		}
	}
	return list
}

// One side adds nothing.
func filter(f *feed) []string {
	var list []string
	for _, c := range f.categories {
		if c.label != "" {
			list = append(list, c.label) // want "list grows by append although its length is known .review: who keeps"
		} else if c.term != "" {
			list = append(list, c.term)
		}
	}
	return list
}

// One side leaves.
func stops(f *feed) []string {
	var list []string
	for _, c := range f.categories {
		if c.label != "" {
			list = append(list, c.label) // want "list grows by append although its length is known .review: who keeps"
			break
		} else {
			list = append(list, c.term)
		}
	}
	return list
}

// An error returns a list that is nil.
func failing(f *feed, check func(string) ([]string, error)) ([]string, error) {
	var list []string
	for _, c := range f.categories {
		more, err := check(c.term)
		if err != nil {
			return list, err
		}
		list = append(list, more...) // want "list grows by append although the least length is known .review: nil becomes empty"
		if c.label != "" {
			list = append(list, c.label)
		} else {
			list = append(list, c.term)
		}
	}
	return list, nil
}

func bytesOf(a, b []byte, more func() []byte) []byte {
	text := []byte{} // want "text grows by append although its length is known$"
	text = append(text, a...)
	text = append(text, b...)
	text = append(text, more()...)
	return text
}

// What is asked for is not what is added.
func replaced(x, y []int) []int {
	out := []int{}
	if x != nil {
		x = y
		for _, e := range x {
			out = append(out, 2*e) // want "out grows by append although its length is known$"
		}
	}
	return out
}

// A copy needs no room beforehand.
func copied(x []int) []int {
	out := []int{}
	if len(x) > 0 {
		for _, e := range x { out = append(out, e) } // want "out grows by append although its length is known$"
	}
	return out
}
