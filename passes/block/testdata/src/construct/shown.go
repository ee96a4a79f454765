package construct

type shape interface{ area() float64 }

type point struct{ x, y float64 }

type circle struct {
	at point
	r  float64
}

func (c *circle) area() float64 { return c.r * c.r * 3 }

// a constructor that returns an interface
func newCircle(x, y, r float64) shape { return &circle{point{x, y}, r} }

func row(n int) []shape {
	shapes := make([]shape, n)
	for i := range shapes {
		shapes[i] = newCircle(float64(i), 0, 1) // want "makes each circle in an allocation of its own.*review: one element"
	}
	return shapes
}

func named(list []float64, note func(shape)) (shapes []any) {
	for _, r := range list {
		s := newCircle(0, 0, r) // want "makes each circle in an allocation of its own.*review: one element"
		note(s)
		shapes = append(shapes, s)
	}
	return shapes
}

func declared(list []float64) (shapes []shape) {
	for _, r := range list {
		var s shape = newCircle(0, 0, r) // want "makes each circle in an allocation of its own.*review: one element"
		shapes = append(shapes, s)
	}
	return shapes
}

func square(r float64) shape { return &circle{point{r, r}, 1} }

func squares(list []float64) (shapes []shape) {
	for _, r := range list {
		shapes = append(shapes, square(r)) // nope: r would be evaluated twice
	}
	return shapes
}

// copies of a variable
func copied(list []*circle) (out []*circle) {
	for _, c := range list {
		d := *c
		d.r++
		out = append(out, &d) // want "makes each circle in an allocation of its own.*review: one element"
	}
	return out
}

func read(list []float64, shapes []shape) {
	for i, r := range list {
		var c circle
		c.r = r
		shapes[i] = &c // want "makes each circle in an allocation of its own.*review: one element"
	}
}

func behind(list []float64) (out []*circle) {
	for _, r := range list {
		c := circle{r: r}
		out = append(out, &c)
		c.at.x = r // nope: what is in the list changes as well
	}
	return out
}

func lent(list []float64, f func(*float64)) (out []*circle) {
	for _, r := range list {
		c := circle{r: r}
		f(&c.r)
		out = append(out, &c) // nope: f may keep the address
	}
	return out
}

func inner(list []float64) (out []*circle) {
	for _, r := range list {
		c := circle{r: r}
		for range 3 {
			out = append(out, &c) // nope: one variable, three times
		}
	}
	return out
}

// the first alone makes one
func bounds(list []point) *circle {
	var c *circle
	for _, p := range list {
		if c == nil {
			c = &circle{p, 0} // nope: it is made once
			continue
		}
		c.r = max(c.r, p.x)
	}
	return c
}
