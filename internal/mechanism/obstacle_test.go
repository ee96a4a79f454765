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
		{"a call without one", record.Site{Mechanism: Callee, Callee: "example.com/dep/q.(*T).Do"}, "belongs to q.(*T).Do, and no other call of package example.com/dep/q"},
		{"through an interface", record.Site{Mechanism: Callee, Inside: []record.Inner{{Frame: record.Frame{Function: "net.(*conn).Read"}}}}, "belongs to net.(*conn).Read"},
		{"the measurement", record.Site{Mechanism: Testing, Removable: "no", Remedy: measuring}, "it belongs to the measurement"},
		{"unexplained", record.Site{Match: record.Unexplained, Removable: "unknown"}, "no reason was found"},
		{"an interface", record.Site{Mechanism: UnknownCallee, Removable: "partly"}, "through an interface"},
		{"a size", record.Site{Mechanism: VariableSize, Removable: "partly"}, "beyond the 32 bytes"},
		{"a library's reason without its call", record.Site{Mechanism: Sort, Removable: "partly"}, unknownShape},
	} {
		if got := Obstacle(&tt.site); !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestObstacles: every reason of the user's own expressions has words of its own.
func TestObstacles(t *testing.T) {
	for name := range obstacles {
		if _, ok := Lookup(name); !ok {
			t.Errorf("no reason is called %q", name)
		}
	}
	of := map[string]bool{}
	for _, c := range calleeReasons {
		of[c.mechanism] = true
	}
	for _, m := range List() {
		_, ok := obstacles[m.Name]
		if ok || m.Cost || m.Removable == No || of[m.Name] {
			continue
		}
		switch m.Name {
		case Callee, Cgo: // named by what is called
		default:
			t.Errorf("%s: nothing says what is in the way", m.Name)
		}
	}
}
