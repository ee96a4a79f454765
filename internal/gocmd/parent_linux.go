package gocmd

import (
	"runtime"
	"syscall"
)

// dieWithParent makes the system kill the process if this one dies without having ended it. The system watches the
// thread that started the process, so that thread stays until release is called.
func dieWithParent(attr *syscall.SysProcAttr) (release func()) {
	runtime.LockOSThread()
	attr.Pdeathsig = syscall.SIGKILL
	return runtime.UnlockOSThread
}
