package testprog

import (
	"fmt"
	"go/build/constraint"
	"go/version"
	"regexp"
	"strconv"
	"strings"
)

// An Expectation says what one line of a program allocates for one reason.
type Expectation struct {
	// Line counts from 1; 0 means that the objects belong to no line of the program.
	Line int
	// Mechanism is the name of the reason; empty for "none", which means that the line allocates nothing.
	Mechanism string
	// Objects is the number per operation. Any says that it is positive but not stated.
	Objects int64
	Any     bool
	// Bytes is the number per operation, in whole blocks; -1 if it is not stated.
	Bytes int64
	// Says are words that the output must have about the line: in the reason, chain, cause or remedy.
	Says []string
}

// marker begins an expectation within a comment. saying begins words that the output must have, after the expectation;
// it may occur several times.
const (
	marker = "heap: "
	saying = " // says: "
)

// Expect reads the expectations of p for a release of Go, such as "go1.26". Those of 0 objects in that release are
// left out.
func (p Program) Expect(release string) ([]Expectation, error) {
	if !p.builtWith(release) {
		return nil, nil
	}
	var all []Expectation
	header := true
	number := 0
	file, source := p.Expecting()
	for line := range strings.Lines(source) {
		number++
		header = header && !strings.HasPrefix(line, "package ")
		_, text, ok := strings.Cut(line, "// "+marker)
		if !ok {
			continue
		}
		at := number
		if header {
			at = 0
		}
		text, says, said := strings.Cut(text, saying)
		line, err := parseLine(at, strings.TrimSpace(text), release)
		if said && len(line) > 0 {
			line[0].Says = strings.Split(strings.TrimSpace(says), saying)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %v", file, number, err)
		}
		all = append(all, line...)
	}
	return all, nil
}

// builtWith reports whether the file is built with that release: a program may begin with a constraint such as
// //go:build go1.26.
func (p Program) builtWith(release string) bool {
	first, _, _ := strings.Cut(p.Source, "\n")
	if !constraint.IsGoBuild(first) {
		return true
	}
	expr, err := constraint.Parse(first)
	if err != nil {
		return false
	}
	return version.Compare(constraint.GoVersion(expr), release) <= 0
}

// item matches one expectation: "growth 0 (go1.25: 3)", "stored 1 48B", "json any".
var item = regexp.MustCompile(`^([a-z-]+) (\d+|any)(?: (\d+)B)?((?: \(go1\.\d+: \d+\))*)$`)

// override matches the number for one release.
var override = regexp.MustCompile(`\((go1\.\d+): (\d+)\)`)

func parseLine(line int, text, release string) ([]Expectation, error) {
	if text == "none" {
		return []Expectation{{Line: line, Bytes: -1}}, nil
	}
	var all []Expectation
	for _, part := range strings.Split(text, ", ") {
		m := item.FindStringSubmatch(part)
		if m == nil {
			return nil, fmt.Errorf("not an expectation: %q", part)
		}
		e := Expectation{Line: line, Mechanism: m[1], Bytes: -1, Any: m[2] == "any"}
		count := m[2]
		for _, o := range override.FindAllStringSubmatch(m[4], -1) {
			if o[1] == release {
				count = o[2]
			}
		}
		e.Objects, _ = strconv.ParseInt(count, 10, 64) // count is digits, or "any", which gives 0
		if m[3] != "" {
			e.Bytes, _ = strconv.ParseInt(m[3], 10, 64)
		}
		if e.Any || e.Objects > 0 {
			all = append(all, e)
		}
	}
	return all, nil
}
