//go:build !other

package builds

func (*far) Write(b []byte) (int, error) { return len(b), nil }
