package oneline

import "fmt"

func show(args ...any) { println("> " + fmt.Sprint(args...)) } // want `fmt.Sprint copies a text that stands alone$`

func after() {} // also here
