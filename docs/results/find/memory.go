package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A whole holds the figures of a run of find over all packages of a module.
type whole struct {
	Target   string
	Packages int
	Wall     float64 // seconds
	First    float64 // seconds until the first line of the result
	Own      int64   // largest memory of find itself, in MB
	Tree     int64   // largest memory of find and all processes below it together, in MB
	Left     int     // number of folders and files left in the temporary folder
	Load     float64 // of the machine, before the run
	Failure  string
}

// A kill says what was left by a run that was killed without a warning, and after the next run.
type kill struct {
	Folders, Processes           int
	FoldersAfter, ProcessesAfter int
}

// wholeModules are modules whose packages take long together: this repository, and one with some hundred packages and
// long tests.
func wholeModules() []target {
	return []target{
		{Pattern: "./..."},
		{Module: "golang.org/x/tools@v0.52.0", Pattern: "./..."},
	}
}

func measureMemory(ctx context.Context, o *options) error {
	if err := measured(o.state, "kill", func() (kill, error) { return o.kill(ctx) }); err != nil {
		return err
	}
	return measureWhole(ctx, o, []target{{Module: made}})
}

// measureModules runs find over each of wholeModules.
func measureModules(ctx context.Context, o *options) error {
	return measureWhole(ctx, o, wholeModules())
}

func measureWhole(ctx context.Context, o *options, modules []target) error {
	for _, t := range modules {
		if !o.only.MatchString(t.String()) {
			continue
		}
		if err := measured(o.state, "whole "+t.String(), func() (whole, error) { return o.whole(ctx, t) }); err != nil {
			return err
		}
	}
	return nil
}

// whole runs find over a module, with a temporary folder of its own.
func (o *options) whole(ctx context.Context, t target) (whole, error) {
	w := whole{Target: t.String(), Load: load()}
	if t.Module == made {
		t.Pattern = "./..."
	}
	dir, err := o.folder(ctx, t)
	if err != nil {
		return w, err
	}
	list, err := command(ctx, dir, "go", "list", t.Pattern).Output()
	if err != nil {
		return w, err
	}
	w.Packages = bytes.Count(list, []byte("\n"))
	tmp, err := os.MkdirTemp(o.tmp, "tmp")
	if err != nil {
		return w, err
	}
	within, cancel := context.WithTimeout(ctx, o.patience)
	defer cancel()
	cmd := command(within, dir, o.bin, "find", "-timeout=60s", t.Pattern)
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	out, err := cmd.StdoutPipe()
	if err != nil {
		return w, err
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return w, err
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		r := bufio.NewReader(out)
		if _, err := r.ReadString('\n'); err == nil {
			w.First = time.Since(start).Seconds()
		}
		_, _ = io.Copy(io.Discard, r)
	}()
	sampled := make(chan struct{})
	go func() {
		defer close(sampled)
		w.sample(cmd.Process.Pid, done)
	}()
	<-done
	<-sampled
	if err := cmd.Wait(); err != nil {
		w.Failure = err.Error()
	}
	w.Wall = time.Since(start).Seconds()
	if within.Err() != nil {
		w.Failure = fmt.Sprintf("interrupted after %.0f s", w.Wall)
	}
	left, err := os.ReadDir(tmp)
	w.Left = len(left)
	return w, err
}

// sample reads, until done is closed, the memory of a process, and that of it and all processes below it together.
func (w *whole) sample(pid int, done <-chan struct{}) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		w.Own = max(w.Own, status(pid, "VmHWM:")>>10)
		var all int64
		for _, p := range tree(pid) {
			all += status(p, "VmRSS:")
		}
		w.Tree = max(w.Tree, all>>10)
		select {
		case <-done:
			return
		case <-tick.C:
		}
	}
}

// status returns a figure of a process in kB; 0 if the process has ended.
func status(pid int, name string) int64 {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	_, rest, _ := strings.Cut(string(text), "\n"+name)
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	n, _ := strconv.ParseInt(fields[0], 10, 64)
	return n
}

// tree returns a process and all processes below it.
func tree(root int) []int {
	parents := make(map[int]int)
	names, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range names {
		text, _ := os.ReadFile(name)
		_, rest, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest)
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		if err != nil || len(fields) < 2 {
			continue
		}
		parents[pid], _ = strconv.Atoi(fields[1])
	}
	all := []int{root}
	for pid := range parents {
		for p := parents[pid]; p > 1; p = parents[p] {
			if p == root {
				all = append(all, pid)
				break
			}
		}
	}
	return all
}

// kill kills find while a test binary of it runs, and counts what is left, then and after the next run.
func (o *options) kill(ctx context.Context) (kill, error) {
	var k kill
	dir := filepath.Join(o.tmp, "kill")
	if err := os.CopyFS(dir, os.DirFS("docs/results/find/testdata/sleeper")); err != nil {
		return k, err
	}
	if err := os.Rename(filepath.Join(dir, "go.mod.txt"), filepath.Join(dir, "go.mod")); err != nil {
		return k, err
	}
	tmp := filepath.Join(o.tmp, "killed")
	if err := os.Mkdir(tmp, 0o777); err != nil {
		return k, err
	}
	started := filepath.Join(o.tmp, "started")
	find := func(pattern string) *exec.Cmd {
		cmd := command(ctx, dir, o.bin, "find", "-bench="+pattern, ".")
		cmd.Env = append(os.Environ(), "TMPDIR="+tmp, "GOTMPDIR="+tmp, "GOWORK=off", "STARTED="+started)
		return cmd
	}
	first := find("Sleep")
	if err := first.Start(); err != nil {
		return k, err
	}
	for range 600 {
		if _, err := os.Stat(started); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	below := tree(first.Process.Pid)[1:]
	if err := first.Process.Kill(); err != nil {
		return k, err
	}
	_ = first.Wait()            // the error says that it was killed
	time.Sleep(3 * time.Second) // a folder younger than two seconds may be of a process that is starting
	k.Folders, k.Processes = count(tmp, below)
	if err := find("Quick").Run(); err != nil {
		return k, err
	}
	k.FoldersAfter, k.ProcessesAfter = count(tmp, below)
	return k, nil
}

// count returns the number of entries of a folder, and how many of the processes are alive.
func count(dir string, pids []int) (entries, alive int) {
	list, _ := os.ReadDir(dir)
	for _, pid := range pids {
		if text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil && !strings.Contains(string(text), ") Z ") {
			alive++
		}
	}
	return len(list), alive
}
