package construct

type item struct {
	name  string
	count int
}

const start = 1

func newItem(name string, count int) *item { return &item{name: name, count: count} }

func first(name string) *item {
	return &item{name, start}
}

func all(names []string) []*item {
	out := make([]*item, 0, len(names))
	for i, name := range names {
		out = append(out, newItem(name, i)) // want `makes each item.*review: `
	}
	return out
}

func firsts(names []string) []*item {
	out := make([]*item, len(names))
	for i := range names {
		out[i] = first(names[i]) // want `makes each item.*review: `
	}
	return out
}

func checked(name string) *item {
	if name == "" {
		panic("no name")
	}
	return &item{name: name}
}

// nope: does more than return a literal
func more(names []string) (out []*item) {
	for _, name := range names {
		out = append(out, checked(name))
	}
	return out
}

// nope: arguments that are calls
func argument(names []string, f func(string) string) (out []*item) {
	for _, name := range names {
		out = append(out, first(f(name)))
	}
	return out
}

type holder struct{ v any }

func hold(v any) *holder { return &holder{v} }

// nope: the argument is converted at the call
func converted(names []string) (out []*holder) {
	for _, name := range names {
		out = append(out, hold(name))
	}
	return out
}

func twice(name string) *[2]string { return &[2]string{name, name} }

// nope: would be evaluated twice
func doubled(names []string) (out []*[2]string) {
	for _, name := range names {
		out = append(out, twice(name))
	}
	return out
}

func ignores(name string) *item { return &item{count: start} }

// nope: name would be unused
func ignored(names []string) (out []*item) {
	for _, name := range names {
		out = append(out, ignores(name))
	}
	return out
}

// nope: start means something else here
func shadowed(names []string) (out []*item) {
	for start := range names {
		out = append(out, first(names[start]))
	}
	return out
}

//go:noinline
func apart(name string) *item { return &item{name: name} }

// nope: says how it wants to be compiled
func directive(names []string) (out []*item) {
	for _, name := range names {
		out = append(out, apart(name))
	}
	return out
}

func several(name string, rest ...int) *item { return &item{name: name, count: len(rest)} }

func pairOf() (string, int) { return "", 0 }

// nope: variadic; a call with the results of a call
func variadic(names []string) (out []*item) {
	for _, name := range names {
		out = append(out, several(name))
		out = append(out, newItem(pairOf()))
	}
	return out
}
