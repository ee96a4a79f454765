package driver

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestStoreReadOnly(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write anywhere")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "p.go")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if _, err := store(path, []byte("new")); err == nil {
		t.Error("no error in a folder that cannot be written to")
	}
	if got, _ := os.ReadFile(path); string(got) != "old" {
		t.Errorf("got %q", got)
	}
}

// TestReplaceAll: either every file gets its new text, or none does.
func TestReplaceAll(t *testing.T) {
	tests := []struct {
		name, last string // what the last file is
		want       string // of the error; empty for none
		text       string // of the first file afterwards
	}{
		{"all", "file", "", "new"},
		{"gone", "nothing", "cannot be stored beside it", "old"},
		{"not to be replaced", "folder", "nothing is written", "old"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "a[b") // no pattern
			first, last := filepath.Join(dir, "a.go"), filepath.Join(dir, "b.go")
			if err := os.MkdirAll(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			for _, path := range []string{first, last} {
				if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if test.last != "file" {
				os.Remove(last)
			}
			if test.last == "folder" {
				if err := os.Mkdir(last, 0o777); err != nil {
					t.Fatal(err)
				}
			}
			err := replaceAll(map[string]change{first: {[]byte("old"), []byte("new")}, last: {[]byte("old"), []byte("new")}})
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if got, err := os.ReadFile(first); err != nil || string(got) != test.text {
				t.Errorf("the first file has %q, %v; want %q", got, err, test.text)
			}
			if left, err := filepath.Glob(filepath.Join(filepath.Dir(dir), "*", ".*")); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

func TestWritable(t *testing.T) {
	dir := t.TempDir()
	path, link, closed := filepath.Join(dir, "p.go"), filepath.Join(dir, "link.go"), filepath.Join(dir, "closed.go")
	for name, mode := range map[string]os.FileMode{path: 0o644, closed: 0o444} {
		if err := os.WriteFile(name, []byte("old"), mode); err != nil {
			t.Fatal(err)
		}
	}
	if real, err := writable(path, []byte("old")); err != nil || filepath.Base(real) != "p.go" {
		t.Errorf("got %s, %v", real, err)
	}
	if _, err := writable(path, []byte("older")); err == nil {
		t.Error("a file that has changed")
	}
	if _, err := writable(closed, []byte("old")); err == nil {
		t.Error("a file that is read-only")
	}
	if err := os.Symlink(path, link); err != nil {
		t.Skip(err)
	}
	if real, err := writable(link, []byte("old")); err != nil || filepath.Base(real) != "p.go" {
		t.Errorf("through a link: got %s, %v", real, err)
	}
}

func TestParseList(t *testing.T) {
	text := "m/b\t/src/b\tm\tfalse\tb\tb_test.go/\nm/a\t/src/a\tm\ttrue\ta\t/\nm/cmd\t/src/cmd\tm\tfalse\tmain\t/x_test.go\n" +
		"strings\t/go/src/strings\t\tfalse\tstrings\ta_test.go/x_test.go/bench_test.go\nbroken\t\t\ttrue\t\t/\n"
	got := parseList(text, func(dir string, files []string) bool {
		return dir == "/go/src/strings" && slices.Equal(files, []string{"a_test.go", "x_test.go", "bench_test.go"})
	})
	want := []listed{{"strings", "/go/src/strings", "", true}, {"m/a", "/src/a", "m", false}, {"m/b", "/src/b", "m", true}, {"m/cmd", "/src/cmd", "m", true}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if patterns := logPatterns(got, []string{"w"}); !slices.Equal(patterns, []string{"w/...", "strings", "m/..."}) {
		t.Errorf("got %v", patterns)
	}
}
