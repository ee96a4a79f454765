package cold

import "log"

// later has uses behind the statement that prints the variable, which mean the variable and not the copy.
func later(list []span) (n int) {
	for _, s := range list { // want `s is on the heap each time`
		if s.from > s.to {
			log.Printf("bad %v", &s)
			s.to = s.from
		}
		n += s.to - s.from
	}
	return n
}

func twice(list []span) (n int) {
	for _, s := range list { // want `s is on the heap each time`
		if s.from > s.to {
			log.Printf("bad: %v", &s)
			log.Printf("worse: %v", &s)
		}
		n += s.to - s.from
	}
	return n
}
