package main

import "github.com/unheap/unheap/reuse"

// A boundsRow has, for a FreeList, its bounds and the most that it ever held.
type boundsRow struct {
	Puts     int   `json:"puts"`
	Count    int   `json:"count"` // the largest count seen after any Put
	MaxCount int   `json:"max_count"`
	Bytes    int64 `json:"bytes"` // the largest number of bytes seen after any Put
	MaxBytes int64 `json:"max_bytes"`
}

// bounds fills one FreeList beyond its Max, and another beyond its MaxBytes with values whose size the list is told.
func bounds() boundsRow {
	const puts = 5000
	r := boundsRow{Puts: puts, MaxCount: 1000, MaxBytes: 1 << 20}
	flood(&reuse.FreeList[NPC]{Max: r.MaxCount}, puts, func(f *reuse.FreeList[NPC]) {
		r.Count = max(r.Count, f.Len())
	})
	sized := &reuse.FreeList[NPC]{
		Max:      puts,
		MaxBytes: r.MaxBytes,
		Reset:    func(x *NPC) bool { x.Items = x.Items[:0]; return true },
		Size:     func(x *NPC) int { return npcSize + 8*cap(x.Items) },
	}
	flood(sized, puts, func(f *reuse.FreeList[NPC]) {
		r.Bytes = max(r.Bytes, f.Stats().Held)
	})
	return r
}

// flood takes n values, grows them, gives back all of them, and calls look after each Put.
func flood(f *reuse.FreeList[NPC], n int, look func(*reuse.FreeList[NPC])) {
	out := make([]*NPC, n)
	for i := range out {
		out[i] = f.Get()
		out[i].Items = make([]int, i%256)
	}
	for _, x := range out {
		f.Put(x)
		look(f)
	}
}
