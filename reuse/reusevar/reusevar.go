// Package reusevar publishes the statistics of reuse primitives as expvar variables. It is not part of package reuse
// because expvar imports net/http.
package reusevar

import (
	"expvar"

	"github.com/unheap/unheap/reuse"
)

// Publish makes the statistics of src an expvar variable, which calls Stats each time it is read. Like
// [expvar.Publish] it ends the program if the name is taken. An Unshared [reuse.FreeList] belongs to one goroutine and
// must not be published.
func Publish(name string, src interface{ Stats() reuse.Stats }) {
	expvar.Publish(name, Var(src))
}

// Var returns the variable that Publish publishes, for use in an [expvar.Map].
func Var(src interface{ Stats() reuse.Stats }) expvar.Var {
	return expvar.Func(func() any { return src.Stats() })
}
