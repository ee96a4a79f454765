// Package lib looks at the frames of its callers.
package lib

import "runtime"

func Where() string {
	pc, _, _, _ := runtime.Caller(2)
	return runtime.FuncForPC(pc).Name()
}
