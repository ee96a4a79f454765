//go:build other

package elsewhere

func both(list []int) ([]int, []int) { return list, positive(list) }
