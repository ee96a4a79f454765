//go:build unix

package main

import (
	"os/exec"
	"syscall"
	"time"
)

// lead makes cmd the leader of a process group.
func lead(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill kills the whole group that cmd leads, as kill -9 does.
func kill(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// childTime returns the CPU time of the processes that this one started and that have ended.
func childTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
