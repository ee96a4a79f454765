package named

import (
	"io"
	"regexp"
	"strings"
)

// The group has the variables of its kind, and the package calls them …Regex.
var (
	whiteSpaceAroundRegex = regexp.MustCompile(`^\s+|\s+$`)
	styleRegex            = regexp.MustCompile(`style="([^"]*)"`) // in double quotes
)

var dashes = strings.NewReplacer("-", "", "_", "")

var changed = regexp.MustCompile(`[0-9]+`)

// normalizeForComparison makes documents comparable.
func normalizeForComparison(s string) string {
	s = whiteSpaceAroundRegex.ReplaceAllString(s, "")
	quoted := regexp.MustCompile(`style='([^']*)'`) // want "a regular expression is made anew"
	s = quoted.ReplaceAllString(s, `style="$1"`)
	re := regexp.MustCompile(`style="([^"]*)"`) // want "a regular expression is made anew"
	s = re.ReplaceAllString(s, "")
	between := regexp.MustCompile(`>\s+<`) // want "a regular expression is made anew"
	return between.ReplaceAllString(s, "><")
}

// The same text has the same variable.
func compact(s string) string {
	r := strings.NewReplacer("-", "", "_", "")                              // want "a replacer is made anew"
	return r.Replace(regexp.MustCompile(`>\s+<`).ReplaceAllString(s, "><")) // want "a regular expression is made anew"
}

// nope: the name is another variable's here.
func hidden(s string, dashes bool) string {
	r := strings.NewReplacer("-", "", "_", "") // want "a replacer is made anew"
	if dashes {
		return r.Replace(s)
	}
	return s
}

// nope: the variable of the package is changed.
func numbers(s string) string {
	changed.Longest()
	return regexp.MustCompile(`[0-9]+`).FindString(s) // want "a regular expression is made anew"
}

const SALT_TEXT = "pepper"

func header(w io.Writer, b []byte) {
	w.Write([]byte{'\n'})      // want "a constant ..byte is made anew .*review: "
	w.Write([]byte(SALT_TEXT)) // want "a constant ..byte is made anew .*review: "
	w.Write(b)
}
