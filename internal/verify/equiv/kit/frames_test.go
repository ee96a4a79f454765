//go:build go1.25

package kit

import (
	"runtime"
	"strings"
	"testing"
)

// TestFrames compares what versions see of the stack as it is asked for: functions and files,
// never lines, and without that nothing of the package's own.
func TestFrames(t *testing.T) {
	defer func(now, old string) { Package, OldPackage = now, old }(Package, OldPackage)
	Package, OldPackage = "m/p", "m/p/unheapold"
	f := &Frames{
		Old: map[string][]Start{"p.go": {{3, "F"}, {9, "(*T).M"}}},
		New: map[string][]Start{"p.go": {{4, "F"}, {12, "helper"}}, "q.go": {{2, "(*T).M"}}},
	}
	for _, tt := range []struct {
		old, now    string
		same, shown bool // as it is, and with frames
	}{
		{`results "p.go:5: hello"`, `results "p.go:7: hello"`, true, true},
		{`results "p.go:5: hello"`, `results "p.go:7: hallo"`, false, false},
		{`results "p.go:5: hello"`, `results "p.go:13: hello"`, true, false},
		{`results "p.go:9: hello"`, `results "q.go:3: hello"`, true, false},
		{`results "other.go:5: hello"`, `results "other.go:7: hello"`, false, false},
		{`results "m/p.F"`, `results "m/p.helper"`, true, false},
		{`results "m/p.(*T).M.func1"`, `results "m/p.F[...]"`, true, false},
		{`{\"source\":{\"function\":\"m/p.F\",\"file\":\"/x/p.go\",\"line\":5}`, `{\"source\":{\"function\":\"m/p.F\",\"file\":\"/x/p.go\",\"line\":9}`, true, true},
		{`[]uintptr{pc(m/p.F p.go:5), pc(reflect.Value.call value.go:586), }`, `[]uintptr{pc(m/p.helper p.go:13), pc(m/p.F p.go:6), pc(reflect.Value.call value.go:586), }`, true, false},
		{`results "goroutine 7 [running]:\nm/p.F()\n\t/x/p.go:5 +0x1d\n"`, `results "goroutine 9 [running]:\nm/p.F()\n\t/x/p.go:6 +0x2d\n"`, true, true},
		{`results "goroutine 7 [running]:\nm/p.F({0xc000010203, 0x3})\n\t/x/p.go:5 +0x1d\n"`, `results "goroutine 9 [running]:\nm/p.helper(...)\n\t/x/p.go:13\nm/p.F()\n\t/x/p.go:6 +0x2d\n"`, true, false},
		{`results 5`, `results 7`, false, false},
	} {
		if got := f.seen(tt.old, true, false) == f.seen(tt.now, false, false); got != tt.same {
			t.Errorf("%s, %s: the same: %t\n%s\n%s", tt.old, tt.now, got, f.seen(tt.old, true, false), f.seen(tt.now, false, false))
		}
		if got := f.seen(tt.old, true, true) == f.seen(tt.now, false, true); got != tt.shown {
			t.Errorf("%s, %s: the same with frames: %t\n%s\n%s", tt.old, tt.now, got, f.seen(tt.old, true, true), f.seen(tt.now, false, true))
		}
	}
	if !alike("results 5, 70", "results 17, 4") || alike("results 5", "results x") {
		t.Error("texts are alike if they differ in numbers only")
	}
}

// TestCounterOf writes a place in the code as such, and no other number.
func TestCounterOf(t *testing.T) {
	pc, _, _, _ := runtime.Caller(0)
	if got := counterOf(uint64(pc)); !strings.Contains(got, "kit.TestCounterOf frames_test.go:") {
		t.Errorf("got %q", got)
	}
	for _, n := range []uint64{0, 7, 1 << 16, 1 << 40} {
		if got := counterOf(n); got != "" {
			t.Errorf("%d is %s", n, got)
		}
	}
}
