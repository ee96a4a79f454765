package format

import "fmt"

// C03b formats one number.
func C03b(n int) string {
	return fmt.Sprintf("%d", n)
}

// C03bAssign is C03b in an assignment, of another type.
func C03bAssign(labels map[string]string, id uint64) {
	labels["id"] = fmt.Sprintf("%d", id)
}

// C03bGeneric is C03b for all integers that are not more than integers.
func C03bGeneric[T int | int32 | int64](v T) string {
	return fmt.Sprintf("%d", v)
}
