// Package builds divides by a constant that may be a variable in another build.
package builds

import "fmt"

type logger struct {
	verbose bool
	out     []string
}

const each = 2

func (l *logger) debugf(format string, args ...any) {
	if !l.verbose {
		return
	}
	l.out = append(l.out, fmt.Sprintf(format, args...))
}

func (l *logger) same(n int) {
	l.debugf("%d", n/each) // want `the arguments are copied to the heap even if debugf does nothing`
}

// nope: the division may fail elsewhere.
func (l *logger) differs(n int) { l.debugf("%d", n/perLine) }

// nope: in another build it has another body.
func (l *logger) prints(n int) { l.printf("%d", n) }
