package negative

import (
	"errors"
	"regexp"
	"strings"
	"text/template"
)

// nope: made once
var at = regexp.MustCompile("x")

var errOnce = errors.New("x")

func init() {
	at = regexp.MustCompile("y")
}

// nope: does not compile, and panics only if it is called
func broken(s string) bool {
	return regexp.MustCompile("(").MatchString(s)
}

func wrong(s string) (bool, error) {
	return regexp.MatchString("(", s)
}

// nope: an odd number of strings panics
func odd(s string) string {
	return strings.NewReplacer("a").Replace(s)
}

// nope: does not parse
func tmpl() error {
	return template.Must(template.New("x").Parse("{{.A")).Execute(nil, nil)
}

// nope: a function that is not known to templates
func funcs() error {
	return template.Must(template.New("x").Parse("{{f .}}")).Execute(nil, nil)
}

// nope: Longest changes the expression
func longest(s string) string {
	re := regexp.MustCompile("a|ab") // refused "is used by more than methods"
	re.Longest()
	return re.FindString(s)
}

// nope: handed on
func handed() *regexp.Regexp {
	return regexp.MustCompile("x") // refused "is used by more than methods"
}

func stored(m map[string]*regexp.Regexp) {
	re := regexp.MustCompile("x")
	m["x"] = re
}

// nope: not constant
func variable(p, s string) bool {
	return regexp.MustCompile(p).MatchString(s)
}

// nope: a name that means something else
func shadowed(regexp compiler, s string) bool {
	return regexp.MustCompile("x").MatchString(s)
}

type compiler struct{}

func (compiler) MustCompile(string) *regexp.Regexp { return nil }

// nope: a comment would be lost
func comment(s string) bool {
	return regexp.MustCompile(
		"x", // the letter
	).MatchString(s)
}

// nope: the error is not constant
func failure(s string) error {
	return errors.New("bad " + s)
}

// nope: the pattern is written anew
func assigned(s string) bool {
	re := regexp.MustCompile("x")
	re = regexp.MustCompile("y")
	return re.MatchString(s)
}

// nope: a method value may be kept
func value() func(string) bool {
	re := regexp.MustCompile("x")
	return re.MatchString
}

// nope: another Must, another New
func others(s string) bool {
	must := struct{ Must func(string) bool }{func(string) bool { return false }}
	return must.Must("x")
}

// nope: the results are one argument
func argument(s string) {
	func(bool, error) {}(regexp.MatchString("x", s))
}

// nope: the error is thrown away
func statement() {
	errors.New("x")
	_, _ = regexp.MatchString("x", "y")
}

// nope: the elements of a slice may be other ones in each iteration
func elements(words []string, n int, use func(string)) {
	for i := range n {
		use(strings.Join(words, " "))
		words[0] = words[i]
	}
}

// nope: captures a variable of the loop
func perItem(items []string, out chan<- string) {
	for _, item := range items {
		go func() { out <- item }()
	}
}

// nope: runs in some iterations, perhaps in none
func seldom(items []string, out chan<- int) {
	for _, item := range items {
		if item == "" {
			go func() { out <- len(items) }()
		}
	}
}

// nope: captures nothing
func alone(n int) {
	for range n {
		go func() { println("x") }()
	}
}

// nope: on the stack
func called(items []string) (n int) {
	for range items {
		func() { n += len(items) }()
	}
	return n
}
