//go:build go1.25

package kit

import (
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// A callLog records what a function did to the functions, writers and closers that it was given, in order. Successive
// writes to one writer are one, since how a text is cut into writes is not compared. Calls from goroutines that the
// function started have no order.
type callLog struct {
	mu      sync.Mutex
	calls   []string
	foreign []string // calls from goroutines that the function started
	length  int      // of all texts together
	writers int      // number of writers made
	writing int      // number of the writer that the last call writes to, from 1; 0 for none
	lent    []lent   // arguments that were passed to functions
	// stubborn is set if something was written to a writer that had failed.
	stubborn bool
}

// mostLogged bounds the texts, in bytes.
const mostLogged = 1 << 16

// add records a call.
func (l *callLog) add(text string) {
	own := onOwnGoroutine()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.length += len(text); l.length > mostLogged {
		return
	}
	if own {
		l.calls, l.writing = append(l.calls, text), 0
	} else {
		l.foreign = append(l.foreign, text)
	}
}

// write records a write to a writer, unless it comes from another goroutine.
func (l *callLog) write(writer int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.writing == writer || l.length > mostLogged || !onOwnGoroutine() {
		return
	}
	l.calls, l.writing = append(l.calls, fmt.Sprintf("write to %d", writer)), writer
	l.length += len("write to 1")
}

// writeAgain records a write to a writer that has failed.
func (l *callLog) writeAgain() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stubborn = true
}

// onOwnGoroutine reports whether it runs on a goroutine that the kit has started. With a very deep stack this is
// assumed.
func onOwnGoroutine() bool {
	var pcs [256]uintptr
	n := runtime.Callers(1, pcs[:])
	if n == len(pcs) || n < 2 {
		return true
	}
	first := runtime.FuncForPC(pcs[n-2]) // below it is only the runtime
	return first == nil || strings.HasPrefix(first.Name(), ownPath)
}

// ownPath is the prefix of the names of this package's functions.
var ownPath = func() string {
	name := runtime.FuncForPC(reflect.ValueOf(shorten).Pointer()).Name()
	return name[:strings.LastIndexByte(name, '.')+1]
}()

// writer returns the number of a new writer.
func (l *callLog) writer() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.writers++
	return l.writers
}

// A mark is the number of calls at some time, and that of calls from other goroutines.
type mark struct{ calls, foreign int }

func (l *callLog) mark() mark {
	l.mu.Lock()
	defer l.mu.Unlock()
	return mark{len(l.calls), len(l.foreign)}
}

// said are calls as text. inOrder has them in order, followed by those from other goroutines, sorted; sorted has all
// of them sorted.
type said struct {
	inOrder, sorted string
	foreign         bool // there are calls from other goroutines
	stubborn        bool // a failed writer was written to
}

// since returns the calls since a mark.
func (l *callLog) since(m mark) said {
	l.mu.Lock()
	defer l.mu.Unlock()
	calls, foreign := l.calls[m.calls:], slices.Sorted(slices.Values(l.foreign[m.foreign:]))
	s := said{inOrder: strings.Join(calls, ";"), foreign: len(foreign) > 0, stubborn: l.stubborn}
	if s.foreign {
		s.inOrder += " from other goroutines: " + strings.Join(foreign, ";")
	}
	s.sorted = strings.Join(slices.Sorted(slices.Values(slices.Concat(calls, foreign))), ";")
	return s
}

// lent is an argument that was passed to a function, which may have retained its memory, and the argument's text at
// that time.
type lent struct {
	value reflect.Value
	text  string
}

const (
	// mostLent bounds how many arguments are checked again, longestLent the length of the text of each.
	mostLent, longestLent = 32, 1 << 10
)

// lend records those arguments of a call whose memory can be written to later.
func (l *callLog) lend(args []reflect.Value) {
	for _, v := range args {
		if k := v.Kind(); k != reflect.Slice && k != reflect.Map && k != reflect.Pointer {
			continue
		}
		text := dumpAll([]reflect.Value{v}, exemptions{})
		l.mu.Lock()
		if len(l.lent) < mostLent && len(text) <= longestLent {
			l.lent = append(l.lent, lent{v, text})
		}
		l.mu.Unlock()
	}
}

// changed describes the recorded arguments whose memory has changed, which a function that retained them would see.
func (l *callLog) changed() string {
	l.mu.Lock()
	all := slices.Clone(l.lent)
	l.mu.Unlock()
	var out strings.Builder
	for i, a := range all {
		if now := dumpAll([]reflect.Value{a.value}, exemptions{}); now != a.text {
			fmt.Fprintf(&out, "\nargument %d of what was called is %s afterwards", i+1, now)
		}
	}
	return out.String()
}
