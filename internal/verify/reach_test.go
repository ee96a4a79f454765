package verify

import (
	"strings"
	"testing"

	"github.com/unheap/unheap/internal/bench"
	"github.com/unheap/unheap/internal/record"
)

func TestReach(t *testing.T) {
	const source = `package p

func F(n int) string {
	s := ""
	if n < 0 {
		return "negative"
	}
	for range n { s += "x" }
	return s
}
`
	blocks := bench.ReadBlocks([]byte("mode: set\n" +
		"example.com/m/p/p.go:3.22,5.11 2 1\nexample.com/m/p/p.go:5.11,7.3 1 0\nexample.com/m/p/p.go:8.2,8.15 1 1\nexample.com/m/p/p.go:8.15,8.26 1 0\nexample.com/m/p/p.go:9.2,9.10 1 1\n"))
	j := &judge{Input: Input{Source: func(string) ([]byte, error) { return []byte(source), nil }}}
	for _, tt := range []struct {
		text string
		want record.Part
	}{
		{`s := ""`, record.Part{Done: 1, Total: 1}},
		{`return "negative"`, record.Part{Done: 0, Total: 1}},
		{`s += "x"`, record.Part{Done: 0, Total: 1}},
		{"s := \"\"\n\tif n < 0 {\n\t\treturn \"negative\"", record.Part{Done: 1, Total: 3}},
		{"return s", record.Part{Done: 1, Total: 1}},
		{"package p", record.Part{}},
	} {
		start := strings.Index(source, tt.text)
		c := record.Candidate{Edits: []record.Edit{{File: "p/p.go", Start: start, End: start + len(tt.text)}}}
		if got, err := j.reach(c, blocks); err != nil || got != tt.want {
			t.Errorf("%q: %v, %v; want %v", tt.text, got, err, tt.want)
		}
	}
}
