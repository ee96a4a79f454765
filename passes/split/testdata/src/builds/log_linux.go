package builds

import "runtime"

func log(i int, part string) {
	pc, _, _, _ := runtime.Caller(1)
	println(i, part, runtime.FuncForPC(pc).Name())
}
