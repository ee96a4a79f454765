package kept

import "strings"

// The map keeps each beginning of the path: a part of the memory of all of it.
func beginnings(parts []string) map[string]int {
	seen := make(map[string]int)
	path := ""
	for i, p := range parts {
		path += p + "/" // want `each \+= copies path to a new string \(review: a text that is kept while path grows keeps the memory of all of it\)`
		seen[path] = i
	}
	return seen
}

// The beginning is only looked for.
func known(parts []string, seen map[string]bool) string {
	path := ""
	for _, p := range parts {
		path += p + "/" // want `each \+= copies path to a new string$`
		if seen[path] {
			return p
		}
	}
	return path
}

// most parts may be left out, and the text that is kept would keep room for them
func some(parts []string) string {
	s := ""
	for _, p := range parts {
		if p == "" {
			continue
		}
		s += p + "," // want `each \+= copies s to a new string$`
	}
	return s
}

// its text is only looked at
func someLooked(parts []string) int {
	s := ""
	for _, p := range parts {
		if p == "" {
			continue
		}
		s += p + "," // want `each \+= copies s to a new string$`
	}
	return len(s)
}

// the separator is left out once
func separated(parts []string) string {
	s := ""
	for i, p := range parts {
		if i > 0 {
			s += ", " // want `each \+= copies s to a new string$`
		}
		s += p
	}
	return s
}

// it is kept between two loops, when it has room for both
func between(parts, more []string, keep func(string)) string {
	s := ""
	for _, p := range parts {
		s += p + "," // want `review: a text that is kept while s grows keeps the memory of all of it`
	}
	keep(s)
	for _, p := range more {
		s += p + "," // more
	}
	return s
}

// if it leaves there, it does not grow any more
func leaves(parts, more []string) string {
	s := ""
	for _, p := range parts {
		s += p + "," // want `each \+= copies s to a new string$`
	}
	if len(parts) > 8 {
		return s
	}
	for _, p := range more {
		s += p + "," // more
	}
	return s
}

// so does what is joined again and again
func joins(parts []string) (all []string) {
	var list []string
	for _, p := range parts {
		list = append(list, p+"/")
		all = append(all, strings.Join(list, "")) // want `review: a text that is kept while joined grows keeps the memory of all of it`
	}
	return all
}

// it may end long before the list does
func until(parts []string) string {
	s := ""
	for i := 0; i < len(parts) && parts[i] != ""; i++ {
		s += parts[i] + "," // want `each \+= copies s to a new string$`
	}
	return s
}

// none of them may be written
func indented(parts []string, depth int) string {
	s := ""
	for _, p := range parts {
		if depth > 0 {
			s += "  " // want `each \+= copies s to a new string$`
		}
		s += p
	}
	return s
}

// the room is that for all parts
func joinsFirst(parts []string) string {
	var list []string
	for _, p := range parts {
		list = append(list, p+"/")
		if len(p) > 8 {
			return strings.Join(list, "") // want `review: who keeps the text keeps room for the longest that it may be`
		}
	}
	return strings.Join(list, "")
}
