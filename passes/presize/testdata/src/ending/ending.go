package ending

import "strings"

type entity struct {
	name  string
	notes []string
}

// A loop that ends with the first element that it adds adds one at most.
func withNote(all []entity, query string) []entity {
	out := []entity{} // want "out grows by append although its length is known .review: who keeps"
	for _, e := range all {
		for _, note := range e.notes {
			if strings.Contains(note, query) {
				out = append(out, e)
				break
			}
		}
	}
	return out
}

func either(all []entity, query string) []entity {
	var out []entity
next:
	for _, e := range all {
		if e.name == query {
			out = append(out, e) // want "out grows by append although its length is known .review: "
			continue
		}
		for _, note := range e.notes {
			switch {
			case note == query:
				out = append(out, e)
				continue next
			}
		}
	}
	return out
}

func keys(all []entity, query string) map[string]bool {
	found := map[string]bool{} // want "the map found grows although its size is known$"
	for _, e := range all {
		for _, note := range e.notes {
			if note == query {
				found[e.name] = true
				break
			}
		}
	}
	return found
}

// A break that leaves the switch does not end the loop.
func switched(all []entity, query string) []entity {
	out := []entity{} // want "review: who keeps the result keeps room for what the loop adds"
	for _, e := range all {
		for _, note := range e.notes {
			switch note {
			case query:
				out = append(out, e)
				break
			}
		}
	}
	return out
}

// Nor does a continue, which goes on with the inner loop.
func again(all []entity, query string) []entity {
	out := []entity{} // want "review: who keeps the result keeps room for what the loop adds"
	for _, e := range all {
		for _, note := range e.notes {
			if note != "" {
				out = append(out, e)
				if note == query {
					continue
				}
				break
			}
		}
	}
	return out
}

// Statements between those that add may do anything else.
func headers(names []string, check func(string) error) ([]string, error) {
	out := []string{"Via"}
	if err := check("From"); err != nil {
		return nil, err
	}
	out = append(out, "From") // want "out grows by append although its length is known"
	for _, name := range names {
		if check(name) != nil {
			break
		}
	}
	out = append(out, names...)
	return out, nil
}

// A list that is returned before more is appended may have room, if that is little.
func combined(tokens []string) [][]string {
	out := [][]string{tokens}
	if len(tokens) <= 1 {
		return out
	}
	for i := range tokens {
		tokens[i] += "."
	}
	if tokens[0] != "." {
		out = append(out, tokens[:1]) // want "out grows by append although its length is known"
	}
	if tokens[1] != "." {
		out = append(out, tokens[1:])
	}
	return out
}

// nope: the names that are counted are others then
func renamed(more func() []string) []string {
	names := []string{}
	out := []string{"Via"}
	out = append(out, "To")
	names = more()
	for _, name := range names {
		out = append(out, name, ".")
	}
	return out
}

// What the loop fills is empty in front of it.
func collected(all []entity) string {
	seen := map[string]bool{} // want "the map seen grows although its size is known$"
	var b strings.Builder // want "b grows although its text may fit on the stack$"
	b.WriteString("<")
	for _, e := range all {
		if strings.HasPrefix(e.name, "x") {
			seen[e.name[1:]] = true
		}
	}
	for name := range seen {
		b.WriteString(name)
	}
	return b.String()
}
