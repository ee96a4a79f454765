// Package cpu splits a CPU profile: how much of the time goes into allocating,
// how much into the garbage collector, and which of the user's lines cause it.
//
// Invariant: the parts sum to the total, and the parts of the lines to at most
// those of the profile; what is left was not called by the user's code.
//
// Model: each sample belongs to one part, decided by the frames of its whole
// stack: marking on behalf of an allocation (assist), background marking,
// allocating (mallocgc and what it calls), sweeping and scavenging, the rest.
// It is charged to the line of the innermost frame in a package of the user,
// so that what the standard library allocates for her counts as hers.
//
// What the model blurs: a sweep that an allocation is made to do counts as
// allocating. Write barriers, clearing and copying around an allocation, and
// the scheduling that the collector causes count as the rest. Samples come
// every 10 ms by default: a line with few of them says little.
package cpu

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

// Options say how a profile is read.
type Options struct {
	// Own reports whether a package is one of the user's; the program's own package is "main". Nil means that none is,
	// and no line is charged.
	Own func(pkg string) bool
	// Rel turns a file of a profile into the form of record.Position; pkg is the import path of the function in it.
	// Nil keeps the name, with slashes.
	Rel func(pkg, file string) string
	// Source is copied to the result.
	Source string
}

// Convert splits a profile. If it is no CPU profile of the user's program, the error says in one line what it is.
func Convert(p *profile.Profile, opts Options) (*record.CPU, error) {
	column, err := columnOf(p)
	if err != nil {
		return nil, err
	}
	s := &splitter{opts: opts, lines: make(map[record.Position]*record.CPULine), at: make(map[*profile.Location]place)}
	for _, loc := range p.Location {
		s.at[loc] = s.place(loc)
	}
	if opts.Own != nil && !s.own && s.foreign {
		return nil, errors.New("a profile of another program: no function of your packages occurs in it")
	}
	s.cpu.Source = opts.Source
	count := slices.IndexFunc(p.SampleType, func(t *profile.ValueType) bool { // -1 if the profile does not have it
		return t.Type == "samples" && t.Unit == "count"
	})
	for _, sample := range p.Sample {
		s.add(sample.Location, sample.Value[column])
		if count >= 0 {
			s.cpu.Samples += sample.Value[count]
		}
	}
	s.cpu.Lines = s.sorted()
	return &s.cpu, nil
}

// columnOf returns the index of the nanoseconds among the values of a sample.
func columnOf(p *profile.Profile) (int, error) {
	var types []string
	for i, st := range p.SampleType {
		if st.Type == "cpu" && st.Unit == "nanoseconds" {
			return i, nil
		}
		types = append(types, st.Type+"/"+st.Unit)
	}
	return 0, fmt.Errorf("not a CPU profile: its samples are %s", strings.Join(types, ", "))
}

// A part is something that time is spent on. A sample belongs to the first part, in the order of the constants, to
// which any of its frames belongs: an assist happens within mallocgc, and so does some sweeping.
type part int

const (
	assist part = iota
	background
	alloc
	sweep
	rest
)

// parts are the functions whose calls belong to a part. A name ending in * stands for all names that begin so:
// closures, and the allocation functions for single sizes since Go 1.27. All are of package runtime, Go 1.25 to 1.27:
// mgcmark.go, mgc.go, malloc.go, mgcsweep.go, mgcscavenge.go. gcDrain is for stacks that end where the runtime
// switches to another stack.
var parts = []struct {
	part  part
	names []string
}{
	{assist, []string{"runtime.gcAssistAlloc*", "runtime.deductAssistCredit", "runtime.gcParkAssist"}},
	{background, []string{"runtime.gcBgMarkWorker*", "runtime.gcDrain*"}},
	{alloc, []string{"runtime.mallocgc*"}},
	{sweep, []string{"runtime.bgsweep*", "runtime.sweepone*", "runtime.bgscavenge*", "runtime.(*scavengerState).*", "runtime.(*pageAlloc).scavenge*"}},
}

func partOf(function string) part {
	if !strings.HasPrefix(function, "runtime.") {
		return rest
	}
	for _, p := range parts {
		for _, name := range p.names {
			prefix, open := strings.CutSuffix(name, "*")
			if function == name || open && strings.HasPrefix(function, prefix) {
				return p.part
			}
		}
	}
	return rest
}

// A place is what a location says about the samples in which it occurs.
type place struct {
	part part
	line *record.CPULine // the line of its innermost frame in a package of the user; nil if there is none
}

type splitter struct {
	opts    Options
	cpu     record.CPU
	lines   map[record.Position]*record.CPULine
	at      map[*profile.Location]place
	own     bool // code of the user's occurs
	foreign bool // code occurs that is neither the user's nor of the standard library
}

func (s *splitter) place(loc *profile.Location) place {
	at := place{part: rest}
	for _, l := range loc.Line {
		if l.Function == nil {
			continue
		}
		name := l.Function.Name
		at.part = min(at.part, partOf(name))
		pkg := record.FunctionPackage(name)
		switch {
		case s.opts.Own != nil && s.opts.Own(pkg):
			s.own = true
			if at.line == nil {
				at.line = s.line(pkg, l)
			}
		case !record.Standard(pkg):
			s.foreign = true
		}
	}
	return at
}

func (s *splitter) line(pkg string, l profile.Line) *record.CPULine {
	file := l.Function.Filename
	if s.opts.Rel != nil {
		file = s.opts.Rel(pkg, file)
	} else {
		file = filepath.ToSlash(file)
	}
	pos := record.Position{File: file, Line: int(l.Line)}
	if s.lines[pos] == nil {
		s.lines[pos] = &record.CPULine{Pos: pos, Function: record.DottedTypeArguments(l.Function.Name)}
	}
	return s.lines[pos]
}

// add charges ns to the part and to the line of a stack.
func (s *splitter) add(stack []*profile.Location, ns int64) {
	sum := place{part: rest}
	for _, loc := range stack { // leaf first
		at := s.at[loc]
		sum.part = min(sum.part, at.part)
		sum.line = cmp.Or(sum.line, at.line)
	}
	line := sum.line
	if line == nil {
		line = new(record.CPULine) // charged to no line of the user, and dropped
	}
	s.cpu.Total += ns
	switch sum.part {
	case assist:
		s.cpu.Assist += ns
		line.Assist += ns
	case background:
		s.cpu.Background += ns
	case alloc:
		s.cpu.Alloc += ns
		line.Alloc += ns
	case sweep:
		s.cpu.Sweep += ns
	case rest:
		s.cpu.Rest += ns
		line.Rest += ns
	}
}

// sorted returns the lines that were charged, sorted by the time they spend on allocating.
func (s *splitter) sorted() []record.CPULine {
	var lines []record.CPULine
	for _, l := range s.lines {
		if l.Alloc != 0 || l.Assist != 0 || l.Rest != 0 {
			lines = append(lines, *l)
		}
	}
	slices.SortFunc(lines, func(a, b record.CPULine) int {
		return cmp.Or(
			cmp.Compare(b.Alloc+b.Assist, a.Alloc+a.Assist),
			cmp.Compare(b.Rest, a.Rest),
			a.Pos.Compare(b.Pos),
		)
	})
	return lines
}
