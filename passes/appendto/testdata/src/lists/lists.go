package lists

import "strings"

type node struct {
	name string
	list []*node
	tags map[string]bool
}

func names(n *node) []string {
	var out []string
	out = append(out, n.name) // want "what names returns is appended to something else"
	for _, c := range n.list {
		out = append(out, names(c)...)
	}
	return out
}

func all(roots []*node) []string {
	list := []string{}
	for _, r := range roots {
		list = append(list, names(r)...)
	}
	return append(list, names(roots[0])...)
}

func (n *node) keys(
	prefix string,
) []string {
	if n == nil {
		return nil
	}
	if len(n.tags) == 0 {
		return strings.Fields(n.name)
	}
	keys := make([]string, 0, len(n.tags))
	for tag := range n.tags {
		keys = append(keys, prefix+tag) // want `what keys returns is appended to something else \(review: keys must not read the memory behind the elements of into, which it writes to\)`
	}
	if prefix == "" {
		return append(keys, "")
	}
	return keys
}

func (n *node) addKeys(into []string) []string {
	into = append(into, n.keys("")...)
	return into
}

var one = []string{"one"}

func ones() []string {
	list := []string{}
	list = append(list, one...) // want "what ones returns is appended"
	return list
}

func two(n int) (list []string, err error) {
	if n > 0 {
		list = append(list, ones()...)
	}
	return list, nil
}

func leaves(n *node) []*node {
	if len(n.list) == 0 {
		return []*node{}
	}
	found := []*node{}
	for _, c := range n.list {
		if len(c.list) == 0 {
			found = append(found, c) // want `what leaves returns is appended`
		}
		found = append(
			found,
			leaves(
				c,
			)...,
		)
	}
	return found
}

type page struct{ lines []string }

func later(n *node) (p page, all []*node) {
	list := make([]string, 0, 4)
	list = append(list, ones()...)
	p.lines = list
	return p, leaves(n)
}

func flags(n *node) []string {
	if n.name == "" {
		return []string{}
	}
	var list []string
	if n.tags["long"] {
		list = append(list, "--"+n.name) // want `what flags returns is appended to something else \(review: flags must not read the memory behind the elements of all, which it writes to; what is appended to it`
	}
	return list
}

func visited(list []*node, visit func(func(*node))) []string {
	var all []string
	visit(func(n *node) {
		all = append(all, flags(n)...)
	})
	return all
}

// readTags reads the tags of a node. Tags that are off are left out, as in names
// of files.
//
//go:noinline
func readTags(n *node) []string {
	var tags []string
	for tag, on := range n.tags {
		if on {
			tags = append(tags, tag) // want "what readTags returns is appended"
		}
	}
	return tags
}

// listNames is all names, and appendNames is taken.
func listNames(n *node) []string {
	var all []string
	all = append(all, n.name) // want "what listNames returns is appended"
	return all
}

func both(list []*node) (all []string) {
	for _, n := range list {
		all = append(all, readTags(n)...)
		all = append(all, listNames(n)...)
	}
	return all
}

// packUint16 packs a number
func packUint16(n int) []byte {

	var out []byte

	out = append(out, byte(n>>8)) // want "what packUint16 returns is appended"
	return append(out, byte(n))
}

func packed(n int) (all []byte) {
	all = append(all, packUint16(n)...)
	all = append(all, packUint16(n+1)...)
	return all
}
