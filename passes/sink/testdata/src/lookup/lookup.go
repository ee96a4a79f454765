package lookup

import (
	"net"
	"strings"
)

type config struct {
	ips   map[string]struct{}
	names map[string]bool
}

func (c *config) trusted(ip net.IP) bool {
	if ip == nil {
		return false
	}
	if _, ok := c.ips[ip.String()]; ok { // want "a key is made to look into a map that may be empty"
		return true
	}
	return false
}

func (c *config) known(name string) int {
	if c.names[strings.ToLower(name)] { // want "a key is made"
		return 1
	}
	if len(name) > 3 && c.names[name+"/"] { // want "a key is made"
		return 2
	}
	return 0
}

type user struct {
	name string
	tags map[string]bool
}

// The pointer is followed for the map.
func (u *user) own() int {
	if u.tags[u.name+"/"] { // want "a key is made"
		return 1
	}
	return 0
}

func param(m map[string]int, a, b string) int {
	if n, ok := m[a+"/"+b]; ok && n > 3 { // want "a key is made"
		return n
	}
	return 0
}

var global = map[string]int{"a": 1}

// nope: a table of the package
func table(a string) bool {
	if _, ok := global[a+"/"]; ok {
		return true
	}
	return false
}

// nope: somebody asks already
func asked(m map[string]int, a string) bool {
	if len(m) == 0 {
		return false
	}
	if _, ok := m[a+"/"]; ok {
		return true
	}
	return false
}

// nope: something happens if there is none
func otherwise(m map[string]int, a string) bool {
	if _, ok := m[a+"/"]; ok {
		return true
	} else {
		println("none")
	}
	return false
}

// nope: this is for those that are missing
func missing(m map[string]int, a string) bool {
	if _, ok := m[a+"/"]; !ok {
		return true
	}
	if _, ok := m[a+"."]; ok || a == "" {
		return true
	}
	if n := m[a+":"]; n == 0 {
		return true
	}
	return !global2()[a+"/"]
}

func global2() map[string]bool { return nil }

// nope: len is another
func shadowed(m map[string]bool, a string, len func(any) int) bool {
	if m[a+"/"] {
		return true
	}
	return false
}

// nope: makes no key
func plain(m map[string]bool, a []byte, b string) bool {
	if m[string(a)] {
		return true
	}
	if m[b] {
		return true
	}
	return false
}

type named bool

// nope: another type of truth
func namedBool(m map[string]named, a string) named {
	if m[a+"/"] {
		return true
	}
	return false
}

func key(s string) string { println(s); return s }

// nope: has an effect
func effect(m map[string]bool, a string) bool {
	if m[key(a)+"/"] {
		return true
	}
	return false
}

// nope: an interface as key may panic, be the map empty or not
func anyKey(m map[any]bool, f []func()) bool {
	if m[any(f)] {
		return true
	}
	return false
}

// nope: is written, not read
func written(m map[string]bool, a string) {
	m[a+"/"] = true
	delete(m, a+".")
}

// nope: a condition of a loop
func loop(m map[string]bool, a string) {
	for !m[a+"/"] {
		println(a)
	}
}
