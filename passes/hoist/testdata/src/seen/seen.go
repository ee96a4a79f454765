package seen

import (
	"regexp"
	"strings"
)

// The order of initialization sees all that runs here.
var ready = known("x")

func known(s string) bool {
	return inner(s)
}

func inner(s string) bool {
	return regexp.MustCompile("x").MatchString(s) // want `made anew in each call of inner$`
}

// nope: goto leads back to the loop with another q.
func back(q string, list []string) (out []string) {
again:
	for _, s := range list {
		out = append(out, strings.ToLower(q)+s)
	}
	if len(out) < 5 {
		q += "Z"
		goto again
	}
	return out
}

// nope: goto must not jump over a declaration.
func over(q string, list []string) (out []string) {
	if len(list) == 0 {
		goto done
	}
	for _, s := range list {
		out = append(out, strings.ToLower(q)+s)
	}
done:
	return out
}
