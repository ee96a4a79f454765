package joins

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
)

type rec struct {
	name, value string
	id          int
}

func pairs(m []rec) string {
	var parts []string
	for _, r := range m {
		parts = append(parts, r.name+"="+r.value)
	}
	return strings.Join(parts, ", ") // want "pieces are gathered in parts only to be joined$"
}

func names(m []rec) string {
	parts := make([]string, 0, len(m))
	for _, r := range m {
		parts = append(parts, r.name)
	}
	return "[" + strings.Join(parts, ",") + "]" // want "pieces are gathered in parts only to be joined$"
}

func numbers(list []int) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = strconv.Itoa(n)
	}
	return strings.Join(parts, ",") // want `only to be joined \(review: who keeps the text keeps room for the longest that it may be`
}

func values(m []rec, sep string) string {
	var parts []string
	for i := range m {
		parts = append(parts, m[i].value)
	}
	return strings.Join(parts, sep) // want "pieces are gathered in parts only to be joined$"
}

func some(a, b, c string) string {
	var list = []string{}
	if a != "" {
		list = append(list, a)
	}
	if b != "" {
		list = append(list, b, c)
	}
	return strings.Join(list, " ") // want `only to be joined \(review: who keeps the text keeps room`
}

func begun(a string, rest []string) string {
	list := []string{"begin", a}
	for _, r := range rest {
		list = append(list, r)
	}
	return strings.Join(list, "/") // want "only to be joined$"
}

func straight(a, b string, more bool) string {
	var (
		list []string
		n    int
	)
	list = append(list, a)
	if more {
		list = append(list, b, b+a)
	}
	return strings.Join(list, ",") + strconv.Itoa(n) // want `only to be joined \(review: who keeps`
}

func formatted(m map[string]int) string {
	var list []string
	for k, v := range m {
		list = append(list, fmt.Sprintf("%s=%d", k, v))
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, "&") // nope: the pieces may be empty, as far as one sees // refused "may be empty"
}

func printed(m map[string]int) string {
	var list []string
	for k, v := range m {
		list = append(list, fmt.Sprintf("%s=%d", k, v))
	}
	return strings.Join(list, "&") // want "only to be joined$"
}

func filled(m map[string]string) string {
	list := make([]string, 0)
	for k, v := range m {
		if v != "" {
			list = append(list, k+"="+strings.ToUpper(v))
		}
	}
	if len(list) > 0 {
		return "?" + strings.Join(list, "&") // want "only to be joined$"
	}
	return strings.Join(list, "&")
}

func glued(m []rec) string {
	var list []string
	for _, r := range m {
		list = append(list, r.name, strconv.Quote(r.value)+";")
	}
	return strings.Join(list, "") // nope: a name is no object, and its length is known, but not that of the quotation // refused "is not known before"
}

func pasted(m []rec) string {
	var list []string
	for _, r := range m {
		list = append(list, r.name, r.value+";")
	}
	return strings.Join(list, "") // want "only to be joined$"
}

// nope: the list is sorted
func sorted(m []rec) string {
	var list []string
	for _, r := range m {
		list = append(list, r.name)
	}
	sort.Strings(list)
	return strings.Join(list, ",")
}

// nope: the list is returned, too
func both(m []rec) (string, []string) {
	var list []string
	for _, r := range m {
		list = append(list, r.name)
	}
	return strings.Join(list, ","), list
}

// nope: some are left empty
func left(m []rec) string {
	list := make([]string, len(m))
	for i, r := range m {
		if r.id == 0 {
			continue
		}
		list[i] = r.name
	}
	return strings.Join(list, ",") // refused "may be left out"
}

// nope: keys of a string are those of bytes
func runes(s string) string {
	list := make([]string, len(s))
	for i, r := range s {
		list[i] = strconv.Itoa(int(r))
	}
	return strings.Join(list, ",") // refused "may be left out"
}

// nope: the length is that of another one
func shorter(m, n []rec) string {
	list := make([]string, len(m))
	for i, r := range n {
		list[i] = r.name
	}
	return strings.Join(list, ",") // refused "may be left out"
}

// nope: another order
func backwards(m []rec) string {
	list := make([]string, len(m))
	for i, r := range m {
		i = len(m) - 1 - i
		list[i] = r.name
	}
	return strings.Join(list, ",") // refused "may be left out"
}

// nope: a separator that is not the same when pieces are added
func separators(m []rec, sep string) string {
	var list []string
	for _, r := range m {
		list = append(list, r.name)
		sep += "."
	}
	return strings.Join(list, sep) // refused "the separator may be another one"
}

const comma = ","

// nope: the separator is hidden
func hidden(m []rec) string {
	var list []string
	for _, comma := range m {
		list = append(list, comma.name)
	}
	return strings.Join(list, comma) // refused "the separator means something else"
}

// nope: the elements may not be read one after the other
func ordered(p *rec, change func() string) string {
	var list []string
	for range 3 {
		list = append(list, p.name, change())
	}
	return strings.Join(list, ",") // refused "the order of evaluation"
}

// nope: nobody knows how long the names are
func unknown(m []rec, f func(rec) string) string {
	var list []string
	for _, r := range m {
		list = append(list, f(r))
	}
	return strings.Join(list, ",") // refused "not known before"
}

// nope: a part of the list
func part(m []rec) string {
	var list []string
	for _, r := range m {
		list = append(list, r.name)
	}
	return strings.Join(list[1:], ",")
}

// nope: a literal adds when nobody knows
func later(each func(func(string))) string {
	var list []string
	each(func(s string) { list = append(list, s+"!") })
	return strings.Join(list, ",")
}

// nope: other lists
func lists(m []rec, all ...string) string {
	var list []string
	for _, r := range m {
		list = append(list, r.name)
		list = append(list, all...)
	}
	return strings.Join(list, ",")
}

// nope: an element by its number
func keyed(m []rec) string {
	list := []string{1: "a"}
	for _, r := range m {
		list = append(list, r.name)
	}
	return strings.Join(list, ",")
}

// nope: nil is asked for
func absent(m []rec) string {
	var list []string
	for _, r := range m {
		list = append(list, r.name)
	}
	if list == nil {
		return "-"
	}
	return strings.Join(list, ",")
}

// nope: a comment would be lost
func commented(m []rec) string {
	var list []string
	for _, r := range m {
		list = append(list, r.name /* and */, r.value)
	}
	return strings.Join(list, ",") // refused "a comment"
}

// nope: constants, and one joined is that one
func constants(a, b, c bool) string {
	var list []string
	if a {
		list = append(list, "a")
	}
	if b {
		list = append(list, "b")
	}
	if c {
		list = append(list, "c")
	}
	return strings.Join(list, ",") // refused "makes no object"
}

func indexed(list []int) string {
	parts := make([]string, len(list))
	for i := 0; i < len(list); i++ {
		parts[i] = strconv.Itoa(list[i])
	}
	return strings.Join(parts, ",") // want `only to be joined \(review: who keeps the text keeps room for the longest that it may be`
}

// nope: every other element is left out.
func steps(list []int) string {
	parts := make([]string, len(list))
	for i := 0; i < len(list); i++ {
		parts[i] = strconv.Itoa(list[i])
		i++
	}
	return strings.Join(parts, ",")
}
