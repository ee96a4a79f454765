package closures

import "sort"

type visitor interface{ Each(func(int)) }

type pair struct{ key, value int }

func above(v visitor, limits []int) (n int) {
	for _, limit := range limits {
		v.Each(func(x int) { // want `the function literal is made in each iteration, for a callee that may keep it .review: whoever keeps the function sees the values of later iterations.`
			// Comments stay.
			if x > limit {
				n++
			}
		})
	}
	return n
}

func nested(each func(func(int) bool), rows [][]pair) (n int) {
	for i, row := range rows {
		for _, p := range row {
			key := p.key
			each(func(x int) bool { n += i; return x > key && x < p.value }) // want `the function literal is made in each iteration, .*review: `
		}
	}
	return n
}

// nope: the same in each iteration; hoist moves it.
func invariant(v visitor, rounds int) (n int) {
	for range rounds {
		v.Each(func(x int) { n += x })
	}
	return n
}

// nope: the compiler knows that sort.Search does not keep it.
func static(xs, limits []int) (n int) {
	for _, limit := range limits {
		n += sort.Search(len(xs), func(i int) bool { return xs[i] > limit })
	}
	return n
}

// nope: the variable changes within the iteration.
func changes(v visitor, limits []int) (n int) {
	for _, limit := range limits {
		limit++
		v.Each(func(x int) { n += x * limit })
	}
	return n
}

// nope: so does the variable of a loop of three parts.
func threeParts(v visitor, n int) (sum int) {
	for i := 0; i < n; i++ {
		v.Each(func(x int) { sum += x * i })
	}
	return sum
}

// nope: declared by the statement itself.
func inStatement(v visitor, limits []int) (n int) {
	for i := range limits {
		if limit := limits[i]; limit > 0 {
			v.Each(func(x int) { n += x })
		} else if f := func(g func(int)) bool { g(limit); return true }; f(func(x int) { n += x * limit }) {
			n--
		}
	}
	return n
}

// nope: a type of the loop.
func localType(v visitor, limits []int) (n int) {
	for _, limit := range limits {
		type wrapped int
		v.Each(func(x int) { n += int(wrapped(x + limit)) })
	}
	return n
}

// nope: it runs when the function ends.
func deferred(f func(func()), limits []int) (n int) {
	for _, limit := range limits {
		defer f(func() { n += limit })
	}
	return n
}

// nope: not in a loop.
func once(v visitor, limit int) (n int) {
	v.Each(func(x int) { n += x * limit })
	return n
}
