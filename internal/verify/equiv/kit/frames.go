//go:build go1.25

package kit

import (
	"bytes"
	"log"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Frames says how what a program sees of its own stack is compared. Every edit moves the lines of a package, and
// every additional helper is an additional frame, so a difference counts only if that is asked for. Then the
// functions of frames, and their files, are compared, but never lines.
type Frames struct {
	Count bool // whether a difference in what is seen of the stack counts
	// Old and New are the functions of each version by the base name of their file, in the order of their lines. If
	// both are nil, texts are compared as they are.
	Old, New map[string][]Start
}

// A Start is the line at which a function begins.
type Start struct {
	Line int
	Func string
}

var frames Frames

// SetFrames says how frames are compared.
func SetFrames(f Frames) { frames = f }

var (
	// position matches a line of a file, as it is written in logs, stacks and JSON.
	position = regexp.MustCompile(`([\w.+-]+\.go)((?::|\\*",\\*"line\\*":)(\d+))?`)
	// offset and routine match parts of a stack's text that differ from run to run.
	offset  = regexp.MustCompile(` \+0x[0-9a-f]+|\(\{?0x[^)]*\)|\b0x[0-9a-f]+\??`)
	routine = regexp.MustCompile(`goroutine \d+`)
	stack   = regexp.MustCompile(`goroutine (?:[^"\\]|\\[^"])*`)
	pcs     = regexp.MustCompile(`pc\([^)]*….go\)(?:, pc\([^)]*….go\))*`)
	digit   = regexp.MustCompile(`\d+`)
)

// seen returns the part of a version's text that is compared; if shown is set, with what the text says about frames.
func (f *Frames) seen(text string, old, shown bool) string {
	if f.Old == nil && f.New == nil || !strings.Contains(text, ".go") && !strings.Contains(text, Package+".") {
		return text // nearly all texts
	}
	of := f.New
	if old {
		of = f.Old
	}
	if strings.Contains(text, "goroutine ") {
		text = routine.ReplaceAllString(text, "goroutine")
		if text = offset.ReplaceAllString(text, ""); !shown {
			text = stack.ReplaceAllString(text, "goroutine …")
		}
	}
	text = position.ReplaceAllStringFunc(text, func(at string) string {
		m := position.FindStringSubmatch(at)
		starts, own := of[m[1]]
		switch {
		case !own:
			return at
		case !shown:
			return "….go"
		case m[3] == "":
			return at
		}
		line, _ := strconv.Atoi(m[3]) // an overflow counts as the last line
		return m[1] + " in " + enclosing(starts, line)
	})
	if shown || Package == "" {
		return text
	}
	text = function().ReplaceAllString(text, Package+".…")
	return pcs.ReplaceAllString(text, "pc(….go)")
}

// function matches the name of a function of the package, as the runtime writes it.
var function = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(regexp.QuoteMeta(Package) + `\.[\w().*\[\]·…]+`)
})

// enclosing returns the function that contains a line.
func enclosing(starts []Start, line int) string {
	i, found := slices.BinarySearchFunc(starts, line, func(s Start, line int) int { return s.Line - line })
	switch {
	case found:
		return starts[i].Func
	case i > 0:
		return starts[i-1].Func
	}
	return "no function"
}

// alike reports whether two texts differ in numbers only, which may be lines that are written without a file.
func alike(a, b string) bool {
	return digit.ReplaceAllString(a, "#") == digit.ReplaceAllString(b, "#")
}

// counterOf writes a number that is a program counter as the place in the code.
func counterOf(pc uint64) string {
	f := runtime.FuncForPC(uintptr(pc))
	if pc < 1<<16 || f == nil {
		return ""
	}
	file, line := f.FileLine(uintptr(pc))
	return "pc(" + f.Name() + " " + path.Base(strings.ReplaceAll(file, `\`, "/")) + ":" + strconv.Itoa(line) + ")"
}

// A logged collects what any code writes to the standard logger.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns everything collected, and clears it.
func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.text.Reset()
	return strconv.Quote(l.text.String())
}

var standard logged

// catchLog redirects the standard logger to standard, without the time, if frames count: the logger writes the place
// of the call.
func catchLog() {
	if frames.Count {
		log.SetOutput(&standard)
		log.SetFlags(log.Flags() &^ (log.LstdFlags | log.Lmicroseconds | log.LUTC))
	}
}
