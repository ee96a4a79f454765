package term

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/unheap/unheap/internal/record"
)

func TestWidth(t *testing.T) {
	for _, tt := range []struct {
		s    string
		want int
	}{
		{"", 0},
		{"abc", 3},
		{"µs → ns", 7},
		{"日本", 4},
		{"e\u0301", 1}, // e and a combining accent
		{"가", 2},
		{"🙂", 2},
	} {
		if got := Width(tt.s); got != tt.want {
			t.Errorf("Width(%q) = %d, want %d", tt.s, got, tt.want)
		}
	}
}

func TestClean(t *testing.T) {
	for _, tt := range []struct{ s, want string }{
		{"plain µ", "plain µ"},
		{"a\tb", "a b"},
		{"\x1b[31mred", `\x1b[31mred`},
		{"one\r\ntwo", `one\r\ntwo`},
		{"x\u202ey", `x\u202ey`},
		{"bad\xffbyte", `bad\ufffdbyte`},
	} {
		if got := Clean(tt.s); got != tt.want {
			t.Errorf("Clean(%q) = %q, want %q", tt.s, got, tt.want)
		}
	}
}

func TestFit(t *testing.T) {
	for _, tt := range []struct {
		s    string
		n    int
		want string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"日本語", 5, "日本…"},
		{"日本語", 4, "日…"},
		{"abc", 1, "…"},
		{"abc", 0, ""},
	} {
		got := Fit(tt.s, tt.n)
		if got != tt.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		s    string
		n    int
		want string
	}{
		{"", 10, ""},
		{"one two three", 7, "one two|three"},
		{"one two three", 3, "one|two|three"},
		{"a verylongidentifier b", 5, "a|verylongidentifier|b"},
		{"  spaces   between  ", 80, "spaces between"},
		{"日本 語", 6, "日本|語"},
	} {
		if got := strings.Join(Wrap(tt.s, tt.n), "|"); got != tt.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", tt.s, tt.n, got, tt.want)
		}
	}
}

func TestOpenFile(t *testing.T) {
	f, err := os.Create(t.TempDir() + "/f")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := Open(f, func(string) string { return "" })
	if out.Terminal || out.Color || out.Width != 0 {
		t.Errorf("a file is described as %+v", out)
	}
}

// A screen is what a terminal of one line shows: a carriage return starts over,
// the erase sequence clears, a newline scrolls the line away.
type screen struct {
	bytes.Buffer
	scrolled []string
}

func (s *screen) shows() string {
	line := ""
	s.scrolled = nil
	for _, part := range strings.SplitAfter(s.String(), "\n") {
		cur := part
		if i := strings.LastIndex(part, eraseLine); i >= 0 {
			cur = part[i+len(eraseLine):]
		}
		if strings.HasSuffix(cur, "\n") {
			s.scrolled = append(s.scrolled, strings.TrimSuffix(cur, "\n"))
			continue
		}
		line = cur
	}
	return line
}

type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

func progress(t *testing.T, b *Bar, stage, text string, done, total int) {
	t.Helper()
	if err := b.Progress(&record.Progress{Stage: stage, Text: text, Done: done, Total: total}); err != nil {
		t.Fatal(err)
	}
}

func TestBarOnTerminal(t *testing.T) {
	var s screen
	c := &clock{time.Unix(0, 0)}
	b := NewBar(Output{Writer: &s, Terminal: true, Width: 60}, c.now)
	steps := []struct {
		after      time.Duration
		stage      string
		text       string
		done, tot  int
		want, note string
	}{
		{0, "build", "example.com/m", 0, 0, "build: example.com/m", "nothing known of the length"},
		{0, "run", "BenchmarkA", 0, 4, "run 0/4: BenchmarkA", "no step done, no time left"},
		{10 * time.Millisecond, "run", "BenchmarkA", 1, 4, "run 0/4: BenchmarkA", "too early to redraw"},
		{10 * time.Second, "run", "BenchmarkB", 1, 4, "run 1/4: BenchmarkB, about 30s left", ""},
		{10 * time.Second, "run", strings.Repeat("x", 90), 2, 4, "run 2/4: " + strings.Repeat("x", 49) + "…", "fits"},
		{0, "run", "", 4, 4, "run 4/4", "the last step is always drawn"},
	}
	for _, st := range steps {
		c.t = c.t.Add(st.after)
		progress(t, b, st.stage, st.text, st.done, st.tot)
		if got := s.shows(); got != st.want {
			t.Errorf("after %s %d/%d the screen shows %q, want %q (%s)", st.stage, st.done, st.tot, got, st.want, st.note)
		}
	}
	for left, want := range map[time.Duration]string{-1: "run 1/4: x", 90 * time.Second: "run 1/4: x, about 1m30s left"} {
		c.t = c.t.Add(time.Second)
		if err := b.Progress(&record.Progress{Stage: "run", Text: "x", Done: 1, Total: 4, LeftNs: int64(left)}); err != nil {
			t.Fatal(err)
		}
		if got := s.shows(); got != want {
			t.Errorf("with %v left the screen shows %q, want %q", left, got, want)
		}
	}
	progress(t, b, "run", "", 4, 4)
	if _, err := b.Write([]byte("warning\n")); err != nil {
		t.Fatal(err)
	}
	if got := s.shows(); got != "run 4/4" || len(s.scrolled) != 1 || s.scrolled[0] != "warning" {
		t.Errorf("after a warning: line %q, above it %q", got, s.scrolled)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	progress(t, b, "late", "", 0, 0)
	if got := s.shows(); got != "" || len(s.scrolled) != 1 {
		t.Errorf("after Close: line %q, above it %q", got, s.scrolled)
	}
}

func TestBarElsewhere(t *testing.T) {
	var out bytes.Buffer
	b := NewBar(Output{Writer: &out}, time.Now)
	progress(t, b, "build", "p\x1b[2J", 0, 0)
	progress(t, b, "build", "p\x1b[2J", 0, 0)
	progress(t, b, "run", "BenchmarkA", 1, 2)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	want := "build: p\\x1b[2J\nrun 1/2: BenchmarkA\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
