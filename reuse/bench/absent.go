package main

// An absence is a peer that could not be measured.
type absence struct {
	module string
	why    string
	// instead names the row with the most similar algorithm.
	instead string
}

const notServed = "not served by the module proxy in use"

// absences are the peers that could not be built, so that nobody takes a missing row for a defeat.
var absences = []absence{
	{"panjf2000/gnet/v2 byteslice", notServed, "bytedance mcache: sync.Pools of raw pointers, one for each power of two, as well"},
	{"thejerf/gomempool", notServed, "article: power-of-two lists, one mutex; gomempool also counts and panics on a double Put"},
	{"colega/zeropool", notServed, "the copy that prometheus ships as util/zeropool; it is the row here"},
	{"VictoriaMetrics lib/bytesutil", notServed, "sync.Pool of *[]byte: its ByteBufferPool is one such pool"},
	{"jokruger/slab", notServed, "floor: one block kept, cleared and filled; the same without overflow and statistics"},
	{"ortuman/nuke", notServed, "none; it keeps typed values in []byte, where the collector does not see their pointers"},
}

func absentTable(p func(string, ...any)) {
	p("## Peers that are not here\n\n| peer | why | nearest row |\n|---|---|---|\n")
	for _, a := range absences {
		p("| %s | %s | %s |\n", a.module, a.why, a.instead)
	}
	p("\n")
}
