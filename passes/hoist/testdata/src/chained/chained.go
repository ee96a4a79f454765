package chained

import (
	"os"
	"strings"
)

const quote = "&quot;"

// want +2 "a text for each kind that is replaced is made anew in each call of escape"
func escape(s string) string {
	s = strings.ReplaceAll(s, "&", "&amp;")
	s = strings.ReplaceAll(s, "<", "&lt;")
	s = strings.Replace(s, ">", "&gt;", -1)
	return s
}

func flat(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll((strings.ReplaceAll(s, "\n", " ")), "\t", " "), "\r", "") // want "a text for each kind"
}

// want +3 "a text for each kind"
func returned(w *strings.Builder, name func() string) string {
	w.WriteString("<")
	text := strings.ReplaceAll(name(), "&#8216;", "'")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "&#8217;", "'"), "&nbsp;", " ")
	return strings.ReplaceAll(text, quote, `"`)
}

type page struct{ title string }

// want +2 "a text for each kind"
func (p *page) slug() string {
	slug := strings.ReplaceAll(p.title, " ", "-")
	slug = strings.ReplaceAll(slug, "'", "")
	slug = strings.ReplaceAll(slug, "?", "")
	slug = strings.ReplaceAll(slug, "!", "")
	slug = strings.ToLower(slug)
	return strings.ReplaceAll(slug, "_", "-")
}

// the variable would not be used any more
//
// want +3 "a text for each kind"
func later(s string) string {
	var t string
	t = strings.ReplaceAll(s, "a", "1")
	t = strings.ReplaceAll(t, "b", "2")
	t = strings.ReplaceAll(t, "c", "3")
	return strings.ReplaceAll(t, "d", "4")
}

// nope: two cost as much
func two(s string) string {
	s = strings.ReplaceAll(s, "&", "&amp;")
	return strings.ReplaceAll(s, "<", "&lt;")
}

// nope: the second one sees what the first one writes
func written(s string) string {
	s = strings.ReplaceAll(s, "<", "&lt;") // refused "the replacement of one text may be, or become"
	s = strings.ReplaceAll(s, "&", "&amp;")
	return strings.ReplaceAll(s, ">", "&gt;")
}

// nope: what is left may be joined to one, a text begins with the end of another one, or ends in what is written
func joined(s string) string {
	s = strings.ReplaceAll(s, "-", "") // refused "the replacement of one text"
	s = strings.ReplaceAll(s, "ab", "1")
	s = strings.ReplaceAll(s, "x", "2")
	println(s)
	s = strings.ReplaceAll(s, "ab", "1") // refused "the replacement of one text"
	s = strings.ReplaceAll(s, "ca", "2")
	s = strings.ReplaceAll(s, "x", "3")
	println(s)
	s = strings.ReplaceAll(s, "x", "a") // refused "the replacement of one text"
	s = strings.ReplaceAll(s, "bc", "1")
	s = strings.ReplaceAll(s, "zab", "2")
	println(s)
	s = strings.ReplaceAll(s, "", "a") // refused "the replacement of one text"
	s = strings.ReplaceAll(s, "b", "1")
	return strings.ReplaceAll(s, "c", "2")
}

// nope: not constant, not all of them, another text, or of another build
func others(s, t, u string) string {
	s = strings.ReplaceAll(s, "a", t)
	s = strings.Replace(s, "b", "", 1)
	s = strings.ReplaceAll(s, "c", "")
	t = strings.ReplaceAll(s, "d", "")
	t = strings.ReplaceAll(u, "e", "")
	t = strings.ReplaceAll(t, "f", "")
	t = strings.ReplaceAll(t, string(os.PathSeparator), "/")
	return s + t
}

// nope: a comment would be lost
func commented(s string) string {
	s = strings.ReplaceAll(s, "a", "1")
	s = strings.ReplaceAll(s, "b", "2") // twice
	return strings.ReplaceAll(s, "c", "3")
}

func init() {
	println(strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll("", "a", "1"), "b", "2"), "c", "3")) // nope: once
}
