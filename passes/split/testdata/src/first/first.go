package first

import "strings"

type user struct{ mail string }

// basic test
func user0(s string) string {
	return strings.Split(s, "@")[0] // want "strings.Split makes a slice"
}

func (u *user) name() string {
	return strings.ToLower(strings.SplitN(u.mail, "@", 2)[0]) // want "strings.SplitN makes a slice"
}

func assign(s string) (x string) {
	x = strings.Split(s, "@")[0] // want "strings.Split makes a slice"
	return x
}

func condition(s string) int {
	if strings.Split(s, ":")[0] == "http" { // want "strings.Split makes a slice"
		return 80
	}
	return 0
}

func variable(s string) string {
	parts := strings.Split(s, ":") // want "strings.Split makes a slice"
	host := parts[0]
	return host + parts[0]
}

func count(s string) int {
	return 2 * len(strings.Split(s, ",")) // want "strings.Split makes a slice"
}

func generic[T ~string](s T) string {
	return strings.Split(string(s), "@")[0] // want "strings.Split makes a slice"
}

func minus(s string) int {
	return -len(strings.Split(s, ",")) // want "slice that is not needed"
}

func compared(s string, n int) bool {
	return len(strings.Split(s, ".")) < 3 || len(strings.Split(s, ".")) == n // want "slice that is not needed" "slice that is not needed"
}

type flag bool

func several(s string) (some, one bool, named flag, n int) {
	if len(strings.Split(s, ".")) > 1 { // want "slice that is not needed"
		some = true
	}
	one = len(strings.Split(s, ".")) == 1       // want "slice that is not needed"
	named = len(strings.Split(s, ".")) >= 2     // want "slice that is not needed"
	one = one && 2 > len(strings.Split(s, ".")) // want "slice that is not needed"
	for len(strings.Split(s, ".")) != 3 {       // want "slice that is not needed"
		s += "."
	}
	return some, one, named, 1<<len(strings.Split(s, ".")) + len(strings.Split(s, ","))%2 // want "slice that is not needed" "slice that is not needed"
}

// there is always one part
func never(tags []string) (names []string) {
	for _, tag := range tags {
		parts := strings.Split(tag, ",") // want "strings.Split makes a slice"
		if len(parts) == 0 {
			continue
		}

		name := parts[0]
		if 0 < len(parts) && name != "" || len(parts) < 1 {
			names = append(names, name)
		}
	}
	return names
}

// nope: what is in the branch is needed there
func needed(tag string) string {
	unused := len(tag)
	parts := strings.Split(tag, ",") // refused "there is always a part"
	if len(parts) == 0 {
		println(unused)
	}
	return parts[0]
}
