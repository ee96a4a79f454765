// Package reusevar publishes the statistics of reuse primitives as expvar
// variables. It is apart from package reuse because expvar brings net/http
// with it.
package reusevar

import (
	"expvar"

	"github.com/unheap/unheap/reuse"
)

// Publish makes the statistics of src an expvar variable, read anew each time
// it is looked at. Like [expvar.Publish] it ends the program if the name is
// taken. An Unshared
// [reuse.FreeList] belongs to one goroutine and must not be published.
func Publish(name string, src interface{ Stats() reuse.Stats }) {
	expvar.Publish(name, Var(src))
}

// Var is the variable that Publish publishes, for a map of one's own.
func Var(src interface{ Stats() reuse.Stats }) expvar.Var {
	return expvar.Func(func() any { return src.Stats() })
}
