package site

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// A place is where an allocation is charged: the user's frame or, without one, the outermost frame that is
// informative.
type place struct {
	own      bool
	binary   string // package of the workload, since PCs of two binaries are unrelated
	function string
	pkg      string
	file     string
	line     int
	pc       uint64
	// callee is the function directly below that is neither the user's nor
	// the runtime's; empty if the user's own expression allocates.
	callee string
	// noise is a function of the runtime that allocates for itself and happened to do so below this frame; empty for
	// what the line itself requested.
	noise string
	// outer describes the calls through which the frame was inlined, innermost
	// first; outerFile and outerLine are the outermost of them, where the
	// compiler's diagnostics stand. Empty if the frame was not inlined.
	outer     string
	outerFile string
	outerLine int
}

// An inner is the frame outside the user's code that called the runtime.
type inner struct {
	function, pkg, file string
	line                int
}

// A stackInfo is what a stack tells, analysed once for each distinct stack.
type stackInfo struct {
	place  int32
	inner  int32 // 0: the user's own expression
	caller int32 // number of the path to it; 0 for none
	// growsMap tells that the groups of a map are allocated, not its tables.
	growsMap bool
}

// A seen is a stack that was met before, and the unit of its last allocation: a stack ends in one call of the
// allocator, so the next allocation is most likely of that unit, too.
type seen struct {
	stackInfo
	primitive, typ string
	unit           int32 // -1: none yet
}

// A unit is what was allocated at one place in one way: the sites are sums of
// whole units.
type unit struct {
	place, inner   int32
	primitive, typ int32 // into collector.names
	minSize        int64 // of requested sizes; minSize > maxSize means not known
	maxSize        int64
	ladder         []int64              // distinct block sizes of growth, ascending
	rungs          map[rung]record.Rung // of growth in the steady phase; nil for none
	callers        map[call]int64       // objects of the steady phase
	cells          []cell               // one for each workload, in the order of first sight
}

// A rung is a block size of growth in one workload, or the size of a tiny object, which shares its block with others.
type rung struct {
	load  int32
	block int64
}

// climb adds one step of growth.
func (u *unit) climb(load int32, a *record.Alloc) {
	if a.Block > 0 {
		u.ladder = insertSorted(u.ladder, a.Block)
	}
	if a.Phase == record.PhaseFirst || a.Objects == 0 || a.Size == 0 {
		return
	}
	if u.rungs == nil {
		u.rungs = make(map[rung]record.Rung)
	}
	at := rung{load, a.Block}
	if a.Size < 16 {
		at.block = a.Size
	}
	sum := u.rungs[at]
	u.rungs[at] = record.Rung{Size: max(sum.Size, a.Size), Objects: sum.Objects + a.Objects, Bytes: sum.Bytes + a.Bytes}
}

// A cell is the cost of a unit in one workload. It holds no pointers, so that the garbage collector need not scan the
// cells, the largest table there is.
type cell struct {
	load                     int32
	objects, bytes           int64
	requested                int64 // -1: not known
	firstObjects, firstBytes int64
	halfObjects, halfBytes   int64
	inuseObjects, inuseBytes int64
}

type (
	loadKey  struct{ pkg, name string }
	stackKey struct {
		leaf   *record.Frame // identity of a shared slice
		depth  int
		binary int32 // into collector.names
	}
	unitKey struct{ place, inner, primitive, typ int32 }
)

// A collector turns millions of allocations into thousands of units. Strings
// are replaced by numbers once for each stack, not for each allocation.
type collector struct {
	own    func(pkg string) bool // nil if no package is the user's
	loads  table[loadKey]
	byName map[string]int32 // by workload name; -1 for a name that occurs twice
	// lastKey and last are the workload of the last Alloc, and binary its package in names: allocations of one
	// workload come in succession.
	lastKey loadKey
	last    int32
	binary  int32

	stacks   map[stackKey]*seen
	places   table[place]
	paths    []path
	pathKeys table[string]
	inners   table[inner]
	names    table[string]
	units    []unit
	unitKeys table[unitKey]
	owns     map[string]bool
}

func newCollector(own func(pkg string) bool) *collector {
	return &collector{
		own:      own,
		loads:    newTable[loadKey](),
		byName:   make(map[string]int32),
		stacks:   make(map[stackKey]*seen),
		places:   newTable[place](),
		paths:    []path{{}},
		pathKeys: newTable(""),
		inners:   newTable(inner{}),
		last:     -1,
		names:    newTable(""),
		unitKeys: newTable[unitKey](),
		owns:     make(map[string]bool),
	}
}

// A table numbers values in the order in which they come.
type table[T comparable] struct {
	list []T
	ids  map[T]int32
}

// newTable returns a table with the first values.
func newTable[T comparable](first ...T) table[T] {
	t := table[T]{ids: make(map[T]int32)}
	for _, v := range first {
		t.id(v)
	}
	return t
}

// id returns the number of a value, which it adds if it is not in the table yet.
func (t *table[T]) id(v T) int32 {
	id, ok := t.ids[v]
	if !ok {
		id = int32(len(t.list))
		t.ids[v] = id
		t.list = append(t.list, v)
	}
	return id
}

// addAll adds allocs. It forgets stacks at the end, since another slice may be at the same address later.
func (c *collector) addAll(allocs []record.Alloc) {
	for i := range allocs {
		if a := &allocs[i]; a.Phase != record.PhaseSetup {
			c.add(a)
		}
	}
	clear(c.stacks)
}

// forget removes the cells of a workload, and the units that are empty without them.
func (c *collector) forget(load int32) {
	c.unitKeys = newTable[unitKey]()
	kept := c.units[:0]
	for _, u := range c.units {
		u.cells = slices.DeleteFunc(u.cells, func(cell cell) bool { return cell.load == load })
		maps.DeleteFunc(u.callers, func(by call, _ int64) bool { return by.load == load })
		maps.DeleteFunc(u.rungs, func(at rung, _ record.Rung) bool { return at.load == load })
		if len(u.cells) == 0 {
			continue
		}
		c.unitKeys.id(unitKey{u.place, u.inner, u.primitive, u.typ})
		kept = append(kept, u)
	}
	c.units = kept
}

// learnLoads numbers the listed workloads, then those that occur only in allocs, sorted.
func (c *collector) learnLoads(workloads []record.Workload, allocs []record.Alloc) {
	for _, w := range workloads {
		c.loads.id(loadKey{w.Package, w.Name})
		if _, twice := c.byName[w.Name]; twice {
			c.byName[w.Name] = -1
		} else {
			c.byName[w.Name] = c.loads.ids[loadKey{w.Package, w.Name}]
		}
	}
	unlisted := make(map[loadKey]bool)
	var last loadKey
	for i := range allocs {
		a := &allocs[i]
		key := loadKey{a.Package, a.Workload}
		if i > 0 && key == last || a.Phase == record.PhaseSetup {
			continue
		}
		last = key
		if _, listed := c.lookupLoad(key); !listed {
			unlisted[key] = true
		}
	}
	for _, key := range slices.SortedFunc(maps.Keys(unlisted), func(a, b loadKey) int {
		return cmp.Or(strings.Compare(a.pkg, b.pkg), strings.Compare(a.name, b.name))
	}) {
		c.loads.id(key)
	}
}

// lookupLoad finds a workload. A key without a package matches by name, if that is unique.
func (c *collector) lookupLoad(key loadKey) (int32, bool) {
	if id, ok := c.loads.ids[key]; ok {
		return id, true
	}
	if id, ok := c.byName[key.name]; ok && key.pkg == "" && id >= 0 {
		return id, true
	}
	return 0, false
}

// add charges one allocation to its unit.
func (c *collector) add(a *record.Alloc) {
	if key := (loadKey{a.Package, a.Workload}); key != c.lastKey || c.last < 0 {
		c.lastKey = key
		c.last, _ = c.lookupLoad(key) // known since learnLoads
		c.binary = c.names.id(c.loads.list[c.last].pkg)
	}
	s := c.stack(a.Stack)
	if s.unit < 0 || s.primitive != a.Primitive || s.typ != a.Type {
		s.primitive, s.typ = a.Primitive, a.Type
		s.unit = c.unit(unitKey{s.place, s.inner, c.names.id(a.Primitive), c.names.id(a.Type)})
	}
	u := &c.units[s.unit]
	if a.Phase == record.PhaseHalf { // these are counted in the steady phase as well
		u.cell(c.last).add(a)
		return
	}
	if a.Size > 0 {
		u.minSize, u.maxSize = min(u.minSize, a.Size), max(u.maxSize, a.Size)
	}
	if c.grows(u, a.Primitive, s.growsMap) {
		u.climb(c.last, a)
	}
	u.cell(c.last).add(a)
	if a.Phase != record.PhaseFirst {
		u.call(call{c.last, s.caller}, a.Objects)
	}
}

func (c *collector) unit(key unitKey) int32 {
	id := c.unitKeys.id(key)
	if int(id) == len(c.units) {
		c.units = append(c.units, unit{
			place: key.place, inner: key.inner, primitive: key.primitive, typ: key.typ,
			minSize: math.MaxInt64, maxSize: -1,
		})
	}
	return id
}

// cell returns the cell of a workload. Allocations of one workload come in succession, so it is nearly always the
// last one.
func (u *unit) cell(load int32) *cell {
	for i := len(u.cells) - 1; i >= 0; i-- {
		if u.cells[i].load == load {
			return &u.cells[i]
		}
	}
	u.cells = append(u.cells, cell{load: load})
	return &u.cells[len(u.cells)-1]
}

func (c *cell) add(a *record.Alloc) {
	c.inuseObjects += a.InuseObjects
	c.inuseBytes += a.InuseBytes
	switch a.Phase {
	case record.PhaseFirst:
		c.firstObjects += a.Objects
		c.firstBytes += a.Bytes
		return
	case record.PhaseHalf:
		c.halfObjects += a.Objects
		c.halfBytes += a.Bytes
		return
	}
	c.objects += a.Objects
	c.bytes += a.Bytes
	switch {
	case a.Size == 0 && a.Objects != 0:
		c.requested = -1
	case c.requested >= 0:
		c.requested += a.Objects * a.Size
	}
}

// addTo adds the cell to a sum. If Requested is not known in one of them, it is not known in the sum.
func (c *cell) addTo(sum *record.Usage) {
	sum.Objects += c.objects
	sum.Bytes += c.bytes
	sum.FirstObjects += c.firstObjects
	sum.FirstBytes += c.firstBytes
	sum.HalfObjects += c.halfObjects
	sum.HalfBytes += c.halfBytes
	sum.InuseObjects += c.inuseObjects
	sum.InuseBytes += c.inuseBytes
	if sum.Requested < 0 || c.requested < 0 {
		sum.Requested = -1
		return
	}
	sum.Requested += c.requested
}

func insertSorted(sizes []int64, size int64) []int64 {
	i, found := slices.BinarySearch(sizes, size)
	if found {
		return sizes
	}
	return slices.Insert(sizes, i, size)
}

// grows reports whether an allocation is a step in the growth of a value.
func (c *collector) grows(u *unit, primitive string, growsMap bool) bool {
	name, ok := strings.CutPrefix(primitive, "runtime.")
	switch {
	case ok && strings.HasPrefix(name, "growslice"):
		return true
	case ok && strings.HasPrefix(name, "mapassign"):
		return growsMap
	}
	return growers[c.inners.list[u.inner].function]
}

// growers are functions of the standard library that replace a buffer by a larger one without append.
var growers = map[string]bool{
	"bytes.growSlice":         true,
	"bytes.(*Buffer).grow":    true,
	"strings.(*Builder).grow": true,
}

// stack returns the analysis of a stack, from memory if the same slice was seen before.
func (c *collector) stack(stack []record.Frame) *seen {
	key := stackKey{depth: len(stack), binary: c.binary}
	if len(stack) > 0 {
		key.leaf = &stack[0]
	}
	s := c.stacks[key]
	if s == nil {
		s = &seen{stackInfo: c.analyse(stack), unit: -1}
		c.stacks[key] = s
	}
	return s
}

// analyse finds the user's frame, and what lies below it.
func (c *collector) analyse(stack []record.Frame) stackInfo {
	binary := c.names.list[c.binary]
	if len(stack) == 0 {
		return stackInfo{place: c.places.id(place{pkg: "runtime", binary: binary})}
	}
	at := slices.IndexFunc(stack, c.isOwn)
	own := at >= 0
	if !own {
		at = outermost(stack)
	}
	below := stack[:at]
	if !own {
		below = stack // the outermost frame may itself allocate
	}
	f := &stack[at]
	p := place{own: own, binary: binary, function: f.Function, pkg: packageOf(f), file: f.File, line: f.Line, noise: noiseIn(below)}
	if own {
		p.pc = f.PC
		p.callee = calleeOf(below)
		p.outer, p.outerFile, p.outerLine = inlinedThrough(stack[at:])
	}
	return stackInfo{
		place:    c.places.id(p),
		caller:   c.caller(stack[at+1:]),
		inner:    c.inner(below),
		growsMap: slices.ContainsFunc(below, func(f record.Frame) bool { return f.Function == "internal/runtime/maps.newGroups" }),
	}
}

// isOwn reports whether f is the user's and has source text: it is neither a wrapper made by the compiler or cgo, nor
// the main function of a test binary.
func (c *collector) isOwn(f record.Frame) bool {
	if f.File == "" || f.File == "<autogenerated>" ||
		strings.HasSuffix(f.File, "_testmain.go") || strings.HasSuffix(f.File, "_cgo_gotypes.go") {
		return false
	}
	pkg := packageOf(&f)
	own, ok := c.owns[pkg]
	if !ok {
		own = c.own != nil && c.own(pkg)
		c.owns[pkg] = own
	}
	return own
}

func packageOf(f *record.Frame) string {
	if f.Package != "" {
		return f.Package
	}
	return record.FunctionPackage(f.Function)
}

// isRuntime reports whether f belongs to the allocator, or to the runtime functions that call it on behalf of the
// language.
func isRuntime(f *record.Frame) bool {
	pkg := packageOf(f)
	return pkg == "runtime" || strings.HasPrefix(pkg, "internal/runtime/") || strings.HasPrefix(pkg, "runtime/internal/")
}

// calleeOf returns the function that the user's frame called, if it is not
// the runtime's. Deferred calls have frames of the runtime in between.
func calleeOf(below []record.Frame) string {
	for i := len(below) - 1; i >= 0; i-- {
		if !isRuntime(&below[i]) {
			return below[i].Function
		}
	}
	return ""
}

// inner finds the innermost frame outside the runtime.
func (c *collector) inner(below []record.Frame) int32 {
	for i := range below {
		if f := &below[i]; !isRuntime(f) {
			return c.innerID(f)
		}
	}
	return 0
}

func (c *collector) innerID(f *record.Frame) int32 {
	return c.inners.id(inner{f.Function, packageOf(f), f.File, f.Line})
}

// inlinedThrough describes the logical frames, from the user's outward, that share the user's physical frame.
func inlinedThrough(stack []record.Frame) (chain, file string, line int) {
	if !stack[0].Inlined {
		return "", "", 0
	}
	var b strings.Builder
	for i := 1; i < len(stack); i++ {
		f := &stack[i]
		b.WriteString(f.Function)
		b.WriteByte('\n')
		b.WriteString(record.Position{File: f.File, Line: f.Line}.String())
		b.WriteByte('\n')
		file, line = f.File, f.Line
		if !f.Inlined {
			break
		}
	}
	return b.String(), file, line
}
