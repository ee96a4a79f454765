//go:build unix && !linux

package gocmd

import "syscall"

// dieWithParent does nothing: only Linux supports it.
func dieWithParent(*syscall.SysProcAttr) (release func()) { return func() {} }
