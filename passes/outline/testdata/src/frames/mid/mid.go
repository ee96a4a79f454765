// Package mid stands between a package and one that looks at frames.
package mid

import "frames/low"

// Deep mentions what looks, by way of a variable.
func Deep() string { return named() }

var named = func() string { return low.New().Name() }

// A Logger has a method that looks.
type Logger struct{ l *low.Here }

func (l Logger) Where() string { return l.l.Name() }

// Plain mentions nothing that looks.
func Plain(s string) string { return low.Plain(s) }
