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

// Frames say how what a program sees of its own stack is compared. The lines of a package
// move with every edit, and a helper more is a frame more: so this is no difference unless
// it is asked for. Then the functions count in which the frames are, and the files, and never
// the lines.
type Frames struct {
	Count bool // whether a difference in what is seen of the stack is one
	// Old and New are the functions of each version by the base name of their file, in the
	// order of their lines. With neither, nothing of this package is done.
	Old, New map[string][]Start
}

// A Start is the line in which a function begins.
type Start struct {
	Line int
	Func string
}

var frames Frames

// SetFrames says how frames are compared.
func SetFrames(f Frames) { frames = f }

var (
	// position is a line of a file, as logs, stacks and JSON have it.
	position = regexp.MustCompile(`([\w.+-]+\.go)((?::|\\*",\\*"line\\*":)(\d+))?`)
	// offset and routine are what stacks say of the moment.
	offset  = regexp.MustCompile(` \+0x[0-9a-f]+|\(\{?0x[^)]*\)|\b0x[0-9a-f]+\??`)
	routine = regexp.MustCompile(`goroutine \d+`)
	stack   = regexp.MustCompile(`goroutine (?:[^"\\]|\\[^"])*`)
	pcs     = regexp.MustCompile(`pc\([^)]*….go\)(?:, pc\([^)]*….go\))*`)
	digit   = regexp.MustCompile(`\d+`)
)

// seen is what of a text of one version is compared: with shown also what it says of frames.
func (f *Frames) seen(text string, old, shown bool) string {
	if f.Old == nil && f.New == nil || !strings.Contains(text, ".go") && !strings.Contains(text, Package+".") {
		return text // as nearly all are
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
		line, _ := strconv.Atoi(m[3]) // one that is too long is the last one
		return m[1] + " in " + enclosing(starts, line)
	})
	if shown || Package == "" {
		return text
	}
	text = function().ReplaceAllString(text, Package+".…")
	return pcs.ReplaceAllString(text, "pc(….go)")
}

// function matches the name of a function of the package, as the runtime has it.
var function = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(regexp.QuoteMeta(Package) + `\.[\w().*\[\]·…]+`)
})

// enclosing is the function in which a line is.
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

// alike reports whether two texts differ in numbers only: such as lines that are not written
// with a file.
func alike(a, b string) bool {
	return digit.ReplaceAllString(a, "#") == digit.ReplaceAllString(b, "#")
}

// counterOf writes a number that is a place in the code as that place.
func counterOf(pc uint64) string {
	f := runtime.FuncForPC(uintptr(pc))
	if pc < 1<<16 || f == nil {
		return ""
	}
	file, line := f.FileLine(uintptr(pc))
	return "pc(" + f.Name() + " " + path.Base(strings.ReplaceAll(file, `\`, "/")) + ":" + strconv.Itoa(line) + ")"
}

// A logged is what was written to the standard logger, by anybody.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String is all of it, and forgets it.
func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.text.Reset()
	return strconv.Quote(l.text.String())
}

var standard logged

// catchLog lets the standard logger write into standard, without the time, if frames count: it
// says where it was called.
func catchLog() {
	if frames.Count {
		log.SetOutput(&standard)
		log.SetFlags(log.Flags() &^ (log.LstdFlags | log.Lmicroseconds | log.LUTC))
	}
}
