package driver

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/unheap/unheap/internal/gctune"
	"github.com/unheap/unheap/internal/record"
)

// TestToday reads the environment as the runtime does, in a process that begins with it.
func TestToday(t *testing.T) {
	const child = "UNHEAP_TEST_TODAY"
	if os.Getenv(child) != "" {
		text, err := json.Marshal(today())
		if err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString("today " + string(text) + "\n")
		return
	}
	for _, c := range []struct {
		gogc, limit string
		want        record.GCSetting
	}{
		{"", "", record.GCSetting{GOGC: 100}},
		{"off", "", record.GCSetting{GOGC: gctune.Off}},
		{"0", "", record.GCSetting{GOGC: 0}},
		{"50", "64MiB", record.GCSetting{GOGC: 50, Limit: 64 << 20}},
		{"-50", "", record.GCSetting{GOGC: gctune.Off}},
		{"much", "", record.GCSetting{GOGC: 100}},
		{"5000000000", "", record.GCSetting{GOGC: 100}},
		{"", "off", record.GCSetting{GOGC: 100}},
		{"", "12345", record.GCSetting{GOGC: 100, Limit: 12345}},
		{"", "0", record.GCSetting{GOGC: 100, Limit: 1}},
		{"200", "0MiB", record.GCSetting{GOGC: 200, Limit: 1}},
	} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestToday$")
		cmd.Env = append(os.Environ(), child+"=1", "GOGC="+c.gogc, "GOMEMLIMIT="+c.limit)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("GOGC=%s GOMEMLIMIT=%s: %v\n%s", c.gogc, c.limit, err, out)
		}
		_, text, _ := strings.Cut(string(out), "today ")
		text, _, _ = strings.Cut(text, "\n")
		var got record.GCSetting
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != c.want {
			t.Errorf("GOGC=%s GOMEMLIMIT=%s: got %+v, %v; want %+v", c.gogc, c.limit, got, err, c.want)
		}
	}
}

func TestOddGOGC(t *testing.T) {
	for value, odd := range map[string]bool{"": false, "off": false, "100": false, "-1": false, "much": true, "1e2": true, "5000000000": true} {
		if got := oddGOGC(value); (len(got) > 0) != odd {
			t.Errorf("GOGC=%s: %q", value, got)
		}
	}
}

// TestFlagKinds has a kind for every flag, and takes of each kind all that is for it.
func TestFlagKinds(t *testing.T) {
	fs, f := newFlags(), gcFlags{renderFlags: renderFlags{plots: true}}
	f.register(fs)
	for name, of := range gcFlagKinds {
		if fs.Lookup(name) == nil {
			t.Errorf("-%s is for %v, and there is no such flag", name, of)
		}
		for _, kind := range []gcKind{aService, aCommand, aMain, aBenchmark} {
			f.given = map[string]bool{name: true}
			if err := f.checkKind(kind); (err == nil) != (of&kind != 0) {
				t.Errorf("-%s, for %v: %v", name, kind, err)
			}
		}
	}
	fs.VisitAll(func(x *flag.Flag) {
		if gcFlagKinds[x.Name] == 0 {
			t.Errorf("nothing says what -%s is for", x.Name)
		}
	})
	f.given = map[string]bool{"benchtime": true}
	const want = "-benchtime is for a benchmark, and gc is to tune a command behind --"
	if err := f.checkKind(aCommand); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestNeed takes a limit from the flag or from where the process runs, and nothing of this
// machine for a service.
func TestNeed(t *testing.T) {
	machine := fstest.MapFS{
		"proc/meminfo":             {Data: []byte("MemTotal:        2048 kB\nMemFree:          100 kB\n")},
		"proc/self/cgroup":         {Data: []byte("0::/\n")},
		"sys/fs/cgroup/memory.max": {Data: []byte("1000\n")},
	}
	for _, c := range []struct {
		flags gcFlags
		want  gctune.Need
	}{
		{gcFlags{}, gctune.Need{Memory: 1000, From: "cgroup v2", Machine: 2 << 20}},
		{gcFlags{memory: "4MiB"}, gctune.Need{Memory: 4 << 20, From: "-memory", Machine: 2 << 20}},
		{gcFlags{service: "http://host"}, gctune.Need{}},
		{gcFlags{service: "http://host", memory: "4MiB"}, gctune.Need{Memory: 4 << 20, From: "-memory"}},
	} {
		if err := c.flags.learnNeed(machine); err != nil {
			t.Fatal(err)
		}
		if got := c.flags.need; got.Memory != c.want.Memory || got.From != c.want.From || got.Machine != c.want.Machine {
			t.Errorf("-memory=%s -service=%s: got %+v, want %+v", c.flags.memory, c.flags.service, got, c.want)
		}
	}
	for _, text := range []string{"", "0", "-1MiB", "1GB", "1.5GiB", "MiB", "9999999TiB", "1MiBiB"} {
		if n, err := parseBytes(text); err == nil {
			t.Errorf("%q: got %d, want an error", text, n)
		}
	}
}
