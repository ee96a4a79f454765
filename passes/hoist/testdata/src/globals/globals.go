package globals

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"text/template"
)

const word = `\w+`

// valid tests s.
func valid(s string) bool {
	re := regexp.MustCompile(`^` + word + `$`) // want "a regular expression is made anew"
	return re.MatchString(s)
}

// The name validRE is not free below.
func all(ss []string) (n int) {
	for _, s := range ss {
		if ok, _ := regexp.MatchString("^a+$", s); ok { // want "a regular expression is made anew"
			n++
		}
	}
	return n
}

func both(s string) (bool, error) {
	ok, err := regexp.MatchString("a", s) // want "a regular expression is made anew"
	if err != nil || ok {
		return ok, err
	}
	return regexp.MatchString("b", s) // want "a regular expression is made anew"
}

type T struct{}

func (T) Clean(s string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(s) // want "a replacer is made anew"
}

func render(w io.Writer, data any) error {
	var t = template.Must(template.New("page").Parse("{{.Name | printf \"%q\"}}")) // want "a template is made anew"
	return t.Execute(w, data)
}

func check(n int) error {
	if n < 0 {
		return errors.New("negative") // want `a constant error is made anew.*\(review: errors of different`
	}
	if n > 9 {
		return fmt.Errorf("too large") // want `a constant error is made anew.*\(review: errors of different`
	}
	return nil
}

// What a clause says is a name, and half a sentence is none.
func named(y int, id, other string) error {
	switch {
	case y > 9999:
		return errors.New("time: year outside of range [0,9999]") // want `a constant error.*\(review: errors of different`
	case id == "":
		return fmt.Errorf("empty ID, ID must not be empty") // want `a constant error.*\(review: errors of different`
	case other == "":
		return fmt.Errorf("swap from ID must not be empty") // want `a constant error.*\(review: errors of different`
	}
	return nil
}

func generic[S ~string](s S) bool {
	return regexp.MustCompile("x").MatchString(string(s)) // want "a regular expression is made anew"
}

// a local constant
func local(s string) bool {
	const p = `\d` + "`"
	const q = "x\"y"
	return regexp.MustCompile(p).MatchString(s) || // want "a regular expression is made anew"
		regexp.MustCompile("^"+q).MatchString(s) // want "a regular expression is made anew"
}

func nestedConst(w io.Writer) error {
	const name = "page"
	return template.Must(template.New(name).Parse("x")).Execute(w, nil) // want "a template is made anew"
}

// in a literal
func literals() func(string) bool {
	return func(s string) bool {
		ok, _ := regexp.MatchString("q", s) // want "a regular expression is made anew"
		return ok
	}
}

// of this build
func unsupported() error {
	return errors.New("no support for " + runtime.GOOS + "/" + runtime.GOARCH) // want `a constant error is made anew in each call of unsupported .review: errors of different calls become equal.`
}

// The name of the variable says what it is.
func scan(s string) []string {
	wordRegexp := regexp.MustCompile(`\w+`) // want "a regular expression is made anew"

	if s == "" {
		return nil
	}
	return wordRegexp.FindAllString(s, -1)
}

// Two functions have a variable of that name.
func first(s string) string {
	digitRegexp := regexp.MustCompile(`\d+`) // want "a regular expression is made anew"
	return digitRegexp.FindString(s)
}

func second(s string) string {
	digitRegexp := regexp.MustCompile(`[0-9]`) // want "a regular expression is made anew"
	return digitRegexp.FindString(s)
}

func third(s string) string {
	println()

	spaceRegexp := regexp.MustCompile(`\s+`) // want "a regular expression is made anew"

	{
		escaped := strings.NewReplacer("<", "&lt;", "&", "&amp;") // want "a replacer is made anew"
		s = escaped.Replace(s)
		quotedReplacer := strings.NewReplacer("'", "\"", "`", "\"") // want "a replacer is made anew"
		s = quotedReplacer.Replace(s)
		replacer := strings.NewReplacer("[", "", "]", "") // want "a replacer is made anew"
		s = replacer.Replace(s)
	}
	return spaceRegexp.ReplaceAllString(s, " ")
}

// The name would be one of the package's interface.
func fourth(s string) string {
	LetterRegexp := regexp.MustCompile(`[a-z]`) // want "a regular expression is made anew"
	return LetterRegexp.FindString(s)
}

func interval(text string) (string, error) {
	isNumber, err := regexp.MatchString(`^\d+$`, text) // want "a regular expression is made anew"
	if err != nil {
		return "", err
	}
	if isNumber {
		return text + "s", nil
	}
	parsed, err := strconv.Atoi(text)
	return strconv.Itoa(parsed), err
}

// The error has another use.
func reported(text string) (isNumber bool) {
	isNumber, err := regexp.MatchString(`^\d+$`, text) // want "a regular expression is made anew"
	if err != nil {
		return false
	}
	println(err)
	return isNumber
}

// Without the branch nothing would use the label.
func numbers(texts []string) (n int) {
outer:
	for _, text := range texts {
		isNumber, err := regexp.MatchString(`^\d+$`, text) // want "a regular expression is made anew"
		if err != nil {
			continue outer
		}
		if isNumber {
			n++
		}
	}
	return n
}

// one variable for one text
func readFirst(n int) error {
	if n < 0 {
		return errors.New("packet not received") // want `a constant error is made anew in each call of readFirst .review: errors of different`
	}
	if n > 9 {
		return fmt.Errorf("packet not received") // want `a constant error is made anew in each call of readFirst .review: errors of different`
	}
	return nil
}

func readSecond(n int) error {
	if n < 0 {
		return errors.New("packet not received") // want `a constant error is made anew in each call of readSecond .review: errors of different`
	}
	return nil
}

// A comment stays with what it is about.
func described(s string) bool {
	// Words have letters.
	re := regexp.MustCompile(`^[a-z]+$`) // want "a regular expression is made anew"
	if s == "" {
		return false
	}
	return re.MatchString(s)
}

func explained(s string) string {
	// Blanks are one blank.
	re := regexp.MustCompile(`\s\s+`) // want "a regular expression is made anew"
	return re.ReplaceAllString(s, " ")
}
