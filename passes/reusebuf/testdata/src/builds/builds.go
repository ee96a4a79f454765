package builds

type far struct{}

// nope: in another build the method keeps what it is given
func changed(w *far, list []string) {
	for _, s := range list {
		b := make([]byte, len(s))
		copy(b, s)
		w.Write(b)
	}
}

type near struct{ n int }

// the method is in a file of every build
func unchanged(w *near, list []string) {
	for _, s := range list {
		b := make([]byte, len(s)) // want "b is made anew in each iteration .review: no Write"
		copy(b, s)
		w.Write(b)
	}
}

func (w *near) Write(b []byte) (int, error) { w.n += len(b); return len(b), nil }
