package copies

// Others may copy what they get from this package.

// Open is one that others can name.
type Open struct{ list []int }

func (s *Open) Set(n int) {
	s.list = []int{n} // want "s.list is made anew each time .review: a copy of s shares s.list with it"
}

type got struct{ list []int }

// Get gives others one that they cannot name.
func Get() *got { return new(got) }

func (s *got) Set(n int) {
	s.list = []int{n} // want "s.list is made anew each time .review: a copy of s shares s.list with it"
}

// Whole has one in it.
type Whole struct{ in part }

type part struct{ list []int }

func (s *part) Set(n int) {
	s.list = []int{n} // want "s.list is made anew each time .review: a copy of s shares s.list with it"
}

// Hidden has one behind a pointer that others do not see.
type Hidden struct{ in *behind }

type behind struct{ list []int }

func (s *behind) Set(n int) {
	s.list = []int{n} // want "s.list is made anew each time$"
}

// Sized is an interface of which others have what it has.
type Sized interface{ Of() map[string]*mapped }

type mapped struct{ list []int }

func (s *mapped) Set(n int) {
	s.list = []int{n} // want "s.list is made anew each time .review: a copy of s shares s.list with it"
}
