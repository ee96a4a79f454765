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
		want := []string{"runtime/malloc.go", "runtime/zunheap.go", "testing/benchmark.go", "testing/example.go", "testing/fuzz.go", "testing/run_example.go", "testing/testing.go", "testing/zunheap.go"}
		for _, path := range []string{"runtime/malloc_generated.go", "runtime/malloc_stubs.go"} { // since Go 1.26
			if _, err := fs.Stat(src, path); err == nil {
				want = append(want, path)
			}
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, slices.Sorted(maps.Keys(files))); diff != "" {
			t.Errorf("%s: files: -want +got\n%s", filepath.Base(root), diff)
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

// sources are the files of a toolchain that a patch looks at.
func sources(t *testing.T, root string) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	names, err := filepath.Glob(filepath.Join(root, "src", "runtime", "m*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for path := range patched {
		names = append(names, filepath.Join(root, "src", path))
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rel, err := filepath.Rel(filepath.Join(root, "src"), name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.ToSlash(rel)] = text
	}
	return files
}

// What is not understood is refused, with the reason. Each case changes one
// thing about the sources of the toolchain in use.
func TestPatchRefuses(t *testing.T) {
	tests := []struct {
		file, old, new string
		want           string
	}{
		{"runtime/malloc.go", "func mallocgcTiny(size uintptr,", "func mallocgcTiny(n uintptr,", "mallocgcTiny: takes an object and has parameters [n typ]"},
		{"runtime/malloc.go", "		mp.mallocing = 0\n		releasem(mp)\n		return x, 0\n", "		return x, 0\n", "mallocgcTiny: leaves by return x, 0 with an object that is not recorded"},
		{"runtime/malloc.go", "		c.tinyAllocs++\n", "		c.count()\n", "mallocgcTiny: ends its work on an object that it has not taken"},
		{"runtime/malloc.go", "	span := c.allocLarge(", "	_ = c.allocLarge(", "mallocgcLarge: the span of _ = c.allocLarge"},
		{"runtime/malloc.go", "	span := c.allocLarge(", "	span := c.allocHuge(", "no function takes an object by allocLarge"},
		{"runtime/malloc.go", "	span := c.allocLarge(", "	for range 2 {\n		releasem(mp); mp.mallocing = 0\n	}\n	span := c.allocLarge(", "mallocgcLarge: ends its work in an unknown place"},
		{"runtime/malloc.go", "	x := mallocgcSmallNoscanReuse(", "	x := mallocgcSmallNoscanOther(", "mallocgcSmallNoscan: ends its work on an object that it has not taken"},
		{"runtime/mcache.go", "func (c *mcache) refill(", "func (c *mcache) refillSome(", "refillSome adds to the counts of MemStats"},
		{"testing/benchmark.go", "		runtime.ReadMemStats(&memStats)\n		b.netAllocs", "		b.netAllocs", "StopTimer: 0 statements"},
		{"testing/benchmark.go", "	if b.loop.i < b.loop.n {\n", "	if b.loop.i <= b.loop.n {\n", "method Loop does not count"},
		{"testing/benchmark.go", "	b.add(sub.result)\n", "	b.result = sub.result\n", "Run: 0 statements"},
		{"testing/testing.go", "	fn(t)\n", "	go fn(t)\n", "tRunner: 0 statements"},
		{"testing/fuzz.go", "	fn(f)\n", "	go fn(f)\n", "fRunner: 0 statements"},
		{"testing/testing.go", "t.Run(test.Name, test.F)", "t.Run(test.Name, test.G)", "runTests: 0 statements"},
		{"testing/example.go", "if !runExample(eg) {", "if !runOne(eg) {", "runExamples: 0 statements"},
		{"testing/run_example.go", "eg.F()", "eg.G()", "runExample: 0 statements"},
		{"testing/run_example.go", "package testing", "package", "expected"},
	}
	files := sources(t, goroots(t)[0])
	for _, test := range tests {
		src := make(fstest.MapFS)
		for path, text := range files {
			if path == test.file {
				changed := strings.ReplaceAll(string(text), test.old, test.new)
				if changed == string(text) {
					t.Fatalf("%s has no %q", path, test.old)
				}
				text = []byte(changed)
			}
			src[path] = &fstest.MapFile{Data: text}
		}
		if _, err := Patch(src); err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(test.file, strings.SplitN(err.Error(), ":", 2)[0]) {
			t.Errorf("%s with %q: error %v, want one of that file or package with %q", test.file, test.new, err, test.want)
		}
	}
	taken := fstest.MapFS{"runtime/zunheap.go": {}}
	if _, err := Patch(taken); err == nil || !strings.Contains(err.Error(), "has a file of this name") {
		t.Errorf("error %v for a toolchain that is patched already", err)
	}
}

func TestKey(t *testing.T) {
	a := map[string][]byte{"a": []byte("1"), "b": []byte("2")}
	b := map[string][]byte{"a": []byte("12"), "b": nil}
	if Key(a) == Key(b) || Key(a) != Key(maps.Clone(a)) {
		t.Errorf("keys %s and %s", Key(a), Key(b))
	}
}

func BenchmarkPatch(b *testing.B) {
	env, err := gocmd.Env(b.Context(), ".")
	if err != nil {
		b.Fatal(err)
	}
	src := os.DirFS(filepath.Join(env.GOROOT, "src"))
	for b.Loop() {
		if _, err := Patch(src); err != nil {
			b.Fatal(err)
		}
	}
}
