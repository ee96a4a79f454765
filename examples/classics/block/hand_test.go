package block

func handC06(dst []*Point) {
	block := make([]Point, len(dst))
	for i := range dst {
		dst[i] = &block[i]
	}
}

func handC06Literal(labels []string) []*Point {
	out := make([]*Point, len(labels))
	block := make([]Point, len(labels))
	for i, l := range labels {
		block[i] = Point{i, -i, l}
		out[i] = &block[i]
	}
	return out
}

func handC06Constructor(labels []string) []*Point {
	out := make([]*Point, len(labels))
	block := make([]Point, len(labels))
	for i, l := range labels {
		block[i] = Point{i, i, l}
		out[i] = &block[i]
	}
	return out
}

func (r *Registry) handC06Method(labels []string) {
	r.points = make(map[string]*Point, len(labels))
	block := make([]Point, len(labels))
	for i, l := range labels {
		p := &block[i]
		p.Label = l
		p.X = i
		r.points[l] = p
	}
}

func handC06Generic[T any](n int) []*T {
	out := make([]*T, n)
	block := make([]T, n)
	for i := range out {
		out[i] = &block[i]
	}
	return out
}
