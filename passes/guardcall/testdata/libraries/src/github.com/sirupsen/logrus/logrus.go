// Package logrus has what the fixture calls of an older release of a logger.
package logrus

type (
	Level  uint32
	Logger struct{}
	Entry  struct{ Logger *Logger }
)

const DebugLevel Level = 5

func (l *Logger) IsLevelEnabled(Level) bool        { return false }
func (e *Entry) Debugf(format string, args ...any) {}
func (e *Entry) Trace(args ...any)                 {}
func (e *Entry) WithField(string, any) *Entry      { return e }
