package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/unheap/unheap/docs/results/internal/proxy"
	"github.com/unheap/unheap/internal/gocmd"
)

// A shape is a module on which fix is timed, and how fix is run on it.
type shape struct {
	name, what string
	files      map[string]string
	module     string // path and version of a module to download, instead of files
	patterns   []string
	args       []string
	first, all time.Duration // targets for the times until the first rewrite and of the whole run; 0 for none
}

// shapes are the modules on the page. Programs make them, so that everybody has the same.
func shapes() []shape {
	return []shape{
		{"slow", "a package of 900 functions", slow(900), "", []string{"."}, nil, 10 * time.Second, 0},
		{"wide", "a package with 42 sub-benchmarks, 30 candidates and 3 pools", wide(30, 12, 3), "", []string{"."}, []string{"-review"}, 0, 45 * time.Second},
		{"users", "a package that 30 others import, whose tests take a second each", imported(30), "", []string{"./lib"}, nil, 0, 0},
		{"many", "a module of 100 packages, each with a candidate, a benchmark and a test", many(100), "", []string{"./..."}, nil, 0, 0},
		{"real", "github.com/Masterminds/semver/v3 v3.5.0, not made for this", nil, "github.com/Masterminds/semver/v3@v3.5.0", []string{"."}, []string{"-review"}, 0, 0},
	}
}

// A timing is one run of fix on a shape.
type timing struct {
	build time.Duration // time of go build on the named packages, with dependencies in the cache
	first time.Duration // time until the first rewrite was shown; 0 if none was
	took  time.Duration
	cpu   time.Duration // CPU time of all processes; 0 if it is not known
	held  string        // "30 of 33"
}

// held matches the line that says how many rewrites were kept.
var held = regexp.MustCompile(`^(\d+ of \d+) candidates? held`)

// runSpeed runs a version of the program on a shape, with a warm build cache: packages and tests are built before.
// limit is the value of -max-time.
func runSpeed(ctx context.Context, program, tmp string, s shape, limit time.Duration) (t timing, err error) {
	dir, err := os.MkdirTemp(tmp, s.name)
	if err != nil {
		return t, err
	}
	if err := s.write(ctx, dir); err != nil {
		return t, err
	}
	deps, err := command(ctx, dir, "go", append([]string{"list", "-test", "-deps", "-f={{if .Standard}}{{.ImportPath}}{{end}}"}, s.patterns...)...)
	if err != nil {
		return t, err
	}
	for i, warm := range [][]string{append([]string{"build"}, strings.Fields(string(deps))...), append([]string{"build"}, s.patterns...), append([]string{"test", "-run=^$"}, s.patterns...)} {
		begin := time.Now()
		if _, err := command(ctx, dir, "go", warm...); err != nil {
			return t, err
		}
		if i == 1 {
			t.build = time.Since(begin)
		}
	}
	args := slices.Concat([]string{"fix", "-max-time=" + limit.String()}, s.args, s.patterns)
	log.Printf("%s: %s %s", s.name, filepath.Base(program), strings.Join(args, " "))
	began, before := time.Now(), childTime()
	c := gocmd.Command{Path: program, Args: args, Dir: dir, Env: []string{"GOWORK=off"}, Line: func(line string) {
		if t.first == 0 && (strings.HasPrefix(line, "holds ") || strings.HasPrefix(line, "+++ ")) {
			t.first = time.Since(began)
		}
		if m := held.FindStringSubmatch(line); m != nil {
			t.held = m[1]
		}
	}}
	_, err = c.Run(ctx)
	t.took, t.cpu = time.Since(began), childTime()-before
	log.Printf("%s: first after %v, all after %v, %v of processors, %s held", s.name,
		t.first.Round(time.Second/10), t.took.Round(time.Second/10), t.cpu.Round(time.Second/10), t.held)
	return t, err
}

// write writes the module to a folder.
func (s *shape) write(ctx context.Context, dir string) error {
	for name, text := range s.files {
		if err := writeFile(filepath.Join(dir, name), []byte(text)); err != nil {
			return err
		}
	}
	if s.module == "" {
		return nil
	}
	return proxy.Copy(ctx, s.module, dir)
}

// speedHead is the top of the page, above the table.
const speedHead = `# fix: how long it takes

Made by ` + "`go run ./docs/results/fix -speed=PROGRAM,PROGRAM > docs/results/speed.md`" + `, PROGRAM being unheap as it is built
from one commit or another. It writes the modules of the table to a temporary folder, all but the last, which it downloads, and runs
` + "`unheap fix -max-time=%v`" + ` in each, a run after the other, with %s, %d processors, %s/%s.

- *go build* is how long the go command takes to build what is named, all that it needs being in its cache. In the cache are
  also the package and its test as they are before a run; what fix compiles is not.
- *First* is when the first rewrite is shown that is proven by all but its time: it builds, go vet says nothing new, the tests pass, the
  importers' too, old and new version agree on generated inputs, and fewer objects are allocated.
- *All of it* is when the program has ended; where -max-time has ended it, that is said.
- *Of processors* is what all its processes used together.
- *Kept* are rewrites, of those that were proposed.

`

// runSpeeds prints the table for programs, given by their paths, and for the shapes whose names match. The targets are
// for the last program.
func runSpeeds(ctx context.Context, programs []string, only *regexp.Regexp, limit time.Duration) error {
	tmp, err := os.MkdirTemp("", "unheap-speed-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	version, err := command(ctx, tmp, "go", "env", "GOVERSION")
	if err != nil {
		return err
	}
	fmt.Printf(speedHead, limit, strings.TrimSpace(string(version)), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)
	fmt.Println("| module | go build | program | first | all of it | of processors | kept |\n|---|--:|---|--:|--:|--:|--:|")
	var targets []string
	for _, s := range shapes() {
		if !only.MatchString(s.name) {
			continue
		}
		var t timing
		for _, p := range programs {
			if t, err = runSpeed(ctx, p, tmp, s, limit); err != nil {
				return fmt.Errorf("%s: %v", s.name, err)
			}
			ended := ""
			if t.took > limit {
				ended = ", ended by -max-time"
			}
			fmt.Printf("| %s | %s | %s | %s | %s%s | %s | %s |\n", s.what, seconds(t.build), filepath.Base(p), seconds(t.first), seconds(t.took), ended, seconds(t.cpu), t.held)
		}
		if s.first > 0 {
			targets = append(targets, fmt.Sprintf("- %s, which takes %s to build: the first rewrite within %v: %s", s.what, seconds(t.build), s.first, judged(t.first, s.first)))
		}
		if s.all > 0 {
			targets = append(targets, fmt.Sprintf("- %s: all of it within %v: %s", s.what, s.all, judged(t.took, s.all)))
		}
	}
	if targets != nil {
		fmt.Printf("\nTargets, and %s:\n\n%s\n", filepath.Base(programs[len(programs)-1]), strings.Join(targets, "\n"))
	}
	return nil
}

// seconds prints a time for the table; empty if there is none.
func seconds(t time.Duration) string {
	if t == 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f s", t.Seconds())
}

// judged says whether a target was met.
func judged(took, target time.Duration) string {
	if took == 0 || took > target {
		return seconds(took) + ", **missed**"
	}
	return seconds(took) + ", met"
}

// writeShape writes the files of a shape to a folder, "NAME=DIR", so that they can be looked at.
func writeShape(spec string) error {
	name, dir, _ := strings.Cut(spec, "=")
	for _, s := range shapes() {
		if s.name != name {
			continue
		}
		return s.write(context.Background(), dir)
	}
	return fmt.Errorf("no shape is called %q", name)
}

// appender returns a function that appends to a slice without capacity.
func appender(name string, i int) string {
	return fmt.Sprintf(`
func %s(src []int) []int {
	var out []int
	for _, v := range src {
		out = append(out, v*%d)
	}
	return out
}
`, name, i+2)
}

// wide returns a package with one benchmark that has a sub-benchmark for each of appends functions that append, and
// for functions that make a gzip.Writer.
func wide(appends, zips, pools int) map[string]string {
	var code, list, test strings.Builder
	code.WriteString("package wide\n\nimport (\n\t\"compress/gzip\"\n\t\"io\"\n)\n")
	for i := range appends {
		name := fmt.Sprintf("Times%d", i)
		code.WriteString(appender(name, i))
		fmt.Fprintf(&list, "\t\t{%q, func() { sink = %s(src) }},\n", name, name)
		fmt.Fprintf(&test, "\tif len(%s(src)) != len(src) {\n\t\tt.Error(\"wrong length\")\n\t}\n", name)
	}
	for i := range pools {
		fmt.Fprintf(&code, `
func Zip%d(w io.Writer, p []byte) error {
	z := gzip.NewWriter(w)
	if _, err := z.Write(p[%d:]); err != nil {
		return err
	}
	return z.Close()
}
`, i, i)
	}
	for i := range zips {
		fmt.Fprintf(&list, "\t\t{\"Zip/%d\", func() { Zip%d(io.Discard, text[:%d]) }},\n", i, i%pools, 100*(i+1))
	}
	return map[string]string{
		"go.mod":  "module example.com/wide\n\ngo 1.26.0\n",
		"wide.go": code.String(),
		"wide_test.go": "package wide\n\nimport (\n\t\"io\"\n\t\"testing\"\n)\n\nvar (\n\tsrc  = make([]int, 100)\n\ttext = make([]byte, 10000)\n\tsink []int\n)\n\n" +
			"func BenchmarkAll(b *testing.B) {\n\tfor _, c := range []struct {\n\t\tname string\n\t\tf    func()\n\t}{\n" + list.String() +
			"\t} {\n\t\tb.Run(c.name, func(b *testing.B) {\n\t\t\tfor b.Loop() {\n\t\t\t\tc.f()\n\t\t\t}\n\t\t})\n\t}\n}\n\n" +
			"func TestAll(t *testing.T) {\n" + test.String() + "}\n",
	}
}

// slow returns a package of n functions that take long to compile, and one that appends.
func slow(n int) map[string]string {
	var code strings.Builder
	code.WriteString("package slow\n\nimport (\n\t\"fmt\"\n\t\"sort\"\n\t\"strings\"\n)\n")
	for i := range n {
		fmt.Fprintf(&code, `
func work%[1]d(m map[string]int, s []string) (string, error) {
	keys := make([]string, 0, len(m))
	for k, v := range m {
		if v > %[1]d {
			keys = append(keys, k)
		}
	}
	sort.Strings(keys)
	for i, k := range keys {
		switch {
		case strings.HasPrefix(k, "a%[1]d"):
			keys[i] = k[1:]
		case len(s) > %[2]d:
			keys[i] = s[%[2]d] + k
		default:
			return "", fmt.Errorf("work%[1]d: %%q", k)
		}
	}
	return strings.Join(keys, ","), nil
}
`, i, i%7)
	}
	_, test := library("slow", 1)
	return map[string]string{
		"go.mod":  "module example.com/slow\n\ngo 1.26.0\n",
		"slow.go": code.String() + appender("Times0", 0), "slow_test.go": test,
	}
}

// library returns a package with three functions that append, with tests and benchmarks.
func library(name string, functions int) (code, test string) {
	var c, t strings.Builder
	fmt.Fprintf(&c, "package %s\n", name)
	fmt.Fprintf(&t, "package %s\n\nimport \"testing\"\n\nvar (\n\tsrc  = make([]int, 100)\n\tsink []int\n)\n", name)
	for i := range functions {
		f := fmt.Sprintf("Times%d", i)
		c.WriteString(appender(f, i))
		fmt.Fprintf(&t, "\nfunc Benchmark%[1]s(b *testing.B) {\n\tfor b.Loop() {\n\t\tsink = %[1]s(src)\n\t}\n}\n\nfunc Test%[1]s(t *testing.T) {\n\tif len(%[1]s(src)) != len(src) {\n\t\tt.Error(\"wrong length\")\n\t}\n}\n", f)
	}
	return c.String(), t.String()
}

// imported returns a module in which n packages import one package, half of them directly. Their tests take a second
// each.
func imported(n int) map[string]string {
	code, test := library("lib", 3)
	files := map[string]string{"go.mod": "module example.com/imported\n\ngo 1.26.0\n", "lib/lib.go": code, "lib/lib_test.go": test}
	for i := range n {
		uses, call := "example.com/imported/lib", "lib.Times0([]int{1})"
		if i%2 == 1 {
			uses, call = fmt.Sprintf("example.com/imported/user%d", i-1), fmt.Sprintf("user%d.Use()", i-1)
		}
		files[fmt.Sprintf("user%d/user.go", i)] = fmt.Sprintf("package user%d\n\nimport %q\n\nfunc Use() []int { return %s }\n", i, uses, call)
		files[fmt.Sprintf("user%d/user_test.go", i)] = fmt.Sprintf(`package user%d

import (
	"testing"
	"time"
)

func TestUse(t *testing.T) {
	time.Sleep(time.Second)
	if len(Use()) != 1 {
		t.Error("wrong length")
	}
}
`, i)
	}
	return files
}

// many returns a module of n packages.
func many(n int) map[string]string {
	files := map[string]string{"go.mod": "module example.com/many\n\ngo 1.26.0\n"}
	for i := range n {
		name := fmt.Sprintf("p%d", i)
		code, test := library(name, 1)
		files[name+"/"+name+".go"], files[name+"/"+name+"_test.go"] = code, test
	}
	return files
}
