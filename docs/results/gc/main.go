// Gc measures what unheap gc predicts: five programs of this folder and three of others,
// each at every setting of the grid, and prints docs/results/gc.md.
//
//	go run ./docs/results/gc -state=DIR > docs/results/gc.md
//
// The programs of others come from the module proxy in the versions named below and are
// copied to a temporary folder. With -count runs per setting, the median is taken. What is
// measured is kept in folder -state, program by program, and not measured again, so that a
// page can be made in pieces: flag -only REGEXP names some of the programs. The folder is of
// no use to another version of unheap gc.
//
// Where the machine lets this process make a control group, each program runs at its
// advised setting in one with the memory that the advice was for; elsewhere the page says
// that this was not tried.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/unheap/unheap/docs/results/internal/proxy"
	"github.com/unheap/unheap/internal/gctune"
	"github.com/unheap/unheap/internal/record"
)

// A subject is a program to tune.
type subject struct {
	name   string
	module string // path and version of a module; empty for a program of this folder
	pkg    string
	args   []string // GOROOT is replaced by the path of its folder
	pages  int      // number of copies of a script in folder pages
	memory string   // memory that the program may use; empty for no grid
	flags  []string // flags of unheap gc
	drive  []string // arguments of load, a program of this folder; empty for none
	goes   []string // toolchains besides the current one
}

var subjects = []subject{
	{name: "small heap, high rate", pkg: "./programs/service", args: []string{"1000"}, memory: "64MiB", goes: []string{"go1.25.9", "go1.27.1"}},
	{name: "large heap, low rate", pkg: "./programs/tree", args: []string{"2000"}, memory: "256MiB", goes: []string{"go1.25.9", "go1.27.1"}},
	{name: "many stacks", pkg: "./programs/stacks", args: []string{"2000"}, memory: "512MiB"},
	{name: "bursts", pkg: "./programs/bursts", args: []string{"1600"}, memory: "256MiB"},
	{name: "memory-limited", pkg: "./programs/limited", args: []string{"3200"}, memory: "80MiB"},
	{name: "gofumpt", module: "mvdan.cc/gofumpt@v0.12.0", pkg: ".", args: []string{"-l", "GOROOT/src/net", "GOROOT/src/runtime", "GOROOT/src/go", "GOROOT/src/crypto", "GOROOT/src/internal", "GOROOT/src/cmd/compile"}, memory: "512MiB"},
	{name: "minify", module: "github.com/tdewolff/minify/v2@v2.24.25", pkg: "./cmd/minify", pages: 150, args: []string{"-q", "-r", "-o", "min", "pages"}, memory: "256MiB"},
	{name: "httpbin", module: "github.com/mccutchen/go-httpbin/v2@v2.26.0", pkg: "./cmd/go-httpbin", args: []string{"-port", "17080"}, drive: []string{"http://127.0.0.1:17080/gzip", "2000"}, memory: "64MiB"},
}

// High and low do the same work on the same live heap. Low lacks the site of high that allocates 39 of 40 bytes.
var (
	high = subject{name: "40 times the rate", pkg: "./programs/rate", flags: []string{"-bench=^BenchmarkHigh$", "-benchtime=20000x"}}
	low  = subject{name: "the low rate", pkg: "./programs/rate", flags: []string{"-bench=^BenchmarkLow$", "-benchtime=20000x"}}
)

func main() {
	log.SetFlags(log.Ltime)
	count := flag.Int("count", 3, "runs per setting")
	only := flag.String("only", "", "look only at programs whose names match `REGEXP`")
	state := flag.String("state", "", "the `folder` of what was measured already")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *count, *only, *state); err != nil {
		log.Fatal(err)
	}
}

// A result is the result for one subject with one toolchain.
type result struct {
	subject
	version string
	err     error
	found
}

// A found is a result in the form in which it is stored.
type found struct {
	Tuning  record.Tuning
	Go      string // the release that built the program
	Count   int    // number of runs per setting
	Day     string
	Grouped string // how the run in a control group ended
}

func run(ctx context.Context, count int, only, state string) error {
	names, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "gc")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	root, err := command(ctx, "", nil, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	for _, build := range [][]string{{"-o", filepath.Join(tmp, "unheap"), "./cmd/unheap"}, {"-o", filepath.Join(tmp, "load"), "./docs/results/gc/programs/load"}} {
		if _, err := command(ctx, "", nil, "go", append([]string{"build"}, build...)...); err != nil {
			return err
		}
	}
	var all []result
	for _, s := range append(subjects, high, low) {
		if !names.MatchString(s.name) {
			continue
		}
		for i := range s.args {
			s.args[i] = strings.Replace(s.args[i], "GOROOT", strings.TrimSpace(string(root)), 1)
		}
		for _, version := range append([]string{""}, s.goes...) {
			r := kept(state, s, version, func() result {
				log.Println(s.name, version)
				return measure(ctx, tmp, s, version, count)
			})
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if r.err != nil {
				log.Println(r.err)
			}
			all = append(all, r)
		}
	}
	return write(os.Stdout, all)
}

// kept returns the result stored in a folder or, if there is none, measures and stores it. Without a folder nothing is
// stored; nor is a failure.
func kept(state string, s subject, version string, measure func() result) result {
	if state == "" {
		return measure()
	}
	r := result{subject: s, version: version}
	file := filepath.Join(state, strings.NewReplacer(" ", "-", ",", "").Replace(s.name+" "+version)+".json")
	if text, err := os.ReadFile(file); err == nil && json.Unmarshal(text, &r.found) == nil {
		return r
	}
	if r = measure(); r.err != nil {
		return r
	}
	text, err := json.Marshal(r.found)
	if err == nil {
		err = os.MkdirAll(state, 0o777)
	}
	if err == nil {
		err = os.WriteFile(file, text, 0o666)
	}
	r.err = err
	return r
}

// measure tunes one subject.
func measure(ctx context.Context, tmp string, s subject, version string, count int) result {
	r := result{subject: s, version: version}
	dir, err := folder(ctx, tmp, s)
	if err != nil {
		r.err = err
		return r
	}
	args := []string{"gc", fmt.Sprint("-count=", count), "-format=json"}
	if s.memory != "" {
		args = append(args, "-grid", "-memory="+s.memory)
	}
	if len(s.drive) > 0 {
		args = append(args, "-drive="+strings.Join(s.load(tmp), " "))
	}
	args = append(append(append(args, s.flags...), s.pkg, "--"), s.args...)
	env := []string{"GOWORK=off"}
	if version != "" {
		env = append(env, "GOTOOLCHAIN="+version)
	}
	out, err := command(ctx, dir, env, filepath.Join(tmp, "unheap"), args...)
	if err != nil {
		r.err = err
		return r
	}
	r.err = record.Decode(bytes.NewReader(out), &collector{result: &r})
	r.Count, r.Day = count, time.Now().Format(time.DateOnly)
	if r.err == nil && s.memory != "" {
		r.Grouped = inGroup(ctx, tmp, dir, env, r)
	}
	return r
}

// load returns the command that sends requests to a server.
func (s subject) load(tmp string) []string {
	return append([]string{filepath.Join(tmp, "load")}, s.drive...)
}

// folder returns the folder of the subject's packages: a copy, so that any toolchain may build them.
func folder(ctx context.Context, tmp string, s subject) (string, error) {
	if s.module == "" {
		dir := filepath.Join(tmp, "own")
		if _, err := os.Stat(dir); err == nil {
			return dir, nil
		}
		if err := os.CopyFS(filepath.Join(dir, "programs"), os.DirFS("docs/results/gc/programs")); err != nil {
			return "", err
		}
		return dir, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module own\n\ngo 1.25\n"), 0o666)
	}
	dir := filepath.Join(tmp, s.name)
	if err := proxy.Copy(ctx, s.module, dir); err != nil {
		return "", err
	}
	return dir, writePages(ctx, dir, s.pages)
}

// writePages writes n copies of a script of the toolchain, 110 KiB each.
func writePages(ctx context.Context, dir string, n int) error {
	root, err := command(ctx, dir, nil, "go", "env", "GOROOT")
	if err != nil || n == 0 {
		return err
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "src/internal/trace/traceviewer/static/webcomponents.min.js"))
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Join(dir, "pages"), 0o777); err != nil {
		return err
	}
	for i := range n {
		if err := os.WriteFile(filepath.Join(dir, "pages", fmt.Sprint(i, ".js")), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// command runs a program and returns its standard output.
func command(ctx context.Context, dir string, env []string, name string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return out, fmt.Errorf("%s: %v\n%s", strings.Join(c.Args, " "), err, stderr.String())
	}
	return out, nil
}

// A group is a control group with a memory limit.
type group struct {
	dir, kind, limit, peak string
}

// newGroup makes a control group with a limit of memory bytes in the machine's hierarchy at root.
func newGroup(root string, memory int64) (g group, err error) {
	g = group{filepath.Join(root, "unheap"), "cgroup v2", "memory.max", "memory.peak"}
	if _, err := os.Stat(filepath.Join(root, "memory", "memory.limit_in_bytes")); err == nil {
		g = group{filepath.Join(root, "memory", "unheap"), "cgroup v1", "memory.limit_in_bytes", "memory.max_usage_in_bytes"}
	} else {
		_ = os.WriteFile(filepath.Join(root, "cgroup.subtree_control"), []byte("+memory"), 0o644) // if it fails there is no memory.max
	}
	if err := os.Mkdir(g.dir, 0o755); err != nil {
		return g, err
	}
	// The files of a control group exist already and must not be created.
	limit, err := os.OpenFile(filepath.Join(g.dir, g.limit), os.O_WRONLY, 0)
	if err == nil {
		_, err = fmt.Fprint(limit, memory)
		err = errors.Join(err, limit.Close())
	}
	if err != nil {
		os.Remove(g.dir)
	}
	return g, err
}

// most returns the largest use of memory so far, in bytes.
func (g group) most() (n int64, err error) {
	text, err := os.ReadFile(filepath.Join(g.dir, g.peak))
	if err != nil {
		return 0, err
	}
	_, err = fmt.Fscan(bytes.NewReader(text), &n)
	return n, err
}

// inGroup runs a subject at its advised setting in a control group with the memory that
// the advice was for, and says how that ended.
func inGroup(ctx context.Context, tmp, dir string, env []string, r result) string {
	if r.Tuning.Advised == (record.GCSetting{}) {
		return ""
	}
	binary := filepath.Join(tmp, "grouped")
	if _, err := command(ctx, dir, env, "go", "build", "-o", binary, r.pkg); err != nil {
		return "not tried: " + err.Error()
	}
	g, err := newGroup("/sys/fs/cgroup", r.Tuning.Memory)
	if err != nil {
		return "not tried: " + err.Error()
	}
	defer os.Remove(g.dir)
	script := fmt.Sprintf(`echo $$ > %s/cgroup.procs && exec "$0" "$@"`, g.dir)
	args := append([]string{"-c", script, binary}, r.args...)
	if len(r.drive) > 0 {
		err = served(ctx, dir, gctune.Env(r.Tuning.Advised), args, r.load(tmp))
	} else {
		_, err = command(ctx, dir, gctune.Env(r.Tuning.Advised), "/bin/sh", args...)
	}
	n, perr := g.most()
	if perr != nil {
		return "no peak: " + perr.Error()
	}
	text := fmt.Sprintf("%d of %d MiB, %s", n>>20, r.Tuning.Memory>>20, g.kind)
	if err != nil {
		return "killed or failed: " + text
	}
	return "ended well: " + text
}

// served runs a server while its load runs. It is an error if the server ends before.
func served(ctx context.Context, dir string, env, args, load []string) error {
	server := exec.CommandContext(ctx, "/bin/sh", args...)
	server.Dir, server.Env = dir, append(os.Environ(), env...)
	if err := server.Start(); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	time.Sleep(time.Second)
	_, err := command(ctx, dir, nil, load[0], load[1:]...)
	select {
	case werr := <-ended:
		return fmt.Errorf("the server ended while it was loaded: %v", werr)
	default:
	}
	if ierr := server.Process.Signal(os.Interrupt); ierr != nil {
		return ierr
	}
	<-ended // an interrupted server may return an error
	return err
}
