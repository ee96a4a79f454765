package nolists

type node struct {
	name string
	list []*node
}

func counted(n *node) []string {
	var out []string
	out = append(out, n.name) // nope: it asks how many there are
	if len(out) > 1 {
		return nil
	}
	return out
}

func dropped(n *node) []string {
	var out []string
	for _, c := range n.list {
		out = append(out, c.name) // refused "may return something else than out when it has appended"
		if c.name == "" {
			return nil
		}
	}
	return out
}

func recovers(n *node) []string {
	var out []string
	defer func() { recover() }()
	out = append(out, n.name) // refused "may recover"
	return out
}

func reads(in []string) []string {
	var out []string
	for _, s := range in {
		out = append(out, s) // nope: it reads what it would write to
	}
	return out
}

func begun(n *node) []string {
	out := []string{"x"} // refused "out does not begin empty"
	out = append(out, n.name)
	return out
}

func listed(n *node) []string {
	out := n.names() // refused "out does not begin empty"
	out = append(out, n.name)
	return out
}

func (n *node) names() []string { return nil }

func hides(n *node) []string {
	for _, out := range n.list {
		_ = out
	}
	out := []string{}
	out = append(out, n.name) // refused "out means something else"
	return out
}

type other []string

func typed(n *node) other {
	var out other
	out = append(out, n.name) // nope: the types are not the same
	return out
}

func captured(n *node) []string {
	var out []string
	func() { n = nil }()
	out = append(out, n.name) // nope: a function literal has what it is appended to
	return out
}

func commented(n *node) []string {
	var out []string
	out = append(out, n.name) // nope: a comment would be lost
	return out
}

func shared(n *node) []string {
	var out []string
	if n == nil {
		return fresh()
	}
	out = append(out, n.name) // refused "may return something else"
	return out
}

func fresh() []string { return nil }

func spreads(n *node, all []string) ([]string, func()) {
	list := []string{}
	list = append(list, counted(n)...)
	list = append(list, dropped(n)...)
	list = append(list, recovers(n)...)
	list = append(list, reads(list)...)
	list = append(list, begun(n)...)
	list = append(list, listed(n)...)
	list = append(list, hides(n)...)
	list = append(list, typed(n)...)
	list = append(list, commented( /* why */ n)...)
	all = append(all, captured(n)...)
	all = shared(n)
	list = append(list, shared(n)...)
	return list, func() { all = nil }
}
