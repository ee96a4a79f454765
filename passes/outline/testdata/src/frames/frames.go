package frames

import (
	"log"
	"log/slog"
	"strings"

	"frames/lib"
	"frames/mid"
)

type point struct{ from, to string }

// nope: a function of another package looks at frames.
func other(s string) *point {
	p := &point{from: lib.Where()} // refused "looks at the frames of its callers"
	p.to = strings.ToLower(strings.TrimSpace(s)) + strings.Repeat(s, 3)
	return p
}

// nope: so does one that the package uses as a value.
func value(s string, where func() string) *point {
	p := &point{from: where()}
	p.to = strings.ToLower(strings.TrimSpace(s)) + strings.Repeat(s, 3)
	return p
}

func values() *point { return value("a", lib.Where) }

type finder interface{ find() string }

type here struct{}

func (here) find() string { return lib.Where() }

// nope: and a method behind an interface.
func found(s string, f finder) *point {
	p := &point{from: f.find()}
	p.to = strings.ToLower(strings.TrimSpace(s)) + strings.Repeat(s, 3)
	return p
}

// nope: a record of slog has its caller.
func logged(s string) *point {
	p := &point{from: s}
	slog.Info("made", "s", s)
	p.to = strings.ToLower(strings.TrimSpace(s)) + strings.Repeat(s, 3)
	return p
}

// nope: as this one of log.
func output(s string) *point {
	p := &point{from: s}
	log.Output(2, s)
	p.to = strings.ToLower(strings.TrimSpace(s)) + strings.Repeat(s, 3)
	return p
}

// nope: what it calls calls one two imports below.
func deep(s string) *point {
	p := &point{from: mid.Deep()} // refused "looks at the frames of its callers"
	p.to = strings.ToLower(strings.TrimSpace(s)) + strings.Repeat(s, 3)
	return p
}

// nope: so does a method.
func deepMethod(s string, l mid.Logger) *point {
	p := &point{from: l.Where()} // refused "looks at the frames of its callers"
	p.to = strings.ToLower(strings.TrimSpace(s)) + strings.Repeat(s, 3)
	return p
}

type namer interface{ name() string }

// nobody is known to look
func named(s string, o namer) *point {
	p := &point{from: o.name()} // want `the result of named is on the heap`
	p.to = strings.ToLower(strings.TrimSpace(s)) + strings.Repeat(s, 3)
	return p
}

// Plain does not, although others of its package do.
func plain(s string) *point {
	p := &point{from: mid.Plain(s)} // want `the result of plain is on the heap`
	p.to = strings.ToLower(strings.TrimSpace(s)) + strings.Repeat(s, 3)
	return p
}

// printed has its own line in what it logs, which any edit changes
func printed(s string) *point {
	p := &point{from: s} // want `the result of printed is on the heap`
	log.Print(s)
	p.to = strings.ToLower(strings.TrimSpace(s)) + strings.Repeat(s, 3)
	return p
}
