package stacked

type branch struct{ first, next *branch }

type shape interface {
	size() int
	area() int
}

type square struct{ side int }

func (s square) size() int { return s.side }
func (s square) area() int { return s.side * s.side }

// size calls a method of its own name, which a branch does not implement: it has no area.
func (n *branch) size(s shape) (sum int) {
	var kids []*branch // want `kids`
	for k := n.first; k != nil; k = k.next {
		kids = append(kids, k)
	}
	for range kids {
		sum += s.size()
	}
	return sum
}
