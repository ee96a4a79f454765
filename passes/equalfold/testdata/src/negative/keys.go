package negative

import "strings"

var table_ = map[string]int{}

type kind string

var kinds = map[kind]int{}

// nope: the map keeps the key, or the text goes elsewhere
func stored(s string) string {
	table_[strings.ToLower(s)]++
	table_[strings.ToUpper(s)] = 1
	delete(table_, strings.ToLower(s))
	key := strings.ToLower(s)
	if table_[key] > 0 {
		return key
	}
	return ""
}

// nope: a key of another type, which the compiler makes a string for
func typed(s string) int { return kinds[kind(strings.ToLower(s))] }

// nope: there is no place before it
func conditional(s string, yes bool) bool {
	return yes && table_[strings.ToLower(s)] > 0 // refused "something else in the statement has to be evaluated first"
}

// nope: the text is made of more than characters
func longer(s string) int {
	return table_[strings.ReplaceAll(s, "--", "-")] + table_[strings.ReplaceAll(s, "-", "--")] + table_[strings.ReplaceAll(s, "ä", "a")]
}

// nope: a literal has it, it is set, or it has a name that is needed
func shared(s string, more bool) int {
	a := strings.ToLower(s)
	f := func() int { return table_[a] }
	b := strings.ToLower(s)
	if more {
		b = s
	}
	utf8 := strings.ToLower(s)
	return f() + table_[b] + table_[utf8]
}

// nope: the cases are no constants, for which the compiler makes a string
func variableCases(s, t string) bool {
	lower := strings.ToLower(s)
	switch lower { // refused "a case is no constant"
	case t:
		return true
	}
	return table_[lower] > 0
}

// nope: one call gives no constant, or one in another case
func isOf(s, key, low string) bool { return strings.ToUpper(s) == key || strings.ToUpper(s) == low }

func isOfThese(s string) bool { return isOf(s, "GET", "put") || isOf(s, s, "GET") }

// nope: package unicode would have another name
func named2(s, unicode string) int { return table_[strings.ToLower(s)] + len(unicode) }

// nope: the variable hides the type that is written
func hidden(s string) int {
	byte := strings.ReplaceAll(s, "-", "")
	return table_[byte]
}
