//go:build unix

package atomicfile

import (
	"io/fs"
	"os"
	"syscall"
)

// likeOld gives a new file the owner and the mode of the file that it will replace. The owner comes first, as changing
// it clears the setuid and setgid bits. An error in changing it is ignored: only root may give files away.
func likeOld(f *os.File, old fs.FileInfo) error {
	if was, ok := old.Sys().(*syscall.Stat_t); ok {
		info, err := f.Stat()
		if err != nil {
			return err
		}
		if now, ok := info.Sys().(*syscall.Stat_t); ok && (now.Uid != was.Uid || now.Gid != was.Gid) {
			_ = f.Chown(int(was.Uid), int(was.Gid))
		}
	}
	return f.Chmod(old.Mode())
}

// alive reports whether there is a process with that ID, of any user.
func alive(pid int) bool { return pid > 0 && syscall.Kill(pid, 0) != syscall.ESRCH }
