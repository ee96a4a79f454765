package verify

import (
	"slices"
	"testing"
)

// TestNews: what was wrong before is no news, wherever it stands now.
func TestNews(t *testing.T) {
	const (
		before = "# example.com/p\n# [example.com/p]\n./p.go:12:3: unreachable code\nvet: ./q_test.go:3:4: unusable tag\n"
		moved  = "# example.com/p\n/tmp/unheap-tmp-1/verify-17/0000_p.go:10:3: unreachable code\nvet: ./q_test.go:3:4: unusable tag\n"
	)
	for _, tt := range []struct{ name, before, now, want string }{
		{"nothing", "", "", ""},
		{"the same", before, before, ""},
		{"moved", before, moved, ""},
		{"one less", before, "./p.go:12:3: unreachable code\n", ""},
		{"another", before, moved + "./p.go:9:1: missing return\n", "./p.go:9:1: missing return"},
		{"one more of a kind", before, moved + "./p.go:20:3: unreachable code\n", "./p.go:20:3: unreachable code"},
		{"in a changed file", "", "/tmp/unheap-tmp-1/verify-17/0001_p.go:4:5: undefined: x\n", "p.go:4:5: undefined: x"},
		{"only headings", "", "# example.com/p\n", "# example.com/p"},
	} {
		if got := named(news(complaints(tt.now), complaints(tt.before))); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestVerbose: what a test binary says of the end of each test, among what tests print.
func TestVerbose(t *testing.T) {
	lines := []string{
		testMark + "=== RUN   TestA", "--- FAIL: TestFake (0.00s)", "half a line" + testMark + "--- PASS: TestA (0.00s)",
		testMark + "    --- SKIP: TestB/with_(parentheses) (0.10s)", testMark + "--- FAIL: TestB (0.20s)", testMark + "=== NAME  ", "FAIL",
	}
	var got []testEvent
	for _, line := range lines {
		if e, ok := verbose(line, "p"); ok {
			got = append(got, e)
		}
	}
	want := []testEvent{
		{Action: "pass", Package: "p", Test: "TestA"},
		{Action: "skip", Package: "p", Test: "TestB/with_(parentheses)"},
		{Action: "fail", Package: "p", Test: "TestB"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
