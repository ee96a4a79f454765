// Articles measures the examples and prints docs/results/articles.md: every figure of the
// five articles that this project began with, beside ours.
//
//	go run ./docs/results/articles > docs/results/articles.md
//
// The same run writes the tables into the pages of the examples. Raw figures can be kept:
// with -state=FILE the output of the commands is written there, or, where the file is there
// already, read from it, and nothing is measured.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/unheap/unheap/internal/record"
)

// A state is the output of the commands, from which the page is made.
type state struct {
	Go        string // version and platform
	CPUs      int
	Bench     string // of "go test -bench" for all examples
	Merge     string // of find for OneLoop, a stream of records
	Simple    string // of find for DecodeSimple
	CPU       string // of find -cpu for Fresh
	Questions map[string]string
}

// samples is the number of times that each benchmark runs, and how long each run takes. The page shows the median of
// the times and the least of the counts.
const (
	samples   = "5"
	benchtime = "0.25s"
)

// benched are the examples with benchmarks, in the order of the page.
var benched = []string{"decoder", "blocks", "merge", "filter", "books", "npc", "gunzip", "classes", "prealloc", "format"}

func main() {
	log.SetFlags(0)
	file := flag.String("state", "", "keep the output of the commands in `FILE`, or take it from there")
	flag.Parse()
	s, err := load(*file)
	if err != nil {
		log.Fatal(err)
	}
	m, err := parseBench(s.Bench)
	if err != nil {
		log.Fatal(err)
	}
	for _, name := range benched {
		if err := writeTable(filepath.Join("examples", name, "README.md"), table(m, name)); err != nil {
			log.Fatal(err)
		}
	}
	page, err := render(s, m)
	if err != nil {
		log.Fatal(err)
	}
	os.Stdout.WriteString(page)
}

// load reads the file, or runs the commands and writes it.
func load(file string) (*state, error) {
	s := new(state)
	text, err := os.ReadFile(file)
	if err == nil {
		return s, json.Unmarshal(text, s)
	}
	if file != "" && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err := s.measure(context.Background()); err != nil || file == "" {
		return s, err
	}
	text, err = json.MarshalIndent(s, "", "\t")
	if err != nil {
		return nil, err
	}
	return s, os.WriteFile(file, text, 0o666)
}

func (s *state) measure(ctx context.Context) (err error) {
	s.Go, s.CPUs = runtime.Version()+" "+runtime.GOOS+"/"+runtime.GOARCH, runtime.NumCPU()
	args := []string{"go", "test", "-run=^$", "-bench=.", "-benchmem", "-count=" + samples, "-benchtime=" + benchtime}
	for _, name := range benched {
		args = append(args, "./examples/"+name)
	}
	if s.Bench, err = run(ctx, args...); err != nil {
		return err
	}
	find := []string{"go", "run", "./cmd/unheap", "find", "-format=json"}
	if s.Merge, err = run(ctx, append(find, "-bench=OneLoop", "./examples/merge")...); err != nil {
		return err
	}
	if s.Simple, err = run(ctx, append(find, "-bench=DecodeSimple", "./examples/decoder")...); err != nil {
		return err
	}
	if s.CPU, err = run(ctx, append(find, "-cpu", "-benchtime=2s", "-bench=Fresh", "./examples/gunzip")...); err != nil {
		return err
	}
	s.Questions = make(map[string]string)
	for _, name := range []string{"rate", "lens", "presize", "pool"} {
		if s.Questions[name], err = run(ctx, "go", "run", "./internal/testprog/testdata/questions/"+name+".go"); err != nil {
			return err
		}
	}
	return nil
}

// run returns what a command prints.
func run(ctx context.Context, args ...string) (string, error) {
	fmt.Fprintln(os.Stderr, strings.Join(args, " "))
	var stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, &stderr)
	}
	return string(out), nil
}

// A measured is the result of one benchmark: the median of its times, the least of its counts.
type measured struct {
	ns            float64
	bytes, allocs int64
}

// measurements are keyed by example and name: "merge OneLoop".
type measurements map[string]measured

// parseBench reads the output of go test -bench -benchmem.
func parseBench(text string) (measurements, error) {
	times := make(map[string][]float64)
	m := make(measurements)
	pkg := ""
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) == 2 && f[0] == "pkg:" {
			pkg = filepath.Base(f[1])
		}
		if len(f) != 8 || !strings.HasPrefix(f[0], "Benchmark") {
			continue
		}
		name := strings.TrimPrefix(f[0], "Benchmark")
		if i := strings.LastIndexByte(name, '-'); i > 0 {
			name = name[:i]
		}
		key := pkg + " " + name
		ns, err1 := strconv.ParseFloat(f[2], 64)
		b, err2 := strconv.ParseInt(f[4], 10, 64)
		n, err3 := strconv.ParseInt(f[6], 10, 64)
		if err := errors.Join(err1, err2, err3); err != nil {
			return nil, fmt.Errorf("%s: %w", strings.TrimSpace(line), err)
		}
		old, ok := m[key]
		if !ok {
			old = measured{bytes: b, allocs: n}
		}
		times[key] = append(times[key], ns)
		slices.Sort(times[key])
		m[key] = measured{times[key][len(times[key])/2], min(old.bytes, b), min(old.allocs, n)}
	}
	if len(m) == 0 {
		return nil, errors.New("no benchmark was measured")
	}
	return m, nil
}

// A collector keeps the sites, the one benchmark and the CPU profile of a stream.
type collector struct {
	record.Ignore
	workload *record.Workload
	sites    []*record.Site
	cpu      *record.CPU
}

func (c *collector) Workload(w *record.Workload) error { c.workload = w; return nil }
func (c *collector) Site(s *record.Site) error         { c.sites = append(c.sites, s); return nil }
func (c *collector) CPU(p *record.CPU) error           { c.cpu = p; return nil }

func decode(stream string) (*collector, error) {
	c := new(collector)
	return c, record.Decode(strings.NewReader(stream), c)
}
