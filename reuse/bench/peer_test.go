package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// moduleDir returns where the go command keeps a module of go.mod.
func moduleDir(t *testing.T, path string) string {
	t.Helper()
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", path)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return strings.TrimSpace(string(out))
}

// functions returns the text of a Go file without those top-level functions
// that drop chooses.
func functions(t *testing.T, file string, drop func(name string) bool) string {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range slices.Backward(f.Decls) {
		if fn, ok := d.(*ast.FuncDecl); ok && drop(fn.Name.Name) {
			src = slices.Delete(src, fset.Position(fn.Pos()).Offset, fset.Position(fn.End()).Offset)
		}
	}
	return string(src)
}

// testIn runs the tests of a package made of files, by name, in a module with
// the requirements of this one, for which path is the module's name.
func testIn(t *testing.T, path string, files map[string]string) {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(mod), "=> ../", "=> "+root, 1)
	text = strings.Replace(text, "module github.com/unheap/unheap/reuse/bench", "module "+path, 1)
	if strings.HasPrefix(path, "github.com/valyala/") {
		text = strings.Replace(text, "\tgithub.com/valyala/bytebufferpool v1.0.0\n", "", 1)
	}
	sum, err := os.ReadFile("go.sum")
	if err != nil {
		t.Fatal(err)
	}
	files["go.mod"], files["go.sum"] = text, string(sum)
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "test", "-mod=mod", "-v", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.CombinedOutput()
	passed := strings.Count(string(out), "--- PASS")
	if err != nil || passed == 0 {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%d tests of %s pass", passed, path)
}

// TestByteBufferPoolsOwn runs the tests of valyala/bytebufferpool, as they are
// in the module cache, against the package of the same API. Left out is the
// one of an internal function, index.
func TestByteBufferPoolsOwn(t *testing.T) {
	const path = "github.com/valyala/bytebufferpool"
	dir := moduleDir(t, path)
	files := map[string]string{"shim.go": `package bytebufferpool

import "github.com/unheap/unheap/reuse/bytebufferpool"

type (
	ByteBuffer = bytebufferpool.ByteBuffer
	Pool       = bytebufferpool.Pool
)

func Get() *ByteBuffer  { return bytebufferpool.Get() }
func Put(b *ByteBuffer) { bytebufferpool.Put(b) }

// How long the tests go on.
const (
	steps                   = 20
	calibrateCallsThreshold = 42000
)
`}
	tests, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil || len(tests) == 0 {
		t.Fatalf("no tests in %s: %v", dir, err)
	}
	for _, name := range tests {
		files[filepath.Base(name)] = functions(t, name, func(fn string) bool { return fn == "TestIndex" || fn == "testIndex" })
	}
	testIn(t, path, files)
}

// TestGRPCsOwn runs those tests of grpc's mem.TieredBufferPool against
// grpcmem.Pool that are not about the sizes of its tiers.
func TestGRPCsOwn(t *testing.T) {
	file := filepath.Join(moduleDir(t, "google.golang.org/grpc"), "mem", "buffer_pool_test.go")
	ours := []string{"TestBufferPool", "TestBufferPoolClears"}
	src := functions(t, file, func(fn string) bool { return !slices.Contains(ours, fn) })
	src = strings.ReplaceAll(src, "func (s) ", "func ")
	src = strings.ReplaceAll(src, "mem.NewTieredBufferPool(poolSizes...)", "new(grpcmem.Pool)")
	src = strings.ReplaceAll(src, "mem.NewTieredBufferPool(poolSize)", "mem.BufferPool(new(grpcmem.Pool))")
	src = strings.Replace(src, "\"fmt\"\n", "", 1)
	src = strings.Replace(src, "import (", "import (\n\t\"github.com/unheap/unheap/reuse/grpcmem\"\n", 1)
	testIn(t, "example.com/grpcmem", map[string]string{"buffer_pool_test.go": src})
}
