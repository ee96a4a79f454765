package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"unsafe"
)

// A verdict says what comes of a mistake.
type verdict string

const (
	caught   verdict = "caught"   // a panic or a report
	harmless verdict = "harmless" // nobody notices, nothing goes wrong
	silent   verdict = "SILENT"   // nobody notices, and something is wrong
	cannot   verdict = "–"        // the API leaves no way to make the mistake
)

// A cell is the outcome of one mistake made with one pool.
type cell struct {
	Verdict verdict `json:"verdict"`
	How     string  `json:"how"`
}

// mistakes are the columns of the misuse suite.
var mistakes = []string{"double Put", "write after Put", "suffix Put", "oversize Put", "forgotten reset", "leak",
	"Put again after a Get", "after 64 Gets", "from another goroutine"}

// A misuseRow has the cells of one pool, in the order of mistakes.
type misuseRow struct {
	Name  string `json:"name"`
	Kind  kind   `json:"kind"`
	Cells []cell `json:"cells"`
}

// A suspect is a pool that the misuse suite tries.
type suspect struct {
	name string
	kind kind
	// try makes all mistakes, each with a new pool, and returns their cells.
	try func() []cell
}

// judge runs the suite on one processor and without collections of the runtime's own, so that a Get returns what was
// Put last.
func judge(suspects []suspect) []misuseRow {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var rows []misuseRow
	for _, s := range suspects {
		rows = append(rows, misuseRow{s.name, s.kind, s.try()})
	}
	return rows
}

// attempt makes one mistake. Its verdict is caught if the mistake panics.
func attempt(mistake func() cell) (c cell) {
	collect(3) // frees what earlier mistakes left in global pools
	defer func() {
		if r := recover(); r != nil {
			c = cell{caught, "panic, " + lastClause(fmt.Sprint(r))}
		}
	}()
	return mistake()
}

// lastClause returns the text after the last colon of a message's first line.
func lastClause(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return strings.TrimSpace(s[strings.LastIndex(s, ":")+1:])
}

const (
	tryLen  = 1024     // length of the misused buffers, in bytes
	hugeLen = 16 << 20 // length of the oversize buffer, in bytes
)

// leakCount is the number of values lost in the leak column. No sampling misses that many.
const leakCount = 8192

// misuseBytes makes every mistake with a pool of bytes. leaks returns the number of values that the pool knows to be
// lost; it is nil for a pool that does not know.
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

// here and elsewhere run f, here on the same goroutine and elsewhere on another, and panic if f does.
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

// latePutBytes puts a buffer a second time after gets other buffers have been taken, so that its memory has a new
// user.
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

// latePutObject is latePutBytes for objects.
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
		runtime.Gosched() // cleanups run on another goroutine
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

// oversizePut gives back one enormous buffer, goes on with small ones, and looks at how much the pool retains.
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

// putHuge is not inlined, so that no reference to the buffer stays on the caller's stack.
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

// An objectPool is a pool of NPCs as its users see it: put does what the pool does, but not what the user has to do. H
// is the type that the pool takes back.
type objectPool[H any] struct {
	get   func() (H, *NPC)
	put   func(H)
	leaks func() uint64 // as in misuseBytes
}

// pointers returns an objectPool that takes the object's pointer back.
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

// grownObject gives back an object that has grown to 16 MiB.
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

// misuse prints the results of the suite: this project, then the peers.
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

// bothBuilds returns the cells of the default build. A cell that is silent there is replaced by that of the misuse
// build, in italics.
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
