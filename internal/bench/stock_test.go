package bench

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/unheap/unheap/internal/gocmd"
	"github.com/unheap/unheap/internal/record"
)

// dying stands for a test binary of BenchmarkA, BenchmarkB and BenchmarkC, of
// which B panics and the process goes on until C has begun.
const dying = `#!/bin/sh
a='BenchmarkA
BenchmarkA 	1	5.0 ns/op	8 B/op	1 allocs/op'
b='BenchmarkB'
c='BenchmarkC'
died() { printf '%s\n' 'panic: out of luck' >&2; exit 2; }
case "$*" in
*'-test.bench=^BenchmarkB$'*) echo "$b"; died;;
*'-test.bench=^BenchmarkC$'*|*'-test.skip='*BenchmarkB*)
	echo "$c"; echo "$c 	1	5.0 ns/op	16 B/op	2 allocs/op"; exit 0;;
esac
echo "$a"; echo "$b"; echo "$b 	1	5.0 ns/op	0 B/op	0 allocs/op"; echo "$c"; died
`

// TestBlame: a process dies of the benchmark that panicked, not of the one that
// began last, and the figures it printed of the former are not believed.
func TestBlame(t *testing.T) {
	dir := t.TempDir()
	x := &Binary{Package: "p", Dir: dir, Path: filepath.Join(dir, "p.test"), bench: &Bench{env: new(gocmd.Environment)}}
	x.bench.opts.Progress = func(record.Progress) {}
	if err := os.WriteFile(x.Path, []byte(dying), 0o777); err != nil {
		t.Fatal(err)
	}
	all, err := x.measureStock(t.Context(), Select{Bench: "."})
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	for _, s := range all {
		got[s.Name] = s.Failure
	}
	want := map[string]string{"BenchmarkA": "", "BenchmarkB": "panicked: out of luck", "BenchmarkC": ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	for _, s := range all {
		if s.Name == "BenchmarkC" && s.AllocsPerOp != 2 {
			t.Errorf("BenchmarkC has %v allocs/op, want 2", s.AllocsPerOp)
		}
	}
}
