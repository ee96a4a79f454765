package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"
)

func TestSays(t *testing.T) {
	for message, want := range map[string]bool{
		"parse: avoid an allocation per token":                          true,
		"Reduce number of allocs in Decode":                             true,
		"less garbage":                                                  false, // another word
		"allocate ports from the range":                                 false,
		"ipam: allocation of blocks":                                    false,
		"alloc: new package\n\n" + strings.Repeat("x", 80) + " removed": false, // not near
		"faster\n\nBenchmarkReduce 3 allocs/op":                         false, // a result
		"all: zero-allocation lookup":                                   true,
	} {
		if got := says(message); got != want {
			t.Errorf("says(%q) = %v", message, got)
		}
	}
}

// history makes a repository with a commit for each archive and returns the folder of all
// repositories.
func history(t *testing.T, messages []string, archives ...string) (repos string) {
	t.Helper()
	repos = t.TempDir()
	dir := filepath.Join(repos, "a+b", "repo")
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b", "GIT_CONFIG_GLOBAL=/dev/null")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	run("init", "-q")
	for i, archive := range archives {
		for _, f := range txtar.Parse([]byte(archive)).Files {
			name := filepath.Join(dir, f.Name)
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		run("add", "-A")
		run("commit", "-q", "-m", messages[i])
	}
	return repos
}

// The second commit does by hand what presize does; the third changes another loop of a function in
// which presize changes one, and what no rule knows.
func TestExamine(t *testing.T) {
	const head = "package m\n\nfunc all(in []int) []int {\n"
	const loop = "\tfor _, n := range in {\n\t\tout = append(out, n+1)\n\t}\n\treturn out\n}\n"
	const rest = "\nfunc other(m map[int]int, in []int) []int {\n"
	first := "-- go.mod --\nmodule m\n\ngo 1.24\n-- m.go --\n" + head + "\tvar out []int\n" + loop + rest + "\tm[2]++\n\n\tvar out []int\n" + loop
	second := "-- m.go --\n" + head + "\tout := make([]int, 0, len(in))\n" + loop + rest + "\tm[2]++\n\n\tvar out []int\n" + loop
	third := "-- m.go --\n" + head + "\tout := make([]int, 0, len(in))\n" + loop + rest + "\tm[1]++\n\n\tvar out []int\n" + loop
	repos := history(t, []string{"first", "avoid allocations", "fewer allocations"}, first, second, third)
	commits, err := chooseIn(repos, "a/b", false)
	if err != nil {
		t.Fatal(err)
	}
	if len(commits) != 2 || commits[0].Subject != "fewer allocations" {
		t.Fatalf("chose %v", commits)
	}
	if benched, err := chooseIn(repos, "a/b", true); err != nil || len(benched) > 0 {
		t.Errorf("chose %v, %v of a package without a benchmark", benched, err)
	}
	r := runner{repos: repos, limit: 1 << 40}
	for i, want := range []reach{{Hunks: 1, Fixes: 1}, {Hunks: 1, Touched: 1, Fixes: 2}} {
		got, err := r.examine(context.Background(), commits[i])
		if err != nil {
			t.Fatal(err)
		}
		if got.Hunks != want.Hunks || got.Touched != want.Touched || got.Fixes != want.Fixes || len(got.OnLine) != want.Touched || len(got.Beside) != 1-want.Touched {
			t.Errorf("%s: %+v", commits[i].Subject, got)
		}
	}
}

// TestDrop measures the benchmark of which a commit cuts most, with the child's text of it, or
// the parent's where the child's does not build there. It is not measured again.
func TestDrop(t *testing.T) {
	if testing.Short() {
		t.Skip("runs benchmarks")
	}
	const parent = `-- go.mod --
module example.com/m

go 1.24
-- a.go --
package m

func Copy(src []int) (out []int) {
	for _, v := range src {
		out = append(out, v)
	}
	return out
}

func Two() []*int { return []*int{new(int), new(int)} }
-- a_test.go --
package m

import "testing"

var sink any

func BenchmarkCopy(b *testing.B) {
	for range b.N {
		sink = Copy(make([]int, 100))
	}
}

func BenchmarkTwo(b *testing.B) {
	for range b.N {
		sink = Two()
	}
}
`
	child := strings.NewReplacer("out []int) {", "out []int) {\n\tout = make([]int, 0, len(src))", "new(int), new(int)", "nil, new(int)").Replace(parent)
	needsChild := strings.NewReplacer("func Two", "func New() {}\n\nfunc Two", "sink = Copy(", "New()\n\t\tsink = Copy(").Replace(child)
	for name, second := range map[string]string{"tests of the child": child, "tests of the parent": needsChild} {
		repos := history(t, []string{"m: make slices one by one", "m: avoid allocations in Copy"}, parent, second)
		commits, err := chooseIn(repos, "a/b", true)
		if err != nil || len(commits) != 1 {
			t.Fatal(commits, err)
		}
		state := filepath.Join(t.TempDir(), "state")
		first := ask(t, &runner{repos: repos, limit: time.Hour}, state, commits[0])
		if first.Benchmark != "BenchmarkCopy" || first.Package != "example.com/m" || first.Before.Allocs < 8 || first.People.Allocs > 3 || first.OwnTests != (second == needsChild) {
			t.Errorf("%s: %+v", name, first)
		}
		if again := ask(t, &runner{build: "another, without the repositories"}, state, commits[0]); *again != *first {
			t.Errorf("%s: %+v, then %+v", name, first, again)
		}
	}
}

// ask returns what people took out of a benchmark, which has to be known or measured without an
// error.
func ask(t *testing.T, r *runner, state string, c commit) *drop {
	t.Helper()
	if err := r.openMeasured(state); err != nil {
		t.Fatal(err)
	}
	found, err := r.dropOf(t.Context(), c)
	if err != nil || found.Error != "" {
		t.Fatal(err, found.Error)
	}
	return found.Value
}
