package gocmd

import (
	"cmp"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// MkdirTemp makes a folder for temporary files where the go command would: in GOTMPDIR or the system's folder for
// them. remove removes it. The folder is in one folder of this process, which is removed with the last of its folders.
// Folders that a killed process has left are removed when the next process makes its first.
func MkdirTemp(name string) (dir string, remove func() error, err error) {
	temporary.mu.Lock()
	defer temporary.mu.Unlock()
	if temporary.users == 0 {
		if err := temporary.open(); err != nil {
			return "", nil, err
		}
	}
	dir, err = os.MkdirTemp(temporary.root, name+"-")
	if err != nil {
		if temporary.users == 0 {
			temporary.close()
		}
		return "", nil, err
	}
	temporary.users++
	return dir, sync.OnceValue(func() error {
		err := os.RemoveAll(dir)
		temporary.mu.Lock()
		defer temporary.mu.Unlock()
		if temporary.users--; temporary.users == 0 {
			temporary.close()
		}
		return err
	}), nil
}

// temporary is the folder of this process.
var temporary rootFolder

// A rootFolder holds all temporary folders of a process, and a file that is locked while the process lives: the system
// releases the lock however the process ends.
type rootFolder struct {
	mu    sync.Mutex
	users int // number of folders in use
	root  string
	lock  *os.File
}

const (
	rootPattern = "unheap-tmp-*"
	lockName    = "lock"
	// youngest is the age from which a folder may be swept. A younger one may not have been locked yet by the process
	// that made it.
	youngest = 2 * time.Second
)

func (r *rootFolder) open() error {
	base := os.Getenv("GOTMPDIR")
	base = cmp.Or(base, os.TempDir())
	sweep(base)
	root, err := os.MkdirTemp(base, rootPattern)
	if err != nil {
		return err
	}
	lock, err := os.OpenFile(filepath.Join(root, lockName), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		_ = lockFile(lock) // without a lock there is no sweeping
		r.root, r.lock = root, lock
		return nil
	}
	os.RemoveAll(root)
	return err
}

func (r *rootFolder) close() {
	os.RemoveAll(r.root)
	r.lock.Close()
}

// sweep removes the folders of processes that have ended. What cannot be removed now is left to a later sweep.
func sweep(base string) {
	left, _ := filepath.Glob(filepath.Join(base, rootPattern)) // the pattern is valid
	for _, root := range left {
		name := filepath.Join(root, lockName)
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() || time.Since(info.ModTime()) < youngest {
			continue
		}
		lock, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			continue // it belongs to another user
		}
		if lockFile(lock) == nil {
			os.RemoveAll(root)
		}
		lock.Close()
	}
}
