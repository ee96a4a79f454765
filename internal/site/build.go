package site

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// A siteKey decides whether two rows are one site: they are if their keys are equal.
type siteKey struct {
	file     string
	line     int
	function string // empty if what is a point, which implies it
	what     string // the point, the candidates, or how it was allocated
}

// A draft is a site that is being filled.
type draft struct {
	match    record.Match
	place    *place
	points   []*record.Point // one if matched, several if shared
	what     string
	units    []int32
	verdicts []int32
	inside   bool   // whether its objects were allocated below a call
	callee   string // empty if the rows differ
}

// A builder turns rows into sites.
type builder struct {
	in        *Input
	c         *collector
	decisions *decisions
	typed     bool  // whether the profile carries types
	rank      []int // order of the workloads, by their number
	byKey     map[siteKey]*draft
	drafts    []*draft
}

// ownRows matches rows with a frame of the user's, line by line.
func (b *builder) ownRows() {
	b.typed = slices.ContainsFunc(b.c.units, func(u unit) bool { return u.typ != 0 })
	rows := b.c.rows(true)
	for start := 0; start < len(rows); {
		p := rows[start].place
		end := start + 1
		for end < len(rows) && rows[end].place.file == p.file && rows[end].place.line == p.line {
			end++
		}
		points := b.in.Points(p.file, p.line)
		b.match(rows[start:end], points)
		for _, r := range rows[start:end] {
			b.file(r, points)
		}
		start = end
	}
}

// file adds a row to the draft it belongs to.
func (b *builder) file(r *row, points []record.Point) {
	key := siteKey{file: r.place.file, line: r.place.line}
	d := &draft{match: record.Measured, place: r.place, inside: r.place.callee != "", callee: r.place.callee}
	for _, i := range r.fits {
		d.points = append(d.points, &points[i])
	}
	switch {
	case len(r.fits) == 1:
		key = keyOf(d.points[0])
	case len(r.fits) > 1:
		d.match = record.Shared
		d.what = b.describe(r)
		for _, i := range r.fits {
			key.what += "shared " + strconv.Itoa(i) + " "
		}
		key.what += d.what
	default:
		d.what = b.describe(r)
		key.function, key.what = plainFunction(r.place.function), d.what
		if d.what == "" {
			d.match = record.Unexplained
		}
	}
	d = b.draft(key, d)
	switch {
	case r.place.callee == "": // in the line itself, as by an inlined callee
	case !d.inside:
		d.inside, d.callee = true, r.place.callee
	case d.callee != r.place.callee:
		d.callee = ""
	}
	d.units = append(d.units, r.units...)
	b.addVerdicts(d, r)
}

// keyOf is the key of a point, whichever line its instruction is on.
func keyOf(p *record.Point) siteKey {
	return siteKey{file: p.Pos.File, line: p.Pos.Line, what: fmt.Sprintf("point %d %d", p.Pos.Column, p.Order)}
}

// draft returns the draft for key; if there is none yet, it is d.
func (b *builder) draft(key siteKey, d *draft) *draft {
	if old := b.byKey[key]; old != nil {
		return old
	}
	b.byKey[key] = d
	b.drafts = append(b.drafts, d)
	return d
}

// describe names a row that matches no point: by the callee, by the noise, or by primitive and type.
func (b *builder) describe(r *row) string {
	if r.place.noise != "" {
		return r.place.noise
	}
	if r.place.callee != "" {
		return record.WithoutTypeArguments(r.place.callee)
	}
	return strings.TrimSpace(r.primitive + " " + b.typeOf(r))
}

// typeOf is the type of the objects of a row, "" if there are several.
func (b *builder) typeOf(r *row) string {
	typ := b.c.names.list[b.c.units[r.units[0]].typ]
	for _, id := range r.units[1:] {
		if b.c.names.list[b.c.units[id].typ] != typ {
			return ""
		}
	}
	return typ
}

// addVerdicts adds the compiler's verdicts on the points, and on a copy that was inlined elsewhere.
func (b *builder) addVerdicts(d *draft, r *row) {
	for _, p := range d.points {
		found := b.decisions.at(p)
		if len(found) == 0 && r.place.callee == "" && p.Kind == record.PointCall {
			found = b.decisions.receivers(p.Callee, b.typeOf(r), b.in.Name)
		}
		if r.place.outer != "" {
			found = append(found, b.decisions.inlinedCopy(p, lineKey{r.place.outerFile, r.place.outerLine}, found)...)
		}
		for _, i := range found {
			b.decisions.used[i] = true
			if !slices.Contains(d.verdicts, i) {
				d.verdicts = append(d.verdicts, i)
			}
		}
	}
}

// outsideRows makes sites of rows without a frame of the user's, one for each outermost frame, so that sums are
// conserved.
func (b *builder) outsideRows() {
	for _, r := range b.c.rows(false) {
		key := siteKey{file: r.place.file, line: r.place.line, function: r.place.function, what: "outside " + r.place.noise}
		d := b.draft(key, &draft{match: record.Measured, place: r.place, inside: true, what: r.place.noise})
		d.units = append(d.units, r.units...)
	}
}

// plainFunction removes what the compiler adds for go and defer statements.
func plainFunction(name string) string {
	for _, suffix := range []string{".gowrap", ".deferwrap"} {
		if i := strings.LastIndex(name, suffix); i > 0 && strings.Trim(name[i+len(suffix):], "0123456789") == "" {
			return name[:i]
		}
	}
	return name
}

// sites turns the drafts into sites with unique IDs.
func (b *builder) sites() []record.Site {
	sites := make([]record.Site, 0, len(b.drafts))
	for _, d := range b.drafts {
		sites = append(sites, b.site(d))
	}
	uniqueIDs(sites)
	sortSites(sites)
	return sites
}

func (b *builder) site(d *draft) record.Site {
	s := record.Site{
		Pos:      record.Position{File: d.place.file, Line: d.place.line},
		Package:  d.place.pkg,
		Function: plainFunction(d.place.function),
		Test:     strings.HasSuffix(d.place.file, "_test.go"),
		Match:    d.match,
	}
	what, ordinal := d.what, 0
	if len(d.points) == 1 {
		p := d.points[0]
		s.Pos, s.Expr, s.Kind, s.Function = p.Pos, p.Expr, p.Kind, p.Function
		what, ordinal = p.Expr, p.Ordinal
	} else if len(d.points) > 1 {
		s.Kind = commonKind(d.points)
	}
	s.ID = makeID(cmp.Or(s.Function, s.Package), what, ordinal)
	if d.place.own {
		s.Source = b.in.Source(s.Pos)
	}
	s.Primitive, s.Type = b.common(d)
	if d.inside {
		s.Callee = d.callee
		s.Inside = b.inside(d.units)
	}
	s.Decisions = b.decisionsOf(d)
	s.Usage = b.usage(d.units)
	s.Callers = b.callers(d.units)
	if s.Ladder = b.ladder(d); s.Ladder != nil {
		for i := range s.Usage {
			s.Usage[i].Growth = b.growth(d.units, &s.Usage[i])
		}
	}
	return s
}

func commonKind(points []*record.Point) record.PointKind {
	for _, p := range points[1:] {
		if p.Kind != points[0].Kind {
			return ""
		}
	}
	return points[0].Kind
}

// makeID returns "function: text", followed by " #n" for the n-th one from the second on.
func makeID(function, what string, ordinal int) string {
	id := function
	if what != "" {
		id += ": " + what
	}
	if ordinal > 1 {
		id += " #" + strconv.Itoa(ordinal)
	}
	return id
}

// uniqueIDs numbers sites that the source text does not tell apart, in the
// order of their positions.
func uniqueIDs(sites []record.Site) {
	order := make([]int, len(sites))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := &sites[i], &sites[j]
		return cmp.Or(strings.Compare(a.ID, b.ID), a.Pos.Compare(b.Pos),
			strings.Compare(a.Primitive, b.Primitive), strings.Compare(a.Type, b.Type), strings.Compare(a.Package, b.Package))
	})
	for start := 0; start < len(order); {
		id := sites[order[start]].ID
		end := start + 1
		for end < len(order) && sites[order[end]].ID == id {
			sites[order[end]].ID = id + " ~" + strconv.Itoa(end-start+1)
			end++
		}
		start = end
	}
}

// common returns the primitive and the type if they are the same throughout.
func (b *builder) common(d *draft) (primitive, typ string) {
	first := &b.c.units[d.units[0]]
	samePrimitive, sameType := true, true
	for _, id := range d.units[1:] {
		samePrimitive = samePrimitive && b.c.units[id].primitive == first.primitive
		sameType = sameType && b.c.units[id].typ == first.typ
	}
	if samePrimitive {
		primitive = b.c.names.list[first.primitive]
	}
	if sameType {
		typ = b.c.names.list[first.typ]
	}
	if d.place.noise != "" {
		primitive = d.place.noise
	}
	return primitive, typ
}

// inside lists what was allocated below the user's frame, heaviest first.
func (b *builder) inside(units []int32) []record.Inner {
	type key struct{ inner, primitive, typ int32 }
	byKey := make(map[key]*record.Inner)
	var all []*record.Inner
	for _, id := range units {
		u := &b.c.units[id]
		if u.inner == 0 {
			continue // allocated by the runtime directly: the site's Primitive says which function
		}
		k := key{u.inner, u.primitive, u.typ}
		in := byKey[k]
		if in == nil {
			f := b.c.inners.list[u.inner]
			in = &record.Inner{
				Frame:     record.Frame{Function: f.function, Package: f.pkg, File: f.file, Line: f.line},
				Primitive: b.c.names.list[u.primitive], Type: b.c.names.list[u.typ],
			}
			byKey[k] = in
			all = append(all, in)
		}
		for _, cell := range u.cells {
			in.Objects += cell.objects
			in.Bytes += cell.bytes
		}
	}
	slices.SortFunc(all, compareInner)
	result := make([]record.Inner, len(all))
	for i, in := range all {
		result[i] = *in
	}
	return result
}

func compareInner(a, b *record.Inner) int {
	return cmp.Or(
		cmp.Compare(b.Bytes, a.Bytes),
		cmp.Compare(b.Objects, a.Objects),
		strings.Compare(a.Frame.Function, b.Frame.Function),
		strings.Compare(a.Frame.File, b.Frame.File),
		cmp.Compare(a.Frame.Line, b.Frame.Line),
		strings.Compare(a.Primitive, b.Primitive),
		strings.Compare(a.Type, b.Type),
	)
}

func (b *builder) decisionsOf(d *draft) []record.Decision {
	slices.Sort(d.verdicts) // indexes into decisions.all, which is sorted
	var result []record.Decision
	for _, i := range d.verdicts {
		result = append(result, b.decisions.all[i])
	}
	return result
}

// usage sums the units: a Usage for each workload that they occur in.
func (b *builder) usage(units []int32) []record.Usage {
	at := make(map[int32]int) // index in result, by workload
	var loads []int32
	for _, id := range units {
		for _, cell := range b.c.units[id].cells {
			if _, ok := at[cell.load]; !ok {
				at[cell.load] = -1
				loads = append(loads, cell.load)
			}
		}
	}
	slices.SortFunc(loads, func(i, j int32) int { return cmp.Compare(b.rank[i], b.rank[j]) })
	result := make([]record.Usage, len(loads))
	for i, load := range loads {
		key := b.c.loads.list[load]
		at[load], result[i] = i, record.Usage{Workload: key.name, Package: key.pkg}
	}
	for _, id := range units {
		for _, cell := range b.c.units[id].cells {
			cell.addTo(&result[at[cell.load]])
		}
	}
	return result
}

// ladder returns the block sizes of growth. If several places below a call
// grow, they are ladders of different values, and none is shown.
func (b *builder) ladder(d *draft) []int64 {
	if !d.place.own || d.place.noise != "" {
		return nil
	}
	var sizes []int64
	growing := int32(-1)
	for _, id := range d.units {
		u := &b.c.units[id]
		if len(u.ladder) == 0 {
			continue
		}
		if growing >= 0 && growing != u.inner {
			return nil
		}
		growing = u.inner
		for _, size := range u.ladder {
			sizes = insertSorted(sizes, size)
		}
	}
	return sizes
}

// growth returns the steps of growth in one workload.
func (b *builder) growth(units []int32, u *record.Usage) (all []record.Rung) {
	load := loadKey{u.Package, u.Workload}
	for _, id := range units {
		for at, step := range b.c.units[id].rungs {
			if b.c.loads.list[at.load] == load {
				all = append(all, step)
			}
		}
	}
	return record.Ladder(all)
}

// maxUnmeasured bounds the list of places that were never reached: a large module has tens of thousands of them, and
// nobody reads past a few hundred.
const maxUnmeasured = 1000

// unmeasured makes a site of each verdict that a value is on the heap, on a line of the user's outside tests, if no
// measured site has that verdict.
func (b *builder) unmeasured() []record.Site {
	var sites []record.Site
	for i := range b.decisions.all {
		decision := &b.decisions.all[i]
		if b.decisions.used[int32(i)] || !b.isCandidate(decision) {
			continue
		}
		p := b.pointOf(int32(i))
		if b.isCopy(decision, p) {
			continue
		}
		if sites = append(sites, b.unmeasuredSite(decision, p)); len(sites) == maxUnmeasured {
			break
		}
	}
	uniqueIDs(sites)
	sortSites(sites)
	return sites
}

// unmeasuredSite makes a site of a verdict; p is the point that the verdict is about, nil if there is none.
func (b *builder) unmeasuredSite(decision *record.Decision, p *record.Point) record.Site {
	s := record.Site{
		Pos:       decision.Pos,
		Package:   decision.Package,
		Function:  qualified(decision),
		Expr:      decision.Expr,
		Source:    b.in.Source(decision.Pos),
		Match:     record.Unmeasured,
		Decisions: []record.Decision{*decision},
	}
	s.ID = makeID(s.Function, s.Expr, 0)
	if p != nil {
		s.Kind, s.Function, s.Expr = p.Kind, p.Function, p.Expr
		s.ID = makeID(p.Function, p.Expr, p.Ordinal)
	}
	return s
}

// qualified returns the function of a verdict with its package, which the
// compiler leaves out; the package alone if the log names no function.
func qualified(decision *record.Decision) string {
	if decision.Function == "" || strings.HasPrefix(decision.Function, decision.Package+".") {
		return cmp.Or(decision.Function, decision.Package)
	}
	return decision.Package + "." + decision.Function
}

// isCandidate reports whether a verdict is about memory that the user's line would allocate. A string constant, such
// as the text of an inlined panic, is read-only data.
func (b *builder) isCandidate(decision *record.Decision) bool {
	if decision.Kind != record.Escapes && decision.Kind != record.Moved {
		return false
	}
	if strings.HasPrefix(decision.Expr, `"`) || strings.HasSuffix(decision.Pos.File, "_test.go") {
		return false
	}
	return b.isOwn(decision.Package) && b.in.Source(decision.Pos) != ""
}

// isCopy reports whether a verdict is about the inlined body of another function of the user's, which has the
// verdict, too.
func (b *builder) isCopy(decision *record.Decision, p *record.Point) bool {
	return len(decision.Inlined) > 0 && p != nil && b.isOwn(record.FunctionPackage(p.Callee))
}

func (b *builder) isOwn(pkg string) bool { return b.in.Own != nil && b.in.Own(pkg) }

// pointOf returns the point that a verdict is about.
func (b *builder) pointOf(i int32) *record.Point {
	pos := b.decisions.all[i].Pos
	points := b.in.Points(pos.File, pos.Line)
	for k := range points {
		if slices.Contains(b.decisions.at(&points[k]), i) {
			return &points[k]
		}
	}
	return nil
}
