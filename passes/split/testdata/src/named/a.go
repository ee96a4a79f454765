package named

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

type version struct {
	Major, Minor, Fix, Patch int
	URLPath, ID              string
	name, value              string
	Type, Default            string
	IPv4, IPv6               string
	OK, Rest                 string
	Secure                   bool
	err                      error
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// The fields tell what the parts are, through a call as well.
func fields(s string) (v version, err error) {
	mm := strings.Split(s, ".") // want "strings.Split makes a slice"
	if len(mm) != 2 {
		return v, errors.New("no version: " + s)
	}
	v.Major = number(mm[0])
	if v.Minor, err = strconv.Atoi(mm[1]); err != nil {
		return v, fmt.Errorf("no number: %s", mm[1])
	}
	return v, nil
}

func three(s string) (v version) {
	mm := strings.SplitN(s, ".", 3) // want "strings.SplitN makes a slice"
	if len(mm) == 3 {
		v.Major, v.Minor, v.Fix = number(mm[0]), number(mm[1]), number(mm[2])
	}
	return v
}

// A map has keys and values, an initialism is one word, and a field of the name is in nobody's way.
func pairs(lines []string, pairs map[string]string, list *[]version) {
	for _, line := range lines {
		if kv := strings.SplitN(line, "=", 2); len(kv) == 2 && kv[0] != "" { // want "strings.SplitN makes a slice"
			pairs[(kv[0])] = kv[1]
		}
	}
	for _, line := range lines {
		kv := strings.SplitN(line, " ", 2) // want "strings.SplitN makes a slice"
		if len(kv) < 2 {
			continue
		}
		*list = append(*list, version{URLPath: kv[0], ID: strings.TrimSpace(kv[1])})
	}
	for _, line := range lines {
		parts := strings.SplitN(line, ":", 2) // want "strings.SplitN makes a slice"
		if len(parts) < 2 {
			continue
		}
		x := version{}
		x.name, x.value = parts[0], string(parts[1])
		*list = append(*list, x)
	}
}

func literal(s string) map[string]string {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) < 2 {
		return nil
	}
	return map[string]string{kv[0]: kv[1]}
}

// One part has a name of its own, and the other one a destination.
func own(s string, m map[string]string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) < 2 {
		return
	}
	k := kv[0]
	m[k] = kv[1]
}

// Only one part is used.
func only(s string) (v version) {
	v.ID = strings.Split(s, "@")[0] // want "strings.Split makes a slice"
	return v
}

func known(s string) (v version) {
	if strings.Contains(s, "@") {
		v.URLPath = strings.SplitN(s, "@", 2)[1] // want "strings.SplitN makes a slice"
	}
	return v
}

func counted(v *version, s string) int {
	parts := strings.Split(s, ":") // want "strings.Split makes a slice"
	switch len(parts) {
	case 1:
		v.name = parts[0]
	case 2:
		v.name, v.value = parts[0], parts[1]
	}
	return len(parts)
}

// The rest have no good names: keywords, predeclared names, names that are taken, or end in a digit, or one part has
// several destinations, or none.
func types(v *version, s string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		v.Type, v.value = kv[0], kv[1]
	}
}

func predeclared(m map[string]version, string func(string) version, s string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		m[kv[0]] = version{IPv4: kv[1]}
	}
}

var patch int

func taken(v *version, s string) (minor int) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		v.Major, v.Minor = number(kv[0]), number(kv[1])
	}
	return minor
}

func global(v *version, s string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		v.Major, v.Patch = number(kv[0]), number(kv[1])
	}
}

func later(v *version, s string) int {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		major := 1
		v.Major, v.Minor = number(kv[0]), number(kv[1])
		return major
	}
	return 0
}

func imported(v *struct{ Errors, Fmt string }, s string) error {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) < 2 {
		return errors.New(s)
	}
	v.Errors, v.Fmt = kv[0], kv[1]
	return nil
}

func several(v *version, s string, second bool) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) < 2 {
		return
	}
	v.ID = kv[0]
	if v.name = kv[1]; second {
		v.value = kv[1]
	}
}

func same(v, w *version, s string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		v.ID, w.ID = kv[0], kv[1]
	}
}

func chosen(v *version, m map[string]bool, s string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) < 2 {
		return
	}
	if kv[0] == "id" {
		v.ID = kv[1]
	}
	m[kv[0]] = true
}

func none(v *version, s string) int {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) < 2 {
		return 0
	}
	v.ID = kv[0]
	return number(kv[1])
}

func verdict(v *version, s string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		v.Major, v.Secure = len(kv[0]), strings.ContainsRune(kv[1], 's')
	}
}

func wrong(v *version, s string, check func(string) error) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		v.ID, v.err = kv[0], check(kv[1])
	}
}

func declared(v *version, s string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		v.OK, v.Rest = kv[0], kv[1]
	}
}

func grown(v *version, s string) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		v.name += kv[0]
		v.value += kv[1]
	}
}

type address struct{ host, port string }

// The elements of a literal have the names of its fields.
func listed(s string) address {
	kv := strings.SplitN(s, ":", 2) // want "strings.SplitN makes a slice"
	if len(kv) != 2 {
		return address{}
	}
	return address{kv[0], kv[1]}
}

// The parts have the names of parameters.
func passed(s string, set func(name, value string)) {
	kv := strings.SplitN(s, "=", 2) // want "strings.SplitN makes a slice"
	if len(kv) == 2 {
		set(kv[0], kv[1])
	}
}

// They do not if these say only that they are texts.
func replaced(s string, replace func(old, new string)) {
	parts := strings.SplitN(s, "/", 2) // want "strings.SplitN makes a slice"
	if len(parts) == 2 {
		replace(parts[0], parts[1])
	}
}
