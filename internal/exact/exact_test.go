package exact

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/unheap/unheap/internal/gocmd"
)

// goroots are the toolchains at hand: the one in use, first, and those in the
// module cache.
func goroots(t *testing.T) []string {
	t.Helper()
	env, err := gocmd.Env(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	list, err := filepath.Glob(filepath.Join(env.GOMODCACHE, "golang.org", "toolchain@v0.0.1-go1.*"))
	if err != nil {
		t.Fatal(err)
	}
	return append([]string{env.GOROOT}, list...)
}

// Every change must leave all lines where they were, and the result must be
// Go.
func TestPatch(t *testing.T) {
	for _, root := range goroots(t) {
		src := os.DirFS(filepath.Join(root, "src"))
		files, err := Patch(src)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(root), err)
			continue
		}
		want := []string{"runtime/malloc.go", "runtime/zunheap.go", "testing/benchmark.go", "testing/run_example.go", "testing/testing.go", "testing/zunheap.go"}
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(files))); diff != "" {
			t.Errorf("files: -want +got\n%s", diff)
		}
		for path, text := range files {
			if _, err := parser.ParseFile(token.NewFileSet(), path, text, parser.SkipObjectResolution); err != nil {
				t.Errorf("%s: %v", filepath.Base(root), err)
			}
			if old, err := fs.ReadFile(src, path); err == nil && strings.Count(string(old), "\n") != strings.Count(string(text), "\n") {
				t.Errorf("%s: %s has other lines than before", filepath.Base(root), path)
			}
		}
	}
}

// What is not understood is refused, with the reason. Each case changes one
// thing about the sources of the toolchain in use.
func TestPatchRefuses(t *testing.T) {
	tests := []struct {
		file, old, new string
		want           string
	}{
		{"runtime/malloc.go", "func mallocgc(", "func mallocgcOld(", "no function mallocgc"},
		{"runtime/malloc.go", "func mallocgc(size uintptr,", "func mallocgc(n uintptr,", "mallocgc has parameters"},
		{"runtime/malloc.go", "x, elemsize = mallocgcLarge(", "x, elemsize = mallocgcHuge(", "no function mallocgcHuge"},
		{"runtime/malloc.go", "x, elemsize = ", "x, block = ", "no assignment to x, elemsize"},
		{"runtime/malloc.go", "	// Short-circuit zero-sized allocation requests.\n", "	if size == 13 {\n		return nil\n	}\n", "returns in an unknown place"},
		{"runtime/malloc.go", "		mp.mallocing = 0\n		releasem(mp)\n		return x, 0\n", "		return x, 0\n", "mallocgcTiny ends its work on an object in 1 places and returns from 2"},
		{"testing/benchmark.go", "		runtime.ReadMemStats(&memStats)\n		b.netAllocs", "		b.netAllocs", "StopTimer: 0 statements"},
		{"testing/benchmark.go", "	if b.loop.i < b.loop.n {\n", "	if b.loop.i <= b.loop.n {\n", "method Loop does not count"},
		{"testing/benchmark.go", "	b.add(sub.result)\n", "	b.result = sub.result\n", "Run: 0 statements"},
		{"testing/testing.go", "	fn(t)\n", "	go fn(t)\n", "tRunner: 0 statements"},
		{"testing/run_example.go", "eg.F()", "eg.G()", "runExample: 0 statements"},
		{"testing/run_example.go", "package testing", "package", "expected"},
	}
	root := goroots(t)[0]
	for _, test := range tests {
		src := make(fstest.MapFS)
		for path := range patched {
			text, err := os.ReadFile(filepath.Join(root, "src", path))
			if err != nil {
				t.Fatal(err)
			}
			if path == test.file {
				changed := strings.ReplaceAll(string(text), test.old, test.new)
				if changed == string(text) {
					t.Fatalf("%s has no %q", path, test.old)
				}
				text = []byte(changed)
			}
			src[path] = &fstest.MapFile{Data: text}
		}
		if _, err := Patch(src); err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), test.file) {
			t.Errorf("%s with %q: error %v, want one of that file with %q", test.file, test.new, err, test.want)
		}
	}
	taken := fstest.MapFS{"runtime/zunheap.go": {}}
	if _, err := Patch(taken); err == nil || !strings.Contains(err.Error(), "has a file of this name") {
		t.Errorf("error %v for a toolchain that is patched already", err)
	}
}

func TestExperiment(t *testing.T) {
	with := fstest.MapFS{"internal/goexperiment/flags.go": {Data: []byte("type Flags struct {\n\tSizeSpecializedMalloc bool\n}\n")}}
	without := fstest.MapFS{"internal/goexperiment/flags.go": {Data: []byte("type Flags struct {\n}\n")}}
	tests := []struct {
		src           fs.FS
		current, want string
	}{
		{without, "", ""},
		{without, "arenas", "arenas"},
		{with, "", "nosizespecializedmalloc"},
		{with, "arenas,nogreenteagc", "arenas,nogreenteagc,nosizespecializedmalloc"},
		{with, "sizespecializedmalloc,arenas", "arenas,nosizespecializedmalloc"},
	}
	for _, test := range tests {
		got, err := Experiment(test.src, test.current)
		if err != nil || got != test.want {
			t.Errorf("Experiment(%q) = %q, %v; want %q", test.current, got, err, test.want)
		}
	}
	if _, err := Experiment(fstest.MapFS{}, ""); err == nil {
		t.Error("sources without experiments are accepted")
	}
}

func TestKey(t *testing.T) {
	a := map[string][]byte{"a": []byte("1"), "b": []byte("2")}
	b := map[string][]byte{"a": []byte("12"), "b": nil}
	if Key(a) == Key(b) || Key(a) != Key(maps.Clone(a)) {
		t.Errorf("keys %s and %s", Key(a), Key(b))
	}
}
