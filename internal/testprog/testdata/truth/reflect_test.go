// Through reflect a type is a value, so the compiler can place nothing on the
// stack: New, Interface, Call, Append and map iteration allocate.

package truth

import (
	"reflect"
	"testing"
)

type reflectPoint struct{ X, Y int }

var (
	reflectPt    = reflectPoint{1, 2}
	reflectSink  any
	reflectMap   = map[int]int{1: 1, 2: 2, 3: 3}
	reflectFive  = 5
	reflectTotal int
)

//go:noinline
func reflectAdd(n int) int { return n + 1 }

//go:noinline
func reflectNew() {
	reflectSink = reflect.New(reflect.TypeFor[reflectPoint]()).Interface() // heap: reflect 1
}

//go:noinline
func reflectInterface() {
	reflectSink = reflect.ValueOf(&reflectPt).Elem().Interface() // heap: reflect 1
}

//go:noinline
func reflectCall() {
	out := reflect.ValueOf(reflectAdd).Call([]reflect.Value{reflect.ValueOf(reflectFive)}) // heap: reflect 2
	reflectTotal += int(out[0].Int())
}

//go:noinline
func reflectFree() {
	reflectTotal += reflect.ValueOf(&reflectPt).Elem().NumField()          // heap: none
	reflectTotal += int(reflect.ValueOf(&reflectPt).Elem().Field(0).Int()) // heap: none
}

func BenchmarkReflect(b *testing.B) {
	for b.Loop() {
		reflectNew()
		reflectInterface()
		reflectCall()
		reflectFree()
	}
}
