package keys

import (
	"fmt"
	"strings"
)

var units = map[string]int{"KB": 1 << 10, "MB": 1 << 20}

// Nobody else has the key.
func size(name string) (int, bool) {
	// The case of a unit is no matter.
	n, ok := units[strings.ToUpper(name)] // want "ToUpper makes a text that is only looked at"
	return n, ok
}

func known(kind *string) int {
	if _, ok := units[(strings.ToLower(*kind))]; ok { // want "ToLower makes a text that is only looked at"
		return 1
	}
	switch strings.ToLower(*kind) { // want "ToLower makes a text that is only looked at"
	case "get", "put", "patch", "ärger":
		return 2
	case "head", "delete", "trace", "connect":
		return 3
	}
	switch strings.ToLower(fmt.Sprint(*kind)) { // want "ToLower makes a text that is only looked at"
	case "put":
		return 1
	}
	return 0
}

// Several looks at one text.
func several(headers []string, name, utf string) (n int) {
	for _, r := range headers {
		lower := strings.ToLower(r) // want "ToLower makes a text that is only looked at"
		if lower == name || lower[0] == 'x' && len(lower) > 1 {
			n += units[lower]
		}
	}
	if key := strings.ToLower(utf + name); units[key] > 0 && key < name { // want "ToLower makes a text that is only looked at"
		n++
	}
	return n
}

// Characters are replaced, too.
func replaced(s string, text []string) (n int) {
	dashed := strings.ReplaceAll(strings.ToUpper(s), "_", "-") // want "ReplaceAll makes a text that is only looked at"
	n += units[dashed]
	n += units[strings.ReplaceAll(text[0], "-", "_")]         // want "ReplaceAll makes a text that is only looked at"
	tag := strings.ToUpper(strings.ReplaceAll(s, "\x00", "")) // want "review: bytes that are no UTF-8 do not come together"
	if tag == "IMPORT" || tag == "ENTITY" || units[tag] == 1 {
		n++
	}
	spaced := strings.ToLower(strings.ReplaceAll(s, " ", "_")) // want "ToLower makes a text that is only looked at"
	return n + units[spaced]
}

// The error is the exception.
func parse(s string) (int, error) {
	lower := strings.ToLower(s) // want "ToLower makes a text that is only looked at"
	switch lower {
	case "debug", "trace", "info", "warn", "error", "fatal", "panic":
		return 1, nil
	}
	return 0, fmt.Errorf("no level: %q", lower)
}

// The variable of the loop is neither the text nor the bytes.
func short(r, c string) int {
	char := strings.ToLower(r) // want "ToLower makes a text that is only looked at"
	return units[char] + shorter(c)
}

func shorter(c string) int {
	char := strings.ReplaceAll(c, "-", "") // want "ReplaceAll makes a text that is only looked at"
	return units[char]
}
