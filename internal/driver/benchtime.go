package driver

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/record"
)

// benchtimeDirective begins the comment in a test file that sets how many operations the package's benchmarks run:
// "//unheap:benchtime=1000x".
const benchtimeDirective = "//unheap:benchtime="

// checkBenchtime returns an error for an invalid value of -benchtime.
func checkBenchtime(value string) error {
	if n, err := strconv.Atoi(strings.TrimSuffix(value, "x")); err == nil && n > 0 && strings.HasSuffix(value, "x") {
		return nil
	}
	if d, err := time.ParseDuration(value); err == nil && d > 0 {
		return nil
	}
	return fmt.Errorf("want a number of operations, 100x, or a time, 1s")
}

// A directiveError names the comment with an invalid benchtime.
type directiveError struct {
	at   record.Position
	text string
}

func (e *directiveError) Error() string { return e.at.String() + ": " + e.text }

// benchtimeOf returns the benchtime for the benchmarks of a package: from the command line or, without it, from the
// first of its test files that sets one; empty to derive it from the first operation.
func (m *measurement) benchtimeOf(path string) (string, error) {
	if m.benchtime != "" {
		return m.benchtime, nil
	}
	for _, pkg := range m.program.Packages() {
		if pkg.ForTest != path {
			continue
		}
		for _, file := range pkg.Files {
			for _, group := range file.Syntax.Comments {
				for _, c := range group.List {
					value, ok := strings.CutPrefix(c.Text, benchtimeDirective)
					if !ok || !file.Test {
						continue
					}
					if err := checkBenchtime(value); err != nil {
						at := m.program.Position(file, c.Pos())
						return "", &directiveError{record.Position{File: at.File, Line: at.Line}, fmt.Sprintf("%s: %v", c.Text, err)}
					}
					return value, nil
				}
			}
		}
	}
	return "", nil
}
