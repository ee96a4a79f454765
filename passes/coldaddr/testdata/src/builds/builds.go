// Package builds prints in a format that another build may declare otherwise.
package builds

import "log"

type span struct{ from, to int }

const everywhere = "bad span %v"

func same(s span) int { // want `s is on the heap each time`
	if s.from > s.to {
		log.Printf(everywhere, &s)
	}
	s.to++
	return s.to - s.from
}

// nope: the format may print the address elsewhere.
func differs(s span) int {
	if s.from > s.to {
		log.Printf(format, &s)
	}
	s.to++
	return s.to - s.from
}
