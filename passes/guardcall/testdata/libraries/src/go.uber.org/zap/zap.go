// Package zap has what the fixture calls of a logger.
package zap

type (
	Level         int8
	Field         struct{ of any }
	Core          interface{ Enabled(Level) bool }
	Logger        struct{ core Core }
	SugaredLogger struct{ base *Logger }
)

const DebugLevel Level = -1

func Int(key string, n int) Field { return Field{n} }
func Any(key string, v any) Field { return Field{v} }
func (l *Logger) Core() Core      { return l.core }

func (l *Logger) Debug(msg string, fields ...Field)        {}
func (l *Logger) Info(msg string, fields ...Field)         {}
func (s *SugaredLogger) Level() Level                      { return 0 }
func (s *SugaredLogger) Debugf(format string, args ...any) {}
func (s *SugaredLogger) Debugw(msg string, args ...any)    {}
