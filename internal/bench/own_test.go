package bench

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/profile"
)

const recursive = `package deep_test

import (
	"sort"
	"testing"

	"example.com/deep"
)

type tree struct{ left, right *tree }

type byDepth struct{ deep []int }

func (b byDepth) Len() int           { return len(b.deep) }
func (b byDepth) Swap(i, j int)      { b.deep[i], b.deep[j] = b.deep[j], b.deep[i] }
func (b byDepth) Less(i, j int) bool { kept = new(int64); return b.deep[i] < b.deep[j] }

var kept any

//go:noinline
func plant(depth int) *tree {
	if depth == 0 {
		return nil
	}
	return &tree{plant(depth - 1), plant(depth - 1)}
}

// Own code that is recursive, and own code below a recursive library that was
// called by own code.
func TestOwn(t *testing.T) {
	kept = plant(10)
	b := byDepth{make([]int, 500)}
	for i := range b.deep {
		b.deep[i] = i * 7919 % 1009
	}
	sort.Sort(b)
}

// Library code that calls itself in as many ways as it allocates.
func TestLibrary(t *testing.T) { kept = deep.Plant(10) }

// Deeper than any buffer for stacks.
func TestDeep(t *testing.T) { kept = deep.Chain(3000) }
`

const library = `package deep

type Node struct{ Left, Right *Node }

//go:noinline
func Plant(depth int) *Node {
	if depth == 0 {
		return nil
	}
	return &Node{Plant(depth - 1), Plant(depth - 1)}
}

//go:noinline
func Chain(depth int) *Node {
	if depth == 0 {
		return nil
	}
	return &Node{Left: Chain(depth - 1)}
}
`

// With the user's packages known, stacks are kept as far as the place of an object
// turns on them: no object is lost, the user's innermost frame and its callee stay,
// and a recursive library has few stacks.
func TestOwnStacks(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs test binaries")
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example.com/deep\n\ngo 1.24\n", "deep.go": library, "deep_test.go": recursive,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	b, err := Open(t.Context(), Options{Dir: dir, Env: []string{"GOWORK=off", "GOFLAGS="}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	x, err := b.Build(t.Context(), "example.com/deep", dir)
	if err != nil {
		t.Fatal(err)
	}
	const test = "example.com/deep_test"
	tests := []struct {
		name string
		own  Own
		most int // stacks of TestLibrary at the most
	}{
		{"all", Own{}, 1 << 11},
		{"package", Own{Packages: []string{test}, Callers: 8}, 60},
		{"exception", Own{Trees: []string{"example.com"}, Others: []string{"example.com/deep"}, Packages: []string{test}, Callers: 2}, 60},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run, err := x.Profile(t.Context(), Select{Run: ".", Own: tt.own})
			if err != nil {
				t.Fatal(err)
			}
			checkExact(t, run)
			stacks, objects := make(map[string]int), make(map[string]int64)
			for _, s := range run.Profile.Sample {
				name := s.Label["workload"][0]
				stacks[name]++
				objects[callOf(s, test)] += s.Value[0]
				if most := len(s.Location); tt.own.Callers > 0 && most > 60 {
					t.Errorf("%s: a stack of %d frames", name, most)
				}
			}
			if stacks["TestLibrary"] > tt.most || stacks["TestLibrary"] == 0 {
				t.Errorf("%d stacks of TestLibrary, want at most %d", stacks["TestLibrary"], tt.most)
			}
			want := map[string]int64{
				test + ".plant < runtime":                      1<<10 - 1,
				test + ".TestLibrary < example.com/deep.Plant": 1<<10 - 1,
				test + ".byDepth.Less < runtime":               objects[test+".byDepth.Less < runtime"],
			}
			if want[test+".byDepth.Less < runtime"] < 500 {
				t.Errorf("Less has %d objects", want[test+".byDepth.Less < runtime"])
			}
			if tt.own.Callers > 0 { // otherwise the buffer ends before the test
				want[test+".TestDeep < example.com/deep.Chain"] = 1000
			}
			for place, n := range want {
				if objects[place] < n {
					t.Errorf("%d objects of %s, want %d", objects[place], place, n)
				}
			}
		})
	}
}

// callOf is the innermost function of a package in a stack, and what it called.
func callOf(s *profile.Sample, pkg string) string {
	callee := "runtime"
	for _, loc := range s.Location {
		for _, line := range loc.Line {
			name := line.Function.Name
			switch {
			case len(name) > len(pkg) && name[:len(pkg)+1] == pkg+".":
				return name + " < " + callee
			case len(name) < 8 || name[:8] != "runtime.":
				callee = name
			}
		}
	}
	return "elsewhere"
}

func TestEncodeOwn(t *testing.T) {
	own := Own{
		Packages: []string{"fmt", "gopkg.in/yaml.v3"},
		Trees:    []string{"example.com/m"},
		Others:   []string{"example.com/m/other.mod"},
		Callers:  8,
	}
	const want = "8 +fmt,+gopkg.in/yaml%2ev3,+example.com/m,+example.com/m/,-example.com/m/other%2emod,-example.com/m/other.mod/"
	if diff := cmp.Diff(want, own.encode()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if got := (Own{Callers: 8}).encode(); got != "" {
		t.Errorf("without packages it is %q", got)
	}
}
