package builds

func poll() { go shared.next() }
