package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/unheap/unheap/reuse"
)

// A target is a claim of the library's design. The measurements of the run decide it.
type target struct {
	claim string
	// judge says what was measured and whether the claim holds. measured is empty if the run lacks what judge needs.
	judge func(r results) (measured string, met bool)
	// missed gives the reason if the claim does not hold; nil if the reason is not known.
	missed func(r results) string
}

// targets returns all claims, by primitive.
func targets() []target {
	return []target{
		{claim: "Pool, one at a time: at most 1.10 × a typed wrapper that checks nothing", judge: atMost("object", namePool, nameWrapper, 1.10)},
		{claim: "the same with a profile (-pgo)", judge: atMost("object"+withPGO, namePool, nameWrapper, 1.10)},
		{claim: "Pool, one at a time: at most 5 ns over sync.Pool and reset", judge: atMostNs("object", namePool, nameSyncReset, 5), missed: poolPair},
		{claim: "Pool, 64 live: at most 1.10 × sync.Pool and reset", judge: atMost("live", namePool, nameSyncReset, 1.10), missed: poolLive},
		{claim: "Pool: no allocations", judge: noAllocs("live", namePool)},
		{claim: "Local, one at a time: at most 0.40 × sync.Pool and reset", judge: atMost("object", nameLocal, nameSyncReset, .40), missed: localFloor("object")},
		{claim: "Local, 64 live: at most 0.25 × sync.Pool and reset", judge: atMost("live", nameLocal, nameSyncReset, .25), missed: localFloor("live")},
		{claim: "Bytes, mixed sizes: at most 1.21 bytes handed out per byte asked for", judge: handedAtMost(nameBytes, 1.21), missed: bytesHanded},
		{claim: "Bytes, 50 held and filled: at most 1.1 × the private LIFO", judge: atMost("loop-copy", nameBytes, nameLoopFloor, 1.1), missed: bytesLoop},
		{claim: "Bytes, 1 KiB: at most 1.2 × sync.Pool of *[]byte", judge: atMost("append", nameBytes, nameSyncBytes, 1.2), missed: bytesKilo},
		{claim: "Bytes, mixed sizes: at most 1.15 × power-of-two sync.Pools, both called directly", judge: atMost("mixed-direct", nameBytes, nameClasses, 1.15), missed: bytesMixed},
		{claim: "the same with a profile (-pgo)", judge: atMost("mixed-direct"+withPGO, nameBytes, nameClasses, 1.15), missed: bytesMixed},
		{claim: "Bytes, mixed sizes: peak at most the best power-of-two pool's", judge: peakAtMost("mixed", nameBytes, 1, nameClasses, nameMcache, nameMutexBytes, nameLibp2p, nameGrpcClasses)},
		{claim: "Bytes: a burst is gone by the second collection", judge: goneBy(nameBytes, 2)},
		{claim: "Buffer, mixed sizes: at most 1.9 bytes handed out per byte asked for", judge: handedAtMost(nameBuffer, 1.9)},
		{claim: "Buffer, mixed sizes: peak at most 2 × bytebufferpool's", judge: peakAtMost("mixed", nameBuffer, 2, nameBufferPool), missed: bufferPeak},
		{claim: "Buffer, 2 KiB pieces with 8 retained: at most 1.3 × sync.Pool of *bytes.Buffer", judge: atMost("pieces", nameBuffer, nameBytesBuffer, 1.3), missed: bufferPieces},
		{claim: "Buffer, mixed sizes: at most 1/15 of bytebufferpool", judge: atMost("mixed", nameBuffer, nameBufferPool, 1./15)},
		{claim: "Buffer, 1 KiB: not slower than bytebufferpool", judge: atMost("append", nameBuffer, nameBufferPool, 1), missed: bufferKilo("append")},
		{claim: "Buffer, 1 KiB, parallel: not slower than bytebufferpool", judge: atMost("append-parallel", nameBuffer, nameBufferPool, 1), missed: bufferKilo("append-parallel")},
		{claim: "Buffer: a burst is gone by the first collection", judge: goneBy(nameBuffer, 1)},
		{claim: "FreeList, one at a time: at most 1/2 of mutex and container/list", judge: atMost("object", nameFreeList, nameMutexList, .5), missed: freeList("object")},
		{claim: "FreeList, 64 live: at most 1/2 of mutex and container/list", judge: atMost("live", nameFreeList, nameMutexList, .5), missed: freeList("live")},
		{claim: "FreeList: no allocations", judge: noAllocs("live", nameFreeList)},
		{claim: "FreeList: never above its bounds", judge: inBounds},
		{claim: "Slab: 820 records of 40 B in at most 32,816 B", judge: slab820},
		{claim: "Slab with a Hint: at most 1.7 % waste for every n from 100 to 1000", judge: slabWaste},
		{claim: "Slab with a Hint, 820: not slower than one block", judge: atMost("slab-820", nameSlabHint, nameOneBlock, 1)},
		{claim: "Slab with a Hint, 100: not slower than one block", judge: atMost("slab-100", nameSlabHint, nameOneBlock, 1), missed: slabHundred},
		{claim: "Region, 820: at most 0.15 × one block", judge: atMost("slab-820", nameRegion, nameOneBlock, .15), missed: region("slab-820")},
		{claim: "Region, 100: at most 0.15 × one block", judge: atMost("slab-100", nameRegion, nameOneBlock, .15), missed: region("slab-100")},
		{claim: "every mistake caught or harmless in one of the two builds", judge: allCaught},
	}
}

// Reasons why targets are missed. Each cites figures of the same run, so that the reason can be checked.

func bufferPeak(r results) string {
	return fmt.Sprintf("bytebufferpool keeps nothing above its 95th percentile and makes it anew: its B/op are %s. Those of BufferPool, which reuses what it keeps, are %s, at %s of the time",
		size(find(r.rows["mixed"], nameBufferPool).BytesPerOp), size(find(r.rows["mixed"], nameBuffer).BytesPerOp), median(r, "mixed", nameBuffer, nameBufferPool))
}

func bufferPieces(r results) string {
	x, y := find(r.rows["pieces"], nameBuffer), find(r.rows["pieces"], nameBytesBuffer)
	return fmt.Sprintf("in that sync.Pool every buffer has grown to the largest size, so that none is ever copied: it hands out %s bytes per byte written and holds %s at the peak, where BufferPool has %s and %s and copies what a Buffer outgrows",
		figure(y.Handed), figure(y.Peak), figure(x.Handed), figure(x.Peak))
}

func poolLive(r results) string {
	return fmt.Sprintf("the typed wrapper that checks nothing is at %s", median(r, "live", nameWrapper, nameSyncReset))
}

func poolPair(r results) string {
	measured, _ := atMostNs("object", nameWrapper, nameSyncReset, 0)(r)
	return fmt.Sprintf("the typed wrapper that checks nothing is %s over: most of it are the two calls, which are too large to be inlined", measured)
}

// localFloor is the reason in the workloads object and live.
func localFloor(workload string) func(results) string {
	return func(r results) string {
		return fmt.Sprintf("of this the bare stack with the reset is %s; the rest is two calls, which are too large to be inlined, and the check against double Put",
			median(r, workload, nameStackFloor, nameSyncReset))
	}
}

func bytesLoop(r results) string {
	return fmt.Sprintf("most of it is copying; sync.Pool for each power of two is at %s", median(r, "loop-copy", nameClasses, nameLoopFloor))
}

func bytesHanded(r results) string {
	var capacity, asked int
	for _, n := range mixedSizes {
		capacity += cap(new(reuse.Bytes).Get(n))
		asked += n
	}
	return fmt.Sprintf("the arrays of a request's own class would be %s; the rest are arrays taken from the next class, which saves making one. Powers of two are at %s",
		figure(float64(capacity)/float64(asked)), figure(find(r.rows["mixed"], nameClasses).Handed))
}

func bytesKilo(r results) string {
	return fmt.Sprintf("finding the class costs as much as elsewhere: sync.Pool for each power of two is at %s, mcache at %s",
		median(r, "append", nameClasses, nameSyncBytes), median(r, "append", nameMcache, nameSyncBytes))
}

func bytesMixed(results) string {
	return "Bytes has twice their classes, so that fewer Gets find the one idle value that costs no queue, takes a lock from 32 KiB on, and reads the word in front of the array"
}

// bufferKilo is the reason in the workloads append and append-parallel.
func bufferKilo(workload string) func(results) string {
	return func(r results) string {
		return fmt.Sprintf("it finds the Buffer by class and checks its owner at Get and at Put; a sync.Pool of *bytes.Buffer, which does neither, is at %s of bytebufferpool, which checks nothing either",
			median(r, workload, nameBytesBuffer, nameBufferPool))
	}
}

// freeList is the reason in the workloads object and live.
func freeList(workload string) func(results) string {
	return func(r results) string {
		return fmt.Sprintf("two locked sections are most of either; a mutex and a slice, which checks nothing and never shrinks, are at %s, and what the list's own allocations cost swings with the collector",
			median(r, workload, nameMutexSlice, nameMutexList))
	}
}

func slabHundred(r results) string {
	x, y := find(r.rows["slab-100"], nameSlabHint), find(r.rows["slab-100"], nameOneBlock)
	return fmt.Sprintf("it makes two chunks of %.0f B together where one block takes %.0f B; the second call of the allocator is what shows", x.BytesPerOp, y.BytesPerOp)
}

// region is the reason in the slab workloads.
func region(workload string) func(results) string {
	return func(r results) string {
		return fmt.Sprintf("the block kept, cleared and filled, is at %s; how dear a new block is depends on what else the machine does", median(r, workload, nameBlockFloor, nameOneBlock))
	}
}

// median returns the median ratio of two rows, as text.
func median(r results, workload, a, b string) string {
	rows := r.rows[workload]
	_, med, _ := quartiles(ratios(find(rows, a), find(rows, b)))
	return figure(med)
}

// targets prints the claims and what was measured of them.
func (r results) targets(p func(string, ...any)) {
	p("## Targets\n\nThe limits were set before what they judge was written. A ratio is a median with its quartiles and is met if the median is.\n\n")
	p("| target | measured | met |\n|---|--:|---|\n")
	for _, t := range targets() {
		measured, met := t.judge(r)
		verdict := "yes"
		switch {
		case measured == "":
			continue
		case !met && t.missed != nil:
			verdict = "**no**: " + t.missed(r)
		case !met:
			verdict = "**no**"
		}
		p("| %s | %s | %s |\n", t.claim, measured, verdict)
	}
	p("\n")
}

// atMost claims that the cost of row a is at most limit times that of row b in
// the same round.
func atMost(workload, a, b string, limit float64) func(results) (string, bool) {
	return func(r results) (string, bool) {
		rows, ok := r.rows[workload]
		if !ok {
			return "", false
		}
		v := ratios(find(rows, a), find(rows, b))
		_, med, _ := quartiles(v)
		return spread(v), med <= limit
	}
}

// atMostNs claims that the cost of row a is at most limit nanoseconds above that
// of row b in the same round.
func atMostNs(workload, a, b string, limit float64) func(results) (string, bool) {
	return func(r results) (string, bool) {
		rows, ok := r.rows[workload]
		if !ok {
			return "", false
		}
		x, y := find(rows, a), find(rows, b)
		v := make([]float64, len(x.Ns))
		for i := range v {
			v[i] = x.Ns[i] - y.Ns[i]
		}
		q1, med, q3 := quartiles(v)
		return fmt.Sprintf("%.1f ns [%.1f–%.1f]", med, q1, q3), med <= limit
	}
}

// peakAtMost claims that the peak of row a is at most limit times the least peak of the others.
func peakAtMost(workload, a string, limit float64, others ...string) func(results) (string, bool) {
	return func(r results) (string, bool) {
		rows, ok := r.rows[workload]
		if !ok {
			return "", false
		}
		least := find(rows, others[0])
		for _, name := range others[1:] {
			if x := find(rows, name); x.Peak < least.Peak {
				least = x
			}
		}
		x := find(rows, a)
		return fmt.Sprintf("%s against %s (%s)", figure(x.Peak), figure(least.Peak), least.Name), x.Peak <= limit*least.Peak
	}
}

// handedAtMost claims that in the mixed workload the capacity handed out per byte asked for is at most limit.
func handedAtMost(name string, limit float64) func(results) (string, bool) {
	return func(r results) (string, bool) {
		rows, ok := r.rows["mixed"]
		if !ok {
			return "", false
		}
		v := find(rows, name).Handed
		return figure(v), v <= limit
	}
}

// noAllocs claims that an operation allocates nothing. That is fewer than one object in a thousand operations, since a
// collection may empty a pool.
func noAllocs(workload, name string) func(results) (string, bool) {
	return func(r results) (string, bool) {
		rows, ok := r.rows[workload]
		if !ok {
			return "", false
		}
		x := find(rows, name)
		return fmt.Sprintf("%.4f allocs/op, %.1f B/op", x.AllocsPerOp, x.BytesPerOp), x.AllocsPerOp < .001
	}
}

// goneBy claims that a burst is given up by collection g.
func goneBy(name string, g int) func(results) (string, bool) {
	return func(r results) (string, bool) {
		i := slices.IndexFunc(r.bursts, func(b burstRow) bool { return b.Name == name })
		if i < 0 {
			return "", false
		}
		at := r.bursts[i].gone()
		if at < 0 {
			return "never", false
		}
		return fmt.Sprintf("GC %d", at), at <= g
	}
}

func slab820(r results) (string, bool) {
	for _, w := range r.wastes {
		if w.How == nameSlabHint && w.Type == nameBook {
			return fmt.Sprintf("%d B", w.At820), w.At820 <= 32816
		}
	}
	return "", false
}

// slabWaste names the record with the largest waste.
func slabWaste(r results) (string, bool) {
	var worst wasteRow
	for _, w := range r.wastes {
		if w.How == nameSlabHint && w.Worst >= worst.Worst {
			worst = w
		}
	}
	if worst.How == "" {
		return "", false
	}
	return fmt.Sprintf("%.2f %% (%s, n = %d)", 100*worst.Worst, worst.Type, worst.At), worst.Worst <= .017
}

func inBounds(r results) (string, bool) {
	if r.bounds == nil {
		return "", false
	}
	return fmt.Sprintf("%d of %d values, %d of %d bytes after %d Puts", r.bounds.Count, r.bounds.MaxCount, r.bounds.Bytes, r.bounds.MaxBytes, r.bounds.Puts),
		r.bounds.Count <= r.bounds.MaxCount && r.bounds.Bytes <= r.bounds.MaxBytes
}

// allCaught takes the better outcome of both builds for each mistake.
func allCaught(r results) (string, bool) {
	if r.plain == nil {
		return "", false
	}
	tried := 0
	var missed []string
	for i, row := range r.plain {
		for j, c := range row.Cells {
			if c.Verdict == cannot {
				continue
			}
			tried++
			if c.Verdict == silent && r.checked[i].Cells[j].Verdict == silent {
				missed = append(missed, row.Name+": "+mistakes[j])
			}
		}
	}
	if len(missed) > 0 {
		return strings.Join(missed, ", "), false
	}
	return fmt.Sprintf("%d of %d", tried, tried), true
}
