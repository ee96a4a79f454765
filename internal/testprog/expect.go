package testprog

import (
	"fmt"
	"go/build/constraint"
	"go/version"
	"regexp"
	"strconv"
	"strings"
)

// An Expectation is what one line of a program allocates for one reason.
type Expectation struct {
	// Line counts from 1; 0 says that the objects belong to no line of the
	// program.
	Line int
	// Mechanism is the name of the reason; empty for "none": nothing at all
	// is allocated on the line.
	Mechanism string
	// Objects is the number per operation; Any says that it is more than
	// none but otherwise not stated.
	Objects int64
	Any     bool
	// Bytes is the number per operation, whole blocks; -1 when not stated.
	Bytes int64
	// Says are words of what is said of the line: reason, chain, cause or remedy.
	Says []string
}

// marker opens an expectation within a comment, and saying what must be said of the
// line, once or several times behind it.
const (
	marker = "heap: "
	saying = " // says: "
)

// Expect reads the expectations of p that hold for a release of Go such as
// "go1.26". Expectations of 0 objects on that release are left out.
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

// builtWith reports whether the compiler of a release takes the file: a
// program may begin with a constraint such as //go:build go1.26.
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

// item is one expectation: "growth 0 (go1.25: 3)", "stored 1 48B", "json any".
var item = regexp.MustCompile(`^([a-z-]+) (\d+|any)(?: (\d+)B)?((?: \(go1\.\d+: \d+\))*)$`)

// override is the number for one release.
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
		e.Objects, _ = strconv.ParseInt(count, 10, 64) // digits, or "any": 0
		if m[3] != "" {
			e.Bytes, _ = strconv.ParseInt(m[3], 10, 64)
		}
		if e.Any || e.Objects > 0 {
			all = append(all, e)
		}
	}
	return all, nil
}
