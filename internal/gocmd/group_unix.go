//go:build unix

package gocmd

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// isolate makes cmd the leader of a new process group, and the end of its context signal the whole group. Processes
// left after cmd.WaitDelay are killed. The same goroutine must call release when the process has ended.
func isolate(cmd *exec.Cmd, dump bool) (release func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	release = dieWithParent(cmd.SysProcAttr)
	sig := syscall.SIGINT
	if dump {
		sig = syscall.SIGQUIT
	}
	cmd.Cancel = func() error {
		err := syscall.Kill(-cmd.Process.Pid, sig)
		if errors.Is(err, syscall.ESRCH) {
			return os.ErrProcessDone
		}
		return err
	}
	return release
}

// killGroup kills whatever is left of the group that pid led. The leader has been waited for; an empty group is no
// error.
func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}
