package retype

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBuilds(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":         "module example.com/m\n\ngo 1.25\n",
		"p/p.go":         "package p\n\nimport (\n\t\"net/http\"\n\t\"strings\"\n)\n\nfunc F(n int) string { return strings.Repeat(http.MethodGet, n) + string(sep) }\n",
		"p/p_unix.go":    "//go:build unix\n\npackage p\n\nconst sep byte = 47\n",
		"p/p_windows.go": "package p\n\nconst sep rune = 92\n",
		"p/verbose.go":   "//go:build verbose && !purego\n\npackage p\n\nconst loud = true\n",
		"p/quiet.go":     "//go:build !verbose\n\npackage p\n\nconst loud = 0\n",
		"p/p_darwin.go":  "package p\n",
		"q/q_linux.go":   "package q\n\nfunc G() {}\n",
	} {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var names []string
	builds := BuildsOf(filepath.Join(root, "p"), "linux", "amd64", []string{"purego"})
	for _, b := range builds {
		names = append(names, b.String())
	}
	if got, want := strings.Join(names, " "), "windows/amd64 linux/386 darwin/amd64 -tags=verbose"; got != want {
		t.Fatalf("builds %s, want %s", got, want)
	}
	o := NewOthers(root, []string{"GOWORK=off", "GOFLAGS="}, nil)
	for _, b := range builds {
		if err := o.Check(t.Context(), b, "example.com/m/p", nil); err != nil {
			t.Errorf("%v: %v", b, err)
		}
	}
	if err := o.Check(t.Context(), builds[0], "example.com/m/q", nil); err == nil || !strings.Contains(err.Error(), "no files") {
		t.Errorf("a package without files for the build: %v", err)
	}
	for _, tt := range []struct{ body, fails string }{
		{"return strings.Repeat(\"x\", n)", "windows/amd64 linux/386 darwin/amd64 -tags=verbose"}, // http is not used
		{"var b []byte = append([]byte(http.MethodGet), sep); return string(b[:n]) + strings.ToLower(\"\")", "windows/amd64"},
		{"const big = 1 << 40; var k int = big; return http.MethodGet + strings.Repeat(\"x\", k)", "linux/386"},
		{"if loud == 0 { return http.MethodGet }; return strings.ToLower(\"\")", "-tags=verbose"},
		{"return strings.Repeat(http.MethodPut, n)", ""},
	} {
		text := "package p\n\nimport (\n\t\"net/http\"\n\t\"strings\"\n)\n\nfunc F(n int) string { " + tt.body + " }\n"
		var fails []string
		for _, b := range builds {
			err := o.Check(t.Context(), b, "example.com/m/p", map[string][]byte{filepath.Join(root, "p", "p.go"): []byte(text)})
			if err != nil {
				fails = append(fails, b.String())
				if !strings.Contains(err.Error(), "p.go:") {
					t.Errorf("%v does not say where: %v", b, err)
				}
			}
		}
		if got := strings.Join(fails, " "); got != tt.fails {
			t.Errorf("%s: fails for %q, want %q", tt.body, got, tt.fails)
		}
	}
}

// TestChangedImports: what a package imports is seen with its own changes, also through a
// package that is not changed, and the types of both ways are the same.
func TestChangedImports(t *testing.T) {
	root := t.TempDir()
	files := map[string]string{
		"go.mod": "module example.com/m\n\ngo 1.25\n",
		"a/a.go": "package a\n\ntype T struct{}\n",
		"b/b.go": "package b\n\nimport \"example.com/m/a\"\n\nfunc Make() a.T { return a.T{} }\n",
		"c/c.go": "package c\n\nimport (\n\t\"example.com/m/a\"\n\t\"example.com/m/b\"\n)\n\nvar x a.T = b.Make()\n",
	}
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := Build{GOOS: "windows", GOARCH: "amd64"}
	o := NewOthers(root, []string{"GOWORK=off", "GOFLAGS="}, nil)
	changed := files["c/c.go"] + "\nvar y = x.New()\n"
	for _, tt := range []struct {
		a     string
		fails bool
	}{
		{files["a/a.go"], true},
		{files["a/a.go"] + "\nfunc (T) New() int { return 0 }\n", false},
		{files["a/a.go"], true}, // what was changed is forgotten
	} {
		err := o.Check(t.Context(), build, "example.com/m/c", map[string][]byte{
			filepath.Join(root, "a", "a.go"): []byte(tt.a), filepath.Join(root, "c", "c.go"): []byte(changed),
		})
		if (err != nil) != tt.fails {
			t.Errorf("%s: %v", tt.a, err)
		}
		if err := o.Check(t.Context(), build, "example.com/m/c", nil); err != nil {
			t.Errorf("as it is: %v", err)
		}
	}
}
