package flags

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"
)

type sum uint32

type flag byte

func digits(w uint16, n uint32, d uint64, s sum, f flag) []string {
	return []string{
		fmt.Sprintf("%04x", w),         // want "fmt.Sprintf puts"
		fmt.Sprintf("%08x", n),         // want "fmt.Sprintf puts"
		fmt.Sprintf("%016x", d),        // want "fmt.Sprintf puts"
		fmt.Sprintf("%08x", s),         // want "fmt.Sprintf puts"
		fmt.Sprintf("%02x-%04x", f, w), // want "fmt.Sprintf puts"
	}
}

func color(r, g, b uint8, alpha uint16) string {
	return fmt.Sprintf("#%02x%02x%02x%04x", r, g, b, alpha) // want "fmt.Sprintf puts"
}

func (s sum) key(name string) string {
	key := fmt.Sprintf("%s@%08x", name, uint32(s)) // want "fmt.Sprintf puts"
	return key
}

func written(buf *bytes.Buffer, sb *strings.Builder, n uint64) {
	fmt.Fprintf(buf, "id=%016x\n", n) // want "fmt.Fprintf puts"
	fmt.Fprintf(sb, "%016x", n)       // want "fmt.Fprintf puts"
}

func spaces(a, b int, s string, d time.Duration, ok bool) []string {
	return []string{
		fmt.Sprint(a, b),              // want "fmt.Sprint puts"
		fmt.Sprint("v", a, ".", b),    // want "fmt.Sprint puts"
		fmt.Sprint(a, s, b, ok, d),    // want "fmt.Sprint puts"
		fmt.Sprint(s, a, level("hi")), // want "fmt.Sprint puts"
	}
}

type level string

func quoted(b []byte, c byte, r rune, raw rawMessage) (string, error) {
	if len(b) == 0 {
		return fmt.Sprintf("%q", raw), nil // want "fmt.Sprintf puts"
	}
	msg := fmt.Sprintf("unexpected %q (%q) in %q", c, r, b) // want "fmt.Sprintf puts"
	return msg, fmt.Errorf("bad number %q", b)              // refused "a buffer is too much for the text of an error"
}

type rawMessage []byte

func constant(f func(string, ...any)) (a, b string) {
	a = fmt.Sprintf("nothing")               // want "copies a constant"
	var c = fmt.Sprintf("100%%")             // want "copies a constant"
	f(fmt.Sprintf(usage), c)                 // nope: of a variable nothing is known
	use(fmt.Sprintf(usage))                  // want "copies a constant"
	use(fmt.Sprintf("%d items\n", 5))        // want "copies a constant"
	return a, fmt.Sprintf("%s-%s", "a", `b`) // want "copies a constant"
}

const usage = "usage: flags [-v] file"

func use(string) {}

var errNo = errors.New("no")

func read(name string) (err error) {
	if err := use2(name); err != nil {
		return fmt.Errorf("%s: %v", name, err) // want "review: a panic .*; what has a method Format, or Error beside String, is not printed by that, nor a nil pointer as <nil>"
	}
	err = use2("x")
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%s: %s", name, err) // want "review: "
	return err
}

func use2(name string) error { return errNo }

func each(names []string, s fmt.Stringer, t *thing) (out []string) {
	if s == nil || len(names) == 0 || t == nil {
		panic("nothing")
	}
	for i, name := range names {
		if err := use2(name); err == nil {
			out = append(out, name)
		} else {
			out = append(out, fmt.Sprintf("%d %s %q", i, s, err)) // want "review: "
		}
		switch err := use2(name); {
		case i > 0 && err != nil:
			out = append(out, fmt.Sprintf("%s %v", name, err)) // want "review: "
		}
		out = append(out, fmt.Sprintf("%s %v", name, t)) // want "review: a panic in a String or Error method is not caught\\)"
	}
	return out
}

type thing struct{ name string }

func (t *thing) String() string { return t.name }

func (t *thing) size() int { return len(t.name) }

func (t *thing) title() string {
	return fmt.Sprintf("%s (%d)", t.name, t.size()) // want "fmt.Sprintf puts"
}

func (t *thing) rename() string { t.name = "new"; return "renamed" }

func renamed(t *thing, f func() int) string {
	s := fmt.Sprintf("%s: %s", t.rename(), t.name) // want "fmt.Sprintf puts"
	if s == "" {
		return fmt.Sprintf("%d %s", f(), t.name) // want "fmt.Sprintf puts"
	}
	return s
}

func behind(t *thing, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %v", t.rename(), err) // want "review: "
	}
	return nil
}

// What was followed is not nil.
func followed(t, other *thing, s fmt.Stringer, names []string) (out []string) {
	n := len(t.name)
	out = append(out, fmt.Sprintf("%d %s", n, t)) // want "review: a panic in a String or Error method is not caught\\)"
	if n > 0 && other.name == "" {
		out = append(out, fmt.Sprintf("%d %s", n, s.String())) // want "fmt.Sprintf puts"
	} else if len(names) > 0 {
		out = append(out, fmt.Sprintf("%d %s", n, s)) // nope: it may have been left out
	}
	for _, name := range names {
		if other.name = name; n > 3 {
			out = append(out, fmt.Sprintf("%s: %s", name, other)) // want "review: a panic in a String or Error method is not caught\\)"
		}
	}
	return out
}

// nope: it may be another one, or nil.
func unfollowed(t *thing, n int, list []*thing) (out []string) {
	if n > 3 && t.name != "" {
		n++
	}
	out = append(out, fmt.Sprintf("%d %s", n, t))
	use(t.title())
	out = append(out, fmt.Sprintf("%d %s", n, t))
	f := func() { use(t.name) }
	out = append(out, fmt.Sprintf("%d %s", n, t))
	f()
	for _, other := range list {
		if n++; n > 4 {
			out = append(out, fmt.Sprintf("%d %s", n, other))
		}
		n = len(other.name)
		other = list[n]
		out = append(out, fmt.Sprintf("%d %s", n, other))
	}
	return out
}
