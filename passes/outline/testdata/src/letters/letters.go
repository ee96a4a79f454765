package letters

import (
	"fmt"
	"os"
)

type Ärger struct{ a, b int }

func öffnen(a, b int) *Ärger {
	for i := range b {
		fmt.Fprintln(os.Stderr, a, i)
		a += i
	}
	t := &Ärger{a: a} // want `the result of öffnen is on the heap`
	fmt.Fprintln(os.Stderr, t.a)
	return t
}

func Über(a, b int) *Ärger {
	for i := range b {
		fmt.Fprintln(os.Stderr, a, i)
		fmt.Fprintln(os.Stderr, i)
		a += i
	}
	return &Ärger{a: a} // want `the result of Über is on the heap`
}

func älter(a, b int) (*Ärger, error) {
	for i := range b {
		fmt.Fprintln(os.Stderr, a, i)
		a += i
	}
	if a == 0 {
		return nil, os.ErrInvalid
	}
	return &Ärger{a: a}, nil // want `the result of älter is on the heap`
}

func use() {
	fmt.Println(öffnen(1, 2).a)
	if x, err := älter(1, 2); err == nil {
		fmt.Println(x.a)
	}
}
