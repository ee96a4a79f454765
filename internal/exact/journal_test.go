package exact

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const header = "H 1 \"go1.26.8\" 401000 5ea2f0\n"

// journal is a whole one: a benchmark that runs another.
const journal = header + `B "BenchmarkA"
B "BenchmarkA/x \"y\""
L 1 485cb5 "runtime.mallocgc" "/go/src/runtime/malloc.go" 1158
L 2 5d8c4c "m.inner" "/m/a.go" 8 "m.BenchmarkA.func1" "/m/a_test.go" 35
T 1 "*m.Node"
S first 1 24 32 1 1 2
S steady 100 24 32 1 1 2
S steady 3 8 0 0 1 2
W benchmark "BenchmarkA/x \"y\"" ok 101 100 103 3200 1 32 50 51 1600 7102
W benchmark "BenchmarkA" frame 1 0 0 0 0 0 0 0 0 0
B "TestB"
W test "TestB" failed 1 1 0 0 0 0 0 0 0 5
E
`

func TestRead(t *testing.T) {
	stack := []int32{0, 1}
	want := &Journal{
		GoVersion: "go1.26.8", TextStart: 0x401000, TextEnd: 0x5ea2f0,
		Locations: []Location{
			{0x485cb5, []Frame{{"runtime.mallocgc", "/go/src/runtime/malloc.go", 1158}}},
			{0x5d8c4c, []Frame{{"m.inner", "/m/a.go", 8}, {"m.BenchmarkA.func1", "/m/a_test.go", 35}}},
		},
		Ended:    3,
		Running:  []string{},
		Complete: true,
	}
	workloads := []Workload{
		{
			Kind: "benchmark", Name: `BenchmarkA/x "y"`, Status: StatusOK, N: 101, Ops: 100,
			Allocs: 103, Bytes: 3200, FirstAllocs: 1, FirstBytes: 32, HalfOps: 50, HalfAllocs: 51, HalfBytes: 1600, Elapsed: 7102 * time.Nanosecond,
			Samples: []Sample{
				{"first", 1, 24, 32, "*m.Node", stack},
				{"steady", 100, 24, 32, "*m.Node", stack},
				{"steady", 3, 8, 0, "", stack},
			},
		},
		{Kind: "benchmark", Name: "BenchmarkA", Status: StatusFrame, N: 1},
		{Kind: "test", Name: "TestB", Status: StatusFailed, N: 1, Ops: 1, Elapsed: 5},
	}
	got, ended, begun, err := read(journal)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff(workloads, ended, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("workloads: -want +got\n%s", diff)
	}
	if diff := cmp.Diff([]string{"BenchmarkA", `BenchmarkA/x "y"`, "TestB"}, begun); diff != "" {
		t.Errorf("begun: -want +got\n%s", diff)
	}
}

// read reads a journal and keeps everything of it. What is handed out is
// copied: it may not be kept.
func read(text string) (j *Journal, ended []Workload, begun []string, err error) {
	j, err = Read(strings.NewReader(text), Listener{
		Begin: func(name string) { begun = append(begun, name) },
		End: func(_ *Journal, w *Workload) {
			w.Samples = slices.Clone(w.Samples)
			ended = append(ended, *w)
		},
	})
	return j, ended, begun, err
}

// A line longer than the buffer of the reader is one line.
func TestReadLong(t *testing.T) {
	name := "Test" + strings.Repeat("x", 200<<10)
	_, _, begun, err := read(header + "B \"" + name + "\"\nE\n")
	if err != nil || len(begun) != 1 || begun[0] != name {
		t.Errorf("%d names, error %v", len(begun), err)
	}
}

// A journal that was cut off anywhere is read up to there: the workloads that
// ended are whole, and the others are running.
func TestReadCut(t *testing.T) {
	_, whole, _, err := read(journal)
	if err != nil {
		t.Fatal(err)
	}
	for n := len(header); n < len(journal); n++ {
		j, ended, _, err := read(journal[:n])
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if diff := cmp.Diff(whole[:len(ended)], ended, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("cut at %d: -want +got\n%s", n, diff)
		}
		begun := strings.Count(journal[:strings.LastIndexByte(journal[:n], '\n')+1], "\nB ")
		if len(j.Running) != begun-j.Ended || j.Complete {
			t.Fatalf("cut at %d: running %v, complete %v", n, j.Running, j.Complete)
		}
	}
}

// A test that runs twice has its first run apart. One whose second run did not end
// well, or did not end, is what it was the first time.
func TestReadTwice(t *testing.T) {
	const again = header + `L 1 1 "m.TestA" "/m/a_test.go" 3
B "TestA"
S first 3 8 8 0 1
R test "TestA" 3 24 5
S steady 2 8 8 0 1
`
	stack := []int32{0}
	once := Workload{Kind: "test", Name: "TestA", Status: StatusOK, Once: true, N: 1, Ops: 1, Allocs: 3, Bytes: 24, Elapsed: 5,
		Samples: []Sample{{"steady", 3, 8, 8, "", stack}}}
	for _, test := range []struct {
		name, rest string
		want       Workload
	}{
		{"both", "W test \"TestA\" ok 1 1 2 16 3 24 0 0 0 4\n", Workload{
			Kind: "test", Name: "TestA", Status: StatusOK, N: 1, Ops: 1, Allocs: 2, Bytes: 16, FirstAllocs: 3, FirstBytes: 24, Elapsed: 4,
			Samples: []Sample{{"first", 3, 8, 8, "", stack}, {"steady", 2, 8, 8, "", stack}},
		}},
		{"failed", "W test \"TestA\" once 1 1 3 24 0 0 0 0 0 5\n", once},
		{"died", "", once},
		{"left", "B \"TestB\"\n", once},
	} {
		j, ended, _, err := read(again + test.rest)
		if err != nil || len(ended) != 1 {
			t.Fatalf("%s: %d workloads, error %v", test.name, len(ended), err)
		}
		if diff := cmp.Diff(test.want, ended[0], cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: -want +got\n%s", test.name, diff)
		}
		if slices.Contains(j.Running, "TestA") {
			t.Errorf("%s: TestA is running", test.name)
		}
	}
}

func TestReadErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "journal has no header"},
		{"B \"x\"\n", "journal line 1: no header"},
		{"H 2 \"go1\" 0 0\n", "journal line 1: version 2 of the journal, want 1"},
		{header + "X\n", `journal line 2: unknown line "X"`},
		{header + "B x\n", "journal line 2: invalid syntax"},
		{header + "T 2 \"t\"\n", "journal line 2: id 2, want 1"},
		{header + "L 1 0\n", "journal line 2: a location without frames"},
		{header + "S steady 1 8 8 1\n", "journal line 2: unknown type 1"},
		{header + "S steady 1 8 8 0 1\n", "journal line 2: unknown location 1"},
		{header + "S steady 1 8\n", "journal line 2: a field is missing"},
		{header + "W test \"T\" ok 1 1 1 1 1 1 1 1 1 1 1\n", `journal line 2: "1" left over`},
	}
	for _, test := range tests {
		if _, err := Read(strings.NewReader(test.text), Listener{}); err == nil || err.Error() != test.want {
			t.Errorf("%q: error %v, want %s", test.text, err, test.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(journal)
	f.Add(header + "S steady 9223372036854775808 -1 8 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		j, ended, _, err := read(text)
		if err != nil {
			return
		}
		for _, w := range ended {
			for _, s := range w.Samples {
				for _, id := range s.Stack {
					if len(j.Locations[id].Frames) == 0 {
						t.Errorf("%s: a location without frames", w.Name)
					}
				}
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for _, samples := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("samples=%d", samples), func(b *testing.B) {
			var text strings.Builder
			text.WriteString(header)
			for i := range 1000 {
				fmt.Fprintf(&text, "L %d %x \"example.com/m/p.F%d\" \"/home/u/m/p/f.go\" %d\n", i+1, i, i, i)
			}
			for i := range samples {
				fmt.Fprintf(&text, "S steady %d 24 32 0", i)
				for k := range 15 {
					fmt.Fprintf(&text, " %d", 1+(i*k)%1000)
				}
				text.WriteByte('\n')
			}
			text.WriteString("W benchmark \"B\" ok 1 1 1 1 1 1 1 1 1 1\n")
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				if _, err := Read(strings.NewReader(text.String()), Listener{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
