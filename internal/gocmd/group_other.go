//go:build !unix

package gocmd

import (
	"os"
	"os/exec"
)

// isolate leaves cmd as it is: the end of its context kills the process, and
// there is no group to tell.
func isolate(cmd *exec.Cmd, first os.Signal) {}

func killGroup(pid int) {}
