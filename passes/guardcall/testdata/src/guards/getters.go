package guards

import (
	"math/rand"
	"net"
)

type peer interface {
	ID() ident
	NextID() int
	Limit(n int) int
	Bump() int
	Settle() error
	Err() error
}

type ident struct{ conn net.Conn }

func (s *server) meet(p peer, c net.Conn, err error) {
	s.log.debugf("met %v at %v", p.ID(), c.RemoteAddr()) // want `even if debugf does nothing .review: ID, not called where debugf does nothing, must only return something; .*; RemoteAddr, not called`
	s.count++
	s.log.debugf("failed: %s", err.Error()) // want `even if debugf does nothing .review: Error, not called`
	s.count++
	s.log.debugf("%v", p.ID().conn.LocalAddr().String()) // want `even if debugf does nothing .review: ID and LocalAddr and String, not called`
	s.count++
	s.log.debugf("%v", p.NextID())            // refused "an argument has an effect"
	s.log.debugf("%v", p.Limit(1))            // refused "an argument has an effect"
	s.log.debugf("%v %v", p.ID(), s.next())   // refused "an argument has an effect"
	s.log.debugf("%v", p.Bump())              // refused "an argument has an effect"
	s.log.debugf("%v %v", p.ID(), p.Settle()) // refused "an argument has an effect"
}

// nope: the next number would be another one
func (s *server) draw(r *rand.Rand) {
	s.log.debugf("%v", r.Int()) // refused "an argument has an effect"
}

type pager interface{ Peek() int }

type lexer struct{ tokens []int }

func (l *lexer) Peek() int {
	if len(l.tokens) == 0 {
		l.tokens = append(l.tokens, 1)
	}
	return l.tokens[0]
}

// nope: the lexer of the package makes the next token
func (s *server) look(p pager) {
	s.log.debugf("next is %v", p.Peek()) // refused "an argument has an effect"
}
