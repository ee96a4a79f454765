package mechanism

import (
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// A trail is the way of a value that is passed to a call: through functions, to the step that decides.
type trail struct {
	through []string           // the functions, the first called one first
	steps   []record.ChainStep // one for each function
	end     string             // "it is stored: last = t"; empty if it is not known
	at      record.Position    // position of the end
}

// longestTrail bounds how many calls are followed; recursion ends earlier.
const longestTrail = 12

// follow follows a value from the step of verdict d that passes it to a function, up to the store, the send, or the
// call of a function known only at run time: the step by which the value escapes for every caller. It stops at a
// function about which the log says nothing.
func (l *Log) follow(d *record.Decision, step record.Step) trail {
	var t trail
	if l == nil {
		return t
	}
	var seen []string
	for range longestTrail {
		c, asks := l.call(d.Package, step)
		if c.key == "" && asks != "" {
			l.missing[asks] = true
			return t
		}
		if c.key == "" || slices.Contains(seen, c.key) {
			return t
		}
		seen = append(seen, c.key)
		next := l.leak(c, moved(d, step))
		if next == nil {
			return t
		}
		d, step = next, last(next)
		t.through = append(t.through, shownName(c))
		t.steps = append(t.steps, record.ChainStep{Text: fmt.Sprintf("in %s: %s", shownName(c), brief(clean(step.Expr))), Pos: step.Pos})
		if end := l.end(d, step); end != "" {
			t.end, t.at = end, step.Pos
			return t
		}
	}
	return t
}

func shownName(c called) string {
	if strings.HasPrefix(c.name, "(") {
		return c.name
	}
	return packageName(c.pkg) + "." + c.name
}

// moved is the compiler's text of the argument by which a value is passed to a call.
func moved(d *record.Decision, call record.Step) string {
	for i, s := range d.Flow {
		if s.Pos != call.Pos || s.Expr != call.Expr {
			continue
		}
		if i > 0 && d.Flow[i-1].Dst == s.Dst && d.Flow[i-1].Src == s.Src {
			return record.WithoutTypeArguments(clean(d.Flow[i-1].Expr))
		}
		return clean(strings.TrimLeft(s.Src, "*&"))
	}
	return ""
}

// end describes what the last step of a parameter's flow does with the value; empty for the call of another known
// function, which can be followed.
func (l *Log) end(d *record.Decision, step record.Step) string {
	text := brief(clean(step.Expr))
	switch {
	case step.Why == "call parameter" || step.Why == "callee operand":
		if c, asks := l.call(d.Package, step); c.key != "" || asks != "" {
			return ""
		}
		return "it goes to a function only known at run time: " + text
	case step.Why == "send":
		return "it is sent: " + text
	case step.Why == "captured by a closure" || step.Why == "reference":
		return "a function literal keeps it"
	}
	return "it is stored: " + text
}

// of describes, in a sentence, where a value goes that is passed to the call text; empty if that is not known.
func (t trail) of(text, at string) string {
	if t.end == "" {
		return ""
	}
	why := fmt.Sprintf("is passed to %s%s", text, at)
	if on := t.through[1:]; len(on) > 0 {
		why += ", and on to " + strings.Join(on, " and ")
		if len(on) > 2 {
			why = fmt.Sprintf("is passed to %s%s, and through %d more calls to %s", text, at, len(on)-1, on[len(on)-1])
		}
	}
	return fmt.Sprintf("%s, where %s (%s:%d)", why, t.end, t.at.File, t.at.Line)
}
