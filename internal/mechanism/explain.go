package mechanism

import (
	"github.com/unheap/unheap/internal/record"
)

// explain is Explain for one file.
func explain(s *record.Site, src source) {
	f := newFacts(s, src)
	found := decide(f)
	m, ok := Lookup(found.mechanism)
	s.Chain = chain(f.heap)
	for i := range s.Inside {
		s.Inside[i].Mechanism = ofInside[constructOf(s.Inside[i].Primitive)]
	}
	if !ok {
		s.Mechanism, s.Why, s.Remedy, s.Removable = "", "", "", "unknown"
		if s.Match != record.Unmeasured {
			s.Match = record.Unexplained
		}
		return
	}
	s.Mechanism, s.Why = m.Name, found.why
	s.Remedy, s.Removable = f.remedy(m), string(m.Removable)
}

// ofInside are the reasons that a construct alone decides, for what functions
// of other packages allocate. Why a variable of theirs is on the heap is not
// the user's concern.
var ofInside = map[construct]string{
	growSlice: Growth, moveSlice: ReturnCopy, makeCopy: Clone, concatStrings: Concat, bytesToString: BytesToString,
	stringToBytes: StringToBytes, convertRunes: Runes, box: Boxing, makeMap: Map, assignMap: MapGrowth, makeChan: Channel,
}
