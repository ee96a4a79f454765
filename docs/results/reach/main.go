// Command reach says how far the rewrites reach code that nobody has looked at: commits of
// public repositories whose messages speak of fewer allocations. At the parent of each it asks
// every rule for its proposals, and prints in Markdown which of them edit the lines that the
// commit changed, which stand in the same functions, and which conditions refused there.
//
//	go run ./docs/results/reach -choose [-bench] -repos=DIR > commits.jsonl
//	go run ./docs/results/reach -commits=commits.jsonl -repos=DIR -state=FILE -build=NAME -batch=1
//	go run ./docs/results/reach -commits=commits.jsonl -repos=DIR -state=FILE -batch=1 -limit=25m -people
//	go run ./docs/results/reach -commits=commits.jsonl -repos=DIR -state=FILE -build=NAME -batch=1 -limit=25m -unheap=COMMAND
//
// The repositories lie in DIR under owner+name/repo, with their histories. With -choose the list
// of commits is made from them, by a rule that reads messages and names of files alone, in an
// order by lot; see choose.go. With -bench a test of a changed package has to declare a benchmark
// too. A batch is 50 of that list. Of the repositories and of the list nothing is part of this
// module.
//
// With -unheap=COMMAND it runs fix instead: of the benchmark of the changed packages in which a
// commit saves most objects an operation, it says how much of that fix reaches at the parent, *safe*
// alone and with *review*, as a share of the logarithms of how many times fewer there are. What
// people took out of which benchmark is kept for all builds; with -people nothing else is measured.
// A file of -state is either for what the rules say or for what benchmarks measure.
//
// With -state=FILE what was found is kept there, a JSON object a line, and not asked again under
// the same -build, which names the commit of unheap whose rules were asked.
//
// A proposal on a changed line may do something else than the people did: the figures are what
// can be reached at the most by rules as they stand, and reading says how much of it is.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/build"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"time"

	"github.com/unheap/unheap/docs/results/internal/cases"
)

const perBatch = 50

// A runner examines commits.
type runner struct {
	repos, build string
	unheap       string        // path of the command
	limit        time.Duration // time for one commit
	known        *cases.Store[reach]
	dropped      *cases.Store[drop]
	measured     *cases.Store[share]
}

func (r *runner) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, r.limit, fmt.Errorf("not done after %v", r.limit))
}

func main() {
	log.SetFlags(log.Ltime)
	var r runner
	list := flag.String("commits", "", "the list of commits, a JSON object a line")
	flag.StringVar(&r.repos, "repos", "", "folder with the repositories")
	flag.StringVar(&r.build, "build", "", "`name` of the commit whose rules are asked")
	state := flag.String("state", "", "file in which what was found is kept")
	batch := flag.Int("batch", 1, "which 50 of the list, from 1")
	flag.DurationVar(&r.limit, "limit", time.Minute, "give up a commit after this time")
	flag.StringVar(&r.unheap, "unheap", "", "measure what fix reaches, with this `command`, of what commits took out of a benchmark")
	people := flag.Bool("people", false, "measure only what commits took out of a benchmark")
	lot := flag.Bool("choose", false, "print a list of commits")
	benched := flag.Bool("bench", false, "with -choose, only commits to packages with a benchmark")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case *lot:
		err = choose(r.repos, *benched, os.Stdout)
	case *people || r.unheap != "":
		if err = r.openMeasured(*state); err == nil {
			err = r.batch(*list, *batch, func(commits []commit) error {
				if *people {
					return r.dropAll(ctx, commits)
				}
				return r.measureAll(ctx, commits)
			})
		}
	default:
		if r.known, err = cases.Open[reach](*state); err == nil {
			err = r.batch(*list, *batch, func(commits []commit) error { return r.run(ctx, commits, *batch) })
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// openMeasured opens the file with the measurements of commits and of fix.
func (r *runner) openMeasured(state string) (err error) {
	if r.dropped, err = cases.Open[drop](state); err == nil {
		r.measured, err = cases.Open[share](state)
	}
	return err
}

// batch calls do with the commits of one batch of the list.
func (r *runner) batch(list string, batch int, do func([]commit) error) error {
	var commits []commit
	if err := cases.Each(list, func(line []byte) error {
		c, err := readCommit(line)
		commits = append(commits, c)
		return err
	}); err != nil {
		return err
	}
	from := (batch - 1) * perBatch
	if from < 0 || from >= len(commits) {
		return fmt.Errorf("%s has no batch %d: %d commits", list, batch, len(commits))
	}
	return do(commits[from:min(from+perBatch, len(commits))])
}

// readCommit reads one line of a list. In lists with benchmarks a file is an object with a path.
func readCommit(line []byte) (c commit, err error) {
	if err := json.Unmarshal(line, &c); c.Bench == "" {
		return c, err
	}
	var with struct {
		Files []struct {
			Path string `json:"path"`
		} `json:"files"`
	}
	if err := json.Unmarshal(line, &with); err != nil {
		return c, err
	}
	c.Files, c.Packages = nil, []string{c.Package}
	for _, f := range with.Files {
		c.Files = append(c.Files, f.Path)
	}
	return c, nil
}

// run examines a batch and prints its tables.
func (r *runner) run(ctx context.Context, commits []commit, batch int) error {
	// Rules need to know which files of the standard library belong to every build. A program built with -trimpath
	// does not know where they are.
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %v", err)
	}
	build.Default.GOROOT = strings.TrimSpace(string(root))
	t := table{batch: batch, build: r.build}
	for _, c := range commits {
		one, err := r.known.Ask(c.ID+" "+r.build, func() (*reach, error) { return r.examine(ctx, c) })
		if err != nil || ctx.Err() != nil {
			return err
		}
		log.Print(c, " ", one.Error)
		t.add(c, one)
	}
	t.print()
	return nil
}
