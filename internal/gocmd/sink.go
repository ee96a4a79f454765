package gocmd

import (
	"bytes"
	"sync"
)

// A sink keeps what a process writes to one stream, or its last bytes.
type sink struct {
	keep  int // 0 for everything
	buf   []byte
	lines *lineWriter
}

func (s *sink) Write(p []byte) (int, error) {
	s.buf = append(s.buf, p...)
	// Cutting at twice the size makes the cost of moving bytes constant for
	// each byte written.
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

// lines serialises the calls for the lines of two streams.
type lines struct {
	mu   sync.Mutex
	call func(string)
}

func (l *lines) stream() *lineWriter { return &lineWriter{to: l} }

// A lineWriter cuts one stream into lines. A nil lineWriter drops everything.
type lineWriter struct {
	to      *lines
	pending []byte // the line begun
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

// flush hands over a last line that has no newline.
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
