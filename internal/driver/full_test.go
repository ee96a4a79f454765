//go:build unix

package driver

import (
	"bytes"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestReplaceAllFull: where there is no room for the last text, no file has
// changed. The limit of the size of a file stands for a full disk: as with
// that, a write fails in the middle.
func TestReplaceAllFull(t *testing.T) {
	dir := t.TempDir()
	small, large := filepath.Join(dir, "a.go"), filepath.Join(dir, "b.go")
	plan := map[string]change{
		small: {[]byte("old"), []byte("new")},
		large: {[]byte("old"), bytes.Repeat([]byte("new"), 1<<20)},
	}
	for path, c := range plan {
		if err := os.WriteFile(path, c.old, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	signal.Ignore(syscall.SIGXFSZ) // what is left is the error of the write
	low := limit
	low.Cur = 1 << 20
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &low); err != nil {
		t.Fatal(err)
	}
	err := replaceAll(plan)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	signal.Reset(syscall.SIGXFSZ)
	if err == nil || !strings.HasPrefix(err.Error(), large+": ") || !strings.HasSuffix(err.Error(), ": nothing is written") {
		t.Errorf("error %v", err)
	}
	for path, c := range plan {
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, c.old) {
			t.Errorf("%s has %d bytes, %v; want what it had", filepath.Base(path), len(got), err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != len(plan) {
		t.Errorf("%d files, %v; want %d", len(entries), err, len(plan))
	}
}
