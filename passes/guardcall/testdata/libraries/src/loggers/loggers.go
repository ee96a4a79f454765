package loggers

import (
	"github.com/go-logr/logr"
	"github.com/hashicorp/go-hclog"
	"github.com/sirupsen/logrus"
	"go.uber.org/zap"
)

type server struct {
	zap   *zap.Logger
	sugar struct{ *zap.SugaredLogger }
	entry *logrus.Entry
	logr  logr.Logger
	n     int
}

func (s *server) structured(id string, err error) {
	s.zap.Debug("n", zap.Int("n", s.n), zap.Any("err", err)) // want `even if Debug does nothing .review: `
	s.logr.V(1).Info("id", "id", id)                         // want `even if Info does nothing .review: `
	s.entry.Debugf("%s", id)                                 // want `even if Debugf does nothing .review: `
}

func (s *server) formatted(id string) {
	s.sugar.Debugf("%s", id) // want `even if Debugf does nothing .review: `
	s.sugar.Debugw("id", "id", id)
	s.n++
}

// nope: asked already
func (s *server) asked(id string) {
	if s.sugar.Level() > zap.DebugLevel {
		return
	}
	s.sugar.Debugf("%s", id)
}

var last int

func next() int {
	last++
	return last
}

// nope: an argument has an effect
func (s *server) counted() { s.zap.Debug("n", zap.Int("n", next())) }

// nope: constants take no memory
func (s *server) constants() { s.logr.V(1).Info("begin") }

// nope: levels that are mostly enabled
func (s *server) enabled(id string) {
	s.zap.Info("n", zap.Int("n", 1))
	s.logr.Info("id", "id", id)
}

// nope: the logger is made for the call; this release has no TraceLevel
func (s *server) made(id string) {
	s.entry.WithField("id", id).Debugf("%s", id)
	s.entry.Trace(id)
}

// nope: the method of that name is another one
type hidden struct{ *zap.SugaredLogger }

func (hidden) Level() int { return 0 }

func (h hidden) log(id string) { h.Debugf("%s", id) }

// nope: passed on
func (s *server) Debugf(format string, args ...any) { s.sugar.Debugf(format, args...) }

func hash(l hclog.Logger, id string) {
	l.Debug("begin", "id", id) // want "the arguments are copied to the heap even if Debug does nothing"
}

// nope: its sinks have other levels
func sinks(l hclog.InterceptLogger, id string) { l.Debug("begin", "id", id) }
