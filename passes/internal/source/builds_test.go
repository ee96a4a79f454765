package source

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestSame checks which constants of the standard library are the same in every build.
func TestSame(t *testing.T) {
	p := packageOf(t, `package a

import (
	"io"
	"math"
	"math/bits"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"
	"unicode/utf8"
	"unsafe"
)

const (
	kilo   = 1 << 10
	mega   = kilo * kilo
	word   = unsafe.Sizeof(uintptr(0))
	all    = ^uint(0)
	always = ^uint8(0)
	small  = -kilo
	pages  = mega / 4
	later  = 2 * time.Second
)

var (
	same  = []any{kilo, mega, small, pages, http.StatusOK, http.MethodGet, time.Second, utf8.RuneError, utf8.UTFMax, io.SeekEnd, math.MaxInt64, math.Pi, later}
	other = []any{word, all, runtime.GOOS, runtime.GOARCH, filepath.Separator, os.PathSeparator, os.O_CREATE, math.MaxInt, uint(math.MaxUint), bits.UintSize, strconv.IntSize}
)
`)
	for id, obj := range p.Info.Uses {
		c, ok := obj.(*types.Const)
		if !ok || c.Parent() == types.Universe || c.Name() == "iota" {
			continue
		}
		want := inList(p, "same", id) || !inList(p, "other", id) && c.Name() != "word"
		if got := p.Same(c, p.Files[0].Syntax); got != want {
			t.Errorf("%s.%s: the same in every build: %t, want %t", c.Pkg().Path(), c.Name(), got, want)
		}
		if _, known := p.Info.Types[ast.Expr(id)]; known && (p.Info.Types[id].Value != nil) != want {
			t.Errorf("%s: has a value: %t", c.Name(), !want)
		}
	}
}

// inList reports whether id stands in the value of the package-level variable.
func inList(p *Package, name string, id *ast.Ident) bool {
	def, _ := p.Def(p.Types.Scope().Lookup(name))
	spec := def.Parent().Node()
	return spec.Pos() <= id.Pos() && id.Pos() < spec.End()
}

// TestConstraints checks which files another build may leave out.
func TestConstraints(t *testing.T) {
	tests := []struct {
		name, text string
		differs    bool
	}{
		{"a.go", "package a", false},
		{"a_test.go", "package a", false},
		{"a_unix.go", "package a", false}, // a name that asks for nothing
		{"a_linux.go", "package a", true},
		{"a_windows_386.go", "package a", true},
		{"a_linux_test.go", "package a", true},
		{"a.go", "//go:build unix\n\npackage a", true},
		{"a.go", "//go:build !debug\n\npackage a", true},
		{"a.go", "//go:build go1.21\n\npackage a", false},
		{"a.go", "//go:build go1.21 && !race\n\npackage a", true},
		{"a.go", "package a\n\n//go:build unix\n", false}, // too late
	}
	for _, tt := range tests {
		f, err := parser.ParseFile(token.NewFileSet(), tt.name, tt.text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if got := constraints(tt.name, f); (got != "") != tt.differs {
			t.Errorf("%s %q: constraints %q", tt.name, tt.text, got)
		}
	}
}

// TestUnreadable checks that a file that cannot be read counts as mentioning every name.
func TestUnreadable(t *testing.T) {
	dir := t.TempDir()
	if names := namesIn(filepath.Join(dir, "none"), nil, scan); names != nil {
		t.Errorf("a folder that is not there mentions %v", names)
	}
	if err := os.Symlink(filepath.Join(dir, "gone.go"), filepath.Join(dir, "b.go")); err != nil {
		t.Skip(err)
	}
	if names := namesIn(dir, nil, scan); names != nil {
		t.Errorf("a folder with a file that cannot be read mentions %v", names)
	}
	p := &Package{siblings: func() map[string]bool { return nil }}
	if !p.Elsewhere("anything") {
		t.Error("nothing is known to mention a name, and nothing mentions it")
	}
}

// TestFolder checks what the files of a folder say.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.go":            "package a\n\ntype T int\n\nfunc (T) Everywhere() {}\n",
		"a_windows.go":    "package a\n\nfunc (t *T) String() string { return \"\" }\nfunc (l List[E]) Read(b []byte) (int, error) { return 0, nil }\n\nfunc String() {}\n",
		"b.go":            "//go:build debug\n\npackage a\n\nfunc (W) Write(b []byte) (int, error) { return 0, nil }\n",
		"a_linux_test.go": "package a\n\nfunc (T) Test() {}\n",
	})
	var got []string
	for _, f := range new(Package).folder(dir) {
		got = append(got, fmt.Sprint(f.constraint != "", f.methods))
	}
	want := []string{"false map[T:[Everywhere]]", "true map[List:[Read] T:[String]]", "true map[W:[Write]]"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	write(t, dir, map[string]string{"c.go": "package"})
	if got := new(Package).folder(dir); got != nil {
		t.Errorf("a file that cannot be read shows %v", got)
	}
}
