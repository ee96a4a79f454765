// Package exported has constructors that other packages may call.
package exported

import (
	"io"
)

// A Scanner reads words.
type Scanner struct {
	r io.Reader
	n int
}

// NewScanner returns a Scanner.
func NewScanner(r io.Reader) *Scanner { return &Scanner{r: r} }

func (s *Scanner) scan() int {
	s.n++
	return s.n
}

// A Parser has a Scanner.
type Parser struct {
	s    *Scanner
	last int
}

// NewParser returns a Parser.
func NewParser(r io.Reader) *Parser {
	return &Parser{s: NewScanner(r)} // want "each Parser has its s in an allocation of its own .review: another package that copies a Parser"
}

// Parse parses.
func (p *Parser) Parse() {
	p.last = p.s.scan()
	skip(p.s)
}

func skip(s *Scanner) { s.n = 0 }
