package elsewhere

type saved struct{ list []int }

func (s *saved) Set(n int) {
	s.list = []int{n} // want "s.list is made anew each time .review: a copy of s shares s.list with it"
}

var one = &saved{}
