package overlay

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRoundTrip(t *testing.T) {
	base := t.TempDir()
	path := func(name string) string { return filepath.Join(base, "tree", name) }
	tests := []struct {
		name string
		set  Set
	}{
		{"empty", Set{}},
		{"equal base names", Set{path("a/x.go"): []byte("package a\n"), path("b/x.go"): []byte("package b\n")}},
		{"hidden and empty", Set{path("gone.go"): nil, path("empty.go"): {}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			name, err := test.set.Write(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			got, err := Read(name, base)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.set, got); diff != "" {
				t.Errorf("-written +read\n%s", diff)
			}
		})
	}
	if _, err := os.Stat(filepath.Join(base, "tree")); !os.IsNotExist(err) {
		t.Errorf("the tree itself was touched: %v", err)
	}
}

func TestReadRelative(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"o.json": `{"Replace": {"p/x.go": "new.go", "p/gone.go": ""}}`,
		"new.go": "package p\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Read("o.json", dir)
	if err != nil {
		t.Fatal(err)
	}
	want := Set{filepath.Join(dir, "p/x.go"): []byte("package p\n"), filepath.Join(dir, "p/gone.go"): nil}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestWriteRefusesRelative(t *testing.T) {
	if _, err := (Set{"x.go": nil}).Write(t.TempDir()); err == nil {
		t.Error("a relative path was accepted")
	}
}

func TestMerge(t *testing.T) {
	got := Merge(Set{"/a": []byte("1"), "/b": []byte("1")}, Set{"/b": nil})
	if diff := cmp.Diff(Set{"/a": []byte("1"), "/b": nil}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
