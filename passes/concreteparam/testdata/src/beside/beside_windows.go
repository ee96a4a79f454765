package beside

import "fmt"

var width func(fmt.Stringer) int = tagged
