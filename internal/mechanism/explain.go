package mechanism

import (
	"cmp"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
)

// Explain decides why a site is on the heap. It sets Mechanism, Why, Chain, Remedy, Removable and the Mechanism of
// what is Inside; a site without a reason becomes unexplained. Explain reads the other fields and the syntax of p;
// without the syntax of the site's file, or with a nil p, Explain says less. With a log, values are followed through
// calls.
func Explain(s *record.Site, p *load.Program, log *Log) {
	explain(s, sourceOf(p, s.Pos.File), log)
}

// sourceOf returns a file of the program; the zero source if the program does not have it.
func sourceOf(p *load.Program, name string) source {
	others := func(name string) source { return sourceOf(p, name) }
	if p == nil {
		return source{}
	}
	file := p.File(name)
	if file == nil {
		return source{others: others, own: p.Own}
	}
	return source{
		name: file.Name, fset: p.Fset, file: file.Syntax,
		info: file.Package.Info, sizes: file.Package.Sizes, pkg: file.Package, own: p.Own, others: others,
	}
}

// explain is Explain for one file.
func explain(s *record.Site, src source, log *Log) {
	f := newFacts(s, src)
	f.log = log
	found := decide(f)
	m, ok := Lookup(found.mechanism)
	s.Chain = nil
	if len(s.Inside) == 0 { // flows within other packages are not the user's concern
		s.Chain = f.chain()
		if len(f.trail.steps) > 1 {
			s.Chain = append(s.Chain, f.trail.steps...)
		}
	}
	for i := range s.Inside {
		s.Inside[i].Mechanism = ofInside[constructOf(s.Inside[i].Primitive)]
	}
	if !ok {
		s.Mechanism, s.Why, s.Cause, s.Remedy, s.Removable, s.Way = "", "", "", "", "unknown", ""
		if s.Match != record.Unmeasured {
			s.Match = record.Unexplained
		}
		return
	}
	cold := cmp.Or(f.onFailure(&found), f.used(&found))
	s.Mechanism, s.Why, s.Cause, s.CausePos = m.Name, found.why, f.cause, f.causePos
	s.Remedy, s.Removable = cmp.Or(cold, f.remedy(m)), string(m.Removable)
	switch {
	case m.Name == Split && cold == "" && f.src.file != nil && f.useOfParts() != "range" && f.useOfParts() != "index":
		s.Removable = string(Partly) // callers that need the number of parts need all of them
	case strings.HasPrefix(s.Remedy, "nothing: "):
		s.Removable = string(No)
	case f.measures(m):
		s.Remedy, s.Removable = measuring, string(No)
	case m.Name == Callee && f.foreign():
		s.Remedy, s.Removable = uncalled, string(No)
	}
	s.Way = wayOf(s)
}

// reused are the reasons of objects that are needed, but can be reused.
var reused = []string{
	Constructor, TooLarge, VariableSize, UnknownCallee, Sent, ReadAll, Encoding, Builder, Timer, Map, MapGrowth, PoolMiss,
}

// wayOf is the way in which a site can be removed, as far as its reason tells.
func wayOf(s *record.Site) record.Way {
	switch {
	case s.Removable == string(No):
		return record.WayNone
	case s.Mechanism == Callee:
		if _, known := instead(s.Callee); !known {
			return record.WayOthers
		}
	case slices.Contains(reused, s.Mechanism) && !strings.HasSuffix(s.Callee, ").String"):
		return record.WayReuse
	}
	return record.WayHand
}

// ofInside are the reasons that a construct alone decides, for allocations in functions of other packages. Why a
// variable of such a function is on the heap is not the user's concern.
var ofInside = map[construct]string{
	growSlice: Growth, moveSlice: ReturnCopy, makeCopy: Clone, concatStrings: Concat, bytesToString: BytesToString,
	stringToBytes: StringToBytes, convertRunes: Runes, box: Boxing, makeMap: Map, assignMap: MapGrowth, makeChan: Channel,
}
