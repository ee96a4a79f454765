// Gc measures what unheap gc predicts: five programs of this folder and three of others,
// each at every setting of the grid, and prints docs/results/gc.md.
//
//	go run ./docs/results/gc > docs/results/gc.md
//
// The programs of others come from the module proxy in the versions named below and are
// copied to a temporary folder. With -count runs per setting, the median is taken. Flag
// -only REGEXP names some of the programs. Where the machine lets this process make a
// control group, each program runs at its advised setting in one with the memory that the
// advice was for; elsewhere the page says that this was not tried.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/unheap/unheap/internal/gctune"
	"github.com/unheap/unheap/internal/record"
)

// A subject is a program to tune.
type subject struct {
	name   string
	module string // of others; empty for one of this folder
	pkg    string
	args   []string // GOROOT stands for its folder
	memory string   // that it may have
	drive  []string // arguments of the load, a program of this folder; empty for none
	goes   []string // toolchains besides the one in force
}

var subjects = []subject{
	{name: "small heap, high rate", pkg: "./programs/service", args: []string{"1500"}, memory: "64MiB", goes: []string{"go1.25.9", "go1.27.1"}},
	{name: "large heap, low rate", pkg: "./programs/tree", args: []string{"800"}, memory: "256MiB", goes: []string{"go1.25.9", "go1.27.1"}},
	{name: "many stacks", pkg: "./programs/stacks", args: []string{"2000"}, memory: "512MiB"},
	{name: "bursts", pkg: "./programs/bursts", args: []string{"800"}, memory: "256MiB"},
	{name: "memory-limited", pkg: "./programs/limited", args: []string{"400"}, memory: "80MiB"},
	{name: "gofumpt", module: "mvdan.cc/gofumpt@v0.12.0", pkg: ".", args: []string{"-l", "GOROOT/src/net"}, memory: "512MiB"},
	{name: "minify", module: "github.com/tdewolff/minify/v2@v2.24.25", pkg: "./cmd/minify", args: []string{"-o", os.DevNull, "GOROOT/src/internal/trace/traceviewer/static/trace_viewer_full.html"}, memory: "256MiB"},
	{name: "httpbin", module: "github.com/mccutchen/go-httpbin/v2@v2.26.0", pkg: "./cmd/go-httpbin", args: []string{"-port", "17080"}, drive: []string{"http://127.0.0.1:17080/json", "8000"}, memory: "64MiB"},
}

func main() {
	log.SetFlags(log.Ltime)
	count := flag.Int("count", 3, "runs per setting")
	only := flag.String("only", "", "look only at programs whose names match `REGEXP`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *count, *only); err != nil {
		log.Fatal(err)
	}
}

// A result is what became of one subject under one toolchain.
type result struct {
	subject
	version string
	tuning  record.Tuning
	err     error
	grouped string // how the run in a control group ended
}

func run(ctx context.Context, count int, only string) error {
	names, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "gc")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	for _, build := range [][]string{{"-o", filepath.Join(tmp, "unheap"), "./cmd/unheap"}, {"-o", filepath.Join(tmp, "load"), "./docs/results/gc/programs/load"}} {
		if _, err := command(ctx, "", nil, "go", append([]string{"build"}, build...)...); err != nil {
			return err
		}
	}
	var all []result
	for _, s := range subjects {
		if !names.MatchString(s.name) {
			continue
		}
		for _, version := range append([]string{""}, s.goes...) {
			log.Println(s.name, version)
			r := measure(ctx, tmp, s, version, count)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			all = append(all, r)
		}
	}
	return write(os.Stdout, all, count)
}

// measure tunes one subject.
func measure(ctx context.Context, tmp string, s subject, version string, count int) result {
	r := result{subject: s, version: version}
	dir, err := folder(ctx, tmp, s)
	if err != nil {
		r.err = err
		return r
	}
	args := []string{"gc", "-grid", fmt.Sprint("-count=", count), "-format=json", "-memory=" + s.memory}
	if len(s.drive) > 0 {
		args = append(args, "-drive="+strings.Join(append([]string{filepath.Join(tmp, "load")}, s.drive...), " "))
	}
	args = append(append(args, s.pkg, "--"), s.args...)
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
	if r.err == nil && len(s.drive) == 0 && version == "" {
		r.grouped = inGroup(ctx, tmp, dir, r)
	}
	return r
}

// folder is where the subject's packages are: a copy, so that any toolchain may build them.
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
	out, err := command(ctx, tmp, []string{"GOWORK=off", "GOFLAGS=-mod=mod"}, "go", "mod", "download", "-json", s.module)
	if err != nil {
		return "", err
	}
	var at struct{ Dir string }
	if err := json.Unmarshal(out, &at); err != nil {
		return "", err
	}
	dir := filepath.Join(tmp, s.name)
	if err := os.CopyFS(dir, os.DirFS(at.Dir)); err != nil {
		return "", err
	}
	return dir, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		return os.Chmod(path, 0o755)
	})
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

// inGroup runs a subject at its advised setting in a control group with the memory that
// the advice was for, and says how that ended.
func inGroup(ctx context.Context, tmp, dir string, r result) string {
	if r.tuning.Advised == (record.GCSetting{}) {
		return ""
	}
	binary := filepath.Join(tmp, "grouped")
	if _, err := command(ctx, dir, []string{"GOWORK=off"}, "go", "build", "-o", binary, r.pkg); err != nil {
		return err.Error()
	}
	group, limit, peak := "/sys/fs/cgroup/unheap", "memory.max", "memory.peak"
	if _, err := os.Stat("/sys/fs/cgroup/memory"); err == nil {
		group, limit, peak = "/sys/fs/cgroup/memory/unheap", "memory.limit_in_bytes", "memory.max_usage_in_bytes"
	}
	if err := os.Mkdir(group, 0o755); err != nil {
		return "not tried: " + err.Error()
	}
	defer os.Remove(group)
	if err := os.WriteFile(filepath.Join(group, limit), fmt.Append(nil, r.tuning.Memory), 0o644); err != nil {
		return "not tried: " + err.Error()
	}
	script := fmt.Sprintf(`echo $$ > %s/cgroup.procs && exec "$0" "$@"`, group)
	_, err := command(ctx, dir, gctune.Env(r.tuning.Advised), "/bin/sh", append([]string{"-c", script, binary}, r.args...)...)
	most, perr := os.ReadFile(filepath.Join(group, peak))
	if perr != nil {
		return "no peak: " + perr.Error()
	}
	var n int64
	if _, perr = fmt.Fscan(bytes.NewReader(most), &n); perr != nil {
		return "no peak: " + perr.Error()
	}
	text := fmt.Sprintf("%d MiB at most of %d MiB", n>>20, r.tuning.Memory>>20)
	if err != nil {
		return "killed or failed: " + text
	}
	return "ended well: " + text
}
