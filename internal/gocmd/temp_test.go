package gocmd

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The folders of a process share one, which goes with the last of them. What a
// process that is gone has left behind goes with the next; what lives stays.
func TestMkdirTemp(t *testing.T) {
	base := t.TempDir()
	t.Setenv("GOTMPDIR", base)
	old := time.Now().Add(-time.Minute)
	left := func(name string) (root string, lock *os.File) {
		root = filepath.Join(base, "unheap-tmp-"+name)
		if err := os.MkdirAll(filepath.Join(root, "go-1"), 0o777); err != nil {
			t.Fatal(err)
		}
		lock, err := os.Create(filepath.Join(root, lockName))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(lock.Name(), old, old); err != nil {
			t.Fatal(err)
		}
		return root, lock
	}
	dead, lock := left("dead")
	lock.Close()
	alive, held := left("alive")
	defer held.Close()
	if err := lockFile(held); err != nil {
		t.Skip(err)
	}

	first, removeFirst, err := MkdirTemp("a")
	if err != nil {
		t.Fatal(err)
	}
	second, removeSecond, err := MkdirTemp("b")
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Dir(first) != filepath.Dir(second) {
		t.Errorf("%s and %s are not in one folder", first, second)
	}
	if _, err := os.Stat(dead); !os.IsNotExist(err) {
		t.Errorf("what a dead process left is there: %v", err)
	}
	for range 2 { // the second does nothing
		if err := removeFirst(); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(second); err != nil {
		t.Errorf("the second folder went with the first: %v", err)
	}
	if err := removeSecond(); err != nil {
		t.Error(err)
	}
	entries, err := os.ReadDir(base)
	if err != nil || len(entries) != 1 || entries[0].Name() != filepath.Base(alive) {
		t.Errorf("left: %v, %v; want %s alone", entries, err, alive)
	}
}
