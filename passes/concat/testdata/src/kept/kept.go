package kept

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
