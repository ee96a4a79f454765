//go:build other

package builds

const limit = 1000000

type stat struct{ dev int32 }

func number() int { return -1 }
