package builds

import "strings"

// nope: a function of a file for one system may look at frames, and the body of the loop would be one of its own
func frames(s string) {
	for i, part := range strings.Split(s, ",") {
		log(i, part)
	}
}
