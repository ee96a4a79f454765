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
		s.log.debugf("%d of %d", i, len(list)) // want `the arguments are copied to the heap even if debugf returns at once`
		s.log.infof("%s", x)                   // want `even if infof returns at once`
		s.log.warn(x, s)                       // want `even if warn returns at once`
		s.log.debugf("%d", s.count)            // want `even if debugf returns at once`
		tracef("%d", i+len(x))                 // want `even if tracef returns at once`
	}
}

// nope: nothing is copied.
func (s *server) free() {
	s.log.debugf("begin %d %v", 1, s)
	s.log.debugf("end")
}

// nope: evaluating the arguments does something, or may fail.
func (s *server) effects(list []string) {
	s.log.debugf("%s", strings.ToLower(list[0]))
	s.log.debugf("%s", list[0])
	s.log.debugf("%d", s.next())
	s.log.debugf("%d", s.logger.level)
	tracef("%d", s.count)
}

func (l *logger) optional(args ...any) {
	if !enabled || !l.verbose {
		return
	}
	l.out = append(l.out, fmt.Sprint(args...))
}

// nope: if it is not enabled, nobody looks whether s is nil.
func (s *server) options(n int) { s.log.optional(n) }

func (l *logger) options(n int) {
	l.optional(n) // want `even if optional returns at once`
	l.optional(l.level)
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

// nope: the condition depends on an argument.
func (l *logger) atf(level int, format string, args ...any) {
	if l.level < level {
		return
	}
	l.out = append(l.out, fmt.Sprintf(format, args...))
}

func (s *server) at(n int) { s.log.atf(n, "%d", n) }

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

// nope: the call copies what o points to, even if it is not enabled.
func shows(o *options, n int) { o.show(n) }

func showsValue(o options, n int) {
	o.show(n) // want `even if show returns at once`
}

func (l *logger) absent(args ...any) {
	if l == nil || !l.verbose {
		return
	}
	l.out = append(l.out, fmt.Sprint(args...))
}

// nope: nobody looks into l if it is nil.
func absents(l *logger) { l.absent(l.level) }

func presents(l *logger, n int) {
	l.absent(n) // want `even if absent returns at once`
}

func (l *logger) tracef(format string, args ...any) {
	if !l.verbose || l.level < limit && enabled {
		return
	}
	l.out = append(l.out, fmt.Sprintf(format, args...))
}

// The question has && inside of it.
func traces(l *logger, n int) {
	l.tracef("%d", n) // want "even if tracef returns at once"
}
