package heap

import (
	"bytes"
	"flag"
	"fmt"
	"go/build"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/profile"
	"golang.org/x/tools/txtar"

	"github.com/unheap/unheap/internal/record"
)

var update = flag.Bool("update", false, "rewrite the expected allocs in testdata")

// parseText makes a profile of its text form. The first line are the sample
// types, each other one a sample:
//
//	VALUE… [KEY=VALUE…] | FUNCTION FILE:LINE [< FUNCTION FILE:LINE]… [; …]
//
// with the physical frames, leaf first, between semicolons, and an inlined
// function in front of the one it was inlined into. A label that is a number
// is numeric. Equal frames are one location, 16 bytes from the next.
func parseText(t *testing.T, text string) *profile.Profile {
	t.Helper()
	p := &profile.Profile{
		PeriodType: &profile.ValueType{Type: "space", Unit: "bytes"},
		Mapping:    []*profile.Mapping{{ID: 1, Start: 0x400000, Limit: 0x500000, File: "/tmp/p.test"}},
	}
	locations := make(map[string]*profile.Location)
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, st := range strings.Fields(lines[0]) {
		typ, unit, _ := strings.Cut(st, "/")
		p.SampleType = append(p.SampleType, &profile.ValueType{Type: typ, Unit: unit})
	}
	for _, line := range lines[1:] {
		head, stack, ok := strings.Cut(line, " | ")
		if !ok {
			t.Fatalf("sample without stack: %q", line)
		}
		s := &profile.Sample{Label: map[string][]string{}, NumLabel: map[string][]int64{}}
		for _, word := range strings.Fields(head) {
			key, value, isLabel := strings.Cut(word, "=")
			n, err := strconv.ParseInt(cmpOr(value, key), 10, 64)
			switch {
			case !isLabel:
				s.Value = append(s.Value, n)
			case err == nil:
				s.NumLabel[key] = []int64{n}
			default:
				s.Label[key] = []string{value}
			}
		}
		for _, frame := range strings.Split(stack, "; ") {
			if locations[frame] == nil {
				locations[frame] = parseLocation(t, p, frame)
			}
			s.Location = append(s.Location, locations[frame])
		}
		p.Sample = append(p.Sample, s)
	}
	if err := p.CheckValid(); err != nil {
		t.Fatal(err)
	}
	return p
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func parseLocation(t *testing.T, p *profile.Profile, text string) *profile.Location {
	id := uint64(len(p.Location) + 1)
	loc := &profile.Location{ID: id, Mapping: p.Mapping[0], Address: 0x400000 + id*16}
	for _, call := range strings.Split(text, " < ") {
		space := strings.LastIndexByte(call, ' ')
		name, pos := call[:max(space, 0)], call[space+1:]
		colon := strings.LastIndexByte(pos, ':')
		line, err := strconv.ParseInt(pos[colon+1:], 10, 64)
		if err != nil {
			t.Fatalf("frame %q is not FUNCTION FILE:LINE", call)
		}
		fn := &profile.Function{ID: uint64(len(p.Function) + 1), Name: name, SystemName: name, Filename: pos[:colon]}
		p.Function = append(p.Function, fn)
		loc.Line = append(loc.Line, profile.Line{Function: fn, Line: line})
	}
	p.Location = append(p.Location, loc)
	return loc
}

// render prints one alloc a line, all of its fields but the PCs.
func render(allocs []record.Alloc) string {
	var b strings.Builder
	for _, a := range allocs {
		fmt.Fprintf(&b, "%d objects %d bytes", a.Objects, a.Bytes)
		if a.InuseObjects != 0 || a.InuseBytes != 0 {
			fmt.Fprintf(&b, " (in use %d, %d)", a.InuseObjects, a.InuseBytes)
		}
		fmt.Fprintf(&b, " size=%d block=%d workload=%q phase=%q type=%q by %q |", a.Size, a.Block, a.Workload, a.Phase, a.Type, a.Primitive)
		for _, f := range a.Stack {
			fmt.Fprintf(&b, " %s [%s] %s:%d", f.Function, f.Package, f.File, f.Line)
			if f.Inlined {
				b.WriteString(" <")
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// relForTest keeps the user's files below /m/ and names others by package.
func relForTest(pkg, file string) string {
	if rel, ok := strings.CutPrefix(file, "/m/"); ok {
		return rel
	}
	return pkg + "/" + path.Base(file)
}

func TestConvert(t *testing.T) {
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
			allocs, err := Convert(parseText(t, string(ar.Files[0].Data)), Options{Rel: relForTest, Workload: "given"})
			if err != nil {
				t.Fatal(err)
			}
			got := render(allocs)
			if *update {
				ar.Files = append(ar.Files[:1], txtar.File{Name: "allocs", Data: []byte(got)})
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(ar.Files[1].Data), got); diff != "" {
				t.Errorf("allocs differ (-want +got):\n%s", diff)
			}
		})
	}
}

// TestShared: equal stacks are stored once, and each alloc has its PCs.
func TestShared(t *testing.T) {
	p := parseText(t, `alloc_objects/count alloc_space/bytes
1 16 size=16 | m.A a.go:1; m.B b.go:2
1 32 size=32 | m.A a.go:1; m.B b.go:2
1 32 size=32 | m.A a.go:1; m.B b.go:3
1 32 size=32 | m.A a.go:1`)
	allocs, err := Convert(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if &allocs[0].Stack[0] != &allocs[1].Stack[0] {
		t.Error("equal stacks are stored twice")
	}
	if allocs[2].Stack[1].Line != 3 || len(allocs[3].Stack) != 1 {
		t.Errorf("different stacks are stored once: %v", render(allocs))
	}
	if pc := allocs[0].Stack[1].PC; pc != 0x400020 {
		t.Errorf("PC = %#x, want 0x400020", pc)
	}
}

func TestErrors(t *testing.T) {
	changed := func(text string, change func(*profile.Profile)) *profile.Profile {
		p := parseText(t, text)
		change(p)
		return p
	}
	const heap = "alloc_objects/count alloc_space/bytes\n1 16 | m.A a.go:1; main.main b.go:2\n"
	good := parseText(t, heap)
	tests := []struct {
		name    string
		profile *profile.Profile
		own     string
		want    string // a regular expression; "" for no error
	}{
		{"good", good, "m", ""},
		{"another program", good, "example.com/x", `^a profile of another program \(p\.test\): no function of your packages`},
		{"the standard library alone", parseText(t, "alloc_objects/count alloc_space/bytes\n1 16 | testing.F a.go:1\n"), "example.com/x", ""},
		{
			"CPU", changed("samples/count cpu/nanoseconds\n1 10 | m.A a.go:1\n", func(p *profile.Profile) { p.PeriodType.Type = "cpu" }),
			"m", `^this is a CPU profile \(samples/count, cpu/nanoseconds\), not a heap profile$`,
		},
		{
			"mutex", parseText(t, "contentions/count delay/nanoseconds\n1 10 | m.A a.go:1\n"),
			"m", `^not a heap profile: its samples are contentions/count, delay/nanoseconds$`,
		},
		{
			"no names", changed(heap, func(p *profile.Profile) { p.Location[0].Line, p.Location[1].Line = nil, nil }),
			"m", `^the profile has addresses and no function names`,
		},
		{
			"nothing allocated", changed(heap, func(p *profile.Profile) { p.Sample, p.Location, p.Function = nil, nil, nil }),
			"m", "",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Convert(tt.profile, Options{Own: func(pkg string) bool { return pkg == tt.own }})
			switch {
			case err == nil && tt.want != "":
				t.Errorf("no error, want %s", tt.want)
			case err != nil && (tt.want == "" || !regexp.MustCompile(tt.want).MatchString(err.Error())):
				t.Errorf("error %q, want %q", err, tt.want)
			}
		})
	}
}

func TestPrimitive(t *testing.T) {
	tests := []struct {
		stack string // functions, leaf first
		want  string
		n     int
	}{
		{"runtime.mallocgc runtime.newobject m.F runtime.main", "runtime.newobject", 2},
		{"runtime.mallocgc runtime.growslice m.F", "runtime.growslice", 2},
		{"runtime.mallocgc m.F", "runtime.mallocgc", 1},
		{"m.F runtime.main", "", 0},
		{"runtime.mallocgc internal/runtime/maps.newarray internal/runtime/maps.(*Map).growToSmall runtime.mapassign_faststr m.F", "runtime.mapassign_faststr", 4},
		{"runtime.mallocgc internal/bytealg.MakeNoZero strings.(*Builder).grow m.F", "internal/bytealg.MakeNoZero", 2},
		{"internal/bytealg.MakeNoZero strings.(*Builder).grow m.F", "internal/bytealg.MakeNoZero", 1},
		{"runtime.mallocgc reflect.unsafe_New reflect.New m.F", "reflect.unsafe_New", 2},
		{"runtime.mallocgcSmallScanNoHeaderSC4 m.F", "runtime.newobject", 1},
		{"runtime.mallocgc runtime.newobject-tramp0 m.F", "runtime.newobject", 2},
		{"runtime/pprof.StartCPUProfile m.F", "", 0}, // a library
		{"example.com/runtime.F m.F", "", 0},
		{"runtime.mallocgc runtime.newobject runtime.malg runtime.newproc1 runtime.systemstack", "runtime.newproc1", 5},
		{"runtime.malg runtime.newproc1 runtime.newproc.func1 runtime.systemstack", "runtime.newproc", 4},
		{"runtime.systemstack runtime.goexit", "runtime.systemstack", 2},
		{"", "", 0},
	}
	for _, tt := range tests {
		var stack []record.Frame
		for _, f := range strings.Fields(tt.stack) {
			stack = append(stack, record.Frame{Function: f})
		}
		if got, n := Primitive(stack); got != tt.want || n != tt.n {
			t.Errorf("Primitive(%s) = %q, %d, want %q, %d", tt.stack, got, n, tt.want, tt.n)
		}
	}
}

// TestPushed holds the list of functions that the runtime gives to other
// packages to the source of the running toolchain.
func TestPushed(t *testing.T) {
	dir := filepath.Join(build.Default.GOROOT, "src", "runtime")
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Skipf("the toolchain's source is not in %s", dir)
	}
	linknames := make(map[string]bool)
	directive := regexp.MustCompile(`(?m)^//go:linkname \S+ (\S+)`)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range directive.FindAllSubmatch(text, -1) {
			linknames[string(m[1])] = true
		}
	}
	for name := range pushed {
		if !linknames[name] {
			t.Errorf("%s is not pushed by the runtime of %s", name, runtime.Version())
		}
	}
}

func TestCallTarget(t *testing.T) {
	tests := []struct {
		name string
		code []byte
		ret  uint64
		want uint64
		ok   bool
	}{
		{"amd64 forward", []byte{0xE8, 0x10, 0, 0, 0}, 0x1000, 0x1010, true},
		{"amd64 backward", []byte{0xE8, 0xF0, 0xFF, 0xFF, 0xFF}, 0x1000, 0xFF0, true},
		{"amd64 indirect", []byte{0x90, 0x90, 0x90, 0xFF, 0xD0}, 0x1000, 0, false},
		{"arm64 forward", []byte{0x04, 0, 0, 0x94}, 0x1004, 0x1010, true},
		{"arm64 backward", []byte{0xFC, 0xFF, 0xFF, 0x97}, 0x1004, 0xFF0, true},
		{"arm64 indirect", []byte{0x60, 0x03, 0x3F, 0xD6}, 0x1004, 0, false},
	}
	for _, tt := range tests {
		got, ok := callTarget(tt.code, tt.ret)
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s: callTarget = %#x, %v, want %#x, %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

type object [3]*int

var (
	sinkObject *object
	sinkInts   []int
	sinkBytes  []byte
	sinkString string
	sinkAny    any
	sinkChan   chan int
)

//go:noinline
func allocateObject() { sinkObject = new(object) }

//go:noinline
func allocateTwo(s string, n int) { sinkBytes, sinkInts = []byte(s), make([]int, n) }

//go:noinline
func allocateBoxed(s string) { sinkAny, sinkString = s, s+s }

//go:noinline
func allocateGrown(n int) { sinkInts = append(sinkInts[:0:0], n) }

//go:noinline
func allocateChan(n int) { sinkChan = make(chan int, n) }

// TestOwnBinary takes a stock profile of this test and reads the primitives
// out of its executable, as the system loaded it. It is the test of Mach-O and
// of position-independent binaries where go test makes them.
func TestOwnBinary(t *testing.T) {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" || runtime.GOOS == "windows" {
		t.Skip("the instructions or the format are not known: primitives are empty here")
	}
	old := runtime.MemProfileRate
	runtime.MemProfileRate = 1
	s := strings.Repeat("long enough for a block of its own ", 2)
	for i := range 100 {
		allocateObject()
		allocateTwo(s, 40+i%2)
		allocateBoxed(s)
		allocateGrown(i)
		allocateChan(4)
	}
	runtime.MemProfileRate = old
	runtime.GC()
	var buf bytes.Buffer
	if err := pprof.Lookup("allocs").WriteTo(&buf, 0); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&buf)
	if err != nil {
		t.Fatal(err)
	}
	allocs, err := Convert(p, Options{Binary: self})
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	for _, a := range allocs {
		if a.Objects >= 50 {
			found[a.Stack[0].Function[strings.LastIndexByte(a.Stack[0].Function, '.')+1:]+" "+a.Primitive] = true
		}
	}
	for _, want := range []string{
		"allocateObject runtime.newobject",
		"allocateTwo runtime.stringtoslicebyte", "allocateTwo runtime.makeslice", // one line
		"allocateBoxed runtime.convTstring", "allocateBoxed runtime.concatstring2", // one line
		"allocateGrown runtime.growslice",
		"allocateChan runtime.makechan",
	} {
		if !found[want] {
			t.Errorf("no %q among %v", want, found)
		}
	}

	other := filepath.Join(build.Default.GOROOT, "bin", "go")
	if _, err := os.Stat(other); err == nil {
		if _, err := Convert(p, Options{Binary: other}); err == nil || !strings.Contains(err.Error(), "not the binary of this profile") {
			t.Errorf("with the binary of another program: error %v", err)
		}
	}
	text := filepath.Join(t.TempDir(), "text")
	if err := os.WriteFile(text, []byte("no binary"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Convert(p, Options{Binary: text}); err == nil || !strings.Contains(err.Error(), "neither ELF nor Mach-O") {
		t.Errorf("with a text as binary: error %v", err)
	}
}

// FuzzRead holds the reader to conservation for any input: each sample's
// objects and bytes are in the allocs, and nothing else is.
func FuzzRead(f *testing.F) {
	var buf bytes.Buffer
	if err := large(20).Write(&buf); err != nil {
		f.Fatal(err)
	}
	f.Add(buf.Bytes())
	f.Add([]byte("heap profile: 1: 16 [2: 32] @ heap/524288\n1: 16 [2: 32] @ 0x1 0x2\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := profile.ParseData(data)
		if err != nil {
			return
		}
		cols, err := columnsOf(p)
		allocs, err2 := Convert(p, Options{})
		if err != nil {
			if err2 == nil {
				t.Error("no error for a profile without columns of a heap")
			}
			return
		}
		if err2 != nil {
			return
		}
		var want, got [4]int64
		for _, s := range p.Sample {
			var a record.Alloc
			cols.read(&a, s)
			add(&want, a)
		}
		for _, a := range allocs {
			add(&got, a)
		}
		if got != want {
			t.Errorf("the sums of the allocs are %v, of the samples %v", got, want)
		}
	})
}

func add(sum *[4]int64, a record.Alloc) {
	for i, v := range []int64{a.Objects, a.Bytes, a.InuseObjects, a.InuseBytes} {
		sum[i] += v
	}
}
