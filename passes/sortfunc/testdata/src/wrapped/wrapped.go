package wrapped

import "sort"

type names []string

func strings(s []string, n names) []string {
	sort.Sort(sort.StringSlice(s))               // want "sort.Sort takes the slice as an interface"
	sort.Stable(sort.StringSlice(n))             // want "sort.Stable takes"
	sort.Sort(sort.Reverse(sort.StringSlice(s))) // want "sort.Sort takes"
	return s
}

type box struct {
	ids []int
	f   []float64
}

func (b *box) sort() {
	sort.Sort(sort.IntSlice(b.ids))                 // want "sort.Sort"
	sort.Sort(sort.Float64Slice(b.f))               // want "sort.Sort"
	sort.Sort(sort.Reverse(sort.Float64Slice(b.f))) // want "sort.Sort"
	sort.Sort(sort.IntSlice(ids()))                 // want "sort.Sort"
}

func ids() []int { return []int{2, 1} }

// nope: it moves 0 and -0, which are equal, as slices.Sort does not
func zeros(f []float64) {
	sort.Stable(sort.Float64Slice(f))
}

// nope: these call slices.Sort
func direct(s []string, n []int) {
	sort.Strings(s)
	sort.Ints(n)
}

// Another type.
type byLength []string

func (b byLength) Len() int           { return len(b) }
func (b byLength) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byLength) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func lengths(s []string) {
	sort.Sort(byLength(s)) // want "sort.Sort takes"
}

// byCase is used by the call alone.
type byCase []string

// Len is the length.
func (b byCase) Len() int { return len(b) }

func (b byCase) Less(i, j int) bool {
	// Shorter ones come first.
	return len(b[i]) < len(b[j])
}

func (b byCase) Swap(i, j int) { b[i], b[j] = b[j], b[i] }

var _ sort.Interface = byCase(nil)

func cases(s []string) {
	sort.Sort(byCase(s)) // want "sort.Sort takes"
}

type byRank []string

func (b byRank) Len() int           { return len(b) }
func (b byRank) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byRank) Swap(i, j int)      { b[i], b[j] = b[j], b[i] } // as usual

func ranks(s []string) {
	sort.Sort(byRank(s)) // want "sort.Sort takes"
}

// It has another use.
type byAge []string

func (b byAge) Len() int           { return len(b) }
func (b byAge) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byAge) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func ages(s []string) sort.Interface {
	sort.Sort(byAge(s)) // want "sort.Sort takes"
	return byAge(s)
}

// It is made of itself.
type byDate []string

func (b byDate) Len() int           { return len(b) }
func (b byDate) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byDate) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func dates(s []string) {
	sort.Sort(byDate(byDate(s)[1:])) // want "sort.Sort takes"
}

// What an assertion does is done at the start of the program.
type byShout []string

var _ sort.Interface = byShout(shout())

func shout() []string {
	println("start")
	return nil
}

func (b byShout) Len() int           { return len(b) }
func (b byShout) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byShout) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func shouts(s []string) {
	sort.Sort(byShout(s)) // want "sort.Sort takes"
}

//go:generate echo byTool
type byTool []string

func (b byTool) Len() int           { return len(b) }
func (b byTool) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byTool) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func tools(s []string) {
	sort.Sort(byTool(s)) // want "sort.Sort takes"
}

var _ sort.Interface = byLit{}

type byLit []string

func (b byLit) Len() int           { return len(b) }
func (b byLit) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byLit) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func lits(s []string) {
	sort.Sort(byLit(s)) // want "sort.Sort takes"
}

// The pointer is followed at the start of the program.
var _ sort.Interface = byPointer(*start)

var start *[]string

type byPointer []string

func (b byPointer) Len() int           { return len(b) }
func (b byPointer) Less(i, j int) bool { return len(b[i]) < len(b[j]) }
func (b byPointer) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

func pointers(s []string) {
	sort.Sort(byPointer(s)) // want "sort.Sort takes"
}
