package site

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/unheap/unheap/internal/record"
)

// TestReceivers asks for the verdict on the receiver of a method that an interface calls: it
// must be that of the type whose object was counted, or none.
func TestReceivers(t *testing.T) {
	d := decisions{all: []record.Decision{
		0: {Kind: record.Moved, Package: "m/codec/v2", Function: "Frame.Send"},
		1: {Kind: record.Moved, Package: "m/a/kv", Function: "Pair.Send"},
		2: {Kind: record.Moved, Package: "m/b/kv", Function: "Pair.Send"},
		3: {Kind: record.Moved, Package: "m/left", Function: "Row.Send"},
		4: {Kind: record.Moved, Package: "m/right", Function: "Row.Send"},
		5: {Kind: record.Moved, Package: "m/right", Function: "Row.Send"},
		6: {Kind: record.Escapes, Package: "m/right", Function: "Cell.Send"},
		7: {Kind: record.Moved, Package: "m/go-list", Function: "List[int].Send"},
	}}
	names := map[string]string{"m/codec/v2": "codec", "m/a/kv": "kv", "m/b/kv": "kv", "m/left": "left", "m/right": "right", "m/go-list": "list"}
	packageName := func(path string) string { return names[path] }
	for _, c := range []struct {
		method, typ string
		want        []int32
	}{
		{".Send", "codec.Frame", []int32{0}}, // the package's name is not the last element of its path
		{".Send", "list.List[m/x.T]", []int32{7}},
		{".Send", "kv.Pair", nil},             // two packages of that name
		{".Send", "right.Row", []int32{4, 5}}, // two packages, of two names
		{".Send", "right.Cell", nil},          // not the receiver
		{".Send", "other.Frame", nil},         // of another package, of which no verdict says anything
		{".Send", "*codec.Frame", nil},        // no copy
		{".Send", "[]codec.Frame", nil},
		{".Send", "", nil},
		{".Close", "codec.Frame", nil},
		{"codec.Frame.Send", "codec.Frame", nil}, // no call through an interface
	} {
		if diff := cmp.Diff(c.want, d.receivers(c.method, c.typ, packageName)); diff != "" {
			t.Errorf("receivers(%q, %q): -want +got\n%s", c.method, c.typ, diff)
		}
	}
}
