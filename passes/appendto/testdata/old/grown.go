package old

// slices.Grow is of go1.21.
type node struct {
	name string
	tags map[string]bool
}

func (n *node) keys(prefix string) []string {
	if n == nil {
		return nil
	}
	keys := make([]string, 0, len(n.tags))
	for tag := range n.tags {
		keys = append(keys, prefix+tag) // want `what keys returns is appended to something else$`
	}
	return keys
}

func all(nodes []*node) []string {
	list := []string{}
	for _, n := range nodes {
		list = append(list, n.keys("x")...)
	}
	return list
}
