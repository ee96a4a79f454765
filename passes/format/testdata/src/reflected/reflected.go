package reflected

import (
	"fmt"
	"reflect"
)

type value = reflect.Value

// fmt prints what a reflect.Value holds, which its String does not say.
func key(name string, v reflect.Value, w value) []string {
	return []string{
		fmt.Sprintf("%s[%s]", name, v), // refused "a verb, or the type of an operand, needs fmt"
		fmt.Sprintf("%s[%v]", name, w), // refused "a verb, or the type of an operand, needs fmt"
		fmt.Sprint(name, v),
		fmt.Sprintf("%s[%s]", name, v.Kind()), // want "fmt.Sprintf puts"
	}
}
