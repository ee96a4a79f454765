package cutlen

// A part of a slice is as long as the difference of its bounds.
func insert(entries []string, ix int, s string) []string {
	var update []string // want "review: memory for ix is reserved before any is needed; ix panics in other words if it is out of range.$"
	update = append(update, entries[:ix]...)
	if s != "" {
		update = append(update, s)
	}
	update = append(update, "end", "of", "all")
	return update
}

func between(entries []string, from, to int) []string {
	update := []string{} // want "update grows"
	update = append(update, entries[from:to]...)
	update = append(update, "a")
	return update
}

// Where to is 1, make would panic in other words than the slice.
func second(entries []string, to int) []string {
	update := []string{} // want "update grows"
	update = append(update, entries[2:to]...)
	update = append(update, "a", "b")
	return update
}

func third(entries []string) []string {
	update := []string{} // want "update grows"
	update = append(update, entries[2:5]...)
	update = append(update, []string{}...)
	update = append(update, "a", "b")
	return update
}

// Two less of the iterations are two more elements.
func folded(n int) []int {
	var list []int // want "list grows by append although its length is known$"
	for i := 2; i < n; i++ {
		list = append(list, i)
	}
	list = append(list, 1, 2)
	return list
}

func command(args []string) []string {
	all := []string{"run", "it"}
	all = append(all, args[1:]...) // want "all grows"
	return all
}

// Nothing is added to the last but one.
func tail(args, more []string) []string {
	all := []string{} // want "all grows"
	all = append(all, args[1:]...)
	all = append(all, more...)
	return all
}

// The index of a range is in memory.
func heads(list []int) (sum int) {
	for i := range list {
		head := []int{} // want "head grows"
		head = append(head, list[:i]...)
		head = append(head, i)
		sum += tell(head)
	}
	return sum
}

var told []int

func tell(list []int) int {
	told = list
	return len(list)
}

func small(entries []string, ix uint8, s string) []string {
	update := []string{} // want "update grows"
	update = append(update, entries[:ix]...)
	update = append(update, s)
	return update
}

// Something is added in any case.
func sure(a, b []string, s string) []string {
	var all []string // want "all grows by append although its length is known$"
	all = append(all, a...)
	if s != "" {
		all = append(all, s)
	}
	all = append(all, "end")
	for _, x := range b {
		if x != "" {
			all = append(all, x)
		}
	}
	return all
}

// Nothing is added where the function returns early.
func early(a, b []string, s string) []string {
	var all []string
	for _, x := range a {
		if x != "" {
			all = append(all, x) // want "review: nil becomes empty"
		}
		if x == s {
			return all
		}
	}
	all = append(all, "end", "of")
	return all
}

// The elements of a literal are counted here.
func places(found map[string]string) map[string]string {
	paths := map[string]string{} // nope: four keys fit into the first group
	for _, name := range []string{"blkio", "cpu", "cpuacct", "memory"} {
		if path, ok := found[name]; ok {
			paths[name] = path
		}
	}
	return paths
}

func numbers() []string {
	all := []string{} // want "all grows"
	for _, name := range []string{"one", "two", "three", "four", "five"} {
		all = append(all, name+"!")
	}
	return all
}

// first: the range of a part is as long as the part ends
func first(perm, in []int, n int) []int {
	out := []int{} // want "review: memory for n is reserved before any is needed; n panics in other words if it is out of range.$"
	for _, i := range perm[0:n] {
		out = append(out, in[i])
	}
	return out
}

// inner: both bounds count
func inner(in []int, from, to int) []int {
	var out []int
	for _, v := range in[from:to] {
		out = append(out, v) // want "grows by append"
	}
	return out
}
