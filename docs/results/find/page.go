package main

import (
	"bufio"
	"cmp"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
)

func writePage(w *bufio.Writer, s *state) {
	version, _ := exec.Command("go", "env", "GOVERSION").Output() // for the heading only
	fmt.Fprintf(w, "# find: what is accounted for, and what it costs\n\n")
	fmt.Fprintf(w, "Made by `go run ./docs/results/find -state=FILE > docs/results/find.md` with %s on %s/%s, %d CPUs. Where they were\n",
		strings.TrimSpace(string(version)), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	fmt.Fprintf(w, "busy with other work, as the load before a measurement says, wall times say little; counts, memory and the time of\nall processors do. Every benchmark ran %s operations.\n\n",
		strings.TrimPrefix(iterations, "-benchtime="))
	fmt.Fprintf(w, "A run goes on with what is in FILE, so that the parts may be of builds that lie a few days apart.\n\n")
	writeSums(w, collected[sums](s, "sums "))
	writeWhole(w, s)
	writeCosts(w, collected[cost](s, "cost "))
	writeTruth(w, collected[truth](s, "truth "))
	var own speed
	if s.get("speed", &own) {
		own.write(w)
	}
}

// collected returns the values of all keys with a prefix, in the order of the keys.
func collected[T any](s *state, prefix string) []T {
	var keys []string
	for key := range s.lines {
		if strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	var all []T
	for _, key := range keys {
		var v T
		if s.get(key, &v) {
			all = append(all, v)
		}
	}
	return all
}

// writeSums writes a line for each toolchain, then one for each target.
func writeSums(w *bufio.Writer, all []sums) {
	byGo := make(map[string]*sums)
	byTarget := make(map[string]map[string]sums)
	var versions []string
	for _, r := range all {
		if byGo[r.Go] == nil {
			byGo[r.Go] = &sums{Go: r.Go}
			versions = append(versions, r.Go)
		}
		if byTarget[r.Target] == nil {
			byTarget[r.Target] = make(map[string]sums)
		}
		byTarget[r.Target][r.Go] = r
		total := byGo[r.Go]
		total.Benchmarks += r.Benchmarks
		total.Held += r.Held
		total.Exact += r.Exact
		total.Objects += r.Objects
		total.Unexplained += r.Unexplained
		total.Shared += r.Shared
		total.Sites += r.Sites
		total.Failed = append(total.Failed, r.Failed...)
		if r.Counter == "exact" && r.Failure == "" {
			total.Target += "x" // one for each target
		}
	}
	slices.Sort(versions)
	fmt.Fprintf(w, "Counts are exact: objects are counted by the runtime of each toolchain as its users run it, with the allocation functions\n")
	fmt.Fprintf(w, "for single sizes that Go 1.27 calls directly. The promise is that the sites of every benchmark sum to its allocs/op within\n0.5 %% or 0.01, that at most 2 %% of the objects are unexplained, and at most 1 %% shared.\n\n")
	fmt.Fprintf(w, "Not on this page: the development tree of Go. The module proxy has no toolchain after 1.27 (`go list -m -versions\n")
	fmt.Fprintf(w, "golang.org/toolchain`), and the repository was too large to be brought to where this was measured. Where it can be had, `%s`\n", "UNHEAP_TOOLCHAINS=GOROOT/bin/go go test -run=TestTruth ./internal/testprog")
	fmt.Fprintf(w, "says whether it is understood; what is not is named, and the stock profile stands in. Memory that is freed at once and used again\n")
	fmt.Fprintf(w, "(GOEXPERIMENT=runtimefreegc) is held by `go test -run=TestExperiments ./internal/bench`. Where a cell is empty, time did not allow.\n\n")
	fmt.Fprintf(w, "| toolchain | targets counted | benchmarks and tests | within bound | to the digit | sites | objects | unexplained | shared | failed by themselves |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, v := range versions {
		r := byGo[v]
		fmt.Fprintf(w, "| %s | %d | %d | %d | %d | %d | %d | %s | %s | %d |\n", v, len(r.Target), r.Benchmarks, r.Held, r.Exact,
			r.Sites, r.Objects, percent(r.Unexplained, r.Objects), percent(r.Shared, r.Objects), len(r.Failed))
	}
	fmt.Fprintf(w, "\nBenchmarks (t: tests, where there are none) within the bound, of those that ran:\n\n| target |")
	for _, v := range versions {
		fmt.Fprintf(w, " %s |", v)
	}
	fmt.Fprintf(w, "\n|---|%s\n", strings.Repeat("--:|", len(versions)))
	var notes []string
	for _, t := range targets() {
		of, ok := byTarget[t.String()]
		if !ok {
			continue
		}
		fmt.Fprintf(w, "| %s |", t)
		for _, v := range versions {
			r, ok := of[v]
			fmt.Fprintf(w, " %s |", r.cell(ok))
			notes = append(notes, r.notes()...)
		}
		fmt.Fprintln(w)
		if t.Skip != "" {
			notes = append(notes, fmt.Sprintf("%s: `-skip='%s'`, to bound the time of the run", t, t.Skip))
		}
	}
	slices.Sort(notes)
	fmt.Fprintln(w)
	for _, note := range slices.Compact(notes) {
		fmt.Fprintf(w, "- %s\n", note)
	}
	fmt.Fprintln(w)
}

// cell returns the cell of the table for one target and toolchain.
func (r sums) cell(measured bool) string {
	switch {
	case !measured:
		return ""
	case r.Failure != "":
		return "no"
	case r.Tests:
		return fmt.Sprintf("%d of %d t", r.Held, r.Benchmarks)
	}
	return fmt.Sprintf("%d of %d", r.Held, r.Benchmarks)
}

// notes returns the notes for which the table has no room.
func (r sums) notes() (all []string) {
	at := r.Target + ", " + r.Go + ": "
	if r.Failure != "" {
		all = append(all, at+r.Failure)
	}
	if r.Counter != "exact" && r.Counter != "" {
		all = append(all, at+"counter "+r.Counter)
	}
	for _, f := range r.Failed {
		all = append(all, at+strings.ReplaceAll(f, "\n", " "))
	}
	for _, b := range r.Off {
		all = append(all, fmt.Sprintf("%s%s: %.3f allocs/op over sites, %.3f in MemStats", at, b.Name, b.Sites, b.MemStats))
	}
	return all
}

func percent(part, whole int64) string {
	if whole == 0 {
		return "0 %"
	}
	return fmt.Sprintf("%.3f %%", 100*float64(part)/float64(whole))
}

func writeWhole(w *bufio.Writer, s *state) {
	all := collected[whole](s, "whole ")
	if len(all) > 0 {
		fmt.Fprintf(w, "## Whole modules\n\n`unheap find ./...`. The promise is 1 GB for find itself, whatever the program under test takes, and the first\ntable within 15 s where 100 packages are asked for.\n\n")
		fmt.Fprintf(w, "| module | packages | wall s | first line after s | memory of find, MB | with all processes below it, MB | left in the temporary folder | load before | |\n|---|--:|--:|--:|--:|--:|--:|--:|---|\n")
	}
	for _, r := range all {
		fmt.Fprintf(w, "| %s | %d | %.0f | %.1f | %d | %d | %d | %.1f | %s |\n", cmp.Or(strings.TrimSuffix(r.Target, " ./..."), "?"), r.Packages, r.Wall, r.First, r.Own, r.Tree, r.Left, r.Load, r.Failure)
	}
	var k kill
	if s.get("kill", &k) {
		fmt.Fprintf(w, "\nA run that was killed by SIGKILL while a test binary slept left %d folder and %d processes; after the next run\nthere were %d and %d.\n", k.Folders, k.Processes, k.FoldersAfter, k.ProcessesAfter)
	}
	fmt.Fprintln(w)
}

func writeCosts(w *bufio.Writer, all []cost) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintf(w, "## Cost\n\nSeconds, the middle one of %d runs in turns with warm caches: until the end, and of all processors. The promise is\n1.5 × `go test -bench`.\n\n", turns)
	fmt.Fprintf(w, "| target | go test | find | landed version | ratio | go test, CPU | find, CPU | landed version, CPU | ratio, CPU | load before |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	var walls, cpus []float64
	for _, c := range all {
		wall, cpu := c.New.Wall/c.Test.Wall, c.New.CPU/c.Test.CPU
		walls, cpus = append(walls, wall), append(cpus, cpu)
		fmt.Fprintf(w, "| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.1f |\n", c.Target,
			c.Test.Wall, c.New.Wall, c.Old.Wall, wall, c.Test.CPU, c.New.CPU, c.Old.CPU, cpu, c.Load)
	}
	slices.Sort(walls)
	slices.Sort(cpus)
	fmt.Fprintf(w, "\nA package without benchmarks (compress/gzip) costs go test no run, and find that of its tests. What find does beside\n")
	fmt.Fprintf(w, "go test: it lists and type-checks the package with what it imports (0.2 s of one processor at the least), reads what the\n")
	fmt.Fprintf(w, "compiler says of it and of what it calls in the standard library, and asks the rules of fix about what is hot.\n")
	fmt.Fprintf(w, "\nMedian ratio %.2f of wall time, %.2f of CPU time.\n", walls[len(walls)/2], cpus[len(cpus)/2])
}
