//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// lead makes cmd the leader of a process group.
func lead(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// kill ends the whole group that cmd leads, as kill -9 does.
func kill(cmd *exec.Cmd) error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
