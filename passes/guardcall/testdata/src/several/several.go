package several

import (
	"fmt"
	"log"
	"sync/atomic"
)

type tb interface{ Logf(string, ...any) }

type test struct {
	tb
	log  bool
	file *log.Logger
	name func() string
	seen int
}

// It does one thing, or another.
func (t *test) Logf(format string, args ...any) {
	if t.file != nil {
		t.file.Printf(format, args...)
	} else if t.log && t.tb != nil {
		t.tb.Logf(format, args...)
	}
}

func (t *test) Log(args ...any) {
	if t.file != nil {
		t.file.Print(args...)
	} else if t.log && t.tb != nil {
		t.tb.Logf("%v", args...)
	}
}

// Many calls ask for the same, of all that have the same question.
func run(t *test, n int) {
	t.Logf("%d begins", n) // want `even if Logf does nothing$`
	for i := range n {
		t.Log(i) // want `even if Log does nothing$`
		t.Logf("%d of %d", i, n)
	}
	t.Logf("done") // nope: nothing is copied
	if t.file != nil || n > 3 {
		t.Logf("%d", n) // nope: a part of it is asked already
	}
}

type table struct {
	rows int
	on   bool
	out  *log.Logger
}

// It has two ifs.
func (t *table) note(what string, args ...any) {
	if t.on {
		fmt.Printf(what, args...)
	}
	if t.out != nil {
		t.out.Printf(what, args...)
	}
}

func fill(t *table, n int) {
	t.rows++
	t.note("%d rows", t.rows+n) // want `even if note does nothing$`
}

// One stands in the other.
func (t *table) warn(args ...any) {
	if t.out == nil {
		return
	}
	if t.on {
		if t.rows > 3 {
			t.out.Print(args...)
		}
	}
}

func (t *table) add(n int) {
	t.rows++
	t.warn("row", n) // want `even if warn does nothing$`
}

type level int32

const (
	debug level = iota
	info
)

type logger struct {
	level level
	out   *log.Logger
	sub   *logger
}

func (l *logger) enabled(at level) bool {
	if l == nil {
		return false
	}
	return at >= level(atomic.LoadInt32((*int32)(&l.level)))
}

func (l *logger) logf(at level, format string, args ...any) {
	if l.enabled(at) {
		l.out.Printf(format, args...)
	}
}

func (l *logger) Below(args ...any) {
	if l.sub == nil {
		return
	}
	l.sub.logf(debug, "", args...)
}

func levels(l *logger, n int, lvl level) {
	l.logf(info, "%d", n) // want `even if logf does nothing$`
	l.logf(lvl, "%d", n)  // want `even if logf does nothing$`
	n++
	l.Below(n) // want `even if Below does nothing$`
}

// nope: it does something in any case, calls itself, or does something for what it hands on.
func (t *table) always(args ...any) {
	if t.on {
		t.warn(args...)
	} else {
		t.rows++
	}
}

func (t *table) again(n int, args ...any) {
	if t.on {
		t.again(n-1, args...)
	}
	t.again(n-1, args...)
}

func (t *table) counted(args ...any) {
	t.warn(t.count())
}

func (t *table) count() int { t.rows++; return t.rows }

func (t *table) loops(args ...any) {
	for t.rows > 3 {
		t.warn(args...)
	}
}

// The question is one of another file, which imports what it mentions.
func traces(t *table, n int) {
	t.trace(n) // nope: nobody imports it here
}

// It is there for what calling it does.
//
//go:noinline
func keep(x any) {
	if never {
		fmt.Println(x)
	}
}

var never bool

func nopes(t *table, n int) {
	keep(n)
	t.always(n)
	t.again(n, n)
	t.counted(n)
	t.loops(n)
}
