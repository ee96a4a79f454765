package guards

import (
	"fmt"
	"strings"
	"sync/atomic"
)

type logger struct {
	verbose bool
	level   int
	on      atomic.Bool
	out     []string
}

var enabled bool

const limit = 3

func (l *logger) debugf(format string, args ...any) {
	if !l.verbose {
		return
	}
	l.out = append(l.out, fmt.Sprintf(format, args...))
}

func (l *logger) infof(format string, args ...any) {
	if l.level < limit || !enabled {
		return
	}
	l.out = append(l.out, fmt.Sprintf(format, args...))
}

func (l *logger) warn(args ...any) {
	if !l.on.Load() {
		return
	}
	l.out = append(l.out, fmt.Sprint(args...))
}

func tracef(format string, args ...any) {
	if limit >= level {
		return
	}
	fmt.Printf(format, args...)
}

var level int

type server struct {
	log   *logger
	count int
	*logger
}

func (s *server) serve(list []string) {
	for i, x := range list {
		s.log.debugf("%d of %d", i, len(list)) // want `the arguments are copied to the heap even if debugf does nothing`
		s.log.infof("%s", x)                   // want `even if infof does nothing`
		s.log.warn(x, s)                       // want `even if warn does nothing`
		s.log.debugf("%d", s.count)            // want `even if debugf does nothing`
		tracef("%d", i+len(x))                 // want `even if tracef does nothing`
	}
}

// nope: nothing is copied.
func (s *server) free() {
	s.log.debugf("begin %d %v", 1, s)
	s.log.debugf("end")
}

// nope: evaluating the arguments does something, or may fail in a function.
func (s *server) effects(list []string) {
	s.log.debugf("%s", strings.ToLower(list[0])) // refused "an argument has an effect"
	s.log.debugf("%d", s.next())                 // refused "an argument has an effect"
	s.log.debugf("%s", s.name())                 // refused "may do more than follow a pointer"
}

func (s *server) name() string { return s.logger.out[0] }

// Evaluating the arguments may fail.
func (s *server) failing(list []string) {
	s.log.debugf("%s", list[0])        // want `review: an argument that panics does so only where debugf does something`
	tracef("%d", s.count)              // want `even if tracef does nothing$`
	s.log.debugf("%d", s.logger.level) // want `review: an argument that panics`
}

func (s *server) first() {
	tracef("%d", s.count) // want `review: an argument that panics does so only where tracef does something`
}

func (s *server) second() {
	s.count++
	tracef("%d", s.count) // want `even if tracef does nothing$`
}

func (l *logger) optional(args ...any) {
	if !enabled || !l.verbose {
		return
	}
	l.out = append(l.out, fmt.Sprint(args...))
}

// If it is not enabled, nobody looks whether s is nil.
func (s *server) options(n int) {
	s.log.optional(n) // want `review: an argument that panics`
}

func (l *logger) options(n int) {
	l.optional(n) // want `even if optional does nothing$`
	n++
	l.optional(l.level) // want `review: an argument that panics`
}

func (s *server) next() int { s.count++; return s.count }

// nope: it is asked already.
func (s *server) asked(n int, other bool) {
	if s.log.verbose && other {
		s.log.debugf("%d", n)
	}
}

// nope: of an embedded field.
func (s *server) embedded(n int) { s.debugf("%d", n) }

// nope: the receiver is not a name.
func (s *server) found(n int) {
	find(n).debugf("%d", n)
}

func find(n int) *logger { return &logger{level: n} }

// nope: the names mean something else.
func (s *server) shadowed(n int) {
	enabled, level := n, n
	s.log.infof("%d", n)
	tracef("%d", enabled+level)
}

// nope: not a statement of its own.
func (s *server) deferred(n int) {
	defer s.log.debugf("%d", n)
	go s.log.debugf("%d", n)
}

// The condition depends on an argument.
func (l *logger) atf(level int, format string, args ...any) {
	if l.level < level {
		return
	}
	l.out = append(l.out, fmt.Sprintf(format, args...))
}

func (s *server) at(n int, other float64) {
	s.log.atf(n, "%v", other)     // want `even if atf does nothing$`
	s.log.atf(limit, "%v", other) // want `even if atf does nothing$`
	s.log.atf(2, "%v", other)     // want `even if atf does nothing$`
	s.log.atf(n+1, "%v", other)   // nope: the argument is no name
}

// nope: the condition does something.
func (l *logger) counted(args ...any) {
	if l.count() < 3 {
		return
	}
	l.out = append(l.out, fmt.Sprint(args...))
}

func (l *logger) count() int { l.level++; return l.level }

func (s *server) counts(n int) { s.log.counted(n) }

// nope: something happens before.
func (l *logger) late(args ...any) {
	l.level++
	if !l.verbose {
		return
	}
	l.out = append(l.out, fmt.Sprint(args...))
}

func (s *server) lates(n int) { s.log.late(n) }

// nope: it has a result.
func (l *logger) result(args ...any) (n int) {
	if !l.verbose {
		return
	}
	return len(fmt.Sprint(args...))
}

func (s *server) results(n int) { s.log.result(n) }

type options struct{ level int }

func (o options) show(args ...any) {
	if !enabled || o.level < 3 {
		return
	}
	fmt.Println(args...)
}

// The call copies what o points to, even if it is not enabled.
func shows(o *options, n int) {
	o.show(n) // want `review: an argument that panics`
}

func (o options) always(args ...any) {
	if o.level < 3 || !enabled {
		return
	}
	fmt.Println(args...)
}

// The question looks into o in any case.
func followed(o *options, n int) {
	o.always(n) // want `even if always does nothing$`
}

func showsValue(o options, n int) {
	o.show(n) // want `even if show does nothing`
}

func (l *logger) absent(args ...any) {
	if l == nil || !l.verbose {
		return
	}
	l.out = append(l.out, fmt.Sprint(args...))
}

// Nobody looks into l if it is nil.
func absents(l *logger) {
	l.absent(l.level) // want `review: an argument that panics`
}

func presents(l *logger, n int) {
	l.absent(n) // want `even if absent does nothing`
}

func (l *logger) tracef(format string, args ...any) {
	if !l.verbose || l.level < limit && enabled {
		return
	}
	l.out = append(l.out, fmt.Sprintf(format, args...))
}

// The question has && inside of it.
func traces(l *logger, n int) {
	l.tracef("%d", n) // want "even if tracef does nothing"
}
