package kit

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

type kept struct {
	n   int
	buf []byte
	hdr [2]byte
}

func makesAnew(k *kept) int {
	k.n++
	return len(append([]byte(nil), "ab"...))
}

func keeps(k *kept) int {
	k.n++
	k.hdr = [2]byte{1, 2}
	k.buf = append(k.buf[:0], "ab"...)
	return len(k.buf)
}

func keepsToo(k *kept) int { k.n++; return keeps(k) }

// TestAdded: fields that the new version adds are no part of the comparison, and all others are.
func TestAdded(t *testing.T) {
	defer func(pkg string, added []string) { Package, Added = pkg, added }(Package, Added)
	Package = reflect.TypeFor[kept]().PkgPath()
	for _, tt := range []struct {
		name, differs string
		added         []string
		now           any
	}{
		{"none", "buf: ", nil, keeps},
		{"one", "hdr: ", []string{"kept.buf"}, keeps},
		{"both", "", []string{"kept.buf", "kept.hdr"}, keeps},
		{"and another difference", "n: ", []string{"kept.buf", "kept.hdr"}, keepsToo},
		{"of another type", "buf: ", []string{"other.buf", "other.hdr"}, keeps},
	} {
		t.Run(tt.name, func(t *testing.T) {
			Added = tt.added
			got := Case{Name: "(*kept).M", Old: makesAnew, New: tt.now}.run(new(strings.Builder), Limits{Inputs: 50, Time: 20 * time.Second, Call: 10 * time.Second})
			if got.Skipped != "" || (got.Differs == "") != (tt.differs == "") || !strings.Contains(got.Differs, tt.differs) {
				t.Errorf("got %+v, want a difference in %q", got, tt.differs)
			}
		})
	}
}
