package reusevar_test

import (
	"encoding/json"
	"expvar"
	"testing"

	"github.com/unheap/unheap/reuse"
	"github.com/unheap/unheap/reuse/reusevar"
)

func TestPublish(t *testing.T) {
	bufs := &reuse.Bytes{Name: "bodies"}
	reusevar.Publish("reuse.bodies", bufs)
	for _, want := range []uint64{1, 2} { // the variable is live
		bufs.Get(100)
		var got reuse.Stats
		if err := json.Unmarshal([]byte(expvar.Get("reuse.bodies").String()), &got); err != nil {
			t.Fatal(err)
		}
		if got.Name != "bodies" || got.Misses != want {
			t.Errorf("published %+v, want %d misses of bodies", got, want)
		}
	}
}
