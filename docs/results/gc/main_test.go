package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

// TestGroup has machines that make no control group: each is named, and no folder stays.
func TestGroup(t *testing.T) {
	root := t.TempDir()
	for name, files := range map[string][]string{
		"none":                 nil,
		"v1 without a limit":   {"memory/memory.limit_in_bytes"},
		"v2 without memory":    {"cgroup.subtree_control"},
		"one that is in use":   {"memory/memory.limit_in_bytes", "memory/unheap/tasks"},
		"no control groups/at": nil,
	} {
		at := filepath.Join(root, name)
		if !strings.Contains(name, "/") {
			if err := os.Mkdir(at, 0o777); err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range files {
			if err := os.MkdirAll(filepath.Join(at, filepath.Dir(f)), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(at, f), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		g, err := newGroup(at, 1<<20)
		if err == nil || !strings.Contains(err.Error(), "unheap") {
			t.Errorf("%s: got %v", name, err)
		}
		if _, err := os.Stat(filepath.Join(g.dir, g.limit)); err == nil {
			t.Errorf("%s: a file of the system's was made", name)
		}
	}
}

// TestKept measures once.
func TestKept(t *testing.T) {
	dir, s := t.TempDir(), subject{name: "a, b"}
	times := 0
	for range 2 {
		r := kept(filepath.Join(dir, "state"), s, "go1.25.9", func() result {
			times++
			return result{subject: s, found: found{Go: "go1.25.9", Tuning: record.Tuning{Workload: "w"}}}
		})
		if r.err != nil || r.name != "a, b" || r.Go != "go1.25.9" || r.Tuning.Workload != "w" {
			t.Errorf("got %+v", r)
		}
	}
	if times != 1 {
		t.Errorf("measured %d times", times)
	}
}

// TestCritical has values of tables: Student's t for one difference, Dunnett's for nine.
func TestCritical(t *testing.T) {
	for _, c := range []struct {
		others, n int
		want      float64
	}{{1, 10, 2.228}, {1, 3, 3.182}, {9, 20, 2.95}} {
		if got := critical(c.others, c.n); math.Abs(got-c.want) > 0.06 {
			t.Errorf("%d differences, %d pairs: got %.3f, want %.3f", c.others, c.n, got, c.want)
		}
	}
	if got := highest(9); math.Abs(got-1.485) > 0.03 {
		t.Errorf("the largest of nine: got %.3f, want 1.485", got)
	}
}

// TestCompare takes the best of the settings that fit, and no other.
func TestCompare(t *testing.T) {
	const mib = 1 << 20
	pair := func(gogc int, limit, cpu, memory int64) record.GCPair {
		s := record.GCSetting{GOGC: gogc, Limit: limit * mib}
		return record.GCPair{Measured: record.GCRun{Setting: s, CPU: cpu, PeakMemory: memory * mib}, Predicted: record.GCPrediction{Setting: s, CPU: 100, PeakMemory: memory * mib}}
	}
	c, ok := compare(record.Tuning{
		Memory: 100 * mib, Current: record.GCSetting{GOGC: 100}, Advised: record.GCSetting{GOGC: 200, Limit: 80 * mib},
		Runs: []record.GCPair{pair(100, 0, 220, 20)},
		Checked: []record.GCPair{
			pair(100, 0, 200, 20), pair(100, 80, 180, 20), pair(200, 80, 110, 40), pair(400, 80, 100, 80),
			pair(800, 80, 50, 95), pair(-1, 80, 40, 80), pair(800, 0, 30, 40),
		},
	})
	if !ok || c.settings != 3 || c.best.CPU != 100 || c.now.CPU != 200 || math.Abs(c.toBest.ratio-1.1) > 1e-9 || c.toBest.low >= 1 || c.toBest.high <= 1.1 {
		t.Errorf("got %+v", c)
	}
}
