package headerkey_test

import (
	"net/http"
	"net/textproto"
	"strings"
	"testing"

	"github.com/unheap/unheap/passes/headerkey"
	"github.com/unheap/unheap/passes/internal/passtest"
)

func Test(t *testing.T) { passtest.Run(t, headerkey.Rule) }

// TestLibrary holds the library to the facts of the package comment.
func TestLibrary(t *testing.T) {
	h := http.Header{"X-Request-Id": {"1"}, "Content-Type": {"text/plain"}}
	for key, want := range map[string]float64{"x-request-id": 1, "X-Request-ID": 1, "X-Request-Id": 0, "content-type": 0, "CONTENT-TYPE": 0} {
		if got := testing.AllocsPerRun(100, func() { h.Get(key) }); got != want {
			t.Errorf("Get(%q): %v objects, want %v", key, got, want)
		}
	}
	for _, key := range []string{"a", "x_y-z", "-", "--a", "1-a", "ETAG", "x-API-key"} {
		canonical := textproto.CanonicalMIMEHeaderKey(key)
		if again := textproto.CanonicalMIMEHeaderKey(canonical); again != canonical || !strings.EqualFold(key, canonical) {
			t.Errorf("%q becomes %q, then %q", key, canonical, again)
		}
	}
}
