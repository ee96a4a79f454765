package counted

import "strings"

type item struct {
	name string
	done bool
	tags []string
}

type store struct{ items []*item }

// open returns the items that are not done.
func (s *store) open() []*item {
	var out []*item
	for _, it := range s.items {
		if !it.done {
			out = append(out, it) // want "what open returns is only counted"
		}
	}
	return out
}

func (s *store) busy() bool { return len(s.open()) > 3 || len(s.open()) == 1 }

func long(list []string, min int) []string {
	if min < 0 {
		return list
	}
	out := make([]string, 0, len(list))
	for n, s := range list {
		if len(s) > min+n {
			out = append(out, s, "") // want "what long returns is only counted"
		}
	}
	if len(list) > 7 {
		return nil
	}
	return append(out, "end")
}

func hasLong(list []string) bool { return len(long(list, 3)) > 0 }

func (s *store) all() []string {
	names := make([]string, 0, len(s.items))
	for _, it := range s.items {
		tags := it.tags
		names = append(names, tags...) // want "what all returns is only counted"
	}
	return names
}

func (s *store) total() (n int) {
	n += len(s.all())
	return n
}

func lower(list []string) []string {
	var out []string
	for _, s := range list {
		out = append(out, strings.ToLower(s)) // nope: what it calls may do more // refused "may panic, is more than elements, or is the only use of a variable"
	}
	return out
}

func countLower(list []string) int { return len(lower(list)) }

func names(s *store) []string {
	var out []string
	for _, it := range s.items {
		out = append(out, it.name) // nope: an item may be nil // refused "may panic"
	}
	return out
}

func countNames(s *store) int { return len(names(s)) }

func wanted(list []string) []string {
	var out []string
	for _, s := range list {
		out = append(out, s) // nope: the list is wanted, too
	}
	return out
}

func useWanted(list []string) (int, []string) { return len(wanted(list)), wanted(list) }

func room(s *store) []string {
	out := make([]string, 0, len(s.items))
	out = append(out, "x") // nope: s may be nil // refused "may panic"
	return out
}

func countRoom(s *store) int { return len(room(s)) }

func each(list []string) []string {
	var out []string
	for _, s := range list {
		t := s
		out = append(out, t) // nope: nothing else reads t // refused "or is the only use of a variable"
	}
	return out
}

func (s *store) named() []string {
	var out []string
	for _, it := range s.items {
		len := it.tags
		out = append(out, len...) // nope: len is something else there // refused "a name, or a comment, is in the way"
	}
	return out
}

func both(s *store, list []string) int { return len(s.named()) + len(each(list)) }
