//go:build unix

package gocmd

import (
	"os"
	"syscall"
)

// lockFile locks f for this process, or fails at once.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
