package site

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/unheap/unheap/internal/record"
)

// synthetic returns n allocations on n/20 stacks (at most 20,000, the size of
// a large program), the stacks shared as a profile reader shares them.
func synthetic(n int) Input {
	rng := rand.New(rand.NewPCG(1, 2))
	var stacks [][]record.Frame
	for i := range max(1, min(n/20, 20_000)) {
		stacks = append(stacks, syntheticStack(rng, i))
	}
	in := Input{
		Own:    func(pkg string) bool { return strings.HasPrefix(pkg, "example.com/m") },
		Points: syntheticPoints,
		Source: func(record.Position) string { return "x = append(x, y)" },
	}
	for w := range 10 {
		in.Workloads = append(in.Workloads, record.Workload{Name: fmt.Sprintf("Benchmark%d", w), Package: "example.com/m"})
	}
	primitives := []string{"runtime.newobject", "runtime.growslice", "runtime.convT64", "runtime.slicebytetostring"}
	for i := range n {
		size := int64(8 << rng.IntN(8))
		objects := rng.Int64N(1000)
		at := rng.IntN(len(stacks))
		in.Allocs = append(in.Allocs, record.Alloc{
			Workload:  in.Workloads[i*len(in.Workloads)/n].Name,
			Package:   "example.com/m",
			Phase:     []record.Phase{record.PhaseFirst, record.PhaseSteady, record.PhaseSteady, record.PhaseSetup}[rng.IntN(4)],
			Stack:     stacks[at],
			Primitive: primitives[at%len(primitives)], // the frames below the user's fix both
			Type:      []string{"", "int", "m.T"}[at%3],
			Size:      size,
			Block:     size,
			Objects:   objects,
			Bytes:     objects * size,
		})
	}
	return in
}

// syntheticStack is 20 frames deep; every tenth has no frame of the user's.
func syntheticStack(rng *rand.Rand, i int) []record.Frame {
	stack := []record.Frame{{Function: "runtime.mallocgc", Package: "runtime", File: "runtime/malloc.go", Line: 1}}
	if i%3 == 0 {
		stack = append(stack, record.Frame{Function: "fmt.Sprintf", Package: "fmt", File: "fmt/print.go", Line: rng.IntN(50)})
	}
	for depth := 0; len(stack) < 20; depth++ {
		f := record.Frame{Function: "testing.(*B).runN", Package: "testing", File: "testing/benchmark.go", Line: depth, PC: uint64(depth + 1)}
		if i%10 != 0 && depth < 10 {
			line := 1 + (i+depth)%5000
			f = record.Frame{
				Function: fmt.Sprintf("example.com/m.F%d", line/10), Package: "example.com/m",
				File: fmt.Sprintf("f%d.go", line/500), Line: line, PC: uint64(i*20 + depth), Inlined: depth == 0 && i%4 == 0,
			}
		}
		stack = append(stack, f)
	}
	return stack
}

func syntheticPoints(file string, line int) []record.Point {
	point := func(column int, kind record.PointKind, primitive, callee string) record.Point {
		p := record.Point{
			Pos: record.Position{File: file, Line: line, Column: column}, Kind: kind, Package: "example.com/m",
			Function: fmt.Sprintf("example.com/m.F%d", line/10), Expr: fmt.Sprint(kind, line), Ordinal: 1,
			Callee: callee, Order: column, Group: 1,
		}
		if primitive != "" {
			p.Primitives = []string{primitive}
		}
		return p
	}
	return []record.Point{
		point(3, record.PointNew, "runtime.newobject", ""),
		point(5, record.PointAppend, "runtime.growslice", ""),
		point(9, record.PointCall, "", "fmt.Sprintf"),
	}
}

// sums adds up objects and bytes for each workload and phase.
type sums map[string][2]int64

func (s sums) add(load string, phase string, objects, bytes int64) {
	if objects != 0 || bytes != 0 {
		old := s[load+"/"+phase]
		s[load+"/"+phase] = [2]int64{old[0] + objects, old[1] + bytes}
	}
}

func sumsOfAllocs(allocs []record.Alloc) sums {
	s := make(sums)
	for _, a := range allocs {
		if a.Phase != record.PhaseSetup {
			s.add(a.Workload, string(a.Phase), a.Objects, a.Bytes)
		}
	}
	return s
}

func sumsOfSites(sites []record.Site) sums {
	s := make(sums)
	for _, site := range sites {
		for _, u := range site.Usage {
			s.add(u.Workload, string(record.PhaseSteady), u.Objects, u.Bytes)
			s.add(u.Workload, string(record.PhaseFirst), u.FirstObjects, u.FirstBytes)
		}
	}
	return s
}

// TestConserved joins random inputs: the sums over sites are those over
// allocations, IDs are unique, and the order of the input does not matter.
func TestConserved(t *testing.T) {
	for _, n := range []int{1, 7, 100, 3000} {
		in := synthetic(n)
		result := Join(in)
		if diff := cmp.Diff(sumsOfAllocs(in.Allocs), sumsOfSites(result.Sites)); diff != "" {
			t.Errorf("n=%d: sums of allocations (-) and sites (+) differ:\n%s", n, diff)
		}
		ids := make(map[string]bool)
		for _, site := range result.Sites {
			if ids[site.ID] {
				t.Errorf("n=%d: two sites have the ID %q", n, site.ID)
			}
			ids[site.ID] = true
		}
		rng := rand.New(rand.NewPCG(uint64(n), 3))
		rng.Shuffle(n, func(i, j int) { in.Allocs[i], in.Allocs[j] = in.Allocs[j], in.Allocs[i] })
		if diff := cmp.Diff(result, Join(in)); diff != "" {
			t.Errorf("n=%d: order of allocations matters:\n%s", n, diff)
		}
	}
}

func BenchmarkJoin(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000, 1_000_000} {
		in := synthetic(n)
		b.Run(fmt.Sprintf("samples=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Join(in)
			}
		})
	}
}

// What comes in parts is joined as what comes at once, and what was forgotten was
// never there.
func TestJoiner(t *testing.T) {
	in := synthetic(5000)
	whole := Join(in)
	byLoad := make(map[string][]record.Alloc)
	for _, a := range in.Allocs {
		byLoad[a.Workload] = append(byLoad[a.Workload], a)
	}
	j := NewJoiner(in)
	for i := len(in.Workloads) - 1; i >= 0; i-- { // in another order
		w := in.Workloads[i]
		allocs := byLoad[w.Name]
		j.Add(w, allocs[:len(allocs)/2])
		j.Add(w, allocs[len(allocs)/2:])
		bad := record.Workload{Name: w.Name + "Bad", Package: w.Package}
		for k := range allocs {
			allocs[k].Workload = bad.Name
		}
		j.Add(bad, allocs)
		j.Forget(bad.Package, bad.Name)
	}
	if diff := cmp.Diff(whole, j.Result(in.Workloads, in.Decisions)); diff != "" {
		t.Errorf("-at once +in parts\n%s", diff)
	}
}
