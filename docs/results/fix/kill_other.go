//go:build !unix

package main

import (
	"os/exec"
	"time"
)

func lead(*exec.Cmd) {}

// kill kills the process alone: there are no process groups here.
func kill(cmd *exec.Cmd) error { return cmd.Process.Kill() }

func childTime() time.Duration { return 0 }
