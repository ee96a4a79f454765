package negative

import (
	"fmt"
)

type level int

func (l level) printf(format string, args ...any) {
	if l < 3 {
		return
	}
	fmt.Printf(format, args...)
}

type logger struct{ on bool }

func (l *logger) printf(format string, args ...any) {
	if l == nil {
		return
	}
	fmt.Printf(format, args...)
}

func talk(l *level, lg logger, i int) {
	l.printf("%d", i)  // nope: the question is for a level, not for a pointer to one
	lg.printf("%d", i) // nope: the other way round
}

// nope: a package-level variable needs it.
func join(s fmt.Stringer) string {
	out := s.String()
	for i := range 3 {
		out += fmt.Sprint(i) + s.String()
	}
	return out
}
