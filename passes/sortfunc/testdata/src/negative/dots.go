package negative

import . "sort"

// nope: nor here
func dots(names []string) {
	Sort(StringSlice(names)) // refused "with a dot"
}
