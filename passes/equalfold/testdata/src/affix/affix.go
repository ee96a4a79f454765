package affix

import "strings"

func token(auth string) (string, bool) {
	if !strings.HasPrefix(strings.ToLower(auth), "bearer ") { // want "strings.ToLower makes"
		return "", false
	}
	return auth[7:], true
}

type file struct{ name string }

const ext = ".html"

func (f file) html() bool {
	return strings.HasSuffix(strings.ToLower(f.name), ext) || // want "strings.ToLower makes"
		strings.HasSuffix(strings.ToUpper(f.name), ".HTM") // want "strings.ToUpper makes"
}
