package bench

import (
	"cmp"
	"regexp"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/record"
)

// A Select says what of a package to run, and how.
type Select struct {
	// Bench selects benchmarks as -bench does; empty runs none.
	Bench string
	// Run selects tests and examples as -run does; empty runs none.
	Run string
	// Skip leaves out what matches, as -skip does; empty leaves out nothing.
	Skip string
	// Benchtime is as -benchtime: "100x", "1s". Empty lets the first
	// operation choose, see [exact.ModeChoose].
	Benchtime string
	// Timeout bounds each single workload; 0 means two minutes.
	Timeout time.Duration
	// Args are further arguments for the test binary, its own last:
	// "-test.short", "-x", "y".
	Args []string
}

// arguments selects workloads by name, and skips those that are over.
func (sel Select) arguments(over []string) []string {
	args := []string{"-test.run=" + cmp.Or(sel.Run, "^$"), "-test.timeout=0"}
	if sel.Bench != "" {
		args = append(args, "-test.bench="+sel.Bench)
	}
	if sel.Benchtime != "" {
		args = append(args, "-test.benchtime="+sel.Benchtime)
	}
	if pattern := sel.skip(over); pattern != "" {
		args = append(args, "-test.skip="+pattern)
	}
	return append(args, sel.Args...)
}

// skip is the pattern for what the user skips and what is over.
func (sel Select) skip(over []string) string {
	if sel.Skip == "" || len(over) == 0 {
		return sel.Skip + skip(over)
	}
	return sel.Skip + "|" + skip(over)
}

// skip is the pattern for all of the names. A name stands for those beneath
// it, which keeps the pattern within what a system allows for one argument.
func skip(over []string) string {
	set := make(map[string]bool)
	for _, name := range over {
		set[name] = true
	}
	var patterns []string
	for _, name := range over {
		covered := false
		for i := range name {
			covered = covered || name[i] == '/' && set[name[:i]]
		}
		if !covered {
			patterns = append(patterns, exactly(name))
		}
	}
	return strings.Join(patterns, "|")
}

// Exactly is the pattern, as for [Select.Bench], that matches only the workloads of
// these names, sub-benchmarks included.
func Exactly(names ...string) string {
	patterns := make([]string, len(names))
	for i, name := range names {
		patterns[i] = exactly(name)
	}
	return strings.Join(patterns, "|")
}

// exactly is the pattern that matches only the workload of that name.
func exactly(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

// only selects the workload of the given name.
func (sel Select) only(name string) Select {
	sel.Bench, sel.Run, sel.Skip = "", exactly(name), ""
	if kindOf(name) == record.KindBenchmark {
		sel.Bench, sel.Run = sel.Run, ""
	}
	return sel
}
