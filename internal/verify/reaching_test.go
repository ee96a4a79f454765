package verify

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestKept keeps lines, finds them again under the same sum only, and takes nothing from a
// file that is damaged.
func TestKept(t *testing.T) {
	lines := Lines{"m/p.go": {1: true, 2: true, 3: false, 7: true, 9: false, 10: false}, "m/q.go": {4: false}}
	k := Kept{Dir: filepath.Join(t.TempDir(), "reach"), Sum: "a"}
	file := k.file("reach", []string{"m"}, []string{"m", "n"})
	if readCoverage(file) != nil {
		t.Error("something is kept from the start")
	}
	writeCoverage(file, &coverage{Listed: []string{"BenchmarkA"}, Ran: map[string]packed{"BenchmarkA": pack(lines)}})
	got := readCoverage(file)
	if got == nil || !reflect.DeepEqual(got.Ran["BenchmarkA"].lines(), lines) {
		t.Errorf("got %v, want %v", got, lines)
	}
	for _, other := range []string{
		Kept{k.Dir, "b"}.file("reach", []string{"m"}, []string{"m", "n"}),
		k.file("cover", []string{"m"}, []string{"m", "n"}),
		k.file("reach", []string{"m", "n"}, []string{"m"}),
		k.file("reach", []string{"m"}, []string{"m"}),
	} {
		if other == file || readCoverage(other) != nil {
			t.Errorf("%s is known, of what differs", other)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, damaged := range []string{"", "{}", "null", string(text[:len(text)/2]), strings.Replace(string(text), "[", "{", 1)} {
		if err := os.WriteFile(file, []byte(damaged), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := readCoverage(file); got != nil {
			t.Errorf("of %q: %v", damaged, got)
		}
	}
	if f := (Kept{}).file("reach", nil, nil); f != "" {
		t.Errorf("the zero value keeps in %s", f)
	}
	writeCoverage("", got) // keeps nothing, and is no error
}

// TestMatches looks at what a pattern names, of one kind.
func TestMatches(t *testing.T) {
	listed := []string{"BenchmarkA", "TestA", "FuzzA", "ExampleB", "BenchmarkB"}
	for _, tt := range []struct {
		s    Search
		want []string
	}{
		{Search{}, []string{"BenchmarkA", "BenchmarkB"}},
		{Search{Pattern: "B$"}, []string{"BenchmarkB"}},
		{Search{Tests: true}, []string{"TestA", "FuzzA", "ExampleB"}},
		{Search{Tests: true, Pattern: "A"}, []string{"TestA", "FuzzA"}},
	} {
		if got, err := tt.s.matches(listed); err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%+v: %v, %v, want %v", tt.s, got, err, tt.want)
		}
	}
	if _, err := (&Search{Pattern: "("}).matches(listed); err == nil {
		t.Error("a pattern that is none is taken")
	}
}
