package mechanism

import (
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/record"
)

func TestObstacle(t *testing.T) {
	for _, tt := range []struct {
		name string
		site record.Site
		want string
	}{
		{"a call with a better one", record.Site{Mechanism: TextResult, Callee: "time.Time.Format", Removable: "partly"}, "it belongs to time.Time.Format: use AppendFormat"},
		{"with type arguments", record.Site{Mechanism: Sort, Callee: "sort.Slice[go.shape.int]"}, "use slices.SortFunc"},
		{"a hash", record.Site{Mechanism: Callee, Callee: "crypto/internal/fips140/sha256.(*Digest).Sum"}, "belongs to sha256.(*Digest).Sum: Sum appends"},
		{"an encoding", record.Site{Mechanism: Encoding, Callee: "encoding/base32.(*Encoding).EncodeToString"}, "EncodeToString: use AppendEncode"},
		{"a reader without Reset", record.Site{Mechanism: Constructor, Callee: "encoding/csv.NewReader", Remedy: advice["encoding/csv.NewReader"]}, "NewReader: a Reader has no Reset"},
		{"a call without one", record.Site{Mechanism: Callee, Callee: "example.com/dep/q.(*T).Do"}, "belongs to q.(*T).Do, and no other call of package example.com/dep/q"},
		{"through an interface", record.Site{Mechanism: Callee, Inside: []record.Inner{{Frame: record.Frame{Function: "net.(*conn).Read"}}}}, "belongs to net.(*conn).Read"},
		{"the measurement", record.Site{Mechanism: Testing, Removable: "no", Remedy: measuring}, "package testing needs it to run a benchmark or test at all"},
		{"unexplained", record.Site{Match: record.Unexplained, Removable: "unknown"}, "no reason was found"},
		{"an interface", record.Site{Mechanism: UnknownCallee, Removable: "partly", Why: "x is passed to w.Write(x), which calls …"}, "x is passed to w.Write(x)"},
		{"several", record.Site{Mechanism: UnknownCallee, Match: record.Shared, Why: "one of …"}, unknownShape},
		{"what may be done otherwise", record.Site{Mechanism: BytesToString, Removable: "partly", Why: "string(b) copies"}, unknownShape},
		{"a library's reason without its call", record.Site{Mechanism: Sort, Removable: "partly"}, unknownShape},
	} {
		if got := Obstacle(&tt.site); !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestObstacleReasons(t *testing.T) {
	for _, name := range proven {
		if _, ok := Lookup(name); !ok {
			t.Errorf("no reason is called %q", name)
		}
	}
}
