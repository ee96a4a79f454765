package unread

import (
	"errors"
	"fmt"
	"strconv"
)

func digits(s string) (n int, ok bool) {
	n, err := parse(s)
	return n, err == nil
}

func parse(s string) (int, error) {
	if s == "" {
		return 0, nil
	}
	for i, c := range s {
		if c < '0' {
			return 0, fmt.Errorf("bad digit %q in %s", c, s) // want `an error that nobody reads is made anew in each call of parse$`
		}
		if i > 8 {
			return 0, errors.New("too long: " + s) // want `an error that nobody reads`
		}
	}
	return len(s), nil
}

type list struct{ names []string }

func (l *list) has(name string) bool { return l.find(name) == nil }

func (l *list) find(name string) error {
	for _, n := range l.names {
		if n == name {
			return nil
		}
	}
	return fmt.Errorf("list has no name %s", name) // want `an error that nobody reads`
}

func (l *list) first() string {
	if _, err := l.get(0); err != nil {
		return ""
	}
	s, _ := l.get(0)
	l.check(s)
	return s
}

func (l *list) get(i int) (string, error) {
	if i >= len(l.names) {
		return "", (fmt.Errorf("no such index: %d", i)) // want `an error that nobody reads`
	}
	return l.names[i], nil
}

func (l *list) check(s string) error {
	if _, err := strconv.Atoi(s); err != nil {
		return fmt.Errorf("no number: %w", err) // want `an error that nobody reads .*review: no method Error of err is called`
	}
	return nil
}

func truth(s string) bool { v, err := boolean(s); return v && err == nil }

func boolean(s string) (bool, error) {
	switch s {
	case "true":
		return true, nil
	case "100%":
		return false, fmt.Errorf("unread: %q is 100%% of no use (of %d bytes)", s, len(s)) // want `an error that nobody reads`
	}
	return false, fmt.Errorf("parsing \"%s\": invalid syntax", s) // want `an error that nobody reads`
}

func (l *list) skip(name string) bool {
	_, err := l.rel(name)
	return err != nil
}

type tree struct {
	base string
	up   *tree
}

func (t *tree) skip(name string) bool {
	rest, err := t.rel(name)
	return err != nil || rest == ""
}

func (t *tree) rel(name string) (string, error) {
	if len(name) < len(t.base) || name[:len(t.base)] != t.base {
		return "", fmt.Errorf("%s is not below %s", name, t.base) // want `an error that nobody reads`
	}
	return name[len(t.base):], nil
}

func (l *list) rel(name string) (string, error) {
	if name == "" {
		return "", fmt.Errorf("no name in %d", len(l.names)) // nope: l may be nil // refused "may fail"
	}
	return name, nil
}

func (t *tree) below(name string) bool { return t.root(name) == nil }

func (t *tree) root(name string) error {
	if t.base == name {
		return nil
	}
	return fmt.Errorf("no root %s", t.up.base) // nope: there may be nothing above it // refused "may fail"
}

func shown(s string) string {
	if err := valid(s); err != nil {
		return err.Error()
	}
	return s
}

func valid(s string) error {
	return fmt.Errorf("invalid %s", s) // nope: a caller reads it
}

func handed(s string) error { return passed(s) }

func passed(s string) error {
	return fmt.Errorf("passed %s", s) // nope: a caller returns it
}

func named(s string) (err error) {
	if err = returned(s); err != nil {
		return
	}
	return nil
}

func returned(s string) error {
	return fmt.Errorf("returned %s", s) // nope: the variable is a result
}

func Exported(s string) error {
	return fmt.Errorf("exported %s", s) // nope: nobody knows its callers
}

func value(s string) bool { return isValue(s) == nil }

var function = isValue

func isValue(s string) error {
	return fmt.Errorf("no value %s", s) // nope: nobody knows who calls the variable
}

func index(list []int) bool { return at(list) == nil }

func at(list []int) error {
	return fmt.Errorf("at %d", list[0]) // nope: it may fail // refused "may fail"
}

type id struct{ n int }

func (i *id) String() string { i.n++; return "" }

func counted(i *id) bool { return count(i) == nil }

func count(i *id) error {
	return fmt.Errorf("count %v", i) // nope: its method counts // refused "may fail, have a side effect"
}

func only(s string) bool { return used(s) == nil }

func used(s string) error {
	n := len(s)
	return fmt.Errorf("used %d", n) // nope: n has no other use // refused "the only use of a variable"
}

func literal(s string) bool { return within(s) == nil }

func within(s string) error {
	f := func() error {
		return fmt.Errorf("within %s", s) // nope: of a literal
	}
	println(f().Error())
	return nil
}
