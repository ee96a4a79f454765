package bench

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// An exitError is the error of a process that ended without results.
type exitError struct {
	text  string
	words string // the end of its output
	err   error  // error of the process; nil if it ended well
}

func (e *exitError) Error() string { return strings.TrimSpace(e.text + "\n" + e.words) }

func (e *exitError) Unwrap() error { return e.err }

// died is the error of a process that ended before it began a workload.
func died(out gocmd.Output, err error) error {
	return &exitError{"before it ran anything, the test binary " + describe(err, out), lastWords(out), err}
}

// clipped is how much of each stream of a failed workload is reported, in bytes: about the first and the last thirty
// lines.
const clipped = 4 << 10

// registers matches the end of a dump of all goroutines, the registers of one thread on amd64 or arm64, which are of
// no use to anybody.
var registers = regexp.MustCompile(`(?ms)^(rax|r0) +0x[0-9a-f]+\n.*\z`)

// clip shortens the output of a workload to its first and last lines: the first lines of a fatal error say what it
// was, the last lines of a log where it ended.
func clip(text string) string {
	text = strings.TrimSpace(registers.ReplaceAllString(text, ""))
	if len(text) <= clipped {
		return text
	}
	head, tail := text[:clipped/2], text[len(text)-clipped/2:]
	if i := strings.LastIndexByte(head, '\n'); i >= 0 {
		head = head[:i]
	}
	if _, after, ok := strings.Cut(tail, "\n"); ok {
		tail = after
	}
	left := len(text) - len(head) - len(tail)
	return strings.ToValidUTF8(fmt.Sprintf("%s\n[%d bytes left out]\n%s", head, left, tail), "")
}

// lastWords is the clipped output of a process that died, on both streams.
func lastWords(out gocmd.Output) string {
	return strings.TrimSpace(clip(string(out.Stdout)) + "\n" + clip(string(out.Stderr)))
}

// failed is a workload without figures. The output is clipped already.
func (x *Binary) failed(name, why, output string) record.Workload {
	return record.Workload{Name: name, Package: x.Package, Kind: kindOf(name), Failure: why, Output: output}
}

// Failed returns the part of the output that testing printed about a failed workload: the line "--- FAIL: name" and
// the lines that belong to it. It is empty if there is none.
func Failed(output, name string) string {
	var b strings.Builder
	within := false
	for line := range strings.Lines(output) {
		if _, rest, ok := strings.Cut(line, "--- FAIL: "); ok {
			got, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			within = plainName(got) == name || got == name
		} else if within {
			within = continues(line, name)
		}
		if within {
			b.WriteString(line)
		}
	}
	return b.String()
}

// continues reports whether a line after "--- FAIL" still belongs to name: the log of tests and benchmarks is
// indented, the output of an example is not.
func continues(line, name string) bool {
	if strings.HasPrefix(name, "Example") {
		return !strings.HasPrefix(line, "---") && !strings.HasPrefix(line, "===") && strings.TrimSpace(line) != "FAIL"
	}
	return strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t")
}

// fatal matches how the runtime's message begins when a signal ends a Go program.
var fatal = regexp.MustCompile(`^SIG[A-Z]+: `)

// describe says in words how a process ended.
func describe(err error, out gocmd.Output) string {
	var e *gocmd.Error
	var late *timeoutError
	switch {
	case err == nil:
		return "called os.Exit(0)"
	case errors.As(err, &late):
		return late.Error()
	case !errors.As(err, &e):
		return err.Error()
	}
	for _, stream := range []string{string(out.Stderr), string(out.Stdout)} {
		for line := range strings.Lines(stream) {
			if text, ok := strings.CutPrefix(strings.TrimSpace(line), "panic: "); ok {
				text, _, _ = strings.Cut(text, " [recovered")
				return "panicked: " + text
			}
			if text, ok := strings.CutPrefix(strings.TrimSpace(line), "fatal error: "); ok {
				return "died: " + text
			}
			if fatal.MatchString(line) {
				return "died: " + strings.TrimSpace(line)
			}
		}
	}
	if e.Code >= 0 {
		return fmt.Sprintf("called os.Exit(%d)", e.Code)
	}
	return "died: " + e.Err.Error()
}
