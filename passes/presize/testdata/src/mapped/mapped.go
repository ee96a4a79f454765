package mapped

import "maps"

type user struct{ id, name string }

func index(users []user) map[string]string {
	m := make(map[string]string) // want "the map m grows"
	for _, u := range users {
		m[u.id] = u.name
	}
	return m
}

func set(words []string) int {
	seen := map[string]bool{} // want "the map seen grows"
	n := 0
	for _, w := range words {
		if !seen[w] {
			seen[w] = true
			n++
		}
	}
	return n
}

func counts(words []string) map[string]int {
	var m = make(map[string]int, 0) // want `the map m grows.*\(review: more memory`
	for _, w := range words {
		m[w]++
	}
	return m
}

func nested(groups [][]string) map[string]bool {
	m := map[string]bool{} // want "the map m grows"
	for _, g := range groups {
		for _, s := range g {
			m[s] = true
		}
	}
	return m
}

func invert(m map[string]int) map[int]string {
	out := make(map[int]string) // want "the map out grows"
	for k, v := range m {
		out[v] = k
	}
	return out
}

func set2[K comparable](keys []K) map[K]struct{} {
	m := map[K]struct{}{} // want "the map m grows"
	for _, k := range keys {
		m[k] = struct{}{}
	}
	return m
}

func clone(src map[string]int, more map[string]int) map[string]int {
	m := make(map[string]int) // want "the map m grows"
	maps.Copy(m, src)
	maps.Copy(m, more)
	m["x"] = 1
	return m
}

// the statement between only sets a variable
func between(src map[int]int, n int) (map[int]bool, map[int]int) {
	m := map[int]bool{} // want "the map m grows"
	found := 0
	for k := range src {
		found++
		m[k] = found > 3
	}
	t := make(map[int]int) // want "the map t grows"
	last := n - 1
	for i := range n {
		t[i] = last
	}
	return m, t
}

type entry struct{ data map[string]int }

// the map would be asked for its length at that moment anyway
func (e *entry) copied(more map[string]int) map[string]int {
	data := make(map[string]int) // want "the map data grows"
	maps.Copy(data, e.data)
	return data
}

func known(users []user) func(string) bool {
	ids := make(map[string]bool) // want "the map ids grows"
	for _, u := range users {
		ids[u.id] = true
	}
	return func(id string) bool { return ids[id] }
}

// who calls the literal fills it, too, but not at first
func learning(users []user) func(string) {
	ids := make(map[string]bool) // want "the map ids grows"
	for _, u := range users {
		ids[u.id] = true
	}
	return func(id string) { ids[id] = true }
}
