package main

import (
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
