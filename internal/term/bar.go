package term

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/unheap/unheap/internal/record"
)

const (
	// eraseLine moves the cursor to the first column and clears to the end of the line (ECMA-48 EL).
	eraseLine = "\r\x1b[K"
	// redraw is the least time between two changes of a bar. A person cannot read faster, and a slow terminal is not
	// held up.
	redraw = 100 * time.Millisecond
	// defaultWidth is the number of columns of a terminal that does not report its width.
	defaultWidth = 80
)

// A Bar shows what a run is doing. On a terminal it is one line that is redrawn in place, with the time left if the
// number of steps is known; elsewhere each stage and text is a plain line, printed once. After Close none of it is
// left on a terminal. Several goroutines may use a Bar. A nil Bar shows nothing.
type Bar struct {
	out Output
	now func() time.Time

	mu     sync.Mutex
	stage  string
	start  time.Time // start of the stage
	first  int       // Done in the first message of the stage
	drawn  time.Time
	line   string // the line on the terminal now; "" for none
	last   string // the last plain line printed
	closed bool
}

// NewBar returns a Bar on out. now returns the time; it is time.Now outside of tests.
func NewBar(out Output, now func() time.Time) *Bar {
	if out.Width <= 0 {
		out.Width = defaultWidth
	}
	return &Bar{out: out, now: now}
}

// Progress shows p. The error is that of the writer.
func (b *Bar) Progress(p *record.Progress) error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil
	}
	changed := p.Stage != b.stage
	if changed {
		b.stage, b.start, b.first = p.Stage, b.now(), p.Done
	}
	if !b.out.Terminal {
		return b.plain(p)
	}
	if !changed && p.Done < p.Total && b.now().Sub(b.drawn) < redraw {
		return nil
	}
	return b.draw(Fit(b.describe(p)+b.left(p), b.out.Width-1))
}

// Write prints whole lines above the bar, so that a warning is not overwritten by it.
func (b *Bar) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	line := b.line
	if err := b.draw(""); err != nil {
		return 0, err
	}
	n, err := b.out.Write(text)
	if err != nil {
		return n, err
	}
	return n, b.draw(line)
}

// Close removes the bar. Later progress is not shown.
func (b *Bar) Close() error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	return b.draw("")
}

func (b *Bar) plain(p *record.Progress) error {
	line := b.describe(p)
	if line == b.last {
		return nil
	}
	b.last = line
	_, err := fmt.Fprintln(b.out, line)
	return err
}

// draw replaces the line on the terminal.
func (b *Bar) draw(line string) error {
	if line == "" && b.line == "" {
		return nil
	}
	b.line, b.drawn = line, b.now()
	_, err := fmt.Fprint(b.out, eraseLine+line)
	return err
}

// describe returns text such as "run 3/12: BenchmarkDecode", without what is unknown.
func (b *Bar) describe(p *record.Progress) string {
	var s strings.Builder
	s.WriteString(Clean(p.Stage))
	if p.Total > 0 {
		fmt.Fprintf(&s, " %d/%d", p.Done, p.Total)
	}
	if p.Text != "" {
		s.WriteString(": " + Clean(p.Text))
	}
	return s.String()
}

// left returns the time left in the run or, if p does not say, in the stage, if its steps go on at the same rate;
// empty before the first step is done.
func (b *Bar) left(p *record.Progress) string {
	left := time.Duration(p.LeftNs)
	if left == 0 {
		done, rest := p.Done-b.first, p.Total-p.Done
		if done <= 0 || rest <= 0 {
			return ""
		}
		left = b.now().Sub(b.start) / time.Duration(done) * time.Duration(rest)
	}
	if left < 0 {
		return ""
	}
	return fmt.Sprintf(", about %s left", max(left.Round(time.Second), time.Second))
}
