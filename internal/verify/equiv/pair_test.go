package equiv

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

// TestPair compares both versions of a package, old/ and p/ of the module, of which helpers,
// signatures and types differ.
func TestPair(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a test binary")
	}
	ar, err := txtar.ParseFile("testdata/pair.txtar")
	if err != nil {
		t.Fatal(err)
	}
	old, now := new(txtar.Archive), new(txtar.Archive)
	wants := make(map[string]string) // function -> "agrees", "doubt", or a part of the difference or of the reason for skipping
	files := make(map[string][]byte)
	for _, f := range ar.Files {
		switch name, isOld := strings.CutPrefix(f.Name, "old/"); {
		case f.Name == "want":
			for line := range strings.Lines(string(f.Data)) {
				name, want, _ := strings.Cut(strings.TrimSpace(line), " ")
				wants[name] = want
			}
		case isOld:
			old.Files = append(old.Files, txtar.File{Name: "p/" + name, Data: f.Data})
		default:
			now.Files = append(now.Files, f)
			files[f.Name] = f.Data
		}
	}
	p := Pair{Old: load(t, old), New: load(t, now), Strings: []string{"", "1.5", "+7", "a/b"}, Ints: []int64{10}, Time: 5 * time.Second}
	var functions []Function
	for _, name := range slices.Sorted(maps.Keys(wants)) {
		functions = append(functions, Function{Name: name})
	}
	test, err := GeneratePair(p, functions)
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(files, test.Files)
	got := make(map[string]string)
	for _, r := range runTest(t, files, "-coverpkg=example.com/m/p,"+OldPath("example.com/m/p")) {
		switch {
		case r.Differs != "":
			got[r.Name] = r.Differs
		case r.Skipped != "":
			got[r.Name] = r.Skipped
		case r.Doubt != "":
			got[r.Name] = "doubt"
		case r.Inputs > 50:
			got[r.Name] = "agrees"
		}
	}
	maps.Copy(got, test.Skipped)
	for name, want := range wants {
		if !strings.Contains(got[name], want) {
			t.Errorf("%s: got %q, want %q", name, got[name], want)
		}
	}
}
