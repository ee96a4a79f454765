package replacers

import (
	"io"
	"strings"
)

var unescaper = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">")

var escaper = strings.NewReplacer("\r\n", "\\n", "\n", "\\n", "\t", "\\t")

var ofBytes = strings.NewReplacer("<", "&lt;", ">", "&gt;")

var ofOne = strings.NewReplacer("--", "-")

var ofWords = strings.NewReplacer("colour", "color", "grey", "gray")

var everywhere = strings.NewReplacer("", "-", "&&", "&")

var changed = strings.NewReplacer("&&", "&", "||", "|")

var Exported = strings.NewReplacer("&&", "&", "||", "|")

var greek = strings.NewReplacer("ά", "α", "έ", "ε")

func unescape(s string) string {
	return unescaper.Replace(s) // want `unescaper copies a text also where it replaces nothing$`
}

type field struct{ name, value string }

func (f *field) clean() {
	// the comment stays
	f.value = escaper.Replace(f.value) // want `escaper copies a text`
}

func line(w io.Writer, s string) {
	text := escaper.Replace(s) // want `escaper copies a text`
	io.WriteString(w, text)
}

func local(lists []string) (n int) {
	dots := strings.NewReplacer("..", ".", "//", "/")
	for _, s := range lists {
		s = dots.Replace(s) // want `dots copies a text`
		n += len(s)
	}
	return n
}

func short(s string) string {
	if len(s) == 0 {
		return "none"
	}
	return unescaper.Replace(s) // want `unescaper copies a text`
}

func british(s string) string {
	return strings.NewReplacer("&colour", "&color", "&colours", "&colors").Replace(s) // nope: no variable
}

func word(s string) string {
	return ofWords.Replace(s) // nope: most texts have these letters // refused "most texts have what begins"
}

func bytes(s string) string {
	return ofBytes.Replace(s) // nope: it copies nothing then
}

func one(s string) string {
	return ofOne.Replace(s) // nope: nor does one for one text
}

func all(s string) string {
	return everywhere.Replace(s) // nope: there is always something
}

func set(s string) string {
	return changed.Replace(s) // nope: it may be another one
}

func change() { changed = ofBytes }

func exported(s string) string {
	return Exported.Replace(s) // nope: other packages may set it
}

func beyond(s string) string {
	return greek.Replace(s) // nope: the first bytes of most letters are the same // refused "most texts"
}

func asked(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	return unescaper.Replace(s) // nope: it is asked before
}

func within(s string) string {
	if strings.ContainsAny(s, "\r\n\t") {
		s = escaper.Replace(s) // nope: likewise
	}
	return s
}

func constant() string {
	return unescaper.Replace("&amp;") // nope: a constant
}

func call(f func() string) string {
	return unescaper.Replace(f()) // nope: it would be called twice
}

func both(s string) (string, error) {
	return unescaper.Replace(s), nil // nope: BAD: one of several results
}

var first = early("a")

func early(s string) string {
	return unescaper.Replace(s) // nope: before there is one // refused "may need the text before"
}
