package mapped

type attribute struct {
	key   string
	value any
}

func attributes(list []attribute) (m map[string]any) {
	if len(list) != 0 {
		m = make(map[string]any) // want "the map m grows"
		put(m, list)
	}
	return m
}

func put(m map[string]any, list []attribute) {
	for _, a := range list {
		m[a.key] = a.value
	}
}

type registry struct{ names map[int]string }

func (r *registry) load(first, second []string) {
	m := map[string]int{} // want "the map m grows"
	r.number(first, m)
	r.number(second, m)
	println(len(m))
}

func (r *registry) number(names []string, into map[string]int) {
	if r.names == nil {
		r.names = map[int]string{}
	}
	for i, name := range names {
		into[name] = i
	}
}

func perTurn(groups [][]string) (n int) {
	var seen map[string]bool
	for _, g := range groups {
		seen = map[string]bool{} // want "the map seen grows"
		for _, s := range g {
			seen[s] = true
		}
		n += len(seen)
	}
	return n
}

// nope: few of them are put
func some(list []attribute) map[string]any {
	m := make(map[string]any)
	putSome(m, list)
	return m
}

func putSome(m map[string]any, list []attribute) {
	for _, a := range list {
		if a.value != nil {
			m[a.key] = a.value
		}
	}
}

// nope: what is put is another list by then
func cut(list []attribute) map[string]any {
	m := make(map[string]any)
	putCut(m, list)
	return m
}

func putCut(m map[string]any, list []attribute) {
	list = list[:1]
	for _, a := range list {
		m[a.key] = a.value
	}
}

// nope: the map is cleared in between
func cleared(list []attribute) map[string]any {
	m := make(map[string]any)
	putAnew(m, list)
	return m
}

func putAnew(m map[string]any, list []attribute) {
	clear(m)
	for _, a := range list {
		m[a.key] = a.value
	}
}

// nope: nothing is put
func none() map[string]any {
	m := make(map[string]any)
	put(m, nil)
	return m
}

// nope: the list may fail
func late(r *registry, index func() [][]attribute) map[string]any {
	m := make(map[string]any)
	lists := index()
	put(m, lists[0])
	return m
}

// nope: it calls itself
func deep(m map[string]any, list []attribute) {
	for _, a := range list {
		m = make(map[string]any)
		deep(m, list[1:])
		m[a.key] = 1
	}
}

func keys(m map[string]int) (list []string) { return list }

// nope: what is gone through is of the map before
func again(m map[string]int) map[string]int {
	m = make(map[string]int)
	for i, k := range keys(m) {
		m[k] = i
	}
	return m
}

// nope: so is what says how often
func often(m map[string]int, list [][]string) {
	m = map[string]int{}
	for i, k := range list[m["x"]] {
		m[k] = i
	}
}

// nope: what is recovered from would leave the map before
func recovers(lists [][]string, n int) (m map[string]int) {
	defer func() { recover() }()
	m = map[string]int{}
	for i, k := range lists[n] {
		m[k] = i
	}
	return m
}

// nope: and what is ranged over
func ranged(m map[string]int, n int) map[string]int {
	m = map[string]int{}
	for k := range m {
		m[k+"."] = n
	}
	return m
}

// nope: nothing says how many there are by then
func raised(names []string) int {
	m := map[string]int{}
	for _, name := range names {
		m[name] = len(name)
		for k := range m {
			m[k]++
		}
	}
	return len(m)
}

// What is only ranged over does not change.
func summed(names, more []string) (sum int) {
	m := map[string]int{} // want "the map m grows"
	for i, name := range names {
		m[name] = i
	}
	for _, i := range m {
		sum += i
	}
	for i, name := range more {
		m[name] = i
	}
	return sum + len(m)
}
