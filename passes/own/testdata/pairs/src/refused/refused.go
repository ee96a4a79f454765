//go:build !elsewhere

// Package refused has pairs that cannot be used, each with the words of why behind it.
package refused

import (
	"fmt"
	"strconv"
	"strings"
)

func beforeAlone(s string) string { return strings.ToUpper(s) } // says "beforeAlone has no afterAlone"

func afterAll(s string) string { return strings.ToUpper(s) } // says "afterAll has no beforeAll"

func beforeType(s string) string { return fmt.Sprint(s) }

func afterType(s []byte) string { return string(s) } // says "afterType is a func.s ..byte. string, and beforeType a func.s string. string: they must be of one type"

func beforeDefer(s string) string {
	defer fmt.Println(s) // says "beforeDefer has defer, which no pair can have"
	return s + s
}

func afterDefer(s string) string { return s + s }

func beforeReturn(s string) string {
	if s == "" {
		return "" // says "beforeReturn has a return that is not the last statement"
	}
	return fmt.Sprint(s)
}

func afterReturn(s string) string { return s }

func beforeWrites(s string) string {
	s += "!" // says "beforeWrites changes its parameter s, or takes its address"
	return s
}

func afterWrites(s string) string { return s + "!" }

func beforeAddress(s string) *string { return &s } // says "changes its parameter s, or takes its address"

func afterAddress(s string) *string { return nil }

func beforeNamed(s string) (t string) { return fmt.Sprint(s) } // says "beforeNamed has results with names"

func afterNamed(s string) string { return s }

func beforeBlank(_ string) string { return fmt.Sprint() } // says "has a parameter without a name"

func afterBlank(_ string) string { return "" } // says "has a parameter without a name"

func beforeUnused(s, t string) string { return fmt.Sprint(s) } // says "beforeUnused does not use its parameter t"

func afterUnused(s, t string) string { return s }

func beforeAny(s string) string { return s } // says "beforeAny would match every expression of its type"

func afterAny(s string) string { return strings.Clone(s) }

func beforeConst() int { return 2 + 2 } // says "beforeConst would match every such constant"

func afterConst() int { return 4 }

func beforeHelper(n int) string { return fmt.Sprint(n) }

func afterHelper(n int) string { return helper(n) } // says "afterHelper mentions helper, which is declared beside the pairs"

func helper(n int) string { return strconv.Itoa(n) }

func beforeAgain(s string) string { return strings.ToUpper(s) }

func afterAgain(s string) string { return strings.ToUpper(strings.Clone(s)) } // says "afterAgain has what beforeAgain matches"

func beforeBoxed(s string) error {
	var e strconv.NumError
	e.Func, e.Num = s, s
	return &e // says "beforeBoxed returns a .strconv.NumError as a error: let the function have the result .strconv.NumError"
}

func afterBoxed(s string) error { return nil }

func beforeLabel(n int) {
outer: // says "beforeLabel has a label"
	for range n {
		for range n {
			continue outer
		}
		fmt.Println(n)
	}
}

func afterLabel(n int) { fmt.Println(n) }

func beforeRecover() any { return recover() } // says "beforeRecover looks at the frames of its callers"

func afterRecover() any { return nil }

//unheap:differs speed it is faster // says "want //unheap:differs KIND"
func beforeKind(s string) string { return fmt.Sprint(s) }

func afterKind(s string) string { return s }

func beforeSeveral(s string) (string, string) { return strings.ToUpper(s), strings.ToLower(s) } // says "returns several values, which must be variables"

func afterSeveral(s string) (string, string) { return "", "" }

func beforeTuple(s string) (int, error) { return strconv.Atoi(s) }

func afterTuple(s string) (int, error) { return len(s), nil } // says "beforeTuple returns the values of one call, and afterTuple must too"

func Forward(s string) string { return s } // of another name

func afterwards() {} // is another word

func beforehand() {}
