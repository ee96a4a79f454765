package equiv

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// TestTwins compares functions of one package, and counts what they allocate.
func TestTwins(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a test binary")
	}
	ar, err := txtar.ParseFile("testdata/twins.txtar")
	if err != nil {
		t.Fatal(err)
	}
	wants, files := make(map[string]string), make(map[string][]byte)
	for _, f := range ar.Files {
		if f.Name != "want" {
			files[f.Name] = f.Data
			continue
		}
		for line := range strings.Lines(string(f.Data)) {
			name, want, _ := strings.Cut(strings.TrimSpace(line), " ")
			wants[name] = want
		}
	}
	var functions []Function
	for _, name := range slices.Sorted(maps.Keys(wants)) {
		with := "After" + name[len("Before"):]
		if name[0] == 'b' {
			with = "a" + with[1:]
		}
		functions = append(functions, Function{Name: name, With: with})
	}
	test, err := GenerateTwins(Twins{Package: load(t, ar), Strings: []string{"s"}, Time: 2 * time.Second}, functions)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(files, test.Files)
	got := test.Skipped
	for _, r := range runTest(t, files) {
		switch {
		case r.Differs != "":
			got[r.Name] = r.Differs
		case r.Skipped != "":
			got[r.Name] = r.Skipped
		case r.Doubt != "":
			got[r.Name] = "doubt: " + r.Doubt
		case r.Counted > 50:
			each := func(sum int64) float64 { return float64(sum) / float64(r.Counted) }
			got[r.Name] = fmt.Sprintf("%.0f → %.0f", each(r.Objects[0]), each(r.Objects[1]))
		}
	}
	for name, want := range wants {
		if !strings.Contains(got[name], want) {
			t.Errorf("%s: got %q, want %q", name, got[name], want)
		}
	}
}
