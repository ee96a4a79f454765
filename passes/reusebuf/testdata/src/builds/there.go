//go:build other

package builds

var last []byte

func (*far) Write(b []byte) (int, error) { last = b; return len(b), nil }
