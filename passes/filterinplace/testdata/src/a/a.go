package a

import "strings"

func positive(in []int) []int {
	out := make([]int, 0, len(in)) // want `out gets a new array, though in is not needed any more .review: the elements of in are overwritten, also for others that have the slice; an empty result is nil where it was not, or the other way round.`
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

func nilResult[T any](in []T, keep func(T) bool) []T {
	var out []T // want `out gets a new array, .*review: `
	for i, x := range in {
		if i > 0 && keep(x) {
			out = append(out, x)
		}
	}
	return out
}

// the callers have no use for what they pass
func callers(list []int, keep func(int) bool) ([]int, []int) {
	list = positive(list)
	return list, nilResult(upTo(3), keep)
}

func upTo(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// called has room for both elements, where a new array may have had none.
func called() ([]int, []int) {
	in, _ := upToAll(3)
	var out []int // want `out gets a new array, .*review: .*; what is appended to it and kept under another name may share its array`
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	a := append(out, 1)
	return a, append(out, 2)
}

func upToAll(n int) ([]int, error) {
	if n < 0 {
		return nil, nil
	}
	all := upTo(n)
	all = append(all, n)
	return all[1:], nil
}

type archetype struct{ ids []int }

func (a *archetype) components() []int { return a.ids }

// nope: the list that the method returns is the archetype's own.
func without(a *archetype, id int) []int {
	old := a.components()
	var rest []int
	for _, x := range old {
		if x != id {
			rest = append(rest, x) // refused "others may have the memory of old"
		}
	}
	return rest
}

// what a function value, or a method of an interface, returns is for the caveat
func unknown(f func() []int, l interface{ List() []int }) ([]int, []int) {
	in := f()
	var out []int // want `out gets a new array, .*review: `
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	list := l.List()
	var some []int // want `some gets a new array, .*review: `
	for _, x := range list {
		if x > 0 {
			some = append(some, x)
		}
	}
	return out, some
}

// nope: the caller keeps what it passes.
func kept(in []int) []int {
	out := make([]int, 0, len(in)) // refused "the caller at a.go:[0-9]+ may use again what it passes as in"
	for _, x := range in {
		if x > 0 {
			out = append(out, x) // refused "the caller at a.go:[0-9]+ may use again what it passes as in"
		}
	}
	return out
}

func callsKept(list []int) ([]int, []int) {
	return kept(list), list
}

// nope: what callers in other packages do with it is not known.
func Exported(in ...int) []int {
	out := make([]int, 0, len(in)) // refused "Exported is exported, and its callers in other packages are not known"
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

func last(f func() []int) []int { return Exported(f()...) }

// nope: one caller in the package has it for longer.
func longer(in []int) []int {
	out := make([]int, 0, len(in)) // refused "the caller at a.go:[0-9]+ may use again"
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

func holds(list []int) ([]int, int) {
	return longer(list), cap(list)
}

// nope: the caller passes it again and again.
func repeated(in []int) []int {
	var out []int
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

func repeats(f func() []int) (n int) {
	list := f()
	for range 3 {
		n += len(repeated(list))
	}
	return n
}

// nope: who holds it as a value is not known.
func valued(in []int) []int {
	var out []int
	for _, x := range in {
		if x > 0 {
			out = append(out, x) // refused "valued is used as a value, so its callers are not known"
		}
	}
	return out
}

var held = valued

// nope: who calls a method is not known.
func (s *set) method(in []int) []int {
	var out []int
	for _, x := range in {
		if x > 0 {
			out = append(out, x) // refused "the callers of a method or function literal are not known"
		}
	}
	return out
}

// nope: nobody calls it.
func uncalled(in []int) []int {
	var out []int
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nope: a field is an alias.
func (s *set) alias() []int {
	in := s.list
	var out []int
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

func words(s string) int {
	all := strings.Fields(s)
	kept := []string{} // want `kept gets a new array, though all is not needed any more$`
	n := len(s)
	for _, w := range all {
		switch {
		case w == "":
			continue
		case len(w) < n:
			kept = append(kept, strings.ToUpper(w))
		}
	}
	return len(strings.Join(kept, " "))
}

// digits has room for all of them in any case, and for more, as a conversion makes some.
func digits(s string) []byte {
	b := []byte(s)
	out := make([]byte, 0, len(b)) // want `out gets a new array, though b is not needed any more .review: what is appended to it and kept under another name may share its array, or no longer do so.$`
	for _, c := range b {
		if '0' <= c && c <= '9' {
			out = append(out, c)
		}
	}
	return out
}

func eachLine(lines []string) (n int) {
	for _, l := range lines {
		fields := strings.Split(l, ",")
		kept := make([]string, 0, 4) // want `kept gets a new array, though fields is not needed any more$`
		for _, f := range fields {
			if f != "" {
				kept = append(kept, f)
			}
		}
		n += len(kept)
	}
	return n
}

// nope: in is used afterwards.
func Later(in []int) ([]int, int) {
	out := make([]int, 0, len(in))
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out, len(in)
}

// nope: two elements may be appended for one that is read.
func Doubles(in []int) []int {
	out := make([]int, 0, len(in))
	for _, x := range in {
		out = append(out, x, x)
	}
	return out
}

// nope: the same in two places.
func Twice(in []int) []int {
	var out []int
	for _, x := range in {
		out = append(out, x)
		if x > 0 {
			out = append(out, -x)
		}
	}
	return out
}

// nope: in an inner loop.
func InLoop(in []int) []int {
	var out []int
	for _, x := range in {
		for range x {
			out = append(out, x)
		}
	}
	return out
}

// nope: the body reads in.
func Neighbours(in []int) []int {
	var out []int
	for i, x := range in {
		if i > 0 && in[i-1] < x {
			out = append(out, x)
		}
	}
	return out
}

// nope: in is read again in the next round.
func Rounds(in []int, n int) (sum int) {
	for range n {
		out := make([]int, 0, len(in))
		for _, x := range in {
			if x > n {
				out = append(out, x)
			}
		}
		sum += len(out)
	}
	return sum
}

// nope: out has elements already.
func Prefixed(in []int) []int {
	out := []int{0}
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nope: another type.
func Converted(in []int) []int64 {
	var out []int64
	for _, x := range in {
		if x > 0 {
			out = append(out, int64(x))
		}
	}
	return out
}

// nope: captured.
func Captured(in []int) ([]int, func() int) {
	var out []int
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out, func() int { return in[0] }
}

// nope: used between.
func Between(in []int) []int {
	var out []int
	in[0] = 1
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nope: the capacity shows.
func Capacity(in []int) int {
	out := make([]int, 0, 8)
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return cap(out)
}

// nope: the panic of make would be lost.
func Panics(in []int, n int) []int {
	out := make([]int, 0, 100/n)
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

type set struct{ list []int }

// nope: a field is not dead.
func (s *set) field() []int {
	var out []int
	for _, x := range s.list {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nope: a map.
func Values(in map[int]int) []int {
	var out []int
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nope: an array is copied by range.
func Array(in [8]int) []int {
	var out []int
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nope: a comment would be lost.
func Commented(in []int) []int {
	out := make([]int, 0 /* at most */, len(in))
	for _, x := range in {
		if x > 0 {
			out = append(out, x)
		}
	}
	return out
}

func grouped(line string) []string {
	var (
		in  = strings.Fields(line)
		out = []string{} // want `out gets a new array, .*review: the result keeps all of in, however few pass`
		n   = 3
	)
	for _, x := range in {
		if len(x) > n {
			out = append(out, x)
		}
	}
	return out
}

// nope: another one of the group looks at the elements of in.
func looks(line string) ([]string, []string) {
	in := strings.Fields(line)
	var (
		out   = []string{}
		first = in[:1]
	)
	for _, x := range in {
		if len(x) > 3 {
			out = append(out, x)
		}
	}
	return out, first
}

func counted(line string) []string {
	in := strings.Fields(line)
	out := make([]string, 0, len(in)) // want `out gets a new array, .*not needed any more$`
	for i := 0; i < len(in); i++ {
		x := in[i]
		if len(x) > 3 {
			out = append(out, x)
		}
	}
	use(out)
	return nil
}

func labeled(line string) []string {
	in := strings.Fields(line)
	out := []string{} // want `out gets a new array, .*review: the result keeps all of in, however few pass`
words:
	for i := range len(in) {
		var x = in[i]
		for _, r := range x {
			if r > 'z' {
				continue words
			}
		}
		out = append(out, x)
	}
	return out
}

func use(list []string) {
	for _, s := range list {
		println(s)
	}
}

// nope: it skips an element, and the next one is read behind what was written.
func skips(line string) []string {
	in := strings.Fields(line)
	out := make([]string, 0, len(in))
	for i := 0; i < len(in); i++ {
		x := in[i]
		if len(x) > 3 {
			out = append(out, x)
			i--
			break
		}
	}
	return out
}

// nope: the element is read again, when it may be another one.
func again(line string) []string {
	in := strings.Fields(line)
	out := make([]string, 0, len(in)) // refused "in is used after the loop, or shared with a function literal"
	for i := 0; i < len(in); i++ {
		x := in[i]
		out = append(out, x+"!") // refused "in is used after the loop, or shared with a function literal"
		println(in[i])
	}
	return out
}

// nope: it does not begin with the element.
func late(line string) []string {
	in := strings.Fields(line)
	out := make([]string, 0, len(in))
	for i := 0; i < len(in); i++ {
		out = append(out, line)
		x := in[i]
		println(x)
	}
	return out
}

// nope: it begins with the second element.
func second(line string) []string {
	in := strings.Fields(line)
	out := make([]string, 0, len(in))
	for i := 1; i < len(in); i++ {
		x := in[i-1]
		out = append(out, x)
	}
	return out
}

var lastFields []string

// remembered keeps what it returns.
func remembered(line string) []string {
	list := strings.Fields(line)
	lastFields = list
	return list
}

// nope: the function that made it has it, too
func ofRemembered(line string) []string {
	in := remembered(line)
	out := make([]string, 0, len(in)) // refused "others may have the memory of in"
	for _, x := range in {
		if x != "" {
			out = append(out, x) // refused "others may have the memory of in"
		}
	}
	return out
}

var allFields = map[string][][]string{}

// collected keeps a part of what it returns.
func collected(line string) (list []string) {
	list = strings.Fields(line)
	allFields[line] = append(allFields[line], list[:1])
	return
}

// nope: the function that made it has a part of it
func ofCollected(line string) []string {
	in := collected(line)
	out := make([]string, 0, len(in)) // refused "others may have the memory of in"
	for _, x := range in {
		if x != "" {
			out = append(out, x) // refused "others may have the memory of in"
		}
	}
	return out
}

// nope: another name has a part of it
func partNamed(line string) ([]string, string) {
	in := strings.Fields(line)
	first := in[:1]
	out := make([]string, 0, len(in)) // refused "in is used after the loop, or shared with a function literal"
	for _, x := range in {
		if x != "" {
			out = append(out, x) // refused "in is used after the loop, or shared with a function literal"
		}
	}
	return out, first[0]
}

// nope: a pointer leads to one of its elements
func pointedInto(line string) ([]string, string) {
	in := strings.Fields(line)
	first := &in[0]
	out := make([]string, 0, len(in)) // refused "in is used after the loop, or shared with a function literal"
	for _, x := range in {
		if x != "" {
			out = append(out, x) // refused "in is used after the loop, or shared with a function literal"
		}
	}
	return out, *first
}

// made has room for all of them in any case, but the places behind its end still have parts of the line.
func made(line string) []string {
	in := strings.Fields(line)
	out := make([]string, 0, len(in)) // want `out gets a new array, .*review: the result keeps all of in, however few pass`
	for _, x := range in {
		if len(x) > 3 {
			out = append(out, strings.ToUpper(x))
		}
	}
	return out
}
