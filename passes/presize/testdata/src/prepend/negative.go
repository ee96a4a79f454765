package prepend

// nope: the loop returns what there is
func given(n *node) []string {
	var names []string
	for ; n != nil; n = n.up {
		if n.name == "" {
			return names
		}
		names = append([]string{n.name}, names...) // want "what is joined grows"
	}
	return names
}

// nope: a caller that recovers may see it
func result(n *node) (names []string) {
	defer func() { recover() }()
	for ; n != nil; n = n.up {
		names = append([]string{n.name}, names...) // want "what is joined grows"
	}
	return names
}

// nope: two elements in front
func begun(n *node) []string {
	names := []string{"a", "b"}
	for ; n != nil; n = n.up {
		names = append([]string{n.name}, names...) // want "what is joined grows"
	}
	return names
}

// nope: the loop looks at the first
func looked(n *node) []string {
	var names []string
	for ; n != nil; n = n.up {
		if len(names) > 0 && names[0] == n.name {
			continue
		}
		names = append([]string{n.name}, names...) // want "what is joined grows"
	}
	return names
}

// nope: the element is made of those behind it
func counted(n *node) []int {
	var sizes []int
	for ; n != nil; n = n.up {
		sizes = append([]int{len(sizes)}, sizes...) // want "what is joined grows"
	}
	return sizes
}

// nope: some are appended
func both(n *node) []string {
	var names []string
	for ; n != nil; n = n.up {
		if n.name > "m" {
			names = append(names, n.name)
		} else {
			names = append([]string{n.name}, names...) // want "what is joined grows"
		}
	}
	return names
}

// nope: it is no loop that begins behind the declaration
func once(n *node) []string {
	names := []string{}
	names = append([]string{n.name}, names...) // want "what is joined grows"
	return names
}

// nope: the block is left from inside of the loop
func left(n *node, c bool) []string {
	var names []string
block:
	switch {
	case c:
		for ; n != nil; n = n.up {
			if n.name == "" {
				break block
			}
			names = append([]string{n.name}, names...) // want "what is joined grows"
		}
		names = append(names, "end")
	}
	return names
}

// nope: the function literal may see it
func shared(n *node, each func(func(string))) []string {
	var names []string
	show := func() int { return len(names) }
	for ; n != nil; n = n.up {
		names = append([]string{n.name}, names...) // want "what is joined grows"
		each(func(string) { show() })
	}
	return names
}

// nope: the keys say where the elements stand
func keyed(n *node) []string {
	var names []string
	for ; n != nil; n = n.up {
		names = append([]string{1: n.name}, names...)
	}
	return names
}

// nope: its address is known
func pointed(n *node, show func(*[]string)) []string {
	var names []string
	show(&names)
	for ; n != nil; n = n.up {
		names = append([]string{n.name}, names...) // want "what is joined grows"
	}
	return names
}

// nope: there is something in it before the loop
func filled(n *node) []string {
	var names []string
	names = append(names, "a", "b")
	for ; n != nil; n = n.up {
		names = append([]string{n.name}, names...) // want "what is joined grows"
	}
	return names
}

// nope: the capacity is asked for
func room(n *node) int {
	var names []string
	for ; n != nil; n = n.up {
		names = append([]string{n.name}, names...) // want "what is joined grows"
	}
	return cap(names)
}

type pointer = *node

// nope: the elements are written without their type
func pointers(n *node) []pointer {
	var nodes []pointer
	for ; n != nil; n = n.up {
		nodes = append([]pointer{{name: n.name}}, nodes...)
	}
	return nodes
}

// nope: a comment says where the element goes
func told(n *node) []string {
	var names []string
	for ; n != nil; n = n.up {
		// the parent comes first
		names = append([]string{n.name}, names...) // want "what is joined grows"
	}
	return names
}

// nope: another variable has the name of the package
func hidden(n *node, slices []string) []string {
	var names []string
	for ; n != nil; n = n.up {
		names = append([]string{n.name}, names...) // want "what is joined grows"
	}
	return append(names, slices...)
}
