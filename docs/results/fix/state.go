package main

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// A caseFunc is a function of the examples: one shape of a case, or a probe.
type caseFunc struct {
	Name    string // "C01Method"
	Package string // folder
	File    string // relative to the module, with slashes
	Line    int
	End     int
	Text    string
}

func (c caseFunc) probe() bool { return c.Package == "probes" }

// isCase matches the names of cases.
var isCase = regexp.MustCompile(`^C\d\d[a-e]?([A-Z]\w*)?$`)

// casesIn returns the cases and probes of a module, sorted by name. A file that does not parse has none.
func casesIn(dir string) ([]caseFunc, error) {
	var list []caseFunc
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
		if err != nil {
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			pkg := filepath.Base(filepath.Dir(path))
			if !ok || !isCase.MatchString(fn.Name.Name) && pkg != "probes" {
				continue
			}
			text, err := source(fset, fn)
			if err != nil {
				return err
			}
			list = append(list, caseFunc{fn.Name.Name, pkg, filepath.ToSlash(rel),
				fset.Position(fn.Pos()).Line, fset.Position(fn.End()).Line, text})
		}
		return nil
	})
	slices.SortFunc(list, func(a, b caseFunc) int { return strings.Compare(a.Name, b.Name) })
	return list, err
}

// changed returns the cases whose source in dir differs from that in plain.
func changed(plain, dir string) (map[string]bool, error) {
	old, err := casesIn(plain)
	if err != nil {
		return nil, err
	}
	now, err := casesIn(dir)
	if err != nil {
		return nil, err
	}
	text := make(map[string]string)
	for _, c := range now {
		text[c.Name] = c.Text
	}
	names := make(map[string]bool)
	for _, c := range old {
		if text[c.Name] != c.Text {
			names[c.Name] = true
		}
	}
	return names, nil
}

// A state says what the copy of a module does.
type state struct {
	// counts are by name of the benchmark, without "Benchmark".
	counts map[string]count
	// broken are the packages that do not build, red those that build and whose tests fail: folder names, sorted.
	broken, red []string
}

// A count is the output of "go test -benchmem": whole numbers, the smallest of several runs.
type count struct{ allocs, bytes int64 }

// operations is the -benchtime of every count. What a pool or a cache allocates once is divided by the number of
// operations and rounded down.
const operations = "100x"

// runs sets how often each benchmark runs.
const runs = "-count=3"

var failLine = regexp.MustCompile(`(?m)^FAIL\s+(\S+)\s+(.*)$`)

// stateOf builds a module, runs its tests, and counts.
func stateOf(ctx context.Context, dir string) (state, error) {
	s := state{counts: make(map[string]count)}
	// The vet checks of go test are turned off: the question is whether the code works.
	said, _ := command(ctx, dir, "go", "test", "-vet=off", "./...") // the output says what failed
	for _, m := range failLine.FindAllSubmatch(said, -1) {
		pkg := filepath.Base(string(m[1]))
		if bytes.Contains(m[2], []byte("failed]")) {
			s.broken = append(s.broken, pkg)
		} else {
			s.red = append(s.red, pkg)
		}
	}
	said, err := command(ctx, dir, "go", "test", "-run=^$", "-bench=.", "-benchmem", "-benchtime="+operations, runs, "./...")
	in := benchfmt.NewReader(bytes.NewReader(said), "")
	for in.Scan() {
		result, ok := in.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		allocs, hasAllocs := result.Value("allocs/op")
		size, hasSize := result.Value("B/op")
		if !hasAllocs || !hasSize {
			continue // a line that was cut off says nothing
		}
		name, c := string(result.Name.Full()), count{int64(allocs), int64(size)}
		if _, parts := result.Name.Parts(); len(parts) > 0 && parts[len(parts)-1][0] == '-' {
			name = strings.TrimSuffix(name, string(parts[len(parts)-1])) // the number of CPUs
		}
		if old, ok := s.counts[name]; ok {
			c = count{min(c.allocs, old.allocs), min(c.bytes, old.bytes)}
		}
		s.counts[name] = c
	}
	if err := in.Err(); err != nil {
		return s, err
	}
	if len(s.counts) == 0 {
		return s, fmt.Errorf("no benchmark ran: %v", err)
	}
	slices.Sort(s.broken)
	slices.Sort(s.red)
	return s, nil
}

// of returns the count of a case; ok is false if its package does not build.
func (s state) of(c caseFunc) (n count, ok bool) {
	name := c.Name
	if c.probe() {
		name = "Probe" + c.Name
	}
	n, ok = s.counts[name]
	return n, ok
}
