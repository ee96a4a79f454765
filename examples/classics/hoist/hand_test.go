package hoist

import (
	"errors"
	"regexp"
	"strings"
)

var (
	wordRE   = regexp.MustCompile(`^[a-z]+[0-9]*$`)
	numberRE = regexp.MustCompile(`\d+`)
	keyRE    = regexp.MustCompile(`^key[0-9]=`)
	valueRE  = regexp.MustCompile(`value$`)
	escaper  = strings.NewReplacer("<", "&lt;", ">", "&gt;")

	errNegative = errors.New("hoist: negative")
	errLine     = errors.New("hoist: no such line")
	errMany     = errors.New("hoist: too many")
)

func handC08(s string) bool { return wordRE.MatchString(s) }

func (l *Log) handC08Method() string { return numberRE.FindString(strings.Join(l.lines, " ")) }

func handC08Replacer(s string) string { return escaper.Replace(s) }

func handC08b(lines []string) (n int) {
	for _, l := range lines {
		if keyRE.MatchString(l) {
			n++
		}
	}
	return n
}

func handC08bLoop(lines []string) (found []bool) {
	found = make([]bool, len(lines))
	for i, l := range lines {
		found[i] = valueRE.MatchString(l)
	}
	return found
}

func handC17(n int) error {
	if n < 0 {
		return errNegative
	}
	return nil
}

func (l *Log) handC17Method(i int) (string, error) {
	if i >= len(l.lines) {
		return "", errLine
	}
	return l.lines[i], nil
}

func handC17b(n int) error {
	if n > 100 {
		return errMany
	}
	return nil
}
