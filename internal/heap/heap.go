// Package heap reads heap profiles: what was allocated, by which stack, and
// through which function of the runtime.
//
// Invariant: no object is lost and none is invented. Each sample of the
// profile becomes one [record.Alloc] with the sample's own numbers, unless all
// of them are zero.
//
// Model: two kinds of profile. The counting runtime keeps its own frames, so
// the function that user or library code called is the outermost of them, and
// labels carry phase, type, block and, what tells the two kinds apart, the
// requested size. A stock profile, from go test -memprofile or from a live
// service, has lost these frames; but the innermost location keeps its return
// address, and the CALL in front of it in the measured binary names the same
// function. So several allocations on one line stay apart, although no profile
// has columns.
//
// What the model blurs: a stock profile does not say what was asked for, only
// the block, and misses tiny objects that share one. Without the binary, or
// with one that is neither ELF nor Mach-O for amd64 or arm64, the primitive of
// a stock profile stays empty. Frames of package main are those of the package
// "main", for the profile does not know its import path.
package heap

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/pprof/profile"

	"github.com/unheap/unheap/internal/record"
)

// Options say how a profile is read. The zero value reads the profile alone.
type Options struct {
	// Rel turns a file of a profile into the form of record.Position; pkg is the import path of the function in it. It
	// is called once for each pair. Nil keeps file names, with slashes.
	Rel func(pkg, file string) string
	// Own reports whether a package is one of the user's. If Own is set, a profile without any such package is an
	// error: it belongs to another program.
	Own func(pkg string) bool
	// Binary is the measured file, from which the primitives of a stock profile are read. If it is empty, they stay
	// empty.
	Binary string
	// Workload is the workload of samples without a label "workload", Package the package of all workloads.
	Workload, Package string
}

// Convert converts the samples of a profile, in their order. If the profile is no heap profile, or of another program,
// the error says in one line what it is. Allocs whose samples have equal locations share one Stack, which must not be
// changed.
func Convert(p *profile.Profile, opts Options) ([]record.Alloc, error) {
	cols, err := columnsOf(p)
	if err != nil {
		return nil, err
	}
	c := newConverter(p, opts)
	if err := c.checkProgram(); err != nil {
		return nil, err
	}
	if opts.Binary != "" {
		img, err := openImage(opts.Binary)
		if err != nil {
			return nil, err
		}
		defer img.close()
		if err := c.attach(img); err != nil {
			return nil, err
		}
	}
	allocs := make([]record.Alloc, 0, len(p.Sample))
	for _, s := range p.Sample {
		// The fields are set in place, as an Alloc is large and there are many.
		allocs = append(allocs, record.Alloc{})
		a := &allocs[len(allocs)-1]
		if !cols.read(a, s) {
			allocs = allocs[:len(allocs)-1]
			continue
		}
		c.fill(a, s)
	}
	return allocs, nil
}

// columns are the indices of the four values of a heap profile; -1 for a missing value. Profiles of the counting
// runtime have no inuse values, and profile stores return single ones.
type columns struct{ objects, bytes, inuseObjects, inuseBytes int }

func columnsOf(p *profile.Profile) (columns, error) {
	c := columns{-1, -1, -1, -1}
	found := false
	var types []string
	for i, st := range p.SampleType {
		types = append(types, st.Type+"/"+st.Unit)
		for name, col := range map[string]*int{
			"alloc_objects": &c.objects, "alloc_space": &c.bytes,
			"inuse_objects": &c.inuseObjects, "inuse_space": &c.inuseBytes,
		} {
			if st.Type == name {
				*col, found = i, true
			}
		}
	}
	if found {
		return c, nil
	}
	what := strings.Join(types, ", ")
	if p.PeriodType != nil && p.PeriodType.Type == "cpu" {
		return c, fmt.Errorf("this is a CPU profile (%s), not a heap profile", what)
	}
	return c, fmt.Errorf("not a heap profile: its samples are %s", what)
}

// read sets the four values of a and reports whether one of them is not zero.
func (c columns) read(a *record.Alloc, s *profile.Sample) bool {
	value := func(i int) int64 {
		if i < 0 {
			return 0
		}
		return s.Value[i]
	}
	a.Objects, a.Bytes = value(c.objects), value(c.bytes)
	a.InuseObjects, a.InuseBytes = value(c.inuseObjects), value(c.inuseBytes)
	return a.Objects|a.Bytes|a.InuseObjects|a.InuseBytes != 0
}

// A converter holds what the samples of one profile share.
type converter struct {
	opts   Options
	p      *profile.Profile
	frames [][]record.Frame // by index of the location
	ids    map[uint64]int   // index by ID, if IDs do not count from 1
	called []string         // the called function by index; only with the binary
	files  map[[2]string]string
	stacks map[uint64]*stack
	last   *stack // the stack of the previous sample, which often is the same
}

// A stack is a converted list of locations. next is the next stack with the same hash.
type stack struct {
	next      *stack
	locations []*profile.Location
	frames    []record.Frame
	primitive string
	runtime   bool // it includes frames of the runtime
}

func newConverter(p *profile.Profile, opts Options) *converter {
	c := &converter{
		opts:   opts,
		p:      p,
		frames: make([][]record.Frame, len(p.Location)),
		called: make([]string, len(p.Location)),
		ids:    make(map[uint64]int),
		files:  make(map[[2]string]string),
		stacks: make(map[uint64]*stack),
	}
	for i, loc := range p.Location {
		if loc.ID != uint64(i+1) {
			c.ids[loc.ID] = i
		}
		c.frames[i] = c.framesOf(loc)
	}
	return c
}

// index returns the index of a location in the profile.
func (c *converter) index(loc *profile.Location) int {
	if i := loc.ID - 1; i < uint64(len(c.p.Location)) && c.p.Location[i] == loc {
		return int(i)
	}
	return c.ids[loc.ID]
}

// framesOf returns the frames of a location, innermost function first.
func (c *converter) framesOf(loc *profile.Location) []record.Frame {
	frames := make([]record.Frame, 0, len(loc.Line))
	for i, line := range loc.Line {
		if line.Function == nil {
			continue
		}
		pkg := record.FunctionPackage(line.Function.Name)
		frames = append(frames, record.Frame{
			Function: record.DottedTypeArguments(line.Function.Name),
			Package:  pkg,
			File:     c.rel(pkg, line.Function.Filename),
			Line:     int(line.Line),
			Inlined:  i < len(loc.Line)-1,
			PC:       loc.Address,
		})
	}
	return frames
}

func (c *converter) rel(pkg, file string) string {
	key := [2]string{pkg, file}
	rel, ok := c.files[key]
	if !ok {
		if c.opts.Rel != nil {
			rel = c.opts.Rel(pkg, file)
		} else {
			rel = filepath.ToSlash(file)
		}
		c.files[key] = rel
	}
	return rel
}

// checkProgram returns an error if the profile has none of the user's code. A profile in which only the standard
// library occurs is accepted, as it may be of a program that allocates nothing else.
func (c *converter) checkProgram() error {
	named, own, foreign := false, c.opts.Own == nil, false
	for _, frames := range c.frames {
		for _, f := range frames {
			named = true
			own = own || c.opts.Own(f.Package)
			foreign = foreign || !record.Standard(f.Package)
		}
	}
	switch {
	case len(c.frames) > 0 && !named:
		return errors.New("the profile has addresses and no function names; take it in the protobuf format, without debug=1")
	case foreign && !own:
		return fmt.Errorf("a profile of another program%s: no function of your packages occurs in it", c.program())
	}
	return nil
}

// program returns the name of the measured file, in parentheses, if the profile has it.
func (c *converter) program() string {
	if len(c.p.Mapping) == 0 || c.p.Mapping[0].File == "" {
		return ""
	}
	file := c.p.Mapping[0].File
	return " (" + file[strings.LastIndexAny(file, `/\`)+1:] + ")"
}

// fill sets the fields of a that its sample has.
func (c *converter) fill(a *record.Alloc, s *profile.Sample) {
	st := c.stack(s.Location)
	a.Stack, a.Primitive = st.frames, st.primitive
	a.Workload, a.Package = cmp.Or(label(s, "workload"), c.opts.Workload), c.opts.Package
	a.Phase = record.Phase(label(s, "phase"))
	a.Type = label(s, "type")
	a.Size = number(s, "size")
	a.Block = number(s, "block")
	switch {
	case a.Size == 0 && a.Block == 0:
		a.Block = number(s, "bytes") // the label that the stock runtime writes
	case a.Size != 0 && a.Primitive == "" && !st.runtime:
		a.Primitive = newobject // the compiler called an allocation function that has no frame in the profile
	}
}

func label(s *profile.Sample, key string) string {
	if v := s.Label[key]; len(v) > 0 {
		return v[0]
	}
	return ""
}

func number(s *profile.Sample, key string) int64 {
	if v := s.NumLabel[key]; len(v) > 0 {
		return v[0]
	}
	return 0
}

// stack returns the converted form of a list of locations. Equal lists share one: the stack of a slice that grows has
// a sample for each size and phase.
func (c *converter) stack(locations []*profile.Location) *stack {
	if c.last != nil && slices.Equal(c.last.locations, locations) {
		return c.last
	}
	c.last = c.find(locations)
	return c.last
}

func (c *converter) find(locations []*profile.Location) *stack {
	key := uint64(len(locations))
	for _, loc := range locations {
		key = key*0x9E3779B97F4A7C15 + loc.ID // the golden ratio spreads IDs that count from 1
	}
	for st := c.stacks[key]; st != nil; st = st.next {
		if slices.Equal(st.locations, locations) {
			return st
		}
	}
	st := &stack{next: c.stacks[key], locations: locations}
	c.stacks[key] = st
	n := 0
	for _, loc := range locations {
		n += len(loc.Line)
	}
	st.frames = make([]record.Frame, 0, n)
	for _, loc := range locations {
		st.frames = append(st.frames, c.frames[c.index(loc)]...)
	}
	st.primitive, n = Primitive(st.frames)
	st.runtime = n > 0
	if n == 0 && len(locations) > 0 {
		st.primitive = c.called[c.index(locations[0])]
	}
	return st
}
