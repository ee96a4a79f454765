package sorted

import (
	"slices"
	"sort"
)

type user struct {
	name string
	age  int
}

func (u *user) younger(v *user) bool { return u.age < v.age }

func names(users map[string]user) []string {
	var out []string
	for name := range users {
		out = append(out, name) // want `out grows by append although its length is known`
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}

func byAge(users []user) []user {
	out := []user{} // want `out grows by append although its length is known`
	for _, u := range users {
		out = append(out, u)
	}
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].age != out[j].age {
			return out[i].age < out[j].age
		}
		return (out)[i].name < out[j].name
	})
	return out
}

// twice reads numbers, of which nobody knows how many
func twice(next func() (uint64, bool)) bool {
	var ids []uint64 // nope: sort.Slice may keep it, for all that the compiler knows
	for n, ok := next(); ok; n, ok = next() {
		ids = append(ids, n)
	}
	sort.Slice(ids, func(i, j int) bool { return ids[i] < ids[j] })
	for i := 1; i < len(ids); i++ {
		if ids[i-1] == ids[i] {
			return true
		}
	}
	return false
}

func inLiteral(users map[string]user) func() []string {
	return func() []string {
		var out []string
		for name := range users {
			out = append(out, name) // want `out grows by append although its length is known`
		}
		sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
		return out
	}
}

// nope: the address of an element is taken
func methods(users []user) []user {
	var out []user
	for _, u := range users {
		out = append(out, u)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].younger(&out[j]) })
	return out
}

// nope: the comparison looks at more than elements
func lengths(users []user) []user {
	var out []user
	for _, u := range users {
		out = append(out, u)
	}
	sort.Slice(out, func(i, j int) bool { return cap(out) > i && out[i].age < out[j].age })
	return out
}

func other(users []user) []user {
	var out []user
	for _, u := range users {
		out = append(out, u) // want `out grows by append although its length is known`
	}
	sort.Slice(users, func(i, j int) bool { return out[i].age < out[j].age })
	return out
}

// nope: the literal may run at any time
func kept(users []user) ([]user, func(i, j int) bool) {
	var out []user
	less := func(i, j int) bool { return out[i].age < out[j].age }
	for _, u := range users {
		out = append(out, u)
	}
	sort.Slice(out, less)
	return out, less
}

// nope: it runs later
func later(users []user) []user {
	var out []user
	defer sort.Slice(out, func(i, j int) bool { return out[i].age < out[j].age })
	for _, u := range users {
		out = append(out, u)
	}
	return out
}

// nope: an element is changed
func changed(users []user) []user {
	var out []user
	for _, u := range users {
		out = append(out, u)
	}
	sort.Slice(out, func(i, j int) bool { out[i].age++; return out[i].age < out[j].age })
	return out
}

func slicesSort(users []user) []user {
	var out []user
	for _, u := range users {
		out = append(out, u) // want `out grows by append although its length is known`
	}
	slices.SortFunc(out, func(a, b user) int { return a.age - out[0].age + b.age })
	return out
}

func chooser(users []user) func(int) string {
	var list []string // want `list grows by append although its length is known`
	for _, u := range users {
		list = append(list, u.name)
	}
	return func(n int) string {
		if len(list) == 0 {
			return ""
		}
		return list[n%len(list)]
	}
}

// nope: the literal appends to it
func adder(users []user) func(string) []string {
	var list []string
	for _, u := range users {
		list = append(list, u.name) // refused "shares list"
	}
	return func(name string) []string { return append(list, name) }
}

// nope: what an iteration starts looks at it while the next one fills it
func meanwhile(groups [][]user, start func(func() int)) {
	var list []string
	for _, users := range groups {
		for _, u := range users {
			list = append(list, u.name)
		}
		start(func() int { return len(list) })
	}
}

// nope: it is filled again
func filledAgain(users []user, start func(func() int)) []string {
	var list []string
	for _, u := range users {
		list = append(list, u.name) // refused "shares list"
	}
	start(func() int { return len(list) })
	list = append(list, "")
	return list
}
