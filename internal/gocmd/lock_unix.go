//go:build unix

package gocmd

import (
	"os"
	"syscall"
)

// lockFile locks f for this process. It returns an error at once if another process holds the lock.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
