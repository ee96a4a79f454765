// Package lib has a writer that breaks the contract of io.Writer, and one that does not.
package lib

type Recorder struct{ list [][]byte }

func (r *Recorder) Write(p []byte) (int, error) {
	r.list = append(r.list, p)
	return len(p), nil
}

type Counter struct{ n int }

func (c *Counter) Write(p []byte) (int, error) {
	c.n += len(p)
	return len(p), nil
}
