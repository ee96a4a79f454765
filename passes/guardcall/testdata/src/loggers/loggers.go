package loggers

import (
	"context"
	"log/slog"
)

type server struct {
	log *slog.Logger
	n   int
}

func (s *server) attributes(ctx context.Context, id string, err error) {
	slog.Debug("begin", "id", id)              // want `even if Debug does nothing .review: a logger whose level is not enabled`
	s.log.DebugContext(ctx, "begin", "id", id) // want `even if DebugContext does nothing .review: `
	s.log.Debug("n", "n", s.n, "id", id)       // want `even if Debug does nothing .review: .*it is.$`
	s.n++
	s.log.Debug("n", slog.Int("n", s.n)) // want `even if Debug does nothing .review: .*it is.$`
	s.log.Debug("err", slog.Any("err", err))
}

func pointed(s *server, other *server, id string) {
	s.log.Debug("id", "id", id) // want `even if Debug does nothing .review: .*it is; an argument that panics`
	s.log.Debug("n", "n", other.n)
}

// nope: asked already
func (s *server) asked(id string) {
	if s.log.Enabled(context.Background(), slog.LevelDebug) {
		s.log.Debug("id", "id", id) // refused "asked already"
	}
	if !s.log.Enabled(context.Background(), slog.LevelDebug) {
		return
	}
	s.log.Debug("id", "id", id) // refused "asked already"
}

var last int

func next() int {
	last++
	return last
}

// nope: an argument has an effect
func (s *server) counted() {
	s.log.Debug("n", "n", next())           // refused "an argument has an effect"
	s.log.Debug("n", slog.Int("n", next())) // refused "an argument has an effect"
}

// nope: constants take no memory
func (s *server) constants() { s.log.Debug("n", "n", 1) }

// nope: a level that is mostly enabled
func (s *server) enabled(id string) { s.log.Info("id", "id", id) }

// nope: the logger is made for the call
func (s *server) made(id string) { s.log.With("n", s.n).Debug("id", "id", id) }

// nope: passed on
func (s *server) Debug(msg string, args ...any) { s.log.Debug(msg, args...) }
