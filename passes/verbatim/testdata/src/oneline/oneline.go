package oneline

import "fmt"

func show(args ...any) { println("> " + fmt.Sprint(args...)) } // want `fmt.Sprint copies a text that stands alone .review: who keeps the text may keep an operand, and all of the memory that this is a part of\)$`

func after() {} // also here
