// Package block holds the classic case of a slice or map of pointers whose
// objects are made one by one in a loop, although they live and die together.
package block

// A Point has coordinates and a label.
type Point struct {
	X, Y  int
	Label string
}

// C06 fills a slice of pointers by new.
func C06(dst []*Point) {
	for i := range dst {
		dst[i] = new(Point)
	}
}

// C06Literal appends the addresses of literals.
func C06Literal(labels []string) []*Point {
	out := make([]*Point, 0, len(labels))
	for i, l := range labels {
		out = append(out, &Point{i, -i, l})
	}
	return out
}

// newPoint is a constructor as there are many.
func newPoint(x, y int, label string) *Point {
	return &Point{X: x, Y: y, Label: label}
}

// C06Constructor calls a constructor in the loop.
func C06Constructor(labels []string) []*Point {
	out := make([]*Point, len(labels))
	for i, l := range labels {
		out[i] = newPoint(i, i, l)
	}
	return out
}

// A Registry finds points by label.
type Registry struct{ points map[string]*Point }

// C06Method fills a map that is a field, by way of a variable.
func (r *Registry) C06Method(labels []string) {
	r.points = make(map[string]*Point, len(labels))
	for i, l := range labels {
		p := &Point{Label: l}
		p.X = i
		r.points[l] = p
	}
}

// C06Generic is C06 with a type parameter.
func C06Generic[T any](n int) []*T {
	out := make([]*T, n)
	for i := range out {
		out[i] = new(T)
	}
	return out
}
