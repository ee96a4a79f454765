package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// A row is what was allocated at one instruction of the user's: all units of a place with the same primitive or, if
// the place is a call, with any primitive. Without a PC, rows are distinguished by type instead.
type row struct {
	place     *place
	primitive string
	typ       string // set only if the place has no PC
	units     []int32
	// fits are the ascending indexes of the points of the line that the row can be. One means matched; none that no
	// syntax on the line fits.
	fits []int
}

type rowKey struct{ place, primitive, typ int32 }

// rows groups the units, sorted by place.
func (c *collector) rows(own bool) []*row {
	byKey := make(map[rowKey]*row)
	var rows []*row
	for id := range c.units {
		u := &c.units[id]
		p := &c.places.list[u.place]
		if p.own != own {
			continue
		}
		key := rowKey{place: u.place, primitive: -1, typ: -1}
		if p.callee == "" || p.noise != "" {
			key.primitive = u.primitive
			if p.pc == 0 {
				key.typ = u.typ
			}
		}
		r := byKey[key]
		if r == nil {
			r = &row{place: p}
			if key.primitive >= 0 {
				r.primitive = c.names.list[u.primitive]
			}
			if key.typ >= 0 {
				r.typ = c.names.list[u.typ]
			}
			byKey[key] = r
			rows = append(rows, r)
		}
		r.units = append(r.units, int32(id))
	}
	slices.SortFunc(rows, compareRows)
	return rows
}

// compareRows orders rows by line, and rows of one copy of the code by PC.
func compareRows(a, b *row) int {
	p, q := a.place, b.place
	return cmp.Or(
		strings.Compare(p.file, q.file),
		cmp.Compare(p.line, q.line),
		strings.Compare(p.function, q.function),
		strings.Compare(p.binary, q.binary),
		strings.Compare(p.outer, q.outer),
		cmp.Compare(p.pc, q.pc),
		strings.Compare(p.callee, q.callee),
		strings.Compare(p.noise, q.noise),
		strings.Compare(a.primitive, b.primitive),
		strings.Compare(a.typ, b.typ),
		strings.Compare(p.pkg, q.pkg),
	)
}

// sameCopy reports whether two rows of a line are in the same copy of the code, so that their PCs can be compared.
func sameCopy(a, b *row) bool {
	p, q := a.place, b.place
	return p.function == q.function && p.binary == q.binary && p.outer == q.outer
}

// match finds the points of each row of one line.
func (b *builder) match(rows []*row, points []record.Point) {
	for _, r := range rows {
		if r.place.noise == "" {
			r.fits = b.candidates(r, points)
		}
	}
	for start := 0; start < len(rows); {
		end := start + 1
		for end < len(rows) && sameCopy(rows[start], rows[end]) {
			end++
		}
		eliminate(rows[start:end], points)
		matchInOrder(rows[start:end], points)
		start = end
	}
}

// candidates returns the points that r can be, regardless of the other rows.
func (b *builder) candidates(r *row, points []record.Point) []int {
	var fits []int
	if r.place.callee != "" {
		fits = callsOf(r.place.callee, points)
	} else {
		for i := range points {
			if points[i].Kind != record.PointCall && b.canShow(&points[i], r) {
				fits = append(fits, i)
			}
		}
		fits = append(fits, callsByPrimitive(r.primitive, points)...)
		slices.Sort(fits)
		if len(fits) == 0 {
			fits = b.callsThatAllocate(r, points)
		}
	}
	fits = inFunction(fits, points, r.place.function)
	if left := b.possible(fits, points); len(left) > 0 {
		return left
	}
	return fits // the compiler's log is of another build, or was not understood
}

// callsOf returns the calls that can have led to callee: those that name it; if there are none, those of a method of
// that name; if there are none, those whose function is known only at run time.
func callsOf(callee string, points []record.Point) []int {
	var named, method, dynamic []int
	callee = record.WithoutTypeArguments(callee)
	for i := range points {
		p := &points[i]
		switch {
		case p.Kind == record.PointRangeFunc:
			dynamic = append(dynamic, i)
		case p.Kind != record.PointCall:
		case p.Callee == "":
			dynamic = append(dynamic, i)
		case p.Callee[0] == '.':
			if strings.HasSuffix(callee, p.Callee) {
				method = append(method, i)
			}
		case record.WithoutTypeArguments(p.Callee) == callee:
			named = append(named, i)
		}
	}
	for _, fits := range [][]int{named, method} {
		if len(fits) > 0 {
			return fits
		}
	}
	return dynamic
}

// callsByPrimitive returns the calls of functions of the runtime's API that are primitives: runtime.AddCleanup.
func callsByPrimitive(primitive string, points []record.Point) []int {
	var fits []int
	for i := range points {
		if points[i].Kind == record.PointCall && primitive != "" && record.WithoutTypeArguments(points[i].Callee) == record.WithoutTypeArguments(primitive) {
			fits = append(fits, i)
		}
	}
	return fits
}

// callsThatAllocate returns the calls of inlined functions of which the compiler moved a parameter to the heap or, if
// there are none, put the array of a slice literal on the heap. Such an allocation is made at the call, without a
// frame for the function.
func (b *builder) callsThatAllocate(r *row, points []record.Point) []int {
	if primitive := plainPrimitive(r.primitive); primitive != "runtime.newobject" && primitive != "runtime.mallocgc" {
		return nil
	}
	moved := b.callsWith(points, func(d *record.Decision) bool { return d.Kind == record.Moved })
	if len(moved) > 0 {
		return moved
	}
	arrays := b.callsWith(points, func(d *record.Decision) bool {
		return d.Kind == record.Escapes && strings.HasPrefix(d.Expr, "[]") && strings.HasSuffix(d.Expr, "{...}")
	})
	if len(arrays) > 0 {
		return arrays
	}
	return b.callsOfCopies(b.typeOf(r), points)
}

// callsOfCopies returns the calls, through an interface, of a method that takes its receiver by value and moves it to
// the heap: the copy is made by a wrapper, which has no frame.
func (b *builder) callsOfCopies(typ string, points []record.Point) []int {
	var fits []int
	for i := range points {
		if p := &points[i]; p.Kind == record.PointCall && len(b.decisions.receivers(p.Callee, typ, b.in.Name)) > 0 {
			fits = append(fits, i)
		}
	}
	return fits
}

// callsWith returns the calls of inlined functions on which there is a verdict for which holds is true.
func (b *builder) callsWith(points []record.Point, holds func(d *record.Decision) bool) []int {
	var fits []int
	for i := range points {
		p := &points[i]
		if p.Kind == record.PointCall && slices.ContainsFunc(b.decisions.at(p), func(verdict int32) bool { return holds(&b.decisions.all[verdict]) }) {
			fits = append(fits, i)
		}
	}
	return fits
}

// inFunction returns the points in exactly the row's function if there are any, and fits otherwise: a closure on the
// same line has another name.
func inFunction(fits []int, points []record.Point, function string) []int {
	function = record.WithoutTypeArguments(function)
	var same []int
	for _, i := range fits {
		if record.WithoutTypeArguments(points[i].Function) == function {
			same = append(same, i)
		}
	}
	if len(same) > 0 {
		return same
	}
	return fits
}

// canShow reports whether all objects of r can come from p.
func (b *builder) canShow(p *record.Point, r *row) bool {
	if !slices.Contains(p.Primitives, plainPrimitive(r.primitive)) {
		return false
	}
	for _, id := range r.units {
		u := &b.c.units[id]
		if p.Size > 0 && u.maxSize >= 0 && p.Kind != record.PointVariable && (u.minSize != p.Size || u.maxSize != p.Size) {
			return false
		}
		if !b.typeFits(p.Types, b.c.names.list[u.typ]) {
			return false
		}
	}
	return true
}

// plainPrimitive maps the allocator's functions for a single size each, which go1.27 calls in place of newobject, to
// the general one.
func plainPrimitive(name string) string {
	if strings.HasPrefix(name, "runtime.mallocgc") && name != "runtime.mallocgc" {
		return "runtime.newobject"
	}
	return name
}

// typeFits reports whether a measured type is one of the possible ones. A missing type means something only in a
// profile with types.
func (b *builder) typeFits(possible []string, got string) bool {
	if possible == nil || got == "" && !b.typed {
		return true
	}
	got = strings.TrimPrefix(got, "noalg.")
	for _, want := range possible {
		if prefix, ok := strings.CutSuffix(want, "*"); ok && want != "" && strings.HasPrefix(got, prefix) {
			return true
		}
		if want == got {
			return true
		}
	}
	return false
}

// possible drops the points that, by the compiler's decisions, stay on the stack whatever their size.
func (b *builder) possible(fits []int, points []record.Point) []int {
	if len(fits) < 2 {
		return fits
	}
	return slices.DeleteFunc(slices.Clone(fits), func(i int) bool { return b.decisions.stays(&points[i]) })
}

// manyCalls are the kinds of points that the compiler may turn into several runtime calls, so that several rows can
// be one point.
var manyCalls = map[record.PointKind]bool{
	record.PointMapLiteral: true,
	record.PointMapAssign:  true,
	record.PointRangeFunc:  true,
	record.PointReturn:     true,
	record.PointDefer:      true,
}

// eliminate removes each point that some row certainly is from the other rows of the same copy of the code: a point
// with one call has one PC.
func eliminate(rows []*row, points []record.Point) {
	for changed := true; changed; {
		changed = false
		for _, r := range rows {
			if len(r.fits) != 1 || manyCalls[points[r.fits[0]].Kind] || r.place.pc == 0 {
				continue
			}
			for _, other := range rows {
				changed = dropPoint(other, r) || changed
			}
		}
	}
}

// dropPoint removes the only point of owner from r, if r has more than one.
func dropPoint(r, owner *row) bool {
	if r == owner || len(r.fits) < 2 || r.place.pc == owner.place.pc {
		return false
	}
	i, found := slices.BinarySearch(r.fits, owner.fits[0])
	if found {
		r.fits = slices.Delete(slices.Clone(r.fits), i, i+1)
	}
	return found
}

// matchInOrder settles rows that share their candidates, if there are as many rows as candidates and the order of
// evaluation is certain: the calls in the machine code are then in the order of the points.
func matchInOrder(rows []*row, points []record.Point) {
	for i, r := range rows {
		if len(r.fits) < 2 {
			continue
		}
		var same []*row
		for _, other := range rows[i:] {
			if slices.Equal(other.fits, r.fits) {
				same = append(same, other)
			}
		}
		if len(same) != len(r.fits) || !distinctPCs(same) || !ordered(r.fits, points) {
			continue
		}
		byOrder := slices.Clone(r.fits)
		slices.SortFunc(byOrder, func(i, j int) int { return cmp.Compare(points[i].Order, points[j].Order) })
		for k, other := range same { // rows are sorted by PC
			other.fits = []int{byOrder[k]}
		}
	}
}

func distinctPCs(rows []*row) bool {
	for i, r := range rows {
		if r.place.pc == 0 || i > 0 && rows[i-1].place.pc == r.place.pc {
			return false
		}
	}
	return true
}

// ordered reports whether the points are certainly evaluated in the order of Order. This holds for calls, for
// elements of one list, and for a go or defer statement, which stores its arguments, before its function literal.
func ordered(fits []int, points []record.Point) bool {
	if len(fits) == 2 && points[fits[1]].Kind == record.PointClosure {
		around := points[fits[0]].Kind // the statement precedes its literal
		return around == record.PointGo || around == record.PointDefer
	}
	calls, group := true, true
	for _, i := range fits {
		calls = calls && points[i].Kind == record.PointCall
		group = group && points[i].Group == points[fits[0]].Group
	}
	return calls || group
}
