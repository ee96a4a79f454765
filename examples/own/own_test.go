package own

import "testing"

var (
	id  = ID(0xfeed)
	out []byte
)

func BenchmarkKey(b *testing.B) {
	for b.Loop() {
		out = Key("order", id)
	}
}

func TestKey(t *testing.T) {
	if got := string(Key("order", id)); got != "order:000000000000feed" || Kind(got, ":") != "order" {
		t.Error(got)
	}
	if string(id.Append([]byte("x"))) != "x"+id.String() {
		t.Error(id)
	}
}
