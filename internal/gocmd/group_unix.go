//go:build unix

package gocmd

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// isolate makes cmd the leader of a new process group and lets the end of its
// context signal the whole group. What is left after cmd.WaitDelay is killed.
func isolate(cmd *exec.Cmd, dump bool) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
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
}

// killGroup ends whatever is left of the group that pid led. The leader is
// gone and waited for; an empty group is no error.
func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}
