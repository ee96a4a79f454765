package main

import (
	"context"
	"fmt"
	"log"
	"path/filepath"
	"strings"
	"time"
)

// A costRow has the figures of one run of fix on a generated package.
type costRow struct {
	candidates int
	took       time.Duration
	kept       int
}

// runCost times fix on a package with one candidate and on one with thirty,
// each with a benchmark. A first run, not counted, warms the build cache.
func (b *bench) runCost(ctx context.Context) ([]costRow, error) {
	var rows []costRow
	for i, n := range []int{2, 1, 30} {
		log.Printf("cost of %d candidates", n)
		dir := filepath.Join(b.tmp, fmt.Sprintf("cost%d", i))
		for name, text := range generated(n) {
			if err := writeFile(filepath.Join(dir, name), []byte(text)); err != nil {
				return nil, err
			}
		}
		stream := filepath.Join(dir, "run.json")
		start := time.Now()
		if _, err := command(ctx, dir, b.unheap, "fix", "-format=json", "-o="+stream, "."); err != nil {
			return nil, err
		}
		row := costRow{candidates: n, took: time.Since(start)}
		f, err := readStream(stream)
		if err != nil {
			return nil, err
		}
		for _, v := range f.verdicts {
			if v.Outcome == "kept" {
				row.kept++
			}
		}
		if i > 0 {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// generated returns a module with n functions that append to a slice without capacity.
func generated(n int) map[string]string {
	var code, test strings.Builder
	fmt.Fprintf(&code, "package cost%d\n", n)
	fmt.Fprintf(&test, "package cost%d\n\nimport \"testing\"\n\nvar (\n\tsrc = make([]int, 100)\n\tsink []int\n)\n", n)
	for i := range n {
		fmt.Fprintf(&code, `
func Times%[1]d(src []int) []int {
	var out []int
	for _, v := range src {
		out = append(out, v*%[1]d)
	}
	return out
}
`, i)
		fmt.Fprintf(&test, `
func BenchmarkTimes%[1]d(b *testing.B) {
	for b.Loop() {
		sink = Times%[1]d(src)
	}
}

func TestTimes%[1]d(t *testing.T) {
	if len(Times%[1]d(src)) != len(src) {
		t.Error("wrong length")
	}
}
`, i)
	}
	return map[string]string{
		"go.mod":       fmt.Sprintf("module example.com/cost%d\n\ngo 1.26.0\n", n),
		"cost.go":      code.String(),
		"cost_test.go": test.String(),
	}
}
