package main

import (
	"fmt"
	"slices"
	"time"
)

// workloads lists everything that is timed, in the order of the results.
func workloads() []workload {
	loopFloor, mixedFloor := byteFloors()
	libs := append(bytePeers(), byteOurs()...)
	pair, live := objectPeers()
	ourPair, ourLive := objectOurs()
	pair, live = append(pair, ourPair...), append(live, ourLive...)
	appends := append(appendLoopers(), appendOurs()...)
	const tick = time.Millisecond
	list := []workload{
		{
			name: "loop-copy", slice: 40 * tick, stop: 6, ref: nameLoopFloor,
			title: "50 buffers held, filled",
			op:    "50 buffers of 10 B or, one in ten, 262,143 B: get all, fill all, put all",
			list:  loops(append(slices.Clone(libs), loopFloor), true),
		},
		{
			name: "loop-touch", slice: 20 * tick, stop: 6, ref: nameLoopFloor,
			title: "50 buffers held, only touched",
			op:    "the same without the copy: the first and the last byte are written",
			list:  loops(append(slices.Clone(libs), loopFloor), false),
		},
		{
			name: "append", slice: 10 * tick, stop: 1000, ref: nameSyncBytes,
			title: "1 KiB message",
			op:    "get, append 1 KiB, use, put",
			list:  singles(len(kilo), appends...),
		},
		{
			name: "append-parallel", slice: 10 * tick, stop: 1000, ref: nameSyncBytes,
			title: "1 KiB message, parallel",
			op:    "the same on every processor at once",
			list:  parallels(len(kilo), appends...),
		},
		{
			name: "mixed", slice: 60 * tick, stop: 1024, ref: nameMixedFloor,
			title: "Mixed sizes, parallel, 8 held",
			op:    "get a lognormal size (median 4 KiB, sigma 1.8, 64 B to 1 MiB), touch every page, put the oldest of 8; on every processor at once",
			note: "In the rows of pools that take no size the buffer is grown to it after Get. Once every buffer of a pool without classes " +
				"has grown to the largest size, such a pool allocates no more and is fast: see what it hands out and holds for it.",
			list: mixes(append(slices.Clone(libs), mixedFloor)),
		},
		{
			name: "mixed-direct", slice: 60 * tick, stop: 1024, ref: nameClasses,
			title: "Mixed sizes, called directly",
			op:    "the same; each loop is written out, so that no pool is called through a function value",
			list:  directs(),
		},
		{
			name: "pieces", slice: 60 * tick, stop: 1024, ref: nameBytesBuffer,
			title: "Mixed sizes, written in pieces",
			op:    "the same sizes, not known beforehand: 2 KiB are written at a time, the oldest of 8 buffers is put; on every processor at once",
			list:  pieces(),
		},
		{
			name: "object", slice: 10 * tick, stop: 1000, ref: nameSyncReset,
			title: "104-byte object, one at a time",
			op:    "get, set three fields, reset, put",
			list:  singles(npcSize, pair...),
		},
		{
			name: "object-parallel", slice: 10 * tick, stop: 1000, ref: nameSyncReset,
			title: "104-byte object, one at a time, parallel",
			op:    "the same on every processor at once",
			list:  parallels(npcSize, pair...),
		},
		{
			name: "live", slice: 10 * tick, stop: 1024, ref: nameSyncReset,
			title: "104-byte object, 64 live",
			op:    "one object: 64 are taken, then 64 given back",
			list:  singles(npcSize*liveCount, live...),
		},
		{
			name: "live-parallel", slice: 10 * tick, stop: 1024, ref: nameSyncReset,
			title: "104-byte object, 64 live, parallel",
			op:    "the same on every processor at once",
			list:  parallels(npcSize*liveCount, live...),
		},
	}
	return append(list, sizedWorkloads()...)
}

// sizedWorkloads are the workloads that are measured at two sizes.
func sizedWorkloads() (list []workload) {
	const tick = time.Millisecond
	for _, n := range []int{100, 820} {
		books := make(shelf, n)
		list = append(list, workload{
			name: fmt.Sprintf("slab-%d", n), slice: 20 * tick, stop: 10, ref: nameOneBlock,
			title: fmt.Sprintf("Slab of %d records of 40 bytes", n),
			op:    fmt.Sprintf("make %d records, keep a pointer to each", n),
			list:  slabContenders(books, append(slabPeers(books), slabOurs(books)...)),
		})
	}
	for _, kib := range []int{1, 64} {
		load := newPayload(kib << 10)
		list = append(list, workload{
			name: fmt.Sprintf("gunzip-%d", kib), slice: 10 * tick, stop: 10, ref: nameGzipPool,
			title: fmt.Sprintf("Gunzip of %d KiB", kib),
			op:    fmt.Sprintf("find a gzip reader, decompress %d KiB, give it back", kib),
			list:  singles(kib<<10, append(gunzipPeers(load), gunzipOurs(load)...)...),
		})
	}
	return list
}

func loops(libs []byteLib, copyBytes bool) []contender {
	var cs []contender
	for _, l := range libs {
		cs = append(cs, contender{name: l.name, kind: l.kind, start: func() session { return l.loop(copyBytes) }})
	}
	return cs
}

func mixes(libs []byteLib) []contender {
	var cs []contender
	for _, l := range libs {
		cs = append(cs, contender{name: l.name, kind: l.kind, start: l.mixed, warm: max(l.warm, 4*len(mixedSizes))})
	}
	return cs
}

// bursts runs the burst workload on every byte pool.
func bursts() []burstRow {
	var rows []burstRow
	for _, l := range append(bytePeers(), byteOurs()...) {
		rows = append(rows, l.burst())
	}
	return rows
}
