package old

type names []string

func run(f func(...string), args []string, name string) {
	f(append([]string{"run", name}, args...)...) // want "what is joined grows although its length is known"
	f(append([]string{                           // want "what is joined grows"
		"run",
		name,
	}, args[1:]...)...)
}

func key(prefix string, id []byte, n uint64) ([]byte, []byte) {
	return append([]byte(prefix), id...), // want "what is joined grows"
		append(append([]byte("key:"), id...), '/') // want "what is joined grows"
}

func merged(a, b, c names) (names, names) {
	return append(append(append(names{}, a...), b...), c...), // want "what is joined grows"
		append(append(names(nil), a...), b...) // want "what is joined grows .*review: nil becomes empty"
}
