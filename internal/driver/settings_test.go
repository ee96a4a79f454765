package driver

import "testing"

func TestWithLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"module m":                "module m\ngo 1.16\n",
		"module m\n\ngo 1.22\n":   "module m\n\ngo 1.22\n",
		"module m\n\ngo 1.x\n":    "module m\n\ngo 1.x\n", // the go command says what is wrong with it
		"module m\n\nrequire (\n": "module m\n\nrequire (\n",
	} {
		if got := string(withLanguage([]byte(text))); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
