//go:build go1.25

package kit

import (
	"context"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"
)

// A closing is a reader and writer that records when it is closed.
type closing struct {
	sink
	r     io.Reader
	fails bool
}

func (c *closing) Read(p []byte) (int, error) { return c.r.Read(p) }

func (c *closing) Close() error {
	c.calls.add("Close")
	if c.fails {
		return errPlain
	}
	return nil
}

// A last is a reader that returns the last bytes together with io.EOF.
type last struct{ r *strings.Reader }

func (l *last) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.r.Len() == 0 {
		err = io.EOF
	}
	return n, err
}

const (
	// mostSent is the capacity of a channel that the function sends to.
	mostSent = 256
	// mostReceived is how many values are received from a channel that the function returns, and receiveWait the time
	// allowed for each.
	mostReceived = 64
	receiveWait  = 50 * time.Millisecond
)

// channel sets v to a channel: one to receive from has some values and is closed, one to send to has room.
func (g *gen) channel(v reflect.Value, depth int) {
	both := reflect.ChanOf(reflect.BothDir, v.Type().Elem())
	if v.Type().ChanDir() == reflect.SendDir {
		c := reflect.MakeChan(both, mostSent)
		g.sent = append(g.sent, c)
		v.Set(c.Convert(v.Type()))
		return
	}
	n := g.rand.IntN(6)
	c := reflect.MakeChan(both, n)
	for range n {
		c.Send(g.value(v.Type().Elem(), depth+1))
	}
	c.Close()
	v.Set(c.Convert(v.Type()))
}

// received returns what the function has sent, as text.
func (g *gen) received() string {
	var out strings.Builder
	for _, c := range g.sent {
		out.WriteString("\nsent ")
		for {
			v, ok := c.TryRecv()
			if !v.IsValid() || !ok {
				break
			}
			out.WriteString(dumpAll([]reflect.Value{v}, g.exempt.ofResults()) + ";")
		}
	}
	return out.String()
}

// observeChan receives from a returned channel until it is closed, or nothing arrives.
func observeChan(c reflect.Value, out *strings.Builder) {
	if c.IsNil() || c.Type().ChanDir() == reflect.SendDir {
		return
	}
	out.WriteString("\nthen the channel has ")
	for range mostReceived {
		timer := time.NewTimer(receiveWait)
		which, v, ok := reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: c}, {Dir: reflect.SelectRecv, Chan: reflect.ValueOf(timer.C)}})
		timer.Stop()
		if which == 1 {
			out.WriteString("nothing yet")
			return
		}
		if !ok {
			out.WriteString("an end")
			return
		}
		fmt.Fprintf(out, "%s; ", dumpAll([]reflect.Value{v}, exemptions{}))
	}
}

// contexts are functions of the package that return a context, in the old version and in the new one.
var contexts [2][]any

// SetContexts adds functions of each version that make contexts.
func SetContexts(old, now []any) { contexts = [2][]any{old, now} }

// context returns a context that is live, one that is done, or one that the package makes.
func (g *gen) context() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	makers := contexts[1]
	if g.old {
		makers = contexts[0]
	}
	switch x := g.rand.Float64(); {
	case x < 0.5 && len(makers) > 0:
		out, ok := g.try(reflect.ValueOf(makers[g.rand.IntN(len(makers))]), maxDepth-1)
		if !ok {
			break
		}
		if made, ok := out[0].Interface().(context.Context); ok && made != nil {
			cancel()
			return made
		}
	case x > 0.9:
		cancel()
		return ctx
	case x > 0.85:
		cancel()
		late, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
		cancel()
		return late
	}
	if g.does == cancels {
		g.ends = append(g.ends, cancel)
		return &cancelable{ctx}
	}
	cancel()
	return context.Background()
}

// ended reports whether a context was made to be done. Its fields contain the time, and are not compared.
func ended(ctx context.Context) bool {
	return ctx.Err() != nil && strings.HasPrefix(fmt.Sprintf("%T", ctx), "*context.")
}

// time returns mostly a present-day time in UTC; otherwise the zero time, a time in another zone, or of a year with
// more digits.
func (g *gen) time() time.Time {
	t := time.Unix(g.rand.Int64N(4e9), g.rand.Int64N(1e9)).UTC()
	switch g.rand.IntN(8) {
	case 1:
		return t.In(time.FixedZone("", 5*3600+1800))
	case 2:
		return t.In(time.FixedZone("WEST", -8*3600))
	case 3:
		return t.AddDate(9000*(g.rand.IntN(3)-1), 0, 0)
	case 4:
		return time.Time{}
	}
	return t
}
