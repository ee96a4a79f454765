// Package dot writes the names of another package without a qualifier.
package dot

import (
	"fmt"
	. "time"
)

func wait(d Duration) {
	show(d, 1) // want `each call of show copies`
	show(d, 2)
}

func show(s fmt.Stringer, n int) {
	for i := range n {
		fmt.Println(i, s.String())
		fmt.Println(i+1, s.String())
		fmt.Println(i+2, s.String())
	}
}
