package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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
	commits, err := chooseIn(repos, "a/b")
	if err != nil {
		t.Fatal(err)
	}
	if len(commits) != 2 || commits[0].Subject != "fewer allocations" {
		t.Fatalf("chose %v", commits)
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
