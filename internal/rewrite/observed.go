package rewrite

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/passes"
)

// An Open is a candidate whose edits lack a number that only a measurement supplies: a capacity.
type Open struct {
	record.Candidate
	grows []record.Position // where the value grows, as in Site.Pos
	unit  int64             // bytes of an element, or of a group of a map
	isMap bool
}

// open adds an unfinished fix of a rule to p.Open.
func (p *proposer) open(pkg *load.Package, name string, o passes.Open) {
	c := record.Candidate{Rewrite: name, Message: o.Title, Class: record.Review}
	for _, caveat := range o.Class.Caveats {
		c.Caveats = append(c.Caveats, record.Caveat{Kind: string(caveat.Kind), Text: caveat.Text})
	}
	before := len(p.Candidates)
	if p.add(pkg, c, o.At.Pos(), o.Edits); len(p.Candidates) == before {
		return
	}
	open := Open{Candidate: p.Candidates[before], unit: o.Unit, isMap: o.Map}
	p.Candidates = p.Candidates[:before]
	for _, pos := range o.Grows {
		open.grows = append(open.grows, p.Position(fileOf(pkg, pos), pos))
	}
	p.Open = append(p.Open, open)
}

// Answers reports whether a refusal is about a line on which the value grows.
func (o *Open) Answers(r Refusal) bool {
	return r.Rewrite == o.Rewrite && slices.ContainsFunc(o.grows, func(at record.Position) bool { return at.File == r.Pos.File && at.Line == r.Pos.Line })
}

// Bounds of the capacity that is offered, in bytes: up to leastRoom the compiler may provide room on the stack at no
// cost, and more than mostRoom is too much for a guess.
const (
	leastRoom = 32
	mostRoom  = 64 << 10
)

// Fill returns the candidate with a capacity that suffices for 90 % of the values that grew at the sites, or for
// fewer if that capacity would take more memory than growing does. ok is false if no value was seen to grow, or if no
// capacity saves objects.
func (o *Open) Fill(workloads []record.Workload, sites []record.Site) (c record.Candidate, ok bool) {
	values, ids := o.values(workloads, sites)
	slices.SortStableFunc(values, func(a, b value) int { return cmp.Compare(o.last(a), o.last(b)) })
	most := o.quantile(values, 0.9)
	var sizes []int64
	for _, v := range values {
		for _, r := range v.path {
			if n := o.elements(r.Size); n <= most {
				sizes = append(sizes, n)
			}
		}
	}
	slices.Sort(sizes)
	for _, n := range slices.Backward(slices.Compact(sizes)) {
		if capacity := o.rounded(n); o.pays(values, capacity) {
			return o.filled(values, ids, capacity), true
		}
	}
	return c, false
}

// filled is the candidate with a capacity in its message and edits.
func (o *Open) filled(values []value, sites []string, capacity int64) record.Candidate {
	c := o.Candidate
	number := strconv.FormatInt(capacity, 10)
	c.Message = strings.ReplaceAll(c.Message, passes.Hole, number)
	text := strings.NewReplacer(passes.Hole, number, passes.Origin, mainly(values))
	c.Edits = slices.Clone(c.Edits)
	for i := range c.Edits {
		c.Edits[i].New = text.Replace(c.Edits[i].New)
	}
	c.Sites = sites
	c.Observed = &record.Observed{
		Capacity: capacity,
		P50:      o.quantile(values, 0.5), P90: o.quantile(values, 0.9), P99: o.quantile(values, 0.99),
		Waste: o.waste(values, capacity),
	}
	return c
}

// mainly is the name of the workload that makes most of the values.
func mainly(values []value) (name string) {
	made := make(map[string]float64)
	for _, v := range values {
		if made[v.of] += v.weight; made[v.of] > made[name] {
			name = v.of
		}
	}
	return name
}

// A value stands for n values of one workload that grew through the same sizes of blocks.
type value struct {
	path   []record.Rung
	n      int64
	weight float64 // how many of them one operation makes
	of     string  // the name of the workload
}

// values returns the values that grew at the sites where o.grows says, and the IDs of these sites.
func (o *Open) values(workloads []record.Workload, sites []record.Site) (all []value, ids []string) {
	type load struct{ pkg, name string }
	rungs := make(map[load][]record.Rung)
	for _, s := range sites {
		if s.Package != o.Package || !slices.ContainsFunc(o.grows, func(at record.Position) bool {
			return at.File == s.Pos.File && at.Line == s.Pos.Line && (at.Column == s.Pos.Column || s.Pos.Column == 0)
		}) {
			continue
		}
		for _, u := range s.Usage {
			if len(u.Growth) > 0 {
				of := load{u.Package, u.Workload}
				rungs[of] = append(rungs[of], u.Growth...)
				ids = append(ids, s.ID)
			}
		}
	}
	for _, w := range workloads {
		for _, v := range o.chains(record.Ladder(rungs[load{w.Package, w.Name}])) {
			v.weight, v.of = w.PerOp(v.n), w.Name
			all = append(all, v)
		}
	}
	slices.Sort(ids)
	return all, slices.Compact(ids)
}

// chains reconstructs values from the number of blocks of each size: each block is taken to replace the block of the
// largest value that may have grown to its size. This is exact where elements are appended one by one; elsewhere it
// yields fewer and larger values than there may have been.
func (o *Open) chains(ladder []record.Rung) (all []value) {
	for _, r := range ladder {
		left := r.Objects
		slices.SortStableFunc(all, func(a, b value) int { return cmp.Compare(top(b).Size, top(a).Size) })
		for i := range len(all) {
			n := min(all[i].n, left)
			if n == 0 || o.next(top(all[i]).Size) > r.Size {
				continue
			}
			all = append(all, value{path: append(slices.Clip(all[i].path), r), n: n})
			all[i].n -= n
			left -= n
		}
		if left > 0 {
			all = append(all, value{path: []record.Rung{r}, n: left})
		}
		all = slices.DeleteFunc(all, func(v value) bool { return v.n == 0 })
	}
	return all
}

func top(v value) record.Rung { return v.path[len(v.path)-1] }

// next is the smallest size, in bytes, that a value of a size grows to (runtime.nextslicecap).
func (o *Open) next(size int64) int64 {
	const doubles = 256 // the number of elements up to which capacity doubles
	if n := size / o.unit; !o.isMap && n >= doubles {
		return (n + (n+3*doubles)/4) * o.unit
	}
	return 2 * size
}

// elements is the number of elements that fit into size bytes: of a map, seven for each group, or eight in a single
// group.
func (o *Open) elements(size int64) int64 {
	n := size / o.unit
	switch {
	case o.isMap && n > 1:
		return 7 * n
	case o.isMap:
		return 8
	}
	return n
}

// last is the final capacity of a value, in elements.
func (o *Open) last(v value) int64 { return o.elements(top(v).Size) }

// quantile is the smallest final capacity that is enough for a share of the values; values are sorted by it.
func (o *Open) quantile(values []value, share float64) int64 {
	sum, all := 0.0, 0.0
	for _, v := range values {
		all += v.weight
	}
	for _, v := range values {
		if sum += v.weight; sum >= share*all*(1-1e-9) {
			return o.last(v)
		}
	}
	return 0
}

// rounded is n rounded to a number of elements that reads well: the nearest of 2, 3, 4, 6, 8, 12 and so on or, for a
// map, which may have room for more than it is asked for, the nearest that is not above n.
func (o *Open) rounded(n int64) int64 {
	below := int64(1)
	for 2*below <= n {
		below *= 2
	}
	best := below
	for _, m := range []int64{below + below/2, 2 * below} {
		if o.isMap && m > n {
			break
		}
		if max(n-m, m-n) <= max(n-best, best-n) {
			best = m
		}
	}
	return best
}

// room is the largest final capacity of values, in elements, that are taken to fit into capacity without growing. For
// a slice it is an eighth more than capacity, as a value with so little more held fewer elements in most cases.
func (o *Open) room(capacity int64) int64 {
	if !o.isMap {
		return capacity + capacity/8
	}
	slots := int64(8)
	for slots*7 < capacity*8 {
		slots *= 2
	}
	return slots / 8 * 7
}

// bytes is the size of a value that is made with a capacity.
func (o *Open) bytes(capacity int64) int64 {
	if o.isMap {
		return o.room(capacity) / 7 * o.unit
	}
	return capacity * o.unit
}

// pays reports whether a capacity makes fewer objects, and no more bytes.
func (o *Open) pays(values []value, capacity int64) bool {
	size := o.bytes(capacity)
	if size <= leastRoom || size > mostRoom || o.isMap && capacity <= 8 {
		return false
	}
	objects, bytes := 0.0, 0.0 // change relative to before
	for _, v := range values {
		objects += v.weight
		bytes += v.weight * float64(size)
		for _, r := range v.path {
			if o.elements(r.Size) <= o.room(capacity) {
				objects -= v.weight
				bytes -= v.weight * float64(r.Bytes) / float64(r.Objects)
			}
		}
	}
	return objects < 0 && bytes <= 0
}

// waste is an upper bound of the share of the memory that is unused with a capacity.
func (o *Open) waste(values []value, capacity int64) float64 {
	unused, all := 0.0, 0.0
	for _, v := range values {
		held := int64(1) // every value holds at least one element
		if n := len(v.path); n > 1 {
			held += o.elements(v.path[n-2].Size)
		}
		room := max(o.last(v), o.elements(o.bytes(capacity)))
		if o.last(v) <= o.room(capacity) {
			room = o.elements(o.bytes(capacity))
		}
		unused += v.weight * float64(max(room-held, 0))
		all += v.weight * float64(room)
	}
	return unused / max(all, math.SmallestNonzeroFloat64)
}
