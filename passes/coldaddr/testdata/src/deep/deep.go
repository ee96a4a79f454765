package deep

type page struct {
	lines [16]int
	next  *page
}

type state struct{ at int }

var bad []*page

var odd []*state

// walk calls itself: what it has on the stack is there at each level.
func walk(depth int) int {
	p := page{} // want `p is on the heap .*review: a function that calls itself keeps 136 bytes of stack more at each level`
	p.lines[0] = depth
	if depth < 0 {
		bad = append(bad, &p)
		return 0
	}
	return p.lines[0] + walk(depth-1)
}

func count(depth int) int {
	s := state{depth} // want `s is on the heap each time, since a branch takes its address$`
	if depth < 0 {
		odd = append(odd, &s)
		return 0
	}
	return s.at + count(depth-1)
}

// turned has the whole life of p in a literal that runs where it stands.
func turned(p page, fail bool) int { // want `p is on the heap each time, since a branch takes its address$`
	return func() int {
		if fail {
			bad = append(bad, &p)
			return 0
		}
		return p.lines[0]
	}()
}

func repeated(p page, fail []bool) (sum int) {
	for _, yes := range fail {
		sum += func() int { // nope: each iteration has the same p
			if yes {
				bad = append(bad, &p)
				return 0
			}
			return p.lines[0]
		}()
	}
	return sum
}

func deferred(p page, fail bool) int {
	defer func() { // nope: runs at the end
		if fail {
			bad = append(bad, &p)
		}
	}()
	return 1
}
