package several

import (
	"fmt"
	"math"
)

func (t *table) trace(args ...any) {
	if t.on && t.rows > 3 && t.rows < math.MaxInt16 {
		fmt.Println(args...)
	}
}
