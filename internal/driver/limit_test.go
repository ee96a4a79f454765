package driver

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/unheap/unheap/internal/record"
	"github.com/unheap/unheap/internal/rewrite"
)

// A cutter takes what fix tells on stderr, and ends its context at one of the lines, as
// -max-time does when its time is over: each line is written at a moment of the run, by
// the goroutine that judges.
type cutter struct {
	at     int // the line, from 1; 0 for none
	cancel context.CancelCauseFunc
	lines  []string
	then   map[string]bool // what stood at that line, by place
}

func (c *cutter) Write(p []byte) (int, error) {
	for line := range strings.Lines(string(p)) {
		c.lines = append(c.lines, strings.TrimSuffix(line, "\n"))
		if len(c.lines) == c.at {
			c.then = c.stands()
			c.cancel(context.DeadlineExceeded)
		}
	}
	return len(p), nil
}

// stands are the places of the rewrites that stand by what has been told.
func (c *cutter) stands() map[string]bool {
	stands := make(map[string]bool)
	for _, line := range c.lines {
		if rest, ok := strings.CutPrefix(line, "holds  "); ok {
			place, _, _ := strings.Cut(rest, " ")
			stands[place] = true
		}
		if rest, ok := strings.CutPrefix(line, "no longer holds  "); ok {
			place, _, _ := strings.Cut(rest, " ")
			delete(stands, place)
		}
	}
	return stands
}

var longFlag = flag.Bool("long", false, "TestLimit tries more moments, TestDirect more inputs; .ci/long does so")

// TestLimit: wherever a limit of time ends a run of fix -w, it writes exactly what has
// been proven by then. The moments are lines of its progress, so that none depends on how
// fast the machine is.
func TestLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs test binaries, many times")
	}
	ar, err := txtar.ParseFile("testdata/limit.txtar")
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOWORK", "off")
	t.Setenv("GOFLAGS", "")
	all, last := limited(t, ar, 0)
	if last != 3 {
		t.Fatalf("without a limit %d rewrites are kept, want 3:\n%s", last, strings.Join(all, "\n"))
	}
	moments := 4
	if *longFlag {
		moments = 12
	}
	met := make(map[int]bool)
	for i := range moments {
		_, kept := limited(t, ar, 2+i*(len(all)-2)/(moments-1)) // the clock starts behind the first line, load
		met[kept] = true
	}
	if len(met) < 3 {
		t.Errorf("the moments met runs that keep %v: too few kinds", met)
	}
}

// limited runs fix on the module with a limit at that line of its progress, 0 for none,
// and returns all lines and how many rewrites it kept.
func limited(t *testing.T, ar *txtar.Archive, at int) ([]string, int) {
	t.Helper()
	dir := t.TempDir()
	original := make(map[string][]byte)
	for _, f := range ar.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
		original[f.Name] = f.Data
	}
	t.Chdir(dir)
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	cut := &cutter{at: at, cancel: cancel}
	var out bytes.Buffer
	err := runFix(ctx, streams{out: &out, err: cut}, []string{"-w", "-max-time=24h", "-rewrite=presize", "-benchtime=10x", "-format=json", "./..."})
	var run recorded
	if out.Len() > 0 {
		if derr := record.Decode(&out, &run); derr != nil {
			t.Fatal(derr)
		}
	}
	if err != nil && !strings.Contains(err.Error(), "nothing could be measured within") {
		t.Fatalf("line %d: %v\n%s", at, err, strings.Join(cut.lines, "\n"))
	}
	var kept []record.Candidate
	places := make(map[string]bool)
	for _, v := range run.Verdicts {
		if v.Outcome == record.Kept {
			kept = append(kept, v.Candidate)
			places[v.Candidate.Pos.String()] = true
		}
	}
	stands := cut.stands()
	if at > 0 {
		stands = cut.then
	}
	if got, want := sortedKeys(places), sortedKeys(stands); !slices.Equal(got, want) {
		t.Errorf("line %d of\n%s\nkept %v, and %v stood", at, strings.Join(cut.lines, "\n"), got, want)
	}
	want, err := rewrite.Apply(func(name string) ([]byte, error) { return original[name], nil }, kept...)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range original {
		if with, ok := want[name]; ok {
			text = with
		}
		if now, err := os.ReadFile(filepath.FromSlash(name)); err != nil || !bytes.Equal(now, text) {
			t.Errorf("line %d: %s holds\n%s\nwant\n%s", at, name, now, text)
		}
	}
	return cut.lines, len(kept)
}
