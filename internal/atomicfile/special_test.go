//go:build unix

package atomicfile

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestMask: a new file has the mode that any file of the user's has.
func TestMask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o027))
	path := filepath.Join(t.TempDir(), "f")
	if err := WriteFile(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v, %v; want what the umask leaves", info.Mode(), err)
	}
}

// TestSpecial: a FIFO and a device take the content and stay what they are, also
// behind a link.
func TestSpecial(t *testing.T) {
	dir := t.TempDir()
	fifo, link := filepath.Join(dir, "fifo"), filepath.Join(dir, "null")
	if err := syscall.Mkfifo(fifo, 0o666); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		f, err := os.Open(fifo)
		if err != nil {
			t.Error(err)
			close(read)
			return
		}
		defer f.Close()
		text, err := io.ReadAll(f)
		if err != nil {
			t.Error(err)
		}
		read <- string(text)
	}()
	for _, path := range []string{fifo, os.DevNull, link} {
		if direct, _ := special(path); !direct { // or root would replace it below
			t.Fatalf("%s is taken for a file", path)
		}
		before, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := WriteFile(path, []byte("through")); err != nil {
			t.Fatal(err)
		}
		if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) || before.Mode() != after.Mode() {
			t.Errorf("%s became %v, %v", path, after.Mode(), err)
		}
	}
	if got := <-read; got != "through" {
		t.Errorf("through the FIFO came %q", got)
	}
	f, err := Create(fifo) // nobody reads it now
	if err != nil {
		t.Fatal(err)
	}
	f.Discard()
	if err := f.Commit(); err != nil {
		t.Error(err)
	}
}
