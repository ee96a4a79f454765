package groups

import (
	"regexp"
	"strings"
)

var (
	pairRE  = regexp.MustCompile(`^(\w+)=(\w+)$`)
	maybeRE = regexp.MustCompile(`^(\w+)(?:@(\w+))?:((a|b)+)$`)
	oneRE   = regexp.MustCompile(`^(\w+)$`)
	OpenRE  = regexp.MustCompile(`^(\w+)=(\w+)$`)
)

func pair(line string) (key, value string, ok bool) {
	m := pairRE.FindStringSubmatch(line) // want "FindStringSubmatch makes texts that can be cut"
	if m == nil {
		return "", "", false
	}
	key = m[1]
	return key, strings.ToLower(m[2]), true
}

func three(line string) string {
	if m := pairRE.FindStringSubmatch(line); len(m) == 3 { // want "FindStringSubmatch makes texts that can be cut"
		return m[2] + m[1]
	}
	return line
}

type lexer struct{ line string }

func (l *lexer) next() (n int) {
	m := pairRE.FindStringSubmatch(l.line) // want "FindStringSubmatch makes texts that can be cut"
	if len(m) < 3 {
		return 0
	}
	l.line = l.line[len(m[0]):]
	if m[1] != "" {
		n++
	}
	return n + len(m[2])
}

func maybe(s string) (string, bool) {
	m := maybeRE.FindStringSubmatch(s) // want "FindStringSubmatch makes texts that can be cut"
	if len(m) == 0 {
		return "", false
	}
	return m[1] + m[3], m[2] == ""
}

func value(l lexer) string {
	if m := pairRE.FindStringSubmatch(l.line); m != nil { // want "FindStringSubmatch makes texts that can be cut"
		return m[2]
	}
	return ""
}

func changed(s string) (n int) {
	m := pairRE.FindStringSubmatch(s) // want "FindStringSubmatch makes texts that can be cut"
	if m != nil {
		s = "x"
		n = len(m[1])
	}
	return n + len(s)
}

type rx struct{ re *regexp.Regexp }

// nope: there is no room, one is made either way, the expression may be another one
func others(s string, lines []string) (out []string, n int) {
	if m := pairRE.FindStringSubmatch(s); m != nil { // refused "no room for more than one statement"
		out = append(out, m...)
	}
	if m := oneRE.FindStringSubmatch(s); m != nil {
		n += len(m[1])
	}
	if m := OpenRE.FindStringSubmatch(s); m != nil { // refused "nothing says which groups"
		n += len(m[1])
	}
	sure := pairRE.FindStringSubmatch(s) // want "FindStringSubmatch makes a list that stays"
	n += len(sure[1])
	part := maybeRE.FindStringSubmatch(s) // want "FindStringSubmatch makes a list that stays"
	if part != nil {
		n += strings.Count(part[2], "a")
	}
	far := pairRE.FindStringSubmatch(s) // want "FindStringSubmatch makes a list that stays"
	if far != nil {
		n += len(far[3])
	}
	return out, n
}

type version struct{ major, pre, meta string }

// Groups that are not part of each match.
func parse(v string) (*version, bool) {
	m := versionRE.FindStringSubmatch(v) // or "v.max.loc.0., 0.:max.loc.1., 0.." // want "FindStringSubmatch makes a list that stays in the function"
	if m == nil {
		return nil, false
	}
	ver := &version{major: m[1], pre: m[2], meta: m[3]}
	if ver.pre == "" && m != nil {
		ver.pre = m[3]
	}
	return ver, true
}

var versionRE = regexp.MustCompile(`^v?(\d+)(?:-(\w+))?(?:\+(\w+))?$`)

// An expression that is not known, of which the code expects several groups.
func (o *rx) sizes(text func() string) (n int) {
	m := o.re.FindStringSubmatch(text()) // want "FindStringSubmatch makes a list that stays in the function"
	if len(m) != 4 {
		return 0
	}
	for _, loc := range m[1:] {
		n += len(loc)
	}
	return n + len(m[3])
}

// nope: the list leaves, and the expression is made before the text
func leaves(s string, expression func() *regexp.Regexp) ([]string, string) {
	m := versionRE.FindStringSubmatch(s) // refused "more than positions tell is done with m"
	if m == nil {
		return nil, ""
	}
	n := expression().FindStringSubmatch(strings.TrimSpace(s)) // refused "nothing says which groups"
	return m, n[3]
}
