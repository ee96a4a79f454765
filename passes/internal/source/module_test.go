package source

import (
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// write writes files below a folder.
func write(t *testing.T, dir string, texts map[string]string) {
	t.Helper()
	for name, text := range texts {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestModule checks in which folder the module of a package begins.
func TestModule(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"m/go.mod": "// a comment\nmodule example.com/m // another\n", "m/a/b/b.go": "package b\n",
		"src/fmt/scan/s.go": "package scan\n", "src/lone/l.go": "package lone\n",
	})
	tests := []struct{ dir, path, root, modpath string }{
		{"m/a/b", "example.com/m/a/b", "m", "example.com/m"},
		{"m", "example.com/m", "m", "example.com/m"},
		{"m/a/b", "example.com/m/a/b_test", "m", "example.com/m"},
		{"m/a/b", "example.com/other/a/b", "", ""}, // is of another module
		{"m/a/b", "command-line-arguments", "", ""},
		{"src/fmt/scan", "fmt/scan", "src/fmt", "fmt"},
		{"src/lone", "lone", "src/lone", "lone"},
		{"src/none", "lone", "", ""},
	}
	for _, tt := range tests {
		got, ok := moduleOf(filepath.Join(dir, tt.dir), tt.path)
		if got.dir = strings.TrimPrefix(filepath.ToSlash(strings.TrimPrefix(got.dir, dir)), "/"); got != (module{tt.root, tt.modpath}) || ok != (tt.root != "") {
			t.Errorf("%s in %s: %+v", tt.path, tt.dir, got)
		}
	}
	m := module{filepath.Join(dir, "m"), "example.com/m"}
	for path, want := range map[string]bool{"example.com/m": true, "example.com/m/a": true, "example.com/m/none": false, "example.com/me": false, "fmt": false} {
		if _, ok := m.folder(path); ok != want {
			t.Errorf("%s is in the module: %t", path, ok)
		}
	}
}

// TestModuleFiles checks which files of a module count.
func TestModuleFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a.go": "", "a_test.go": "", "a.s": "", "b/b_windows.go": "", "inner/go.mod": "", "inner/c.go": "",
		"testdata/d.go": "", "vendor/v/v.go": "", ".git/e.go": "", "_f/f.go": "",
	})
	got, ok := module{dir: dir}.files()
	for i, name := range got {
		got[i] = filepath.ToSlash(strings.TrimPrefix(name, dir))
	}
	if want := []string{"/a.go", "/b/b_windows.go", "/inner/c.go"}; !ok || !slices.Equal(got, want) {
		t.Errorf("%q, %t", got, ok)
	}
	if _, ok := (module{dir: filepath.Join(dir, "none")}).files(); ok {
		t.Error("a folder that is not there can be read")
	}
}

// TestRetentions checks which methods retain the slice that they are given.
func TestRetentions(t *testing.T) {
	tests := []struct {
		body string
		want retention
	}{
		{"return len(p), nil", forgets},
		{"n = copy(t.b, p); t.b = append(t.b, p...); t.s = string(p); return", forgets},
		{"q := p[1:]; for i, c := range q { t.n += int(c) + i }; return t.w.Write(q)", forgets},
		{"n, err = t.w.Write(p); if err != nil { return }; p = p[n:]; return", forgets},
		{"if bytes.Contains(p, t.b) || p[0] == 'a' { t.n++ }; t.b = bytes.Clone(p); return", forgets},
		{"n, err = fmt.Fprintf(t.w, \"%x\", p); return", forgets},
		{"return io.ReadFull(t.r, p)", forgets},
		{"defer func() { t.n += len(p) }(); return", forgets},
		{"t.b = p; return", retains},
		{"last = p; return", retains},
		{"t.list = append(t.list, p[1:]); return", retains},
		{"e := entry{data: p}; t.list = append(t.list, e); return", retains},
		{"var e = &entry{p}; t.ch <- e; return", retains},
		{"for len(p) > 0 { t.b = q; q := p; _ = q }; return", retains},
		{"go t.send(p); return", retains},
		{"t.f = func() int { return len(p) }; return", retains},
		{"t.raw = []byte(p); return", retains},
		{"return 0, &failure{p}", retains},
		{"t.add(p); return", mayRetain},
		{"return t(p)", mayRetain},
		{"add(p); return", mayRetain},
		{"other.Add(p); return", mayRetain},
		{"r := bytes.NewReader(p); return r.Len(), nil", forgets},
		{"t.r = bytes.NewReader(p); return", mayRetain},
		{"t.b = bytes.TrimSpace(p); return", mayRetain},
		{"for _, line := range bytes.Split(p, t.b) { t.list = append(t.list, line) }; return", mayRetain},
		{"lines := bytes.Split(p, t.b); t.b = lines[0]; return", mayRetain},
		{"bytes := t; bytes.Contains(p, t.b); return", mayRetain},
	}
	for _, tt := range tests {
		text := "package a\n\nimport (\n\"bytes\"\n\"fmt\"\n\"io\"\n\"example.com/other\"\n)\n\nfunc (t *T) Write(p []byte) (n int, err error) { " + tt.body + " }\n"
		f, err := parser.ParseFile(token.NewFileSet(), "a.go", text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if got := retentionsOf("a.go", f)["T.Write"]; got != tt.want {
			t.Errorf("%s: %d, want %d", tt.body, got, tt.want)
		}
	}
	f, err := parser.ParseFile(token.NewFileSet(), "a.go", `package a

func (A) Write(p []byte) (int, error)
func (B) Write([]byte) (int, error) { return 0, nil }
func (C) Write(p string) (int, error) { last = p; return 0, nil }
func (D) Write(p []byte, i int) (int, error) { last = p; return 0, nil }
func (l *E[T]) Read(p []byte) (int, error) { l.b = p; return 0, nil }
func Read(p []byte) (int, error) { last = p; return 0, nil }
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := retentionsOf("a.go", f), map[string]retention{"A.Write": mayRetain, "B.Write": forgets, "E.Read": retains}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
