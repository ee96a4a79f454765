package questions

import (
	"fmt"
	"strconv"
)

type match struct {
	notes string
	total float64
	level level
}

// add reads the text only where it is told to.
func (m *match) add(what string, s float64, debug bool) {
	if s != 0 && debug {
		m.notes += fmt.Sprintf("%s:%.2f, ", what, s)
	}
	m.total += s
}

// mark reads it twice, and has a result.
func (m *match) mark(at level, what string) float64 {
	if at > info {
		m.notes += what
	}
	m.total++
	if at > info && m.total > 3 {
		func() { m.notes += what }()
	}
	return m.total
}

type settings struct {
	on struct{ deep bool }
	n  int
}

func (m *match) set(o settings, what string) {
	m.total++
	if o.on.deep {
		m.notes = what
	}
}

func adds(m *match, n int, opts *options, name string, at level, o settings, list []string) {
	m.add(fmt.Sprintf("atom(%d)", n), 1.0/float64(n), opts.debug) // want `a text is made even if add does not read it$`
	m.add("of "+name, 2, opts.debug)                              // want `a text is made even if add does not read it$`
	m.add("of "+list[0], 2, opts.debug)                           // want `review: an argument that panics does so only where add does something`
	m.mark(at, name+strconv.Itoa(n))                              // want `a text is made even if mark does not read it$`
	m.set(o, name+"!")                                            // want `a text is made even if set does not read it$`
	if opts.debug {
		m.add("of "+name, 2, opts.debug) // nope: it is asked already
	}
	m.add(name, 2, opts.debug)                          // nope: nothing is made
	m.add("of "+name, 2, true)                          // nope: always
	m.add("of "+opts.name(), 2, opts.debug)             // refused "an argument has an effect"
	m.add("of "+m.notes, float64(m.next()), opts.debug) // refused "what is evaluated beside the text may change it"
	_ = m.mark(at, name+"?")                            // nope: no statement of its own
	m.other("of "+name, opts.debug)                     // nope: read in any case
	m.changed("of "+name, opts.debug)                   // nope: the parameter changes
	m.kept("of "+name, opts)                            // nope: memory may change
	m.either("of "+name, opts.debug)                    // nope: read in the other branch
	m.asks("of "+name, opts.debug)                      // nope: read by the condition
}

// nope: no variable may be declared between goto and its label.
func jumps(m *match, name string, debug bool) {
	if name == "" {
		goto end
	}
	m.add("of "+name, 2, debug)
end:
	m.total++
}

func (m *match) next() int { m.notes = ""; return 1 }

func (m *match) other(what string, debug bool) {
	if debug {
		m.notes += what
	}
	m.total += float64(len(what))
}

func (m *match) changed(what string, debug bool) {
	debug = !debug
	if debug {
		m.notes += what
	}
	m.total++
}

func (m *match) kept(what string, o *options) {
	m.total++
	if o.debug {
		m.notes += what
	}
	m.total++
}

func (m *match) either(what string, debug bool) {
	m.total++
	if debug {
		m.total++
	} else {
		m.notes += what
	}
}

func (m *match) asks(what string, debug bool) {
	m.total++
	if debug && what != "" {
		m.total++
	}
}
