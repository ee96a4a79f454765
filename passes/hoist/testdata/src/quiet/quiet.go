package quiet

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"sync"
)

type word string

func (w word) String() string { return clean(string(w)) }

// None of these runs a method of word.
var (
	_     fmt.Stringer = word("")
	home               = os.Getenv("HOME")
	errNo              = errors.New("no")
	typ                = reflect.TypeOf(word(""))
	upper              = strings.ToUpper(home)
	pool               = sync.Pool{New: func() any { return word("") }}
	first              = func() string { return strings.TrimSpace(home) }()
)

func clean(s string) string {
	return regexp.MustCompile(`\s+`).ReplaceAllString(s, " ") // want `made anew in each call of clean$`
}
