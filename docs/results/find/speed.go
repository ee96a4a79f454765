package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"slices"

	"golang.org/x/perf/benchfmt"
)

// A speed holds the results of the benchmarks of joining and of reading.
type speed struct {
	Join []row
	// Ratios are the times of our reader divided by those of pprof's own parser, a pair for each round, and the same
	// for the bytes allocated.
	Ratios []float64
	Bytes  float64
}

// A row is one line of BenchmarkJoin.
type row struct {
	Name           string
	Seconds, Bytes float64
}

// rounds is the number of pairs of runs that are timed.
const rounds = 7

// measureSpeed runs the benchmarks in the repository.
func measureSpeed(ctx context.Context, o *options) error {
	return measured(o.state, "speed", func() (speed, error) { return speeds(ctx) })
}

func speeds(ctx context.Context) (speed, error) {
	var s speed
	join, err := benchmarks(ctx, "BenchmarkJoin", "3x", "./internal/site")
	if err != nil {
		return s, err
	}
	for _, r := range join {
		ns, _ := r.Value("sec/op")
		size, _ := r.Value("B/op")
		s.Join = append(s.Join, row{string(r.Name.Full()), ns, size})
	}
	for range rounds {
		read, err := benchmarks(ctx, "^Benchmark(Read|Parse)$/samples=100000$", "3x", "./internal/heap")
		if err != nil {
			return s, err
		}
		if len(read) != 2 {
			return s, fmt.Errorf("%d results of BenchmarkRead and BenchmarkParse, want 2", len(read))
		}
		ours, _ := read[0].Value("sec/op")
		theirs, _ := read[1].Value("sec/op")
		s.Ratios = append(s.Ratios, ours/theirs)
		oursB, _ := read[0].Value("B/op")
		theirsB, _ := read[1].Value("B/op")
		s.Bytes = oursB / theirsB
	}
	slices.Sort(s.Ratios)
	return s, nil
}

// benchmarks runs benchmarks of a package of this repository.
func benchmarks(ctx context.Context, pattern, benchtime, pkg string) ([]*benchfmt.Result, error) {
	out, err := command(ctx, ".", "go", "test", "-run=^$", "-bench="+pattern, "-benchtime="+benchtime, "-benchmem", pkg).Output()
	if err != nil {
		return nil, err
	}
	var all []*benchfmt.Result
	r := benchfmt.NewReader(bytes.NewReader(out), pkg)
	for r.Scan() {
		if result, ok := r.Result().(*benchfmt.Result); ok {
			all = append(all, result.Clone())
		}
	}
	return all, r.Err()
}

func (s speed) write(w *bufio.Writer) {
	fmt.Fprintf(w, "\n## Own speed\n\nThe join, synthetic samples of distinct stacks (`go test -bench=Join -benchtime=3x -benchmem ./internal/site`).\nThe promise is 1 s and 500 MB for a million.\n\n")
	fmt.Fprintf(w, "| benchmark | s/op, mean of 3 | MB allocated |\n|---|--:|--:|\n")
	for _, r := range s.Join {
		fmt.Fprintf(w, "| %s | %.4f | %.1f |\n", r.Name, r.Seconds, r.Bytes/1e6)
	}
	fmt.Fprintf(w, "\nReading a profile of 100,000 samples, `heap.Read` over pprof's `profile.Parse`, timed in %d turns\n", len(s.Ratios))
	fmt.Fprintf(w, "(`go test -bench='Read|Parse' ./internal/heap`): median %.2f, from %.2f to %.2f. The promise is 1.20. It allocates %.2f × the bytes.\n",
		s.Ratios[len(s.Ratios)/2], s.Ratios[0], s.Ratios[len(s.Ratios)-1], s.Bytes)
}
