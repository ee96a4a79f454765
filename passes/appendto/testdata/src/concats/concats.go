package concats

import (
	"errors"
	"strconv"
	"time"
)

// basic test
func key(n int) string {
	return "id-" + strconv.Itoa(n) // want "strconv.Itoa makes"
}

func several(m map[string]int, host string, port int, at time.Time) (int, error) {
	addr := host + ":" + strconv.Itoa(port)      // want "strconv.Itoa makes"
	if m[addr+"@"+at.Format(time.RFC3339)] > 0 { // want "Time.Format makes"
		return 0, errors.New("no " + strconv.Quote(addr) + " today") // want "strconv.Quote makes"
	}
	return m[addr], nil
}

type point struct{ x, y int }

func (p point) String() string {
	s := "(" + (strconv.Itoa(p.x) + ("," + strconv.Itoa(p.y))) + ")" // want "strconv.Itoa makes"
	return s
}

type colour uint8

const (
	escape = "\x1b["
	end    = "m"
)

// A constant keeps its name, and no conversion stands in another one.
func (c colour) sequence(seen map[string]bool) bool {
	return seen[escape+strconv.Itoa(int(c))+end] // want "strconv.Itoa makes"
}
