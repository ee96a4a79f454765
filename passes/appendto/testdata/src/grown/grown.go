package grown

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

type opError struct {
	op, net string
	source  fmt.Stringer
	addr    fmt.Stringer
	err     error
}

func (e *opError) Error() string {
	if e == nil {
		return "<nil>"
	}
	s := e.op // want "s is copied each time it grows$"
	if e.net != "" {
		s += " " + e.net
	}
	if e.source != nil {
		s += " " + e.source.String()
	}
	if e.addr != nil {
		if e.source != nil {
			s += "->"
		} else {
			s += " "
		}
		s += e.addr.String()
	}
	s += ": " + e.err.Error()
	return s
}

type query struct {
	path, raw string
	force     bool
}

func (q query) url(base string) string {
	s := base + "/" + q.path // want "s is copied each time it grows$"
	// A question mark may stand alone.
	if q.force || q.raw != "" {
		s += "?" + q.raw // as it is
	}
	return s
}

type page struct {
	title string
	tags  []string
}

func label(p *page, name string, n int, data []byte, r rune) {
	var title = fmt.Sprintf("%s (%v)", name, p.tags) // want "title is copied each time it grows$"
	if n > 1 {
		title += " × " + strconv.Itoa(n)
	}
	switch {
	case len(data) > 0:
		title = title + ": " + string(data)
	case r != 0:
		title += string(r)
	default:
		title += "."
	}
	if title == "" || len(title) > 80 || title[0] == '.' || title > "z" {
		return
	}
	if p != nil {
		p.title = title
		return
	}
	fmt.Fprintln(os.Stdout, title)
}

// size may be anything.
func size(k string, n int, big, small bool) error {
	var msg string // want "msg is copied each time it grows$"
	msg += k + "="
	n *= 2
	msg += strconv.Itoa(n)
	if big { msg += " B" } else if small { msg += k[:1] + "b" }
	return errors.New(msg)
}

func either(mode int, known map[string]bool) string {
	str := "" // want "str is copied each time it grows$"
	if mode&4 != 0 {
		str += "r-" + strconv.FormatInt(int64(mode), 8)
	} else {
		str += "-" + strconv.FormatInt(int64(mode), 8)
	}
	if mode&2 != 0 {
		str += "w"
	}
	if known[str] {
		return "known"
	}
	return str + "!"
}

func each(names []string, b *strings.Builder) {
	for i, name := range names {
		line := "- " + name // want "line is copied each time it grows$"
		if i > 0 {
			line += ","
		}
		b.WriteString(line)
	}
}

type flag struct {
	name, short, usage string
}

func (f *flag) line() string {
	line := "" // want "line is copied each time it grows$"
	if f.short != "" {
		line = fmt.Sprintf("  -%s, --%s", f.short, f.name)
	} else {
		line = "      --" + f.name
	}
	if f.usage != "" {
		line += " " + f.usage
	}
	return line
}

// years and months may be none.
func duration(years, months int) string {
	var s string // want "s is copied each time it grows$"
	if years != 0 {
		s += fmt.Sprintf("%dy", years)
	}
	if months != 0 {
		s += fmt.Sprintf("%dm", months)
	}
	return s
}

type text string

func item(peek bool, section string) text {
	s := "BODY" // want "s is copied each time it grows$"
	if peek {
		s += ".PEEK"
	}
	s += "[" + section + "]" + ""
	return text(s)
}

func grouped(host, port string) string {
	var (
		n       = len(port)
		address = host + ":" // want "address is copied each time it grows$"
		i, zone string // want "zone is copied each time it grows$"
	)
	zone += "%" + i
	if n > 0 {
		address += port
		zone += port
	}
	return address + zone
}

func perm(mode int) (str string, n int) {
	s := "" // want "s is copied each time it grows$"
	if mode&4 != 0 {
		s += "r"
	} else {
		s += "-"
	}
	if mode&2 != 0 {
		s += "w"
	} else {
		s += "-"
	}
	if mode&1 != 0 {
		s += "x"
	} else {
		s += "-"
	}
	return s, len(s)
}

func position(file string, line, column int) string {
	s := file + ":" + strconv.Itoa(line) // want "s is copied each time it grows$"
	if column != 0 {
		s += ":" + strconv.Itoa(column)
	}
	if file == "" {
		s = "at " + strconv.Itoa(line)
	} else if line == 0 {
		s = ""
	}
	return s
}

func later(b *strings.Builder, dst []byte, name string, n int) int {
	s := "a" + name // want "s is copied each time it grows$"
	if n > 1 {
		s += "+" + name
	}
	if n > 2 {
		defer copy(dst, s)
	} else {
		defer b.WriteString(s)
	}
	s = "b" + name
	return len(s)
}
