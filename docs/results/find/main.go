// Find measures what "unheap find" promises and prints docs/results/find.md.
//
//	go run ./docs/results/find > docs/results/find.md
//
// It runs find on the example, on packages of the standard library and on
// third-party modules, which it takes from the module cache and copies to a
// temporary folder, and compares for every benchmark the sum over sites with
// what the run's own MemStats counted, and with what "go test -benchmem"
// prints in a process of its own without any of our changes.
//
// Flags select a part: -only REGEXP of the package, -quick for one package of
// each kind.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/record"
)

// A target is one package to measure. Module is empty for this repository
// and for std.
type target struct {
	Kind    string // "example", "std", "module"
	Module  string // path@version
	Pattern string
	Skip    string // benchmarks left out of both sides, as -skip
}

func targets() []target {
	list := []target{{Kind: "example", Pattern: "./examples/decoder"}}
	for _, m := range []string{
		"github.com/tidwall/gjson@v1.20.0 .",
		"github.com/BurntSushi/toml@v1.6.0 .",
		"github.com/gorilla/mux@v1.8.1 .",
		"github.com/rs/zerolog@v1.35.1 .",
		"github.com/go-chi/chi/v5@v5.5.0 .",
		"github.com/segmentio/ksuid@v1.0.4 .",
		"github.com/hashicorp/golang-lru/v2@v2.0.7 .",
		"github.com/dustin/go-humanize@v1.1.0 .",
		"github.com/pelletier/go-toml/v2@v2.4.3 .",
		"github.com/google/btree@v1.1.3 .",
	} {
		module, pattern, _ := strings.Cut(m, " ")
		list = append(list, target{Kind: "module", Module: module, Pattern: pattern})
	}
	// The slow ones last: an interrupted run has the others.
	for _, p := range []string{"fmt", "strconv", "text/template", "net/url", "bufio", "sort", "compress/gzip", "go/parser",
		"encoding/json", "regexp", "bytes", "strings"} {
		list = append(list, target{Kind: "std", Pattern: p, Skip: slow[p]})
	}
	return list
}

// slow are benchmarks that take minutes before their first operation, or move
// a gigabyte in each: they were left out to bound the time of a run.
var slow = map[string]string{
	"encoding/json": "TypeFieldsCache/.*00000",
	"strings":       "RepeatLarge|CountByte/67108864",
	"bytes":         "/.*64M|67108864",
}

// iterations is given to find and to go test alike.
const iterations = "-benchtime=10x"

func main() {
	log.SetFlags(0)
	only := flag.String("only", "", "measure only targets that match `REGEXP`")
	quick := flag.Bool("quick", false, "measure one target of each kind")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *only, *quick); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, only string, quick bool) error {
	match, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "unheap-results-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	bin := filepath.Join(tmp, "unheap")
	if err := command(ctx, ".", "go", "build", "-o", bin, "./cmd/unheap").Run(); err != nil {
		return fmt.Errorf("build unheap: %v (run this from the root of the repository)", err)
	}
	var truths []truth
	var own speed
	if only == "" {
		log.Print("truth and own speed")
		if truths, err = measureTruth(ctx); err != nil {
			return err
		}
		if own, err = measureSpeed(ctx); err != nil {
			return err
		}
	}
	var results []result
	seen := make(map[string]bool)
	for _, t := range targets() {
		if !match.MatchString(t.Module+" "+t.Pattern) || quick && seen[t.Kind] {
			continue
		}
		seen[t.Kind] = true
		log.Printf("%s %s", t.Module, t.Pattern)
		r, err := measure(ctx, bin, tmp, t)
		if ctx.Err() != nil {
			log.Print("interrupted: the tables have what was measured by then")
			break
		}
		if err != nil {
			log.Printf("%s %s: %v", t.Module, t.Pattern, err)
			r.Failures = append(r.Failures, "find: "+err.Error())
		}
		results = append(results, r)
	}
	w := bufio.NewWriter(os.Stdout)
	write(w, results)
	if only == "" {
		writeTruth(w, truths)
		own.write(w)
	}
	return w.Flush()
}

func command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	cmd.Stderr = os.Stderr
	return cmd
}

// A result is what was measured of one target.
type result struct {
	target
	Benchmarks []benchmark
	Failures   []string
	Objects    int64 // over all benchmarks, steady phase
	Sites      int
	Unexpl     int64
	Shared     int64
	Counter    string
	Tests      bool // there is no benchmark, so its tests were the workload
	// Find and Test are wall times of "unheap find" and of "go test -bench"
	// with the same iterations, caches warm. The machine was not idle.
	Find, Test time.Duration
}

// A benchmark compares three counts of one benchmark.
type benchmark struct {
	Name     string
	Ops      int64
	Sites    float64 // allocs/op, sum over sites
	MemStats float64 // allocs/op of the same run
	Stock    int64   // printed by go test -benchmem; -1 if it was not
}

// off is how far the sum over sites is from MemStats, in allocs/op.
func (b benchmark) off() float64 { return math.Abs(b.Sites - b.MemStats) }

// holds is the promise: 0.5 % of it or 0.01.
func (b benchmark) holds() bool { return b.off() <= max(0.01, b.MemStats*0.005) }

func measure(ctx context.Context, bin, tmp string, t target) (result, error) {
	r := result{target: t}
	dir := "."
	if t.Module != "" {
		var err error
		if dir, err = copyModule(ctx, tmp, t.Module); err != nil {
			return r, err
		}
	}
	find := func(bench string) ([]byte, error) {
		cmd := command(ctx, dir, bin, "find", "-format", "json", "-bench", bench, "-skip", t.Skip, iterations, t.Pattern)
		cmd.Stderr = nil // a benchmark that fails is in the stream
		return cmd.Output()
	}
	test := func(bench string) ([]byte, error) {
		return command(ctx, dir, "go", "test", "-count=1", "-run=^$", "-bench", bench, "-skip", t.Skip, "-benchmem", iterations, t.Pattern).Output()
	}
	// Nothing matches, so this only fills the build caches of both.
	_, _ = find("^$")
	_, _ = test("^$")
	start := time.Now()
	stock, err := test(".")
	if err != nil {
		r.Failures = append(r.Failures, "go test: "+err.Error())
	}
	r.Test = time.Since(start)
	start = time.Now()
	stream, err := find(".")
	if err != nil {
		return r, err
	}
	r.Find = time.Since(start)
	var c collector
	if err := record.Decode(bytes.NewReader(stream), &c); err != nil {
		return r, err
	}
	c.fill(&r, stockCounts(stock))
	return r, nil
}

// copyModule copies a module out of the read-only module cache.
func copyModule(ctx context.Context, tmp, module string) (string, error) {
	out, err := command(ctx, tmp, "go", "mod", "download", "-json", module).Output()
	if err != nil {
		return "", err
	}
	var info struct{ Dir string }
	if err := json.Unmarshal(out, &info); err != nil {
		return "", err
	}
	dir := filepath.Join(tmp, strings.NewReplacer("/", "_", "@", "_").Replace(module))
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	if err := os.CopyFS(dir, os.DirFS(info.Dir)); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return dir, nil
}

var benchLine = regexp.MustCompile(`(?m)^(Benchmark\S*?)(?:-\d+)?\s+\d+\s.*?(\d+) allocs/op`)

// stockCounts reads allocs/op per benchmark from the output of go test.
func stockCounts(out []byte) map[string]int64 {
	counts := make(map[string]int64)
	for _, m := range benchLine.FindAllSubmatch(out, -1) {
		n, err := strconv.ParseInt(string(m[2]), 10, 64)
		if err == nil {
			counts[string(m[1])] = n
		}
	}
	return counts
}

// A collector keeps the messages that are compared.
type collector struct {
	config    record.Config
	workloads []record.Workload
	sites     []record.Site
}

func (c *collector) Config(m *record.Config) error { c.config = *m; return nil }
func (c *collector) Workload(m *record.Workload) error {
	c.workloads = append(c.workloads, *m)
	return nil
}
func (c *collector) Site(m *record.Site) error           { c.sites = append(c.sites, *m); return nil }
func (c *collector) Progress(*record.Progress) error     { return nil }
func (c *collector) Problem(*record.Problem) error       { return nil }
func (c *collector) SourceLine(*record.SourceLine) error { return nil }
func (c *collector) CPU(*record.CPU) error               { return nil }
func (c *collector) Candidate(*record.Candidate) error   { return nil }
func (c *collector) Verdict(*record.Verdict) error       { return nil }
func (c *collector) Summary(*record.Summary) error       { return nil }
func (c *collector) Close() error                        { return nil }

func (c *collector) fill(r *result, stock map[string]int64) {
	r.Counter = c.config.Counter
	sums := make(map[string]int64)
	for _, s := range c.sites {
		objects := int64(0)
		for _, u := range s.Usage {
			sums[u.Workload] += u.Objects
			objects += u.Objects
		}
		if objects > 0 {
			r.Sites++
		}
		r.Objects += objects
		switch s.Match {
		case record.Unexplained:
			r.Unexpl += objects
		case record.Shared:
			r.Shared += objects
		}
	}
	for _, w := range c.workloads {
		r.Tests = r.Tests || w.Kind == record.KindTest
		if w.Failure != "" {
			r.Failures = append(r.Failures, w.Name+": "+w.Failure)
			continue
		}
		if w.Ops == 0 {
			continue
		}
		b := benchmark{Name: w.Name, Ops: w.Ops, Stock: -1,
			Sites:    float64(sums[w.Name]) / float64(w.Ops),
			MemStats: float64(w.Objects) / float64(w.Ops)}
		if n, ok := stock[w.Name]; ok {
			b.Stock = n
		}
		r.Benchmarks = append(r.Benchmarks, b)
	}
}

func write(w *bufio.Writer, results []result) {
	version, _ := exec.Command("go", "env", "GOVERSION").Output() // for the heading only
	fmt.Fprintf(w, "# find: what is accounted for\n\n")
	fmt.Fprintf(w, "Made by `go run ./docs/results/find > docs/results/find.md` with %s on %s/%s, %d CPUs, shared with other work.\n",
		bytes.TrimSpace(version), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	fmt.Fprintf(w, "Counts are exact; every benchmark ran %s operations. Wall times are single runs with warm caches.\n\n", strings.TrimPrefix(iterations, "-benchtime="))
	writeTotals(w, results)
	writeTable(w, results)
	writeExceptions(w, results)
}

func writeTotals(w *bufio.Writer, results []result) {
	var objects, unexplained, shared int64
	var n, held, exact, failed int
	for _, r := range results {
		objects += r.Objects
		unexplained += r.Unexpl
		shared += r.Shared
		failed += len(r.Failures)
		for _, b := range r.Benchmarks {
			n++
			if b.holds() {
				held++
			}
			if b.off() == 0 {
				exact++
			}
		}
	}
	fmt.Fprintf(w, "| what | promise | measured |\n|---|---|---|\n")
	fmt.Fprintf(w, "| benchmarks whose sites sum to allocs/op within 0.5 %% or 0.01 | all | %d of %d, %d of them to the digit |\n", held, n, exact)
	fmt.Fprintf(w, "| objects without a reason (`unexplained`) | ≤ 2 %% | %s of %d |\n", percent(unexplained, objects), objects)
	fmt.Fprintf(w, "| objects whose expression cannot be told apart (`shared`) | ≤ 1 %% | %s |\n", percent(shared, objects))
	fmt.Fprintf(w, "| benchmarks that failed by themselves | | %d |\n\n", failed)
}

func percent(part, whole int64) string {
	if whole == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.3f %%", 100*float64(part)/float64(whole))
}

func writeTable(w *bufio.Writer, results []result) {
	fmt.Fprintf(w, "| package | benchmarks | within bound | to the digit | sites | objects | unexplained | shared | find s | go test s | ratio |\n")
	fmt.Fprintf(w, "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, r := range results {
		held, exact := 0, 0
		for _, b := range r.Benchmarks {
			if b.holds() {
				held++
			}
			if b.off() == 0 {
				exact++
			}
		}
		name := r.Pattern
		if r.Module != "" {
			name = r.Module
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %s | %s | %.1f | %.1f | %.2f |\n", name, len(r.Benchmarks), held, exact,
			r.Sites, r.Objects, percent(r.Unexpl, r.Objects), percent(r.Shared, r.Objects),
			r.Find.Seconds(), r.Test.Seconds(), r.Find.Seconds()/r.Test.Seconds())
	}
	fmt.Fprintln(w)
	for _, r := range results {
		if r.Skip != "" {
			fmt.Fprintf(w, "Of %s, `-skip='%s'` was left out on both sides, to bound the time of the run.\n", r.Pattern, r.Skip)
		}
		if r.Tests {
			fmt.Fprintf(w, "%s has no benchmarks: find ran its tests, go test ran nothing, and the ratio says nothing.\n", r.Pattern)
		}
	}
	fmt.Fprintln(w)
}

// writeExceptions lists what does not hold and where go test prints another
// number than this run counted.
func writeExceptions(w *bufio.Writer, results []result) {
	var lines []string
	for _, r := range results {
		for _, f := range r.Failures {
			lines = append(lines, fmt.Sprintf("| %s%s | %s | | | failed |", r.Module, r.Pattern, f))
		}
		if r.Counter != "exact" {
			lines = append(lines, fmt.Sprintf("| %s%s | counter: %s | | | |", r.Module, r.Pattern, r.Counter))
		}
		for _, b := range r.Benchmarks {
			if !b.holds() || b.Stock >= 0 && b.Stock != int64(b.MemStats) {
				lines = append(lines, fmt.Sprintf("| %s%s | %s | %.3f | %.3f | %d |", r.Module, r.Pattern, b.Name, b.Sites, b.MemStats, b.Stock))
			}
		}
	}
	if len(lines) == 0 {
		fmt.Fprintf(w, "No benchmark is outside of the bound, and `go test -benchmem` printed the same whole number for each.\n")
		return
	}
	slices.Sort(lines)
	fmt.Fprintf(w, "Outside of the bound, failed, or printed differently by a run of plain `go test -benchmem`, which\nincludes the first operation of a `b.Loop` and its own collections:\n\n")
	fmt.Fprintf(w, "| package | benchmark | allocs/op, sum over sites | allocs/op of the same run | go test prints |\n|---|---|--:|--:|--:|\n%s\n", strings.Join(lines, "\n"))
}
