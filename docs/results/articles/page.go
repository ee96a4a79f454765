package main

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/unheap/unheap/internal/sizeclass"
)

const (
	beginMark = "<!-- measured"
	endMark   = "<!-- /measured -->"
)

// writeTable puts the table between the marks of a page.
func writeTable(file, table string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(text), beginMark)
	_, after, ok2 := strings.Cut(rest, endMark)
	if !ok || !ok2 {
		return fmt.Errorf("%s: no marks for the table", file)
	}
	page := before + beginMark + " by go run ./docs/results/articles -->\n" + table + endMark + after
	return os.WriteFile(file, []byte(page), 0o666)
}

// A compared is a figure with our measurement, and both times relative to those of the first of the group.
type compared struct {
	figure
	own                  measured
	ownRatio, theirRatio string
}

// of lists the figures of an example.
func of(m measurements, example string) (list []compared) {
	var ourBase, theirBase float64
	for _, f := range figures {
		if f.example != example {
			continue
		}
		own := m[f.example+" "+f.bench]
		if f.first {
			ourBase, theirBase = own.ns, f.ns
		}
		list = append(list, compared{f, own, ratio(own.ns, ourBase), ratio(f.ns, theirBase)})
	}
	return list
}

// table returns the table of an example, for its page: counts, and times relative to the first.
func table(m measurements, example string) string {
	var b strings.Builder
	b.WriteString("| ours | allocs/op | B/op | time | the article's | allocs/op | B/op | time |\n|---|--:|--:|--:|---|--:|--:|--:|\n")
	for _, c := range of(m, example) {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n", c.bench, count(c.own.allocs), count(c.own.bytes), c.ownRatio,
			c.theirName, count(c.allocs), count(c.bytes), c.theirRatio)
	}
	b.WriteString("\nCounts are exact. Times are multiples of the first row's: machines and compilers differ. [articles.md](../../docs/results/articles.md)\nhas them in nanoseconds, and says where and why today's counts are others.\n")
	return b.String()
}

// count prints n with commas; empty if the article does not give it.
func count(n int64) string {
	switch {
	case n == none:
		return ""
	case n < 1000:
		return fmt.Sprint(n)
	}
	return count(n/1000) + fmt.Sprintf(",%03d", n%1000)
}

// ratio prints ns divided by base, with two digits.
func ratio(ns, base float64) string {
	if ns <= 0 || base <= 0 {
		return ""
	}
	r := ns / base
	if r >= 10 {
		return fmt.Sprintf("%.0f", r)
	}
	digits := max(0, 1-int(math.Floor(math.Log10(r))))
	return fmt.Sprintf("%.*f", digits, r)
}

func nanoseconds(ns float64) string {
	switch {
	case ns == none:
		return ""
	case ns < 100:
		return fmt.Sprintf("%.1f", ns)
	}
	return count(int64(math.Round(ns)))
}

// render returns the page.
func render(s *state, m measurements) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# The five articles, measured again\n\nMade by `go run ./docs/results/articles > docs/results/articles.md` with %s, %d CPUs, shared with other work.\n", s.Go, s.CPUs)
	b.WriteString(`Every figure of the articles stands beside ours. Counts are the least of ` + samples + ` runs of ` + benchtime + `, and exact but for what pools and lists
need once; times are the median, and those of the articles are from other machines: compare the ratios, each against the row with 1.0
above it. *Mechanism names* are those of ` + "`unheap explain`" + `. The code is in [examples](../../examples), in our own words; where
the article's has mistakes, ours does not, and is a little slower for it.

`)
	for _, a := range articles {
		fmt.Fprintf(&b, "## %s. %s\n\nThe article: %s.\n\n", a.letter, a.title, a.about)
		for _, example := range benched {
			if i := slices.IndexFunc(figures, func(f figure) bool { return f.example == example && f.row != "" }); figures[i].row[:1] == a.letter {
				section(&b, m, example)
			}
		}
		extra, err := s.extra(a.letter)
		if err != nil {
			return "", err
		}
		b.WriteString(extra)
	}
	rows(&b)
	return b.String(), nil
}

// section writes the table of one example, with nanoseconds and reasons.
func section(b *strings.Builder, m measurements, example string) {
	fmt.Fprintf(b, "### [%s](../../examples/%s)\n\n", example, example)
	b.WriteString("| row | theirs | ns/op | B/op | allocs/op | ours | ns/op | B/op | allocs/op | time: theirs | ours | why it differs, or what it is |\n|---|---|--:|--:|--:|---|--:|--:|--:|--:|--:|---|\n")
	for _, c := range of(m, example) {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", c.row, c.theirName, nanoseconds(c.ns), count(c.bytes), count(c.allocs),
			c.bench, nanoseconds(c.own.ns), count(c.own.bytes), count(c.own.allocs), c.theirRatio, c.ownRatio, c.why)
	}
	b.WriteString("\n")
}

// extra returns what an article has besides benchmarks, beside our results.
func (s *state) extra(article string) (string, error) {
	switch article {
	case "A":
		return s.located()
	case "B":
		return s.grown()
	case "C":
		return s.collected()
	case "D":
		return s.asked(), nil
	}
	return bins, nil
}

// located compares the places at which the objects of DecodeSimple are found: row A2.
func (s *state) located() (string, error) {
	c, err := decode(s.Simple)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("### A1, A2: where they are\n\nThe article profiles with `-memprofile -memprofilerate=1`, filters the lines of pprof for its own file and maps four of them to\nexpressions by hand. `unheap find -bench=DecodeSimple ./examples/decoder` names the expressions.\n\n| expression | theirs: share of objects, line | ours: allocs/op, place | why |\n|---|---|---|---|\n")
	theirs := map[string]string{"append": "41.17 %, decoder.go:49", "strings.Split": "11.76 %, decoder.go:38 (in strings.genSplit)", "string(b)": "11.76 %, decoder.go:35", "io.ReadAll": "35.29 %, decoder.go:29 (in bytes.makeSlice, ioutil.readAll)"}
	for _, site := range c.sites {
		if len(site.Usage) != 1 {
			continue // in another benchmark
		}
		per := fmt.Sprintf("%.3g", c.workload.PerOp(site.Usage[0].Objects))
		for prefix, share := range theirs {
			if strings.HasPrefix(site.Expr, prefix) {
				fmt.Fprintf(&b, "| `%s` | %s | %s, %s:%d:%d | `%s` |\n", site.Expr, share, per, site.Pos.File, site.Pos.Line, site.Pos.Column, site.Mechanism)
			}
		}
	}
	b.WriteString("\n")
	return b.String(), nil
}

// grown compares the ladder of MergeWithOneLoop, and the sizes at which one block wastes more than many blocks.
func (s *state) grown() (string, error) {
	c, err := decode(s.Merge)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("### B3: how a list grows\n\nThe article prints capacities from within the function: 0 → 2 → 6 → 12 → 24 (at lists 0 to 3). `find` shows the blocks that it saw,\nin bytes, of code that prints nothing")
	for _, site := range c.sites {
		if len(site.Ladder) > 0 {
			b.WriteString(": 0")
			for _, n := range site.Ladder {
				fmt.Fprintf(&b, " → %d", n)
			}
			b.WriteString(" B, that is, of ints 0")
			for _, n := range site.Ladder {
				fmt.Fprintf(&b, " → %d", n/8)
			}
		}
	}
	b.WriteString(".\n\n")
	first, last, most := 0, 0, int64(0)
	for n := int64(700); n < 1024; n++ {
		if one, many := sizeclass.Block(40*n, true), n*sizeclass.Block(40, true); one > many {
			if first == 0 {
				first = int(n)
			}
			last = int(n)
		}
		most = max(most, sizeclass.Waste(40*n, true))
	}
	fmt.Fprintf(&b, "### B1, B6: where one block takes more than many\n\nThe article says 820 to 852 books of 40 bytes, with up to 8,160 bytes lost. Computed from the allocator's sizes (package\nsizeclass, checked against the runtime): %d to %d, with up to %s; at %d it is %d bytes.\n\n", first, last, count(most), last,
		sizeclass.Block(40*int64(last), true)-int64(last)*sizeclass.Block(40, true))
	fmt.Fprintf(&b, "B1: of 33 + 33 + 66 bytes in 48 + 48 + 80, %d + %d + %d = %d are lost, as in the article; of 32,769 bytes %s.\n\n",
		sizeclass.Waste(33, false), sizeclass.Waste(33, false), sizeclass.Waste(66, false), 2*sizeclass.Waste(33, false)+sizeclass.Waste(66, false), count(sizeclass.Waste(32769, false)))
	return b.String(), nil
}

// collected returns how the CPU time of Fresh is spent: row C1.
func (s *state) collected() (string, error) {
	c, err := decode(s.CPU)
	if err != nil {
		return "", err
	}
	if c.cpu == nil || c.cpu.Total == 0 {
		return "", fmt.Errorf("no CPU profile of gunzip")
	}
	share := func(ns int64) string { return fmt.Sprintf("%.0f %%", 100*float64(ns)/float64(c.cpu.Total)) }
	var b strings.Builder
	b.WriteString("### C1: the collector in the CPU profile\n\nThe article counts 7 runtime functions among the top 10 of pprof, 71 % of the time in one of them, and asks `peek mallocgc` for the\ncallers. `unheap find -cpu -bench=Fresh ./examples/gunzip` adds up:\n\n| allocating | GC assist | GC in the background | sweeping, returning memory | everything else |\n|--:|--:|--:|--:|--:|\n")
	fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n\n", share(c.cpu.Alloc), share(c.cpu.Assist), share(c.cpu.Background), share(c.cpu.Sweep), share(c.cpu.Rest))
	b.WriteString("and names the line that allocates. Its heap profile has 79 % of the bytes in the dictionary and 19 % in flate.NewReader; `find` says the\nsame of that line under *inside*.\n\n")
	return b.String(), nil
}

// asked returns the programs of the questions: rows D2, D3, D5 and D6.
func (s *state) asked() string {
	var b strings.Builder
	b.WriteString("### D2, D3, D5, D6: the claims, run\n\nThe programs are those of `unheap explain question-2` to `question-5`.\n\n")
	for _, q := range []struct{ name, claim string }{
		{"rate", "D2: with the same live heap 40 times the rate gives 40 times the collections, one per GOGC % × live heap of garbage"},
		{"presize", "D3: growing to n takes O(log n) arrays and copies about 2n elements; a make one and none"},
		{"pool", "D5: a pool hurts for cheap values, for rare use, with boxed values and with mixed sizes"},
		{"lens", "D6: the article takes the number of objects for what makes the collector run. Measured, it is the bytes; the number is what allocating costs"},
	} {
		fmt.Fprintf(&b, "%s.\n\n```\n%s```\n\n", q.claim, s.Questions[q.name])
	}
	return b.String()
}

const bins = "### E3: bytebufferpool\n\nThe article describes its calibration: 20 bins, every 42,000 calls, the most used size as default, the 95th percentile as bound.\n`reuse.BufferPool` learns every 500 Puts; [reuse.md](reuse.md) has both side by side: speed, what a burst leaves behind, and how soon a\nchange of traffic is learnt.\n\n"

// rows writes the index of all rows of the list, with what works here.
func rows(b *strings.Builder) {
	b.WriteString("## All rows\n\n| row | what works here |\n|---|---|\n")
	for _, r := range index {
		fmt.Fprintf(b, "| %s | %s |\n", r[0], r[1])
	}
}

// index is the list of what the articles build, run or teach.
var index = [][2]string{
	{"A1 measure", "`unheap find`: [guide](../guide/README.md#measure)"},
	{"A2 locate", "`unheap find`, above"},
	{"A3 decoders", "[examples/decoder](../../examples/decoder)"},
	{"A4 trade-offs", "[examples/decoder](../../examples/decoder/README.md#trade-offs); the check `sharedbuf`"},
	{"A5 averages", "the column *first call* of `find`; `BenchmarkFirst` of examples/decoder"},
	{"B1 size classes", "[examples/blocks](../../examples/blocks); the column *waste* of `find`"},
	{"B2 scenarios", "[the catalogue](../guide/catalogue.md), 54 reasons, each with a program"},
	{"B3 growth", "*grows* in `find`, above"},
	{"B4 merge", "[examples/merge](../../examples/merge)"},
	{"B5 filter", "[examples/filter](../../examples/filter), the rewrite `filterinplace`"},
	{"B6 blocks", "[examples/books](../../examples/books), `chunk.Slab`"},
	{"B7 free list", "[examples/npc](../../examples/npc), `reuse.FreeList`"},
	{"B8 list or sync.Pool", "[examples/npc](../../examples/npc/README.md#which-one-and-what-it-costs), [reuse](../../reuse/README.md)"},
	{"C1 GC in the profile", "`unheap find -cpu`, above"},
	{"C2 gunzip", "[examples/gunzip](../../examples/gunzip)"},
	{"C3 classes", "[examples/classes](../../examples/classes), `reuse.Bytes`"},
	{"C4 risk", "[reuse: what is noticed](reuse-misuse.md); the checks `poolescape`, `poolmiss`"},
	{"D1 escape", "`unheap find`: *why* and *flow*; [the catalogue](../guide/catalogue.md)"},
	{"D2 rate", "above; `unheap gc`"},
	{"D3 presize", "the rewrite `presize`: [fix.md](fix.md)"},
	{"D4 in place", "[examples/format](../../examples/format); the rewrites `concat`, `convert`, `appendto`; the check `unsafeview`"},
	{"D5 pools", "above; the rewrites `pool`, `poolbox`; the checks `poolreset`, `poolescape`, `poolcap`, `poolmiss`"},
	{"D6 lenses", "`-sort=objects`, `bytes`, `inuse`; `-list`; above"},
	{"D7 GOGC, GOMEMLIMIT", "`unheap gc`: [guide](../guide/README.md#the-collector-last)"},
	{"D8 format", "[examples/format](../../examples/format)"},
	{"D9 questions", "`unheap explain question-1` to `question-6`: [guide](../guide/README.md#six-questions)"},
	{"E1 ladder", "[examples/prealloc](../../examples/prealloc)"},
	{"E2 boxed Put", "[examples/prealloc](../../examples/prealloc), the rewrite `poolbox`"},
	{"E3 calibration", "`reuse.BufferPool`, above"},
}
