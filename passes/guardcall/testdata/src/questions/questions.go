package questions

import (
	"errors"
	"fmt"
	"log"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type level int

const (
	debug level = iota
	info
)

type logger struct {
	min   level
	on    bool
	err   error
	mu    sync.Mutex
	lines []string
}

// It consists of one if.
func (l *logger) debugf(format string, args ...any) {
	if l.on {
		log.Printf(format, args...)
		l.lines = append(l.lines, format)
	}
}

// It has no ...any.
func (l *logger) line(text string) {
	if l == nil {
		return
	}
	l.lines = append(l.lines, text)
}

func (l *logger) enabled(at level) bool { return at >= l.min }

// It asks a function of its own.
func (l *logger) logf(at level, format string, args ...any) {
	if !l.enabled(at) {
		return
	}
	log.Printf(format, args...)
}

var verbosity = new(int)

func trace(at int, args ...any) {
	if at <= *verbosity {
		log.Print(args...)
	}
}

var mode int32

func isDebugging() bool { return atomic.LoadInt32(&mode) == 1 }

func debugPrint(format string, args ...any) {
	if !isDebugging() {
		return
	}
	log.Printf(format, args...)
}

type options struct{ debug bool }

func (l *logger) score(what string, verbose bool) {
	if verbose {
		l.lines = append(l.lines, what)
	}
}

func checkf(ok bool, format string, args ...any) {
	if !ok {
		panic(fmt.Sprintf(format, args...))
	}
}

func calls(l *logger, n int, name string, opts *options, start time.Time) {
	l.debugf("%d", n)                              // want `the arguments are copied to the heap even if debugf does nothing`
	l.line("of " + name)                           // want `even if line does nothing`
	l.logf(info, "%d", n)                          // want `even if logf does nothing`
	trace(2, n)                                    // want `even if trace does nothing`
	debugPrint("%d", n)                            // want `even if debugPrint does nothing`
	l.score("n"+strconv.Itoa(n), opts.debug)       // want `even if score does nothing$`
	checkf(n > 3, "%d", n)                         // want `even if checkf does nothing$`
	checkf(len(name) < n && !opts.debug, "%d", n)  // want `even if checkf does nothing$`
	checkf(!opts.debug, "%d", n)                   // want `even if checkf does nothing$`
	checkf(name[n] == 'x' || l.counted(), "%d", n) // nope: the question is more than a look
	checkf(counters[name] > n, "%d", n)            // nope: a map is looked up twice
	ok := n > 4
	checkf(ok, "%d", n)           // want `even if checkf does nothing$`
	l.line(strings.ToUpper(name)) // want `even if line does nothing$`
	fmt.Println()
	l.line("since " + time.Since(start).String())     // want `even if line does nothing$`
	l.debugf("%s", strings.Repeat("x", n))            // refused "an argument has an effect"
	l.debugf("%v", []byte(name))                      // want `even if debugf does nothing$`
	func() { l.debugf("%d of %s", n, opts.name()) }() // refused "an argument has an effect"
}

var counters map[string]int

func (l *logger) counted() bool { counters["x"]++; return l.on }

func (o *options) name() string { return fmt.Sprint(o.debug) }

// Calls that stand together are asked for once.
func together(l *logger, n, m int) {
	l.debugf("%d", n) // want `even if debugf does nothing`
	l.debugf("%d", m)
	l.debugf("end")

	l.debugf("%d", n+m) // want `even if debugf does nothing`
	// It is a sum.
	l.debugf("%d", n-m) // want `even if debugf does nothing`
}

// nope: it is asked already.
func (l *logger) asked(n int) {
	if !l.on {
		return
	}
	l.debugf("%d", n)
	for i := range n {
		l.debugf("%d", i)
	}
}

func (l *logger) orPrint(n int) {
	if !l.on {
		fmt.Println(n)
	}
	l.debugf("%d", n) // want `even if debugf does nothing`
}

// nope: there is no error as a rule.
func (l *logger) fail(err error) {
	if l.err == nil {
		l.err = err
	}
}

func (l *logger) fails(name string) {
	l.fail(errors.New("no " + name))
}

// nope: the compiler knows that it does nothing.
const tracing = false

func tracef(format string, args ...any) {
	if tracing {
		log.Printf(format, args...)
	}
}

// nope: it does something in any case.
func (l *logger) count(args ...any) {
	if l.on {
		log.Print(args...)
	}
	l.min++
}

func (l *logger) either(args ...any) {
	if l.on {
		log.Print(args...)
	} else {
		l.min++
	}
}

// nope: the question waits.
func (l *logger) locked() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.on
}

func (l *logger) lockedf(args ...any) {
	if l.locked() {
		log.Print(args...)
	}
}

// nope: the question is whether there are arguments.
func (l *logger) some(args ...any) {
	if args == nil {
		return
	}
	log.Print(args...)
}

// nope: nothing but constants would be compared.
func above(at, than level, args ...any) {
	if at > than {
		log.Print(args...)
	}
}

// nope: nothing is copied.
func silent(l *logger, n int, list []any, name string, p *int) {
	tracef("%d", n)
	l.count(n)
	l.either(n)
	l.lockedf(n)
	l.some(n)
	above(debug, info, n)
	l.line(name)
	l.debugf("%v", p)
	l.debugf("%v", list...)
}

// It asks twice.
func (l *logger) twice(at level, args ...any) {
	if l == nil {
		return
	}
	if at < l.min || l.mode() {
		return
	}
	log.Print(args...)
}

func (l *logger) mode() bool { return l.min == info }

// It ends with an if.
func (l *logger) ends(at level, args ...any) {
	if l == nil || at < l.min {
		return
	}
	if l.on || at > info {
		log.Print(args...)
	}
}

// Only the first can be asked.
func (l *logger) begins(args ...any) {
	if !l.on {
		return
	}
	if len(args) == 0 {
		return
	}
	log.Print(args...)
}

func several(l, other *logger, n int) {
	l.twice(info, n) // want `even if twice does nothing$`
	at := info
	l.ends(at, n)                // want `even if ends does nothing$`
	l.ends(debug, n)             // nope: two constants would be compared
	l.begins(n)                  // want `even if begins does nothing$`
	other.twice(info, other.min) // want `review: an argument that panics`
	if other != nil {
		other.twice(info, n) // want `even if twice does nothing$`
	}
}

func above2(at level, n int) {
	above(at, info, n) // want `even if above does nothing`
}
