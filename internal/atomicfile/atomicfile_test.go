package atomicfile

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// versions are two texts of one file, large enough that writing takes a while.
var versions = [2][]byte{
	bytes.Repeat([]byte("// old\n"), 20000),
	bytes.Repeat([]byte("// the new one\n"), 15000),
}

const writeEnv = "UNHEAP_TEST_WRITE"

func TestMain(m *testing.M) {
	if path := os.Getenv(writeEnv); path != "" {
		for i := 0; ; i++ {
			if WriteFile(path, versions[i%2]) != nil {
				os.Exit(1)
			}
		}
	}
	os.Exit(m.Run())
}

// TestKilled kills a process that rewrites a file, 200 times at random moments:
// the file is one of the two texts, whole, and can be replaced.
func TestKilled(t *testing.T) {
	kills := 200
	if testing.Short() {
		kills = 20
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "p.go")
	if err := os.WriteFile(path, versions[0], 0o640); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range kills {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), writeEnv+"="+path)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(random.IntN(20000)) * time.Microsecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil {
			t.Fatal("the process ended by itself")
		}
		got, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(got, versions[0]) && !bytes.Equal(got, versions[1]) {
			t.Fatalf("a broken file of %d bytes, %v", len(got), err)
		}
	}
	if err := WriteFile(path, versions[1]); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files are left, %v; want one", len(entries), err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v; want it kept", info.Mode(), err)
	}
}

// TestLinks: what a link leads to is replaced, also if it is not there yet, and
// the links stay.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.Mkdir(at("sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{"first": "second", "second": filepath.Join("sub", "file"), "folder": "sub", "round": "round"}
	for from, to := range links {
		if err := os.Symlink(to, at(from)); err != nil {
			t.Skip(err)
		}
	}
	for i, path := range []string{at("first"), at("first"), filepath.Join(at("folder"), "file")} {
		text := []byte{byte('a' + i)}
		if err := WriteFile(path, text); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(at("sub"), "file")); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s: got %q, %v; want %q", path, got, err, text)
		}
	}
	if err := WriteFile(at("round"), nil); err == nil {
		t.Error("a link to itself was written")
	}
	for from, to := range links {
		if got, err := os.Readlink(at(from)); err != nil || got != to {
			t.Errorf("%s leads to %q, %v; want %q", from, got, err, to)
		}
	}
}

// TestDiscard: without Commit a path has what it had, and Commit keeps its mode.
func TestDiscard(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o751); err != nil {
		t.Fatal(err)
	}
	for _, commit := range []bool{false, true} {
		f, err := Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte("new")); err != nil {
			t.Fatal(err)
		}
		want := "old"
		if commit {
			want = "new"
			if err := f.Commit(); err != nil {
				t.Fatal(err)
			}
		}
		f.Discard()
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("committed: %v: got %q, %v", commit, got, err)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
			t.Errorf("committed: %v: %d files, %v", commit, len(entries), err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o751 {
		t.Errorf("mode %v, %v; want it kept", info.Mode(), err)
	}
}

// TestBeside: the content of another process that is alive stays.
func TestBeside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	first, err := Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, []byte("second")); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Write([]byte("first")); err != nil {
		t.Fatal(err)
	}
	if err := first.Commit(); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "first" {
		t.Errorf("got %q, %v", got, err)
	}
}
