package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"unsafe"
)

// A verdict is what becomes of a mistake.
type verdict string

const (
	caught   verdict = "caught"   // a panic or a report
	harmless verdict = "harmless" // nobody notices, nothing goes wrong
	silent   verdict = "SILENT"   // nobody notices, and something is wrong
	cannot   verdict = "–"        // the API leaves no way to make the mistake
)

// A cell is one mistake made with one pool.
type cell struct {
	Verdict verdict `json:"verdict"`
	How     string  `json:"how"`
}

// mistakes are the columns of the misuse suite.
var mistakes = []string{"double Put", "write after Put", "suffix Put", "oversize Put", "forgotten reset", "leak",
	"Put again after a Get", "after 64 Gets", "from another goroutine"}

// A misuseRow is one pool and every mistake, in the order of mistakes.
type misuseRow struct {
	Name  string `json:"name"`
	Kind  kind   `json:"kind"`
	Cells []cell `json:"cells"`
}

// A suspect is a pool whose misuse can be tried.
type suspect struct {
	name string
	kind kind
	// try makes all mistakes, each with a new pool.
	try func() []cell
}

// judge runs the suite on one processor and without collections of its own,
// so that what is put is what is got next.
func judge(suspects []suspect) []misuseRow {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var rows []misuseRow
	for _, s := range suspects {
		rows = append(rows, misuseRow{s.name, s.kind, s.try()})
	}
	return rows
}

// attempt makes one mistake and says that it was caught if that panics.
func attempt(mistake func() cell) (c cell) {
	collect(3) // what earlier mistakes left in global pools
	defer func() {
		if r := recover(); r != nil {
			c = cell{caught, "panic, " + lastClause(fmt.Sprint(r))}
		}
	}()
	return mistake()
}

// lastClause is what follows the last colon of a message's first line.
func lastClause(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return strings.TrimSpace(s[strings.LastIndex(s, ":")+1:])
}

const (
	tryLen  = 1024     // length of the buffers that are misused
	hugeLen = 16 << 20 // length of the oversize one
)

// leakCount values are lost in the leak column, more than any sampling misses.
const leakCount = 8192

// misuseBytes makes every mistake with a pool of bytes. leaks tells how many
// values the pool knows to be lost, nil where a pool has no such knowledge.
func misuseBytes[H any](open func() (p bytePool[H], leaks func() uint64)) []cell {
	fresh := func() bytePool[H] { p, _ := open(); return p }
	return []cell{
		attempt(func() cell { return doublePutBytes(fresh()) }),
		attempt(func() cell { return writeAfterPutBytes(fresh()) }),
		attempt(func() cell { return suffixPut(fresh()) }),
		attempt(func() cell { return oversizePut(fresh()) }),
		attempt(func() cell { return staleBytes(fresh()) }),
		attempt(func() cell {
			p, leaks := open()
			for range leakCount {
				p.get(tryLen)
			}
			return leakFound(leaks)
		}),
		attempt(func() cell { return latePutBytes(fresh(), 1, here) }),
		attempt(func() cell { return latePutBytes(fresh(), 64, here) }),
		attempt(func() cell { return latePutBytes(fresh(), 1, elsewhere) }),
	}
}

// here and elsewhere run f, and panic where it panics.
func here(f func()) { f() }

func elsewhere(f func()) {
	panicked := make(chan any)
	go func() {
		defer func() { panicked <- recover() }()
		f()
	}()
	if r := <-panicked; r != nil {
		panic(r)
	}
}

// latePutBytes puts a buffer that has been put, after gets others have been
// taken, the next user's of its memory among them.
func latePutBytes[H any](p bytePool[H], gets int, run func(func())) cell {
	h, _ := p.get(tryLen)
	p.put(h)
	var out [][]byte
	for range gets {
		_, b := p.get(tryLen)
		out = append(out, b)
	}
	run(func() { p.put(h) })
	for range 4 {
		_, b := p.get(tryLen)
		if slices.ContainsFunc(out, func(other []byte) bool { return share(b, other) }) {
			return cell{silent, "two owners"}
		}
		out = append(out, b)
	}
	return cell{harmless, "second Put ignored"}
}

// latePutObject is the same with objects.
func latePutObject[H any](p objectPool[H], gets int, run func(func())) cell {
	h, _ := p.get()
	p.put(h)
	seen := map[*NPC]bool{}
	for range gets {
		_, x := p.get()
		seen[x] = true
	}
	run(func() { p.put(h) })
	for range 4 {
		_, x := p.get()
		if seen[x] {
			return cell{silent, "two owners"}
		}
		seen[x] = true
	}
	return cell{harmless, "second Put ignored"}
}

func leakFound(leaks func() uint64) cell {
	if leaks == nil {
		return cell{silent, "not counted"}
	}
	for range 3 {
		runtime.GC()
		runtime.Gosched() // cleanups run on a goroutine of their own
		if n := leaks(); n > 0 {
			return cell{caught, fmt.Sprintf("statistics: %d of %d", n, leakCount)}
		}
	}
	return cell{silent, "not counted"}
}

// share reports whether two slices have memory in common.
func share(a, b []byte) bool {
	start := func(s []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(s))) }
	return start(a) < start(b)+uintptr(cap(b)) && start(b) < start(a)+uintptr(cap(a))
}

func doublePutBytes[H any](p bytePool[H]) cell {
	h, _ := p.get(tryLen)
	p.put(h)
	p.put(h)
	var out [][]byte
	for range 4 {
		_, b := p.get(tryLen)
		for _, other := range out {
			if share(b, other) {
				return cell{silent, "two owners"}
			}
		}
		out = append(out, b)
	}
	return cell{harmless, "second Put ignored"}
}

func writeAfterPutBytes[H any](p bytePool[H]) cell {
	const mark = 0x55
	h, old := p.get(tryLen)
	clear(old)
	p.put(h)
	old[5] = mark
	for range 4 {
		if _, b := p.get(tryLen); share(b, old) {
			if b[5] == mark {
				return cell{silent, "reaches the next user"}
			}
			return cell{harmless, "cleared at Get"}
		}
	}
	return cell{harmless, "not handed out again"}
}

func suffixPut[H any](p bytePool[H]) cell {
	_, whole := p.get(tryLen)
	h, ok := any(whole[tryLen/2:]).(H)
	if !ok {
		return cell{cannot, "handle"}
	}
	p.put(h)
	for _, n := range []int{tryLen / 2, tryLen, tryLen / 4} {
		for range 3 {
			if _, b := p.get(n); share(b, whole) {
				return cell{silent, "handed out later"}
			}
		}
	}
	return cell{harmless, "dropped"}
}

// oversizePut gives back one enormous buffer and goes on with small ones.
func oversizePut[H any](p bytePool[H]) cell {
	collect(3)
	base := reachable()
	putHuge(p)
	collect(1)
	kept := reachable()-base > hugeLen/2
	h, b := p.get(tryLen)
	if cap(b) >= hugeLen {
		return cell{silent, "handed out for 1 KiB"}
	}
	p.put(h)
	collect(2)
	defer runtime.KeepAlive(p)
	switch {
	case reachable()-base > hugeLen/2:
		return cell{silent, "kept for good"}
	case kept:
		return cell{harmless, "gone by GC 2"}
	}
	return cell{harmless, "dropped"}
}

// putHuge leaves no reference to the buffer on the caller's stack.
//
//go:noinline
func putHuge[H any](p bytePool[H]) {
	h, _ := p.get(hugeLen)
	p.put(h)
}

func staleBytes[H any](p bytePool[H]) cell {
	const secret = 0xAA
	h, old := p.get(tryLen)
	for i := range old {
		old[i] = secret
	}
	p.put(h)
	for range 4 {
		_, b := p.get(tryLen)
		if !share(b, old) {
			continue
		}
		for _, x := range b {
			if x == secret {
				return cell{silent, "old bytes visible"}
			}
		}
		return cell{harmless, "cleared"}
	}
	return cell{harmless, "not handed out again"}
}

// An objectPool is a pool of NPCs as its users see it: put is what the pool
// does, without what the user has to remember. H is what the pool wants back.
type objectPool[H any] struct {
	get   func() (H, *NPC)
	put   func(H)
	leaks func() uint64 // as in misuseBytes
}

// pointers is an objectPool that wants the object's pointer back.
func pointers(get func() *NPC, put func(*NPC), leaks func() uint64) objectPool[*NPC] {
	return objectPool[*NPC]{func() (*NPC, *NPC) { x := get(); return x, x }, put, leaks}
}

func misuseObjects[H any](open func() objectPool[H]) []cell {
	return []cell{
		attempt(func() cell { return doublePutObject(open()) }),
		attempt(func() cell { return writeAfterPutObject(open()) }),
		{cannot, "no such thing"},
		attempt(func() cell { return grownObject(open()) }),
		attempt(func() cell { return staleObject(open()) }),
		attempt(func() cell {
			p := open()
			for range leakCount {
				p.get()
			}
			return leakFound(p.leaks)
		}),
		attempt(func() cell { return latePutObject(open(), 1, here) }),
		attempt(func() cell { return latePutObject(open(), 64, here) }),
		attempt(func() cell { return latePutObject(open(), 1, elsewhere) }),
	}
}

func doublePutObject[H any](p objectPool[H]) cell {
	h, _ := p.get()
	p.put(h)
	p.put(h)
	seen := map[*NPC]bool{}
	for range 4 {
		_, x := p.get()
		if seen[x] {
			return cell{silent, "two owners"}
		}
		seen[x] = true
	}
	return cell{harmless, "second Put ignored"}
}

func writeAfterPutObject[H any](p objectPool[H]) cell {
	h, old := p.get()
	p.put(h)
	old.HP = 10
	for range 4 {
		if _, x := p.get(); x == old {
			if x.HP != 0 {
				return cell{silent, "reaches the next user"}
			}
			return cell{harmless, "cleared at Get"}
		}
	}
	return cell{harmless, "not handed out again"}
}

// grownObject gives back an object that has come to hold 16 MiB.
func grownObject[H any](p objectPool[H]) cell {
	collect(3)
	base := reachable()
	func() {
		h, x := p.get()
		x.Items = make([]int, hugeLen/8)
		p.put(h)
	}()
	collect(1)
	kept := reachable()-base > hugeLen/2
	h, x := p.get()
	if cap(x.Items) > 0 {
		return cell{silent, "handed out again"}
	}
	p.put(h)
	if kept {
		return cell{silent, "kept"}
	}
	return cell{harmless, "dropped by the reset"}
}

func staleObject[H any](p objectPool[H]) cell {
	h, old := p.get()
	old.respawn()
	p.put(h)
	for range 4 {
		if _, x := p.get(); x == old {
			if x.HP != 0 {
				return cell{silent, "old values visible"}
			}
			return cell{harmless, "reset by the pool"}
		}
	}
	return cell{harmless, "not handed out again"}
}

// misuse prints the suite: this project, then the peers.
func (r results) misuse(p func(string, ...any)) {
	p("## Misuse\n\n")
	p("Each cell is a mistake and what came of it: *caught* is a panic or a report, *harmless* that nothing goes wrong, ")
	p("SILENT that something does and nobody is told. The mistakes: a buffer of 1 KiB or an object is put twice; written after Put; ")
	p("put back without its first half; put back with 16 MiB in it, with small requests afterwards; put back with its content, nobody having reset it; ")
	p("taken %d times and lost; put, and put again by the first user when the next user has it, when 64 have been taken since, and by another goroutine.\n\n", leakCount)
	p("### This project (`%s`)\n\n", partMisuse)
	p("A cell in *italics* is what `-tags reusecheck` does, which tests also get with `-race`; without it that mistake is silent. All others hold in every build.\n\n")
	misuseTable(p, bothBuilds(r.plain, r.checked))
	p("### Peers (`%s`)\n\n", partPeers)
	misuseTable(p, r.peers)
}

// bothBuilds takes each cell from the default build, or, in italics, from the
// misuse build if the default one is silent.
func bothBuilds(plain, checked []misuseRow) []misuseRow {
	var rows []misuseRow
	for i, row := range plain {
		row.Cells = slices.Clone(row.Cells)
		for j, c := range row.Cells {
			if other := checked[i].Cells[j]; c.Verdict == silent {
				row.Cells[j] = cell{"*" + other.Verdict, other.How + "*"}
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// misuseTable prints one line for each pool.
func misuseTable(p func(string, ...any), rows []misuseRow) {
	p("| | %s |\n|---|%s\n", strings.Join(mistakes, " | "), strings.Repeat("---|", len(mistakes)))
	for _, r := range rows {
		p("| %s |", bold(r.Kind, r.Name))
		for _, c := range r.Cells {
			p(" %s |", c)
		}
		p("\n")
	}
	p("\n")
}

func (c cell) String() string {
	if c.Verdict == cannot {
		return c.How
	}
	return string(c.Verdict) + ": " + c.How
}
