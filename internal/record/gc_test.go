package record

import "testing"

func TestSize(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 1: "1 B", 1023: "1023 B", 1 << 10: "1 KiB", 1536: "1.5 KiB", 100 << 10: "100 KiB", 1<<20 - 1: "1024 KiB",
		1 << 20: "1 MiB", 9<<20 + 1<<19: "9.5 MiB", 10 << 20: "10 MiB", 512 << 20: "512 MiB", 8 << 30: "8192 MiB",
		20 << 30: "20 GiB", 20<<30 + 1<<29: "20.5 GiB", 1 << 40: "1024 GiB", 16 << 40: "16 TiB",
	} {
		if got := Size(n); got != want {
			t.Errorf("%d: got %q, want %q", n, got, want)
		}
	}
}

func TestSetting(t *testing.T) {
	for _, c := range []struct {
		set  GCSetting
		want string
	}{
		{GCSetting{}, "GOGC=0"},
		{GCSetting{GOGC: -1}, "GOGC=off"},
		{GCSetting{GOGC: 50, Limit: 180 << 20}, "GOGC=50 GOMEMLIMIT=180MiB"},
		{GCSetting{GOGC: 50, Limit: 180<<20 + 1<<10}, "GOGC=50 GOMEMLIMIT=184321KiB"},
		{GCSetting{GOGC: 50, Limit: 1}, "GOGC=50 GOMEMLIMIT=1B"},
	} {
		if got := c.set.String(); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestSeen(t *testing.T) {
	run := func(gogc int) GCPair {
		return GCPair{Measured: GCRun{Setting: GCSetting{GOGC: gogc}, Wall: 5e8, Live: int64(gogc) << 10, Roots: 8 << 10, Allocated: 30 << 20}}
	}
	for gogc, want := range map[int]string{
		100: "With GOGC=100, 100 KiB are live beside 8 KiB of stacks and globals, and 30 MiB were allocated, 60 MiB a second.",
		50:  "With GOGC=25, 25 KiB are live beside 8 KiB of stacks and globals, and 30 MiB were allocated, 60 MiB a second.",
	} {
		if got := (&Tuning{Current: GCSetting{GOGC: gogc}, Runs: []GCPair{run(25), run(100)}}).Seen(); got != want {
			t.Errorf("GOGC=%d: got %q, want %q", gogc, got, want)
		}
	}
	if got := (&Tuning{Runs: []GCPair{{Measured: GCRun{Setting: GCSetting{GOGC: 100}, Live: 1 << 20, Allocated: 2 << 20}}}}).Seen(); got != "With GOGC=100, 1 MiB are live, and 2 MiB were allocated." {
		t.Errorf("got %q", got)
	}
	if got := new(Tuning).Seen(); got != "" {
		t.Errorf("of no runs: %q", got)
	}
}
