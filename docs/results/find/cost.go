package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// A cost is what the commands take on one target: the median of several runs of each, in turns, with warm caches.
type cost struct {
	Target         string
	Load           float64 // of the machine, before the runs
	Test, New, Old spent   // of go test -bench, of find, and of find of the earlier version
}

// load returns the mean number of processes that wanted a processor in the last minute; 0 if it is not known.
func load() (mean float64) {
	text, _ := os.ReadFile("/proc/loadavg")
	_, _ = fmt.Sscan(string(text), &mean)
	return mean
}

// spent is time in seconds: Wall until the process ended, CPU that of the process and of those that it started.
type spent struct{ Wall, CPU float64 }

// turns is the number of runs of each command.
const turns = 3

func measureCosts(ctx context.Context, o *options) error {
	for _, t := range paged() {
		if !o.only.MatchString(t.String()) {
			continue
		}
		if err := measured(o.state, "cost "+t.String(), func() (cost, error) { return o.cost(ctx, t) }); err != nil {
			return err
		}
	}
	return nil
}

func (o *options) cost(ctx context.Context, t target) (cost, error) {
	c := cost{Target: t.String(), Load: load()}
	dir, err := o.folder(ctx, t)
	if err != nil {
		return c, err
	}
	find := func(bin, bench string) []string {
		return []string{bin, "find", "-bench=" + bench, iterations, t.Pattern}
	}
	commands := []struct {
		to   *spent
		args func(bench string) []string
	}{
		{&c.Test, func(bench string) []string {
			return []string{"go", "test", "-count=1", "-run=^$", "-bench=" + bench, "-benchmem", iterations, t.Pattern}
		}},
		{&c.New, func(bench string) []string { return find(o.bin, bench) }},
		{&c.Old, func(bench string) []string { return find(o.old, bench) }},
	}
	var all [3][]spent
	for turn := range turns + 1 {
		for i, command := range commands {
			if i == 2 && o.old == "" {
				continue
			}
			if turn == 0 { // the pattern matches nothing, so the run only fills the caches
				_, _ = timed(ctx, dir, command.args("^$"))
				continue
			}
			s, err := timed(ctx, dir, command.args("."))
			if err != nil {
				return c, fmt.Errorf("%s: %v: %v", t, command.args("."), err)
			}
			all[i] = append(all[i], s)
		}
	}
	for i, command := range commands {
		*command.to = middle(all[i])
	}
	return c, ctx.Err()
}

// timed runs a command. It accepts that benchmarks fail, as they do so in every command.
func timed(ctx context.Context, dir string, args []string) (spent, error) {
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	start := time.Now()
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return spent{}, err
	}
	used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return spent{}, fmt.Errorf("no usage of %s", args[0])
	}
	cpu := time.Duration(used.Utime.Nano() + used.Stime.Nano())
	return spent{time.Since(start).Seconds(), cpu.Seconds()}, ctx.Err()
}

func middle(all []spent) spent {
	if len(all) == 0 {
		return spent{}
	}
	var walls, cpus []float64
	for _, s := range all {
		walls, cpus = append(walls, s.Wall), append(cpus, s.CPU)
	}
	slices.Sort(walls)
	slices.Sort(cpus)
	return spent{walls[len(walls)/2], cpus[len(cpus)/2]}
}
