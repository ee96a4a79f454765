//go:build !unix

package main

import (
	"os/exec"
	"time"
)

func lead(*exec.Cmd) {}

// kill ends the process: there are no groups here.
func kill(cmd *exec.Cmd) error { return cmd.Process.Kill() }

func childTime() time.Duration { return 0 }
