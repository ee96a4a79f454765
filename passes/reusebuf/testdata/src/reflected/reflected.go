package reflected

import "reflect"

type saved struct{ list []int }

func (s *saved) Set(n int) {
	s.list = []int{n} // want "s.list is made anew each time .review: a copy of s shares s.list with it"
}

func clone(x any) any {
	c := reflect.New(reflect.TypeOf(x).Elem())
	c.Elem().Set(reflect.ValueOf(x).Elem())
	return c.Interface()
}
