package gocmd

import (
	"bytes"
	"sync"
)

// A sink keeps what a process writes to one stream, or the last keep bytes of it.
type sink struct {
	keep  int // in bytes; 0 for everything
	buf   []byte
	lines *lineWriter
}

func (s *sink) Write(p []byte) (int, error) {
	s.buf = append(s.buf, p...)
	// As the buffer is cut at twice the size, the cost of moving bytes is constant for each byte written.
	if s.keep > 0 && len(s.buf) > 2*s.keep {
		s.buf = append(s.buf[:0], s.buf[len(s.buf)-s.keep:]...)
	}
	s.lines.write(p)
	return len(p), nil
}

func (s *sink) bytes() []byte {
	if s.keep > 0 && len(s.buf) > s.keep {
		return s.buf[len(s.buf)-s.keep:]
	}
	return s.buf
}

// A lines serialises the calls for lines of two streams.
type lines struct {
	mu   sync.Mutex
	call func(string)
}

func (l *lines) stream() *lineWriter { return &lineWriter{to: l} }

// A lineWriter splits one stream into lines. A nil lineWriter drops everything.
type lineWriter struct {
	to      *lines
	pending []byte // the last line, which is not complete yet
}

func (w *lineWriter) write(p []byte) {
	if w == nil {
		return
	}
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			w.pending = append(w.pending, p...)
			return
		}
		w.emit(append(w.pending, p[:i]...))
		p = p[i+1:]
	}
}

// flush passes on a last line that has no newline.
func (w *lineWriter) flush() {
	if w != nil && len(w.pending) > 0 {
		w.emit(w.pending)
	}
}

func (w *lineWriter) emit(line []byte) {
	w.to.mu.Lock()
	defer w.to.mu.Unlock()
	w.to.call(string(bytes.TrimSuffix(line, []byte("\r"))))
	w.pending = w.pending[:0]
}
