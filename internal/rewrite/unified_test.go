package rewrite

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestUnified has two runs in one hunk, of which the first adds a line, and another hunk below.
func TestUnified(t *testing.T) {
	old := "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn"
	now := strings.NewReplacer("b\n", "b\nnew\n", "d\n", "", "m\n", "M\n").Replace(old)
	want := `--- a/p.go
+++ b/p.go
@@ -1,7 +1,7 @@
 a
 b
+new
 c
-d
 e
 f
 g
@@ -10,5 +10,5 @@
 j
 k
 l
-m
+M
 n
\ No newline at end of file
`
	if d := cmp.Diff(want, Unified("p.go", []byte(old), []byte(now))); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if d := cmp.Diff("--- a/p.go\n+++ b/p.go\n@@ -0,0 +1,1 @@\n+a\n", Unified("p.go", nil, []byte("a\n"))); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if d := Unified("p.go", []byte(old), []byte(old)); d != "" {
		t.Errorf("of equal versions: %s", d)
	}
}

func TestOrigin(t *testing.T) {
	old := "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\n"
	now := "a\nnew\nb\nc\nd\ne\nf\ng\nh\ni\nj\nK\nL\nm\n"
	hunks := Hunks([]byte(old), []byte(now))
	var got []int
	for i := range 14 {
		from, _, replaced := Origin(hunks, i+1)
		if replaced {
			from = -from
		}
		got = append(got, from)
	}
	if d := cmp.Diff([]int{1, -2, 2, 3, 4, 5, 6, 7, 8, 9, 10, -11, -11, 13}, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if from, to, replaced := Origin(nil, 7); from != 7 || to != 7 || replaced {
		t.Errorf("equal versions move line 7 to %d to %d", from, to)
	}
}
