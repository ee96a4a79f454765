package ragged

import "strings"

type lines struct{ all []string; n int }

// Make is in a file that nobody has formatted, and a fix does not.
//
// want +2 "the result of Make is on the heap"
func Make(s string) *lines {
    l := new(lines)

    l.all = append(l.all, strings.Fields(strings.ToLower(s))...)
    l.n = strings.Index(s, "x")+strings.Index(s, "y")
    return l
}
