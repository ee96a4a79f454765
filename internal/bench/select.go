package bench

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/record"
)

// A Select says which workloads of a package to run, and how.
type Select struct {
	// Bench selects benchmarks as -bench does; empty runs none.
	Bench string
	// Run selects tests and examples as -run does; empty runs none.
	Run string
	// Skip leaves out workloads that match, as -skip does; empty leaves out nothing.
	Skip string
	// Benchtime is as in -benchtime: "100x", "1s". If empty, the first operation decides, see [exact.ModeChoose].
	Benchtime string
	// Timeout bounds each single workload; 0 means two minutes.
	Timeout time.Duration
	// Twice runs each test and example a second time if it is quick, so that what only the first run allocates can be
	// told apart, see [exact.ModeTwice].
	Twice bool
	// Half records separately what half of the operations of a benchmark allocate, see [exact.ModeHalf].
	Half bool
	// Own says how much of each stack is recorded; the zero value records whole stacks.
	Own Own
	// Args are further arguments for the test binary, with the arguments for the test itself at the end:
	// "-test.short", "-x", "y".
	Args []string
}

// Own says which packages are the user's, so that stacks can be recorded in part: of the library code between the
// user's innermost frame and the allocator, only the first and the last frame. The zero value records whole stacks.
// The stock profile ignores it.
type Own struct {
	// Packages are import paths of packages of the user's, external test packages included. Trees are import paths
	// whose packages below count, too, unless they are in or below one of Others.
	Packages, Trees, Others []string
	// Callers is how many frames above the user's innermost frame are recorded; negative for all.
	Callers int
}

// encode returns the value of [exact.EnvOwn]; empty for whole stacks.
func (o Own) encode() string {
	var rules []string
	for _, path := range o.Packages {
		rules = append(rules, "+"+record.SymbolPath(path))
	}
	for _, path := range o.Trees {
		rules = append(rules, "+"+record.SymbolPath(path), "+"+path+"/")
	}
	for _, path := range o.Others {
		rules = append(rules, "-"+record.SymbolPath(path), "-"+path+"/")
	}
	if len(rules) == 0 {
		return ""
	}
	return strconv.Itoa(o.Callers) + " " + strings.Join(rules, ",")
}

// arguments returns the flags that select workloads by name, and skip those that are over.
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

// skip is the pattern for what the user skips and for what is over.
func (sel Select) skip(over []string) string {
	if sel.Skip == "" || len(over) == 0 {
		return sel.Skip + skip(over)
	}
	return sel.Skip + "|" + skip(over)
}

// skip is the pattern for all of the names. A name stands for those beneath it, which keeps the pattern within a
// system's limit for one argument.
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

// Exactly returns the pattern, as for [Select.Bench], that matches only the workloads with these names, and their
// sub-benchmarks.
func Exactly(names ...string) string {
	patterns := make([]string, len(names))
	for i, name := range names {
		patterns[i] = exactly(name)
	}
	return strings.Join(patterns, "|")
}

// exactly returns the pattern that matches only the workload with that name.
func exactly(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	return strings.Join(parts, "/")
}

// only returns sel with only the workload of that name selected.
func (sel Select) only(name string) Select {
	sel.Bench, sel.Run, sel.Skip = "", exactly(name), ""
	if kindOf(name) == record.KindBenchmark {
		sel.Bench, sel.Run = sel.Run, ""
	}
	return sel
}
