package local

// basic test: the objects stay in the list
func numbered(list []string) (n int) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `makes each count in an allocation of its own$`
	}
	for _, c := range counts {
		c.add()
		n += c.n
	}
	return n
}

// the list holds ten of them at a time
func round(list []string) {
	counts := make([]*count, 10)
	for i, w := range list {
		counts[i%10] = &count{name: w} // want `review: one element in use keeps all`
		counts[0].add()
	}
}

func latest(list []string) {
	counts := make([]*count, 1)
	for _, w := range list {
		counts[0] = &count{name: w} // want `review: one element in use keeps all`
		counts[0].add()
	}
}

// each row sets the places anew
func rows(list [][]string) {
	counts := make([]*count, 10)
	for _, row := range list {
		for i, w := range row {
			counts[i] = &count{name: w} // want `review: one element in use keeps all`
		}
		counts[0].add()
	}
}

func again(list []string) {
	counts := make([]*count, len(list))
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: one element in use keeps all`
	}
	for i := range counts {
		counts[i].add()
		counts[i] = nil
	}
}

// the block stands in front of all rows, and the list in it
func ofRow(list [][2]string) {
	for _, row := range list {
		var counts []*count
		for _, w := range row {
			counts = append(counts, &count{name: w}) // want `review: one element in use keeps all`
		}
		counts[0].add()
	}
}

func deleted(list []string) {
	counts := make(map[int]*count)
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: one element in use keeps all`
		counts[i].add()
		delete(counts, i-10)
	}
}

func cleared(list []string) {
	counts := make(map[int]*count)
	for i, w := range list {
		counts[i] = &count{name: w} // want `review: one element in use keeps all`
		if len(counts) > 10 {
			clear(counts)
		}
	}
}

// few of them go into the list
func some(list []string) int {
	var counts []*count
	for _, w := range list {
		c := &count{name: w} // want `review: one element in use keeps all`
		c.add()
		if c.n > 1 {
			counts = append(counts, c)
		}
	}
	return len(counts)
}

func others(list []string) int {
	var counts []*count
	for _, w := range list {
		c := &count{name: w} // want `review: one element in use keeps all`
		if c.add(); c.n > 1 {
			continue
		}
		counts = append(counts, c)
	}
	return len(counts)
}
