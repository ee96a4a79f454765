package cost

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// simple costs 10 ns an object up to 16 bytes, then 1 ns a byte; pointers
// double it; GC takes 0.5 ns a byte.
func simple() *Model {
	return &Model{
		GoVersion:    runtime.Version(),
		Arch:         runtime.GOARCH,
		Noscan:       []Point{{16, 10}, {32, 26}, {64, 58}},
		Scan:         []Point{{16, 20}, {64, 116}},
		MarkPerByte:  0.4,
		SweepPerByte: 0.1,
	}
}

func TestEstimate(t *testing.T) {
	for _, tt := range []struct {
		name           string
		objects, bytes float64
		pointers       bool
		want           float64
	}{
		{"nothing", 0, 0, false, 0},
		{"on a point", 1, 32, false, 26 + 16},
		{"between points", 1, 24, false, 18 + 12},
		{"several, of the same size", 3, 96, false, 3 * (26 + 16)},
		{"less than one", 0.25, 8, false, (26 + 16) * 0.25},
		{"tiny: below the first point", 2, 8, false, 2*10 + 4},
		{"tiny, all in blocks that others opened", 2, 0, false, 2 * 10},
		{"beyond the last point", 1, 128, false, 122 + 64},
		{"with pointers", 1, 40, true, 68 + 20},
	} {
		if got := simple().Estimate(tt.objects, tt.bytes, tt.pointers); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("%s: %v ns, want %v", tt.name, got, tt.want)
		}
	}
}

func TestPointers(t *testing.T) {
	for _, tt := range []struct {
		primitive, typ string
		want           bool
	}{
		{"runtime.slicebytetostring", "", false},
		{"runtime.concatstrings", "", false},
		{"runtime.concatstring3", "", false},
		{"runtime.convTstring", "string", true},
		{"runtime.convT64", "", false},
		{"runtime.makeslice", "uint8", false},
		{"runtime.makeslice", "[2][4]float32", false},
		{"runtime.makeslice", "[]uint8", true},
		{"runtime.newobject", "p.T", true},
		{"runtime.newobject", "int", false},
		{"", "", true},
	} {
		if got := Pointers(tt.primitive, tt.typ); got != tt.want {
			t.Errorf("Pointers(%q, %q) = %v, want %v", tt.primitive, tt.typ, got, tt.want)
		}
	}
}

func TestFallback(t *testing.T) {
	if !Fallback().valid() {
		t.Error("the constants do not ascend")
	}
}

func TestMeasure(t *testing.T) {
	procs := runtime.GOMAXPROCS(0)
	percent := debug.SetGCPercent(100)
	defer debug.SetGCPercent(percent)
	m, err := Measure(t.Context())
	if err == errSlow {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if !m.valid() {
		t.Errorf("measured %+v", m)
	}
	if got := runtime.GOMAXPROCS(0); got != procs {
		t.Errorf("GOMAXPROCS is %d afterwards, was %d", got, procs)
	}
	if got := debug.SetGCPercent(100); got != 100 {
		t.Errorf("GOGC is %d afterwards, was 100", got)
	}
}

func TestRise(t *testing.T) {
	points := []Point{{8, 3}, {16, 2}, {32, 5}, {64, 4}}
	rise(points)
	if diff := cmp.Diff([]Point{{8, 3}, {16, 3}, {32, 5}, {64, 5}}, points); diff != "" {
		t.Error(diff)
	}
}

// A kept model is used again; anything else in its place is measured anew and
// replaced.
func TestLoad(t *testing.T) {
	kept, other := simple(), simple()
	other.GoVersion = "go1.1"
	broken := simple()
	broken.Scan = nil
	for _, tt := range []struct {
		name string
		put  func(t *testing.T, file string)
		same bool
	}{
		{"kept", func(t *testing.T, file string) { put(t, file, kept) }, true},
		{"of another release", func(t *testing.T, file string) { put(t, file, other) }, false},
		{"incomplete", func(t *testing.T, file string) { put(t, file, broken) }, false},
		{"damaged", func(t *testing.T, file string) {
			if err := os.WriteFile(file, []byte("{"), 0o666); err != nil {
				t.Fatal(err)
			}
		}, false},
		{"missing", func(*testing.T, string) {}, false},
	} {
		dir := t.TempDir()
		file := filepath.Join(dir, fileName())
		tt.put(t, file)
		m, err := Load(t.Context(), dir)
		if err == errSlow {
			continue // nothing was measured, so there is nothing to keep
		}
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if same := cmp.Equal(m, kept); same != tt.same {
			t.Errorf("%s: the kept model was used: %v, want %v", tt.name, same, tt.same)
		}
		if diff := cmp.Diff(m, read(file)); diff != "" {
			t.Errorf("%s: what is kept differs from what is used:\n%s", tt.name, diff)
		}
		if entries, _ := os.ReadDir(dir); len(entries) != 1 {
			t.Errorf("%s: files left behind: %v", tt.name, entries)
		}
	}
}

func put(t *testing.T, file string, m *Model) {
	t.Helper()
	if err := write(file, m); err != nil {
		t.Fatal(err)
	}
}

func TestWriteFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	put(t, file, simple())
	if err := write(filepath.Join(file, "below a file"), simple()); err == nil {
		t.Error("no error for a folder that cannot be made")
	}
}
