// Package promised has a type that other packages may use by its methods.
package promised

type writer struct{ n int }

func (w *writer) Write(p []byte) (int, error) {
	w.n += len(p)
	return len(p), nil
}

// Runtime is an io.Writer, also as a value.
type Runtime struct {
	*writer // refused "other packages may rely on the methods of writer"
}

func newRuntime() *Runtime { return &Runtime{writer: &writer{}} }

func (r *Runtime) written() int {
	r.Write(nil)
	return r.n
}

var _ = newRuntime().written()
