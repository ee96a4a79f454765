package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/unheap/unheap/internal/record"
)

// A sums compares, for one target and one toolchain, the sum over sites of every
// benchmark with what the same run's MemStats counted.
type sums struct {
	Target      string
	Go          string
	Counter     string // how objects were counted
	Failure     string // why there are no figures; empty if there are
	Tests       bool   // there is no benchmark, so tests were the workload
	Skip        string
	Benchmarks  int
	Held, Exact int // number of benchmarks within the bound, and of those equal to the digit
	Off         []benchmark
	Failed      []string // workloads that fail without find, too
	Objects     int64    // over all benchmarks, steady phase
	Unexplained int64
	Shared      int64
	Sites       int
}

// A benchmark has two counts of one benchmark, in allocs/op.
type benchmark struct {
	Name            string
	Sites, MemStats float64
}

// holds reports whether the counts differ by at most what is promised: 0.5 % or 0.01.
func (b benchmark) holds() bool {
	return math.Abs(b.Sites-b.MemStats) <= max(0.01, b.MemStats*0.005)
}

// longest bounds the time of one target.
const longest = 6 * time.Minute

func measureSums(ctx context.Context, o *options) error {
	commands, err := toolchains(ctx)
	if err != nil {
		return err
	}
	for _, t := range targets() {
		if !o.only.MatchString(t.String()) {
			continue
		}
		for _, goCommand := range commands {
			key := fmt.Sprintf("sums %s %s", goCommand, t)
			if !o.gos.MatchString(goCommand) || o.state.get(key, new(sums)) {
				continue
			}
			log.Printf("sums %s %s", filepath.Base(filepath.Dir(filepath.Dir(goCommand))), t)
			r, err := o.sums(ctx, t, goCommand)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				r.Failure = err.Error()
				log.Print(err)
			}
			if err := o.state.put(key, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// sums runs find on a target with a toolchain.
func (o *options) sums(ctx context.Context, t target, goCommand string) (sums, error) {
	r := sums{Target: t.String(), Skip: t.Skip}
	env := append(os.Environ(), "PATH="+filepath.Dir(goCommand)+string(filepath.ListSeparator)+os.Getenv("PATH"), "GOTOOLCHAIN=local")
	dir, err := o.folder(ctx, t)
	if err != nil {
		return r, err
	}
	version := command(ctx, o.tmp, goCommand, "env", "GOVERSION")
	version.Env = env
	out, err := version.Output()
	if err != nil {
		return r, err
	}
	r.Go = string(bytes.TrimSpace(out))
	within, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	cmd := command(within, dir, o.bin, "find", "-format=json", "-bench=.", "-skip="+t.Skip, iterations, t.Pattern)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // an interrupted find prints what it has
	cmd.WaitDelay = time.Minute
	var said bytes.Buffer
	cmd.Env, cmd.Stderr = env, &said
	stream, err := cmd.Output()
	if within.Err() == nil && err != nil {
		text, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		return r, errors.New(strings.TrimPrefix(text, "unheap: "))
	}
	var c collector
	if err := record.Decode(bytes.NewReader(stream), &c); err != nil {
		return r, err
	}
	c.fill(&r)
	if within.Err() != nil {
		r.Failed = append(r.Failed, fmt.Sprintf("cut off after %v", longest))
	}
	return r, nil
}

// A collector keeps the messages that are compared.
type collector struct {
	record.Ignore
	config    record.Config
	workloads []record.Workload
	sites     []record.Site
}

func (c *collector) Config(m *record.Config) error { c.config = *m; return nil }
func (c *collector) Workload(m *record.Workload) error {
	c.workloads = append(c.workloads, *m)
	return nil
}
func (c *collector) Site(m *record.Site) error { c.sites = append(c.sites, *m); return nil }

func (c *collector) fill(r *sums) {
	r.Counter, r.Go = c.config.Counter, c.config.GoVersion
	total := make(map[string]int64)
	for _, s := range c.sites {
		objects := int64(0)
		for _, u := range s.Usage {
			total[u.Workload] += u.Objects
			objects += u.Objects
		}
		if objects > 0 {
			r.Sites++
		}
		switch s.Match {
		case record.Unexplained:
			r.Unexplained += objects
		case record.Shared:
			r.Shared += objects
		}
	}
	for _, w := range c.workloads {
		r.Tests = r.Tests || w.Kind == record.KindTest
		if w.Failure != "" {
			r.Failed = append(r.Failed, w.Name+": "+w.Failure)
			continue
		}
		if w.Ops == 0 {
			continue
		}
		b := benchmark{
			Name:     w.Name,
			Sites:    float64(total[w.Name]) / float64(w.Ops),
			MemStats: float64(w.Objects) / float64(w.Ops),
		}
		r.Benchmarks++
		r.Objects += w.Objects
		if b.Sites == b.MemStats {
			r.Exact++
		}
		if b.holds() {
			r.Held++
		} else {
			r.Off = append(r.Off, b)
		}
	}
}
