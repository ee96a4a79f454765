package bench

import (
	"debug/elf"
	"debug/macho"

	"github.com/google/pprof/profile"

	"github.com/unheap/unheap/internal/exact"
)

// A profileBuilder turns journals of one binary into a profile.
type profileBuilder struct {
	p         *profile.Profile
	text      uint64 // address of the code in the binary file; 0 if unknown
	locations map[uint64]*profile.Location
	functions map[function]*profile.Function
}

type function struct{ name, file string }

func newProfileBuilder(binary string) *profileBuilder {
	mapping := &profile.Mapping{ID: 1, File: binary, HasFunctions: true, HasFilenames: true, HasLineNumbers: true, HasInlineFrames: true}
	b := &profileBuilder{
		p: &profile.Profile{
			SampleType: []*profile.ValueType{{Type: "alloc_objects", Unit: "count"}, {Type: "alloc_space", Unit: "bytes"}},
			PeriodType: &profile.ValueType{Type: "space", Unit: "bytes"},
			Period:     1,
			Mapping:    []*profile.Mapping{mapping},
		},
		locations: make(map[uint64]*profile.Location),
		functions: make(map[function]*profile.Function),
	}
	b.text = textAddress(binary, mapping)
	return b
}

// textAddress returns the address at which the linker put the code, and sets the limits of the mapping to the code. A
// program may be loaded elsewhere than it was linked for. 0 means that the format of the file is not known; then
// addresses stay as they were in the process.
func textAddress(binary string, m *profile.Mapping) uint64 {
	if f, err := elf.Open(binary); err == nil {
		defer f.Close()
		for _, p := range f.Progs {
			if p.Type == elf.PT_LOAD && p.Flags&elf.PF_X != 0 {
				m.Start, m.Limit, m.Offset = p.Vaddr, p.Vaddr+p.Memsz, p.Off
			}
		}
		symbols, _ := f.Symbols() // none if stripped
		for _, s := range symbols {
			if s.Name == "runtime.text" {
				return s.Value
			}
		}
		return 0
	}
	if f, err := macho.Open(binary); err == nil {
		defer f.Close()
		if s := f.Section("__text"); s != nil {
			m.Start, m.Limit, m.Offset = s.Addr, s.Addr+s.Size, uint64(s.Offset)
		}
		if f.Symtab != nil {
			for _, s := range f.Symtab.Syms {
				if s.Name == "_runtime.text" || s.Name == "runtime.text" {
					return s.Value
				}
			}
		}
	}
	return 0
}

// take returns the samples of one workload as a profile. Functions and locations are shared with the profiles of the
// other workloads.
func (b *profileBuilder) take(j *exact.Journal, w *exact.Workload) *profile.Profile {
	sortSamples(j, w.Samples)
	p := &profile.Profile{
		SampleType: b.p.SampleType, PeriodType: b.p.PeriodType, Period: b.p.Period, Mapping: b.p.Mapping,
		Sample: make([]*profile.Sample, 0, len(w.Samples)),
	}
	// Labels with the same values share one map, as there are many samples.
	type kind struct{ phase, typ string }
	labels := make(map[kind]map[string][]string)
	type extent struct{ size, block int64 }
	numbers := make(map[extent]map[string][]int64)
	used := make(map[uint64]bool)
	for _, s := range w.Samples {
		k, e := kind{s.Phase, s.Type}, extent{s.Size, s.Block}
		if labels[k] == nil {
			labels[k] = map[string][]string{"workload": {w.Name}, "phase": {s.Phase}}
			if s.Type != "" {
				labels[k]["type"] = []string{s.Type}
			}
		}
		if numbers[e] == nil {
			numbers[e] = map[string][]int64{"size": {s.Size}, "block": {s.Block}}
		}
		sample := &profile.Sample{
			Location: make([]*profile.Location, len(s.Stack)),
			Value:    []int64{s.Count, s.Count * s.Block},
			Label:    labels[k], NumLabel: numbers[e], NumUnit: inBytes,
		}
		for i, id := range s.Stack {
			loc := b.location(j, j.Locations[id])
			sample.Location[i] = loc
			if !used[loc.ID] {
				used[loc.ID] = true
				p.Location = append(p.Location, loc)
			}
		}
		p.Sample = append(p.Sample, sample)
	}
	return p
}

var inBytes = map[string][]string{"size": {"bytes"}, "block": {"bytes"}}

// location returns the location of a frame, at its address in the binary file, and makes it if there is none.
func (b *profileBuilder) location(j *exact.Journal, l exact.Location) *profile.Location {
	pc := l.PC
	if b.text != 0 {
		pc = pc - j.TextStart + b.text
	}
	if loc := b.locations[pc]; loc != nil {
		return loc
	}
	loc := &profile.Location{ID: uint64(len(b.p.Location) + 1), Mapping: b.p.Mapping[0], Address: pc}
	for _, f := range l.Frames {
		loc.Line = append(loc.Line, profile.Line{Function: b.function(f.Function, f.File), Line: int64(f.Line)})
	}
	b.p.Location = append(b.p.Location, loc)
	b.locations[pc] = loc
	return loc
}

func (b *profileBuilder) function(name, file string) *profile.Function {
	key := function{name, file}
	if f := b.functions[key]; f != nil {
		return f
	}
	f := &profile.Function{ID: uint64(len(b.p.Function) + 1), Name: name, SystemName: name, Filename: file}
	b.p.Function = append(b.p.Function, f)
	b.functions[key] = f
	return f
}
