package hashes

import sum "example.com"

func sums(words []string) (all []uint64) {
	for _, w := range words {
		h := sum.New() // want "h is made anew in each iteration .review: Reset must make of the hash what sum.New returns"
		h.WriteString(w)
		all = append(all, h.Sum64())
	}
	return all
}

func texts(words [][]byte) (all []string) {
	for _, w := range words {
		h := sum.NewHash() // want "h is made anew in each iteration .review: .*sum.NewHash returns"
		h.Write(w)
		all = append(all, string(h.Sum(nil)))
	}
	return all
}

// nope: it is kept
func kept(words []string) (all []*sum.Digest) {
	for range words {
		h := sum.New() // refused "h may be retained"
		all = append(all, h)
	}
	return all
}

// nope: a method that hash.Hash does not have
func self(words []string) (all []*sum.Digest) {
	for range words {
		h := sum.New() // refused "h may be retained"
		all = append(all, h.Self())
	}
	return all
}

// nope: of something, or no hash
func others(words []string) (n uint64) {
	for i, w := range words {
		h := sum.NewSeeded(i)
		n += h.Sum64()
		l := sum.NewList()
		l.Add(w)
	}
	return n
}
