// Package hoist holds the classic cases of values that are the same each time
// and are made anew each time.
package hoist

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// C08 compiles a regular expression per call.
func C08(s string) bool {
	re := regexp.MustCompile(`^[a-z]+[0-9]*$`)
	return re.MatchString(s)
}

// A Log is a list of lines.
type Log struct{ lines []string }

// C08Method is C08 in an expression of a method.
func (l *Log) C08Method() string {
	return regexp.MustCompile(`\d+`).FindString(strings.Join(l.lines, " "))
}

// C08Replacer is C08 of a strings.Replacer.
func C08Replacer(s string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(s)
}

// C08b matches by the text of a regular expression, in a loop.
func C08b(lines []string) (n int) {
	for _, l := range lines {
		if ok, _ := regexp.MatchString(`^key[0-9]=`, l); ok {
			n++
		}
	}
	return n
}

// C08bLoop compiles in the loop.
func C08bLoop(lines []string) (found []bool) {
	found = make([]bool, len(lines))
	for i, l := range lines {
		re := regexp.MustCompile(`value$`)
		found[i] = re.MatchString(l)
	}
	return found
}

// C17 makes an error with a constant text per failure.
func C17(n int) error {
	if n < 0 {
		return errors.New("hoist: negative")
	}
	return nil
}

// C17Method is C17 as a method with two results.
func (l *Log) C17Method(i int) (string, error) {
	if i >= len(l.lines) {
		return "", errors.New("hoist: no such line")
	}
	return l.lines[i], nil
}

// C17b formats an error that has nothing to format. Since Go 1.26 errors.New in
// its place costs the same.
func C17b(n int) error {
	if n > 100 {
		return fmt.Errorf("hoist: too many")
	}
	return nil
}
