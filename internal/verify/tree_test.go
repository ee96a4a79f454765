package verify

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestTree: what a process of a test writes beside its package is not in the user's tree,
// it finds its files by relative paths, also above its module, and each run begins with
// the user's files.
func TestTree(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell")
	}
	base := t.TempDir()
	module := filepath.Join(base, "repo", "m")
	write(t, filepath.Join(base, "repo", ".git", "HEAD"), []byte("ref"))
	write(t, filepath.Join(base, "repo", "shared", "data"), []byte("shared"))
	write(t, filepath.Join(module, "p", "p.go"), []byte("package p"))
	write(t, filepath.Join(module, "p", "testdata", "golden"), []byte("old"))
	tree, err := NewTree(t.Context(), []string{module, filepath.Join(module, "p")})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	run := func(script string) string {
		t.Helper()
		_, env := tree.arguments()
		c := exec.Command("/bin/sh", tree.script(), "/bin/sh", "-c", script)
		c.Dir, c.Env = filepath.Join(module, "p"), append(os.Environ(), append(env, "PWD="+filepath.Join(module, "p"))...)
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", script, err, out)
		}
		return string(out)
	}
	if got := run("cat p.go testdata/golden ../../shared/data; echo new > testdata/golden; mkdir -p ../made/in; chmod 0 ../made"); got != "package poldshared" {
		t.Errorf("a test reads %q", got)
	}
	if err := tree.Show(t.Context(), map[string][]byte{filepath.Join(module, "p", "p.go"): []byte("package changed")}); err != nil {
		t.Fatal(err)
	}
	if got := run("cat p.go testdata/golden; ls .. ../.."); got != "package changedoldp\n\n../..:\nm\nshared\n" && got != "package changedold..:\np\n\n../..:\nm\nshared\n" {
		t.Errorf("the next one reads %q", got)
	}
	if err := tree.Show(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if got := run("cat p.go"); got != "package p" {
		t.Errorf("without the change it reads %q", got)
	}
	for file, want := range map[string]string{"p/p.go": "package p", "p/testdata/golden": "old"} {
		if got, err := os.ReadFile(filepath.Join(module, file)); err != nil || string(got) != want {
			t.Errorf("the user's %s holds %q, %v", file, got, err)
		}
	}
	if entries, _ := os.ReadDir(module); len(entries) != 1 {
		t.Errorf("the user's module has %v", entries)
	}
	tree.Close()
	if _, err := os.Stat(tree.root); !os.IsNotExist(err) {
		t.Errorf("the copy is still there: %v", err)
	}
}
