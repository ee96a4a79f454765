// Package promised has a type that other packages may use by its methods.
package promised

type Counter struct{ n int }

func (w *Counter) Write(p []byte) (int, error) {
	w.n += len(p)
	return len(p), nil
}

// Runtime is an io.Writer, also as a value.
type Runtime struct {
	*Counter // refused "other packages may rely on the methods of Counter"
}

func newRuntime() *Runtime { return &Runtime{Counter: &Counter{}} }

func (r *Runtime) written() int {
	r.Write(nil)
	return r.n
}

var _ = newRuntime().written()
