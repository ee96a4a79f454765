// Package logr has what the fixture calls of a logger.
package logr

type Logger struct{ level int }

func (l Logger) V(int) Logger               { return l }
func (l Logger) Enabled() bool              { return false }
func (l Logger) Info(msg string, kv ...any) {}
