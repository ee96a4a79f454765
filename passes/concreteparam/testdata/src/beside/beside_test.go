package beside

import "fmt"

// A test would not compile if tested took a point.
var test func(fmt.Stringer) int = tested
