package dot

import . "strings"

func yes(s string) bool {
	return ToLower(s) == "on" // want "makes what is only compared"
}

func hidden(s string, EqualFold bool) bool {
	return ToLower(s) == "on" // nope: EqualFold is a variable // refused "something else"
}
