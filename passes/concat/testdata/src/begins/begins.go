package begins

import "strings"

type list struct {
	head  string
	parts []string
}

func (l *list) title() string { return strings.ToUpper(l.head) }

// A beginning of which no length is needed is written operand by operand, so that
// there is nothing left to do.
func (l *list) text() string {
	s := "{Header: " + l.title() + ", " + "Parts: {"
	if len(l.parts) > 0 {
		s += l.parts[0] // want "each [+]= copies s"
		for _, p := range l.parts[1:] {
			s += ", " + strings.TrimSpace(p)
		}
	}
	return s + "}}"
}

// The order of its operands matters: it stays whole.
func (l *list) changed() string {
	s := "{" + l.head + l.rename()
	if len(l.parts) > 0 {
		s += l.parts[0] // want "each [+]= copies s"
		for _, p := range l.parts[1:] {
			s += ", " + strings.TrimSpace(p)
		}
	}
	return s + "}"
}

func (l *list) rename() string {
	l.head = "other"
	return l.head
}
