package diff

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/rewrite"
)

func TestDecls(t *testing.T) {
	old := `package p

// F is changed in its comment only.
func F() {}

func (t *T) M(n int) int { return n }

func Named(a, b int) (sum int) { return a }

func Gone() {}

type T struct{ a int }

const (
	A = iota
	B
)
`
	now := `package p

// F does nothing.
func F() {
}

func (t *T) M(n int) int { return n + 1 }

func Named(first int, b int) int { return first }

func New() {}

func G(int) {}

type T struct{ a, b int }

const (
	C = iota
	A
	B
)
`
	files := []File{{Name: "p/a.go", Old: []byte(old), New: []byte(now)}, {Name: "p/b.go", Old: []byte("package p\n\nfunc G() {}\n\nfunc Moved() { F() }\n")},
		{Name: "p/c.go", New: []byte("package p\n\nfunc Moved() { F() }\n")}, {Name: "p/a_test.go", New: []byte("package p\n\nfunc H() {}\n")}}
	decls, err := Decls(files)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range decls {
		got = append(got, fmt.Sprintf("%s %s %s", d.How, d.Kind, d.Name))
	}
	want := []string{"edited const A", "edited const B", "new const C", "changed func (*T).M", "signature func G", "gone func Gone", "changed func Named", "new func New", "edited type T"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if _, err := Decls([]File{{Name: "x.go", New: []byte("pack p")}}); err == nil || !strings.Contains(err.Error(), "x.go:1:1") {
		t.Errorf("got %v, want an error with the place", err)
	}
}

func TestChanged(t *testing.T) {
	tests := []struct {
		old, now string
		want     []int
	}{
		{"a\nb\nc\n", "a\nx\nc\n", []int{2}},
		{"a\nb\nc\n", "a\nc\n", []int{2}},
		{"a\nb\n", "a\nx\ny\nb\nz\n", []int{2, 3, 5}},
		{"", "a\nb\n", []int{1, 2}},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n", "1\n2\n3\n4\n5\n6\n7\n8\n9\nx\n10\n", []int{10}},
	}
	for _, tt := range tests {
		f := File{Name: "f", Old: []byte(tt.old), New: []byte(tt.now)}
		if got := rewrite.With(f.Old, f.Hunks()); string(got) != tt.now {
			t.Errorf("%q with all hunks to %q is %q", tt.old, tt.now, got)
		}
		if got := rewrite.With(f.Old, nil); string(got) != tt.old {
			t.Errorf("%q without hunks is %q", tt.old, got)
		}
		if got := f.Changed(); !slices.Equal(got, tt.want) {
			t.Errorf("%q to %q: lines %v, want %v", tt.old, tt.now, got, tt.want)
		}
	}
	if got := (File{Name: "f", Old: []byte("a\n")}).Changed(); got != nil {
		t.Errorf("a file that went has changed lines %v", got)
	}
}

// TestRead lays out every kind of change of one repository, and writes nothing into it.
func TestRead(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	dir := t.TempDir()
	git := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"}, args...)...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q")
	write("go.mod", "module m\n")
	write("sub/a.go", "package a\n")
	write(".gitignore", "ignored\n")
	git("add", ".")
	git("commit", "-qm", "one")
	write("sub/a.go", "package a\n\nvar X int\n")
	git("commit", "-qam", "two")
	patch := git("diff", "HEAD~1")
	git("reset", "-q", "--hard", "HEAD~1")
	write("sub/b.go", "package a\n")
	write("ignored", "x")
	before := git("status", "--porcelain")

	tests := []struct {
		arg, stdin string
		want       string // changes, or the error
	}{
		{"", "", "working tree: sub/b.go"},
		{"ORIG_HEAD", "", "two: sub/a.go"},
		{"HEAD..ORIG_HEAD", "", "two: sub/a.go"},
		{"-", patch, "stdin: sub/a.go"},
		{"-", strings.ReplaceAll(patch, "sub/a.go", "a.go"), "stdin: sub/a.go"}, // from the folder
		{"-", "nonsense", "does not apply"},
		{"-", "", "holds no diff"},
		{"HEAD", "", "first commit has no parent"},
		{"nothing", "", "neither a file nor a revision"},
		{"--output=x", "", "no revision"}, // an option of git, which writes a file
		{"x.diff", "", "does not exist"},
	}
	for _, tt := range tests {
		r, err := Open(t.Context(), filepath.Join(dir, "sub"))
		if err != nil {
			t.Fatal(err)
		}
		if got := readAll(t, r, tt.arg, tt.stdin); !strings.Contains(got, tt.want) {
			t.Errorf("%q: got %q, want %q", tt.arg, got, tt.want)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	if after := git("status", "--porcelain"); after != before {
		t.Errorf("the user's tree was\n%s and is\n%s", before, after)
	}
}

func readAll(t *testing.T, r *Reader, arg, stdin string) string {
	names, err := r.Names(t.Context(), arg, strings.NewReader(stdin))
	if err != nil {
		return err.Error()
	}
	var all []string
	for _, n := range names {
		c, err := r.Read(t.Context(), n)
		if err != nil {
			return err.Error()
		}
		name := c.Name + ":"
		for _, f := range c.Files {
			name += " " + f.Name
		}
		all = append(all, name)
	}
	return strings.Join(all, "; ")
}
