package gocmd

import (
	"runtime"
	"syscall"
)

// dieWithParent has the system kill the process when this one is gone without
// having tidied up. The system looks at the thread that started it, which
// therefore stays until release is called.
func dieWithParent(attr *syscall.SysProcAttr) (release func()) {
	runtime.LockOSThread()
	attr.Pdeathsig = syscall.SIGKILL
	return runtime.UnlockOSThread
}
