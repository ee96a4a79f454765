package dot

import . "strings"

// The loop hides Count, which is called in front of it.
func parts(s string) []string {
	var out []string
	for Count := range SplitSeq(s, ",") {
		if Count != "" {
			out = append(out, Count) // want `review: .*nil becomes empty`
		}
	}
	return out
}
