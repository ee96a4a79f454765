package a

import (
	"bytes"
	"fmt"
)

// An engine is a part of others, in which names mean something already.
type engine struct {
	n int
}

func (e *engine) render(words []string) string {
	e.n++
	var buf bytes.Buffer // want `buf is made anew by each call of render .review: an engine keeps as much memory as its largest call needed; what looks at all fields of an engine, as fmt and reflect do, finds one more.`
	for _, w := range words {
		fmt.Fprintf(&buf, "%s;", w)
	}
	return buf.String()
}

type (
	left  struct{ engine }
	deep  struct{ buf string }
	right struct{ deep }
	both  struct {
		left
		right
	}
)

func (b *both) name() string { return b.buf }

var _ interface{ render(words []string) string } = (*engine)(nil)

// It asks first.
func (e *engine) sum(words []string) (total int) {
	if e == nil || len(words) == 0 {
		return 0
	}
	var lens []int // want `lens is made anew by each call of sum .review: an engine keeps as much memory as its largest call needed; what looks at all fields of an engine, as fmt and reflect do, finds one more.`
	for _, w := range words {
		lens = append(lens, len(w))
	}
	e.n++
	for _, n := range lens {
		total += n
	}
	return total
}
