package cpu

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/profile"
	"golang.org/x/tools/txtar"

	"github.com/unheap/unheap/internal/record"
)

var (
	update  = flag.Bool("update", false, "rewrite the expected split in testdata")
	convert = flag.String("convert", "", "turn this CPU profile into testdata/recorded.txtar")
)

// parseText makes a CPU profile of lines
//
//	NANOSECONDS | FUNCTION FILE:LINE [< FUNCTION FILE:LINE]… [; …]
//
// with the physical frames, leaf first, between semicolons, and an inlined
// function in front of the one it was inlined into.
func parseText(t testing.TB, text string) *profile.Profile {
	t.Helper()
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"},
		Period:     10_000_000,
	}
	locations := make(map[string]*profile.Location)
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		ns, stack, _ := strings.Cut(line, " | ")
		n, err := strconv.ParseInt(ns, 10, 64)
		if err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		sample := &profile.Sample{Value: []int64{1, n}}
		for _, frame := range strings.Split(stack, "; ") {
			if locations[frame] == nil {
				locations[frame] = parseLocation(t, p, frame)
			}
			sample.Location = append(sample.Location, locations[frame])
		}
		p.Sample = append(p.Sample, sample)
	}
	return p
}

func parseLocation(t testing.TB, p *profile.Profile, text string) *profile.Location {
	loc := &profile.Location{ID: uint64(len(p.Location) + 1)}
	for _, call := range strings.Split(text, " < ") {
		space := strings.LastIndexByte(call, ' ')
		name, pos := call[:max(space, 0)], call[space+1:]
		colon := strings.LastIndexByte(pos, ':')
		line, err := strconv.ParseInt(pos[colon+1:], 10, 64)
		if err != nil {
			t.Fatalf("frame %q is not FUNCTION FILE:LINE", call)
		}
		fn := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name, Filename: pos[:colon]}
		p.Function = append(p.Function, fn)
		loc.Line = append(loc.Line, profile.Line{Function: fn, Line: line})
	}
	p.Location = append(p.Location, loc)
	return loc
}

// formatText is the inverse of parseText.
func formatText(p *profile.Profile) string {
	sum := make(map[string]int64)
	for _, s := range p.Sample {
		var stack []string
		for _, loc := range s.Location {
			var calls []string
			for _, l := range loc.Line {
				calls = append(calls, fmt.Sprintf("%s %s:%d", l.Function.Name, l.Function.Filename, l.Line))
			}
			stack = append(stack, strings.Join(calls, " < "))
		}
		sum[strings.Join(stack, "; ")] += s.Value[1]
	}
	var lines []string
	for stack, ns := range sum {
		lines = append(lines, fmt.Sprintf("%d | %s\n", ns, stack))
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

func render(c *record.CPU) string {
	var b strings.Builder
	fmt.Fprintf(&b, "total %d = alloc %d + assist %d + background %d + sweep %d + rest %d\n", c.Total, c.Alloc, c.Assist, c.Background, c.Sweep, c.Rest)
	for _, l := range c.Lines {
		fmt.Fprintf(&b, "%v %s: alloc %d assist %d rest %d\n", l.Pos, l.Function, l.Alloc, l.Assist, l.Rest)
	}
	return b.String()
}

func ofUser(pkg string) bool { return pkg == "main" || strings.HasPrefix(pkg, "example.com/m") }

// TestConvert splits small profiles, and one recorded by a program that runs
// into assists all the time.
func TestConvert(t *testing.T) {
	if *convert != "" {
		f, err := os.Open(*convert)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		p, err := profile.Parse(f)
		if err != nil {
			t.Fatal(err)
		}
		ar := &txtar.Archive{
			Comment: []byte("A CPU profile of Go 1.26: a service with GOGC=30 that builds lists and joins words.\n\n"),
			Files:   []txtar.File{{Name: "profile", Data: []byte(formatText(p))}, {Name: "split"}},
		}
		if err := os.WriteFile("testdata/recorded.txtar", txtar.Format(ar), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			split, err := Convert(parseText(t, string(ar.Files[0].Data)), Options{Own: ofUser})
			if err != nil {
				t.Fatal(err)
			}
			got := render(split)
			if *update {
				ar.Files = append(ar.Files[:1], txtar.File{Name: "split", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(ar.Files[1].Data), got); diff != "" {
				t.Errorf("split differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPartOf(t *testing.T) {
	tests := []struct {
		function string
		want     part
	}{
		{"runtime.mallocgc", alloc},
		{"runtime.mallocgcSmallScanNoHeaderSC4", alloc},
		{"runtime.gcAssistAlloc.func2", assist},
		{"runtime.gcAssistAlloc1", assist},
		{"runtime.gcBgMarkWorker.func2", background},
		{"runtime.gcDrainMarkWorkerIdle", background},
		{"runtime.bgsweep", sweep},
		{"runtime.sweepone.func1", sweep},
		{"runtime.(*scavengerState).run", sweep},
		{"runtime.memmove", rest},
		{"example.com/runtime.mallocgc", rest},
		{"", rest},
	}
	for _, tt := range tests {
		if got := partOf(tt.function); got != tt.want {
			t.Errorf("partOf(%q) = %d, want %d", tt.function, got, tt.want)
		}
	}
}

func TestErrors(t *testing.T) {
	changed := func(change func(*profile.Profile)) *profile.Profile {
		p := parseText(t, "10 | example.com/x.F a.go:1; runtime.main proc.go:2")
		change(p)
		return p
	}
	good := changed(func(*profile.Profile) {})
	tests := []struct {
		name    string
		profile *profile.Profile
		own     string
		want    string // how the error begins; "" for none
	}{
		{"good", good, "example.com/x", ""},
		{"another program", good, "example.com/y", "a profile of another program: "},
		{
			"heap", changed(func(p *profile.Profile) {
				p.SampleType[0].Type, p.SampleType[1].Type, p.SampleType[1].Unit = "alloc_objects", "alloc_space", "bytes"
			}),
			"example.com/x", "not a CPU profile: its samples are alloc_objects/count, alloc_space/bytes",
		},
		{"idle", changed(func(p *profile.Profile) { p.Sample, p.Location, p.Function = nil, nil, nil }), "example.com/x", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Convert(tt.profile, Options{Own: func(pkg string) bool { return pkg == tt.own }})
			if got := fmt.Sprint(err); tt.want == "" && err != nil || !strings.HasPrefix(got, tt.want) && tt.want != "" {
				t.Errorf("error %q, want %q", got, tt.want)
			}
		})
	}
}

// TestConserved splits random stacks: the parts sum to the total, and the
// order of the samples does not matter.
func TestConserved(t *testing.T) {
	frames := []string{
		"runtime.mallocgc malloc.go:1", "runtime.gcAssistAlloc mgcmark.go:1", "runtime.sweepone mgcsweep.go:1",
		"runtime.gcBgMarkWorker mgc.go:1", "main.F f.go:1", "main.F f.go:2", "fmt.Sprint print.go:1 < main.G g.go:1", "strings.Join strings.go:1",
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var lines []string
		for range 20 {
			var stack []string
			for range 1 + rng.IntN(5) {
				stack = append(stack, frames[rng.IntN(len(frames))])
			}
			lines = append(lines, fmt.Sprintf("%d | %s", rng.IntN(100), strings.Join(stack, "; ")))
		}
		c, err := Convert(parseText(t, strings.Join(lines, "\n")), Options{Own: ofUser})
		if err != nil {
			t.Fatal(err)
		}
		if sum := c.Alloc + c.Assist + c.Background + c.Sweep + c.Rest; sum != c.Total {
			t.Errorf("the parts sum to %d, the total is %d", sum, c.Total)
		}
		var ofLines record.CPULine
		for _, l := range c.Lines {
			ofLines.Alloc += l.Alloc
			ofLines.Assist += l.Assist
			ofLines.Rest += l.Rest
		}
		if ofLines.Alloc > c.Alloc || ofLines.Assist > c.Assist || ofLines.Rest > c.Rest {
			t.Errorf("the lines have more than the profile: %+v of %s", ofLines, render(c))
		}
		rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
		again, err := Convert(parseText(t, strings.Join(lines, "\n")), Options{Own: ofUser})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(render(c), render(again)); diff != "" {
			t.Errorf("the order of the samples matters:\n%s", diff)
		}
	}
}

func BenchmarkConvert(b *testing.B) {
	ar, err := txtar.ParseFile("testdata/recorded.txtar")
	if err != nil {
		b.Fatal(err)
	}
	p := parseText(b, string(ar.Files[0].Data))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Convert(p, Options{Own: ofUser}); err != nil {
			b.Fatal(err)
		}
	}
}
