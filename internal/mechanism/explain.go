package mechanism

import (
	"github.com/unheap/unheap/internal/load"
	"github.com/unheap/unheap/internal/record"
)

// Explain decides why a site is on the heap. It fills Mechanism, Why, Chain,
// Remedy, Removable and the Mechanism of what is Inside, and makes a site
// unexplained for which no reason is found. It reads the other fields and the
// syntax of p; without the syntax of the site's file, or with a nil p, it says
// less.
func Explain(s *record.Site, p *load.Program) {
	var src source
	if p != nil {
		if file := p.File(s.Pos.File); file != nil {
			src = source{
				name: file.Name, fset: p.Fset, file: file.Syntax,
				info: file.Package.Info, sizes: file.Package.Sizes,
			}
		}
	}
	explain(s, src)
}

// explain is Explain for one file.
func explain(s *record.Site, src source) {
	f := newFacts(s, src)
	found := decide(f)
	m, ok := Lookup(found.mechanism)
	s.Chain = nil
	if len(s.Inside) == 0 { // the flows within other packages are not the user's
		s.Chain = chain(f.heap)
	}
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
